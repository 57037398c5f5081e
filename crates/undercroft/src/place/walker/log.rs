//! Events of walkers, kept until the map's corner is known and then sent in the map's cells.

use undercroft_grid::Cell;

use crate::events::{Event, EventSink};

/// Events in world cells, in order; nothing is kept where no one listens.
#[derive(Debug)]
pub struct Log {
    listens: bool,
    events: Vec<Event>,
}

impl Log {
    /// An empty log.
    pub fn new(events: &dyn EventSink) -> Self {
        Self { listens: events.wants_events(), events: Vec::new() }
    }

    /// Keeps an event, which is only described if a listener wants it.
    pub fn on_event(&mut self, event: impl FnOnce() -> Event) {
        if self.listens {
            self.events.push(event());
        }
    }

    /// Tells everything, with the world's cell `corner` as the map's first.
    pub fn flush(self, corner: Cell, events: &mut dyn EventSink) {
        for event in self.events {
            events.on_event(moved(event, -corner));
        }
    }
}

fn moved(mut event: Event, by: Cell) -> Event {
    match &mut event {
        Event::Placed { floor, .. } => *floor = floor.shift(by),
        Event::Rejected { at, .. } | Event::Tried { at, .. } => *at += by,
        _ => {}
    }
    event
}
