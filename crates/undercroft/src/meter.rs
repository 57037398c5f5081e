//! The meter of a generation: counts its work, asks its sink whether to continue, and passes events on.
//!
//! Every loop of every stage pays for its work with [`Meter::spend`] and ends when that fails. A step is about what a
//! search needs for one state, a tenth of a microsecond: loops that do more at once pay more. The sink is asked once for
//! every [`SLICE`] steps, so that it is asked often enough for people and seldom enough to cost nothing.

use crate::events::{Event, EventSink};

/// Steps between two questions to the sink: about two milliseconds.
pub const SLICE: u64 = 1 << 14;

/// Why a generation ends before its dungeon is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The sink asked to stop.
    Stopped,
    /// The recipe's budget is used up.
    OutOfBudget {
        /// The budget.
        budget: u64,
    },
}

/// Counts the work of one generation. After a halt every further step fails with the same halt.
pub struct Meter<'a> {
    events: &'a mut dyn EventSink,
    budget: u64,
    /// Steps up to the last question.
    spent: u64,
    /// Steps from the last question to the next.
    slice: u64,
    /// Those that are left of the slice.
    left: u64,
    halt: Option<Halt>,
    /// The most that was ever paid at once.
    #[cfg(test)]
    pub dearest: u64,
}

impl<'a> Meter<'a> {
    /// A meter for this many steps.
    pub fn new(events: &'a mut dyn EventSink, budget: u64) -> Self {
        let slice = budget.min(SLICE);
        Self {
            events,
            budget,
            spent: 0,
            slice,
            left: slice,
            halt: None,
            #[cfg(test)]
            dearest: 0,
        }
    }

    /// Pays for work.
    ///
    /// # Errors
    /// When the budget is used up, or the sink asked to stop.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Halt> {
        #[cfg(test)]
        {
            self.dearest = self.dearest.max(steps);
        }
        if steps < self.left {
            self.left -= steps;
            return Ok(());
        }
        self.settle(steps)
    }

    /// Asks the sink now.
    ///
    /// # Errors
    /// When the sink asked to stop, or the budget was used up before.
    pub fn ask(&mut self) -> Result<(), Halt> {
        self.settle(0)
    }

    /// Steps that can be paid before the sink is asked again, at least one.
    pub fn slice(&self) -> u64 {
        self.left.max(1)
    }

    /// Steps that were paid.
    pub const fn spent(&self) -> u64 {
        self.spent + self.slice - self.left
    }

    /// Whether events are wanted.
    pub fn wants_events(&self) -> bool {
        self.events.wants_events()
    }

    /// Passes an event on.
    pub fn on_event(&mut self, event: Event) {
        self.events.on_event(event);
    }

    fn settle(&mut self, steps: u64) -> Result<(), Halt> {
        if let Some(halt) = self.halt {
            return Err(halt);
        }
        self.spent = self.spent().saturating_add(steps);
        self.slice = self.budget.saturating_sub(self.spent).min(SLICE);
        self.left = self.slice;
        if self.spent > self.budget {
            self.halt = Some(Halt::OutOfBudget { budget: self.budget });
        } else if !self.events.should_continue() {
            self.halt = Some(Halt::Stopped);
        }
        let Some(halt) = self.halt else { return Ok(()) };
        (self.slice, self.left) = (0, 0);
        Err(halt)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::events::NoEvents;

    /// Continues for this many questions.
    struct Patience(Cell<u32>);

    impl EventSink for Patience {
        fn on_event(&mut self, _: Event) {}

        fn should_continue(&self) -> bool {
            self.0.replace(self.0.get().saturating_sub(1)) > 0
        }
    }

    #[test]
    fn the_sink_is_asked_once_a_slice() {
        let mut sink = Patience(Cell::new(1_000));
        let mut meter = Meter::new(&mut sink, u64::MAX);
        (0..10 * SLICE).for_each(|_| meter.spend(1).unwrap());
        assert_eq!(meter.spent(), 10 * SLICE);
        assert_eq!(sink.0.get(), 990);
    }

    #[test]
    fn a_meter_that_was_stopped_stays_so() {
        let mut sink = Patience(Cell::new(2));
        let mut meter = Meter::new(&mut sink, u64::MAX);
        let stopped = (1..1_000).find(|_| meter.spend(100).is_err()).unwrap();
        assert_eq!(stopped, 3 * SLICE.div_ceil(100));
        assert_eq!([meter.spend(0), meter.spend(1), meter.ask()], [Err(Halt::Stopped); 3]);
    }

    #[test]
    fn exactly_the_budget_can_be_spent() {
        for budget in [1_000, SLICE - 1, SLICE, SLICE + 1, 5 * SLICE + 7] {
            let mut sink = NoEvents;
            let mut meter = Meter::new(&mut sink, budget);
            (0..budget).for_each(|_| meter.spend(1).unwrap());
            assert_eq!(meter.spent(), budget);
            assert_eq!(meter.spend(1), Err(Halt::OutOfBudget { budget }));
            assert_eq!(meter.ask(), Err(Halt::OutOfBudget { budget }));
        }
        let mut sink = NoEvents;
        assert!(Meter::new(&mut sink, 1_000).spend(1_001).is_err());
    }
}
