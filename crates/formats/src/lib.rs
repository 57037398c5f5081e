//! Dungeons in the formats of other programs, out and back.
//!
//! Each format is one [`Format`] in [`FORMATS`]: its names, its options, and how to recognize, read and write it. A file
//! is recognized by its content, then by its extension. Whatever is read is checked here, once, so that everything behind
//! it can trust it; an error is one sentence with the position in the file. Nothing here opens a file: bytes in, values
//! out.

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
mod option_fields;
mod options;
#[cfg(feature = "uvtt")]
pub mod outline;
mod output;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(any(feature = "tiled", feature = "ldtk"))]
mod player_edition;
#[cfg(feature = "png")]
pub mod png;
mod registry;
pub mod svg;
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

pub use format::{Format, FormatInfo, Scope};
pub use input::Input;
pub use options::{OptionError, Options};
pub use output::{File, Output, WriteError};
pub use registry::{FORMATS, FormatError, InputKind, by_extension, by_name, missing_levels, read};

/// The example of the README, compiled and run.
#[cfg(all(doctest, feature = "png"))]
#[doc = include_str!("../../../README.md")]
struct Readme;
