//! Levels of legs: how soon a taut way that uses one must end.
//!
//! ```text
//!     o──1──o──2──o──3──o ═══ o        A leg from which no taut way leads on has level 1. Without those, other legs
//!           │                 ║        lead no further: level 2, and so on. What is never taken away leads round
//!           1          o ════ o        in rings for ever and has the top level.
//! ```
//!
//! So along any taut way levels rise, stay at the top, and fall: a leg that *falls* is followed by lower ones that fall
//! too. A search may therefore leave falling legs out, unless they lead to its destination. (Oh and Leong, 2017.)
//!
//! Every direction of a leg watches one leg that leads on from it, and looks for another only when that one is taken
//! away; what it has passed over stays away, so that each list is run through once.

use undercroft_grid::Cell;

use crate::corner_graph::Leg;
use crate::corner_index::CornerIndex;
use crate::taut;

/// The level of legs that lead round for ever. Also those that would lead on for longer than levels can count.
pub(crate) const TOP: u16 = u16::MAX;

/// Gives every leg its level. All are at the top before.
pub(crate) fn assign(corners: &CornerIndex, starts: &[u32], legs: &mut [Leg]) {
    let twins = twins(starts, legs);
    let watched = legs.iter().map(|leg| starts[leg.to as usize]).collect();
    let mut peeling = Peeling { corners, starts, twins, watched, legs };
    let mut candidates: Vec<u32> = (0..peeling.legs.len() as u32).collect();
    for level in 1..TOP {
        candidates.retain(|&leg| !peeling.leads_on(leg));
        if candidates.is_empty() {
            return;
        }
        candidates = peeling.take_away(&candidates, level);
    }
}

struct Peeling<'a> {
    corners: &'a CornerIndex,
    starts: &'a [u32],
    /// The other direction of each leg.
    twins: Vec<u32>,
    /// For each direction of a leg, one that leads on from it; those before it in the list do not.
    watched: Vec<u32>,
    legs: &'a mut [Leg],
}

impl Peeling<'_> {
    /// Whether a taut way leads on from the end of a leg by another that has not been taken away.
    fn leads_on(&mut self, leg: u32) -> bool {
        let at = self.legs[leg as usize].to;
        let (walls, arriving) = (self.corners.walls(at), self.step(leg));
        let leads_on =
            |&next: &u32| self.legs[next as usize].level == TOP && taut::turns(walls, arriving, self.step(next));
        let end = self.starts[at as usize + 1];
        let next = (self.watched[leg as usize]..end).find(leads_on);
        self.watched[leg as usize] = next.unwrap_or(end);
        next.is_some()
    }

    /// Takes legs away, in both directions, and gives those that watched them.
    fn take_away(&mut self, falling: &[u32], level: u16) -> Vec<u32> {
        for &leg in falling {
            let twin = self.twins[leg as usize];
            (self.legs[leg as usize].level, self.legs[leg as usize].falls) = (level, true);
            (self.legs[twin as usize].level, self.legs[twin as usize].rises) = (level, true);
        }
        let mut watchers = Vec::new();
        for &leg in falling {
            let twin = self.twins[leg as usize];
            self.watchers_of(leg, &mut watchers);
            // When both directions fall at once, the other is in the list too.
            if !self.legs[twin as usize].falls {
                self.watchers_of(twin, &mut watchers);
            }
        }
        watchers
    }

    /// The legs not yet taken away that watch this one.
    fn watchers_of(&self, leg: u32, watchers: &mut Vec<u32>) {
        let from = self.legs[self.twins[leg as usize] as usize].to as usize;
        let arriving = (self.starts[from]..self.starts[from + 1]).map(|out| self.twins[out as usize]);
        watchers.extend(arriving.filter(|&e| self.watched[e as usize] == leg && self.legs[e as usize].level == TOP));
    }

    /// From one end of a leg to the other.
    fn step(&self, leg: u32) -> Cell {
        let from = self.legs[self.twins[leg as usize] as usize].to;
        self.corners.cell(self.legs[leg as usize].to) - self.corners.cell(from)
    }
}

/// The other direction of each leg. Lists are in the order of corners, so each fills from its beginning.
fn twins(starts: &[u32], legs: &[Leg]) -> Vec<u32> {
    let mut next = starts.to_vec();
    let twin = |leg: &Leg| {
        let twin = next[leg.to as usize];
        next[leg.to as usize] += 1;
        twin
    };
    legs.iter().map(twin).collect()
}
