//! The tiles that a map is shown with: our own, or those of the user.
//!
//! A user's tileset is an image and a mapping from our names of tiles to places in it, in TOML:
//!
//! ```toml
//! image = "stone.png"       # as it will be called beside the map
//! tile = 16                 # pixels along a side of a tile; or [16, 24]
//! columns = 8               # tiles in a row of the image
//! count = 64                # tiles in the image
//!
//! [tiles]                   # counted along the rows, from 0
//! floor = 3
//! wall = 9
//! "wall-s" = 17             # a wall that is open to the south
//! door = 20
//! "door-locked" = 21
//! ```
//!
//! A name that is not mapped takes the tile of the longest beginning of it that is: `wall-n-sw` looks for `wall-n`, then for
//! `wall`; a door of any look at last for `door`. Rock that is not found is left empty, which is read back as rock, and so is
//! what lies on the floor, which is then lost; a map that needs any other tile is refused.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::map_file::{Properties, TileNote, Tileset, Value};
use crate::tileset::{COLUMNS, Tile, TileId, TilePixels};
use undercroft::parser_words::reword_toml;

/// The largest tile, and the largest number of tiles in a row. [Unit: pixels, tiles]
const MAX_SIDE: u32 = 4_096;
/// The most tiles in an image.
const MAX_COUNT: u32 = 1 << 20;

/// A tileset of the user's own: an image, and where in it our tiles are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTileset {
    image: String,
    tile: [u32; 2],
    columns: u32,
    count: u32,
    places: BTreeMap<String, u32>,
}

/// A mapping that cannot be used, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TilesetError(String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mapping {
    image: String,
    tile: Side,
    columns: u32,
    count: u32,
    tiles: BTreeMap<String, u32>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
enum Side {
    Square(u32),
    Oblong([u32; 2]),
}

impl OwnTileset {
    /// Reads a mapping.
    ///
    /// # Errors
    /// When the text is no TOML, lacks something, or maps to a tile that the image does not have.
    pub fn from_toml(text: &str) -> Result<Self, TilesetError> {
        let mapping: Mapping = toml::from_str(text).map_err(|error| {
            let (line, column, problem) = reword_toml(text, &error);
            TilesetError(format!("line {line}, column {column}: {problem}"))
        })?;
        let tile = match mapping.tile {
            Side::Square(side) => [side, side],
            Side::Oblong(sides) => sides,
        };
        let Mapping { image, columns, count, tiles: places, .. } = mapping;
        check("tile", tile[0].min(tile[1]), tile[0].max(tile[1]), MAX_SIDE)?;
        check("columns", columns, columns, MAX_SIDE)?;
        check("count", count, count, MAX_COUNT)?;
        let known: Vec<String> = Tile::all().map(Tile::name).collect();
        for (name, &place) in &places {
            if place >= count {
                return Err(TilesetError(format!("tiles.{name}: the image has tiles 0 to {}, got {place}", count - 1)));
            }
            if name != "door" && !known.iter().any(|tile| begins(tile, name)) {
                let problem = "there is no tile of this name; `floor`, `wall`, `rock` and `door` are where names begin";
                return Err(TilesetError(format!("tiles.{name}: {problem}")));
            }
        }
        Ok(Self { image, tile, columns, count, places })
    }

    /// The names that have to be mapped before these tiles can be shown, each once.
    pub(super) fn unmapped(&self, tiles: impl Iterator<Item = Tile>) -> BTreeSet<&'static str> {
        let lost = tiles.filter(|tile| !matches!(tile, Tile::Rock(_) | Tile::Ground(_)) && self.place(*tile).is_none());
        lost.map(Tile::class).collect()
    }

    fn place(&self, tile: Tile) -> Option<u32> {
        let name = tile.name();
        let mut beginning = name.as_str();
        loop {
            if let Some(&place) = self.places.get(beginning) {
                return Some(place);
            }
            match beginning.rsplit_once('-') {
                Some((shorter, _)) => beginning = shorter,
                None => return self.places.get(tile.class()).copied(),
            }
        }
    }
}

fn check(field: &str, least: u32, most: u32, limit: u32) -> Result<(), TilesetError> {
    if least >= 1 && most <= limit {
        return Ok(());
    }
    Err(TilesetError(format!("{field}: need 1 to {limit}, got {}", if least < 1 { least } else { most })))
}

