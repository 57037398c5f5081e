//! Maps of Tiled, in its XML (`.tmx`) and its JSON (`.tmj`), out and back.
//!
//! Version 1.10 of the format: nothing newer is used, objects and tiles have a `type`, layers are CSV. Everything that a
//! dungeon holds is in the file, as tiles, as objects, or as properties of objects and of the map; reading what was written
//! gives an equal dungeon. A file that a person edited gives the dungeon that it shows: tiles are taken as they are, objects
//! are matched with them, and the judge ([`verify`](undercroft::verify::verify)) says what the edit broke.
//!
//! The format: <https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>.

mod chunks;
mod contents;
mod data;
mod doors;
mod entities;
mod ids;
mod layer_sizes;
mod map_file;
mod map_level;
mod read_contents;
mod read_map;
mod rooms;
mod shape;
mod tiled_format;
mod tileset_map;
mod tmj_read;
mod tmj_write;
mod tmx_read;
mod tmx_write;
mod world;
mod write_map;

pub use tiled_format::{TMJ, TMX};
pub use tileset_map::{OwnTileset, TilesetError};
pub use world::{is_world, maps_of_world};

use std::collections::BTreeSet;

use super::player_edition::player_edition;
use super::tileset::{Layers, Tile, TileId, TilePixels, Tileset, tiling_metered};
use crate::output::{File, WriteError};
use map_file::{Fault, Map, MapPosition};
use tileset_map::Skin;
use undercroft::dungeon::{Dungeon, Level};
use undercroft::format::decode::{character, size};
use undercroft::format::json::value_place;
use undercroft::format::{FilePosition, MAX_CELLS, ReadError, named};
use undercroft_draw::{Cancelled, WorkMeter};
use write_map::compose;

/// The version of the format.
const VERSION: &str = "1.10";
/// The version of Tiled that would write such files.
const TILED_VERSION: &str = "1.10.2";
/// The largest tile. [Unit: pixels]
const MAX_TILE: i64 = 1 << 14;

/// How a map is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// XML, `.tmx`.
    #[default]
    Tmx,
    /// JSON, `.tmj`.
    Tmj,
}

impl Syntax {
    /// The ending of its files, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Tmx => "tmx",
            Self::Tmj => "tmj",
        }
    }
}

/// What to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TiledOptions {
    /// The name of the files, without an ending; `dungeon` where it is empty.
    pub name: String,
    /// XML or JSON.
    pub syntax: Syntax,
    /// How large the tiles of our own tileset are.
    pub tile: TilePixels,
    /// One map for each level, and a `.world` that holds them together, instead of one map with a group for each level.
    pub per_level: bool,
    /// The players' edition: no secrets, no keys and inhabitants, no recipe.
    pub player: bool,
    /// A tileset of the user's own instead of ours; its image is not among the files.
    pub tileset: Option<OwnTileset>,
}

/// Writes a dungeon: the map or maps first, then the world, then the image of our tileset.
///
/// # Errors
/// When the dungeon has no level, or the user's tileset lacks tiles that it needs.
///
/// ```
/// use undercroft_formats::tiled::{TiledOptions, read, write};
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"#######\n#..+..#\n#######\n").unwrap();
/// let files = write(&hall, &TiledOptions::default()).unwrap();
/// let text = String::from_utf8(files[0].bytes.clone()).unwrap();
/// assert_eq!(read(&text).unwrap(), hall);
/// ```
pub fn write(dungeon: &Dungeon, options: &TiledOptions) -> Result<Vec<File>, WriteError> {
    write_metered(dungeon, options, &WorkMeter::unlimited())
}

/// Writes a dungeon as [`write()`] does, unless the meter stops.
///
/// # Errors
/// As [`write()`], and [`WriteError::Cancelled`] where the sink of the meter asked to stop.
pub fn write_metered(dungeon: &Dungeon, options: &TiledOptions, meter: &WorkMeter) -> Result<Vec<File>, WriteError> {
    if dungeon.levels.is_empty() {
        return Err(WriteError::Refused("a map of Tiled shows at least one level, this dungeon has none".to_owned()));
    }
    if options.player {
        let options = TiledOptions { player: false, ..options.clone() };
        return write_metered(&player_edition(dungeon), &options, meter);
    }
    options.tileset.iter().try_for_each(|own| check_tiles(dungeon, own, meter))?;
    let stem = if options.name.is_empty() { "dungeon" } else { &options.name };
    let image = format!("undercroft-{}.png", options.tile.side());
    let skin = || match &options.tileset {
        Some(own) => Skin::users(own),
        None => Skin::ours(options.tile, image.clone()),
    };
    let ending = options.syntax.ending();
    let map = |name: String, levels: &[&Level]| (format!("{name}.{ending}"), compose(dungeon, levels, skin(), meter));
    let levels: Vec<&Level> = dungeon.levels.iter().collect();
    let maps: Vec<(String, Map)> = if options.per_level {
        levels.iter().map(|level| map(format!("{stem}-z{}", level.z), &[*level])).collect()
    } else {
        vec![map(stem.to_owned(), &levels)]
    };
    let file = |(name, map): &(String, Map)| Ok(File::new(name, options.syntax.text(map, meter)?));
    let mut files: Vec<File> = maps.iter().map(file).collect::<Result<_, Cancelled>>()?;
    if options.per_level {
        files.push(File::new(format!("{stem}.world"), world::world(&maps)));
    }
    if options.tileset.is_none() {
        files.push(File::companion(image, Tileset::draw(options.tile).png()));
    }
    Ok(files)
}

