//! Events of growth, kept until the map's corner is known.

use undercroft_grid::{Cell, Rect};

use crate::dungeon::RoomId;
use crate::events::Event;
use crate::meter::Meter;

/// Joints that did not fit whose events are kept; rooms are limited by the map and always kept.
const MAX_REJECTED: usize = 100_000;

/// Events in the cells of growth, in order; nothing is kept where no one listens.
#[derive(Debug)]
pub struct StepLog {
    listens: bool,
    /// The level that grows, and the number of its first room.
    level: (i32, usize),
    steps: Vec<GrowthStep>,
    rejected: usize,
    /// Joints that came after the last that was kept.
    left_out: u64,
}

#[derive(Debug)]
enum GrowthStep {
    Placed { room: RoomId, z: i32, floor: Rect },
    Rejected { parent: RoomId, z: i32, at: Cell, reason: &'static str },
}

impl StepLog {
    /// An empty log.
    pub fn new(meter: &Meter) -> Self {
        Self { listens: meter.wants_events(), level: (0, 0), steps: Vec::new(), rejected: 0, left_out: 0 }
    }

    /// Another level grows; its first room has this number.
    pub const fn begin_level(&mut self, z: i32, first: usize) {
        self.level = (z, first);
    }

    /// The number of a room of the level.
    const fn global(&self, room: usize) -> RoomId {
        RoomId((self.level.1 + room) as u32)
    }

    /// A room got its place.
    pub fn placed(&mut self, room: usize, floor: Rect) {
        if self.listens {
            self.steps.push(GrowthStep::Placed { room: self.global(room), z: self.level.0, floor });
        }
    }

    /// A joint did not fit.
    pub fn rejected(&mut self, parent: usize, at: Cell, reason: &'static str) {
        if !self.listens {
            return;
        }
        if self.rejected == MAX_REJECTED {
            self.left_out += 1;
            return;
        }
        self.rejected += 1;
        self.steps.push(GrowthStep::Rejected { parent: self.global(parent), z: self.level.0, at, reason });
    }

    /// Sends everything. `to_map` turns rectangles of growth into those of the map.
    pub fn flush(self, to_map: impl Fn(Rect) -> Rect, meter: &mut Meter) {
        for step in self.steps {
            meter.on_event(match step {
                GrowthStep::Placed { room, z, floor } => Event::Placed { room, z, floor: to_map(floor) },
                GrowthStep::Rejected { parent, z, at, reason } => Event::Rejected {
                    what: format!("joint at room {parent}"),
                    z,
                    at: to_map(Rect::at(at, 1, 1)).min(),
                    reason: reason.to_owned(),
                },
            });
        }
        if self.left_out > 0 {
            meter.on_event(Event::LeftOut { events: self.left_out });
        }
    }
}
