//! The document as it stands in a file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft_grid::{Grid, Rect, Size};

use super::link_file::LinkFile;
use super::path::{Fault, Path};
use super::{FORMAT, VERSION};
use crate::dungeon::{Door, Dungeon, EPOCH, Entrance, Level, Marker, Provenance, Room, RoomId, Stub, Terrain};
use crate::format::decode;

/// What is read first, to know whether the rest can be.
#[derive(Deserialize)]
#[serde(expecting = "an object with `format` and `version`")]
pub(super) struct Header {
    format: Option<Value>,
    version: Option<Value>,
}

impl Header {
    /// Whether this is a dungeon of a version that can be read.
    pub fn check(&self) -> Result<(), Fault> {
        let said = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), Value::to_string);
        if self.format.as_ref().and_then(Value::as_str) != Some(FORMAT) {
            let problem = format!("need {FORMAT:?}, got {}; this is not dungeon JSON", said(&self.format));
            return Err(Path::of("format").fault(problem));
        }
        if self.version.as_ref().and_then(Value::as_u64) != Some(VERSION.into()) {
            let problem = format!("this program reads version {VERSION}, got {}", said(&self.version));
            return Err(Path::of("version").fault(problem));
        }
        Ok(())
    }
}

/// A dungeon of Undercroft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schemars(title = "Undercroft dungeon, version 1"))]
pub struct DungeonFile<L> {
    /// Says what the document is.
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    pub format: String,
    /// The version of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub version: u32,
    /// The version of the generator's results: same recipe, seed and epoch, same bytes.
    #[serde(default = "epoch")]
    pub epoch: u32,
    /// A name for people.
    #[serde(default)]
    pub name: String,
    /// The seed it was made from, `7` or `7 route=9`; empty when it was not generated.
    #[serde(default)]
    pub seed: String,
    /// The length of a cell's side. [Unit: feet]
    #[serde(default = "tile_feet")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub tile_feet: u16,
    /// Every field of the recipe it was made from, by dotted name; empty when it was not generated.
    #[serde(default)]
    pub recipe: BTreeMap<String, Value>,
    /// The floors, highest first.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub levels: Vec<L>,
    /// The rooms; ids are positions.
    #[serde(default)]
    pub rooms: Vec<Room>,
    /// The doors; ids are positions.
    #[serde(default)]
    pub doors: Vec<Door>,
    /// The edges of the room graph; ids are positions.
    #[serde(default)]
    pub links: Vec<LinkFile>,
    /// Blind corridors that belong to no link.
    #[serde(default)]
    pub stubs: Vec<Stub>,
    /// Places of interest.
    #[serde(default)]
    pub markers: Vec<Marker>,
    /// Where the visitor comes in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrance: Option<Entrance>,
    /// The room where the visitor wants to get.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<RoomId>,
    /// The walls of the building where the dungeon is a house. For drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<Rect>,
    /// The module grid that rooms are aligned to, width and height of a module. [Unit: cells]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lattice: Option<[i32; 2]>,
    /// What did not come out as the recipe asked, as sentences.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// The tiles of one floor.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct LevelFile {
    /// Height: 0 is the level of the entrance, negative numbers lie below.
    #[cfg_attr(feature = "schema", schemars(range(min = -crate::format::MAX_Z, max = crate::format::MAX_Z)))]
    z: i32,
    /// Cells from west to east.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = undercroft_grid::MAX_SIDE)))]
    width: i64,
    /// Cells from north to south.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = undercroft_grid::MAX_SIDE)))]
    height: i64,
    /// The tiles, row by row: space rock, `#` wall, `.` floor, `,` corridor, `+` door, `<` and `>` stairs.
    #[cfg_attr(feature = "schema", schemars(inner(regex(pattern = "^[ #.,+<>]+$"))))]
    rows: Vec<String>,
}

