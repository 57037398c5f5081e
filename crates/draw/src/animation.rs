//! Moving pictures: a run of a crowd as dots with short tails over the bare map.
//!
//! The map is drawn once, as ever. What moves comes from a [`Replay`], so a picture shows what happened and nothing
//! else. There are two outputs: SVG with declared motion (SMIL), sharp at any size and without script, and pixels, as GIF or
//! as animated PNG. The same run gives the same bytes.

mod pixels;
mod smil;
mod track;

use undercroft_crowd::Replay;

use super::draw::draw;
use super::options::{DrawOptions, Levels};
use super::overlay::PALETTE;
use super::picture::Picture;
use super::theme::Color;
use track::Track;
use undercroft::dungeon::Dungeon;

/// How fast a body at full pace is shown. [Unit: cells a second]
const CELLS_PER_SECOND: i32 = 8;

/// A run over the map of its level.
///
/// ```
/// use undercroft::format::read;
/// use undercroft::grid::Cell;
/// use undercroft_crowd::{Crowd, CrowdSettings, ReplayRecorder, StepNavigator};
/// use undercroft_draw::{Animation, DrawOptions};
///
/// let hall = read(Some("hall.txt"), b"######\n#....#\n######\n").unwrap();
/// let mut crowd = Crowd::new(hall.solid(&hall.levels[0]), CrowdSettings::default()).unwrap();
/// let actor = crowd.spawn(crowd.anchor(Cell::new(1, 1)).unwrap(), 64).unwrap();
/// crowd.order(actor, Cell::new(4, 1)).unwrap();
///
/// let mut recorder = ReplayRecorder::new(&crowd);
/// while !crowd.is_settled() && crowd.tick() < 100 {
///     crowd.step(&mut StepNavigator::default());
///     recorder.record(&crowd);
/// }
/// let animation = Animation::new(&hall, 0, &DrawOptions::default(), &recorder.finish());
/// assert!(animation.to_svg().unwrap().contains("<animate"));
/// ```
#[derive(Clone, Debug)]
pub struct Animation {
    ground: Picture,
    floor: Color,
    tracks: Vec<Track>,
    /// Ticks from beginning to end.
    ticks: usize,
    /// How long a tick is shown. [Unit: milliseconds]
    tick_time: usize,
    /// How many ticks the first part of a tail is behind its body.
    lag: usize,
    /// The radius of a body. [Unit: thousandths of a cell]
    radius: i32,
}

impl Animation {
    /// A replay over the level at height `z`, on which it was recorded. Of the options everything counts but the sheet:
    /// the paper is exactly the map.
    pub fn new(dungeon: &Dungeon, z: i32, options: &DrawOptions, replay: &Replay) -> Self {
        let options = DrawOptions { levels: Levels::One(z), sheet: false, ..options.clone() };
        let tracks = track::tracks(replay);
        let sub_cell = 1000 / i32::from(replay.subdivision());
        let stride = tracks.iter().map(Track::longest_step).max().unwrap_or(0).clamp(1, sub_cell);
        Self {
            ground: draw(dungeon, &options),
            floor: options.theme.floor,
            ticks: replay.len(),
            tick_time: (stride / CELLS_PER_SECOND).clamp(10, 125) as usize,
            lag: (sub_cell / 2 / stride).max(1) as usize,
            radius: sub_cell * 9 / 25,
            tracks,
        }
    }

    /// The dots of one body, those at the end of its tail first: how many ticks each is behind, its radius, and how much
    /// of its color is left. [Unit: per cent]
    fn dots(&self) -> [(usize, i32, u8); 3] {
        let Self { lag, radius, .. } = *self;
        [(2 * lag, radius / 2, 30), (lag, radius * 3 / 4, 55), (0, radius, 100)]
    }
}

/// The color of a body.
fn color(body: usize) -> Color {
    PALETTE[body % PALETTE.len()]
}

#[cfg(test)]
mod tests {
    use undercroft_crowd::{Crowd, CrowdSettings, Mode, ReplayRecorder, StepNavigator};
    use undercroft_grid::{BitGrid, Cell, Size};

    use super::*;
    use crate::fixture;

    /// Two actors pass each other in a hall of 9×3 cells; one goes after some ticks if asked to.
    fn run(n: u8, leaves: bool) -> Animation {
        let picture = "###########\n#.........#\n#.........#\n###########";
        let dungeon = fixture::dungeon("Hall", &[picture]);
        let map = dungeon.solid(&dungeon.levels[0]);
        let mut settings = CrowdSettings::new(Mode::Flow);
        settings.n = n;
        let mut crowd = Crowd::new(map, settings).unwrap();
        for (from, to) in [((1, 1), (9, 1)), ((9, 1), (1, 1))] {
            let at = crowd.anchor(Cell::new(from.0, from.1)).unwrap();
            let id = crowd.spawn(at, 64).unwrap();
            crowd.order(id, Cell::new(to.0, to.1)).unwrap();
        }
        let mut recorder = ReplayRecorder::new(&crowd);
        for tick in 0..12 {
            if leaves && tick == 5 {
                crowd.remove(undercroft_crowd::ActorId::from_bits(1)).unwrap();
            }
            crowd.step(&mut StepNavigator::default());
            recorder.record(&crowd);
        }
        Animation::new(&dungeon, 0, &DrawOptions::default(), &recorder.finish())
    }

    #[test]
    fn a_moving_svg_is_svg_with_three_dots_a_body_and_no_script() {
        let svg = run(1, false).to_svg().unwrap();
        assert!(resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).is_ok());
        assert_eq!((svg.matches("<circle").count(), svg.matches("<animateTransform").count()), (6, 6));
        assert!(!svg.contains("script") && !svg.contains("visibility"));
        assert_eq!(svg, run(1, false).to_svg().unwrap());
    }

    #[test]
    fn who_goes_vanishes() {
        let svg = run(1, true).to_svg().unwrap();
        assert_eq!(svg.matches("attributeName=\"visibility\"").count(), 3);
    }

    #[test]
    fn gif_and_png_show_the_same_pictures() {
        let run = run(2, true);
        let (gif, png) = (run.to_gif().unwrap(), run.to_png().unwrap());
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut reader = options.read_info(&gif[..]).unwrap();
        let mut frames = 0;
        while reader.read_next_frame().unwrap().is_some() {
            frames += 1;
        }
        let decoder = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
        let control = decoder.info().animation_control().unwrap();
        assert_eq!(control.num_frames, frames);
        assert_eq!(decoder.info().size(), (reader.width().into(), reader.height().into()));
        assert!(frames > 10 && gif == run.to_gif().unwrap());
    }

    #[test]
    fn a_map_that_is_too_large_for_pixels_says_so() {
        let level = undercroft::dungeon::Level::solid_rock(0, Size::of(3000, 1));
        let dungeon = Dungeon::bare("long", vec![level]);
        let crowd = Crowd::new(BitGrid::new(Size::of(3000, 1)), CrowdSettings::default()).unwrap();
        let run = Animation::new(&dungeon, 0, &DrawOptions::default(), &ReplayRecorder::new(&crowd).finish());
        let error = run.to_gif().unwrap_err().to_string();
        assert_eq!(error, "a map of 3000×1 cells is too large for moving pixels: its sides may have 2048 cells");
    }
}
