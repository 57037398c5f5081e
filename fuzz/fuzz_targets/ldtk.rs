//! Projects of LDtk are read or refused; what is read can be written for LDtk and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_formats::ldtk::{self, LdtkOptions};
use undercroft_fuzz::{is_small, use_up};

fuzz_target!(|text: &str| {
    let Ok(dungeon) = ldtk::read(text) else { return };
    if !is_small(&dungeon) {
        return;
    }
    use_up(&dungeon);
    let Ok(files) = ldtk::write(&dungeon, &LdtkOptions::default()) else { return };
    let written = str::from_utf8(&files[0].bytes).expect("a project is text");
    let again = ldtk::read(written).expect("what we write we can read");
    assert_eq!(again.levels, dungeon.levels);
});