impl DungeonFile<LevelFile> {
    /// The dungeon, with levels that are what they say; everything else is taken as it is.
    pub(super) fn into_dungeon(self) -> Result<Dungeon, Fault> {
        let levels = levels(&self.levels)?;
        let links = self.links.iter().enumerate();
        let links = links.map(|(i, link)| link.to_link(&Path::of("links").index(i), &self.rooms, &self.doors));
        let links = links.collect::<Result<Vec<_>, Fault>>()?;
        let mut dungeon = Dungeon {
            rooms: self.rooms,
            doors: self.doors,
            links,
            stubs: self.stubs,
            markers: self.markers,
            entrance: self.entrance,
            goal: self.goal,
            outline: self.outline,
            module_grid: self.lattice,
            tile_feet: self.tile_feet,
            provenance: Provenance { recipe: self.recipe.into(), seed: self.seed, epoch: self.epoch, edited: false },
            ..Dungeon::bare(self.name, levels)
        };
        dungeon.set_file_warnings(self.warnings);
        Ok(dungeon)
    }
}

impl<L> DungeonFile<L> {
    /// The document of a dungeon whose levels are written as `levels`.
    pub fn new(dungeon: &Dungeon, levels: Vec<L>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            epoch: dungeon.provenance.epoch,
            name: dungeon.name.clone(),
            seed: dungeon.provenance.seed.clone(),
            tile_feet: dungeon.tile_feet,
            recipe: dungeon.provenance.recipe.to_map(),
            levels,
            rooms: dungeon.rooms.clone(),
            doors: dungeon.doors.clone(),
            links: dungeon.links.iter().map(|link| LinkFile::new(dungeon, link)).collect(),
            stubs: dungeon.stubs.clone(),
            markers: dungeon.markers.clone(),
            entrance: dungeon.entrance.clone(),
            goal: dungeon.goal,
            outline: dungeon.outline,
            lattice: dungeon.module_grid,
            warnings: dungeon.file_warnings(),
        }
    }
}

impl From<&Dungeon> for DungeonFile<LevelFile> {
    fn from(dungeon: &Dungeon) -> Self {
        Self::new(dungeon, dungeon.levels.iter().map(LevelFile::from).collect())
    }
}

impl From<&Level> for LevelFile {
    fn from(level: &Level) -> Self {
        let rows = level.terrain.rows().map(|row| row.iter().map(|terrain| terrain.glyph()).collect());
        let size = level.size();
        Self { z: level.z, width: size.width().into(), height: size.height().into(), rows: rows.collect() }
    }
}

const fn epoch() -> u32 {
    EPOCH
}

const fn tile_feet() -> u16 {
    10
}

fn levels(files: &[LevelFile]) -> Result<Vec<Level>, Fault> {
    if files.is_empty() {
        return Err(Path::of("levels").fault("a dungeon has at least one level"));
    }
    let (mut levels, mut seen, mut taken) = (Vec::new(), BTreeSet::new(), 0);
    for (i, file) in files.iter().enumerate() {
        let path = Path::of("levels").index(i);
        decode::height(file.z.into()).map_err(|problem| path.clone().key("z").fault(problem))?;
        if !seen.insert(file.z) {
            return Err(path.key("z").fault(format!("level {} comes twice", file.z)));
        }
        let size =
            decode::size(file.width, file.height, taken).map_err(|problem| path.clone().key("width").fault(problem))?;
        taken += size.area();
        levels.push(Level { z: file.z, terrain: tiles(file, size, &path.key("rows"))? });
    }
    Ok(levels)
}

fn tiles(file: &LevelFile, size: Size, path: &Path) -> Result<Grid<Terrain>, Fault> {
    if file.rows.len() != size.height() as usize {
        let problem = format!("need {} rows, as many as the height says, got {}", size.height(), file.rows.len());
        return Err(path.clone().fault(problem));
    }
    let mut cells = Vec::new();
    for (y, row) in file.rows.iter().enumerate() {
        let refuse = |problem: String| Err(path.clone().index(y).fault(problem));
        for (x, glyph) in row.chars().enumerate() {
            let Some(terrain) = Terrain::from_glyph(glyph) else {
                return refuse(format!(
                    "unknown character {glyph:?} at x {x}; rows are written with # . , + < > and spaces"
                ));
            };
            cells.push(terrain);
        }
        let length = row.chars().count();
        if length != size.width() as usize {
            return refuse(format!("need {} cells, as many as the width says, got {length}", size.width()));
        }
    }
    Ok(Grid::from_values(size, cells))
}
