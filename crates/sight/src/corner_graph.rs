//! Corner-to-corner sight, computed once for many questions.
//!
//! The graph holds the legs that a taut way can use at both ends, each with its length and its *level* (`level.rs`), in
//! one list per corner: first those that lead on, then those that only lead down into dead ends. A search follows the
//! first, and of the second only what it has marked on its way back from the destination (`descent.rs`).
//!
//! After S. Oh and H. W. Leong, *Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle Pathfinding Using
//! Hierarchical Taut Paths*, Symposium on Combinatorial Search, 2017; without their skip edges.

use rayon::prelude::*;
use undercroft_grid::Cell;

use crate::corner_index::{CornerId, CornerIndex};
use crate::descent::Descending;
use crate::way_search::WaySearch;
use crate::{Floor, Observer, Path, PathError, Sight, View, length, level, taut};

/// A floor with its corners and the taut legs between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CornerGraph {
    pub(crate) floor: Floor,
    pub(crate) corners: CornerIndex,
    /// The legs of corner `c` are `legs[starts[c]..starts[c + 1]]`.
    pub(crate) starts: Vec<u32>,
    pub(crate) legs: Vec<Leg>,
    /// The legs that lead on are `legs[starts[c]..onward[c]]`.
    pub(crate) onward: Vec<u32>,
}

/// One direction of a leg between two corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) length: u64,
    pub(crate) to: CornerId,
    pub(crate) level: u16,
    /// Whether all taut ways on from its end have lower levels.
    pub(crate) falls: bool,
    /// The same for the other direction.
    pub(crate) rises: bool,
}

impl CornerGraph {
    /// Looks around from every corner. Uses all threads of the current rayon pool; the graph is the same for any number.
    pub fn build(floor: &Floor) -> Self {
        let corners = CornerIndex::new(floor);
        let workspace = || (Sight::new(), View::new(floor.size()));
        let look = |(sight, view): &mut (Sight, View), from| legs_from(floor, &corners, from, sight, view);
        let lists: Vec<Vec<Leg>> = (0..corners.len() as CornerId).into_par_iter().map_init(workspace, look).collect();
        let starts = starts(&lists);
        let mut graph = Self { floor: floor.clone(), corners, starts, legs: lists.concat(), onward: Vec::new() };
        level::assign(&graph.corners, &graph.starts, &mut graph.legs);
        graph.put_onward_first();
        graph
    }

    /// The floor as it is now.
    pub const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// The shortest way of a body of one cell; `None` when there is none. The same way as [`path`](crate::path) finds.
    ///
    /// # Errors
    /// When one of the ends is solid or lies outside the map.
    pub fn path(&self, search: &mut WaySearch, from: Cell, to: Cell) -> Result<Option<Path>, PathError> {
        let mut ways = Descending::new(self, std::mem::take(&mut search.marks));
        let found = search.find(&mut ways, &self.floor, from, to);
        search.marks = ways.into_marks();
        found
    }

    /// Number of corners.
    pub const fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// Number of legs between corners, each counted once.
    pub const fn leg_count(&self) -> usize {
        self.legs.len() / 2
    }

    /// Bytes that the corners and legs take, without the floor.
    pub fn bytes(&self) -> usize {
        self.corners.bytes() + self.legs.len() * size_of::<Leg>() + (self.starts.len() + self.onward.len()) * 4
    }

    /// All legs of a corner.
    #[inline]
    pub(crate) fn legs_of(&self, corner: CornerId) -> &[Leg] {
        &self.legs[self.starts[corner as usize] as usize..self.starts[corner as usize + 1] as usize]
    }

    /// The legs of a corner that lead on.
    #[inline]
    pub(crate) fn onward_of(&self, corner: CornerId) -> &[Leg] {
        &self.legs[self.starts[corner as usize] as usize..self.onward[corner as usize] as usize]
    }

    /// Sorts every list: legs that lead on, then the others, each in the order of corners.
    pub(crate) fn put_onward_first(&mut self) {
        self.onward.clear();
        for range in self.starts.windows(2) {
            let list = &mut self.legs[range[0] as usize..range[1] as usize];
            list.sort_by_key(|leg| (leg.falls, leg.to));
            self.onward.push(range[0] + list.partition_point(|leg| !leg.falls) as u32);
        }
    }
}

/// The legs from a corner that a taut way can use, in the order of corners.
pub(crate) fn legs_from(
    floor: &Floor,
    corners: &CornerIndex,
    from: CornerId,
    sight: &mut Sight,
    view: &mut View,
) -> Vec<Leg> {
    // Corners lie on the map.
    let _ = sight.clear(floor, Observer::one(corners.cell(from)), None, view);
    corners.seen(view).filter(|&to| to != from).filter_map(|to| leg_between(corners, from, to)).collect()
}

/// The leg between two corners that see each other, if a taut way can use it.
pub(crate) fn leg_between(corners: &CornerIndex, from: CornerId, to: CornerId) -> Option<Leg> {
    let step = corners.cell(to) - corners.cell(from);
    let taut = taut::can_turn_before(corners.walls(from), step) && taut::can_turn_after(corners.walls(to), step);
    taut.then(|| Leg { length: length::leg(step), to, level: level::TOP, falls: false, rises: false })
}

/// Where each list begins when they are put one after the other.
pub(crate) fn starts(lists: &[Vec<Leg>]) -> Vec<u32> {
    let mut end = 0;
    let ends = lists.iter().map(|list| {
        end += list.len() as u32;
        end
    });
    std::iter::once(0).chain(ends).collect()
}
