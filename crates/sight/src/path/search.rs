//! The search behind every path: A* over corners that are joined by taut edges.
//!
//! The successors of a corner come from an [`Expansion`]: computed on demand, or out of a prepared graph. The rest is the
//! same for both, and so are the answers. Bounds are consistent and edges strictly positive beyond them (`length.rs`), so
//! each corner is expanded once, after all that could lead to it on an equally short path.

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::corner_progress::{CLOSED, CornerProgress, LAST, REACHED};
use super::expand::{Expansion, Marks};
use super::open_corners::OpenCorners;
use super::turn::{PackedCell, Place, Turn, pack, unpack};
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
    progress: CornerProgress,
    queue: OpenCorners,
    last: Vec<CornerId>,
    /// Scratch: the steps by which paths continue from a corner.
    next: Vec<Cell>,
    pub(crate) marks: Marks,
}

/// What is known of a corner that a path has reached, in 16 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Label {
    /// Length of the shortest path so far.
    length: u64,
    /// The waypoint before this corner, and its number.
    parent: PackedCell,
    before: CornerId,
}

/// The parent of corners that are reached straight from the start. It never ties with
/// another: a straight edge is shorter than any turn.
const START: PackedCell = PackedCell::MAX;
const BEFORE_ALL: Place = Place { cell: START, corner: CornerId::MAX };

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
        self.begin(expansion.corners(), length::half_edge(ends.step_to(ends.to)));
        self.look(floor, Observer::one(ends.to), view);
        self.note_last_edges(expansion, view, ends.to);
        self.look(floor, ends.from, view);
        self.note_first_edges(expansion.corners(), view, ends);
        let last = self.run(expansion, ends)?;
        Some(self.trace(ends, last))
    }

    fn begin(&mut self, corners: &CornerIndex, least: u64) {
        self.queue.begin(least);
        self.last.clear();
        if self.labels.len() < corners.len() {
            self.labels.resize(corners.len(), Label::default());
        }
        self.progress.begin(corners.len());
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
            let cell = corners.cell(corner);
            if taut::can_turn_before(corners.walls(corner), to - cell) {
                self.last.push(corner);
                self.progress.at(corner).add(LAST);
            }
        }
        expansion.set_target(to, &self.last);
    }

    /// Puts the corners in the queue that a taut path can begin with.
    fn note_first_edges(&mut self, corners: &CornerIndex, view: &View, ends: Ends) {
        for corner in corners.seen(view) {
            let cell = corners.cell(corner);
            let step = ends.step_to(cell);
            if taut::can_turn_after(corners.walls(corner), step) {
                self.offer(corners, ends, cell, || length::half_edge(step), BEFORE_ALL, u64::MAX);
            }
        }
    }

    /// Takes up corners until no path can be shorter than the shortest found, and gives its last turn.
    fn run(&mut self, expansion: &mut impl Expansion, ends: Ends) -> Option<Place> {
        let (mut best, mut next) = ((u64::MAX, BEFORE_ALL), std::mem::take(&mut self.next));
        loop {
            let corners = expansion.corners();
            let announced = |place: Place| expansion.touch(place.corner, unpack(place.cell).y);
            let Some((bound, at)) = self.queue.pop(announced) else { break };
            if bound >= best.0 {
                break;
            }
            let (here, corner) = (unpack(at.cell), at.corner);
            let mut progress = self.progress.at(corner);
            if progress.has(CLOSED) {
                continue;
            }
            progress.add(CLOSED);
            let is_last = progress.has(LAST);
            let Label { length, parent, .. } = self.labels[corner as usize];
            // Only the direction counts, and not the unit.
            let arriving = if parent == START { ends.step_to(here) } else { here - unpack(parent) };
            let turn = Turn { corner, here, arriving };
            if is_last && taut::turns(corners.walls(corner), arriving, ends.to - here) {
                best = best.min((length + length::edge(ends.to - here), at));
            }
            expansion.successors(turn, &mut next);
            for &step in &next {
                self.offer(expansion.corners(), ends, here + step, || length + length::edge(step), at, best.0);
            }
        }
        self.next = next;
        (best.1 != BEFORE_ALL).then_some(best.1)
    }

    /// Notes a path to a corner if it is shorter than the one known, or as long and first in the order of ties. A corner over
    /// which no path is shorter than the best found need not be taken up.
    #[inline]
    fn offer(
        &mut self,
        corners: &CornerIndex,
        ends: Ends,
        at: Cell,
        length: impl FnOnce() -> u64,
        parent: Place,
        best: u64,
    ) {
        let corner = corners.number(at);
        let mut progress = self.progress.at(corner);
        if progress.has(CLOSED) {
            return;
        }
        let (length, label) = (length(), &mut self.labels[corner as usize]);
        if !progress.has(REACHED) {
            progress.add(REACHED);
        } else if length >= label.length {
            if length == label.length && parent.cell < label.parent {
                (label.parent, label.before) = (parent.cell, parent.corner);
            }
            return;
        }
        *label = Label { length, parent: parent.cell, before: parent.corner };
        let bound = length + length::bound(ends.to - at);
        if bound < best {
            self.queue.push(bound, Place { cell: pack(at), corner });
        }
    }

    /// The waypoints back from the last turn.
    fn trace(&self, ends: Ends, last: Place) -> Path {
        let mut waypoints = vec![ends.to];
        let mut at = last;
        while at != BEFORE_ALL {
            waypoints.push(unpack(at.cell));
            let Label { parent, before, .. } = self.labels[at.corner as usize];
            at = Place { cell: parent, corner: before };
        }
        waypoints.push(ends.from.at);
        waypoints.reverse();
        Path::new(waypoints, ends.from.footprint)
    }
}
