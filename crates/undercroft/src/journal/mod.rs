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
pub use state::{JournalState, MAX_SHELVED};

use serde::{Deserialize, Serialize};

use crate::dungeon::EPOCH;

/// The most entries: of more the oldest are folded into one that opens what they gave.
pub const MAX_ENTRIES: usize = 5_000;
/// The version of the format.
const VERSION: u32 = 1;

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
        Self { version: VERSION, epoch: EPOCH, entries: Vec::new(), cursor: 0 }
    }
}

impl Journal {
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
        let Some(last) = self.active().last() else { return false };
        let gesture = last.gesture;
        let mut to = self.cursor - 1;
        while gesture.is_some() && to > 0 && self.entries[to - 1].gesture == gesture {
            to -= 1;
        }
        if to == 0 {
            return false;
        }
        self.cursor = to;
        true
    }

    /// Makes the next entry count again, with all of its gesture. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(next) = self.entries.get(self.cursor) else { return false };
        let gesture = next.gesture;
        self.cursor += 1;
        while gesture.is_some() && self.entries.get(self.cursor).is_some_and(|entry| entry.gesture == gesture) {
            self.cursor += 1;
        }
        true
    }

    /// Folds all but the last `keep` entries that count into one that opens what they gave. Returns whether any were.
    pub fn fold(&mut self, keep: usize, name: &str, state: &JournalState) -> bool {
        let cut = self.cursor.saturating_sub(keep);
        if cut < 2 {
            return false;
        }
        let Some(open) = state.to_open(name) else { return false };
        let entry = JournalEntry { step: JournalStep::Open(Box::new(open)), gesture: None };
        self.entries.splice(..cut, [entry]);
        self.cursor = self.cursor - cut + 1;
        true
    }

    /// What is wrong with a journal that was read, as a clause.
    pub fn fault(&self) -> Option<String> {
        if self.version != VERSION {
            return Some(format!("this program reads journals of version {VERSION}, got {}", self.version));
        }
        if self.entries.len() > MAX_ENTRIES {
            return Some(format!("a journal has at most {MAX_ENTRIES} entries, got {}", self.entries.len()));
        }
        (self.cursor > self.entries.len())
            .then(|| format!("the cursor {} lies beyond {} entries", self.cursor, self.entries.len()))
    }
}
