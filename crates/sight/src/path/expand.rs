//! The successors of a corner, computed on demand or read from a prepared graph.
//!
//! A prepared graph offers the edges that lead on, and of the falling ones those that come down to the destination.
//! They are marked before a search: from each corner that sees the destination backwards, by taut turns and rising
//! levels. They are few, as levels rise with every step.

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::edge::EdgeFan;
use super::taut;
use crate::floor::Floor;
use crate::fov::{Fov, Observer, View};

/// Where taut paths continue from a corner.
pub(crate) trait Expansion {
    /// The corners.
    fn corners(&self) -> &CornerIndex;

    /// Prepares for paths to a destination that sees these corners, each with an edge that can end a taut path.
    fn set_target(&mut self, destination: Cell, last: &[CornerId]);

    /// Reports the corners to which a taut path can continue after it arrived at a corner by an edge, with the steps to
    /// them.
    fn successors(&mut self, at: CornerId, arriving: Cell, found: impl FnMut(CornerId, Cell));
}

/// Successors found by computing the view of each corner.
pub(crate) struct LazyExpansion<'a> {
    floor: &'a Floor,
    corners: CornerIndex,
    fov: Fov,
    view: View,
}

impl<'a> LazyExpansion<'a> {
    pub(crate) fn new(floor: &'a Floor) -> Self {
        Self { floor, corners: CornerIndex::new(floor), fov: Fov::new(), view: View::new(floor.size()) }
    }
}

impl Expansion for LazyExpansion<'_> {
    fn corners(&self) -> &CornerIndex {
        &self.corners
    }

    fn set_target(&mut self, _: Cell, _: &[CornerId]) {}

    fn successors(&mut self, at: CornerId, arriving: Cell, mut found: impl FnMut(CornerId, Cell)) {
        let (here, walls) = (self.corners.cell(at), self.corners.walls(at));
        // Corners lie on the map.
        let _ = self.fov.exact(self.floor, Observer::one(here), None, &mut self.view);
        for corner in self.corners.seen(&self.view).filter(|&corner| corner != at) {
            let edge = self.corners.cell(corner) - here;
            if taut::turns(walls, arriving, edge) && taut::can_turn_after(self.corners.walls(corner), edge) {
                found(corner, edge);
            }
        }
    }
}

/// The falling edges that lead to a destination, listed at the corner where each begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// For each corner the round in which it was marked last, and its last mark.
    heads: Vec<(u32, u32)>,
    round: u32,
    list: Vec<Mark>,
    waiting: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    to: CornerId,
    /// The mark before, at the same corner.
    next: u32,
    step: Cell,
}

/// A corner from which the descent to the destination is known.
#[derive(Clone, Copy, Debug)]
struct Step {
    at: CornerId,
    leaving: Cell,
    level: u16,
}

const NONE: u32 = u32::MAX;

/// Successors out of a prepared graph, with the marks for one destination.
pub(crate) struct GraphExpansion<'a> {
    corners: &'a CornerIndex,
    fans: &'a [EdgeFan],
    marks: Marks,
}

impl<'a> GraphExpansion<'a> {
    pub(crate) const fn new(corners: &'a CornerIndex, fans: &'a [EdgeFan], marks: Marks) -> Self {
        Self { corners, fans, marks }
    }

    pub(crate) fn into_marks(self) -> Marks {
        self.marks
    }

    /// Marks the falling edges that arrive at a corner and turn there to descend further.
    fn mark_arriving(&mut self, step: Step) {
        let corners = self.corners;
        let walls = corners.walls(step.at);
        let before = taut::sides_before(step.leaving);
        for edge in self.fans[step.at as usize].edges().iter().filter(|edge| edge.rises() && edge.level > step.level) {
            let sides = taut::sides_after_reverse(walls, edge.sides) & before;
            let down = -edge.step();
            if taut::turns_round(sides, down, step.leaving) && self.marks.add(edge.to, step.at, down) {
                self.marks.waiting.push(Step { at: edge.to, leaving: down, level: edge.level });
            }
        }
    }
}

impl Expansion for GraphExpansion<'_> {
    fn corners(&self) -> &CornerIndex {
        self.corners
    }

    fn set_target(&mut self, destination: Cell, last: &[CornerId]) {
        let corners = self.corners;
        self.marks.begin(corners.len());
        let steps = last.iter().map(|&at| Step { at, leaving: destination - corners.cell(at), level: 0 });
        self.marks.waiting.extend(steps);
        while let Some(step) = self.marks.waiting.pop() {
            self.mark_arriving(step);
        }
    }

    #[inline]
    fn successors(&mut self, at: CornerId, arriving: Cell, mut found: impl FnMut(CornerId, Cell)) {
        let walls = self.corners.walls(at);
        let after = taut::sides_after(walls, arriving);
        for edge in self.fans[at as usize].through_edges().iter().filter(|edge| after & edge.sides != 0) {
            let step = edge.step();
            if taut::turns_round(after & edge.sides, arriving, step) {
                found(edge.to, step);
            }
        }
        let marked = self.marks.marked_from(at).filter(|&(_, step)| taut::turns(walls, arriving, step));
        marked.for_each(|(to, step)| found(to, step));
    }
}

impl Marks {
    fn begin(&mut self, corners: usize) {
        self.list.clear();
        if self.heads.len() < corners {
            self.heads.resize(corners, (0, NONE));
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.heads.fill((0, NONE));
            self.round = 1;
        }
    }

    /// Marks an edge; true when it was not marked before.
    fn add(&mut self, from: CornerId, to: CornerId, step: Cell) -> bool {
        if self.marked_from(from).any(|(marked, _)| marked == to) {
            return false;
        }
        let next = self.first(from);
        self.heads[from as usize] = (self.round, self.list.len() as u32);
        self.list.push(Mark { to, next, step });
        true
    }

    /// The marked edges of a corner.
    #[inline]
    fn marked_from(&self, from: CornerId) -> impl Iterator<Item = (CornerId, Cell)> {
        let mut at = self.first(from);
        std::iter::from_fn(move || {
            let mark = self.list.get(at as usize)?;
            at = mark.next;
            Some((mark.to, mark.step))
        })
    }

    #[inline]
    fn first(&self, from: CornerId) -> u32 {
        let (round, head) = self.heads[from as usize];
        if round == self.round { head } else { NONE }
    }
}
