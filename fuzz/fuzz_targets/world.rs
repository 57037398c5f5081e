//! The maps of a world of Tiled, between lines of dashes, are read as one dungeon or refused; what is read can be used.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_formats::tiled;
use undercroft_fuzz::{is_small, use_up};

fuzz_target!(|text: &str| {
    let named = |(i, text): (usize, &str)| (format!("level-{i}.tmx"), text.to_owned());
    let maps: Vec<(String, String)> = text.split("\n----\n").take(3).enumerate().map(named).collect();
    let texts: Vec<&str> = maps.iter().map(|(_, text)| text.as_str()).collect();
    tiled::missing_levels(&texts);
    let Ok(dungeon) = tiled::read_levels("dungeon.world", &maps) else { return };
    if is_small(&dungeon) {
        use_up(&dungeon);
    }
});
