//! The root of the file.

use serde::Serialize;

use super::{Definitions, LevelInstance, Never, Null};

/// A project.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools, reason = "the format has them")]
pub(in crate::ldtk) struct Project {
    #[serde(rename = "__header__")]
    pub header: Header,
    pub iid: String,
    pub json_version: &'static str,
    pub app_build_id: u32,
    pub next_uid: u32,
    pub identifier_style: &'static str,
    pub toc: Never,
    pub world_layout: &'static str,
    pub world_grid_width: i64,
    pub world_grid_height: i64,
    pub default_level_width: i64,
    pub default_level_height: i64,
    pub default_pivot_x: u8,
    pub default_pivot_y: u8,
    pub default_grid_size: u32,
    pub default_entity_width: u32,
    pub default_entity_height: u32,
    pub bg_color: String,
    pub default_level_bg_color: String,
    pub minify_json: bool,
    pub external_levels: bool,
    pub export_tiled: bool,
    pub simplified_export: bool,
    pub image_export_mode: &'static str,
    pub export_level_bg: bool,
    pub png_file_pattern: Null,
    pub backup_on_save: bool,
    pub backup_limit: u8,
    pub backup_rel_path: Null,
    pub level_name_pattern: &'static str,
    pub tutorial_desc: Null,
    pub custom_commands: Never,
    pub flags: Never,
    pub defs: Definitions,
    pub levels: Vec<LevelInstance>,
    pub worlds: Never,
    pub dummy_world_iid: String,
}

/// What the file is, for those who open it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct Header {
    pub file_type: &'static str,
    pub app: &'static str,
    pub doc: &'static str,
    pub schema: &'static str,
    pub app_version: &'static str,
    pub url: &'static str,
}
