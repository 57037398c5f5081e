//! LDtk projects, jsonVersion 1.5.3 (<https://ldtk.io/json>): one file that the editor opens, with the image of its
//! tiles beside it.
//!
//! ```text
//! Entities   Room, Link, Stub, Door, Entrance, Feature, Stairs, Spawn, Light, Key      ← topmost
//! Tiles      how it looks, cut from our own tileset; nothing is read from it
//! Terrain    IntGrid: 0 rock, 1 Wall, 2 Floor, 3 Corridor, 4 Door, 5 StairsUp, 6 StairsDown
//! ```
//!
//! Every floor of the dungeon is a level at the same place of the world, its height the `worldDepth`. Whatever a dungeon
//! holds is in the file, in fields that the editor shows, so that [`read`] gives an equal dungeon back. A file that was
//! edited gives the dungeon that its tiles show: see [`read`].

mod content_entities;
mod defs;
mod entities;
mod enums;
mod feature_word;
mod fields;
mod iid;
mod layer;
mod layout;
mod ldtk_format;
mod level;
mod read;
mod schema;
mod wire;

pub use self::ldtk_format::FORMAT;
pub use self::read::read;

use self::entities::Entities;
use self::iid::Iids;
use self::layer::Layer;
use self::level::Levels;
use self::schema::{FIRST_LEVEL, TILESET_UID};
use self::wire::{Header, Project, TileData, TilesetDef};
use super::player_edition::player_edition;
use super::tileset::{self, TilePixels, Tileset};
use crate::output::{File, WriteError};
use undercroft::dungeon::Dungeon;
use undercroft_draw::WorkMeter;

/// The version of the format that is written.
pub const JSON_VERSION: &str = "1.5.3";
/// The build of the editor that wrote this version first.
const APP_BUILD_ID: u32 = 473_703;
/// What is behind everything, where there is rock out of sight.
const BACKGROUND: &str = "#232029";
/// What wrote the file.
const GENERATOR: &str = concat!("undercroft ", env!("CARGO_PKG_VERSION"));

/// How a project is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LdtkOptions {
    /// The name of the files, without extension.
    pub name: String,
    /// How large a tile is.
    pub tile: TilePixels,
    /// Whether it is for players: nothing in it tells of secrets.
    pub player: bool,
}

impl Default for LdtkOptions {
    fn default() -> Self {
        Self { name: "dungeon".to_owned(), tile: TilePixels::default(), player: false }
    }
}

/// Writes a project: `NAME.ldtk` and the image of its tiles, `NAME-tiles.png`.
///
/// # Errors
/// When the dungeon has no levels.
///
/// ```
/// use undercroft_formats::ldtk::{LdtkOptions, write};
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"#######\n#..+..#\n#######\n").unwrap();
/// let files = write(&hall, &LdtkOptions::default()).unwrap();
/// assert_eq!(undercroft_formats::read(Some("hall.ldtk"), &files[0].bytes).unwrap(), hall);
/// ```
pub fn write(dungeon: &Dungeon, options: &LdtkOptions) -> Result<Vec<File>, WriteError> {
    write_metered(dungeon, options, &WorkMeter::unlimited())
}

/// Writes a dungeon as [`write()`] does, unless the meter stops.
///
/// # Errors
/// As [`write()`], and [`WriteError::Cancelled`] where the sink of the meter asked to stop.
pub fn write_metered(dungeon: &Dungeon, options: &LdtkOptions, meter: &WorkMeter) -> Result<Vec<File>, WriteError> {
    if dungeon.levels.is_empty() {
        return Err(WriteError::Refused("a dungeon without levels cannot be an LDtk project".to_owned()));
    }
    let known = options.player.then(|| player_edition(dungeon));
    let dungeon = known.as_ref().unwrap_or(dungeon);
    let image = format!("{}-tiles.png", options.name);
    let tileset = Tileset::draw(options.tile);
    // The image lies beside the project, whatever folder the two are in.
    let beside = image.rsplit('/').next().unwrap_or(&image);
    let project = project(dungeon, &tileset, beside, meter);
    meter.ask()?;
    let project = layout::to_bytes(&project, meter)?;
    Ok(vec![File::new(format!("{}.ldtk", options.name), project), File::companion(image, tileset.png())])
}

/// Whether a text begins as LDtk's files do.
pub(super) fn is_project(text: &str) -> bool {
    // The header comes first, or where there is none, the version among the first few settings.
    let mut end = text.len().min(2_000);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let start = &text[..end];
    let has_header = start.contains("\"__header__\"") && start.contains("\"LDtk");
    start.starts_with('{') && (has_header || start.contains("\"jsonVersion\""))
}

fn project(dungeon: &Dungeon, tileset: &Tileset, image: &str, meter: &WorkMeter) -> Project {
    let tile = tileset.tile.side();
    let iids = Iids::from_dungeon(dungeon);
    let entities = Entities::new(dungeon, &iids, tile);
    let levels = Levels { dungeon, iids: &iids, entities, tile, tileset: image, meter }.all();
    let largest = |side: fn(&wire::LevelInstance) -> i64| levels.iter().map(side).max().unwrap_or_default();
    let [width, height] = [largest(|level| level.px_wid), largest(|level| level.px_hei)];
    Project {
        header: HEADER,
        iid: iids.iid("project"),
        json_version: JSON_VERSION,
        app_build_id: APP_BUILD_ID,
        next_uid: FIRST_LEVEL + levels.len() as u32,
        identifier_style: "Capitalize",
        toc: [],
        world_layout: "Free",
        world_grid_width: width,
        world_grid_height: height,
        default_level_width: width,
        default_level_height: height,
        default_pivot_x: 0,
        default_pivot_y: 0,
        default_grid_size: tile,
        default_entity_width: tile,
        default_entity_height: tile,
        bg_color: BACKGROUND.to_owned(),
        default_level_bg_color: BACKGROUND.to_owned(),
        minify_json: false,
        external_levels: false,
        export_tiled: false,
        simplified_export: false,
        image_export_mode: "None",
        export_level_bg: true,
        png_file_pattern: (),
        backup_on_save: false,
        backup_limit: 10,
        backup_rel_path: (),
        level_name_pattern: "Level_%idx",
        tutorial_desc: (),
        custom_commands: [],
        flags: [],
        defs: defs::definitions(
            &Layer::of(dungeon),
            tile,
            tileset_def(tileset, image),
            feature_word::feature_words(dungeon),
        ),
        levels,
        worlds: [],
        dummy_world_iid: iids.world(),
    }
}

const HEADER: Header = Header {
    file_type: "LDtk Project JSON",
    app: "LDtk",
    doc: "https://ldtk.io/json",
    schema: "https://ldtk.io/files/JSON_SCHEMA.json",
    app_version: JSON_VERSION,
    url: "https://ldtk.io",
};

fn tileset_def(tileset: &Tileset, image: &str) -> TilesetDef {
    let side = tileset.tile.side();
    let named = tileset::Tile::all().map(|tile| TileData { tile_id: tile.id().0.into(), data: tile.name() });
    TilesetDef {
        columns: tileset.width / side,
        rows: tileset.height / side,
        identifier: "Dungeon",
        uid: TILESET_UID,
        rel_path: image.to_owned(),
        embed_atlas: (),
        px_wid: tileset.width,
        px_hei: tileset.height,
        tile_grid_size: side,
        spacing: 0,
        padding: 0,
        tags: [],
        tags_source_enum_uid: (),
        enum_tags: [],
        custom_data: named.collect(),
        saved_selections: [],
        cached_pixel_data: (),
    }
}
