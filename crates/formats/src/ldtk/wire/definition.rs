//! Definitions of layers, tilesets and enums.

use serde::Serialize;

use super::{EntityDef, FieldDef, Never, Null, TilesetRect};

/// Everything that levels are made of.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct Definitions {
    pub layers: Vec<LayerDef>,
    pub entities: Vec<EntityDef>,
    pub tilesets: Vec<TilesetDef>,
    pub enums: Vec<EnumDef>,
    pub external_enums: Never,
    pub level_fields: Vec<FieldDef>,
}

/// A layer that every level has.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools, reason = "the format has them")]
pub(in crate::ldtk) struct LayerDef {
    #[serde(rename = "__type")]
    pub shown_type: &'static str,
    pub identifier: &'static str,
    #[serde(rename = "type")]
    pub layer_type: &'static str,
    pub uid: u32,
    pub doc: Option<&'static str>,
    pub ui_color: Null,
    pub grid_size: u32,
    pub guide_grid_wid: u32,
    pub guide_grid_hei: u32,
    pub display_opacity: u8,
    pub inactive_opacity: f32,
    pub hide_in_list: bool,
    pub hide_fields_when_inactive: bool,
    pub can_select_when_inactive: bool,
    pub render_in_world_view: bool,
    pub px_offset_x: i32,
    pub px_offset_y: i32,
    pub parallax_factor_x: u8,
    pub parallax_factor_y: u8,
    pub parallax_scaling: bool,
    pub required_tags: Never,
    pub excluded_tags: Never,
    pub auto_tiles_killed_by_other_layer_uid: Null,
    pub ui_filter_tags: Never,
    pub use_async_render: bool,
    pub int_grid_values: Vec<IntGridValueDef>,
    pub int_grid_values_groups: Vec<IntGridValueGroupDef>,
    pub auto_rule_groups: Never,
    pub auto_source_layer_def_uid: Null,
    pub tileset_def_uid: Option<u32>,
    pub tile_pivot_x: u8,
    pub tile_pivot_y: u8,
    pub biome_field_uid: Null,
}

/// A value of an IntGrid layer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct IntGridValueDef {
    pub value: u32,
    pub identifier: &'static str,
    pub color: String,
    pub tile: Option<TilesetRect>,
    pub group_uid: u32,
}

/// A group of such values, in the editor's list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct IntGridValueGroupDef {
    pub uid: u32,
    pub identifier: &'static str,
    pub color: Null,
}

/// A tileset's image and how it is cut.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct TilesetDef {
    #[serde(rename = "__cWid")]
    pub columns: u32,
    #[serde(rename = "__cHei")]
    pub rows: u32,
    pub identifier: &'static str,
    pub uid: u32,
    pub rel_path: String,
    pub embed_atlas: Null,
    pub px_wid: u32,
    pub px_hei: u32,
    pub tile_grid_size: u32,
    pub spacing: u32,
    pub padding: u32,
    pub tags: Never,
    pub tags_source_enum_uid: Null,
    pub enum_tags: Never,
    pub custom_data: Vec<TileData>,
    pub saved_selections: Never,
    pub cached_pixel_data: Null,
}

/// What is known of one tile, as text.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct TileData {
    pub tile_id: u32,
    pub data: String,
}

/// An enum.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct EnumDef {
    pub identifier: &'static str,
    pub uid: u32,
    pub values: Vec<EnumValueDef>,
    pub icon_tileset_uid: Null,
    pub external_rel_path: Null,
    pub external_file_checksum: Null,
    pub tags: Never,
}

/// A word of an enum.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct EnumValueDef {
    pub id: String,
    pub tile_rect: Null,
    pub color: u32,
}
