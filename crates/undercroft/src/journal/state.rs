//! What a journal gives: a dungeon, edits that the next roll applies again, and edits that found no place.

use super::entry::{JournalEntry, JournalStep, OpenEntry};
use super::error::JournalError;
use super::shelved::ShelvedEdit;
use crate::dungeon::Dungeon;
use crate::edit::{Edit, apply};
use crate::events::{EventSink, NoEvents};
use crate::format::json;

/// The most shelved edits; then the oldest are dropped.
pub const MAX_SHELVED: usize = 500;

/// What a journal gives so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JournalState {
    /// The dungeon.
    pub dungeon: Option<Dungeon>,
    /// Edits that no pin holds, such as deletions: a roll applies them again where their subject exists again.
    pub carried: Vec<Edit>,
    /// Edits that a roll could not apply again.
    pub shelved: Vec<ShelvedEdit>,
    /// How many shelved edits were dropped because there were too many.
    pub dropped: usize,
}

impl JournalState {
    /// The state after one more entry. `budget` is the number of search steps that an edit may take.
    ///
    /// # Errors
    /// When the roll or the edit is refused; the state is as it was.
    pub fn step(&mut self, entry: &JournalEntry, budget: u64) -> Result<(), JournalError> {
        self.step_with(entry, budget, &mut NoEvents)
    }

    /// The same, with the events of a roll.
    ///
    /// # Errors
    /// When the roll or the edit is refused, or the events ask to stop; the state is as it was.
    pub fn step_with(
        &mut self,
        entry: &JournalEntry,
        budget: u64,
        events: &mut dyn EventSink,
    ) -> Result<(), JournalError> {
        match &entry.step {
            JournalStep::Roll(roll) => {
                let dungeon = roll.recipe()?.generate(events)?;
                self.rebase(dungeon, budget);
            }
            JournalStep::Edit(edit) => {
                let dungeon = self.dungeon.as_ref().ok_or(JournalError::NothingYet)?;
                self.dungeon = Some(apply(dungeon, edit, budget)?.dungeon);
                if !edit.is_held_by_pins() {
                    self.carried.push(edit.clone());
                }
            }
            JournalStep::Open(open) => {
                let dungeon = open.read()?;
                let (carried, shelved) = (open.carried.clone(), open.shelved.clone());
                *self = Self { dungeon: Some(dungeon), carried, shelved, dropped: 0 };
            }
            JournalStep::Crowd(_) => {}
        }
        Ok(())
    }

    /// The entry that opens it; `None` where there is no dungeon.
    pub fn to_open(&self, name: &str) -> Option<OpenEntry> {
        let dungeon = serde_json::from_str(&json::write(self.dungeon.as_ref()?)).ok()?;
        let (carried, shelved) = (self.carried.clone(), self.shelved.clone());
        Some(OpenEntry { name: name.to_owned(), dungeon, carried, shelved })
    }

    /// Applies the edits that no pin holds to a new roll, in order; those that find nothing are shelved.
    fn rebase(&mut self, mut dungeon: Dungeon, budget: u64) {
        for edit in std::mem::take(&mut self.carried) {
            match apply(&dungeon, &edit, budget) {
                Ok(applied) => {
                    dungeon = applied.dungeon;
                    self.carried.push(edit);
                }
                Err(error) => self.shelved.push(ShelvedEdit { edit, reason: error.to_string() }),
            }
        }
        let many = self.shelved.len().saturating_sub(MAX_SHELVED);
        self.shelved.drain(..many);
        self.dropped += many;
        self.dungeon = Some(dungeon);
    }
}