/// Whether a name begins with these words.
fn begins(name: &str, words: &str) -> bool {
    name.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The tiles of a map, with the global ids that layers name them by.
pub(super) struct Skin {
    pub tileset: Tileset,
    /// The global id of each of our tiles; 0 for those that are not shown.
    gids: Vec<u32>,
}

impl Skin {
    /// Our own tiles.
    pub fn ours(size: TilePixels, image: String) -> Self {
        let side = size.side();
        let rows = u32::from(Tile::COUNT.div_ceil(COLUMNS));
        let places: Vec<_> = Tile::all().map(|tile| Some(tile.id().0.into())).collect();
        let tileset = Tileset {
            name: "undercroft".to_owned(),
            tile: [side, side],
            count: u32::from(COLUMNS) * rows,
            columns: COLUMNS.into(),
            image,
            image_size: [side * u32::from(COLUMNS), side * rows],
            ..Tileset::default()
        };
        Self::from_tileset(tileset, &places)
    }

    /// The user's tiles.
    pub fn users(own: &OwnTileset) -> Self {
        let tileset = Tileset {
            name: "dungeon".to_owned(),
            tile: own.tile,
            count: own.count,
            columns: own.columns,
            image: own.image.clone(),
            image_size: [own.columns * own.tile[0], own.count.div_ceil(own.columns) * own.tile[1]],
            ..Tileset::default()
        };
        Self::from_tileset(tileset, &Tile::all().map(|tile| own.place(tile)).collect::<Vec<_>>())
    }

    fn from_tileset(tileset: Tileset, places: &[Option<u32>]) -> Self {
        let first_gid = 1;
        let gids = places.iter().map(|place| place.map_or(0, |place| place + first_gid)).collect();
        Self { tileset: Tileset { first_gid, tiles: notes(places), ..tileset }, gids }
    }

    /// The global id of a tile, 0 for none.
    pub fn gid(&self, tile: Option<TileId>) -> u32 {
        tile.and_then(|tile| self.gids.get(usize::from(tile.0)).copied()).unwrap_or(0)
    }
}

/// What the tiles are, by their places. Where several of ours share a place, only what they agree on is said.
fn notes(places: &[Option<u32>]) -> Vec<TileNote> {
    let mut shared: BTreeMap<u32, Vec<Tile>> = BTreeMap::new();
    for (tile, place) in Tile::all().zip(places) {
        place.iter().for_each(|&place| shared.entry(place).or_default().push(tile));
    }
    shared.into_iter().map(|(id, tiles)| note(id, &tiles)).collect()
}

fn note(id: u32, tiles: &[Tile]) -> TileNote {
    let same = agreed(tiles, |tile| (Tile::terrain_of(tile.class()), Tile::ground_of(tile.class()))).is_some();
    let class = tiles.first().filter(|_| same).map(|tile| tile.class().to_owned()).unwrap_or_default();
    let look = agreed(tiles, |tile| match tile {
        Tile::Door(door) => Some(door.look.name()),
        _ => None,
    });
    let properties = Properties::default()
        .with_some("look", look.flatten())
        .with_some("name", agreed(tiles, Tile::name).map(Value::Text))
        .with_some("opaque", agreed(tiles, Tile::is_opaque))
        .with_some("walkable", agreed(tiles, Tile::is_walkable));
    TileNote { id, class, properties }
}

fn agreed<T: PartialEq>(tiles: &[Tile], of: impl Fn(Tile) -> T) -> Option<T> {
    let first = of(*tiles.first()?);
    tiles.iter().all(|&tile| of(tile) == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STONE: &str = "image = 'stone.png'\ntile = 16\ncolumns = 8\ncount = 64\n[tiles]\nfloor = 3\nwall = 9\n\"wall-s\" = 17\ndoor = 20\n\"door-locked\" = 21\n";

    #[test]
    fn a_name_takes_the_tile_of_its_longest_known_beginning() {
        let own = OwnTileset::from_toml(STONE).unwrap();
        let place = |name: &str| own.place(Tile::all().find(|tile| tile.name() == name).unwrap());
        assert_eq!(place("wall-s"), Some(17));
        assert_eq!(place("wall-n-sw"), Some(9));
        assert_eq!(place("door-locked-across-first"), Some(21));
        assert_eq!(place("portcullis-open-down"), Some(20));
        assert_eq!(place("rock"), None);
    }

    #[test]
    fn tiles_that_share_a_place_say_what_they_agree_on() {
        let skin = Skin::users(&OwnTileset::from_toml(STONE).unwrap());
        let door = skin.tileset.tiles.iter().find(|note| note.id == 20).unwrap();
        assert_eq!((door.class.as_str(), door.properties.get("look")), ("door", None));
        let locked = skin.tileset.tiles.iter().find(|note| note.id == 21).unwrap();
        assert_eq!(locked.properties.text("look"), Some("door-locked"));
        assert_eq!(locked.properties.get("walkable"), Some(&Value::Flag(false)));
    }

    #[test]
    fn mappings_are_checked() {
        let refuse = |from: &str, to: &str| OwnTileset::from_toml(&STONE.replace(from, to)).unwrap_err().to_string();
        assert_eq!(refuse("= 21", "= 64"), "tiles.door-locked: the image has tiles 0 to 63, got 64");
        assert!(refuse("door-locked", "gate").starts_with("tiles.gate: there is no tile of this name"));
        assert_eq!(refuse("columns = 8", "columns = 0"), "columns: need 1 to 4096, got 0");
        assert!(refuse("columns = 8", "").ends_with(": `columns` is missing"));
        assert!(refuse("columns = 8", "columns = 8\ncolumns = 8").ends_with("column 1: `columns` comes twice"));
    }
}
