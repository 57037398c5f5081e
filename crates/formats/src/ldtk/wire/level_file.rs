//! Levels with their layers, tiles and entities.

use serde::Serialize;

use super::{FieldInstance, Never, Null, TilesetRect};

/// A level.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct LevelInstance {
    pub identifier: String,
    pub iid: String,
    pub uid: u32,
    pub world_x: i32,
    pub world_y: i32,
    pub world_depth: i32,
    pub px_wid: i64,
    pub px_hei: i64,
    #[serde(rename = "__bgColor")]
    pub shown_bg_color: String,
    pub bg_color: Null,
    pub use_auto_identifier: bool,
    pub bg_rel_path: Null,
    pub bg_pos: Null,
    pub bg_pivot_x: f32,
    pub bg_pivot_y: f32,
    #[serde(rename = "__smartColor")]
    pub smart_color: String,
    #[serde(rename = "__bgPos")]
    pub shown_bg_pos: Null,
    pub external_rel_path: Null,
    pub field_instances: Vec<FieldInstance>,
    pub layer_instances: Vec<LayerInstance>,
    #[serde(rename = "__neighbours")]
    pub neighbours: Vec<Neighbour>,
}

/// A level that touches another.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct Neighbour {
    pub level_iid: String,
    pub dir: &'static str,
}

/// A layer of a level.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct LayerInstance {
    #[serde(rename = "__identifier")]
    pub identifier: &'static str,
    #[serde(rename = "__type")]
    pub layer_type: &'static str,
    #[serde(rename = "__cWid")]
    pub columns: i32,
    #[serde(rename = "__cHei")]
    pub rows: i32,
    #[serde(rename = "__gridSize")]
    pub grid_size: u32,
    #[serde(rename = "__opacity")]
    pub opacity: u8,
    #[serde(rename = "__pxTotalOffsetX")]
    pub total_offset_x: i32,
    #[serde(rename = "__pxTotalOffsetY")]
    pub total_offset_y: i32,
    #[serde(rename = "__tilesetDefUid")]
    pub tileset_def_uid: Option<u32>,
    #[serde(rename = "__tilesetRelPath")]
    pub tileset_rel_path: Option<String>,
    pub iid: String,
    pub level_id: u32,
    pub layer_def_uid: u32,
    pub px_offset_x: i32,
    pub px_offset_y: i32,
    pub visible: bool,
    pub optional_rules: Never,
    pub int_grid_csv: Vec<u8>,
    pub auto_layer_tiles: Never,
    pub seed: u32,
    pub override_tileset_uid: Null,
    pub grid_tiles: Vec<Tile>,
    pub entity_instances: Vec<EntityInstance>,
}

/// A tile that lies on a cell.
#[derive(Serialize)]
pub(in crate::ldtk) struct Tile {
    /// Where it lies on the layer. [Unit: pixels]
    pub px: [i32; 2],
    /// Where it is in the tileset's image. [Unit: pixels]
    pub src: [u32; 2],
    /// Whether it is mirrored.
    pub f: u8,
    /// Its number in the tileset.
    pub t: u32,
    /// The number of its cell, row by row.
    pub d: [u32; 1],
    /// Its opacity.
    pub a: u8,
}

/// An entity.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct EntityInstance {
    #[serde(rename = "__identifier")]
    pub identifier: &'static str,
    #[serde(rename = "__grid")]
    pub grid: [i32; 2],
    #[serde(rename = "__pivot")]
    pub pivot: [u8; 2],
    #[serde(rename = "__tags")]
    pub tags: Never,
    #[serde(rename = "__tile")]
    pub tile: Option<TilesetRect>,
    #[serde(rename = "__smartColor")]
    pub smart_color: String,
    pub iid: String,
    pub width: i32,
    pub height: i32,
    pub def_uid: u32,
    pub px: [i32; 2],
    pub field_instances: Vec<FieldInstance>,
    #[serde(rename = "__worldX")]
    pub world_x: i32,
    #[serde(rename = "__worldY")]
    pub world_y: i32,
}
