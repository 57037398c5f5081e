//! Levels after a change: only those are computed again that can differ.
//!
//! For a direction d of a leg, F(d) is one more than the highest level among the legs by which a taut way goes on from d,
//! or the top when one of these is at the top. The level of a leg is the lower of its two F. Peeling (`level.rs`) finds the
//! greatest solution of these equations, so:
//!
//! 1. **Raise.** A new leg may lift those that fall into it, those that fall into these, and so on. They are few: levels
//!    rise strictly along such a chain, and what is at the top already stays there. All of them are put at the top. No
//!    other leg can rise: its falling direction leads into none of these, so one after it, of a lower level, would have
//!    had to rise before.
//! 2. **Settle.** From there levels only sink. Of those that can, the one with the lowest F is next: all that it leads to
//!    and that is lower is final. Those that lead into it are looked at again.
//!
//! What comes out is what peeling the whole graph would give, leg by leg.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::edge::{Fan, Leg};
use super::edge_levels::TOP;
use super::taut::{self, Sides};

/// A direction of a leg that is no more, at a corner that still is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lost {
    pub(crate) from: CornerId,
    pub(crate) step: Cell,
    pub(crate) level: u16,
}

/// A direction of a leg, by its ends.
pub(crate) type Way = (CornerId, CornerId);

/// Brings levels up to date after legs have been lost and gained. What has been gained is at the top, and there in both
/// directions. Both lists are sorted on the way.
pub(crate) fn update(corners: &CornerIndex, fans: &mut [Fan], lost: &mut [Lost], gained: &mut [Way]) {
    let mut work = Releveling { corners, fans, queue: BinaryHeap::new(), untidy: Vec::new(), arriving: Vec::new() };
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
    work.tidy();
}

struct Releveling<'a> {
    corners: &'a CornerIndex,
    fans: &'a mut [Fan],
    /// Directions of legs that can sink, by their F.
    queue: BinaryHeap<Reverse<(u16, CornerId, CornerId)>>,
    /// Corners of legs that fall and did not, or the other way round.
    untidy: Vec<CornerId>,
    /// Scratch: corners from which legs arrive, with the levels of these.
    arriving: Vec<(CornerId, u16)>,
}

