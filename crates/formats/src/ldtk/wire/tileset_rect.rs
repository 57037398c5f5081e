//! A rectangle of a tileset's image.

use serde::Serialize;

/// A rectangle of a tileset's image. [Unit: pixels]
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct TilesetRect {
    pub tileset_uid: u32,
    pub x: u32,
    pub y: u32,
    pub w: u32,
    pub h: u32,
}
