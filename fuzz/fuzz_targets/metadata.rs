//! Texts that travel in SVG and PNG are read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_draw::raster;
use undercroft_formats::svg;

fuzz_target!(|bytes: &[u8]| {
    let _ = raster::read_metadata(bytes);
    if let Ok(text) = str::from_utf8(bytes) {
        let _ = svg::read_metadata(text);
    }
});
