//! Corner-to-corner sight, computed once for many questions.
//!
//! The graph holds the edges that a taut path can use at both ends, each with its *level* (`edge_levels.rs`), in one fan per
//! corner. A search follows those that lead on, which are also kept packed for it (`through_edges.rs`). Of those that
//! only lead down into dead ends it follows what it has marked backwards from the destination (`expand.rs`).
//!
//! After S. Oh and H. W. Leong, *Edge N-Level Sparse Visibility Graphs: Fast Optimal Any-Angle Pathfinding Using
//! Hierarchical Taut Paths*, Symposium on Combinatorial Search, 2017; without their skip edges.

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::edge::{CornerEdge, EdgeFan};
use super::edge_levels;
use super::expand::GraphExpansion;
use super::search::PathSearch;
use super::through_edges::ThroughEdges;
use super::visible_corners::VisibleCorners;
use super::waypoints::{Path, PathError};
use crate::floor::Floor;
use crate::fov::Observer;

/// A floor with its corners and the taut edges between them.
///
/// ```
/// use undercroft_grid::{BitGrid, Cell, Size};
/// use undercroft_sight::{CornerGraph, Floor, PathSearch};
///
/// let mut graph = CornerGraph::build(&Floor::new(&BitGrid::new(Size::of(5, 3))));
/// let mut search = PathSearch::new();
/// let (from, to) = (Cell::new(0, 1), Cell::new(4, 1));
/// assert_eq!(graph.path(&mut search, from, to)?.map(|found| found.length()), Some(4.0));
/// graph.set_free(Cell::new(2, 1), false).expect("the cell is on the map");
/// assert_eq!(graph.path(&mut search, from, to)?.map(|found| found.waypoints().len()), Some(4));
/// # Ok::<(), undercroft_sight::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CornerGraph {
    pub(crate) floor: Floor,
    pub(crate) corners: CornerIndex,
    /// The edges of each corner.
    pub(crate) fans: Vec<EdgeFan>,
    /// Those that lead on, for searches.
    pub(crate) through: ThroughEdges,
}

impl CornerGraph {
    /// Looks around from every corner. Uses all threads of the current rayon pool; the graph is the same for any number.
    pub fn build(floor: &Floor) -> Self {
        let corners = CornerIndex::new(floor);
        let before = corners_before(floor, &corners);
        let (starts, mut edges) = lists(&corners, &before);
        edge_levels::assign(&corners, &starts, &mut edges);
        let fans: Vec<EdgeFan> =
            starts.windows(2).map(|at| EdgeFan::new(&edges[at[0] as usize..at[1] as usize])).collect();
        let through = ThroughEdges::new(&corners, &fans, floor.size().height());
        Self { floor: floor.clone(), corners, fans, through }
    }

    /// The floor as it is now.
    pub const fn floor(&self) -> &Floor {
        &self.floor
    }

    /// The shortest path of a body of one cell; `None` when there is none. The same one that [`path`](crate::path) finds.
    ///
    /// # Errors
    /// When one of the ends is solid or lies outside the map.
    pub fn path(&self, search: &mut PathSearch, from: Cell, to: Cell) -> Result<Option<Path>, PathError> {
        self.straddled_path(search, Observer::one(from), to)
    }

    /// The shortest path of a body of one cell whose center starts in the middle of these cells; `None` when there is none.
    /// The same one that [`straddled_path`](crate::straddled_path) finds.
    ///
    /// # Errors
    /// When the destination or a cell of the start is solid or lies outside the map.
    pub fn straddled_path(&self, search: &mut PathSearch, from: Observer, to: Cell) -> Result<Option<Path>, PathError> {
        let marks = std::mem::take(&mut search.marks);
        let mut expansion = GraphExpansion::new(&self.corners, &self.fans, &self.through, marks);
        let found = search.find(&mut expansion, &self.floor, from, to);
        search.marks = expansion.into_marks();
        found
    }

    /// Number of corners.
    pub const fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// Number of edges between corners, each counted once.
    pub fn edge_count(&self) -> usize {
        self.fans.iter().map(|fan| fan.edges().len()).sum::<usize>() / 2
    }

    /// Bytes that the corners and edges take, without the floor.
    pub fn bytes(&self) -> usize {
        self.corners.bytes() + self.fans.iter().map(EdgeFan::bytes).sum::<usize>() + self.through.bytes()
    }
}

/// For each corner those before it to which it has a taut edge.
#[cfg(feature = "rayon")]
fn corners_before(floor: &Floor, corners: &CornerIndex) -> Vec<Vec<CornerId>> {
    use rayon::prelude::*;

    let look = |visible: &mut VisibleCorners, from| visible.before(floor, corners, from).to_vec();
    (0..corners.len() as CornerId).into_par_iter().map_init(VisibleCorners::default, look).collect()
}

/// For each corner those before it to which it has a taut edge.
#[cfg(not(feature = "rayon"))]
fn corners_before(floor: &Floor, corners: &CornerIndex) -> Vec<Vec<CornerId>> {
    let mut visible = VisibleCorners::default();
    (0..corners.len() as CornerId).map(|from| visible.before(floor, corners, from).to_vec()).collect()
}

/// All edges in both directions, given for each corner those to corners before it: where the list of each corner begins, and
/// the lists, each in the order of corners.
fn lists(corners: &CornerIndex, before: &[Vec<CornerId>]) -> (Vec<u32>, Vec<CornerEdge>) {
    let mut counts = vec![0; corners.len()];
    for (from, list) in before.iter().enumerate() {
        counts[from] += list.len() as u32;
        list.iter().for_each(|&to| counts[to as usize] += 1);
    }
    let starts = sums(&counts);
    let (mut next, mut edges) =
        (starts.clone(), vec![CornerEdge::new(0, Cell::new(0, 0)); starts[corners.len()] as usize]);
    for (from, to) in (0..).zip(before).flat_map(|(from, list)| list.iter().map(move |&to| (from, to))) {
        let step = corners.cell(to) - corners.cell(from);
        for (from, to, step) in [(from, to, step), (to, from, -step)] {
            edges[next[from as usize] as usize] = CornerEdge::new(to, step);
            next[from as usize] += 1;
        }
    }
    (starts, edges)
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
