//! The formats `tmx` and `tmj` with their options.

use undercroft::dungeon::Dungeon;
use undercroft::field::{Field, FieldKind};
use undercroft_draw::WorkMeter;

use super::{OwnTileset, Syntax, TiledOptions, is_tiled, read, write_metered};
use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{PLAYER, SPLIT, TILE_PX, TILES, option};
use crate::options::Options;
use crate::output::{Output, WriteError};
use crate::tileset::TilePixels;

static TILESET: Field = option(
    "tileset",
    "Own tileset",
    TILES,
    FieldKind::TextFile,
    "",
    "A tileset of your own, as TOML that maps our tiles to positions in its image",
);

const INFO: FormatInfo = FormatInfo {
    title: "A map of Tiled in XML, with its tileset",
    preserves: "everything: tiles, rooms, doors, links, stairs, collision, features, spawns, notes, keys, the recipe",
    omits: "nothing",
    readers: "Tiled 1.8 (tmxrasterizer), crate tiled",
};

/// A map of Tiled in XML.
pub static TMX: Format = Format {
    name: "tmx",
    extensions: &["tmx"],
    media_type: "application/xml",
    is_text: true,
    has_player_edition: true,
    info: INFO,
    scope: Scope::WholeDungeon,
    options: &[&PLAYER, &SPLIT, &TILE_PX, &TILESET],
    recognize: Some(|input| !input.is_json() && is_tiled(input.text)),
    read: Some(|input| read(input.text)),
    write: Some(|dungeon, options, meter| export(dungeon, options, Syntax::Tmx, meter)),
    count_pages: None,
    preview: None,
};

/// A map of Tiled in JSON.
pub static TMJ: Format = Format {
    name: "tmj",
    extensions: &["tmj"],
    media_type: "application/json",
    is_text: true,
    has_player_edition: true,
    info: FormatInfo {
        title: "A map of Tiled in JSON, with its tileset",
        readers: "Tiled 1.8 (tmxrasterizer)",
        ..INFO
    },
    scope: Scope::WholeDungeon,
    options: &[&PLAYER, &SPLIT, &TILE_PX, &TILESET],
    recognize: Some(|input| input.is_json() && is_tiled(input.text)),
    read: Some(|input| read(input.text)),
    write: Some(|dungeon, options, meter| export(dungeon, options, Syntax::Tmj, meter)),
    count_pages: None,
    preview: None,
};

fn export(dungeon: &Dungeon, options: &Options, syntax: Syntax, meter: &WorkMeter) -> Result<Output, WriteError> {
    let typed = TiledOptions { syntax, ..TiledOptions::try_from(options)? };
    Ok(write_metered(dungeon, &typed, meter)?.into())
}

impl TryFrom<&Options> for TiledOptions {
    type Error = WriteError;

    fn try_from(options: &Options) -> Result<Self, WriteError> {
        if options.is_given("tile_px") && options.is_given("tileset") {
            return Err(WriteError::Refused("tile_px: does not apply with tileset; omit one of them".to_owned()));
        }
        let own = options.given_text("tileset").map(OwnTileset::from_toml).transpose();
        Ok(Self {
            name: options.stem().to_owned(),
            syntax: Syntax::default(),
            tile: TilePixels::from(options),
            per_level: options.is_on("split"),
            player: options.is_on("player"),
            tileset: own.map_err(|error| WriteError::Refused(format!("tileset: {error}")))?,
        })
    }
}
