//! The lattice of sub-cells: finer than the cells, and shifted if wished.
//!
//! ```text
//!   n = 2, no offset        n = 2, offset x           Sub-cell k spans the half sub-cells 2k − o and 2k − o + 1
//!   |0 1|2 3|4 5|           0|1|2|3|4|5               of its axis, with o = 1 where the axis is shifted; cell c
//!   +---+---+---+           +---+---+---+             spans 2n·c to 2n·c + 2n − 1. All in whole numbers.
//! ```
//!
//! A sub-cell is free when every cell it overlaps is free. A shifted lattice keeps its size: its first row or column
//! sticks out of the map and is never free.

use serde::{Deserialize, Serialize};
use undercroft_grid::{BitGrid, Cell, MAX_SIDE, Size};

use crate::ways::{ORTHOGONAL, Spot, Ways};
use crate::{CrowdError, Steps, SubCell};

/// Which axes of the lattice are shifted by half a sub-cell towards smaller coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offset {
    /// None: sub-cells divide cells evenly.
    #[default]
    None,
    /// To the west.
    X,
    /// To the north.
    Y,
    /// Both.
    Xy,
}

impl Offset {
    /// Every offset.
    pub const ALL: [Self; 4] = [Self::None, Self::X, Self::Y, Self::Xy];

    /// Half sub-cells on each axis.
    const fn halves(self) -> Cell {
        Cell::new(matches!(self, Self::X | Self::Xy) as i32, matches!(self, Self::Y | Self::Xy) as i32)
    }
}

/// Sub-cells with what a body needs to know of them: walls, open steps, connected areas.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    n: i32,
    halves: Cell,
    solid: BitGrid,
    ways: Ways,
    four: Ways,
    /// The number of the connected area of every spot; solid ones have none of worth.
    areas: Vec<u32>,
}

impl Lattice {
    /// The lattice over a map of solid cells.
    pub(crate) fn new(map: &BitGrid, n: u8, offset: Offset) -> Result<Self, CrowdError> {
        let cells = map.size();
        let n = i32::from(n);
        if !(1..=3).contains(&n) {
            return Err(CrowdError::Subdivision(n as u8));
        }
        let size = Size::new(i64::from(cells.width()) * i64::from(n), i64::from(cells.height()) * i64::from(n))
            .map_err(|_| CrowdError::LatticeTooLarge { map: cells, n: n as u8, limit: MAX_SIDE })?;
        let halves = offset.halves();
        let free = BitGrid::from_fn(size, |at| overlapped(at, n, halves).all(|cell| is_free(map, cell)));
        let ways = Ways::eight(&free);
        let four = ways.orthogonal();
        let areas = areas(&free, &ways);
        let mut solid = free;
        solid.complement();
        Ok(Self { n, halves, solid, ways, four, areas })
    }

    pub(crate) const fn size(&self) -> Size {
        self.solid.size()
    }

    /// The sub-cells that no body can stand on.
    pub(crate) const fn solid(&self) -> &BitGrid {
        &self.solid
    }

    pub(crate) const fn ways(&self) -> &Ways {
        &self.ways
    }

    /// The open steps of a flow.
    pub(crate) const fn flow_ways(&self, steps: Steps) -> &Ways {
        match steps {
            Steps::Four => &self.four,
            Steps::Eight => &self.ways,
        }
    }

    /// The cell under the centre of a sub-cell.
    pub(crate) const fn cell_of(&self, at: SubCell) -> Cell {
        let centre = self.centre(at);
        Cell::new(centre.x.div_euclid(2 * self.n), centre.y.div_euclid(2 * self.n))
    }

    pub(crate) fn spot(&self, at: SubCell) -> Spot {
        self.ways.spot(at.0)
    }

    pub(crate) fn at(&self, spot: Spot) -> SubCell {
        SubCell(self.ways.cell(spot))
    }

    pub(crate) fn is_free(&self, at: SubCell) -> bool {
        self.size().contains(at.0) && !self.solid.contains(at.0)
    }

    /// Whether a body can get from one free sub-cell to the other.
    pub(crate) fn are_connected(&self, a: SubCell, b: SubCell) -> bool {
        self.areas[self.spot(a).index()] == self.areas[self.spot(b).index()]
    }

