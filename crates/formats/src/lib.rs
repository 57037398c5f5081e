#![doc = include_str!("../README.md")]

#[cfg(feature = "dataset")]
pub mod dataset;
mod format;
#[cfg(feature = "foundry")]
pub mod foundry;
pub mod fov_text;
mod input;
pub mod json;
#[cfg(feature = "ldtk")]
pub mod ldtk;
#[cfg(feature = "movingai")]
pub mod movingai;
#[cfg_attr(
    not(all(feature = "tiled", feature = "uvtt", feature = "pdf")),
    allow(dead_code, reason = "the fields of formats that are switched off")
)]
mod option_fields;
mod options;
#[cfg(feature = "uvtt")]
pub mod outline;
mod output;
mod page_count;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(any(feature = "tiled", feature = "ldtk"))]
mod pin_cells;
#[cfg(any(feature = "tiled", feature = "ldtk"))]
mod pin_ticks;
#[cfg(any(feature = "tiled", feature = "ldtk"))]
mod player_edition;
#[cfg(feature = "png")]
pub mod png;
mod preview;
mod registry;
#[cfg(any(feature = "tiled", feature = "ldtk"))]
mod room_notes;
pub mod svg;
#[cfg(feature = "uvtt")]
mod table_contents;
#[cfg(feature = "uvtt")]
mod table_frame;
#[cfg(feature = "uvtt")]
mod table_parts;
#[cfg(feature = "uvtt")]
mod table_picture;
#[cfg(feature = "uvtt")]
pub mod tabletop;
pub mod text;
#[cfg(feature = "tiled")]
pub mod tiled;
#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub mod tileset;
mod unsupported;
#[cfg(feature = "uvtt")]
pub mod uvtt;
#[cfg(feature = "uvtt")]
mod wall_clip;

pub use format::{Format, FormatInfo, Scope};
pub use input::Input;
pub use options::{OptionError, Options};
pub use output::{File, Output, WriteError};
pub use page_count::PageCount;
pub use preview::ExportPreview;
pub use registry::{FORMATS, FormatError, InputKind, by_extension, by_name, is_recognized, missing_levels, read};
