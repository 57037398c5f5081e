//! Cells of a plan: a lattice on which north is up, and the rectangle of it that a plan may use.

use undercroft_grid::Dir;

use crate::recipe::Bounds;

/// A cell on a level of the plan. North is `+1` in `y`, unlike on tiles.
///
/// ```
/// use undercroft::grid::Dir;
/// use undercroft::plan::PlanCell;
///
/// let north = PlanCell::START.step(Dir::North);
/// assert_eq!(north, PlanCell::new(0, 1));
/// assert_eq!(north.turned(Dir::East), PlanCell::START.step(Dir::East));
/// assert_eq!(PlanCell::new(2, -1).manhattan(PlanCell::START), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanCell {
    /// Grows east.
    pub x: i32,
    /// Grows north.
    pub y: i32,
}

impl PlanCell {
    /// Where every level begins before it is moved under its stairs.
    pub const START: Self = Self::new(0, 0);

    /// A place.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The neighbour in a direction.
    pub const fn step(self, dir: Dir) -> Self {
        match dir {
            Dir::North => Self::new(self.x, self.y + 1),
            Dir::East => Self::new(self.x + 1, self.y),
            Dir::South => Self::new(self.x, self.y - 1),
            Dir::West => Self::new(self.x - 1, self.y),
        }
    }

    /// The place when everything is turned round the start so that what lay north lies in this direction.
    pub const fn turned(self, north: Dir) -> Self {
        let Self { x, y } = self;
        match north {
            Dir::North => self,
            Dir::East => Self::new(y, -x),
            Dir::South => Self::new(-x, -y),
            Dir::West => Self::new(-y, x),
        }
    }

    /// Steps to another place when only the four neighbours can be stepped to.
    pub const fn manhattan(self, other: Self) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// The sum of two places as vectors.
    pub const fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Bounds {
    /// All cells up to `reach` steps from the start along each axis.
    pub const fn around(reach: i32) -> Self {
        Self { x: [-reach, reach], y: [-reach, reach] }
    }

    /// Whether the place lies inside.
    pub fn contains(self, cell: PlanCell) -> bool {
        (self.x[0]..=self.x[1]).contains(&cell.x) && (self.y[0]..=self.y[1]).contains(&cell.y)
    }

    /// Columns and rows.
    pub const fn sides(self) -> [u64; 2] {
        [self.x[1].abs_diff(self.x[0]) as u64 + 1, self.y[1].abs_diff(self.y[0]) as u64 + 1]
    }

    /// The same places counted from another one.
    pub const fn relative_to(self, cell: PlanCell) -> Self {
        Self { x: [self.x[0] - cell.x, self.x[1] - cell.x], y: [self.y[0] - cell.y, self.y[1] - cell.y] }
    }

    /// The bounds when everything is turned round the start so that what lay north lies in this direction.
    pub const fn turned(self, north: Dir) -> Self {
        let [a, b] =
            [PlanCell::new(self.x[0], self.y[0]).turned(north), PlanCell::new(self.x[1], self.y[1]).turned(north)];
        Self { x: sorted(a.x, b.x), y: sorted(a.y, b.y) }
    }
}

impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "bounds = [{}, {}, {}, {}]", self.x[0], self.x[1], self.y[0], self.y[1])
    }
}

const fn sorted(a: i32, b: i32) -> [i32; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// The direction that undoes a turn.
pub const fn back(north: Dir) -> Dir {
    match north {
        Dir::East => Dir::West,
        Dir::West => Dir::East,
        same => same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_and_its_undoing_leave_everything_in_place() {
        let bounds = Bounds { x: [-2, 5], y: [-1, 9] };
        for north in Dir::ALL {
            let cell = PlanCell::new(3, 7);
            assert_eq!(cell.turned(north).turned(back(north)), cell);
            assert_eq!(bounds.turned(north).turned(back(north)), bounds);
            assert_eq!(PlanCell::START.step(Dir::North).turned(north), PlanCell::START.step(north));
            assert!(bounds.turned(north).contains(cell.turned(north)));
        }
    }
}
