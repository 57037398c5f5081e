//! Paths across the map: who plans them, and a planner of our own.
//!
//! A crowd asks a [`Navigator`] for turning points and walks from one to the next by its local rule. Any shortest-path
//! function over a grid of solid places will do; the sub-cell grid is such a grid, and a body covers one of its sub-cells.
//! [`StepNavigator`] plans along the eight directions, so that every leg is one that the local rule follows exactly.

use undercroft_grid::{BitGrid, Cell, Size};

use crate::open_moves::{Directions, STEPS, sides};

/// Plans the turning points of a path.
///
/// ```
/// use undercroft_crowd::{Navigator, StepNavigator};
/// use undercroft_grid::{BitGrid, Cell, Size};
///
/// let solid = BitGrid::new(Size::of(5, 5));
/// let (from, to) = (Cell::new(0, 0), Cell::new(3, 3));
/// assert_eq!(StepNavigator::default().route(&solid, from, to), Some(vec![to]));
/// let mut walks_straight = |_: &BitGrid, _: Cell, to: Cell| Some(vec![to]);
/// assert_eq!(walks_straight.route(&solid, from, to), Some(vec![to]));
/// ```
pub trait Navigator {
    /// The places where a body of one place turns between two places that are not solid, the destination
    /// last; `None` when there is no path. The start may be given as the first point.
    fn route(&mut self, solid: &BitGrid, from: Cell, to: Cell) -> Option<Vec<Cell>>;

    /// Takes note of the ground as it is now. A crowd calls it in each tick before it asks for routes; those it asks for
    /// may then be over this ground, or over the same ground with parked actors in it.
    fn follow(&mut self, _ground: &BitGrid) {}
}

impl<F: FnMut(&BitGrid, Cell, Cell) -> Option<Vec<Cell>>> Navigator for F {
    fn route(&mut self, solid: &BitGrid, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        self(solid, from, to)
    }
}

/// The cost of an orthogonal and of a diagonal step: 7/5 is within one part in a hundred of √2.
const COSTS: [u32; 2] = [5, 7];
/// More than a step can add to the estimate of the whole path, which is its cost and its error: 7 + 7.
const BUCKETS: usize = 16;

/// Shortest paths along the eight directions, by A* with the octile distance. Keeps its memory from call to call.
#[derive(Clone, Debug, Default)]
pub struct StepNavigator {
    seen: Vec<Seen>,
    search: u32,
    /// Places by their estimate modulo [`BUCKETS`]: those of the current estimate and the few after it.
    open: [Vec<(Cell, u32)>; BUCKETS],
}

/// What is known of a place.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The search that last saw it.
    search: u32,
    cost: u32,
    /// The direction by which it was entered.
    entered: u8,
}

impl Navigator for StepNavigator {
    fn route(&mut self, solid: &BitGrid, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let size = solid.size();
        if [from, to].iter().any(|&end| !size.contains(end) || solid.contains(end)) {
            return None;
        }
        self.start(size, from, to);
        let mut estimate = octile(from, to) as usize;
        while self.open.iter().any(|bucket| !bucket.is_empty()) {
            while let Some((at, cost)) = self.open[estimate % BUCKETS].pop() {
                if at == to {
                    return Some(self.turns(size, from, to));
                }
                if cost == self.seen[size.id(at)].cost {
                    self.expand(solid, at, cost, to);
                }
            }
            estimate += 1;
        }
        None
    }
}

impl StepNavigator {
    fn start(&mut self, size: Size, from: Cell, to: Cell) {
        if self.seen.len() != size.area() || self.search == u32::MAX {
            self.seen = vec![Seen::default(); size.area()];
            self.search = 0;
        }
        self.search += 1;
        self.open.iter_mut().for_each(Vec::clear);
        self.reach(size, from, 0, 0, to);
    }

    fn expand(&mut self, solid: &BitGrid, at: Cell, cost: u32, to: Cell) {
        for direction in open_directions(solid, at) {
            let cost = cost + COSTS[usize::from(sides(direction).is_some())];
            self.reach(solid.size(), at + STEPS[direction], cost, direction as u8, to);
        }
    }

    fn reach(&mut self, size: Size, at: Cell, cost: u32, entered: u8, to: Cell) {
        let seen = &mut self.seen[size.id(at)];
        if seen.search != self.search || cost < seen.cost {
            *seen = Seen { search: self.search, cost, entered };
            self.open[(cost + octile(at, to)) as usize % BUCKETS].push((at, cost));
        }
    }

    /// The places where the path changes direction, and its end.
    fn turns(&self, size: Size, from: Cell, to: Cell) -> Vec<Cell> {
        let mut turns = vec![to];
        let mut at = to;
        let mut heading = self.seen[size.id(to)].entered;
        while at != from {
            let entered = self.seen[size.id(at)].entered;
            if entered != heading {
                turns.push(at);
                heading = entered;
            }
            at = at - STEPS[usize::from(entered)];
        }
        turns.reverse();
        turns
    }
}

/// The directions to free neighbours; a diagonal needs both sides free.
fn open_directions(solid: &BitGrid, at: Cell) -> Directions {
    let size = solid.size();
    let mut open = 0u8;
    for (bit, &step) in STEPS.iter().enumerate() {
        let next = at + step;
        open |= u8::from(size.contains(next) && !solid.contains(next)) << bit;
    }
    let blocked = (0..8).filter(|&d| sides(d).is_some_and(|(a, b)| open >> a & open >> b & 1 == 0));
    Directions(blocked.fold(open, |open, direction| open & !(1 << direction)))
}

fn octile(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    COSTS[0] * dx.max(dy) + (COSTS[1] - COSTS[0]) * dx.min(dy)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Costs from `from` by relaxing every step until nothing changes.
    fn slow_costs(solid: &BitGrid, from: Cell) -> Vec<u32> {
        let size = solid.size();
        let mut costs = vec![u32::MAX; size.area()];
        costs[size.id(from)] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for at in size.cells().filter(|&at| !solid.contains(at)) {
                for direction in open_directions(solid, at) {
                    let (next, step) = (size.id(at + STEPS[direction]), COSTS[usize::from(sides(direction).is_some())]);
                    let cost = costs[size.id(at)].saturating_add(step);
                    changed |= cost < costs[next];
                    costs[next] = costs[next].min(cost);
                }
            }
        }
        costs
    }

    proptest! {
        #[test]
        fn ways_are_as_short_as_relaxing_every_step_finds(walls in proptest::collection::vec(0..4u8, 99), a in 0..99usize, b in 0..99usize) {
            let size = Size::of(11, 9);
            let solid = BitGrid::from_fn(size, |cell| walls[size.id(cell)] == 0);
            let (from, to) = (size.cell(a), size.cell(b));
            prop_assume!(!solid.contains(from) && !solid.contains(to));
            let mut routes = StepNavigator::default();
            routes.route(&solid, to, from);
            let route = routes.route(&solid, from, to);
            let costs = slow_costs(&solid, from);
            prop_assert_eq!(route.is_some(), costs[b] != u32::MAX);
            let Some(route) = route else { return Ok(()) };
            let (mut at, mut cost) = (from, 0);
            for turn in route {
                while at != turn {
                    let step = Cell::new((turn.x - at.x).signum(), (turn.y - at.y).signum());
                    let direction = STEPS.iter().position(|&known| known == step).unwrap();
                    prop_assert!(open_directions(&solid, at).any(|open| open == direction));
                    cost += COSTS[usize::from(sides(direction).is_some())];
                    at += step;
                }
            }
            prop_assert_eq!((at, cost), (to, costs[b]));
        }
    }
}
