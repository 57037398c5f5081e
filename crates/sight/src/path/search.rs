//! The search behind every path: A* over corners that are joined by taut legs.
//!
//! What can be seen from a corner comes from [`Expansion`]: by looking, or out of a prepared graph. The rest is the same for
//! both, and so are the answers. Bounds are consistent and legs strictly positive beyond them (`length.rs`), so each
//! corner is taken up once, after all that could lead to it on an equally short way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use undercroft_grid::Cell;

use super::check_ends;
use super::corner_index::{CornerId, CornerIndex};
use super::expand::Marks;
use super::{Path, PathError, length, taut};
use crate::floor::Floor;
use crate::fov::{Fov, Observer, View, exact};

/// Where taut ways go on from a corner.
pub(crate) trait Expansion {
    /// The corners.
    fn corners(&self) -> &CornerIndex;

    /// Prepares for ways to a destination that sees these corners, each with a leg that can end a taut way.
    fn set_target(&mut self, destination: Cell, last: &[CornerId]);

    /// Appends the corners that a taut way can go on to which arrived at a corner by a leg, and the lengths of the legs.
    fn onward(&mut self, at: CornerId, arriving: Cell, found: &mut Vec<(CornerId, u64)>);
}

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
    /// Length of the shortest way so far.
    length: u64,
    /// Length of the leg to the destination, or `HIDDEN`.
    last_leg: u64,
    /// The waypoint before this corner.
    parent: CornerId,
    round: u32,
    /// Whether the corner has been taken up.
    closed: bool,
}

/// The parent of corners that are reached straight from the start. It never ties with
/// another: a straight leg is shorter than any turn.
const START: CornerId = CornerId::MAX;
/// The last leg of a corner that does not see the destination.
const HIDDEN: u64 = u64::MAX;

/// The two ends of a question.
#[derive(Clone, Copy)]
struct Ends {
    from: Cell,
    to: Cell,
}

impl PathSearch {
    /// An empty workspace.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shortest way.
    pub(crate) fn find(
        &mut self,
        ways: &mut impl Expansion,
        floor: &Floor,
        from: Cell,
        to: Cell,
    ) -> Result<Option<Path>, PathError> {
        check_ends(floor, from, to)?;
        if from == to {
            return Ok(Some(Path::new(vec![from])));
        }
        if exact::sees(floor, from, to) {
            return Ok(Some(Path::new(vec![from, to])));
        }
        self.begin(ways.corners().len());
        let mut view = self.view.take().unwrap_or_else(|| View::new(floor.size()));
        self.look(floor, to, &mut view);
        let ends = Ends { from, to };
        self.note_last_legs(ways, &view, to);
        self.look(floor, from, &mut view);
        self.note_first_legs(ways.corners(), &view, ends);
        self.view = Some(view);
        let last = self.run(ways, ends);
        Ok(last.map(|last| self.trace(ways.corners(), ends, last)))
    }

    fn begin(&mut self, corners: usize) {
        self.queue.clear();
        self.last.clear();
        let blank = Label { length: 0, last_leg: HIDDEN, parent: START, round: 0, closed: false };
        if self.labels.len() < corners {
            self.labels.resize(corners, blank);
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.labels.fill(blank);
            self.round = 1;
        }
    }

    fn look(&mut self, floor: &Floor, from: Cell, view: &mut View) {
        // Both ends have been checked to lie on the map.
        let _ = self.fov.exact(floor, Observer::one(from), None, view);
    }

    /// Notes which corners a taut way can leave for the destination.
    fn note_last_legs(&mut self, ways: &mut impl Expansion, view: &View, to: Cell) {
        let corners = ways.corners();
        for corner in corners.seen(view) {
            let leg = to - corners.cell(corner);
            if taut::can_turn_before(corners.walls(corner), leg) {
                self.last.push(corner);
                let label = Label {
                    length: u64::MAX,
                    last_leg: length::leg(leg),
                    parent: START,
                    round: self.round,
                    closed: false,
                };
                self.labels[corner as usize] = label;
            }
        }
        ways.set_target(to, &self.last);
    }

    /// Puts the corners in the queue that a taut way can begin with.
    fn note_first_legs(&mut self, corners: &CornerIndex, view: &View, ends: Ends) {
        for corner in corners.seen(view) {
            let leg = corners.cell(corner) - ends.from;
            if taut::can_turn_after(corners.walls(corner), leg) {
                self.offer(corners, ends, corner, length::leg(leg), START);
            }
        }
    }

    /// Takes up corners until no way can be shorter than the shortest found, and gives its last turn.
    fn run(&mut self, ways: &mut impl Expansion, ends: Ends) -> Option<CornerId> {
        let mut best: Option<(u64, CornerId)> = None;
        while let Some(Reverse((bound, at))) = self.queue.pop() {
            if best.is_some_and(|(length, _)| bound >= length) {
                break;
            }
            let Label { length, last_leg, parent, closed, .. } = self.labels[at as usize];
            if closed {
                continue;
            }
            self.labels[at as usize].closed = true;
            let (here, walls) = (ways.corners().cell(at), ways.corners().walls(at));
            let arriving = here - if parent == START { ends.from } else { ways.corners().cell(parent) };
            if last_leg != HIDDEN && taut::turns(walls, arriving, ends.to - here) {
                let whole = (length + last_leg, at);
                best = Some(best.map_or(whole, |best| best.min(whole)));
            }
            let mut found = std::mem::take(&mut self.found);
            ways.onward(at, arriving, &mut found);
            for (corner, leg) in found.drain(..) {
                self.offer(ways.corners(), ends, corner, length + leg, at);
            }
            self.found = found;
        }
        best.map(|(_, last)| last)
    }

    /// Notes a way to a corner if it is shorter than the one known, or as long and first in the order of ties.
    #[inline]
    fn offer(&mut self, corners: &CornerIndex, ends: Ends, corner: CornerId, length: u64, parent: CornerId) {
        let label = &mut self.labels[corner as usize];
        if label.round != self.round {
            *label = Label { length: u64::MAX, last_leg: HIDDEN, parent, round: self.round, closed: false };
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
        waypoints.push(ends.from);
        waypoints.reverse();
        Path::new(waypoints)
    }
}

/// Expansion found by looking around from each corner.
pub(crate) struct LazyExpansion<'a> {
    floor: &'a Floor,
    corners: CornerIndex,
    fov: Fov,
    view: View,
}

impl<'a> LazyExpansion<'a> {
    pub(crate) fn new(floor: &'a Floor) -> Self {
        Self { floor, corners: CornerIndex::new(floor), fov: Fov::new(), view: View::new(floor.size()) }
    }
}

impl Expansion for LazyExpansion<'_> {
    fn corners(&self) -> &CornerIndex {
        &self.corners
    }

    fn set_target(&mut self, _: Cell, _: &[CornerId]) {}

    fn onward(&mut self, at: CornerId, arriving: Cell, found: &mut Vec<(CornerId, u64)>) {
        let (here, walls) = (self.corners.cell(at), self.corners.walls(at));
        // Corners lie on the map.
        let _ = self.fov.exact(self.floor, Observer::one(here), None, &mut self.view);
        for corner in self.corners.seen(&self.view).filter(|&corner| corner != at) {
            let leg = self.corners.cell(corner) - here;
            if taut::turns(walls, arriving, leg) && taut::can_turn_after(self.corners.walls(corner), leg) {
                found.push((corner, length::leg(leg)));
            }
        }
    }
}
