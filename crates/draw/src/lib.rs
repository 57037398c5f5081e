#![doc = include_str!("../README.md")]

#[cfg(feature = "crowd")]
mod animation;
#[cfg(feature = "gif")]
mod animation_error;
mod brick;
mod canopy;
mod cell_loops;
mod contents;
mod door;
mod draw;
mod entrance_arrow;
mod feature;
#[cfg(feature = "gif")]
mod film;
mod fine_hatch;
#[cfg(test)]
mod fixture;
mod floor_drawing;
mod floor_grid;
mod frame;
#[cfg(feature = "gif")]
mod frame_encoder;
#[cfg(feature = "gif")]
mod generation_film;
mod glyphs;
mod ground_color;
mod ground_drawing;
mod ground_marks;
mod half_block;
mod halo;
mod hatch;
#[cfg(feature = "png")]
mod image;
mod ink;
mod key;
mod label_spot;
mod legend;
mod lettering;
mod level_drawing;
mod level_pane;
mod metadata;
mod options;
mod outline;
mod overlay;
mod page;
mod page_pen;
mod pane_rows;
mod paper;
pub mod parts;
mod picture;
#[cfg(feature = "png")]
mod picture_pieces;
mod picture_window;
mod pillar;
#[cfg(feature = "png")]
mod plain;
mod poisson_sample;
mod print;
#[cfg(feature = "png")]
pub mod raster;
mod redact;
mod redact_contents;
mod rock;
mod rock_distance;
mod room_number;
mod scaling;
mod sketch;
mod stairs;
mod svg;
mod symbol;
mod symbols;
pub mod terminal;
mod theme;
mod typeset;
mod value_noise;
mod voice;
mod voronoi;
mod wall_line;
mod wall_strokes;
mod water_lines;
mod window;
mod wobble;
mod word;
mod work_meter;

#[cfg(feature = "crowd")]
pub use animation::Animation;
#[cfg(feature = "gif")]
pub use animation_error::AnimationError;
pub use draw::{draw, draw_metered, draw_with};
#[cfg(feature = "gif")]
pub use generation_film::{GenerationFilm, LAST_DELAY, LONGEST_SIDE, MAX_FRAMES};
pub use metadata::{Metadata, NotedPins, png_metadata};
pub use options::{
    DrawOptions, Edition, FeatureDetail, Levels, MAX_DRAWN_CELLS, MAX_HATCHED_CELLS, MAX_SYMBOLS, Masonry, Rock,
};
pub use outline::{Outline, OutlineLoop, OutlinePoint, OutlineTag};
pub use overlay::{Mark, Overlay, PALETTE};
pub use paper::Paper;
pub use picture::{Area, CELL, Paint, PaintedPath, PathCommand, Picture, PictureGroup, Point, VectorPath};
pub use print::{PageKind, PrintLayout, PrintPage};
pub use redact::redact_secrets;
pub use symbols::symbol_sheet;
pub use theme::{Color, THEME_NAMES, Theme, ThemeError, Weight, Weights};
pub use typeset::undrawn_letters;
pub use word::Word;
pub use work_meter::{Cancelled, MeteredWriter, WorkMeter};
