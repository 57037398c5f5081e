//! Expansion out of a prepared graph: legs that lead on, and the falling ones that come down to the destination.
//!
//! Before a search the falling legs are marked that end at the destination: from each corner that sees it backwards,
//! by taut turns and rising levels. They are few, as levels rise with every step.

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::graph::CornerGraph;
use super::search::Expansion;
use super::taut;

/// The falling legs that lead to a destination, listed at the corner where each begins.
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
    length: u64,
}

/// A corner from which the way down is known.
#[derive(Clone, Copy, Debug)]
struct Step {
    at: CornerId,
    leaving: Cell,
    level: u16,
}

const NONE: u32 = u32::MAX;

/// A graph with the marks for one destination.
pub(crate) struct GraphExpansion<'a> {
    graph: &'a CornerGraph,
    marks: Marks,
}

impl<'a> GraphExpansion<'a> {
    pub(crate) const fn new(graph: &'a CornerGraph, marks: Marks) -> Self {
        Self { graph, marks }
    }

    pub(crate) fn into_marks(self) -> Marks {
        self.marks
    }

    /// Marks the falling legs that arrive at a corner and turn there to go on down.
    fn mark_arriving(&mut self, step: Step) {
        let corners = &self.graph.corners;
        let (here, walls) = (corners.cell(step.at), corners.walls(step.at));
        let before = taut::sides_before(step.leaving);
        for leg in self.graph.fans[step.at as usize].legs().iter().filter(|leg| leg.rises() && leg.level > step.level) {
            let sides = taut::sides_after_reverse(walls, leg.sides) & before;
            let down = here - corners.cell(leg.to);
            if taut::turns_round(sides, down, step.leaving) && self.marks.add(leg.to, step.at, leg.length) {
                self.marks.waiting.push(Step { at: leg.to, leaving: down, level: leg.level });
            }
        }
    }
}

impl Expansion for GraphExpansion<'_> {
    fn corners(&self) -> &CornerIndex {
        &self.graph.corners
    }

    fn set_target(&mut self, destination: Cell, last: &[CornerId]) {
        let corners = &self.graph.corners;
        self.marks.begin(corners.len());
        let steps = last.iter().map(|&at| Step { at, leaving: destination - corners.cell(at), level: 0 });
        self.marks.waiting.extend(steps);
        while let Some(step) = self.marks.waiting.pop() {
            self.mark_arriving(step);
        }
    }

    fn onward(&mut self, at: CornerId, arriving: Cell, found: &mut Vec<(CornerId, u64)>) {
        let corners = &self.graph.corners;
        let (here, walls) = (corners.cell(at), corners.walls(at));
        let after = taut::sides_after(walls, arriving);
        let onward = self.graph.fans[at as usize].onward().iter().filter(|leg| after & leg.sides != 0);
        let taut = onward.filter(|leg| taut::turns_round(after & leg.sides, arriving, corners.cell(leg.to) - here));
        found.extend(taut.map(|leg| (leg.to, leg.length)));
        let marked = self.marks.of(at).filter(|&(to, _)| taut::turns(walls, arriving, corners.cell(to) - here));
        found.extend(marked);
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

    /// Marks a leg, and says whether it was not marked before.
    fn add(&mut self, from: CornerId, to: CornerId, length: u64) -> bool {
        if self.of(from).any(|(marked, _)| marked == to) {
            return false;
        }
        let next = self.first(from);
        self.heads[from as usize] = (self.round, self.list.len() as u32);
        self.list.push(Mark { to, next, length });
        true
    }

    /// The marked legs of a corner.
    #[inline]
    fn of(&self, from: CornerId) -> impl Iterator<Item = (CornerId, u64)> {
        let mut at = self.first(from);
        std::iter::from_fn(move || {
            let mark = self.list.get(at as usize)?;
            at = mark.next;
            Some((mark.to, mark.length))
        })
    }

    #[inline]
    fn first(&self, from: CornerId) -> u32 {
        let (round, head) = self.heads[from as usize];
        if round == self.round { head } else { NONE }
    }
}
