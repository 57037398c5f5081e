//! Rolls with pins: sound with everything that is pinned, or refused with the pins that cannot be kept.

use crate::dungeon::Dungeon;
use crate::dungeon::Pin;
use crate::error::Error;
use crate::events::{Event, EventSink};
use crate::meter::Meter;
use crate::pin::{PinConflict, check_pins, irreducible, without_dangling};
use crate::place::PlaceError;
use crate::recipe::Recipe;
use crate::route::RouteError;
use crate::verify::verify;

/// How often placement and routes are tried round pins.
const ATTEMPTS: u32 = 8;
/// Rolls that the search for contradicting pins may take.
const ROLLS: u32 = 48;
/// The search may take this many times the recipe's budget.
const BUDGETS: u64 = 4;

/// Makes the dungeon of a recipe with pins.
///
/// # Errors
/// When pins contradict each other, the recipe cannot be met, or the events ask to stop.
pub(crate) fn generate_pinned(recipe: &Recipe, events: &mut dyn EventSink) -> Result<Dungeon, Error> {
    check_pins(recipe)?;
    match roll(recipe, events) {
        Ok((dungeon, attempt)) if events.wants_events() => {
            // Only the attempt that gave the dungeon is worth watching.
            let again = with_attempt(recipe, attempt).generate_attempt(&mut Meter::new(events, recipe.budget));
            Ok(again.unwrap_or(dungeon))
        }
        Ok((dungeon, _)) => Ok(dungeon),
        Err(error) if is_final(&error) => Err(error),
        Err(error) => Err(explain(recipe, error, events)),
    }
}

fn with_attempt(recipe: &Recipe, attempt: u32) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.seed = recipe.seed.with_attempt(attempt);
    recipe
}

/// Whether an error is not about the pins.
const fn is_final(error: &Error) -> bool {
    error.is_stopped()
        || matches!(
            error,
            Error::OutOfBudget { .. }
                | Error::Pins(_)
                | Error::Place(PlaceError::OutOfBudget { .. })
                | Error::Route(RouteError::OutOfBudget { .. })
        )
}

/// The first attempt that is sound, or why the last one was not.
fn roll(recipe: &Recipe, events: &dyn EventSink) -> Result<(Dungeon, u32), Error> {
    let mut last = Error::Stopped;
    for attempt in 0..ATTEMPTS {
        let mut sink = Unseen(events);
        let tried = with_attempt(recipe, attempt).generate_attempt(&mut Meter::new(&mut sink, recipe.budget));
        match tried {
            Ok(dungeon) => match verify(&dungeon).flaws.into_iter().next() {
                None => return Ok((dungeon, attempt)),
                Some(flaw) => {
                    let sentence = flaw.sentence.trim_end_matches('.').to_owned();
                    last = PinConflict::new(&[], format!("with them the dungeon is not sound: {sentence}")).into();
                }
            },
            Err(error) if error.is_stopped() => return Err(error),
            Err(error) => last = error,
        }
    }
    match last {
        Error::Pins(conflict) => Err(Error::NoPlace { error: Box::new(Error::Pins(conflict)), hint: String::new() }),
        other => Err(other),
    }
}

/// Names the pins without any one of which the roll would be sound.
fn explain(recipe: &Recipe, error: Error, events: &dyn EventSink) -> Error {
    let (mut rolls, mut is_stopped) = (0, false);
    let mut spent = 0;
    let mut is_refused = |pins: &[Pin]| -> Result<bool, ()> {
        let mut pins = pins.to_vec();
        without_dangling(&mut pins, recipe.pins());
        rolls += 1;
        spent += recipe.budget / u64::from(ATTEMPTS);
        if rolls > ROLLS || spent > BUDGETS.saturating_mul(recipe.budget) || !events.should_continue() {
            is_stopped |= !events.should_continue();
            return Err(());
        }
        let with = recipe.clone().with_pins(pins, recipe.pins_size);
        Ok(check_pins(&with).is_err() || roll(&with, events).is_err())
    };
    if is_refused(&[]) == Ok(true) {
        return error;
    }
    let pins = recipe.pins();
    let found = irreducible(pins.len(), &mut |some| {
        let some: Vec<Pin> = some.iter().map(|&at| pins[at].clone()).collect();
        is_refused(&some).map_err(|()| crate::pin::CutShort)
    });
    if is_stopped {
        return Error::Stopped;
    }
    let is_irreducible = found.is_ok();
    let named = found.unwrap_or_else(|all| all).into_iter().map(|at| &pins[at]);
    let reason = match error {
        Error::NoPlace { error, .. } => match *error {
            Error::Pins(conflict) => conflict.reason,
            other => other.to_string(),
        },
        other => other.to_string(),
    };
    let mut conflict = PinConflict::new(named, reason);
    conflict.is_irreducible = is_irreducible;
    conflict.into()
}

/// Passes on whether to continue, and no events.
struct Unseen<'a>(&'a dyn EventSink);

impl EventSink for Unseen<'_> {
    fn wants_events(&self) -> bool {
        false
    }

    fn on_event(&mut self, _: Event) {}

    fn should_continue(&self) -> bool {
        self.0.should_continue()
    }
}
