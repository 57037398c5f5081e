//! Moving pixels: pictures in few colors, of which only the first is whole, as GIF and as animated PNG.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::image::RasterError;
use super::picture::Picture;
use super::raster;
use super::theme::Color;

/// The longest side of a map that moves. [Unit: cells]
pub const MAX_SIDE: i32 = 2048;
/// The color of pixels that stay as they are.
pub const SAME: u8 = 0;

/// One picture, or the part of it that differs from the one before.
pub struct Frame {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    pixels: Vec<u8>,
    /// [Unit: hundredths of a second]
    delay: u16,
}

/// Pixels by their position in a palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Pixels from west to east.
    pub width: usize,
    /// Row by row.
    pub pixels: Vec<u8>,
}

/// What all pictures of a film share.
pub struct FrameEncoder {
    /// Pixels from west to east.
    pub width: usize,
    /// Pixels from north to south.
    pub height: usize,
    /// Red, green and blue of each color.
    pub palette: Vec<u8>,
}

impl FrameEncoder {
    /// The film as an animated GIF that begins again at its end.
    pub fn gif(&self, frames: impl Iterator<Item = Frame>) -> Result<Vec<u8>, gif::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, self.width as u16, self.height as u16, &self.palette)?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        for Frame { left, top, width, height, pixels, delay } in frames {
            let buffer = Cow::Owned(pixels);
            let transparent = Some(SAME);
            let frame = gif::Frame { delay, left, top, width, height, transparent, buffer, ..gif::Frame::default() };
            encoder.write_frame(&frame)?;
        }
        drop(encoder);
        Ok(bytes)
    }

    /// The film of `count` pictures as an animated PNG.
    pub fn png(&self, frames: impl Iterator<Item = Frame>, count: usize) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(self.palette.clone());
        encoder.set_trns(vec![0]);
        encoder.set_animated(count as u32, 0)?;
        let mut writer = encoder.write_header()?;
        for frame in frames {
            writer.set_frame_delay(frame.delay, 100)?;
            // Sides are checked against the place of the picture before.
            writer.reset_frame_position()?;
            writer.set_frame_dimension(frame.width.into(), frame.height.into())?;
            writer.set_frame_position(frame.left.into(), frame.top.into())?;
            writer.set_blend_op(png::BlendOp::Over)?;
            writer.write_image_data(&frame.pixels)?;
        }
        writer.finish()?;
        Ok(bytes)
    }
}

impl Canvas {
    /// All pixels alike.
    pub fn filled(width: usize, height: usize, color: u8) -> Self {
        Self { width, pixels: vec![color; width * height] }
    }

    /// Pixels from north to south.
    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// The smallest rectangle with all pixels that differ; one pixel where none does.
    pub fn difference(&self, before: &Self, delay: u16) -> Frame {
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

/// A picture in pixels of at most `limit` colors, which come into the palette from position `first` on.
pub fn rasterize(
    picture: &Picture,
    scale: u32,
    first: usize,
    limit: usize,
) -> Result<(Canvas, Vec<Color>), RasterError> {
    let png = raster::png(&picture.to_svg(), picture.area, scale, &[])?;
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info()?;
    let mut rgb = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let info = reader.next_frame(&mut rgb)?;
    let (colors, pixels) = few_colors(&rgb, first, limit);
    Ok((Canvas { width: info.width as usize, pixels }, colors))
}

/// The commonest colors of a picture, and every pixel as the position of the nearest of them in the palette. Colours
/// that agree in the upper five bits of each channel count as one.
fn few_colors(rgb: &[u8], first: usize, limit: usize) -> (Vec<Color>, Vec<u8>) {
    let bin = |pixel: &[u8]| pixel.iter().fold(0_u16, |bin, channel| bin << 5 | u16::from(channel >> 3));
    let mut bins: BTreeMap<u16, (u64, [u64; 3])> = BTreeMap::new();
    for pixel in rgb.chunks_exact(3) {
        let (count, sums) = bins.entry(bin(pixel)).or_default();
        *count += 1;
        sums.iter_mut().zip(pixel).for_each(|(sum, &channel)| *sum += u64::from(channel));
    }
    let means =
        bins.iter().map(|(&bin, &(count, sums))| (bin, count, Color { rgb: sums.map(|sum| (sum / count) as u8) }));
    let mut means: Vec<_> = means.collect();
    means.sort_by_key(|&(bin, count, _)| (std::cmp::Reverse(count), bin));
    let colors: Vec<Color> = means.iter().take(limit).map(|&(.., mean)| mean).collect();
    let nearest = means.iter().map(|&(bin, _, mean)| (bin, (first + nearest(&colors, mean)) as u8));
    let nearest: BTreeMap<u16, u8> = nearest.collect();
    (colors, rgb.chunks_exact(3).map(|pixel| nearest[&bin(pixel)]).collect())
}

fn nearest(colors: &[Color], wanted: Color) -> usize {
    let distance = |color: &Color| -> u32 {
        color.rgb.iter().zip(wanted.rgb).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    (0..colors.len()).min_by_key(|&at| distance(&colors[at])).unwrap_or(0)
}
