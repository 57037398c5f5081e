//! Custom fields: definitions and values.

use serde::Serialize;

use super::{Never, Null};

/// A field of an entity or of all levels.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools, reason = "the format has them")]
pub(in crate::ldtk) struct FieldDef {
    pub identifier: &'static str,
    pub doc: &'static str,
    #[serde(rename = "__type")]
    pub shown_type: String,
    pub uid: u32,
    #[serde(rename = "type")]
    pub field_type: String,
    pub is_array: bool,
    pub can_be_null: bool,
    pub array_min_length: Null,
    pub array_max_length: Null,
    pub editor_display_mode: &'static str,
    pub editor_display_scale: u8,
    pub editor_display_pos: &'static str,
    pub editor_link_style: &'static str,
    pub editor_display_color: Null,
    pub editor_always_show: bool,
    pub editor_show_in_world: bool,
    pub editor_cut_long_values: bool,
    pub editor_text_suffix: Null,
    pub editor_text_prefix: Null,
    pub use_for_smart_color: bool,
    pub export_to_toc: bool,
    pub searchable: bool,
    pub min: Option<i32>,
    pub max: Option<i32>,
    pub regex: Null,
    pub accept_file_types: Null,
    pub default_override: Option<Inner>,
    pub text_language_mode: Null,
    pub symmetrical_ref: bool,
    pub auto_chain_ref: bool,
    pub allow_out_of_level_ref: bool,
    pub allowed_refs: &'static str,
    pub allowed_refs_entity_uid: Option<u32>,
    pub allowed_ref_tags: Never,
    pub tileset_uid: Null,
}

/// A field with its value.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::ldtk) struct FieldInstance {
    #[serde(rename = "__identifier")]
    pub identifier: &'static str,
    #[serde(rename = "__type")]
    pub shown_type: String,
    #[serde(rename = "__value")]
    pub value: Shown,
    #[serde(rename = "__tile")]
    pub tile: Null,
    pub def_uid: u32,
    pub real_editor_values: Vec<Inner>,
}

/// A value as readers of the file see it.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::ldtk) enum Shown {
    Nothing,
    Bool(bool),
    Int(i64),
    Text(String),
    Point {
        cx: i32,
        cy: i32,
    },
    #[serde(rename_all = "camelCase")]
    Entity {
        entity_iid: String,
        layer_iid: String,
        level_iid: String,
        world_iid: String,
    },
    List(Vec<Self>),
}

/// The same value as the editor keeps it.
#[derive(Serialize)]
#[serde(tag = "id", content = "params")]
pub(in crate::ldtk) enum Inner {
    #[serde(rename = "V_Bool")]
    Bool([bool; 1]),
    #[serde(rename = "V_Int")]
    Int([i64; 1]),
    #[serde(rename = "V_String")]
    Text([String; 1]),
}
