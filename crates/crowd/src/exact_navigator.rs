//! Exactly shortest paths at any angle, from the sight crate: the sub-cell grid is a grid, and a body covers one sub-cell of it.

use undercroft_grid::{BitGrid, Cell};
use undercroft_sight::{CornerGraph, Floor, PathSearch, path};

use crate::Navigator;

/// A [`Navigator`] that plans exactly shortest paths. Over the ground it was made for it looks around once, when first
/// asked; other grounds, such as the same one with parked actors in it, it searches without preparation. The paths are
/// the same in both cases.
///
/// ```
/// use undercroft_crowd::{ExactNavigator, Navigator};
/// use undercroft_grid::{BitGrid, Cell, Size};
///
/// let solid = BitGrid::new(Size::of(9, 9));
/// let route = ExactNavigator::new(&solid).route(&solid, Cell::new(0, 0), Cell::new(7, 3));
/// assert_eq!(route, Some(vec![Cell::new(0, 0), Cell::new(7, 3)]));
/// ```
#[derive(Clone, Debug)]
pub struct ExactNavigator {
    ground: BitGrid,
    graph: Option<CornerGraph>,
    search: PathSearch,
}

impl ExactNavigator {
    /// A planner for the solid places of one ground, as [`Crowd::solid`](crate::Crowd::solid) tells them.
    pub fn new(ground: &BitGrid) -> Self {
        Self { ground: ground.clone(), graph: None, search: PathSearch::new() }
    }
}

impl Navigator for ExactNavigator {
    fn route(&mut self, solid: &BitGrid, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let found = if *solid == self.ground {
            let graph = self.graph.get_or_insert_with(|| CornerGraph::build(&Floor::new(solid)));
            graph.path(&mut self.search, from, to)
        } else {
            path(&Floor::new(solid), from, to)
        };
        Some(found.ok()??.waypoints().to_vec())
    }
}
