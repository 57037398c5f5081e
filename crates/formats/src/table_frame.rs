//! The part of a level that a table shows, and what lies in it.

use undercroft::dungeon::Level;
use undercroft_grid::Rect;

use super::outline::{Scale, WallPoint};

/// How much is shown round the floor. [Unit: squares]
const MARGIN: i32 = 2;

/// A rectangle of cells; places on the table are counted from its north-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableFrame {
    pub cells: Rect,
    pub scale: Scale,
}

impl TableFrame {
    /// The floor of all these levels with the margin round it; without floor, the whole of the levels.
    pub fn around_floor<'a>(levels: impl IntoIterator<Item = &'a Level> + Clone, scale: Scale) -> Self {
        let floors = levels.clone().into_iter().filter_map(floor_bounds);
        let margin = MARGIN / i32::from(scale.squares);
        let floor = floors.reduce(Rect::hull).map(|floor| floor.grow(margin));
        let whole = || levels.into_iter().map(|level| level.size().rect()).reduce(Rect::hull);
        Self { cells: floor.or_else(whole).unwrap_or(Rect::new(0, 0, 1, 1)), scale }
    }

    /// The same table with other cells.
    pub const fn with_cells(self, cells: Rect) -> Self {
        Self { cells, scale: self.scale }
    }

    /// Squares from west to east and from north to south.
    pub fn squares(self) -> [i32; 2] {
        [self.cells.width(), self.cells.height()].map(|cells| cells * i32::from(self.scale.squares))
    }

    /// A place of the level as it is counted on the table.
    pub fn local(self, point: WallPoint) -> WallPoint {
        let [left, top] = [self.cells.left, self.cells.top].map(|cells| cells * self.scale.cell());
        WallPoint { x: point.x - left, y: point.y - top }
    }

    /// The corners of the table, north-west and south-east, as places of the level.
    pub fn corners(self) -> [WallPoint; 2] {
        let Rect { left, top, right, bottom } = self.cells;
        [(left, top), (right, bottom)].map(|(x, y)| WallPoint { x: x * self.scale.cell(), y: y * self.scale.cell() })
    }

    /// Whether a place lies on the table; of two tables side by side the eastern or southern one has the seam.
    pub fn has_point(self, point: WallPoint) -> bool {
        let [min, max] = self.corners();
        (min.x..max.x).contains(&point.x) && (min.y..max.y).contains(&point.y)
    }

    /// Whether the middle of a line lies on the table: of a line on a seam just one table has it.
    pub fn has_line(self, [from, to]: [WallPoint; 2]) -> bool {
        self.has_point(WallPoint { x: i32::midpoint(from.x, to.x), y: i32::midpoint(from.y, to.y) })
    }

    /// The nearest place on the table: where walls stand back, the end of a door at a seam lies beyond it.
    pub fn nearest(self, point: WallPoint) -> WallPoint {
        let [min, max] = self.corners();
        WallPoint { x: point.x.clamp(min.x, max.x), y: point.y.clamp(min.y, max.y) }
    }
}

/// The smallest rectangle round all cells that are not rock or wall.
fn floor_bounds(level: &Level) -> Option<Rect> {
    Rect::around(level.size().cells().filter(|&cell| !level.at(cell).is_massive()))
}
