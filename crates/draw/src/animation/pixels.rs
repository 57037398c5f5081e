//! The run as pixels: the ground in few colors, and of every later picture only what differs from the one before.

use super::{Animation, color};
use crate::animation_error::AnimationError;
use crate::frame_encoder::{self, Canvas, Frame, FrameEncoder, MAX_SIDE, SAME};
use crate::overlay::PALETTE;
use crate::picture::{CELL, Point};
use crate::theme::Color;
use crate::work_meter::WorkMeter;

/// The longest side that pictures aim at. [Unit: pixels]
const WANTED_SIDE: i32 = 960;
/// How many pixels the side of a cell has.
const CELL_PIXELS: std::ops::RangeInclusive<i32> = 1..=24;
/// The time between two pictures; more where there would be too many. [Unit: milliseconds]
const FRAME_TIME: usize = 50;
/// The most pictures of a run.
const MAX_FRAMES: usize = 1200;
/// How long the last picture stays. [Unit: hundredths of a second]
const LAST_DELAY: u16 = 150;
/// The most colors of the ground.
const GROUND_COLORS: usize = 160;
/// How much of the floor is mixed into a body's color, for full, half and quarter. [Unit: per cent]
const SHADES: [u8; 3] = [0, 45, 72];

impl Animation {
    /// The run as an animated GIF.
    ///
    /// # Errors
    /// When the map is too large.
    pub fn to_gif(&self) -> Result<Vec<u8>, AnimationError> {
        self.to_gif_metered(&WorkMeter::unlimited())
    }

    /// The run as an animated GIF, unless the meter stops.
    ///
    /// # Errors
    /// As [`Animation::to_gif`], and when the sink of the meter asked to stop.
    pub fn to_gif_metered(&self, meter: &WorkMeter) -> Result<Vec<u8>, AnimationError> {
        let (ground, palette, scale) = self.ground_pixels()?;
        let reel = FrameEncoder { width: ground.width, height: ground.height(), palette };
        let gif = reel.gif(self.frames(&ground, scale).take_while(|_| meter.ask().is_ok()));
        meter.ask()?;
        Ok(gif?)
    }

    /// The run as an animated PNG.
    ///
    /// # Errors
    /// When the map is too large.
    pub fn to_png(&self) -> Result<Vec<u8>, AnimationError> {
        self.to_png_metered(&WorkMeter::unlimited())
    }

    /// The run as an animated PNG, unless the meter stops.
    ///
    /// # Errors
    /// As [`Animation::to_png`], and when the sink of the meter asked to stop.
    pub fn to_png_metered(&self, meter: &WorkMeter) -> Result<Vec<u8>, AnimationError> {
        let (ground, palette, scale) = self.ground_pixels()?;
        let reel = FrameEncoder { width: ground.width, height: ground.height(), palette };
        let frames = self.frames(&ground, scale).take_while(|_| meter.ask().is_ok());
        let png = reel.png(frames, self.frame_count());
        meter.ask()?;
        Ok(png?)
    }

    fn frame_time(&self) -> usize {
        FRAME_TIME.max((self.ticks * self.tick_time).div_ceil(MAX_FRAMES - 1))
    }

    fn frame_count(&self) -> usize {
        (self.ticks * self.tick_time).div_ceil(self.frame_time()) + 1
    }

    /// All pictures in turn, the first of them whole.
    fn frames<'a>(&'a self, ground: &'a Canvas, scale: i32) -> impl Iterator<Item = Frame> + 'a {
        let blank = Canvas::filled(ground.width, ground.height(), SAME);
        let count = self.frame_count();
        (0..count).scan(blank, move |before, at| {
            let canvas = self.paint(ground, scale, at * self.frame_time());
            let delay = if at + 1 == count { LAST_DELAY } else { FRAME_TIME as u16 / 10 };
            let frame = canvas.difference(before, delay);
            *before = canvas;
            Some(frame)
        })
    }

    fn paint(&self, ground: &Canvas, scale: i32, time: usize) -> Canvas {
        let mut canvas = ground.clone();
        let time = time.min(self.ticks * self.tick_time);
        for (shade, (behind, radius, _)) in (0..3).rev().zip(self.dots()) {
            for (body, track) in self.tracks.iter().enumerate() {
                if !track.is_there(time / self.tick_time) {
                    continue;
                }
                let time = time.saturating_sub(behind * self.tick_time);
                let (tick, part) = (time / self.tick_time, (time % self.tick_time) as i32);
                let middle = between(track.place(tick), track.place(tick + 1), part, self.tick_time as i32);
                canvas.disc(middle, radius, scale, (body, shade));
            }
        }
        canvas
    }

    /// The map in few colors, those colors with the ones of the bodies, and the pixels to a cell.
    fn ground_pixels(&self) -> Result<(Canvas, Vec<u8>, i32), AnimationError> {
        let (width, height) = (self.ground.area.width() / CELL, self.ground.area.height() / CELL);
        let longest = width.max(height);
        if longest > MAX_SIDE {
            return Err(AnimationError::TooLarge { width, height, limit: MAX_SIDE });
        }
        let scale = (WANTED_SIDE / longest).clamp(*CELL_PIXELS.start(), *CELL_PIXELS.end());
        let (ground, colors) = frame_encoder::rasterize(&self.ground, scale as u32, GROUND, GROUND_COLORS)?;
        let bodies =
            PALETTE.iter().enumerate().flat_map(|(body, _)| SHADES.map(|mix| color(body).mix(self.floor, mix)));
        let mut palette: Vec<Color> = vec![self.floor; 1];
        palette.extend(bodies);
        palette.extend(colors);
        let palette = palette.iter().flat_map(|color| color.rgb).collect();
        Ok((ground, palette, scale))
    }
}

/// The first position of the ground's colors in the palette.
const GROUND: usize = 1 + PALETTE.len() * SHADES.len();

/// The point `part` of `whole` parts along the line from one to the other.
const fn between(from: Point, to: Point, part: i32, whole: i32) -> Point {
    from.shift((to.x - from.x) * part / whole, (to.y - from.y) * part / whole)
}

impl Canvas {
    /// Paints a disc in the color of a body; pixels that it half covers get the next fainter shade.
    fn disc(&mut self, middle: Point, radius: i32, scale: i32, (body, shade): (usize, usize)) {
        let (x, y) = (middle.x * scale, middle.y * scale);
        let reach = radius * scale;
        // Small discs keep at least a pixel.
        let reach = reach.max(CELL * 6 / 10);
        let span = |centre: i32, sides: usize| {
            ((centre - reach) / CELL).max(0)..=((centre + reach) / CELL).min(sides as i32 - 1)
        };
        for py in span(y, self.height()) {
            for px in span(x, self.width) {
                let (dx, dy) = (i64::from(px * CELL + CELL / 2 - x), i64::from(py * CELL + CELL / 2 - y));
                let distance = (dx * dx + dy * dy).isqrt() as i32;
                let edge = usize::from(distance > reach - CELL / 3);
                if distance <= reach + CELL / 3 && shade + edge < SHADES.len() {
                    let ink = 1 + body % PALETTE.len() * SHADES.len() + shade + edge;
                    self.pixels[py as usize * self.width + px as usize] = ink as u8;
                }
            }
        }
    }
}
