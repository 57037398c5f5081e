//! Corner-to-corner sight, computed once for many questions.
//!
//! The graph holds the legs that a taut way can use at both ends, each with its length and its *level* (`level.rs`), in
//! one fan per corner: first those that lead on, then those that only lead down into dead ends. A search follows the
//! first, and of the second only what it has marked on its way back from the destination (`descent.rs`).
//!
//! After S. Oh and H. W. Leong, *Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle Pathfinding Using
//! Hierarchical Taut Paths*, Symposium on Combinatorial Search, 2017; without their skip edges.

use rayon::prelude::*;
use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::edge::{Fan, Leg};
use super::expand::GraphExpansion;
use super::search::PathSearch;
use super::visible_corners::Outlook;
use super::{Path, PathError, edge_levels};
use crate::floor::Floor;

/// A floor with its corners and the taut legs between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CornerGraph {
    pub(crate) floor: Floor,
    pub(crate) corners: CornerIndex,
    /// The legs of each corner.
    pub(crate) fans: Vec<Fan>,
}

impl CornerGraph {
    /// Looks around from every corner. Uses all threads of the current rayon pool; the graph is the same for any number.
    pub fn build(floor: &Floor) -> Self {
        let corners = CornerIndex::new(floor);
        let look = |outlook: &mut Outlook, from| outlook.before(floor, &corners, from).to_vec();
        let before: Vec<Vec<CornerId>> =
            (0..corners.len() as CornerId).into_par_iter().map_init(Outlook::default, look).collect();
        let (starts, mut legs) = lists(&corners, &before);
        edge_levels::assign(&corners, &starts, &mut legs);
        let fans = starts.windows(2).map(|at| Fan::new(&legs[at[0] as usize..at[1] as usize])).collect();
        Self { floor: floor.clone(), corners, fans }
    }

    /// The floor as it is now.
    pub const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// The shortest way of a body of one cell; `None` when there is none. The same way as [`path`](crate::path) finds.
    ///
    /// # Errors
    /// When one of the ends is solid or lies outside the map.
    pub fn path(&self, search: &mut PathSearch, from: Cell, to: Cell) -> Result<Option<Path>, PathError> {
        let mut ways = GraphExpansion::new(self, std::mem::take(&mut search.marks));
        let found = search.find(&mut ways, &self.floor, from, to);
        search.marks = ways.into_marks();
        found
    }

    /// Number of corners.
    pub const fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// Number of legs between corners, each counted once.
    pub fn edge_count(&self) -> usize {
        self.fans.iter().map(|fan| fan.legs().len()).sum::<usize>() / 2
    }

    /// Bytes that the corners and legs take, without the floor.
    pub fn bytes(&self) -> usize {
        self.corners.bytes() + self.fans.iter().map(Fan::bytes).sum::<usize>()
    }
}

/// All legs in both directions, given for each corner those to corners before it: where the list of each corner begins, and
/// the lists, each in the order of corners.
fn lists(corners: &CornerIndex, before: &[Vec<CornerId>]) -> (Vec<u32>, Vec<Leg>) {
    let mut counts = vec![0; corners.len()];
    for (from, list) in before.iter().enumerate() {
        counts[from] += list.len() as u32;
        list.iter().for_each(|&to| counts[to as usize] += 1);
    }
    let starts = sums(&counts);
    let (mut next, mut legs) = (starts.clone(), vec![Leg::new(0, Cell::new(0, 0)); starts[corners.len()] as usize]);
    for (from, to) in (0..).zip(before).flat_map(|(from, list)| list.iter().map(move |&to| (from, to))) {
        let step = corners.cell(to) - corners.cell(from);
        for (from, to, step) in [(from, to, step), (to, from, -step)] {
            legs[next[from as usize] as usize] = Leg::new(to, step);
            next[from as usize] += 1;
        }
    }
    (starts, legs)
}

/// Where each list begins when they are put one after the other, and where the last one ends.
fn sums(counts: &[u32]) -> Vec<u32> {
    let mut end = 0;
    let ends = counts.iter().map(|count| {
        end += count;
        end
    });
    std::iter::once(0).chain(ends).collect()
}
