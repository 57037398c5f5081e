//! Levels after a change: only those are computed again that can differ.
//!
//! For a direction d of an edge, F(d) is one more than the highest level among the edges by which a taut path goes on from d,
//! or the top when one of these is at the top. The level of an edge is the lower of its two F. Peeling (`edge_levels.rs`) finds the
//! greatest solution of these equations, so:
//!
//! 1. **Raise.** A new edge may lift those that fall into it, those that fall into these, and so on. They are few: levels
//!    rise strictly along such a chain, and what is at the top already stays there. All of them are put at the top. No
//!    other edge can rise: its falling direction leads into none of these, so one after it, of a lower level, would have
//!    had to rise before.
//! 2. **Settle.** From there levels only sink. Of those that can, the one with the lowest F is next: all that it leads to
//!    and that is lower is final. Those that lead into it are looked at again.
//!
//! What comes out is what peeling the whole graph would give, edge by edge.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::edge::{CornerEdge, EdgeFan, TOP};
use super::taut::{self, Sides};

/// A direction of an edge that is no more, at a corner that still is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lost {
    pub(crate) from: CornerId,
    pub(crate) step: Cell,
    pub(crate) level: u16,
}

/// A direction of an edge, by its ends.
pub(crate) type DirectedEdge = (CornerId, CornerId);

/// Brings levels up to date after edges have been lost and gained. What has been gained is at the top, and there in both
/// directions. Both lists get sorted. Returns the corners of edges that fall and did not, or the reverse.
pub(crate) fn update(
    corners: &CornerIndex,
    fans: &mut [EdgeFan],
    lost: &mut [Lost],
    gained: &mut [DirectedEdge],
) -> Vec<CornerId> {
    let mut work = Releveling { corners, fans, queue: BinaryHeap::new(), turned: Vec::new(), arriving: Vec::new() };
    gained.sort_unstable();
    let mut raised = Vec::with_capacity(2 * gained.len());
    raised.extend_from_slice(gained);
    for gained in gained.chunk_by(|one, other| one.0 == other.0) {
        work.raise_before(gained, &mut raised);
    }
    work.raise_all(&mut raised, gained.len());
    for (from, to) in raised {
        work.propose(from, to, TOP);
    }
    lost.sort_unstable_by_key(|lost| lost.from);
    for lost in lost.chunk_by(|one, other| one.from == other.from) {
        work.propose_left_behind(lost);
    }
    while let Some(Reverse((level, from, to))) = work.queue.pop() {
        work.settle(level, from, to);
    }
    work.turned
}

struct Releveling<'a> {
    corners: &'a CornerIndex,
    fans: &'a mut [EdgeFan],
    /// Directions of edges that can sink, by their F.
    queue: BinaryHeap<Reverse<(u16, CornerId, CornerId)>>,
    /// Corners of edges that fall and did not, or the reverse.
    turned: Vec<CornerId>,
    /// Scratch: corners from which edges arrive, with the levels of these.
    arriving: Vec<(CornerId, u16)>,
}

