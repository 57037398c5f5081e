//! A search that pays for its steps and asks between them whether to continue.

use undercroft_grid::{Outcome, Problem, Search, SearchPath};

use crate::meter::{Halt, Meter};

/// The cheapest path, or `None` where there is none.
///
/// # Errors
/// When the meter halts.
pub fn search_path(
    search: &mut Search,
    problem: &impl Problem,
    sources: impl IntoIterator<Item = (u32, u32)>,
    meter: &mut Meter,
) -> Result<Option<SearchPath>, Halt> {
    let mut paid = 0;
    let mut outcome = search.run(problem, sources, meter.slice());
    loop {
        meter.spend(search.steps() - paid)?;
        paid = search.steps();
        outcome = match outcome {
            Outcome::Found(path) => return Ok(Some(path)),
            Outcome::Impossible => return Ok(None),
            Outcome::OutOfBudget => search.resume(problem, paid + meter.slice()),
        };
    }
}
