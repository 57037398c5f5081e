//! A picture in pixels, and why there is none.

use resvg::usvg;

use super::work_meter::Cancelled;

/// The most pixels that a picture may have: half a gigabyte while it is drawn.
pub const MAX_PIXELS: u64 = 1 << 27;

/// A picture in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The bytes of the PNG file.
    pub png: Vec<u8>,
    /// Pixels from west to east.
    pub width: u32,
    /// Pixels from north to south.
    pub height: u32,
    /// Pixels to a cell, where the map was so large that it was colored plainly instead of being drawn.
    pub plain: Option<u32>,
}

/// No PNG could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// The image cannot be written.
    #[error("the image cannot be written as PNG: {0}")]
    Encode(#[from] png::EncodingError),
    /// The image cannot be read.
    #[error("the image is not PNG: {0}")]
    Decode(#[from] png::DecodingError),
    /// The sink asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The image ends too early.
    #[error("the PNG is cut off; a whole one ends with its IEND chunk")]
    CutOff,
}
