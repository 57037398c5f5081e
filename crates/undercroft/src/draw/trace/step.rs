//! The steps of a film: an event each, or a part of one that takes time.

use crate::watch::Event;

/// In how many pieces a corridor grows at most.
const GROWTH: usize = 4;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The event's position in the trace.
    pub event: usize,
    /// How much of it is done, as a part of `whole`.
    pub part: usize,
    /// 1 where it is done at once.
    pub whole: usize,
}

/// The steps of a trace. Tries and remarks are told with the step after them, for nothing is seen of them.
pub fn steps(events: &[Event]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (i, event) in events.iter().enumerate() {
        let whole = match event {
            Event::Carved { path, .. } => (path.len() / 3).clamp(1, GROWTH),
            _ => 1,
        };
        steps.extend((1..=whole).map(|part| Step { event: i, part, whole }));
    }
    steps
}
