//! The search behind every path: A* over corners that are joined by taut edges.
//!
//! The successors of a corner come from an [`Expansion`]: computed on demand, or out of a prepared graph. The rest is the
//! same for both, and so are the answers. Bounds are consistent and edges strictly positive beyond them (`length.rs`), so
//! each corner is expanded once, after all that could lead to it on an equally short path.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::expand::{Expansion, Marks};
use super::waypoints::{Path, PathError, check_ends};
use super::{length, taut};
use crate::floor::Floor;
use crate::fov::{Footprint, Fov, Observer, View, exact, straddle};

/// The memory of a search. Make one per thread and keep it: once warm, searching allocates only the answer.
#[derive(Clone, Debug, Default)]
pub struct PathSearch {
    fov: Fov,
    view: Option<View>,
    labels: Vec<Label>,
    /// Labels of other rounds are void.
    round: u32,
    queue: BinaryHeap<Reverse<(u64, CornerId)>>,
    last: Vec<CornerId>,
    found: Vec<(CornerId, u64)>,
    pub(crate) marks: Marks,
}

/// What is known of a corner.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// Length of the shortest path so far.
    length: u64,
    /// Length of the edge to the destination, or `HIDDEN`.
    last_edge: u64,
    /// The waypoint before this corner.
    parent: CornerId,
    round: u32,
    /// Whether the corner has been taken up.
    closed: bool,
}

/// The parent of corners that are reached straight from the start. It never ties with
/// another: a straight edge is shorter than any turn.
const START: CornerId = CornerId::MAX;
/// The last edge of a corner that does not see the destination.
const HIDDEN: u64 = u64::MAX;

/// The two ends of a question.
#[derive(Clone, Copy)]
struct Ends {
    /// The body begins in the middle of these cells.
    from: Observer,
    to: Cell,
}

impl Ends {
    /// The straight step from the start to a cell. [Unit: half cells]
    const fn step_to(self, cell: Cell) -> Cell {
        let Observer { at, footprint } = self.from;
        Cell::new(2 * (cell.x - at.x) - footprint.width() + 1, 2 * (cell.y - at.y) - footprint.height() + 1)
    }
}

impl PathSearch {
    /// An empty workspace.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shortest path.
    pub(crate) fn find(
        &mut self,
        expansion: &mut impl Expansion,
        floor: &Floor,
        from: Observer,
        to: Cell,
    ) -> Result<Option<Path>, PathError> {
        check_ends(floor, from, to)?;
        if from == Observer::one(to) {
            return Ok(Some(Path::new(vec![to], Footprint::One)));
        }
        let mut view = self.view.take().unwrap_or_else(|| View::new(floor.size()));
        let found = if self.sees(floor, from, to, &mut view) {
            Some(Path::new(vec![from.at, to], from.footprint))
        } else {
            self.find_turns(expansion, floor, Ends { from, to }, &mut view)
        };
        self.view = Some(view);
        Ok(found)
    }

    /// The shortest path between ends that do not see each other.
    fn find_turns(
        &mut self,
        expansion: &mut impl Expansion,
        floor: &Floor,
        ends: Ends,
        view: &mut View,
    ) -> Option<Path> {
        self.begin(expansion.corners().len());
        self.look(floor, Observer::one(ends.to), view);
        self.note_last_edges(expansion, view, ends.to);
        self.look(floor, ends.from, view);
        self.note_first_edges(expansion.corners(), view, ends);
        let last = self.run(expansion, ends)?;
        Some(self.trace(expansion.corners(), ends, last))
    }

    fn begin(&mut self, corners: usize) {
        self.queue.clear();
        self.last.clear();
        let blank = Label { length: 0, last_edge: HIDDEN, parent: START, round: 0, closed: false };
        if self.labels.len() < corners {
            self.labels.resize(corners, blank);
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.labels.fill(blank);
            self.round = 1;
        }
    }

    /// Whether a body could walk straight to the destination; `view` is scratch.
    fn sees(&mut self, floor: &Floor, from: Observer, to: Cell, view: &mut View) -> bool {
        if from.footprint == Footprint::One {
            return exact::sees(floor, from.at, to);
        }
        self.look(floor, from, view);
        view.contains(to)
    }