    /// The free sub-cell nearest to the centre of a cell among those that overlap it; ties: smaller y, then x.
    pub(crate) fn heart(&self, cell: Cell) -> Option<SubCell> {
        let middle = Cell::new((2 * cell.x + 1) * self.n, (2 * cell.y + 1) * self.n);
        let free = self.over(cell).filter(|&at| self.is_free(at));
        free.min_by_key(|&at| (self.centre(at).distance_squared(middle), at))
    }

    /// The sub-cells that overlap a cell of the map.
    pub(crate) fn over(&self, cell: Cell) -> impl Iterator<Item = SubCell> + '_ {
        let first = Cell::new(cell.x * self.n, cell.y * self.n);
        let last = Cell::new(first.x + self.n - 1 + self.halves.x, first.y + self.n - 1 + self.halves.y);
        (first.y..=last.y)
            .flat_map(move |y| (first.x..=last.x).map(move |x| SubCell::new(x, y)))
            .filter(|at| self.size().contains(at.0))
    }

    /// The sub-cell of another lattice over the same map that lies nearest to one of this lattice.
    pub(crate) fn nearest_of(&self, other: &Self, at: SubCell) -> SubCell {
        // Twice the other's number is (2k − o + 1)·n'/n + o' − 1, and halving rounds to one of the two nearest.
        let axis = |k: i32, o: i32, o2: i32, limit: i32| {
            (((2 * k - o + 1) * other.n / self.n + o2 - 1).div_euclid(2)).clamp(0, limit - 1)
        };
        let size = other.size();
        SubCell::new(
            axis(at.0.x, self.halves.x, other.halves.x, size.width()),
            axis(at.0.y, self.halves.y, other.halves.y, size.height()),
        )
    }

    /// Whether a body of one sub-cell can slide along the straight line between two sub-cells.
    pub(crate) fn is_clear(&self, a: SubCell, b: SubCell) -> bool {
        let (dx, dy) = (b.0.x - a.0.x, b.0.y - a.0.y);
        let (sx, sy) = (dx.signum(), dy.signum());
        let (dx, dy) = (dx.abs(), dy.abs());
        let place = |along: i32, across: i32| {
            let (x, y) = if dx >= dy { (along, across) } else { (across, along) };
            SubCell::new(a.0.x + sx * x, a.0.y + sy * y)
        };
        let (long, short) = (dx.max(dy), dx.min(dy));
        // Between the steps k and k + 1 the body covers both columns, and the rows from ⌊k·s/l⌋ to ⌈(k + 1)·s/l⌉.
        (0..long).all(|k| {
            let rows = k * short / long..=((k + 1) * short + long - 1) / long;
            rows.into_iter().all(|row| self.is_free(place(k, row)) && self.is_free(place(k + 1, row)))
        }) && self.is_free(a)
    }

    /// The centre in half sub-cells from the map's corner.
    const fn centre(&self, at: SubCell) -> Cell {
        Cell::new(2 * at.0.x - self.halves.x + 1, 2 * at.0.y - self.halves.y + 1)
    }
}

fn is_free(map: &BitGrid, cell: Cell) -> bool {
    map.size().contains(cell) && !map.contains(cell)
}

/// The one to four cells that a sub-cell overlaps; some may lie outside the map.
fn overlapped(at: Cell, n: i32, halves: Cell) -> impl Iterator<Item = Cell> {
    let span = move |k: i32, o: i32| (2 * k - o).div_euclid(2 * n)..=(2 * k - o + 1).div_euclid(2 * n);
    span(at.y, halves.y).flat_map(move |y| span(at.x, halves.x).map(move |x| Cell::new(x, y)))
}

/// Numbers the connected areas from 1. An open diagonal has open orthogonal detours, so four directions suffice.
fn areas(free: &BitGrid, ways: &Ways) -> Vec<u32> {
    let mut areas = vec![0; free.size().area()];
    let mut stack = Vec::new();
    let mut count = 0;
    for start in free.iter().map(|at| ways.spot(at)) {
        if areas[start.index()] != 0 {
            continue;
        }
        count += 1;
        areas[start.index()] = count;
        stack.push(start);
        while let Some(spot) = stack.pop() {
            for direction in crate::ways::Directions(ways.mask(spot) & ORTHOGONAL) {
                let next = ways.step(spot, direction);
                if areas[next.index()] == 0 {
                    areas[next.index()] = count;
                    stack.push(next);
                }
            }
        }
    }
    areas
}
