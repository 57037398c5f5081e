//! The format `ldtk` with its options.

use super::{LdtkOptions, is_project, read, write_metered};
use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{PLAYER, TILE_PX};
use crate::options::Options;
use crate::tileset::TilePixels;

/// A project of LDtk.
pub static FORMAT: Format = Format {
    name: "ldtk",
    extensions: &["ldtk"],
    media_type: "application/json",
    is_text: true,
    has_player_edition: true,
    info: FormatInfo {
        title: "A project of LDtk 1.5.3, with its tileset",
        preserves: "everything: tiles, rooms, doors, links, stairs, features, spawns, notes, lights, keys, the recipe",
        omits: "nothing",
        readers: "crate ldtk2 0.8",
    },
    scope: Scope::WholeDungeon,
    options: &[&PLAYER, &TILE_PX],
    recognize: Some(|input| is_project(input.start())),
    read: Some(|input| read(input.text)),
    write: Some(|dungeon, options, meter| Ok(write_metered(dungeon, &LdtkOptions::from(options), meter)?.into())),
    count_pages: None,
    preview: None,
};

impl From<&Options> for LdtkOptions {
    fn from(options: &Options) -> Self {
        Self { name: options.stem().to_owned(), tile: TilePixels::from(options), player: options.is_on("player") }
    }
}
