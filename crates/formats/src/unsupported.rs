//! Explains files that are recognized but cannot be read as maps.

use super::format::Format;
use super::svg;

/// What a file is that is certainly no map, and which files are.
pub(super) fn explain(bytes: &[u8], formats: &[&Format]) -> Option<String> {
    let (what, advice) = kind(bytes)?;
    Some(format!("this is {what}, not a map; {advice}maps are read from {}", readable(formats)))
}

fn kind(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const REGENERATE: &str = "`undercroft generate --like` makes a dungeon again from a picture of it; ";
    const OTHER: &str = "export the dungeon that it was made of; ";
    const BINARY: [(&[u8], &str, &str); 5] = [
        (b"\x89PNG\r\n\x1a\n", "a picture (PNG)", REGENERATE),
        (b"%PDF-", "a print (PDF)", OTHER),
        (b"PK\x03\x04", "an archive (ZIP), as a Foundry module is one", OTHER),
        (b"GIF8", "a moving picture (GIF)", OTHER),
        (b"\xff\xd8\xff", "a picture (JPEG)", ""),
    ];
    if let Some((_, what, advice)) = BINARY.into_iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        return Some((what, advice));
    }
    let text = str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}').trim_start();
    if svg::is_svg(text) {
        return Some(("a drawing (SVG)", REGENERATE));
    }
    let is_table =
        text.starts_with('{') && ["\"line_of_sight\"", "\"pixels_per_grid\""].iter().all(|key| text.contains(key));
    is_table.then_some(("a map for virtual tabletops (Universal VTT), which has walls and no tiles", OTHER))
}

/// The names of all formats that can be read.
fn readable(formats: &[&Format]) -> String {
    let names = formats.iter().filter(|format| format.read.is_some());
    names.map(|format| format!("{} (.{})", format.name, format.extension())).collect::<Vec<_>>().join(", ")
}

/// Explains a list of problems.
pub(super) fn scenario(text: &str) -> String {
    let what = "this is a list of walks (a MovingAI scenario), not a map";
    match map_of_scenario(text) {
        Some(map) => format!("{what}; they are walks on {map}"),
        None => what.to_owned(),
    }
}

#[cfg(feature = "movingai")]
fn map_of_scenario(text: &str) -> Option<String> {
    let walks = super::movingai::scenario::read(text).ok()?;
    walks.into_iter().next().map(|walk| walk.map)
}

#[cfg(not(feature = "movingai"))]
fn map_of_scenario(_: &str) -> Option<String> {
    None
}

/// Explains a world by itself.
pub(super) fn world(text: &str) -> String {
    let maps = maps_of_world(text).join(", ");
    format!("this is a world of Tiled: it names the maps of a dungeon and holds none; open it where they lie ({maps})")
}

#[cfg(feature = "tiled")]
fn maps_of_world(text: &str) -> Vec<String> {
    super::tiled::maps_of_world(text).unwrap_or_default()
}

#[cfg(not(feature = "tiled"))]
fn maps_of_world(_: &str) -> Vec<String> {
    Vec::new()
}

#[cfg(all(test, feature = "tiled", feature = "ldtk", feature = "movingai"))]
mod tests {
    use crate::registry::read;

    fn refuse(bytes: &[u8]) -> String {
        read(Some("a.b"), bytes).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_map_is_told_with_what_can_be_read() {
        let all = "maps are read from text (.txt), json (.json), tmx (.tmx), tmj (.tmj), ldtk (.ldtk), map (.map)";
        for (bytes, beginning) in [
            (&b"\x89PNG\r\n\x1a\n\0"[..], "a.b: this is a picture (PNG), not a map; `undercroft generate --like`"),
            (b"%PDF-1.7\n\xff", "a.b: this is a print (PDF), not a map"),
            (b"PK\x03\x04\0", "a.b: this is an archive (ZIP)"),
            (b"GIF89a\0", "a.b: this is a moving picture (GIF)"),
            (b"<svg xmlns=\"x\"/>", "a.b: this is a drawing (SVG)"),
            (b"<?xml version=\"1.0\"?>\n<!-- drawn -->\n<svg/>", "a.b: this is a drawing (SVG)"),
            (
                b"{\"format\":0.3,\"resolution\":{\"pixels_per_grid\":70},\"line_of_sight\":[]}",
                "a.b: this is a map for",
            ),
        ] {
            let sentence = refuse(bytes);
            assert!(sentence.starts_with(beginning) && sentence.ends_with(all), "{sentence}");
        }
    }

    #[test]
    fn walks_and_worlds_name_the_maps_to_open() {
        let walks = b"version 1\n0\thall.map\t9\t9\t1\t1\t2\t2\t1\n";
        let what = "a.b: this is a list of walks (a MovingAI scenario), not a map";
        assert_eq!(refuse(walks), format!("{what}; they are walks on hall.map"));
        assert_eq!(refuse(b"version 1\n"), what);
        let world = b"{\"maps\":[{\"fileName\":\"k-z0.tmx\"}],\"type\":\"world\"}";
        assert!(refuse(world).ends_with("holds none; open it where they lie (k-z0.tmx)"));
    }
}
