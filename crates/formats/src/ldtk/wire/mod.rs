//! The file as LDtk 1.5.3 has it, field by field, in the order in which the editor writes them.
//!
//! The editor needs all of it, also what says nothing here: a missing field is an error to it or a silent default. Names
//! and meanings are those of <https://ldtk.io/json>. Written only; reading asks for less
//! ([`read::file`](super::read)).

mod definition;
mod entity;
mod field;
mod level_file;
mod project;
mod tileset_rect;

pub(super) use definition::{
    Definitions, EnumDef, EnumValueDef, IntGridValueDef, IntGridValueGroupDef, LayerDef, TileData, TilesetDef,
};
pub(super) use entity::EntityDef;
pub(super) use field::{FieldDef, FieldInstance, Inner, Shown};
pub(super) use level_file::{EntityInstance, LayerInstance, LevelInstance, Neighbour, Tile};
pub(super) use project::{Header, Project};
pub(super) use tileset_rect::TilesetRect;

/// A list that stays empty in what is written here, whatever it could hold.
pub(super) type Never = [(); 0];
/// A value that stays null in what is written here.
pub(super) type Null = ();
