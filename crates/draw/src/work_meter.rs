//! Asks whether to continue while something is drawn or written.
//!
//! The question is the one of a generation, [`EventSink::should_continue`]: one mechanism cancels both. Loops pay for their
//! work; a step is about a tenth of a microsecond. Once the answer was no, every further step fails at once, so that what is
//! half done ends quickly and is thrown away.

use std::cell::Cell;
use std::io;

use undercroft::events::{EventSink, NoEvents};

/// Steps between two questions: about two milliseconds.
const SLICE: u64 = 1 << 14;
/// Bytes that are written in one step.
const BYTES_PER_STEP: u64 = 32;

/// The sink asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Counts work, and asks a sink now and then whether to continue.
///
/// ```
/// use undercroft::events::{Event, EventSink};
/// use undercroft_draw::{Cancelled, WorkMeter};
///
/// struct Never;
///
/// impl EventSink for Never {
///     fn on_event(&mut self, _: Event) {}
///     fn should_continue(&self) -> bool {
///         false
///     }
/// }
///
/// assert_eq!(WorkMeter::new(&Never).spend(1_000_000), Err(Cancelled));
/// assert_eq!(WorkMeter::unlimited().spend(1_000_000), Ok(()));
/// ```
pub struct WorkMeter<'a> {
    events: &'a dyn EventSink,
    /// Steps that are left before the sink is asked again.
    left: Cell<u64>,
    is_cancelled: Cell<bool>,
}

impl<'a> WorkMeter<'a> {
    /// A meter that asks this sink.
    pub fn new(events: &'a dyn EventSink) -> Self {
        Self { events, left: Cell::new(SLICE), is_cancelled: Cell::new(false) }
    }

    /// Pays for work.
    ///
    /// # Errors
    /// When the sink asked to stop, now or before.
    pub fn spend(&self, steps: u64) -> Result<(), Cancelled> {
        let left = self.left.get();
        if steps < left {
            self.left.set(left - steps);
            return Ok(());
        }
        self.ask()
    }

    /// Asks the sink now.
    ///
    /// # Errors
    /// When the sink asked to stop, now or before.
    pub fn ask(&self) -> Result<(), Cancelled> {
        if self.is_cancelled.get() || !self.events.should_continue() {
            self.is_cancelled.set(true);
            self.left.set(0);
            return Err(Cancelled);
        }
        self.left.set(SLICE);
        Ok(())
    }

    /// Pays for work, and whether to go on with it: for loops whose result is thrown away after a cancellation.
    pub fn goes_on(&self, steps: u64) -> bool {
        self.spend(steps).is_ok()
    }

    /// Whether the sink asked to stop.
    pub const fn is_cancelled(&self) -> bool {
        self.is_cancelled.get()
    }
}

impl WorkMeter<'static> {
    /// A meter that never stops.
    pub fn unlimited() -> Self {
        Self::new(&NoEvents)
    }
}

/// Bytes in memory that are paid for as they are written. Writing fails after a cancellation.
pub struct MeteredWriter<'a> {
    meter: &'a WorkMeter<'a>,
    /// What was written.
    pub bytes: Vec<u8>,
}

impl<'a> MeteredWriter<'a> {
    /// Nothing yet.
    pub const fn new(meter: &'a WorkMeter<'a>) -> Self {
        Self { meter, bytes: Vec::new() }
    }
}

impl io::Write for MeteredWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.meter.spend(1 + bytes.len() as u64 / BYTES_PER_STEP).map_err(io::Error::other)?;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use undercroft::events::Event;

    use super::*;

    /// Continues for this many questions, and counts them.
    struct Patience(Cell<u32>);

    impl EventSink for Patience {
        fn on_event(&mut self, _: Event) {}

        fn should_continue(&self) -> bool {
            self.0.replace(self.0.get().saturating_sub(1)) > 0
        }
    }

    #[test]
    fn the_sink_is_asked_once_a_slice_and_never_after_it_said_no() {
        let sink = Patience(Cell::new(3));
        let meter = WorkMeter::new(&sink);
        let paid = (0..9 * SLICE).find(|_| meter.spend(1).is_err()).unwrap();
        assert_eq!(paid, 4 * SLICE - 1);
        assert!(meter.is_cancelled() && meter.ask().is_err() && !meter.goes_on(0));
    }

    #[test]
    fn writing_fails_after_a_cancellation_and_keeps_what_it_has() {
        let sink = Patience(Cell::new(0));
        let meter = WorkMeter::new(&sink);
        let mut writer = MeteredWriter::new(&meter);
        writer.write_all(b"first").unwrap();
        assert!((0..100_000).any(|_| writer.write_all(b"more").is_err()));
        assert!(writer.bytes.starts_with(b"firstmore"));
    }
}
