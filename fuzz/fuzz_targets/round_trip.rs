//! What was read once is written and read again without loss: all of it in JSON, the drawing in text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::format::{json, text};
use undercroft_formats as format;
use undercroft_fuzz::is_small;

fuzz_target!(|bytes: &[u8]| {
    let Ok(dungeon) = format::read(None, bytes) else { return };
    if !is_small(&dungeon) {
        return;
    }
    let written = json::write(&dungeon);
    assert!(json::read(&written).expect("what we write we can read") == dungeon);
    let drawn = text::write(&dungeon);
    let again = text::read(&drawn).expect("what we draw we can read");
    assert_eq!(text::write(&again), drawn);
});
