//! Why no moving picture could be made.

use super::image::RasterError;
use super::work_meter::Cancelled;

/// No moving picture could be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnimationError {
    /// The map is too large for moving pixels.
    #[error("a map of {width}×{height} cells is too large for moving pixels: its sides may have {limit} cells")]
    TooLarge {
        /// Cells from west to east.
        width: i32,
        /// Cells from north to south.
        height: i32,
        /// The longest side.
        limit: i32,
    },
    /// The run has too many turns for SVG.
    #[error("the run has more than {limit} turns, too many for a moving SVG; GIF or PNG can show it")]
    TooLong {
        /// The most turns of all bodies together.
        limit: usize,
    },
    /// The sink asked to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The ground cannot be drawn.
    #[error(transparent)]
    Ground(#[from] RasterError),
    /// The pixels cannot be written as GIF.
    #[error("the pictures cannot be written as GIF: {0}")]
    Gif(#[from] gif::EncodingError),
    /// The pixels cannot be written as PNG.
    #[error("the pictures cannot be written as PNG: {0}")]
    Png(#[from] png::EncodingError),
}
