//! Events of a generation: each step is sent to an [`EventSink`] as an [`Event`].
//!
//! A sink never changes a result: it gets copies, and a stage only asks it whether it wants events and whether to
//! continue. A sink that stops a generation gets an error, never another dungeon.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Rect};

use crate::dungeon::{DoorId, Fallback, LinkId, RoomId};

/// Receives the steps of a generation.
pub trait EventSink {
    /// Whether events are wanted at all. Stages skip the work of describing events that are not; that a stage begins is
    /// always reported.
    fn wants_events(&self) -> bool {
        true
    }

    /// Receives an event.
    fn on_event(&mut self, event: Event);

    /// Whether to continue. Asked between stages, and within them after every few milliseconds of work; `false` ends the
    /// generation with an error.
    fn should_continue(&self) -> bool {
        true
    }
}

/// Receives nothing and never stops a generation.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvents;

impl EventSink for NoEvents {
    fn wants_events(&self) -> bool {
        false
    }

    fn on_event(&mut self, _: Event) {}
}

impl<F: FnMut(Event)> EventSink for F {
    fn on_event(&mut self, event: Event) {
        self(event);
    }
}

/// Keeps every event, in order.
///
/// ```
/// use undercroft::Generator;
/// use undercroft::events::{Event, EventLog};
///
/// let mut log = EventLog::default();
/// Generator::preset("small-dungeon")?.seed(7).generate_with(&mut log)?;
/// assert!(matches!(&log.events[0], Event::Stage { name } if name == "place"), "{:?}", log.events[0]);
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    /// What happened so far.
    pub events: Vec<Event>,
}

impl EventSink for EventLog {
    fn on_event(&mut self, event: Event) {
        self.events.push(event);
    }
}

/// One step of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// A stage of the pipeline begins: plan, place, route, ground, build or stock.
    Stage {
        /// Its name, which is also the name of its random stream.
        name: String,
    },
    /// Placement cut a partition in two.
    Split {
        /// The level; 0 in traces of older versions.
        #[serde(default)]
        z: i32,
        /// The partition.
        partition: Rect,
        /// Its two parts.
        parts: [Rect; 2],
    },
    /// A room got its place.
    Placed {
        /// The room.
        room: RoomId,
        /// The level.
        z: i32,
        /// Its bounding box, floor only.
        floor: Rect,
    },
    /// Something was tried and given up.
    Rejected {
        /// What was tried: a room, a door, a link, a template.
        what: String,
        /// The level; 0 in traces of older versions.
        #[serde(default)]
        z: i32,
        /// Where.
        at: Cell,
        /// Why, as a sentence for people.
        reason: String,
    },
    /// A walker tries to place a template or group.
    Tried {
        /// The walker.
        walker: u32,
        /// The step, counted over all walkers.
        step: u32,
        /// Name of the template or group.
        what: String,
        /// Quarter turns clockwise.
        turn: u8,
        /// Whether it is mirrored.
        mirror: bool,
        /// Where its north-west corner would come to lie.
        at: Cell,
    },
    /// A walker went to another room.
    Walked {
        /// The walker.
        walker: u32,
        /// The step, counted over all walkers.
        step: u32,
        /// The room it left.
        from: RoomId,
        /// The room it is in now.
        to: RoomId,
        /// Whether it began again there; else it has just placed that room.
        teleport: bool,
    },
    /// A template has required sockets that other rooms must meet, or an author made a group: all of it is placed, or
    /// nothing.
    GroupBegan {
        /// Number of the group.
        group: u32,
        /// Name of the template or author-made group that asks.
        what: String,
        /// Required sockets to meet.
        required: u32,
    },
    /// All rooms of a group are placed, and all its required sockets are met.
    GroupCommitted {
        /// Number of the group.
        group: u32,
        /// Its rooms.
        rooms: Vec<RoomId>,
        /// Cells of its required sockets, each met by a door; empty in traces of older versions.
        #[serde(default)]
        sockets: Vec<Cell>,
    },
    /// A group could not be placed and left no trace.
    GroupRolledBack {
        /// Number of the group.
        group: u32,
        /// Why, as a sentence for people.
        reason: String,
    },
    /// A search for a corridor ended.
    Searched {
        /// The link.
        link: LinkId,
        /// States taken from the queue.
        steps: u32,
        /// Cost of the way that was found, if one was.
        cost: Option<u32>,
    },
    /// A corridor was cut into the rock.
    Carved {
        /// The link.
        link: LinkId,
        /// Its path from door to door.
        path: Vec<Cell>,
    },
    /// An end of a link could not be had as the recipe wanted it.
    FellBack {
        /// The link.
        link: LinkId,
        /// 0 for the first room's end, 1 for the second's.
        end: u8,
        /// What was done instead.
        fallback: Fallback,
    },
    /// A door was put into a wall.
    OpenedDoor {
        /// The door.
        door: DoorId,
        /// The room in whose ring it lies.
        room: RoomId,
        /// Its cells.
        cells: Vec<Cell>,
    },
    /// A room got its purpose.
    PurposeAssigned {
        /// The room.
        room: RoomId,
        /// What it is for.
        purpose: String,
        /// Why, for people.
        reason: String,
    },
    /// A feature got its place.
    FeaturePlaced {
        /// The room.
        room: RoomId,
        /// What it is.
        kind: String,
        /// The level.
        z: i32,
        /// The cells that it covers.
        cells: Rect,
    },
    /// A feature found no place.
    FeatureDropped {
        /// The room.
        room: RoomId,
        /// What it is.
        kind: String,
        /// Why, for people.
        reason: String,
    },
    /// A spawn got its place.
    SpawnPlaced {
        /// The room.
        room: RoomId,
        /// What begins there.
        kind: String,
        /// The level.
        z: i32,
        /// The cell.
        at: Cell,
    },
    /// A room got a note, or the dungeon its hook or a rumor.
    NoteWritten {
        /// The room, if it is a note of one.
        room: Option<RoomId>,
        /// The text, written out.
        text: String,
    },
    /// Attempts of walkers were too many to be kept; they came after those that were.
    LeftOut {
        /// How many events are missing.
        events: u64,
    },
    /// A remark, for example a field that was lowered.
    Note {
        /// A complete sentence.
        text: String,
    },
}
