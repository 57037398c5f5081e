//! One cell of a prepared floor changes: only what it can affect is looked at again.
//!
//! ```text
//!      . t t t .      Corners at most one step away (t) may appear, vanish or turn another way: their legs are made anew.
//!      . t X t .      All others keep their legs. A new wall takes away those that it hides; a wall that falls opens
//!      . t t t .      new ones, and all of these pass over X, so that only a narrow beam is followed from each corner.
//! ```
//!
//! Levels depend on everything, but cost little beside the looking; they are computed again. The graph is then the one
//! that a full build would give, bit by bit.

use undercroft_grid::Cell;

use crate::corner_graph::{Leg, leg_between, legs_from};
use crate::corner_index::{CornerId, CornerIndex};
use crate::{CornerGraph, Observer, OutsideError, Sight, View, level, oracle};

/// The number of a corner that is no more.
const GONE: CornerId = CornerId::MAX;

impl CornerGraph {
    /// Frees a cell or makes it solid, and brings the graph up to date.
    ///
    /// # Errors
    /// When the cell lies outside the map.
    pub fn set_free(&mut self, cell: Cell, free: bool) -> Result<(), OutsideError> {
        Observer::one(cell).check(self.floor.size())?;
        if self.floor.is_free(cell) == free {
            return Ok(());
        }
        self.floor.set_free(cell, free);
        // A cell between four walls is nobody's way and makes no corner.
        if cell.neighbours4().into_iter().any(|near| self.floor.is_free(near)) {
            self.renew(cell, free);
        }
        Ok(())
    }

    fn renew(&mut self, cell: Cell, freed: bool) {
        let corners = CornerIndex::new(&self.floor);
        let edit = Edit { old: self, corners: &corners, cell, freed };
        let fresh = edit.fresh_legs();
        let (starts, legs) = edit.lists(&fresh);
        (self.corners, self.starts, self.legs) = (corners, starts, legs);
        level::assign(&self.corners, &self.starts, &mut self.legs);
        self.put_onward_first();
    }
}

/// A graph with the floor of after and the legs of before.
struct Edit<'a> {
    old: &'a CornerGraph,
    corners: &'a CornerIndex,
    cell: Cell,
    freed: bool,
}

impl Edit<'_> {
    /// Whether a corner is so near that it may have changed.
    fn touches(&self, corner: Cell) -> bool {
        corner.chebyshev(self.cell) <= 1
    }

    /// Legs that may be new, in both directions, in the order of corners.
    fn fresh_legs(&self) -> Vec<(CornerId, Leg)> {
        let floor = &self.old.floor;
        let (mut sight, mut view) = (Sight::new(), View::new(floor.size()));
        let mut fresh = Vec::new();
        for from in 0..self.corners.len() as CornerId {
            let here = self.corners.cell(from);
            if self.touches(here) {
                let legs = legs_from(floor, self.corners, from, &mut sight, &mut view);
                let back = legs.iter().filter(|leg| !self.touches(self.corners.cell(leg.to)));
                fresh.extend(back.map(|leg| (leg.to, Leg { to: from, ..*leg })));
                fresh.extend(legs.iter().map(|&leg| (from, leg)));
            } else if self.freed && sight.clear_through(floor, here, self.cell, &mut view) {
                let opened = self.corners.seen(&view).filter(|&to| self.is_opened(here, self.corners.cell(to)));
                let legs = opened.filter_map(|to| leg_between(self.corners, from, to));
                fresh.extend(legs.map(|leg| (from, leg)));
            }
        }
        fresh.sort_by_key(|(from, leg)| (*from, leg.to));
        fresh
    }

    /// Whether the cell was in the way between two corners that have not changed.
    fn is_opened(&self, from: Cell, to: Cell) -> bool {
        !self.touches(to) && oracle::hides(self.cell, from, to)
    }

    /// All legs: what is left of the old ones, and the fresh ones.
    fn lists(&self, fresh: &[(CornerId, Leg)]) -> (Vec<u32>, Vec<Leg>) {
        let (now, before) = self.numbers();
        let (mut starts, mut legs) = (vec![0], Vec::with_capacity(self.old.legs.len() + fresh.len()));
        let mut fresh = fresh.iter().peekable();
        for (corner, &old) in before.iter().enumerate() {
            let start = legs.len();
            if old != GONE {
                legs.extend(self.kept(old, &now));
            }
            while let Some((_, leg)) = fresh.next_if(|(from, _)| *from == corner as CornerId) {
                legs.push(*leg);
            }
            legs[start..].sort_by_key(|leg| leg.to);
            starts.push(legs.len() as u32);
        }
        (starts, legs)
    }

    /// The legs of a corner that the change leaves alone, with their new numbers and without their levels.
    fn kept(&self, old: CornerId, now: &[CornerId]) -> impl Iterator<Item = Leg> {
        let here = self.old.corners.cell(old);
        self.old.legs_of(old).iter().filter_map(move |leg| {
            let to = now[leg.to as usize];
            let hidden = || !self.freed && oracle::hides(self.cell, here, self.old.corners.cell(leg.to));
            (to != GONE && !hidden()).then_some(Leg { to, level: level::TOP, falls: false, rises: false, ..*leg })
        })
    }

    /// For each old corner its number now, and for each new one its number before.
    fn numbers(&self) -> (Vec<CornerId>, Vec<CornerId>) {
        let mut now = vec![GONE; self.old.corners.len()];
        let mut before = vec![GONE; self.corners.len()];
        let same = |corners: &CornerIndex| -> Vec<CornerId> {
            (0..corners.len() as CornerId).filter(|&corner| !self.touches(corners.cell(corner))).collect()
        };
        for (old, new) in same(&self.old.corners).into_iter().zip(same(self.corners)) {
            (now[old as usize], before[new as usize]) = (new, old);
        }
        (now, before)
    }
}
