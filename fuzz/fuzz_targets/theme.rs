//! Theme files are read or refused; a map can be drawn in what is read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft::format::text;
use undercroft_draw::{DrawOptions, Theme, draw};

fuzz_target!(|text: &str| {
    let Ok(theme) = Theme::from_toml(text) else { return };
    let hall = text::read("#####\n#.+.#\n#####\n").expect("a hall is a map");
    let mut options = DrawOptions::default();
    options.theme = theme;
    draw(&hall, &options).to_svg();
});
