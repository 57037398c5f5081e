//! What stops light and feet on a level, as few straight lines: the walls that tabletop programs want.
//!
//! ```text
//!   #########        ┌───────┐
//!   #.......#        │       │      The floor's outline in maximal polylines: a segment ends only where the wall turns
//!   #.......+,,      │      ─┼──    or where a portal's end touches it. A portal lies across the middle of its door,
//!   #.......#        │      ─┼──    from jamb to jamb, where the picture shows the leaf.
//!   #########        └───────┘
//! ```
//! Caves, woods, round rooms and thin walls are the line that is drawn, simplified, unless the sides of the cells are asked
//! for.
//! Whatever has no portal on it is one closed loop that repeats its first point; everything else runs from one portal's
//! end to another's. Lines touch and never cross. Whole numbers throughout.

mod portal;
mod soft_walls;
mod wall_segments;
mod window_edges;

pub(super) use undercroft_grid::Edge;
use undercroft_grid::{BitGrid, Cell, Rect, Touching, boundary};

use undercroft::dungeon::{DoorId, Dungeon, Level};

/// Thousandths in the side of a square.
pub const SQUARE: i32 = 1000;

/// The largest inset. [Unit: thousandths of a square]
pub const MAX_INSET: u16 = 250;

/// The largest inset of a level whose walls are soft: more would bring them to the middles of their cells.
/// [Unit: thousandths of a square]
pub const MAX_SOFT_INSET: u16 = 100;

/// A place on the map. [Unit: thousandths of a square]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WallPoint {
    /// To the east.
    pub x: i32,
    /// To the south.
    pub y: i32,
}

/// How a secret door is told to a program that shows what it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecretDoors {
    /// As wall: no one finds it by accident.
    #[default]
    Wall,
    /// As a door like others.
    Door,
}

/// Which line the walls follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WallStyle {
    /// The line that is drawn, with fewer points: soft in caves and round rooms, thin in houses.
    #[default]
    Soft,
    /// The sides of the cells, through which one sees just what the engine sees.
    Exact,
}

/// How a level is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Squares of the tabletop along the side of a cell. [Limits: 1..=2]
    pub squares: u8,
    /// How far walls stand back from the floor, so that their faces are lit.
    /// [Unit: thousandths of a square] [Limits: 0..=[`MAX_INSET`]]
    pub inset: u16,
}

/// A door as a line across its gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portal {
    /// The door.
    pub door: DoorId,
    /// Its ends, the western or northern one first.
    pub ends: [WallPoint; 2],
    /// Whether an end touches no wall: so it is on maps whose doors stand in the open.
    pub freestanding: bool,
}

/// The walls and doors of a level.
///
/// ```
/// use undercroft_formats::outline::{Scale, SecretDoors, WallLines, WallStyle};
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"#######\n#..+..#\n#######\n").unwrap();
/// let scale = Scale { squares: 1, inset: 0 };
/// let outline = WallLines::from_level(&hall, &hall.levels[0], scale, SecretDoors::Wall, WallStyle::Soft);
/// assert_eq!(outline.portals.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallLines {
    /// Polylines of at least two points.
    pub walls: Vec<Vec<WallPoint>>,
    /// The doors, archways excepted, in the order of their ids.
    pub portals: Vec<Portal>,
    /// Pieces of wall that are seen through, the western or northern end first. A window to a court has one on each side.
    pub windows: Vec<[WallPoint; 2]>,
}

impl WallLines {
    /// Looks at a level. Where its walls are soft, they stand back by at most [`MAX_SOFT_INSET`].
    pub fn from_level(
        dungeon: &Dungeon,
        level: &Level,
        scale: Scale,
        secret_doors: SecretDoors,
        style: WallStyle,
    ) -> Self {
        let open = open(dungeon, level, secret_doors);
        match style {
            WallStyle::Soft => soft_walls::wall_lines(dungeon, level, &open, scale)
                .unwrap_or_else(|| Self::along_cells(dungeon, level, &open, scale)),
            WallStyle::Exact => Self::along_cells(dungeon, level, &open, scale),
        }
    }

    fn along_cells(dungeon: &Dungeon, level: &Level, open: &BitGrid, scale: Scale) -> Self {
        let (portals, cuts) = portal::portals(dungeon, level, open, scale);
        let mut walls = wall_segments::walls(open, &cuts, scale);
        let windows = window_edges::edges(dungeon, level, open, scale);
        let windows = windows.into_iter().filter(|window| window_edges::cut_out(&mut walls, *window)).collect();
        Self { walls, portals, windows }
    }

    /// How many straight lines the walls are made of.
    pub fn segments(&self) -> usize {
        self.walls.iter().map(|wall| wall.len() - 1).sum()
    }
}

/// The cells that light may ever pass: floor, and doors of every state.
pub fn open(dungeon: &Dungeon, level: &Level, secret_doors: SecretDoors) -> BitGrid {
    let mut open = BitGrid::from_fn(level.size(), |cell| !level.at(cell).is_massive());
    if secret_doors == SecretDoors::Wall {
        let secret = dungeon.doors_on(level.z).filter(|door| door.secret).flat_map(|door| &door.cells);
        secret.filter(|&&cell| level.size().contains(cell)).for_each(|&cell| {
            open.remove(cell);
        });
    }
    open
}

/// All loops round a set. Cells that touch only at a corner are walked round together: nothing passes there, and where
/// walls stand back from the floor a short line joins the two corners of rock.
pub(super) fn loops(set: &BitGrid) -> Vec<Vec<Edge>> {
    boundary(set, Touching::Together)
}

impl Scale {
    /// The side of a cell. [Unit: thousandths of a square]
    pub fn cell(self) -> i32 {
        i32::from(self.squares) * SQUARE
    }

    /// A corner of the lattice of cells, moved by the inset for each step of `towards`.
    fn corner(self, corner: Cell, towards: Cell) -> WallPoint {
        let place = |at: i32, step: i32| at * self.cell() + step * i32::from(self.inset);
        WallPoint { x: place(corner.x, towards.x), y: place(corner.y, towards.y) }
    }

    /// The outline of some cells: a closed loop that repeats its first point.
    pub fn cell_loop(self, cells: Rect) -> [WallPoint; 5] {
        let point = |x: i32, y: i32| WallPoint { x: x * self.cell(), y: y * self.cell() };
        let start = point(cells.left, cells.top);
        [start, point(cells.right, cells.top), point(cells.right, cells.bottom), point(cells.left, cells.bottom), start]
    }

    /// The middle of a cell.
    pub fn middle(self, cell: Cell) -> WallPoint {
        let half = self.cell() / 2;
        WallPoint { x: cell.x * self.cell() + half, y: cell.y * self.cell() + half }
    }
}
