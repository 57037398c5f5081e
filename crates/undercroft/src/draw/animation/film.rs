//! The run as pixels: the ground in few colours, and of every later picture only what differs from the one before.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Animation, AnimationError, colour};
use crate::draw::overlay::PALETTE;
use crate::draw::picture::{CELL, Point};
use crate::draw::raster;
use crate::draw::theme::Colour;

/// The longest side of a map. [Unit: cells]
const MAX_SIDE: i32 = 2048;
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
/// The colour of pixels that stay as they are.
const SAME: u8 = 0;
/// The most colours of the ground.
const GROUND_COLOURS: usize = 160;
/// How much of the floor is mixed into a body's colour, for full, half and quarter. [Unit: per cent]
const SHADES: [u8; 3] = [0, 45, 72];

/// One picture, or the part of it that differs from the one before.
struct Frame {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    pixels: Vec<u8>,
    /// [Unit: hundredths of a second]
    delay: u16,
}

/// Pixels by their position in a palette.
#[derive(Clone)]
struct Canvas {
    width: usize,
    pixels: Vec<u8>,
}

impl Animation {
    /// The run as an animated GIF.
    ///
    /// # Errors
    /// When the map is too large.
    pub fn to_gif(&self) -> Result<Vec<u8>, AnimationError> {
        let (ground, palette, scale) = self.ground_pixels()?;
        let (width, height) = (ground.width as u16, ground.height() as u16);
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, width, height, &palette)?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        for Frame { left, top, width, height, pixels, delay } in self.frames(&ground, scale) {
            let buffer = Cow::Owned(pixels);
            let transparent = Some(SAME);
            let frame = gif::Frame { delay, left, top, width, height, transparent, buffer, ..gif::Frame::default() };
            encoder.write_frame(&frame)?;
        }
        drop(encoder);
        Ok(bytes)
    }

    /// The run as an animated PNG.
    ///
    /// # Errors
    /// When the map is too large.
    pub fn to_png(&self) -> Result<Vec<u8>, AnimationError> {
        let (ground, palette, scale) = self.ground_pixels()?;
        let frames = self.frames(&ground, scale);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, ground.width as u32, ground.height() as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette);
        encoder.set_trns(vec![0]);
        encoder.set_animated(self.frame_count() as u32, 0)?;
        let mut writer = encoder.write_header()?;
        for frame in frames {
            writer.set_frame_delay(frame.delay, 100)?;
            writer.set_frame_dimension(frame.width.into(), frame.height.into())?;
            writer.set_frame_position(frame.left.into(), frame.top.into())?;
            writer.set_blend_op(png::BlendOp::Over)?;
            writer.write_image_data(&frame.pixels)?;
        }
        writer.finish()?;
        Ok(bytes)
    }

    fn frame_time(&self) -> usize {
        FRAME_TIME.max((self.ticks * self.tick_time).div_ceil(MAX_FRAMES - 1))
    }

    fn frame_count(&self) -> usize {
        (self.ticks * self.tick_time).div_ceil(self.frame_time()) + 1
    }

    /// All pictures in turn, the first of them whole.
    fn frames<'a>(&'a self, ground: &'a Canvas, scale: i32) -> impl Iterator<Item = Frame> + 'a {
        let blank = Canvas { width: ground.width, pixels: vec![SAME; ground.pixels.len()] };
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

    /// The map in few colours, those colours with the ones of the bodies, and the pixels to a cell.
    fn ground_pixels(&self) -> Result<(Canvas, Vec<u8>, i32), AnimationError> {
        let (width, height) = (self.ground.area.width() / CELL, self.ground.area.height() / CELL);
        let longest = width.max(height);
        if longest > MAX_SIDE {
            return Err(AnimationError::TooLarge { width, height, limit: MAX_SIDE });
        }
        let scale = (WANTED_SIDE / longest).clamp(*CELL_PIXELS.start(), *CELL_PIXELS.end());
        let png = raster::png(&self.ground.to_svg(), self.ground.area, scale as u32, &[])?;
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().map_err(raster::RasterError::from)?;
        let mut rgb = vec![0; reader.output_buffer_size().unwrap_or(0)];
        let info = reader.next_frame(&mut rgb).map_err(raster::RasterError::from)?;
        let (colours, pixels) = few_colours(&rgb);
        let bodies =
            PALETTE.iter().enumerate().flat_map(|(body, _)| SHADES.map(|mix| colour(body).mix(self.floor, mix)));
        let mut palette: Vec<Colour> = vec![self.floor; 1];
        palette.extend(bodies);
        palette.extend(colours);
        let palette = palette.iter().flat_map(|colour| colour.rgb).collect();
        Ok((Canvas { width: info.width as usize, pixels }, palette, scale))
    }
}

