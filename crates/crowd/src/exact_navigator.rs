//! Exactly shortest paths at any angle, from the sight crate: the sub-cell grid is a grid, and a body covers one sub-cell of it.

use undercroft_grid::{BitGrid, Cell};
use undercroft_sight::{CornerGraph, Floor, PathSearch, path};

use crate::Navigator;

/// More changed sub-cells than this are not followed one by one: a new look around is about as quick then.
const FEW_CHANGES: usize = 64;

/// A [`Navigator`] that plans exactly shortest paths. Over its ground it looks around once, when first asked, and follows
/// edits by looking again only at what they change. Other grounds, such as the same one with parked actors in it, it
/// searches without preparation. The paths are the same in all cases.
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
    /// A planner for the solid places of one ground, as [`Crowd::solid`](crate::Crowd::solid) returns them.
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

    fn follow(&mut self, ground: &BitGrid) {
        if *ground == self.ground {
            return;
        }
        self.graph = self.graph.take().and_then(|graph| updated(graph, &self.ground, ground));
        self.ground.clone_from(ground);
    }
}

/// The graph of `after`, from that of `before`; `None` when it is quicker to build it.
fn updated(mut graph: CornerGraph, before: &BitGrid, after: &BitGrid) -> Option<CornerGraph> {
    if before.size() != after.size() {
        return None;
    }
    let mut changed = before.clone();
    changed ^= after;
    if changed.count() > FEW_CHANGES {
        return None;
    }
    for at in changed.iter() {
        graph.set_free(at, !after.contains(at)).ok()?;
    }
    Some(graph)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::Size;

    use super::*;

    proptest! {
        #[test]
        fn a_navigator_that_follows_edits_equals_one_made_for_the_new_ground(
            walls in proptest::collection::vec(0..4u8, 180), edits in proptest::collection::vec((0..180usize, any::<bool>()), 1..40),
            ends in proptest::collection::vec((0..180usize, 0..180usize), 4),
        ) {
            let size = Size::of(15, 12);
            let mut ground = BitGrid::from_fn(size, |cell| walls[size.id(cell)] == 0);
            let mut navigator = ExactNavigator::new(&ground);
            navigator.route(&ground, Cell::new(0, 0), Cell::new(14, 11));
            prop_assume!(navigator.graph.is_some());
            for batch in edits.chunks(5) {
                batch.iter().for_each(|&(at, solid)| ground.set(size.cell(at), solid));
                navigator.follow(&ground);
                let fresh = CornerGraph::build(&Floor::new(&ground));
                prop_assert_eq!(navigator.graph.as_ref(), Some(&fresh), "the graph is kept up to date, not thrown away");
                for &(from, to) in &ends {
                    let (from, to) = (size.cell(from), size.cell(to));
                    let new = ExactNavigator::new(&ground).route(&ground, from, to);
                    prop_assert_eq!(navigator.route(&ground, from, to), new);
                }
            }
        }
    }

    #[test]
    fn a_wall_that_is_set_in_a_crowd_reaches_its_navigator() {
        let mut crowd =
            crate::Crowd::new(BitGrid::new(Size::of(9, 9)), crate::CrowdSettings::new(crate::Mode::AntiCross)).unwrap();
        let actor = crowd.spawn(crate::SubCell::new(0, 4), 64).unwrap();
        crowd.order(actor, Cell::new(8, 4)).unwrap();
        let mut navigator = ExactNavigator::new(crowd.solid());
        crowd.step(&mut navigator);
        for y in 1..8 {
            crowd.set_wall(Cell::new(4, y), true).unwrap();
            crowd.step(&mut navigator);
            assert_eq!(navigator.graph, Some(CornerGraph::build(&Floor::new(crowd.solid()))));
        }
    }
}
