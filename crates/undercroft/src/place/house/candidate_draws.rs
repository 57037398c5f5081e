//! The candidates of a storey, drawn one after the other.

use std::fmt::Write;

use super::score::{Candidate, Judge};
use super::split::{Draft, StoreyTask};
use crate::meter::{Halt, Meter};
use crate::seed::Seed;

/// Candidates that are drawn at most.
pub const CANDIDATES: u32 = 96;
/// Draws after which a storey is given up that has had no candidate.
const HOPELESS: u32 = 32;
/// What a candidate counts against the budget, and each of its rooms.
const STEPS_PER_CANDIDATE: u64 = 8;

/// The candidates of a storey one after the other, each from a stream of its own.
pub struct CandidateDraws<'a> {
    seed: &'a Seed,
    z: i32,
    task: &'a StoreyTask<'a>,
    judge: &'a Judge<'a>,
    draft: Draft,
    first: u32,
    next: u32,
    /// Whether there was any candidate with rooms of the right sizes.
    pub is_drawn: bool,
}

impl<'a> CandidateDraws<'a> {
    /// The candidates of storey `z` from the stream with this number on.
    pub fn new((seed, z): (&'a Seed, i32), task: &'a StoreyTask<'a>, judge: &'a Judge<'a>, first: u32) -> Self {
        Self { seed, z, task, judge, draft: Draft::default(), first, next: first, is_drawn: false }
    }

    /// The next one that is not refused; `None` after the last.
    ///
    /// # Errors
    /// When the meter halts.
    pub fn next(&mut self, meter: &mut Meter) -> Result<Option<Candidate>, Halt> {
        let mut name = format!("place/storey/{}/try/", self.z);
        let prefix = name.len();
        while self.next < self.first + if self.is_drawn { CANDIDATES } else { HOPELESS } {
            meter.spend(STEPS_PER_CANDIDATE * (1 + self.task.rooms.len() as u64))?;
            name.truncate(prefix);
            // Writing to a string cannot fail.
            let _ = write!(name, "{}", self.next);
            self.next += 1;
            let mut stream = self.seed.stream(&name);
            if self.task.draw(&mut self.draft, &mut stream).is_some()
                && let Some(candidate) = self.judge.judge(&self.draft.places)
            {
                self.is_drawn = true;
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }
}
