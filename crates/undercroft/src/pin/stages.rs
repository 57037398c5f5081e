//! Stages whose numbers are kept when the seed changes.

use crate::dungeon::Pin;
use crate::seed::Seed;

/// The new seed with the numbers of the old one for every pinned stage and for all stages before it.
///
/// ```
/// use undercroft::Seed;
/// use undercroft::dungeon::{Pin, PinAuthor, PinId, StagePin};
/// use undercroft::pin::hold_stages;
///
/// let pin = Pin::Stage(StagePin { id: PinId(1), stage: "place".to_owned(), by: PinAuthor::User });
/// assert_eq!(hold_stages(&Seed::new(7), Seed::new(9), &[pin]).to_string(), "9 place=7 plan=7");
/// ```
pub fn hold_stages(old: &Seed, new: Seed, pins: &[Pin]) -> Seed {
    let position = |stage: &str| Seed::STAGES.iter().position(|known| *known == stage);
    let last = pins.iter().filter_map(|pin| match pin {
        Pin::Stage(pin) => position(&pin.stage),
        _ => None,
    });
    let held = last.max().map_or(0, |last| last + 1);
    let number = |stage: &str| old.stages().get(stage).copied().unwrap_or(old.base());
    Seed::STAGES[..held].iter().fold(new, |seed, stage| seed.with_stage(stage, number(stage)))
}
