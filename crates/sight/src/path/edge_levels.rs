//! Levels of edges: how soon a taut path that uses one must end.
//!
//! ```text
//!     o──1──o──2──o──3──o ═══ o        An edge from which no taut path leads on has level 1. Without those, other edges
//!           │                 ║        lead no further: level 2, and so on. What is never taken away leads round
//!           1          o ════ o        in rings for ever and has the top level.
//! ```
//!
//! So along any taut path levels rise, stay at the top, and fall: an edge that *falls* is followed by lower ones that fall
//! too. A search may therefore leave falling edges out, unless they lead to its destination. (Oh and Leong, 2017.)
//!
//! Every direction of an edge watches one edge that leads on from it, and looks for another only when that one is taken
//! away; what it has passed over stays away, so that each list is run through once. All of it is in flat tables, in the
//! order of the lists: this is the second half of a build, and most of an edit.

use undercroft_grid::Cell;

use super::corner_index::CornerIndex;
use super::edge::{CornerEdge, TOP};
use super::taut::{self, Sides};

/// No edge.
const NONE: u32 = u32::MAX;

/// Gives every edge its level. All are at the top before, and lists are in the order of corners.
pub(crate) fn assign(corners: &CornerIndex, starts: &[u32], edges: &mut [CornerEdge]) {
    let mut peeling = Peeling::new(corners, starts, edges);
    let mut falling: Vec<u32> = (0..edges.len() as u32).filter(|&edge| !peeling.leads_on(edges, edge)).collect();
    for level in 1..TOP {
        if falling.is_empty() {
            return;
        }
        peeling.take_away(edges, &falling, level);
        falling = peeling.left_behind(edges, &falling);
    }
}

struct Peeling<'a> {
    corners: &'a CornerIndex,
    starts: &'a [u32],
    /// From one end of each edge to the other.
    steps: Vec<Cell>,
    /// The other direction of each edge.
    twins: Vec<u32>,
    /// The quadrants that a path can have turned round which leaves by an edge; none once it has been taken away.
    sides: Vec<Sides>,
    /// For each direction of an edge, how far its search for one that leads on has come.
    watched: Vec<u32>,
    /// For each edge the last of those that watch it, and for each of those the one before.
    last_watcher: Vec<u32>,
    watcher_before: Vec<u32>,
}

impl<'a> Peeling<'a> {
    fn new(corners: &'a CornerIndex, starts: &'a [u32], edges: &[CornerEdge]) -> Self {
        Self {
            corners,
            starts,
            twins: twins(starts, edges),
            sides: edges.iter().map(|edge| edge.sides).collect(),
            steps: edges.iter().map(CornerEdge::step).collect(),
            watched: edges.iter().map(|edge| starts[edge.to as usize]).collect(),
            last_watcher: vec![NONE; edges.len()],
            watcher_before: vec![NONE; edges.len()],
        }
    }

    /// Whether a taut path leads on from the end of an edge by another that has not been taken away. If so, watches it.
    fn leads_on(&mut self, edges: &[CornerEdge], edge: u32) -> bool {
        let at = edges[edge as usize].to;
        let arriving = self.steps[edge as usize];
        let after = taut::sides_after(self.corners.walls(at), arriving);
        let (start, end) = (self.watched[edge as usize], self.starts[at as usize + 1]);
        let list = start as usize..end as usize;
        let mut ahead = self.sides[list.clone()].iter().zip(&self.steps[list]);
        let turns = |(&before, &leaving): (&Sides, &Cell)| {
            after & before != 0 && taut::turns_round(after & before, arriving, leaving)
        };
        let Some(passed) = ahead.position(turns) else { return false };
        let found = start + passed as u32;
        self.watched[edge as usize] = found;
        self.watcher_before[edge as usize] = std::mem::replace(&mut self.last_watcher[found as usize], edge);
        true
    }

    /// Takes edges away, in both directions.
    fn take_away(&mut self, edges: &mut [CornerEdge], falling: &[u32], level: u16) {
        for &edge in falling {
            let (edge, twin) = (edge as usize, self.twins[edge as usize] as usize);
            (edges[edge].level, edges[twin].level) = (level, level);
            let back = edges[twin].falls();
            edges[edge].set_slope(true, back);
            edges[twin].set_slope(back, true);
            (self.sides[edge], self.sides[twin]) = (0, 0);
        }
    }

    /// Those that watched edges just taken away and find no other.
    fn left_behind(&mut self, edges: &[CornerEdge], taken: &[u32]) -> Vec<u32> {
        let mut left = Vec::new();
        for edge in taken.iter().flat_map(|&edge| [edge, self.twins[edge as usize]]).collect::<Vec<_>>() {
            let mut watcher = std::mem::replace(&mut self.last_watcher[edge as usize], NONE);
            while watcher != NONE {
                let before = self.watcher_before[watcher as usize];
                if self.sides[watcher as usize] != 0 && !self.leads_on(edges, watcher) {
                    left.push(watcher);
                }
                watcher = before;
            }
        }
        left
    }
}

/// The other direction of each edge. Lists are in the order of corners, so each fills from its beginning.
fn twins(starts: &[u32], edges: &[CornerEdge]) -> Vec<u32> {
    let mut next = starts.to_vec();
    let twin = |edge: &CornerEdge| {
        let twin = next[edge.to as usize];
        next[edge.to as usize] += 1;
        twin
    };
    edges.iter().map(twin).collect()
}
