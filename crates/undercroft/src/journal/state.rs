//! What a journal gives: a dungeon, edits that the next roll applies again, and edits that found no place.

use super::entry::{JournalEntry, JournalStep, OpenEntry};
use super::error::JournalError;
use super::shelved::ShelvedEdit;
use crate::dungeon::{Dungeon, Pin, PinId};
use crate::edit::{Applied, Edit, TouchedRect, apply};
use crate::events::{EventSink, NoEvents};

/// The most shelved edits; then the oldest are dropped.
pub const MAX_SHELVED: usize = 500;

/// What a journal gives so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JournalState {
    /// The dungeon.
    pub dungeon: Option<Dungeon>,
    /// Edits that no pin holds, such as deletions: a roll applies them again where their subject exists again.
    pub carried: Vec<Edit>,
    /// Those of them that were applied again after the last roll, in order.
    pub rebased: Vec<Edit>,
    /// Edits that a roll could not apply again.
    pub shelved: Vec<ShelvedEdit>,
    /// How many shelved edits were dropped because there were too many.
    pub dropped: usize,
}

/// What an edit changed, apart from the dungeon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EditNews {
    /// What is different on each level.
    pub touched: Vec<TouchedRect>,
    /// Pins that came, or have other content.
    pub new_pins: Vec<Pin>,
    /// Pins that are gone.
    pub removed_pins: Vec<PinId>,
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
                if roll.fresh {
                    *self = Self::default();
                }
                self.take_roll(dungeon, budget);
            }
            JournalStep::Edit(edit) => drop(self.take_edit(edit, budget)?),
            JournalStep::Open(open) => {
                let dungeon = open.read()?;
                let (carried, shelved) = (open.carried.clone(), open.shelved.clone());
                *self = Self { dungeon: Some(dungeon), carried, shelved, ..Self::default() };
            }
            JournalStep::Drop(edit) => self.drop_shelved(edit)?,
            JournalStep::Crowd(_) => {}
        }
        Ok(())
    }

    /// The entry that opens it; `None` where there is no dungeon.
    pub fn to_open(&self, name: &str) -> Option<OpenEntry> {
        let (carried, shelved) = (self.carried.clone(), self.shelved.clone());
        Some(OpenEntry { carried, shelved, ..OpenEntry::new(name, self.dungeon.as_ref()?).ok()? })
    }

    /// Applies an edit to the dungeon. Returns what it made; the dungeon in it is that of the state.
    ///
    /// # Errors
    /// When it is refused, or there is nothing to edit; the state is as it was.
    pub fn take_edit(&mut self, edit: &Edit, budget: u64) -> Result<EditNews, JournalError> {
        let dungeon = self.dungeon.as_ref().ok_or(JournalError::NothingYet)?;
        let Applied { dungeon, touched, new_pins, removed_pins } = apply(dungeon, edit, budget)?;
        self.dungeon = Some(dungeon);
        self.unshelve(edit);
        if !edit.is_held_by_pins() {
            self.carried.push(edit.clone());
        }
        Ok(EditNews { touched, new_pins, removed_pins })
    }

    /// Gives up a shelved edit.
    ///
    /// # Errors
    /// When no such edit is shelved.
    pub fn drop_shelved(&mut self, edit: &Edit) -> Result<(), JournalError> {
        let none = || JournalError::Malformed(format!("no edit {:?} like this is shelved", edit.kind_name()));
        self.unshelve(edit).then_some(()).ok_or_else(none)
    }

    /// An edit that is made is shelved no more. Returns whether it was.
    fn unshelve(&mut self, edit: &Edit) -> bool {
        let at = self.shelved.iter().position(|shelved| shelved.edit == *edit);
        at.map(|at| self.shelved.remove(at)).is_some()
    }

    /// Puts a new roll in place of the dungeon, and applies the edits to it that no pin holds, in order; those that find
    /// nothing are shelved.
    pub fn take_roll(&mut self, mut dungeon: Dungeon, budget: u64) {
        for edit in std::mem::take(&mut self.carried) {
            match apply(&dungeon, &edit, budget) {
                Ok(applied) => {
                    dungeon = applied.dungeon;
                    self.carried.push(edit);
                }
                Err(error) => self.shelved.push(ShelvedEdit { edit, reason: error.to_string() }),
            }
        }
        self.rebased = self.carried.clone();
        let many = self.shelved.len().saturating_sub(MAX_SHELVED);
        self.shelved.drain(..many);
        self.dropped += many;
        self.dungeon = Some(dungeon);
    }
}
