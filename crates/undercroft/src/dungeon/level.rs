//! One floor of a dungeon.

use undercroft_grid::{BitGrid, Cell, Grid, Size, WORD_BITS};

use super::{Ground, Surround, Terrain};

/// The most cells of a dungeon, all levels together. [Unit: cells]
///
/// A map of 8192×8192, or four of 4096×4096; a level takes one byte for each cell. Recipes and readers share this limit,
/// so that what is generated can be read again. Both check it before memory for the cells is taken.
pub const MAX_CELLS: usize = 1 << 26;

/// The tiles of one floor.
///
/// ```
/// use undercroft::dungeon::{Level, Terrain};
/// use undercroft::grid::{Cell, Grid, Size};
///
/// let level = Level::new(-1, Grid::filled(Size::of(8, 6), Terrain::Floor));
/// assert_eq!(level.at(Cell::new(3, 3)), Terrain::Floor);
/// assert_eq!(level.at(Cell::new(99, 3)), Terrain::Rock);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// Height: 0 is the level of the entrance, negative numbers lie below.
    pub z: i32,
    /// A name for people, such as "First depth"; may be empty.
    pub name: String,
    /// What lies around its rooms.
    pub surround: Surround,
    /// What each cell is made of.
    pub terrain: Grid<Terrain>,
    /// What lies on its floor, where anything does; as large as the tiles. See [`Level::set_ground`].
    pub ground: Option<Grid<Ground>>,
}

impl Level {
    /// A level of these tiles, without a name.
    pub const fn new(z: i32, terrain: Grid<Terrain>) -> Self {
        Self { z, name: String::new(), surround: Surround::Rock, terrain, ground: None }
    }

    /// A level of solid rock.
    pub fn solid_rock(z: i32, size: Size) -> Self {
        Self::new(z, Grid::filled(size, Terrain::Rock))
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        self.terrain.size()
    }

    /// The terrain of a cell; rock outside the map.
    pub fn at(&self, cell: Cell) -> Terrain {
        self.terrain.get(cell).copied().unwrap_or_default()
    }

    /// The cells that are neither rock nor wall.
    pub(crate) fn walkable_tiles(&self) -> BitGrid {
        let mut walkable = BitGrid::new(self.size());
        for (y, tiles) in (0..).zip(self.terrain.rows()) {
            for (word, tiles) in walkable.row_mut(y).iter_mut().zip(tiles.chunks(WORD_BITS)) {
                *word = tiles.iter().rev().fold(0, |bits, tile| bits << 1 | u64::from(!tile.is_massive()));
            }
        }
        walkable
    }

    /// The cells whose ground passes a test, row by row; none where no ground lies.
    pub(crate) fn ground_cells(&self, is_wanted: impl Fn(Ground) -> bool) -> impl Iterator<Item = Cell> {
        let rows = (0..).zip(self.ground.iter().flat_map(Grid::rows));
        let wanted = rows.flat_map(move |(y, row)| (0..).zip(row).map(move |(x, &ground)| (Cell::new(x, y), ground)));
        wanted.filter(move |(_, ground)| is_wanted(*ground)).map(|(cell, _)| cell)
    }

    /// What lies on a cell; nothing outside the map.
    pub fn ground_at(&self, cell: Cell) -> Ground {
        self.ground.as_ref().and_then(|ground| ground.get(cell)).copied().unwrap_or_default()
    }

    /// Whether this kind lies anywhere on the level.
    pub fn has_ground(&self, kind: Ground) -> bool {
        self.ground.iter().any(|ground| ground.values().contains(&kind))
    }

    /// Lays ground over the level; all of it bare is the same as none.
    ///
    /// # Panics
    /// When it has another size than the level.
    pub fn set_ground(&mut self, ground: Grid<Ground>) {
        assert_eq!(ground.size(), self.size(), "ground is as large as its level");
        let is_bare = ground.values().iter().all(|&ground| ground == Ground::Bare);
        self.ground = (!is_bare).then_some(ground);
    }

    /// Lays ground on single cells. Returns what lay there, in the same order; cells outside the map are left out.
    pub(crate) fn replace_ground(&mut self, cells: impl IntoIterator<Item = (Cell, Ground)>) -> Vec<(Cell, Ground)> {
        let mut cells = cells.into_iter().filter(|(cell, _)| self.terrain.size().contains(*cell)).peekable();
        if cells.peek().is_none() {
            return Vec::new();
        }
        let bare = || Grid::filled(self.terrain.size(), Ground::Bare);
        let mut ground = self.ground.take().unwrap_or_else(bare);
        let old = cells.map(|(cell, new)| (cell, std::mem::replace(&mut ground[cell], new))).collect();
        self.set_ground(ground);
        old
    }
}
