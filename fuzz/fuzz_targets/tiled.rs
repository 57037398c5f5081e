//! Maps of Tiled are read or refused; what is read can be written for Tiled, in XML and in JSON, and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_formats::tiled::{self, Syntax, TiledOptions};
use undercroft_fuzz::{is_small, use_up};

fuzz_target!(|text: &str| {
    let Ok(dungeon) = tiled::read(text) else { return };
    if !is_small(&dungeon) {
        return;
    }
    use_up(&dungeon);
    for syntax in [Syntax::Tmx, Syntax::Tmj] {
        let Ok(files) = tiled::write(&dungeon, &TiledOptions { syntax, ..TiledOptions::default() }) else { return };
        let written = str::from_utf8(&files[0].bytes).expect("a map is text");
        let again = tiled::read(written).expect("what we write we can read");
        assert_eq!(again.levels, dungeon.levels);
    }
});
