//! The texts that travel in pictures: what their dungeon was made from, and what is kept of it.

use anyhow::anyhow;
use undercroft_draw::{Metadata, NotedPins, raster};
use undercroft_formats::svg;

/// Whether a picture moves: a GIF, or a PNG that announces more images before its first.
pub fn is_moving(bytes: &[u8]) -> bool {
    let before_the_image = || bytes.windows(4).take_while(|word| word != b"IDAT");
    bytes.starts_with(b"GIF8") || bytes.starts_with(b"\x89PNG") && before_the_image().any(|word| word == b"acTL")
}

/// The texts that travel in a picture, if the bytes are one.
pub fn notes_in(bytes: &[u8]) -> anyhow::Result<Option<Vec<Metadata>>> {
    if bytes.starts_with(b"\x89PNG") {
        return Ok(Some(raster::read_metadata(bytes)?));
    }
    let drawing = str::from_utf8(bytes).ok().filter(|text| svg::is_svg(text));
    drawing.map(svg::read_metadata).transpose().map_err(|error| anyhow!("{}", error.problem()))
}

/// The pins that travel in a picture.
pub fn noted_pins(notes: &[Metadata], name: &str) -> anyhow::Result<NotedPins> {
    NotedPins::from_notes(notes).map_err(|problem| anyhow!("the pins in {name}: {problem}"))
}
