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
//! away; what it has passed over stays away, so that each list is run through once. All of it is in flat tables, in the
//! order of the lists: this is the second half of a build, and most of an edit.

use undercroft_grid::Cell;

use super::corner_index::CornerIndex;
use super::edge::Leg;
use super::taut::{self, Sides};

/// The level of legs that lead round for ever. Also those that would lead on for longer than levels can count.
pub(crate) const TOP: u16 = u16::MAX;

/// No leg.
const NONE: u32 = u32::MAX;

/// Gives every leg its level. All are at the top before, and lists are in the order of corners.
pub(crate) fn assign(corners: &CornerIndex, starts: &[u32], legs: &mut [Leg]) {
    let mut peeling = Peeling::new(corners, starts, legs);
    let mut falling: Vec<u32> = (0..legs.len() as u32).filter(|&leg| !peeling.leads_on(legs, leg)).collect();
    for level in 1..TOP {
        if falling.is_empty() {
            return;
        }
        peeling.take_away(legs, &falling, level);
        falling = peeling.left_behind(legs, &falling);
    }
}

struct Peeling<'a> {
    corners: &'a CornerIndex,
    starts: &'a [u32],
    /// From one end of each leg to the other.
    steps: Vec<Cell>,
    /// The other direction of each leg.
    twins: Vec<u32>,
    /// The quadrants that a way can have turned round which leaves by a leg; none once it has been taken away.
    sides: Vec<Sides>,
    /// For each direction of a leg, how far its search for one that leads on has come.
    watched: Vec<u32>,
    /// For each leg the last of those that watch it, and for each of those the one before.
    last_watcher: Vec<u32>,
    watcher_before: Vec<u32>,
}

impl<'a> Peeling<'a> {
    fn new(corners: &'a CornerIndex, starts: &'a [u32], legs: &[Leg]) -> Self {
        let from = |(corner, range): (usize, &[u32])| {
            let here = corners.cell(corner as u32);
            legs[range[0] as usize..range[1] as usize].iter().map(move |leg| corners.cell(leg.to) - here)
        };
        let steps: Vec<Cell> = starts.windows(2).enumerate().flat_map(from).collect();
        Self {
            corners,
            starts,
            twins: twins(starts, legs),
            sides: legs.iter().map(|leg| leg.sides).collect(),
            steps,
            watched: legs.iter().map(|leg| starts[leg.to as usize]).collect(),
            last_watcher: vec![NONE; legs.len()],
            watcher_before: vec![NONE; legs.len()],
        }
    }

    /// Whether a taut way leads on from the end of a leg by another that has not been taken away. If so, watches it.
    fn leads_on(&mut self, legs: &[Leg], leg: u32) -> bool {
        let at = legs[leg as usize].to;
        let arriving = self.steps[leg as usize];
        let after = taut::sides_after(self.corners.walls(at), arriving);
        let (start, end) = (self.watched[leg as usize], self.starts[at as usize + 1]);
        let list = start as usize..end as usize;
        let mut ahead = self.sides[list.clone()].iter().zip(&self.steps[list]);
        let turns = |(&before, &leaving): (&Sides, &Cell)| {
            after & before != 0 && taut::turns_round(after & before, arriving, leaving)
        };
        let Some(passed) = ahead.position(turns) else { return false };
        let found = start + passed as u32;
        self.watched[leg as usize] = found;
        self.watcher_before[leg as usize] = std::mem::replace(&mut self.last_watcher[found as usize], leg);
        true
    }

    /// Takes legs away, in both directions.
    fn take_away(&mut self, legs: &mut [Leg], falling: &[u32], level: u16) {
        for &leg in falling {
            let (leg, twin) = (leg as usize, self.twins[leg as usize] as usize);
            (legs[leg].level, legs[twin].level) = (level, level);
            let back = legs[twin].falls();
            legs[leg].set_slope(true, back);
            legs[twin].set_slope(back, true);
            (self.sides[leg], self.sides[twin]) = (0, 0);
        }
    }

    /// Those that watched legs just taken away and find no other.
    fn left_behind(&mut self, legs: &[Leg], taken: &[u32]) -> Vec<u32> {
        let mut left = Vec::new();
        for leg in taken.iter().flat_map(|&leg| [leg, self.twins[leg as usize]]).collect::<Vec<_>>() {
            let mut watcher = std::mem::replace(&mut self.last_watcher[leg as usize], NONE);
            while watcher != NONE {
                let before = self.watcher_before[watcher as usize];
                if self.sides[watcher as usize] != 0 && !self.leads_on(legs, watcher) {
                    left.push(watcher);
                }
                watcher = before;
            }
        }
        left
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
