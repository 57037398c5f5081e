//! The search behind every path: A* over corners that are joined by taut edges.
//!
//! The successors of a corner come from an [`Expansion`]: computed on demand, or out of a prepared graph. The rest is the
//! same for both, and so are the answers. Bounds are consistent and edges strictly positive beyond them (`length.rs`), so
//! each corner is expanded once, after all that could lead to it on an equally short path.

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::expand::{Expansion, Marks};
use super::open_corners::OpenCorners;
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
    /// Labels of other rounds are void. A multiple of [`ROUND`].
    round: u32,
    queue: OpenCorners,
    last: Vec<CornerId>,
    pub(crate) marks: Marks,
}

/// What is known of a corner, in 16 bytes: a search reads one for every edge that it looks at.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// Length of the shortest path so far.
    length: u64,
    /// The waypoint before this corner.
    parent: CornerId,
    /// The round, times four, and the two flags below.
    stamp: u32,
}

/// The corner has been taken up.
const CLOSED: u32 = 1;
/// A taut path can leave the corner for the destination.
const LAST: u32 = 2;
/// Rounds count in steps of this.
const ROUND: u32 = 4;

impl Label {
    /// The label of a corner that no path has reached in a round.
    const fn unreached(stamp: u32) -> Self {
        Self { length: u64::MAX, parent: START, stamp }
    }

    const fn has(self, flag: u32) -> bool {
        self.stamp & flag != 0
    }
}

/// The parent of corners that are reached straight from the start. It never ties with
/// another: a straight edge is shorter than any turn.
const START: CornerId = CornerId::MAX;

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
        self.begin(expansion.corners().len(), length::half_edge(ends.step_to(ends.to)));
        self.look(floor, Observer::one(ends.to), view);
        self.note_last_edges(expansion, view, ends.to);
        self.look(floor, ends.from, view);
        self.note_first_edges(expansion.corners(), view, ends);
        let last = self.run(expansion, ends)?;
        Some(self.trace(expansion.corners(), ends, last))
    }

    fn begin(&mut self, corners: usize, least: u64) {
        self.queue.begin(least);
        self.last.clear();
        if self.labels.len() < corners {
            self.labels.resize(corners, Label::unreached(0));
        }
        self.round = self.round.wrapping_add(ROUND);
        if self.round == 0 {
            self.labels.fill(Label::unreached(0));
            self.round = ROUND;
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
                self.labels[corner as usize] = Label::unreached(self.round | LAST);
            }
        }
        expansion.set_target(to, &self.last);
    }

    /// Puts the corners in the queue that a taut path can begin with.
    fn note_first_edges(&mut self, corners: &CornerIndex, view: &View, ends: Ends) {
        for corner in corners.seen(view) {
            let step = ends.step_to(corners.cell(corner));
            if taut::can_turn_after(corners.walls(corner), step) {
                self.offer(ends, corner, corners.cell(corner), length::half_edge(step), START, u64::MAX);
            }
        }
    }

    /// Takes up corners until no path can be shorter than the shortest found, and gives its last turn.
    fn run(&mut self, expansion: &mut impl Expansion, ends: Ends) -> Option<CornerId> {
        let mut best = (u64::MAX, START);
        while let Some((bound, at)) = self.queue.pop() {
            if bound >= best.0 {
                break;
            }
            let label = &mut self.labels[at as usize];
            if label.has(CLOSED) {
                continue;
            }
            label.stamp |= CLOSED;
            let Label { length, parent, .. } = *label;
            let is_last = label.has(LAST);
            let (here, walls) = (expansion.corners().cell(at), expansion.corners().walls(at));
            // Only the direction counts, and not the unit.
            let arriving = if parent == START { ends.step_to(here) } else { here - expansion.corners().cell(parent) };
            if is_last && taut::turns(walls, arriving, ends.to - here) {
                best = best.min((length + length::edge(ends.to - here), at));
            }
            expansion.successors(at, arriving, |corner, step| {
                self.offer(ends, corner, here + step, length + length::edge(step), at, best.0);
            });
        }
        (best.1 != START).then_some(best.1)
    }

    /// Notes a path to a corner if it is shorter than the one known, or as long and first in the order of ties. A corner over
    /// which no path is shorter than the best found need not be taken up.
    #[inline]
    fn offer(&mut self, ends: Ends, corner: CornerId, at: Cell, length: u64, parent: CornerId, best: u64) {
        let label = &mut self.labels[corner as usize];
        if label.stamp < self.round {
            *label = Label::unreached(self.round);
        }
        if length < label.length {
            (label.length, label.parent) = (length, parent);
            let bound = length + length::bound(ends.to - at);
            if bound < best {
                self.queue.push(bound, corner);
            }
        } else if length == label.length && !label.has(CLOSED) && parent < label.parent {
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