impl Releveling<'_> {
    fn step(&self, from: CornerId, to: CornerId) -> Cell {
        self.corners.cell(to) - self.corners.cell(from)
    }

    /// Puts what falls into one of some legs at the top, all of them from one corner, and adds it to the list.
    fn raise_before(&mut self, legs: &[Way], raised: &mut Vec<Way>) {
        let at = legs[0].0;
        let (here, walls) = (self.corners.cell(at), self.corners.walls(at));
        let falls_into = |leg: &Leg| {
            let (after, arriving) = (taut::sides_after_reverse(walls, leg.sides), here - self.corners.cell(leg.to));
            legs.iter().any(|&(_, to)| {
                let leaving = self.corners.cell(to) - here;
                taut::turns_round(after & taut::sides_before(leaving), arriving, leaving)
            })
        };
        let falling = self.fans[at as usize].legs().iter().filter(|leg| leg.rises() && falls_into(leg));
        let known = raised.len();
        raised.extend(falling.flat_map(|leg| [(leg.to, at), (at, leg.to)]));
        for i in (known..raised.len()).step_by(2) {
            self.put(at, raised[i].0, TOP, false, false);
        }
    }

    /// Goes on with what has been raised, from some place in the list on, until nothing falls into it.
    fn raise_all(&mut self, raised: &mut Vec<Way>, mut next: usize) {
        while let Some(&leg) = raised.get(next) {
            self.raise_before(&[leg], raised);
            next += 1;
        }
    }

    /// Brings the fans in order whose legs fall otherwise than before.
    fn tidy(mut self) {
        self.untidy.sort_unstable();
        self.untidy.dedup();
        self.untidy.iter().for_each(|&corner| self.fans[corner as usize].tidy());
    }

    /// Queues a direction if its F is at most the leg's level.
    fn propose(&mut self, from: CornerId, to: CornerId, level: u16) {
        if let Some(fall) = self.fall(from, to, level) {
            self.queue.push(Reverse((fall, from, to)));
        }
    }

    /// Proposes the directions that led on by one of some legs, all lost at one corner, and had their level from it.
    fn propose_left_behind(&mut self, lost: &[Lost]) {
        let (at, highest) = (lost[0].from, lost.iter().map(|lost| lost.level).max().unwrap_or(0));
        let all_sides = lost.iter().fold(0, |sides, lost| sides | taut::sides_before(lost.step));
        self.propose_arriving(at, all_sides, |leg, after, arriving| {
            let led_on = |lost: &Lost| {
                let sides = after & taut::sides_before(lost.step);
                leg.level <= lost.level.saturating_add(1) && taut::turns_round(sides, arriving, lost.step)
            };
            leg.level <= highest.saturating_add(1) && lost.iter().any(led_on)
        });
    }

    /// Proposes the directions that lead on by a leg that has sunk to a level, if they are higher.
    fn propose_before(&mut self, at: CornerId, leaving: Cell, sunk: u16) {
        let before = taut::sides_before(leaving);
        self.propose_arriving(at, before, |leg, after, arriving| {
            leg.level > sunk && taut::turns_round(after & before, arriving, leaving)
        });
    }

    /// Proposes directions that arrive at a corner with a wall on one of some sides, if a test accepts the leg, its sides and
    /// its step.
    #[inline]
    fn propose_arriving(&mut self, at: CornerId, sides: Sides, accepts: impl Fn(&Leg, Sides, Cell) -> bool) {
        let (here, walls) = (self.corners.cell(at), self.corners.walls(at));
        let mut arriving = std::mem::take(&mut self.arriving);
        let accepts = |leg: &&Leg| {
            let after = taut::sides_after_reverse(walls, leg.sides);
            after & sides != 0 && accepts(leg, after, here - self.corners.cell(leg.to))
        };
        arriving.extend(self.fans[at as usize].legs().iter().filter(accepts).map(|leg| (leg.to, leg.level)));
        for (from, level) in arriving.drain(..) {
            self.propose(from, at, level);
        }
        self.arriving = arriving;
    }

    /// F of a direction, if it is at most a limit and below the top.
    fn fall(&self, from: CornerId, to: CornerId, limit: u16) -> Option<u16> {
        let here = self.corners.cell(to);
        let arriving = here - self.corners.cell(from);
        let after = taut::sides_after(self.corners.walls(to), arriving);
        let mut highest = 0;
        for leg in self.fans[to as usize].legs().iter().filter(|leg| after & leg.sides != 0) {
            if leg.level > highest && taut::turns_round(after & leg.sides, arriving, self.corners.cell(leg.to) - here) {
                if leg.level >= limit {
                    return None;
                }
                highest = leg.level;
            }
        }
        (highest + 1 < TOP).then_some(highest + 1)
    }

    /// Lets a leg sink to a level if it is higher, or notes that it falls in this direction too.
    fn settle(&mut self, level: u16, from: CornerId, to: CornerId) {
        let leg = *self.fans[from as usize].leg_to(to);
        if leg.level == level && !leg.falls() {
            self.put(from, to, level, true, leg.rises());
        } else if leg.level > level {
            let back = self.fall(to, from, level) == Some(level);
            self.put(from, to, level, true, back);
            self.propose_before(from, self.step(from, to), level);
            self.propose_before(to, self.step(to, from), level);
        }
    }

    /// Writes what is known of a leg to both of its ends.
    fn put(&mut self, from: CornerId, to: CornerId, level: u16, falls: bool, rises: bool) {
        for (from, to, falls, rises) in [(from, to, falls, rises), (to, from, rises, falls)] {
            let leg = self.fans[from as usize].leg_to(to);
            if leg.falls() != falls {
                self.untidy.push(from);
            }
            leg.level = level;
            leg.set_slope(falls, rises);
        }
    }
}
