//! The motion as SVG declares it: every dot has a list of times and places and moves evenly between them.

use std::fmt::Write;

use super::track::Track;
use super::{Animation, color};
use crate::animation_error::AnimationError;
use crate::svg::push_decimal;

/// The most places of all dots together: some ten megabytes of text.
const MAX_KEYS: usize = 1 << 19;
/// Times are written in these parts of the whole.
const PARTS: usize = 100_000;

impl Animation {
    /// The run as SVG that moves, over and over, without a script. Programs that show no motion show the start.
    ///
    /// # Errors
    /// When the run has too many turns.
    pub fn to_svg(&self) -> Result<String, AnimationError> {
        let ground = self.ground.to_svg();
        let mut out = ground.trim_end().trim_end_matches("</svg>").to_owned();
        out.push_str("<g id=\"crowd\">\n");
        let mut keys = 0;
        for (behind, radius, left) in self.dots() {
            for (body, track) in self.tracks.iter().enumerate() {
                keys += self.push_dot(&mut out, body, track, behind, (radius, left));
                if keys > MAX_KEYS {
                    return Err(AnimationError::TooLong { limit: MAX_KEYS / 3 });
                }
            }
        }
        out.push_str("</g>\n</svg>\n");
        Ok(out)
    }

    /// Writes one dot, and says how many places it took.
    fn push_dot(&self, out: &mut String, body: usize, track: &Track, behind: usize, look: (i32, u8)) -> usize {
        let (radius, left) = look;
        out.push_str("<circle r=\"");
        push_decimal(out, radius);
        let _ = write!(out, "\" fill=\"{}\" fill-opacity=\"", color(body));
        push_decimal(out, i32::from(left) * 10);
        out.push_str("\" transform=\"translate(");
        push_place(out, track, 0);
        out.push_str(")\">");
        let keys = track.keys(behind);
        if self.ticks > 0 {
            out.push_str("<animateTransform attributeName=\"transform\" type=\"translate\"");
            self.push_times(out, &keys);
            out.push_str(" values=\"");
            for (i, tick) in keys.iter().enumerate() {
                out.push_str(if i > 0 { ";" } else { "" });
                push_place(out, track, tick.saturating_sub(behind));
            }
            out.push_str("\"/>");
            self.push_presence(out, track);
        }
        out.push_str("</circle>\n");
        keys.len()
    }

    /// Says when the body is there, unless it always is.
    fn push_presence(&self, out: &mut String, track: &Track) {
        let changes = track.changes();
        if changes.len() == 1 && track.is_there(0) {
            return;
        }
        out.push_str("<animate attributeName=\"visibility\" calcMode=\"discrete\"");
        self.push_times(out, &changes);
        let word = |&tick: &usize| if track.is_there(tick) { "visible" } else { "hidden" };
        let _ = write!(out, " values=\"{}\"/>", changes.iter().map(word).collect::<Vec<_>>().join(";"));
    }

    fn push_times(&self, out: &mut String, ticks: &[usize]) {
        let time = self.ticks * self.tick_time;
        let _ = write!(out, " dur=\"{}.{:03}s\" repeatCount=\"indefinite\" keyTimes=\"", time / 1000, time % 1000);
        for (i, tick) in ticks.iter().enumerate() {
            out.push_str(if i > 0 { ";" } else { "" });
            match tick * PARTS / self.ticks {
                0 => out.push('0'),
                PARTS => out.push('1'),
                part => out.push_str(format!(".{part:05}").trim_end_matches('0')),
            }
        }
        out.push('"');
    }
}

fn push_place(out: &mut String, track: &Track, tick: usize) {
    let place = track.place(tick);
    push_decimal(out, place.x);
    out.push(' ');
    push_decimal(out, place.y);
}
