//! Theme files are read or refused; a map can be drawn in what is read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_draw as draw;
use undercroft_draw::{DrawOptions, Theme};
use undercroft::format::text;

fuzz_target!(|text: &str| {
    let Ok(theme) = Theme::from_toml(text) else { return };
    let hall = text::read("#####\n#.+.#\n#####\n").expect("a hall is a map");
    draw::draw(&hall, &DrawOptions { theme, ..DrawOptions::default() }).to_svg();
});
