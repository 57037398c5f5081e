//! What a corner sees of other corners: the edges that a taut path can use, and nothing else.
//!
//! ```text
//!     . . . . 1       A path that turns at c round this wall leaves it for places north-east or south-west of it. So only two
//!     . . . . .       quarters are looked at. Sight is mutual: a build looks to the north alone, and each edge is found once,
//!     . 0 c . .       by its southern end. Corners are picked out as beams pass over them; there is no view to fill and
//!     . . . # .       to read again.
//!     2 . . . .
//! ```

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::taut;
use crate::floor::Floor;
use crate::fov::bounds::ScanBounds;
use crate::fov::cone::Cone;
use crate::fov::exact::{self, Side};
use crate::fov::notes::Notes;
use crate::fov::oracle;

/// The memory of looks from corners. Once warm, looking allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct VisibleCorners {
    cones: Vec<Cone>,
    found: Vec<CornerId>,
}

impl VisibleCorners {
    /// The corners before one, in the order of cells, to which it has a taut edge, in their order.
    pub(crate) fn before(&mut self, floor: &Floor, corners: &CornerIndex, from: CornerId) -> &[CornerId] {
        self.look(floor, corners, from, &[Side::North]);
        self.found.retain(|&to| to < from);
        self.in_order()
    }

    /// All corners to which one has a taut edge, in their order.
    pub(crate) fn all(&mut self, floor: &Floor, corners: &CornerIndex, from: CornerId) -> &[CornerId] {
        self.look(floor, corners, from, &[Side::North, Side::South]);
        self.in_order()
    }

    /// The corners after one to which it has a taut edge over the inside of a cell, in their order. The cell is at least two
    /// steps away, in the row of the corner or south of it.
    pub(crate) fn through(&mut self, floor: &Floor, corners: &CornerIndex, from: CornerId, gap: Cell) -> &[CornerId] {
        self.found.clear();
        let here = corners.cell(from);
        let mut hits = Hits { corners, from, first_row: gap.y, found: &mut self.found };
        exact::look_through(floor, here, gap, &mut self.cones, &mut hits);
        self.found.retain(|&to| to > from && oracle::hides(gap, here, corners.cell(to)));
        self.in_order()
    }

    fn look(&mut self, floor: &Floor, corners: &CornerIndex, from: CornerId, sides: &[Side]) {
        self.found.clear();
        let (here, walls) = (corners.cell(from), corners.walls(from));
        let mut hits = Hits { corners, from, first_row: 0, found: &mut self.found };
        exact::look_along(floor, here, &mut hits);
        for &side in sides {
            let mut bounds = ScanBounds::new(floor.size(), here, None);
            let (western, eastern) = match side {
                Side::North => (taut::leaves_sinking(walls), taut::leaves_rising(walls)),
                Side::South => (taut::leaves_rising(walls), taut::leaves_sinking(walls)),
            };
            if !western {
                bounds.west = here.x;
            }
            if !eastern {
                bounds.east = here.x;
            }
            exact::look_aside(floor, here, side, bounds, &mut self.cones, &mut hits);
        }
    }

    fn in_order(&mut self) -> &[CornerId] {
        self.found.sort_unstable();
        self.found.dedup();
        &self.found
    }
}

/// Picks the ends of taut edges out of what is seen.
struct Hits<'a> {
    corners: &'a CornerIndex,
    from: CornerId,
    /// Rows north of this one are passed over.
    first_row: i32,
    found: &'a mut Vec<CornerId>,
}

impl Notes for Hits<'_> {
    #[inline]
    fn note(&mut self, y: i32, left: i32, right: i32) {
        if left <= right && y >= self.first_row {
            let (corners, from) = (self.corners, self.from);
            corners.each_in_row(y, left, right, |to| {
                if to != from && is_taut(corners, from, to) {
                    self.found.push(to);
                }
            });
        }
    }
}

/// Whether a taut path can use the edge between two corners.
fn is_taut(corners: &CornerIndex, from: CornerId, to: CornerId) -> bool {
    let step = corners.cell(to) - corners.cell(from);
    taut::can_turn_before(corners.walls(from), step) && taut::can_turn_after(corners.walls(to), step)
}
