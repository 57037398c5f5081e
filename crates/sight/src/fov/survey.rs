//! How much and how far is seen from where, over a whole map.

use undercroft_grid::{Cell, Grid};

use super::{Footprint, Fov, Observer, Radius, View};
use crate::floor::Floor;

/// What is seen from every cell of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// For each cell, how many cells an observer with its north-west cell there sees; 0 where it does not fit.
    pub sizes: Grid<u32>,
    /// The longest line of sight, from an observer's north-west cell; `None` where an observer fits nowhere.
    pub longest: Option<LineOfSight>,
}

/// Two cells in clear sight of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOfSight {
    /// Where the observer stands.
    pub from: Cell,
    /// The cell that it sees.
    pub to: Cell,
}

impl LineOfSight {
    /// The square of the distance between the two centres. [Unit: cells²]
    pub fn squared(self) -> i64 {
        self.from.distance_squared(self.to)
    }
}

impl Survey {
    /// The cells from which something is seen, and the sum of what is seen from all of them.
    pub fn total(&self) -> (usize, u64) {
        let seen = self.sizes.values().iter().filter(|&&size| size > 0);
        seen.fold((0, 0), |(places, sum), &size| (places + 1, sum + u64::from(size)))
    }

    /// The first cell from which most is seen, and how much that is.
    pub fn largest(&self) -> Option<(Cell, u32)> {
        let most = self.sizes.values().iter().copied().max().filter(|&size| size > 0)?;
        let at = self.sizes.values().iter().position(|&size| size == most)?;
        Some((self.sizes.size().cell(at), most))
    }
}

/// Looks around, in clear sight, from every cell where an observer of this shape fits. Of equally long lines, the one from
/// the first cell to the first cell counts.
///
/// Uses all threads of the current rayon pool, one row at a time; the result is the same for any number of them.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{Floor, Footprint, survey};
///
/// let found = survey(&Floor::new(&BitGrid::new(Size::of(6, 1))), Footprint::One, None);
/// assert_eq!((found.total(), found.largest()), ((6, 36), Some((Cell::new(0, 0), 6))));
/// assert_eq!(found.longest.map(|line| line.squared()), Some(25));
/// ```
pub fn survey(floor: &Floor, footprint: Footprint, radius: Option<Radius>) -> Survey {
    let rows = each_row(floor, |fov, view, y| {
        let mut longest = None;
        let mut look = |x| {
            let from = Cell::new(x, y);
            let size = look(floor, Observer::new(from, footprint), radius, fov, view);
            longest = longer(longest, farthest(view, from).filter(|_| size > 0));
            size
        };
        let sizes: Vec<u32> = (0..floor.size().width()).map(&mut look).collect();
        (sizes, longest)
    });
    let longest = rows.iter().map(|(_, longest)| *longest).fold(None, longer);
    let sizes = rows.into_iter().flat_map(|(sizes, _)| sizes).collect();
    Survey { sizes: Grid::from_values(floor.size(), sizes), longest }
}

#[cfg(feature = "rayon")]
fn each_row<T: Send>(floor: &Floor, row: impl Fn(&mut Fov, &mut View, i32) -> T + Sync) -> Vec<T> {
    use rayon::prelude::*;

    let workspace = || (Fov::new(), View::new(floor.size()));
    let rows = (0..floor.size().height()).into_par_iter();
    rows.map_init(workspace, |(fov, view), y| row(fov, view, y)).collect()
}

#[cfg(not(feature = "rayon"))]
fn each_row<T>(floor: &Floor, row: impl Fn(&mut Fov, &mut View, i32) -> T) -> Vec<T> {
    let (mut fov, mut view) = (Fov::new(), View::new(floor.size()));
    (0..floor.size().height()).map(|y| row(&mut fov, &mut view, y)).collect()
}

fn look(floor: &Floor, observer: Observer, radius: Option<Radius>, fov: &mut Fov, view: &mut View) -> u32 {
    match fov.exact(floor, observer, radius, view) {
        Ok(()) => view.count() as u32,
        Err(_) => 0,
    }
}

/// The line to the farthest cell of a view. In each row that is the first or the last one.
fn farthest(view: &View, from: Cell) -> Option<LineOfSight> {
    let last = view.cells().size().width() - 1;
    let ends = |y| [view.cells().next_set(y, 0), view.cells().previous_set(y, last)].map(|x| Some(Cell::new(x?, y)));
    let lines = view.rows().flat_map(ends).flatten().map(|to| Some(LineOfSight { from, to }));
    lines.fold(None, longer)
}

/// The longer of two lines, the first when they are equal.
fn longer(a: Option<LineOfSight>, b: Option<LineOfSight>) -> Option<LineOfSight> {
    if b.map(LineOfSight::squared) > a.map(LineOfSight::squared) { b } else { a }
}
