//! The steps of a film: some events each, or a part of one that takes time.

use std::ops::Range;

use undercroft::events::Event;

/// In how many pieces a corridor grows at most.
const GROWTH: usize = 4;
/// How many rejections in a row are shown together.
const TOGETHER: usize = 6;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The positions of its events in the trace.
    pub events: Range<usize>,
    /// How much of the last of them is done, as a part of `whole`.
    pub part: usize,
    /// 1 where it is done at once.
    pub whole: usize,
}

/// The steps of a trace. What nothing is seen of belongs to the step after it, and rejections in a row to one step.
pub fn steps(events: &[Event]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let (mut start, mut rejections) = (0, 0);
    for (i, event) in events.iter().enumerate() {
        if !shows(event) {
            continue;
        }
        let end = i + 1;
        let is_rejection = matches!(event, Event::Rejected { .. });
        match steps.last_mut().filter(|_| is_rejection && (1..TOGETHER).contains(&rejections)) {
            Some(step) => step.events.end = end,
            None => steps.extend(parts(start..end, event)),
        }
        rejections = if is_rejection { rejections % TOGETHER + 1 } else { 0 };
        start = end;
    }
    steps
}

/// Whether anything changes on the screen.
const fn shows(event: &Event) -> bool {
    !matches!(
        event,
        Event::Tried { .. }
            | Event::GroupBegan { .. }
            | Event::GroupCommitted { .. }
            | Event::FellBack { .. }
            | Event::PurposeAssigned { .. }
            | Event::FeatureDropped { .. }
            | Event::SpawnPlaced { .. }
            | Event::NoteWritten { .. }
            | Event::LeftOut { .. }
            | Event::Note { .. }
    )
}

/// A corridor grows piece by piece, everything else happens at once.
fn parts(events: Range<usize>, event: &Event) -> impl Iterator<Item = Step> {
    let whole = match event {
        Event::Carved { path, .. } => (path.len() / 3).clamp(1, GROWTH),
        _ => 1,
    };
    (1..=whole).map(move |part| Step { events: events.clone(), part, whole })
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Cell;

    use super::*;
    use undercroft::dungeon::LinkId;

    #[test]
    fn rejections_are_shown_together_and_corridors_piece_by_piece() {
        let reject = || Event::Rejected { what: String::new(), z: 0, at: Cell::new(0, 0), reason: String::new() };
        let note = Event::Note { text: String::new() };
        let carve = Event::Carved { link: LinkId(0), path: vec![Cell::new(0, 0); 6] };
        let mut events: Vec<Event> = std::iter::repeat_with(reject).take(8).collect();
        events.extend([note.clone(), carve, note]);
        let ranges: Vec<_> = steps(&events).into_iter().map(|step| (step.events, step.part, step.whole)).collect();
        assert_eq!(ranges, [(0..6, 1, 1), (6..8, 1, 1), (8..10, 1, 2), (8..10, 2, 2)]);
    }
}