    /// Where a body of one cell could walk straight to from the middle of these cells.
    fn look(&mut self, floor: &Floor, from: Observer, view: &mut View) {
        if from.footprint == Footprint::One {
            // Both ends have been checked to lie on the map.
            let _ = self.fov.exact(floor, from, None, view);
        } else {
            view.reset(floor.size());
            straddle::look(floor, from, view);
        }
    }

    /// Notes which corners a taut path can leave for the destination.
    fn note_last_edges(&mut self, expansion: &mut impl Expansion, view: &View, to: Cell) {
        let corners = expansion.corners();
        for corner in corners.seen(view) {
            let edge = to - corners.cell(corner);
            if taut::can_turn_before(corners.walls(corner), edge) {
                self.last.push(corner);
                let label = Label {
                    length: u64::MAX,
                    last_edge: length::edge(edge),
                    parent: START,
                    round: self.round,
                    closed: false,
                };
                self.labels[corner as usize] = label;
            }
        }
        expansion.set_target(to, &self.last);
    }

    /// Puts the corners in the queue that a taut path can begin with.
    fn note_first_edges(&mut self, corners: &CornerIndex, view: &View, ends: Ends) {
        for corner in corners.seen(view) {
            let step = ends.step_to(corners.cell(corner));
            if taut::can_turn_after(corners.walls(corner), step) {
                self.offer(corners, ends, corner, length::half_edge(step), START);
            }
        }
    }

    /// Takes up corners until no path can be shorter than the shortest found, and gives its last turn.
    fn run(&mut self, expansion: &mut impl Expansion, ends: Ends) -> Option<CornerId> {
        let mut best: Option<(u64, CornerId)> = None;
        while let Some(Reverse((bound, at))) = self.queue.pop() {
            if best.is_some_and(|(length, _)| bound >= length) {
                break;
            }
            let Label { length, last_edge, parent, closed, .. } = self.labels[at as usize];
            if closed {
                continue;
            }
            self.labels[at as usize].closed = true;
            let (here, walls) = (expansion.corners().cell(at), expansion.corners().walls(at));
            // Only the direction counts, and not the unit.
            let arriving = if parent == START { ends.step_to(here) } else { here - expansion.corners().cell(parent) };
            if last_edge != HIDDEN && taut::turns(walls, arriving, ends.to - here) {
                let whole = (length + last_edge, at);
                best = Some(best.map_or(whole, |best| best.min(whole)));
            }
            let mut found = std::mem::take(&mut self.found);
            expansion.successors(at, arriving, &mut found);
            for (corner, edge) in found.drain(..) {
                self.offer(expansion.corners(), ends, corner, length + edge, at);
            }
            self.found = found;
        }
        best.map(|(_, last)| last)
    }

    /// Notes a path to a corner if it is shorter than the one known, or as long and first in the order of ties.
    #[inline]
    fn offer(&mut self, corners: &CornerIndex, ends: Ends, corner: CornerId, length: u64, parent: CornerId) {
        let label = &mut self.labels[corner as usize];
        if label.round != self.round {
            *label = Label { length: u64::MAX, last_edge: HIDDEN, parent, round: self.round, closed: false };
        }
        if length < label.length {
            (label.length, label.parent) = (length, parent);
            self.queue.push(Reverse((length + length::bound(ends.to - corners.cell(corner)), corner)));
        } else if length == label.length && !label.closed && parent < label.parent {
            label.parent = parent;
        }
    }

    /// The waypoints back from the last turn.
    fn trace(&self, corners: &CornerIndex, ends: Ends, last: CornerId) -> Path {
        let mut waypoints = vec![ends.to];
        let mut at = last;
        while at != START {
            waypoints.push(corners.cell(at));
            at = self.labels[at as usize].parent;
        }
        waypoints.push(ends.from.at);
        waypoints.reverse();
        Path::new(waypoints, ends.from.footprint)
    }
}