/// The first position of the ground's colours in the palette.
const GROUND: usize = 1 + PALETTE.len() * SHADES.len();

/// The place so many parts of the way from one to the other.
const fn between(from: Point, to: Point, part: i32, whole: i32) -> Point {
    from.shift((to.x - from.x) * part / whole, (to.y - from.y) * part / whole)
}

/// The commonest colours of a picture, and every pixel as the position of the nearest of them in the palette. Colours
/// that agree in the upper five bits of each channel count as one.
fn few_colours(rgb: &[u8]) -> (Vec<Colour>, Vec<u8>) {
    let bin = |pixel: &[u8]| pixel.iter().fold(0_u16, |bin, channel| bin << 5 | u16::from(channel >> 3));
    let mut bins: BTreeMap<u16, (u64, [u64; 3])> = BTreeMap::new();
    for pixel in rgb.chunks_exact(3) {
        let (count, sums) = bins.entry(bin(pixel)).or_default();
        *count += 1;
        sums.iter_mut().zip(pixel).for_each(|(sum, &channel)| *sum += u64::from(channel));
    }
    let means =
        bins.iter().map(|(&bin, &(count, sums))| (bin, count, Colour { rgb: sums.map(|sum| (sum / count) as u8) }));
    let mut means: Vec<_> = means.collect();
    means.sort_by_key(|&(bin, count, _)| (std::cmp::Reverse(count), bin));
    let colours: Vec<Colour> = means.iter().take(GROUND_COLOURS).map(|&(.., mean)| mean).collect();
    let nearest = means.iter().map(|&(bin, _, mean)| (bin, nearest(&colours, mean)));
    let nearest: BTreeMap<u16, u8> = nearest.collect();
    (colours, rgb.chunks_exact(3).map(|pixel| nearest[&bin(pixel)]).collect())
}

fn nearest(colours: &[Colour], wanted: Colour) -> u8 {
    let distance = |colour: &Colour| -> u32 {
        colour.rgb.iter().zip(wanted.rgb).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let at = (0..colours.len()).min_by_key(|&at| distance(&colours[at]));
    (GROUND + at.unwrap_or(0)) as u8
}

impl Canvas {
    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// Paints a disc in the colour of a body; pixels that it half covers get the next fainter shade.
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

    /// The smallest rectangle with all pixels that differ; one pixel where none does.
    fn difference(&self, before: &Self, delay: u16) -> Frame {
        let rows = self.pixels.chunks_exact(self.width).zip(before.pixels.chunks_exact(self.width));
        let (mut left, mut right, mut top, mut bottom) = (self.width - 1, 0, self.height() - 1, 0);
        for (y, (new, old)) in rows.enumerate().filter(|(_, (new, old))| new != old) {
            let differs = |&x: &usize| new[x] != old[x];
            left = (0..left).find(differs).unwrap_or(left);
            right = (right..self.width).rfind(differs).unwrap_or(right);
            (top, bottom) = (top.min(y), bottom.max(y));
        }
        let (right, bottom) = (right.max(left), bottom.max(top));
        let places = (top..=bottom).flat_map(|y| (left..=right).map(move |x| y * self.width + x));
        let pixel = |at: usize| if self.pixels[at] == before.pixels[at] { SAME } else { self.pixels[at] };
        Frame {
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            pixels: places.map(pixel).collect(),
            delay,
        }
    }
}
