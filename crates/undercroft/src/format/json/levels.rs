//! Levels as they stand in a document.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use undercroft_grid::{Grid, Size};

use super::path::{Fault, Path};
use crate::dungeon::{Ground, Level, Surround, Terrain};
use crate::format::decode;
use crate::format::text_levels::GROUND_WRITTEN_WITH;
use crate::plural::count;

/// The tiles of one floor.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct LevelFile {
    /// Height: 0 is the level of the entrance, negative numbers lie below.
    #[cfg_attr(feature = "schema", schemars(range(min = -crate::format::MAX_Z, max = crate::format::MAX_Z)))]
    z: i32,
    /// A name for people; may be empty.
    #[serde(default)]
    name: String,
    /// What lies around the rooms, for drawing; rock where it is missing.
    #[serde(default)]
    surround: Surround,
    /// Cells from west to east.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = undercroft_grid::MAX_SIDE)))]
    width: i64,
    /// Cells from north to south.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = undercroft_grid::MAX_SIDE)))]
    height: i64,
    /// The tiles, row by row: space rock, `#` wall, `.` floor, `,` corridor, `+` door, `<` and `>` stairs.
    #[cfg_attr(feature = "schema", schemars(inner(regex(pattern = "^[ #.,+<>]+$"))))]
    rows: Vec<String>,
    /// What lies on the floor, row by row, as long as `rows`: `~` shallow water, `w` deep water, `:` chasm, `%` rubble,
    /// `;` grass, `=` bridge, space nothing. Absent where nothing lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", inner(regex(pattern = "^[ ~w:%;=]+$"))))]
    ground: Option<Vec<String>>,
}

impl From<&Level> for LevelFile {
    fn from(level: &Level) -> Self {
        let rows = level.terrain.rows().map(|row| row.iter().map(|terrain| terrain.glyph()).collect());
        let glyphs =
            |ground: &Grid<Ground>| ground.rows().map(|row| row.iter().map(|lies| lies.glyph()).collect()).collect();
        let ground = level.ground.as_ref().map(glyphs);
        let (width, height) = (level.size().width().into(), level.size().height().into());
        let (z, name, surround) = (level.z, level.name.clone(), level.surround);
        Self { z, name, surround, width, height, rows: rows.collect(), ground }
    }
}

/// The levels, with tiles that are as many as they say.
pub(super) fn levels(files: &[LevelFile]) -> Result<Vec<Level>, Fault> {
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
        let mut level = Level::new(file.z, tiles(&file.rows, size, &path.clone().key("rows"), terrain)?);
        level.name.clone_from(&file.name);
        level.surround = file.surround;
        if let Some(rows) = &file.ground {
            level.set_ground(tiles(rows, size, &path.key("ground"), ground)?);
        }
        levels.push(level);
    }
    Ok(levels)
}

/// What a character of `rows` means; the end of the sentence about an unknown one.
fn terrain(glyph: char) -> Result<Terrain, &'static str> {
    Terrain::from_glyph(glyph).ok_or("rows are written with # . , + < > and spaces")
}

/// What a character of `ground` means; the end of the sentence about an unknown one.
fn ground(glyph: char) -> Result<Ground, &'static str> {
    Ground::from_glyph(glyph).ok_or(GROUND_WRITTEN_WITH)
}

fn tiles<T>(
    rows: &[String],
    size: Size,
    path: &Path,
    meaning: fn(char) -> Result<T, &'static str>,
) -> Result<Grid<T>, Fault> {
    if rows.len() != size.height() as usize {
        let problem =
            format!("need {}, as many as the height says, got {}", count(size.height() as usize, "row"), rows.len());
        return Err(path.clone().fault(problem));
    }
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let refuse = |problem: String| path.clone().index(y).fault(problem);
        for (x, glyph) in row.chars().enumerate() {
            let unknown = |written_with| refuse(format!("unknown character {glyph:?} at x {x}; {written_with}"));
            cells.push(meaning(glyph).map_err(unknown)?);
        }
        let length = row.chars().count();
        if length != size.width() as usize {
            let cells = count(size.width() as usize, "cell");
            return Err(refuse(format!("need {cells}, as many as the width says, got {length}")));
        }
    }
    Ok(Grid::from_values(size, cells))
}
