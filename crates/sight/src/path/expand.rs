//! The successors of a corner, computed on demand or read from a prepared graph.
//!
//! A prepared graph offers the edges that lead on, and of the falling ones those that come down to the destination.
//! They are marked before a search: from each corner that sees the destination backwards, by taut turns and rising
//! levels. They are few, as levels rise with every step.

use undercroft_grid::{Cell, WORD_BITS};

use super::corner_index::{CornerId, CornerIndex};
use super::edge::EdgeFan;
use super::taut::{self, Sides};
use super::through_edges::{PackedStep, Steps, ThroughEdges};
use super::turn::Turn;
use crate::floor::Floor;
use crate::fov::{Fov, Observer, View};

/// Where taut paths continue from a corner.
pub(crate) trait Expansion {
    /// The corners.
    fn corners(&self) -> &CornerIndex;

    /// Prepares for paths to a destination that sees these corners, each with an edge that can end a taut path.
    fn set_target(&mut self, destination: Cell, last: &[CornerId]);

    /// Lists the steps to corners at which a taut path can continue from a turn, in place of what the list held.
    fn successors(&mut self, turn: Turn, found: &mut Vec<Cell>);

    /// Loads what is read first when a corner of this row is taken up, so that a search need not wait for it then.
    fn touch(&self, _corner: CornerId, _y: i32) {}
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

    fn successors(&mut self, turn: Turn, found: &mut Vec<Cell>) {
        found.clear();
        let (Turn { corner: at, here, arriving }, walls) = (turn, self.corners.walls(turn.corner));
        // Corners lie on the map.
        let _ = self.fov.exact(self.floor, Observer::one(here), None, &mut self.view);
        for corner in self.corners.seen(&self.view).filter(|&corner| corner != at) {
            let edge = self.corners.cell(corner) - here;
            if taut::turns(walls, arriving, edge) && taut::can_turn_after(self.corners.walls(corner), edge) {
                found.push(edge);
            }
        }
    }
}

/// The falling edges that lead to a destination, listed at the corner where each begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// The corners with marks, one bit for each: a search asks for every corner, and almost none has any.
    marked: Vec<u64>,
    /// For each of these its last mark.
    last: Vec<u32>,
    list: Vec<Mark>,
    waiting: Vec<Descent>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    from: CornerId,
    to: CornerId,
    /// The mark before, at the same corner.
    next: u32,
    step: Cell,
}

/// A corner from which the descent to the destination is known.
#[derive(Clone, Copy, Debug)]
struct Descent {
    at: CornerId,
    leaving: Cell,
    level: u16,
}

const NONE: u32 = u32::MAX;

/// Successors out of a prepared graph, with the marks for one destination.
pub(crate) struct GraphExpansion<'a> {
    corners: &'a CornerIndex,
    fans: &'a [EdgeFan],
    through: &'a ThroughEdges,
    marks: Marks,
}

impl<'a> GraphExpansion<'a> {
    pub(crate) const fn new(
        corners: &'a CornerIndex,
        fans: &'a [EdgeFan],
        through: &'a ThroughEdges,
        marks: Marks,
    ) -> Self {
        Self { corners, fans, through, marks }
    }

    pub(crate) fn into_marks(self) -> Marks {
        self.marks
    }

    /// Marks the falling edges that arrive at a corner and turn there to descend further.
    fn mark_arriving(&mut self, descent: Descent) {
        let corners = self.corners;
        let walls = corners.walls(descent.at);
        let before = taut::sides_before(descent.leaving);
        let edges = self.fans[descent.at as usize].edges().iter();
        for edge in edges.filter(|edge| edge.rises() && edge.level > descent.level) {
            let sides = taut::sides_after_reverse(walls, edge.sides) & before;
            let down = -edge.step();
            if taut::turns_round(sides, down, descent.leaving) && self.marks.add(edge.to, descent.at, down) {
                self.marks.waiting.push(Descent { at: edge.to, leaving: down, level: edge.level });
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
        let ends = last.iter().map(|&at| Descent { at, leaving: destination - corners.cell(at), level: 0 });
        self.marks.waiting.extend(ends);
        while let Some(descent) = self.marks.waiting.pop() {
            self.mark_arriving(descent);
        }
    }

    #[inline]
    fn successors(&mut self, turn: Turn, found: &mut Vec<Cell>) {
        found.clear();
        let (walls, steps) = self.through.at(self.corners, turn.corner, turn.here.y);
        let after = taut::sides_after(walls, turn.arriving);
        match steps {
            Steps::Near(steps) => list_taut(steps, after, turn.arriving, found),
            Steps::Far(steps) => list_taut(steps, after, turn.arriving, found),
        }
        for (_, step) in self.marks.marked_from(turn.corner) {
            if taut::turns(walls, turn.arriving, step) {
                found.push(step);
            }
        }
    }

    #[inline]
    fn touch(&self, corner: CornerId, y: i32) {
        self.through.touch(self.corners, corner, y);
    }
}

/// Lists the steps that keep a path taut. Whether one does is next to random, so that a branch for each would cost more
/// than the whole test: it becomes one bit for each of up to 64.
#[inline]
fn list_taut<T: PackedStep>(steps: &[T], after: Sides, arriving: Cell, found: &mut Vec<Cell>) {
    let is_taut = |step: T| taut::turns_round(after & step.sides_before(), arriving, step.cell());
    for steps in steps.chunks(u64::BITS as usize) {
        let mut taut = (0..).zip(steps).fold(0, |bits, (i, &step)| bits | u64::from(is_taut(step)) << i);
        while taut != 0 {
            found.push(steps[taut.trailing_zeros() as usize].cell());
            taut &= taut - 1;
        }
    }
}

impl Marks {
    fn begin(&mut self, corners: usize) {
        for mark in self.list.drain(..) {
            self.marked[mark.from as usize / WORD_BITS] = 0;
        }
        if self.last.len() < corners {
            self.last.resize(corners, NONE);
            self.marked.resize(corners.div_ceil(WORD_BITS), 0);
        }
    }

    /// Marks an edge; true when it was not marked before.
    fn add(&mut self, from: CornerId, to: CornerId, step: Cell) -> bool {
        if self.marked_from(from).any(|(marked, _)| marked == to) {
            return false;
        }
        let next = self.first(from);
        self.last[from as usize] = self.list.len() as u32;
        self.marked[from as usize / WORD_BITS] |= 1 << (from as usize % WORD_BITS);
        self.list.push(Mark { from, to, next, step });
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
        let is_marked = self.marked[from as usize / WORD_BITS] >> (from as usize % WORD_BITS) & 1 == 1;
        if is_marked { self.last[from as usize] } else { NONE }
    }
}
