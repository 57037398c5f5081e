//! The journal of a document: rolls, edits and opened files in order. The document is what a replay of it gives.
//!
//! Undo, redo, kept work, share links and files are views of the journal; there is no second history. Nothing here reads a
//! clock or a file, so that a browser behaves as the server does.
//!
//! ```
//! use undercroft::edit::{Edit, RoomRef};
//! use undercroft::journal::{Journal, JournalStep, JournalReplay, RollEntry};
//!
//! let mut journal = Journal::default();
//! let roll = |seed: u64| JournalStep::Roll(Box::new(RollEntry::preset("crypt", seed)));
//! journal.push(roll(7), None);
//! let mut replay = JournalReplay::default();
//! let first = replay.state(&journal, u64::MAX)?.dungeon.clone().expect("a roll gives a dungeon");
//! let other = first.rooms.iter().find(|room| Some(room.id) != first.entrance.as_ref().map(|entrance| entrance.room));
//! let room = RoomRef::of(other.expect("a crypt has more rooms"));
//! journal.push(JournalStep::Edit(Edit::DeleteRoom { room }), Some(1));
//! // The same seed has the room again, and it is deleted again; another one shelves the deletion.
//! journal.push(roll(7), None);
//! assert!(replay.state(&journal, u64::MAX)?.shelved.is_empty());
//! journal.push(roll(8), None);
//! assert_eq!(replay.state(&journal, u64::MAX)?.shelved.len(), 1);
//! # Ok::<(), undercroft::journal::JournalError>(())
//! ```

mod entry;
mod error;
mod replay;
mod shelved;
mod state;

#[cfg(test)]
mod tests;

pub use entry::{JournalEntry, JournalStep, OpenEntry, RollEntry};
pub use error::JournalError;
pub use replay::JournalReplay;
pub use shelved::ShelvedEdit;
pub use state::{EditNews, JournalState, MAX_SHELVED};

use serde::{Deserialize, Serialize};

use crate::dungeon::EPOCH;
use crate::edit::Edit;

/// The most entries: of more the oldest are folded into one that opens what they gave.
pub const MAX_ENTRIES: usize = 5_000;
/// Rolls, edits and opened files in order, and how many of them count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Journal {
    /// The version of the format.
    #[serde(rename = "journal")]
    version: u32,
    /// The epoch of the generator that its rolls were made by.
    pub epoch: u32,
    /// The entries, the oldest first.
    pub entries: Vec<JournalEntry>,
    /// How many of them count; those after it can be redone.
    pub cursor: usize,
}

impl Default for Journal {
    fn default() -> Self {
        Self { version: Self::VERSION, epoch: EPOCH, entries: Vec::new(), cursor: 0 }
    }
}

impl Journal {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// Adds an entry after the cursor; what could be redone is gone. Entries of one gesture are one undo step.
    pub fn push(&mut self, step: JournalStep, gesture: Option<u64>) {
        self.entries.truncate(self.cursor);
        self.entries.push(JournalEntry { step, gesture });
        self.cursor = self.entries.len();
    }

    /// The entries that count.
    pub fn active(&self) -> &[JournalEntry] {
        &self.entries[..self.cursor.min(self.entries.len())]
    }

    /// Takes back the last entry, with all of its gesture. Returns whether there was one; the first entry stays.
    pub fn undo(&mut self) -> bool {
        let to = self.undone_cursor(self.cursor).filter(|&to| to > 0);
        self.cursor = to.unwrap_or(self.cursor);
        to.is_some()
    }

    /// Makes the next entry count again, with all of its gesture. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let to = self.redone_cursor(self.cursor);
        self.cursor = to.unwrap_or(self.cursor);
        to.is_some()
    }

    /// How many entries count before the gesture that ends at a cursor; `None` at the beginning.
    pub fn undone_cursor(&self, from: usize) -> Option<usize> {
        let gesture = self.entries.get(from.checked_sub(1)?)?.gesture;
        let is_same = |entry: &&JournalEntry| gesture.is_some() && entry.gesture == gesture;
        Some(from - self.entries[..from].iter().rev().take_while(is_same).count().max(1))
    }

    /// How many entries count after the gesture that begins at a cursor; `None` at the end.
    pub fn redone_cursor(&self, from: usize) -> Option<usize> {
        let gesture = self.entries.get(from)?.gesture;
        let is_same = |entry: &&JournalEntry| gesture.is_some() && entry.gesture == gesture;
        Some(from + self.entries[from..].iter().take_while(is_same).count().max(1))
    }

    /// Where the dungeon came from: the position of the last roll or opened file that counts.
    pub fn base(&self) -> Option<usize> {
        let is_base = |entry: &JournalEntry| matches!(entry.step, JournalStep::Roll(_) | JournalStep::Open(_));
        self.active().iter().rposition(is_base)
    }

    /// The roll that the dungeon came from, folded or not; `None` for a file.
    pub fn roll(&self) -> Option<&RollEntry> {
        match &self.active().get(self.base()?)?.step {
            JournalStep::Roll(roll) => Some(roll),
            JournalStep::Open(open) => open.roll.as_deref(),
            _ => None,
        }
    }

    /// The edits since the last roll or opened file.
    pub fn edits(&self) -> impl Iterator<Item = &Edit> {
        let from = self.base().map_or(0, |base| base + 1);
        self.active()[from..].iter().filter_map(|entry| match &entry.step {
            JournalStep::Edit(edit) => Some(edit),
            _ => None,
        })
    }

    /// Whether the dungeon came from a file that was edited before.
    pub fn is_open_edited(&self) -> bool {
        let base = self.base().and_then(|base| self.active().get(base));
        base.is_some_and(|entry| matches!(&entry.step, JournalStep::Open(open) if open.edited))
    }

    /// A gesture that no entry has.
    pub fn next_gesture(&self) -> u64 {
        self.entries.iter().filter_map(|entry| entry.gesture).max().map_or(1, |last| last.saturating_add(1))
    }

    /// Folds all but the last `keep` entries that count into one that opens what they gave. Returns whether any were.
    pub fn fold(&mut self, keep: usize, name: &str, state: &JournalState) -> bool {
        let cut = self.cursor.saturating_sub(keep);
        if cut < 2 {
            return false;
        }
        let Some(mut open) = state.to_open(name) else { return false };
        let folded = Self { entries: self.entries[..cut].to_vec(), cursor: cut, ..self.clone() };
        (open.roll, open.edited) = (folded.roll().cloned().map(Box::new), folded.edits().any(Edit::changes_map));
        let entry = JournalEntry { step: JournalStep::Open(Box::new(open)), gesture: None };
        self.entries.splice(..cut, [entry]);
        self.cursor = self.cursor - cut + 1;
        true
    }

    /// What is wrong with a journal that was read, as a clause.
    pub fn fault(&self) -> Option<String> {
        if self.version != Self::VERSION {
            let (read, got) = (Self::VERSION, self.version);
            return Some(format!("this program reads journals of version {read}, got {got}"));
        }
        if self.entries.len() > MAX_ENTRIES {
            return Some(format!("a journal has at most {MAX_ENTRIES} entries, got {}", self.entries.len()));
        }
        (self.cursor > self.entries.len())
            .then(|| format!("the cursor {} lies beyond {} entries", self.cursor, self.entries.len()))
    }
}
