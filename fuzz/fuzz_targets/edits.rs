//! Logs of edits are read or refused, and each edit is applied or refused; what it gives can be judged, written and read.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use undercroft::dungeon::Dungeon;
use undercroft::edit::{Edit, apply};
use undercroft::format::json;
use undercroft::verify::verify;

/// Edits of a log that are applied.
const MOST: usize = 6;
/// Search steps that each may take.
const BUDGET: u64 = 1 << 14;

static TOMB: OnceLock<Dungeon> = OnceLock::new();

fuzz_target!(|text: &str| {
    let Ok(edits) = json::parse::<Vec<Edit>>(text) else { return };
    let mut dungeon = TOMB.get_or_init(|| undercroft::generate("tomb", 7).expect("a preset")).clone();
    for edit in edits.iter().take(MOST) {
        let Ok(applied) = apply(&dungeon, edit, BUDGET) else { continue };
        dungeon = applied.dungeon;
        verify(&dungeon);
        assert!(json::read(&json::write(&dungeon)).expect("what we write we can read") == dungeon);
    }
});
