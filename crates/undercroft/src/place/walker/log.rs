//! Events of walkers, kept until the map's corner is known and then sent in the map's cells.

use undercroft_grid::Cell;

use crate::events::Event;
use crate::meter::Meter;

/// Attempts whose events are kept. A walker on a full map can try for as long as its budget lasts; what it places is
/// limited by the map and always kept. [Unit: events, about 150 bytes each]
const MAX_ATTEMPTS: usize = 100_000;

/// Events in world cells, in order; nothing is kept where no one listens.
#[derive(Debug)]
pub struct Log {
    listens: bool,
    events: Vec<Event>,
    /// Attempts among the events.
    attempts: usize,
    /// Attempts that came after the last that was kept.
    left_out: u64,
}

impl Log {
    /// An empty log.
    pub fn new(meter: &Meter) -> Self {
        Self { listens: meter.wants_events(), events: Vec::new(), attempts: 0, left_out: 0 }
    }

    /// Whether anything is kept.
    pub const fn listens(&self) -> bool {
        self.listens
    }

    /// Keeps what was placed, which is only described if a listener wants it.
    pub fn on_placed(&mut self, event: impl FnOnce() -> Event) {
        if self.listens {
            self.events.push(event());
        }
    }

    /// Keeps an attempt, unless there were too many.
    pub fn on_attempt(&mut self, event: impl FnOnce() -> Event) {
        if !self.listens {
            return;
        }
        if self.attempts == MAX_ATTEMPTS {
            self.left_out += 1;
            return;
        }
        self.attempts += 1;
        self.events.push(event());
    }

    /// Sends everything, with the world's cell `corner` as the map's first, and the number of events that were left out.
    pub fn flush(self, corner: Cell, meter: &mut Meter) {
        for event in self.events {
            meter.on_event(moved(event, -corner));
        }
        if self.left_out > 0 {
            meter.on_event(Event::LeftOut { events: self.left_out });
        }
    }
}

fn moved(mut event: Event, by: Cell) -> Event {
    match &mut event {
        Event::Placed { floor, .. } => *floor = floor.shift(by),
        Event::Rejected { at, .. } | Event::Tried { at, .. } => *at += by,
        Event::GroupCommitted { sockets, .. } => sockets.iter_mut().for_each(|cell| *cell += by),
        _ => {}
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::RoomId;
    use crate::events::EventLog;

    #[test]
    fn attempts_without_end_are_counted_instead_of_kept() {
        let mut sink = EventLog::default();
        let mut meter = Meter::new(&mut sink, u64::MAX);
        let mut log = Log::new(&meter);
        for step in 0..3 * MAX_ATTEMPTS as u32 {
            log.on_attempt(|| Event::Walked { walker: 0, step, from: RoomId(0), to: RoomId(0), teleport: true });
        }
        log.on_placed(|| Event::Note { text: "placed".to_owned() });
        assert_eq!(log.events.len(), MAX_ATTEMPTS + 1);
        log.flush(Cell::new(0, 0), &mut meter);
        assert_eq!(sink.events.len(), MAX_ATTEMPTS + 2);
        assert_eq!(sink.events.last(), Some(&Event::LeftOut { events: 2 * MAX_ATTEMPTS as u64 }));
    }
}
