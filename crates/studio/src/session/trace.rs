//! The trace of a generation: its events, and which of them made what.

use std::collections::BTreeMap;

use serde_json::Value;
use undercroft::dungeon::{DoorId, LinkId, RoomId};
use undercroft::events::Event;
use undercroft::format::json::to_value;

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
            Event::PurposeAssigned { purpose, reason, .. } => purpose.len() + reason.len(),
            Event::FeatureDropped { kind, reason, .. } => kind.len() + reason.len(),
            Event::FeaturePlaced { kind, .. } | Event::SpawnPlaced { kind, .. } => kind.len(),
            Event::NoteWritten { text, .. } | Event::Note { text } => text.len(),
            _ => 16,
        };
        self.events.iter().map(|event| 80 + inside(event)).sum()
    }

    /// A page of the events, as JSON.
    pub fn page(&self, from: usize, to: usize) -> Vec<Value> {
        let page = self.events.get(from..to.min(self.events.len())).unwrap_or_default();
        page.iter().map(|event| to_value(event).unwrap_or_default()).collect()
    }

    /// The numbers of the events that made these rooms, doors and links, and of those that filled the rooms.
    pub fn events_of(&self, rooms: &[RoomId], doors: &[DoorId], links: &[LinkId]) -> Vec<u32> {
        let made = |event: &Event| match event {
            Event::Walked { to, teleport: false, .. } => rooms.contains(to),
            Event::Placed { room, .. }
            | Event::PurposeAssigned { room, .. }
            | Event::FeaturePlaced { room, .. }
            | Event::FeatureDropped { room, .. }
            | Event::SpawnPlaced { room, .. } => rooms.contains(room),
            Event::NoteWritten { room, .. } => room.is_some_and(|room| rooms.contains(&room)),
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
        Event::PurposeAssigned { .. } => "purpose_assigned",
        Event::FeaturePlaced { .. } => "feature_placed",
        Event::FeatureDropped { .. } => "feature_dropped",
        Event::SpawnPlaced { .. } => "spawn_placed",
        Event::NoteWritten { .. } => "note_written",
        Event::LeftOut { .. } => "left_out",
        Event::Note { .. } => "note",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use undercroft::grid::{Cell, Rect};

    use super::*;

    fn note(room: RoomId, text: &str) -> Event {
        Event::NoteWritten { room: Some(room), text: text.to_owned() }
    }

    /// What the stage `stock` reports about a room.
    fn stocked(room: RoomId) -> Vec<Event> {
        let (z, at) = (0, Cell::new(2, 3));
        vec![
            Event::PurposeAssigned { room, purpose: "ossuary".to_owned(), reason: "dead-end, deep".to_owned() },
            Event::FeatureDropped { room, kind: "urn".to_owned(), reason: "the room is full".to_owned() },
            Event::FeaturePlaced { room, kind: "urn".to_owned(), z, cells: Rect::at(at, 1, 1) },
            Event::SpawnPlaced { room, kind: "enemy".to_owned(), z, at },
            note(room, "Skulls in rows by size."),
        ]
    }

    #[test]
    fn a_room_has_the_events_that_filled_it_and_none_of_another() {
        let mut events = vec![Event::Stage { name: "stock".to_owned() }];
        events.extend(stocked(RoomId(4)));
        events.extend(stocked(RoomId(7)));
        let trace = Trace { events, cut_short: false };
        assert_eq!(trace.events_of(&[RoomId(7)], &[], &[]), [6, 7, 8, 9, 10]);
        assert_eq!(trace.events_of(&[], &[], &[]), [0; 0]);
    }

    #[test]
    fn every_event_of_a_room_has_its_kind_of_the_json_and_counts_its_text() {
        let trace = Trace { events: stocked(RoomId(0)), cut_short: false };
        for (event, page) in trace.events.iter().zip(trace.page(0, 9)) {
            assert_eq!(page["event"], kind(event));
        }
        let short = Trace { events: vec![note(RoomId(0), "")], cut_short: false };
        let long = Trace { events: trace.events[4..].to_vec(), cut_short: false };
        assert_eq!(long.bytes() - short.bytes(), "Skulls in rows by size.".len());
    }
}
