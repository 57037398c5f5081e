//! Reads the notes that travel in a drawing.

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{Namespace, ResolveResult};
use quick_xml::{NsReader, XmlVersion};
use undercroft::format::ReadError;
use undercroft_draw::Metadata;

/// The namespace of the notes; programs that do not know it leave them alone.
pub(super) const NAMESPACE: &str = "urn:undercroft:notes";

/// Reads the notes that travel in a drawing.
///
/// # Errors
/// When the text is malformed XML.
///
/// ```
/// let notes = r#"<svg><n:note xmlns:n="urn:undercroft:notes" name="Seed">7</n:note></svg>"#;
/// assert_eq!(undercroft_formats::svg::read_metadata(notes).unwrap()[0].text, "7");
/// ```
pub fn read_metadata(svg: &str) -> Result<Vec<Metadata>, ReadError> {
    let mut reader = NsReader::from_str(svg);
    let (mut notes, mut open, mut depth) = (Vec::new(), None::<Metadata>, 0_usize);
    loop {
        let (namespace, event) = reader.read_resolved_event().map_err(|error| malformed(&error))?;
        match event {
            Event::Start(tag) => {
                depth += 1;
                let is_ours = namespace == ResolveResult::Bound(Namespace(NAMESPACE));
                open = if is_ours && tag.local_name().as_ref() == "note" { note(&tag)? } else { None };
            }
            Event::Text(text) => open.iter_mut().for_each(|note| note.text.push_str(&text.xml10_content())),
            Event::GeneralRef(reference) => {
                let entity = format!("&{};", reference.xml10_content());
                let text = quick_xml::escape::unescape(&entity).map_err(|error| malformed(&error))?;
                open.iter_mut().for_each(|note| note.text.push_str(&text));
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                notes.extend(open.take());
            }
            Event::Eof if depth > 0 => return Err(malformed(&"it ends before its elements do")),
            Event::Eof => return Ok(notes),
            _ => {}
        }
    }
}

/// A note without its text; `None` where it has no name.
fn note(tag: &BytesStart) -> Result<Option<Metadata>, ReadError> {
    let name = tag.try_get_attribute("name").map_err(|error| malformed(&error))?;
    let Some(name) = name else { return Ok(None) };
    let keyword = name.normalized_value(XmlVersion::Implicit1_0).map_err(|error| malformed(&error))?;
    Ok(Some(Metadata { keyword: keyword.into_owned(), text: String::new() }))
}

fn malformed(error: &dyn std::fmt::Display) -> ReadError {
    ReadError::new(format!("malformed SVG: {error}"))
}