/// Refuses a tileset that would leave cells empty which are not rock: a map that is read back would lack them.
fn check_tiles(dungeon: &Dungeon, own: &OwnTileset, meter: &WorkMeter) -> Result<(), WriteError> {
    let tilings = dungeon.levels.iter().map(|level| tiling_metered(dungeon, level, meter));
    let needed: BTreeSet<TileId> =
        tilings.flat_map(|tiles| tiles.values().iter().flat_map(ids).collect::<BTreeSet<_>>()).collect();
    meter.ask()?;
    let unmapped: Vec<&str> = own.unmapped(needed.into_iter().filter_map(Tile::from_id)).into_iter().collect();
    if unmapped.is_empty() {
        return Ok(());
    }
    let names = unmapped.join(", ");
    Err(WriteError::Refused(format!(
        "the map needs tiles that the tileset does not map: {names}; add them under [tiles]"
    )))
}

fn ids(layers: &Layers) -> impl Iterator<Item = TileId> {
    [layers.floor, layers.wall, layers.door].into_iter().flatten()
}

impl Syntax {
    fn text(self, map: &Map, meter: &WorkMeter) -> Result<Vec<u8>, Cancelled> {
        match self {
            Self::Tmx => tmx_write::to_xml(map, meter).map(String::into_bytes),
            Self::Tmj => tmj_write::to_json(map, meter),
        }
    }
}

/// Whether a text is a map of Tiled, or XML at all.
pub fn is_tiled(text: &str) -> bool {
    let start = text.trim_start();
    // A map drawn in characters may begin with stairs, `<`, but not with these.
    if ["<?", "<!", "<map"].iter().any(|beginning| start.starts_with(beginning)) {
        return true;
    }
    // Keys are sorted in files of Tiled, so that what tells them from other JSON may come late.
    start.starts_with('{') && text.contains("\"tiledversion\":")
}

/// Reads one map. Of a dungeon that was written as one map for each level it gives that level alone.
///
/// # Errors
/// When the text is no map of Tiled, of a kind that cannot show a dungeon, or does not agree with itself; with line and
/// column.
pub fn read(text: &str) -> Result<Dungeon, ReadError> {
    read_map::assemble(vec![map(text)?]).map_err(|fault| error(text, fault))
}

/// Reads the maps of a world: one dungeon that was written as one map for each level, each a name and a text.
///
/// # Errors
/// As [`read`], with the name of the map; a level must not come twice. The cells of all maps are counted before any is
/// decoded: together they may have as many as one map.
pub fn read_levels(world: &str, files: &[(String, String)]) -> Result<Dungeon, ReadError> {
    let cells = files.iter().fold(0, |sum, (_, text)| layer_sizes::cell_count(text).saturating_add(sum));
    if cells > MAX_CELLS as u64 {
        let problem =
            format!("the layers of its maps have {cells} cells; all maps of a world have at most {MAX_CELLS}");
        return Err(ReadError::new(problem).in_file(Some(world)));
    }
    let read = |(name, text): &(String, String)| map(text).map_err(|error| error.in_file(Some(name)));
    let maps = files.iter().map(read).collect::<Result<_, _>>()?;
    let dungeon = read_map::assemble(maps);
    dungeon
        .map_err(|fault| ReadError::new(fault.problem).in_file(Some(world)))
        .map(|dungeon| named(dungeon, Some(world)))
}

/// How many levels of a dungeon are in none of these maps of it.
pub fn missing_levels(texts: &[&str]) -> usize {
    let maps: Vec<Map> = texts.iter().filter_map(|text| map(text).ok()).collect();
    let whole = maps.first().and_then(|map| map.properties.whole::<usize>("levels")).unwrap_or(0);
    let levels = maps.iter().flat_map(|map| &map.layers).filter(|layer| map_level::is_level(layer));
    whole.saturating_sub(levels.count())
}

fn map(text: &str) -> Result<Map, ReadError> {
    let read = if text.trim_start().starts_with('<') { tmx_read::read(text) } else { tmj_read::read(text)? };
    read.and_then(chunks::settle).map_err(|fault| error(text, fault))
}

fn error(text: &str, Fault { spot, problem }: Fault) -> ReadError {
    let place = match spot {
        MapPosition::File => FilePosition::File,
        MapPosition::Byte(at) => character(&text.as_bytes()[..at.min(text.len())]),
        MapPosition::Json(path) => {
            let offset = path.locate(text);
            value_place(text, path.to_string(), offset)
        }
    };
    ReadError::at(place, problem)
}

/// Refuses maps that are too large, or whose cells are no squares. An infinite map is as large as what is painted.
fn limits(columns: i64, rows: i64, orientation: Option<&str>, infinite: bool) -> Result<(), String> {
    match orientation {
        None | Some("orthogonal") if infinite => Ok(()),
        None | Some("orthogonal") => size(columns, rows, 0).map(drop),
        Some(other) => Err(format!("only orthogonal maps can be read, this one is {other}")),
    }
}

fn tile_sides(tile: [i64; 2]) -> Result<[i64; 2], String> {
    if tile.iter().all(|side| (1..=MAX_TILE).contains(side)) {
        return Ok(tile);
    }
    Err(format!("tiles are 1 to {MAX_TILE} pixels wide and high, these would be {}×{}", tile[0], tile[1]))
}
