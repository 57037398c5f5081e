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

use crate::corner_index::{CornerId, CornerIndex};
use crate::fan::Fan;
use crate::level::TOP;
use crate::taut;

/// A direction of a leg that is no more, at a corner that still is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lost {
    pub(crate) from: CornerId,
    pub(crate) step: Cell,
    pub(crate) level: u16,
}

/// A direction of a leg, by its ends.
pub(crate) type Way = (CornerId, CornerId);

/// Brings levels up to date after legs have been lost and gained, and adds the corners of changed legs to `changed`. What
/// has been gained is at the top, and there in both directions.
pub(crate) fn update(
    corners: &CornerIndex,
    fans: &mut [Fan],
    lost: &[Lost],
    gained: &[Way],
    changed: &mut Vec<CornerId>,
) {
    let mut work = Releveling { corners, fans, queue: BinaryHeap::new(), changed, arriving: Vec::new() };
    for (from, to) in work.raise(gained) {
        work.propose(from, to, TOP);
    }
    for lost in lost {
        work.propose_arriving(lost.from, lost.step, 0, lost.level.saturating_add(1));
    }
    while let Some(Reverse((level, from, to))) = work.queue.pop() {
        work.settle(level, from, to);
    }
}

struct Releveling<'a> {
    corners: &'a CornerIndex,
    fans: &'a mut [Fan],
    /// Directions of legs that can sink, by their F.
    queue: BinaryHeap<Reverse<(u16, CornerId, CornerId)>>,
    changed: &'a mut Vec<CornerId>,
    /// Scratch: corners from which legs arrive, with the levels of these.
    arriving: Vec<(CornerId, u16)>,
}

impl Releveling<'_> {
    fn step(&self, from: CornerId, to: CornerId) -> Cell {
        self.corners.cell(to) - self.corners.cell(from)
    }

    /// Puts everything at the top that may rise because of new legs, and lists it and these.
    fn raise(&mut self, gained: &[Way]) -> Vec<Way> {
        let mut raised = gained.to_vec();
        let mut next = 0;
        while let Some(&(at, to)) = raised.get(next) {
            next += 1;
            let (leaving, walls) = (self.step(at, to), self.corners.walls(at));
            let falls_into = |from: CornerId| taut::turns(walls, self.step(from, at), leaving);
            let falling = self.fans[at as usize].legs().iter().filter(|leg| leg.rises).map(|leg| leg.to);
            let falling: Vec<CornerId> = falling.filter(|&from| falls_into(from)).collect();
            for from in falling {
                self.put(at, from, TOP, false, false);
                raised.extend([(from, at), (at, from)]);
            }
        }
        raised
    }

    /// Queues a direction if its F is at most the leg's level.
    fn propose(&mut self, from: CornerId, to: CornerId, level: u16) {
        if let Some(fall) = self.fall(from, to, level) {
            self.queue.push(Reverse((fall, from, to)));
        }
    }

    /// Proposes the directions that arrive at a corner and lead on by a leg, if the level of theirs lies in a range.
    fn propose_arriving(&mut self, at: CornerId, leaving: Cell, above: u16, up_to: u16) {
        let walls = self.corners.walls(at);
        let mut arriving = std::mem::take(&mut self.arriving);
        let legs = self.fans[at as usize].legs().iter().filter(|leg| above < leg.level && leg.level <= up_to);
        let leads_on = |from: CornerId| taut::turns(walls, self.step(from, at), leaving);
        arriving.extend(legs.filter(|leg| leads_on(leg.to)).map(|leg| (leg.to, leg.level)));
        for (from, level) in arriving.drain(..) {
            self.propose(from, at, level);
        }
        self.arriving = arriving;
    }

    /// F of a direction, if it is at most a limit and below the top.
    fn fall(&self, from: CornerId, to: CornerId, limit: u16) -> Option<u16> {
        let (arriving, walls) = (self.step(from, to), self.corners.walls(to));
        let after = taut::sides_after(walls, arriving);
        let mut highest = 0;
        for leg in self.fans[to as usize].legs().iter() {
            if leg.level > highest {
                let leaving = self.step(to, leg.to);
                if taut::turns_round(after & taut::sides_before(leaving), arriving, leaving) {
                    if leg.level >= limit {
                        return None;
                    }
                    highest = leg.level;
                }
            }
        }
        (highest + 1 < TOP).then_some(highest + 1)
    }

    /// Lets a leg sink to a level if it is higher, or notes that it falls in this direction too.
    fn settle(&mut self, level: u16, from: CornerId, to: CornerId) {
        let leg = *self.fans[from as usize].leg_to(to);
        if leg.level == level && !leg.falls {
            self.put(from, to, level, true, leg.rises);
        } else if leg.level > level {
            let back = self.fall(to, from, level) == Some(level);
            self.put(from, to, level, true, back);
            self.propose_arriving(from, self.step(from, to), level, TOP);
            self.propose_arriving(to, self.step(to, from), level, TOP);
        }
    }

    /// Writes what is known of a leg to both of its ends.
    fn put(&mut self, from: CornerId, to: CornerId, level: u16, falls: bool, rises: bool) {
        let there = self.fans[from as usize].leg_to(to);
        (there.level, there.falls, there.rises) = (level, falls, rises);
        let back = self.fans[to as usize].leg_to(from);
        (back.level, back.falls, back.rises) = (level, rises, falls);
        self.changed.extend([from, to]);
    }
}
