//! Definitions of entities.

use serde::Serialize;

use super::{FieldDef, Never, Null, TilesetRect};

/// A kind of entity.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools, reason = "the format has them")]
pub(in crate::ldtk) struct EntityDef {
    pub identifier: &'static str,
    pub uid: u32,
    pub tags: Never,
    pub export_to_toc: bool,
    pub allow_out_of_bounds: bool,
    pub doc: &'static str,
    pub width: u32,
    pub height: u32,
    pub resizable_x: bool,
    pub resizable_y: bool,
    pub min_width: Option<u32>,
    pub max_width: Option<u32>,
    pub min_height: Option<u32>,
    pub max_height: Option<u32>,
    pub keep_aspect_ratio: bool,
    pub tile_opacity: u8,
    pub fill_opacity: f32,
    pub line_opacity: u8,
    pub hollow: bool,
    pub color: String,
    pub render_mode: &'static str,
    pub show_name: bool,
    pub tileset_id: Option<u32>,
    pub tile_render_mode: &'static str,
    pub tile_rect: Option<TilesetRect>,
    pub ui_tile_rect: Null,
    pub nine_slice_borders: Never,
    pub max_count: u32,
    pub limit_scope: &'static str,
    pub limit_behavior: &'static str,
    pub pivot_x: u8,
    pub pivot_y: u8,
    pub field_defs: Vec<FieldDef>,
}
