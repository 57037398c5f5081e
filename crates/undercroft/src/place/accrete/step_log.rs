//! Events of growth, kept until the map's corner is known.

use undercroft_grid::{Cell, Rect};

use super::frame::Frame;
use crate::dungeon::RoomId;
use crate::events::{Event, EventSink};

/// Events in the cells of growth, in order; nothing is kept where no one listens.
#[derive(Debug)]
pub struct StepLog {
    listens: bool,
    steps: Vec<GrowthStep>,
}

#[derive(Debug)]
enum GrowthStep {
    Placed { room: RoomId, floor: Rect },
    Rejected { parent: RoomId, at: Cell, reason: &'static str },
}

impl StepLog {
    /// An empty log.
    pub fn new(events: &dyn EventSink) -> Self {
        Self { listens: events.wants_events(), steps: Vec::new() }
    }

    /// A room got its place.
    pub fn placed(&mut self, room: usize, floor: Rect) {
        if self.listens {
            self.steps.push(GrowthStep::Placed { room: RoomId(room as u32), floor });
        }
    }

    /// A joint did not fit.
    pub fn rejected(&mut self, parent: usize, at: Cell, reason: &'static str) {
        if self.listens {
            self.steps.push(GrowthStep::Rejected { parent: RoomId(parent as u32), at, reason });
        }
    }

    /// Sends everything in the cells of the map.
    pub fn flush(self, frame: &Frame, events: &mut dyn EventSink) {
        for step in self.steps {
            events.on_event(match step {
                GrowthStep::Placed { room, floor } => Event::Placed { room, z: 0, floor: frame.rect(floor) },
                GrowthStep::Rejected { parent, at, reason } => Event::Rejected {
                    what: format!("joint at room {parent}"),
                    at: frame.cell(at),
                    reason: reason.to_owned(),
                },
            });
        }
    }
}
