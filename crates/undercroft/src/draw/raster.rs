//! Pixels: the SVG text of a picture as PNG, with the seed and the recipe written into it.

use std::io;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use super::picture::{Area, CELL};

/// The most pixels that a picture may have: half a gigabyte while it is drawn.
pub const MAX_PIXELS: u64 = 1 << 27;

/// No PNG could be made.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The picture would have too many pixels.
    #[error(
        "at {pixels_per_cell} pixels per cell the picture would have {width}×{height} pixels, more than {MAX_PIXELS}; \
         {largest} pixels per cell is the most that fits"
    )]
    TooLarge {
        /// What was asked for.
        pixels_per_cell: u32,
        /// Pixels from west to east.
        width: u64,
        /// Pixels from north to south.
        height: u64,
        /// The most that fits.
        largest: u32,
    },
    /// The text is not SVG.
    #[error("the drawing is not SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// The image cannot be written or read.
    #[error("the image is not PNG: {0}")]
    Encode(#[from] png::EncodingError),
    /// The image cannot be read.
    #[error("the image is not PNG: {0}")]
    Decode(#[from] png::DecodingError),
}

/// A text that travels in the image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is about: `Title`, `Seed`, `Recipe`.
    pub keyword: String,
    /// The text.
    pub text: String,
}

/// Draws SVG text whose paper has this area.
///
/// # Errors
/// When the picture would have more than [`MAX_PIXELS`], or the text is not SVG.
pub fn png(svg: &str, area: Area, pixels_per_cell: u32, notes: &[Note]) -> Result<Vec<u8>, RasterError> {
    let (width, height) = pixels(area, pixels_per_cell)?;
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let mut pixmap = Pixmap::new(width, height).expect("both sides are at least one pixel and the area is limited");
    let scale = |pixels: u32, length: f32| pixels as f32 / length;
    let size = tree.size();
    resvg::render(
        &tree,
        Transform::from_scale(scale(width, size.width()), scale(height, size.height())),
        &mut pixmap.as_mut(),
    );
    encode(&pixmap, notes)
}

/// Reads the texts that travel in an image.
///
/// # Errors
/// When the bytes are not PNG.
pub fn notes(png: &[u8]) -> Result<Vec<Note>, RasterError> {
    let mut reader = png::Decoder::new(io::Cursor::new(png)).read_info()?;
    reader.finish()?;
    let info = reader.info();
    let international = info.utf8_text.iter().map(|chunk| Ok((chunk.keyword.clone(), chunk.get_text()?)));
    let notes: Result<Vec<_>, png::DecodingError> = international.collect();
    Ok(notes?.into_iter().map(|(keyword, text)| Note { keyword, text }).collect())
}

/// The sides of a picture in pixels.
fn pixels(area: Area, pixels_per_cell: u32) -> Result<(u32, u32), RasterError> {
    let side = |length: i32, px: u32| (length as u64 * u64::from(px)).div_ceil(CELL as u64).max(1);
    let sides = |px: u32| (side(area.width(), px), side(area.height(), px));
    let fits = |px: u32| sides(px).0 * sides(px).1 <= MAX_PIXELS;
    let (width, height) = sides(pixels_per_cell);
    if fits(pixels_per_cell) {
        return Ok((width as u32, height as u32));
    }
    let largest = (1..pixels_per_cell).rev().find(|&px| fits(px)).unwrap_or(0);
    Err(RasterError::TooLarge { pixels_per_cell, width, height, largest })
}

/// All pixels are opaque, for the paper covers them; three bytes each are enough.
fn encode(pixmap: &Pixmap, notes: &[Note]) -> Result<Vec<u8>, RasterError> {
    let rgb: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    for note in notes {
        encoder.add_itxt_chunk(note.keyword.clone(), note.text.clone())?;
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}
