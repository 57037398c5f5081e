//! Journals are read or refused; undo and redo stay within them, and what they open and edit is replayed or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::journal::{Journal, JournalReplay, JournalStep};

/// Search steps that each edit may take.
const BUDGET: u64 = 1 << 12;
/// Entries that are replayed.
const MOST: usize = 6;

fuzz_target!(|text: &str| {
    let Ok(mut journal) = serde_json::from_str::<Journal>(text) else { return };
    let written = serde_json::to_string(&journal).expect("a journal is JSON");
    assert_eq!(serde_json::from_str::<Journal>(&written).expect("what we write we can read"), journal);
    if journal.fault().is_some() {
        return;
    }
    // Rolls take long, and `recipe` and `share` read what they hold.
    let is_roll = |step: &JournalStep| matches!(step, JournalStep::Roll(_));
    if journal.entries.len() <= MOST && !journal.entries.iter().any(|entry| is_roll(&entry.step)) {
        let _ = JournalReplay::default().state(&journal, BUDGET);
    }
    while journal.undo() {}
    while journal.redo() {}
    assert_eq!(journal.active().len(), journal.entries.len());
});
