//! Maps of every format are read or refused; what is read can be used.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_formats as format;
use undercroft_fuzz::{is_small, use_up};

fuzz_target!(|bytes: &[u8]| {
    let Ok(dungeon) = format::read(None, bytes) else { return };
    if is_small(&dungeon) {
        use_up(&dungeon);
    }
});
