//! Drawings in lines that carry what they were made from, as pictures in pixels do.
//!
//! ```text
//! <svg …>
//! <title>The Cells of the Drowned Queen</title>
//! <metadata><notes xmlns="urn:undercroft:notes"><note name="Seed">7</note> …</notes></metadata>
//! ```

use resvg::usvg::roxmltree::{Document, Node};

use super::ReadError;
use undercroft_draw::Metadata;
use undercroft_draw::Picture;

/// Whose elements the notes are; programs that do not know it leave them alone.
const NAMESPACE: &str = "urn:undercroft:notes";

/// What the title ends with, after which notes may stand.
const TITLE_END: &str = "</title>\n";

/// A drawing with notes in it.
pub fn write(picture: &Picture, notes: &[Metadata]) -> String {
    let mut svg = picture.to_svg();
    if let Some(at) = svg.find(TITLE_END).filter(|_| !notes.is_empty()) {
        svg.insert_str(at + TITLE_END.len(), &metadata(notes));
    }
    svg
}

fn metadata(notes: &[Metadata]) -> String {
    let note = |note: &Metadata| format!("<note name=\"{}\">{}</note>", escaped(&note.keyword), escaped(&note.text));
    let notes: String = notes.iter().map(note).collect();
    format!("<metadata><notes xmlns=\"{NAMESPACE}\">{notes}</notes></metadata>\n")
}

/// Text between two tags. Names and recipes have no control characters, the only ones that XML cannot hold.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Whether the first element of a text is that of a drawing.
pub fn is_svg(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let root = start.split('<').skip(1).find(|tag| !tag.starts_with(['?', '!']));
    start.starts_with('<') && root.is_some_and(|tag| tag.starts_with("svg"))
}

/// Reads the notes that travel in a drawing.
///
/// # Errors
/// When the text is no well-formed XML.
pub fn read_metadata(svg: &str) -> Result<Vec<Metadata>, ReadError> {
    let document =
        Document::parse(svg).map_err(|error| ReadError::new(format!("this is no well-formed SVG: {error}")))?;
    let is_note = |node: &Node<'_, '_>| node.has_tag_name((NAMESPACE, "note"));
    let note = |node: Node<'_, '_>| {
        let text = node.text().unwrap_or_default().to_owned();
        Some(Metadata { keyword: node.attribute("name")?.to_owned(), text })
    };
    Ok(document.descendants().filter(is_note).filter_map(note).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use undercroft_draw::{DrawOptions, draw};

    #[test]
    fn notes_travel_in_a_drawing_whatever_they_say() {
        let hall = read(Some("a <b> & c.txt"), b"###\n#.#\n###\n").unwrap();
        let note = |keyword: &str, text: &str| Metadata { keyword: keyword.to_owned(), text: text.to_owned() };
        let sent = [note("Seed", "7"), note("Recipe", "{\"name\":\"<Tom & 'Jerry'>\"}")];
        let svg = write(&draw(&hall, &DrawOptions::default()), &sent);
        assert!(is_svg(&svg));
        assert_eq!(read_metadata(&svg).unwrap(), sent);
        let plain = write(&draw(&hall, &DrawOptions::default()), &[]);
        assert_eq!((read_metadata(&plain).unwrap(), plain.contains("metadata")), (Vec::new(), false));
        assert!(read_metadata("<svg><").is_err());
    }

    #[test]
    fn other_texts_are_no_drawings() {
        assert!(is_svg("\u{feff}<?xml version=\"1.0\"?>\n<!-- drawn -->\n<svg/>"));
        assert!(!is_svg("<?xml version=\"1.0\"?>\n<map/>") && !is_svg("<.#") && !is_svg(""));
    }
}
