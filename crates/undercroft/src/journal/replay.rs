//! Replay with checkpoints: states that are kept so that a journal is not replayed from its beginning.

use std::collections::BTreeMap;

use super::Journal;
use super::entry::JournalEntry;
use super::error::JournalError;
use super::state::JournalState;
use crate::dungeon::Dungeon;

/// A state is kept after so many entries.
const EVERY: usize = 32;
/// And after each of the last so many.
const LAST: usize = 8;
/// What all kept states may take. [Unit: bytes, estimated]
const MOST_BYTES: usize = 64 << 20;

/// Replays a journal.
#[derive(Clone, Debug, Default)]
pub struct JournalReplay {
    /// The entries that the kept states follow from.
    entries: Vec<JournalEntry>,
    /// States after so many of them.
    states: BTreeMap<usize, JournalState>,
}

impl JournalReplay {
    /// The state after the entries that count, from the nearest kept one.
    ///
    /// # Errors
    /// When an entry is refused.
    pub fn state(&mut self, journal: &Journal, budget: u64) -> Result<&JournalState, JournalError> {
        let active = journal.active();
        let common = active.iter().zip(&self.entries).take_while(|(a, b)| a == b).count();
        if common < active.len().min(self.entries.len()) {
            self.states.retain(|&after, _| after <= common);
        }
        if common == self.entries.len() || common < active.len() {
            self.entries = active.to_vec();
        }
        let nearest = self.states.range(..=active.len()).next_back().map(|(&after, state)| (after, state.clone()));
        let (mut after, mut state) = nearest.unwrap_or_default();
        for entry in &active[after..] {
            state.step(entry, budget)?;
            after += 1;
            self.keep(after, &state, active.len());
        }
        Ok(&*self.states.entry(active.len()).or_insert(state))
    }

    /// Keeps a state, and drops others where all take too much.
    fn keep(&mut self, after: usize, state: &JournalState, end: usize) {
        if after.is_multiple_of(EVERY) || after + LAST >= end {
            self.states.insert(after, state.clone());
        }
        self.states.retain(|&kept, _| kept.is_multiple_of(EVERY) || kept + LAST >= end || kept == after);
        while self.states.len() > 1 && self.states.values().map(bytes).sum::<usize>() > MOST_BYTES {
            let Some((&first, _)) = self.states.iter().next() else { break };
            self.states.remove(&first);
        }
    }

    /// A state that was kept elsewhere, such as the last one of a file.
    pub fn restore(&mut self, journal: &Journal, state: JournalState) {
        self.entries = journal.active().to_vec();
        self.states = BTreeMap::from([(self.entries.len(), state)]);
    }
}

/// What a state takes, about.
fn bytes(state: &JournalState) -> usize {
    let of = |dungeon: &Dungeon| {
        let cells: usize = dungeon.levels.iter().map(|level| 2 * level.size().area()).sum();
        let things = dungeon.rooms.len() + dungeon.doors.len() + dungeon.links.len() + dungeon.features.len();
        cells + 512 * things
    };
    state.dungeon.as_ref().map_or(0, of) + 256 * (state.carried.len() + state.shelved.len())
}
