//! Ways across the map: who plans them, and a planner of our own.
//!
//! A crowd asks a [`Navigator`] for turning points and walks from one to the next by its local rule. Any shortest-path
//! function over a grid of solid places will do; the lattice is such a grid, and a body covers one of its sub-cells.
//! [`StepRoutes`] plans along the eight directions, so that every leg is one that the local rule follows exactly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::{BitGrid, Cell};

use crate::ways::{STEPS, sides};

/// Plans the turning points of a way.
pub trait Navigator {
    /// The places where a body of one place turns on its way between two places that are not solid, the destination
    /// last; `None` when there is no way. The start may be given as the first point.
    fn route(&mut self, solid: &BitGrid, from: Cell, to: Cell) -> Option<Vec<Cell>>;
}

impl<F: FnMut(&BitGrid, Cell, Cell) -> Option<Vec<Cell>>> Navigator for F {
    fn route(&mut self, solid: &BitGrid, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        self(solid, from, to)
    }
}

/// The cost of an orthogonal and of a diagonal step: 7/5 is within one part in a hundred of √2.
const COSTS: [u32; 2] = [5, 7];

/// Shortest ways along the eight directions, by A* with the octile distance. Keeps its memory from call to call.
#[derive(Clone, Debug, Default)]
pub struct StepRoutes {
    /// For each spot: the search that last saw it, its cost, and the direction by which it was entered.
    seen: Vec<(u32, u32, u8)>,
    search: u32,
    open: BinaryHeap<Reverse<(u32, Reverse<u32>, u32)>>,
}

impl Navigator for StepRoutes {
    fn route(&mut self, solid: &BitGrid, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let size = solid.size();
        let is_free = |at: Cell| size.contains(at) && !solid.contains(at);
        if !is_free(from) || !is_free(to) {
            return None;
        }
        self.start(size.area(), size.id(from));
        while let Some(Reverse((_, Reverse(cost), id))) = self.open.pop() {
            let at = size.cell(id as usize);
            if at == to {
                return Some(self.turns(size, from, to));
            }
            if cost > self.seen[id as usize].1 {
                continue;
            }
            for direction in open_directions(&is_free, at) {
                let next = at + STEPS[direction];
                self.reach(size.id(next), cost + step_cost(direction), direction as u8, octile(next, to));
            }
        }
        None
    }
}

impl StepRoutes {
    fn start(&mut self, area: usize, from: usize) {
        if self.seen.len() != area || self.search == u32::MAX {
            self.seen = vec![(0, 0, 0); area];
            self.search = 0;
        }
        self.search += 1;
        self.open.clear();
        self.reach(from, 0, 0, 0);
    }

    fn reach(&mut self, id: usize, cost: u32, direction: u8, left: u32) {
        let seen = &mut self.seen[id];
        if seen.0 != self.search || cost < seen.1 {
            *seen = (self.search, cost, direction);
            // Of equally promising places the one farther on comes first.
            self.open.push(Reverse((cost + left, Reverse(cost), id as u32)));
        }
    }

    /// The places where the way changes direction, and its end.
    fn turns(&self, size: undercroft_grid::Size, from: Cell, to: Cell) -> Vec<Cell> {
        let mut turns = vec![to];
        let mut at = to;
        let mut heading = self.seen[size.id(to)].2;
        while at != from {
            let entered = self.seen[size.id(at)].2;
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
fn open_directions(is_free: &impl Fn(Cell) -> bool, at: Cell) -> impl Iterator<Item = usize> {
    let free = STEPS.map(|step| is_free(at + step));
    (0..8).filter(move |&direction| free[direction] && sides(direction).is_none_or(|(a, b)| free[a] && free[b]))
}

const fn step_cost(direction: usize) -> u32 {
    COSTS[sides(direction).is_some() as usize]
}

fn octile(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    COSTS[0] * dx.max(dy) + (COSTS[1] - COSTS[0]) * dx.min(dy)
}