impl Releveling<'_> {
    fn step(&self, from: CornerId, to: CornerId) -> Cell {
        self.corners.cell(to) - self.corners.cell(from)
    }

    /// Puts what falls into one of some edges at the top, all of them from one corner, and adds it to the list.
    fn raise_before(&mut self, edges: &[DirectedEdge], raised: &mut Vec<DirectedEdge>) {
        let at = edges[0].0;
        let (here, walls) = (self.corners.cell(at), self.corners.walls(at));
        let falls_into = |edge: &CornerEdge| {
            let (after, arriving) = (taut::sides_after_reverse(walls, edge.sides), -edge.step());
            edges.iter().any(|&(_, to)| {
                let leaving = self.corners.cell(to) - here;
                taut::turns_round(after & taut::sides_before(leaving), arriving, leaving)
            })
        };
        let falling = self.fans[at as usize].edges().iter().filter(|edge| edge.rises() && falls_into(edge));
        let known = raised.len();
        raised.extend(falling.flat_map(|edge| [(edge.to, at), (at, edge.to)]));
        for i in (known..raised.len()).step_by(2) {
            self.put(at, raised[i].0, TOP, false, false);
        }
    }

    /// Goes on with what has been raised, from some place in the list on, until nothing falls into it.
    fn raise_all(&mut self, raised: &mut Vec<DirectedEdge>, mut next: usize) {
        while let Some(&edge) = raised.get(next) {
            self.raise_before(&[edge], raised);
            next += 1;
        }
    }

    /// Queues a direction if its F is at most the edge's level.
    fn propose(&mut self, from: CornerId, to: CornerId, level: u16) {
        if let Some(fall) = self.fall(from, to, level) {
            self.queue.push(Reverse((fall, from, to)));
        }
    }

    /// Proposes the directions that led on by one of some edges, all lost at one corner, and had their level from it.
    fn propose_left_behind(&mut self, lost: &[Lost]) {
        let (at, highest) = (lost[0].from, lost.iter().map(|lost| lost.level).max().unwrap_or(0));
        let all_sides = lost.iter().fold(0, |sides, lost| sides | taut::sides_before(lost.step));
        self.propose_arriving(at, all_sides, |edge, after, arriving| {
            let led_on = |lost: &Lost| {
                let sides = after & taut::sides_before(lost.step);
                edge.level <= lost.level.saturating_add(1) && taut::turns_round(sides, arriving, lost.step)
            };
            edge.level <= highest.saturating_add(1) && lost.iter().any(led_on)
        });
    }

    /// Proposes the directions that lead on by an edge that has sunk to a level, if they are higher.
    fn propose_before(&mut self, at: CornerId, leaving: Cell, sunk: u16) {
        let before = taut::sides_before(leaving);
        self.propose_arriving(at, before, |edge, after, arriving| {
            edge.level > sunk && taut::turns_round(after & before, arriving, leaving)
        });
    }

    /// Proposes directions that arrive at a corner with a wall on one of some sides, if a test accepts the edge, its sides and
    /// its step.
    #[inline]
    fn propose_arriving(&mut self, at: CornerId, sides: Sides, accepts: impl Fn(&CornerEdge, Sides, Cell) -> bool) {
        let walls = self.corners.walls(at);
        let mut arriving = std::mem::take(&mut self.arriving);
        let accepts = |edge: &&CornerEdge| {
            let after = taut::sides_after_reverse(walls, edge.sides);
            after & sides != 0 && accepts(edge, after, -edge.step())
        };
        arriving.extend(self.fans[at as usize].edges().iter().filter(accepts).map(|edge| (edge.to, edge.level)));
        for (from, level) in arriving.drain(..) {
            self.propose(from, at, level);
        }
        self.arriving = arriving;
    }

    /// F of a direction, if it is at most a limit and below the top.
    fn fall(&self, from: CornerId, to: CornerId, limit: u16) -> Option<u16> {
        let arriving = self.step(from, to);
        let after = taut::sides_after(self.corners.walls(to), arriving);
        let mut highest = 0;
        for edge in self.fans[to as usize].edges().iter().filter(|edge| after & edge.sides != 0) {
            if edge.level > highest && taut::turns_round(after & edge.sides, arriving, edge.step()) {
                if edge.level >= limit {
                    return None;
                }
                highest = edge.level;
            }
        }
        (highest + 1 < TOP).then_some(highest + 1)
    }

    /// Lets an edge sink to a level if it is higher, or notes that it falls in this direction too.
    fn settle(&mut self, level: u16, from: CornerId, to: CornerId) {
        let edge = *self.fans[from as usize].edge_to(to);
        if edge.level == level && !edge.falls() {
            self.put(from, to, level, true, edge.rises());
        } else if edge.level > level {
            let back = self.fall(to, from, level) == Some(level);
            self.put(from, to, level, true, back);
            self.propose_before(from, self.step(from, to), level);
            self.propose_before(to, self.step(to, from), level);
        }
    }

    /// Writes what is known of an edge to both of its ends.
    fn put(&mut self, from: CornerId, to: CornerId, level: u16, falls: bool, rises: bool) {
        for (from, to, falls, rises) in [(from, to, falls, rises), (to, from, rises, falls)] {
            let edge = self.fans[from as usize].edge_to(to);
            if edge.falls() != falls {
                self.turned.push(from);
            }
            edge.level = level;
            edge.set_slope(falls, rises);
        }
    }
}
