//! The trace of a generation: its events, and which of them made what.

use std::collections::BTreeMap;

use serde_json::Value;
use undercroft::dungeon::{DoorId, LinkId, RoomId};
use undercroft::events::Event;

use crate::protocol::TraceInfo;

/// Events in their order.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The events.
    pub events: Vec<Event>,
    /// Whether there were more than can be kept.
    pub cut_short: bool,
}

impl Trace {
    /// Their number and kinds.
    pub fn info(&self) -> TraceInfo {
        let mut kinds = BTreeMap::new();
        for event in &self.events {
            *kinds.entry(kind(event).to_owned()).or_insert(0) += 1;
        }
        TraceInfo { events: self.events.len() as u32, kinds, cut_short: self.cut_short }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let inside = |event: &Event| match event {
            Event::Carved { path, .. } => 8 * path.len(),
            Event::OpenedDoor { cells, .. } => 8 * cells.len(),
            Event::Rejected { what, reason, .. } => what.len() + reason.len(),
            _ => 16,
        };
        self.events.iter().map(|event| 80 + inside(event)).sum()
    }

    /// A page of the events, as JSON.
    pub fn page(&self, from: usize, to: usize) -> Vec<Value> {
        let page = self.events.get(from..to.min(self.events.len())).unwrap_or_default();
        page.iter().map(|event| serde_json::to_value(event).unwrap_or_default()).collect()
    }

    /// The numbers of the events that made these rooms, doors and links.
    pub fn events_of(&self, rooms: &[RoomId], doors: &[DoorId], links: &[LinkId]) -> Vec<u32> {
        let made = |event: &Event| match event {
            Event::Placed { room, .. } => rooms.contains(room),
            Event::Walked { to, teleport: false, .. } => rooms.contains(to),
            Event::GroupCommitted { rooms: group, .. } => group.iter().any(|room| rooms.contains(room)),
            Event::OpenedDoor { door, .. } => doors.contains(door),
            Event::Searched { link, .. } | Event::Carved { link, .. } | Event::FellBack { link, .. } => {
                links.contains(link)
            }
            _ => false,
        };
        (0..).zip(&self.events).filter(|(_, event)| made(event)).map(|(number, _)| number).collect()
    }
}

/// The kind of an event, as in its JSON.
fn kind(event: &Event) -> &'static str {
    match event {
        Event::Stage { .. } => "stage",
        Event::Split { .. } => "split",
        Event::Placed { .. } => "placed",
        Event::Rejected { .. } => "rejected",
        Event::Tried { .. } => "tried",
        Event::Walked { .. } => "walked",
        Event::GroupBegan { .. } => "group_began",
        Event::GroupCommitted { .. } => "group_committed",
        Event::GroupRolledBack { .. } => "group_rolled_back",
        Event::Searched { .. } => "searched",
        Event::Carved { .. } => "carved",
        Event::FellBack { .. } => "fell_back",
        Event::OpenedDoor { .. } => "opened_door",
        Event::LeftOut { .. } => "left_out",
        Event::Note { .. } => "note",
        _ => "other",
    }
}
