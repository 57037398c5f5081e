//! Levels as they stand in a document.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use undercroft_grid::{Grid, Size};

use super::path::{Fault, Path};
use crate::dungeon::{Level, Surround, Terrain};
use crate::format::decode;

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
}

impl From<&Level> for LevelFile {
    fn from(level: &Level) -> Self {
        let rows = level.terrain.rows().map(|row| row.iter().map(|terrain| terrain.glyph()).collect());
        let (width, height) = (level.size().width().into(), level.size().height().into());
        Self { z: level.z, name: level.name.clone(), surround: level.surround, width, height, rows: rows.collect() }
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
        let terrain = tiles(file, size, &path.key("rows"))?;
        levels.push(Level { z: file.z, name: file.name.clone(), surround: file.surround, terrain });
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
