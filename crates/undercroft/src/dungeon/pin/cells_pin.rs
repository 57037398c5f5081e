//! Pinned cells and what lies on them.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Rect};

use super::{PinAuthor, PinId};
use crate::dungeon::{Ground, Level, Terrain};

/// What is not pinned.
const FREE: char = '?';

/// Single cells that are kept, in a rectangle.
///
/// ```
/// use undercroft::dungeon::{CellsPin, Ground, PinId, PinnedCell, Terrain};
/// use undercroft::grid::Cell;
///
/// let pin = CellsPin { ground: vec!["~?".to_owned()], ..CellsPin::new(PinId(4), 0, Cell::new(3, 2), vec!["?#".to_owned()]) };
/// let cells: Vec<PinnedCell> = pin.cells().collect();
/// assert_eq!((cells[0].cell, cells[0].ground), (Cell::new(3, 2), Some(Ground::Shallow)));
/// assert_eq!((cells[1].terrain, cells[1].ground), (Some(Terrain::Wall), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CellsPin {
    /// Its id.
    pub id: PinId,
    /// The level.
    pub z: i32,
    /// The north-west cell.
    pub at: Cell,
    /// Tiles, row by row, with the glyphs of a level's rows; `?` is not pinned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// What lies on the floor, row by row, with the glyphs of a level's ground; `?` is not pinned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ground: Vec<String>,
    /// Who made the pin.
    #[serde(default)]
    pub by: PinAuthor,
}

/// One cell of a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PinnedCell {
    /// The cell.
    pub cell: Cell,
    /// What it is made of, where that is pinned.
    pub terrain: Option<Terrain>,
    /// What lies on it, where that is pinned.
    pub ground: Option<Ground>,
}

impl CellsPin {
    /// A pin of tiles.
    pub const fn new(id: PinId, z: i32, at: Cell, rows: Vec<String>) -> Self {
        Self { id, z, at, rows, ground: Vec::new(), by: PinAuthor::User }
    }

    /// The tiles of some cells of a level, and what lies on them; `None` where there are none.
    pub fn of_cells(id: PinId, level: &Level, cells: impl IntoIterator<Item = PinnedCell>) -> Option<Self> {
        let cells: Vec<PinnedCell> = cells.into_iter().collect();
        let bounds = Rect::around(cells.iter().map(|pinned| pinned.cell))?;
        let blank = || vec![vec![FREE; bounds.width() as usize]; bounds.height() as usize];
        let (mut rows, mut ground) = (blank(), blank());
        for PinnedCell { cell, terrain, ground: lies } in cells {
            let (x, y) = ((cell.x - bounds.left) as usize, (cell.y - bounds.top) as usize);
            rows[y][x] = terrain.map_or(FREE, Terrain::glyph);
            ground[y][x] = lies.map_or(FREE, Ground::glyph);
        }
        let texts = |rows: Vec<Vec<char>>| -> Vec<String> {
            let is_free = rows.iter().flatten().all(|&glyph| glyph == FREE);
            if is_free { Vec::new() } else { rows.into_iter().map(String::from_iter).collect() }
        };
        let (rows, ground) = (texts(rows), texts(ground));
        Some(Self { ground, ..Self::new(id, level.z, bounds.min(), rows) })
    }

    /// Its pinned cells, row by row. Glyphs that are none are left out.
    pub fn cells(&self) -> impl Iterator<Item = PinnedCell> {
        let mut cells: std::collections::BTreeMap<Cell, PinnedCell> = std::collections::BTreeMap::new();
        let free = |cell: Cell| PinnedCell { cell, terrain: None, ground: None };
        for (cell, glyph) in self.glyphs(&self.rows) {
            cells.entry(cell).or_insert_with(|| free(cell)).terrain = Terrain::from_glyph(glyph);
        }
        for (cell, glyph) in self.glyphs(&self.ground) {
            cells.entry(cell).or_insert_with(|| free(cell)).ground = Ground::from_glyph(glyph);
        }
        cells.into_values()
    }

    fn glyphs<'a>(&self, rows: &'a [String]) -> impl Iterator<Item = (Cell, char)> + use<'a> {
        let at = self.at;
        let row = move |(y, row): (usize, &'a String)| {
            let cell = move |x: usize| Cell::new(at.x.saturating_add(x as i32), at.y.saturating_add(y as i32));
            row.chars().enumerate().map(move |(x, glyph)| (cell(x), glyph))
        };
        rows.iter().enumerate().flat_map(row).filter(|(_, glyph)| *glyph != FREE)
    }

    /// The smallest rectangle round its rows.
    pub fn bounds(&self) -> Rect {
        let width = self.rows.iter().chain(&self.ground).map(|row| row.chars().count()).max().unwrap_or(0);
        Rect::at(self.at, width as i32, self.rows.len().max(self.ground.len()) as i32)
    }

    /// What is wrong with its rows, as a clause.
    pub fn fault(&self) -> Option<String> {
        let width = self.bounds().width() as usize;
        let is_odd = |row: &&String| row.chars().count() != width;
        if let Some(row) = self.rows.iter().chain(&self.ground).find(is_odd) {
            return Some(format!("all rows have {width} glyphs, one has {}", row.chars().count()));
        }
        let is_tile = |glyph: &char| Terrain::from_glyph(*glyph).is_some() || *glyph == FREE;
        let lies = |glyph: &char| Ground::from_glyph(*glyph).is_some() || *glyph == FREE;
        let tile = self.rows.iter().flat_map(|row| row.chars()).find(|glyph| !is_tile(glyph));
        let ground = self.ground.iter().flat_map(|row| row.chars()).find(|glyph| !lies(glyph));
        let glyph = tile.or(ground).map(|glyph| format!("{glyph:?} is no glyph of a level"));
        glyph.or_else(|| (width == 0).then(|| "it has no cells".to_owned()))
    }
}
