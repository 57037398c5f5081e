//! One level on paper: what counts as floor, what as masonry, and their outlines.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::cell_loops::Loop;
use super::options::{DrawOptions, Masonry};
use super::outline::{HouseWalls, Outline, drawn_floor};
use super::picture::{Point, VectorPath};
use super::wobble::Wobble;
use undercroft::dungeon::{Dungeon, Level, Surround, Terrain};

/// A level as it is drawn.
pub struct LevelDrawing<'a> {
    /// The dungeon.
    pub dungeon: &'a Dungeon,
    /// The level.
    pub level: &'a Level,
    /// Floor, corridors and door gaps; a secret door is wall.
    pub floor: BitGrid,
    /// Wall cells that are filled.
    pub masonry: BitGrid,
    /// The outline of the floor.
    pub outline: Outline,
    /// The outer face of a house with thin walls.
    pub house: Option<Outline>,
    /// Its thin walls.
    pub thin_walls: Option<HouseWalls>,
}

impl<'a> LevelDrawing<'a> {
    /// Prepares a level.
    pub fn new(dungeon: &'a Dungeon, level: &'a Level, options: &DrawOptions) -> Self {
        let floor = drawn_floor(dungeon, level);
        let filled = match options.masonry {
            Masonry::Auto => dungeon.outline.is_some(),
            Masonry::Filled => true,
            Masonry::Empty => false,
        };
        // A door cell that is not floor is a secret door.
        let is_wall = |cell: Cell| matches!(level.at(cell), Terrain::Wall | Terrain::Door) && !floor.contains(cell);
        let masonry = if filled { BitGrid::from_fn(level.size(), is_wall) } else { BitGrid::new(level.size()) };
        let outline = Outline::trace_cells(dungeon, level, &floor, 0);
        let house = Outline::trace_house(dungeon, level);
        let thin_walls = HouseWalls::new(dungeon, level, &floor);
        Self { dungeon, level, floor, masonry, outline, house, thin_walls }
    }

    /// The cells that have anything on them.
    pub fn bounds(&self) -> Rect {
        let rows = (0..self.level.size().height()).flat_map(|y| {
            let ends = |set: &BitGrid| [set.next_set(y, 0), set.previous_set(y, self.level.size().width() - 1)];
            let found: Vec<_> = [ends(&self.floor), ends(&self.masonry)].into_iter().flatten().flatten().collect();
            found.into_iter().map(move |x| Cell::new(x, y))
        });
        Rect::around(rows).unwrap_or_else(|| self.level.size().rect())
    }

    /// Floor and masonry together.
    pub fn built(&self) -> BitGrid {
        let mut built = self.floor.clone();
        built |= &self.masonry;
        built
    }

    /// Whether the level is a storey under the sky: nothing is drawn round it.
    pub fn is_bare_house(&self) -> bool {
        // Copies of a level may lack what the dungeon's own has.
        let own = self.dungeon.level(self.level.z);
        self.house.is_some() && own.is_some_and(|level| level.surround == Surround::Bare)
    }

    /// Whether a cell belongs to a room.
    pub fn is_room(&self, cell: Cell) -> bool {
        self.level.at(cell).is_room()
    }

    /// Whether most of the outline is soft, as in caves.
    pub fn is_natural(&self) -> bool {
        let points = || self.outline.loops.iter().flat_map(|found| &found.points);
        2 * points().filter(|point| !point.is_fixed).count() > points().count()
    }
}

/// The loops of an outline as closed figures, as a hand draws them.
pub fn filled(outline: &Outline, hand: Wobble) -> VectorPath {
    let mut path = VectorPath::default();
    for found in &outline.loops {
        path.add_polygon(hand.trace(found).into_iter().map(|point| point.at));
    }
    path
}

/// Loops of cells as closed figures.
pub fn closed(loops: &[Loop]) -> VectorPath {
    let mut path = VectorPath::default();
    for found in loops {
        path.add_polygon(found.corners().into_iter().map(Point::corner));
    }
    path
}
