//! Mappings of tilesets are read or refused; a map with the tiles that are read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::format::text;
use undercroft_formats::tiled::{self, OwnTileset, TiledOptions};

fuzz_target!(|text: &str| {
    let Ok(tileset) = OwnTileset::from_toml(text) else { return };
    let hall = text::read("#####\n#.+.#\n#####\n").expect("a hall is a map");
    let options = TiledOptions { tileset: Some(tileset), ..TiledOptions::default() };
    let Ok(files) = tiled::write(&hall, &options) else { return };
    tiled::read(str::from_utf8(&files[0].bytes).expect("a map is text")).expect("what we write we can read");
});
