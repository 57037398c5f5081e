//! Drawings in lines that carry what they were made from, as pictures in pixels do.
//!
//! ```text
//! <svg …>
//! <title>The Cells of the Drowned Queen</title>
//! <metadata><notes xmlns="urn:undercroft:notes"><note name="Seed">7</note> …</notes></metadata>
//! ```

mod metadata;

pub use metadata::read_metadata;

use metadata::NAMESPACE;
use undercroft::dungeon::Dungeon;
use undercroft_draw::{MAX_DRAWN_CELLS, Metadata, Picture, WorkMeter, draw_metered, png_metadata};

use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{
    COORDINATES, LEGEND, LEVEL, MAP_ONLY, NO_GRID, NUMBERS, OWN_THEME, PLAIN, PLAYER, ROOM_KEY, SHEET, SPLIT, THEME,
    TITLE,
};
use crate::options::Options;
use crate::output::{Output, WriteError, picture_note};
use crate::preview::ExportPreview;

/// SVG.
pub static FORMAT: Format = Format {
    name: "svg",
    extensions: &["svg"],
    media_type: "image/svg+xml",
    is_text: true,
    has_player_edition: true,
    info: FormatInfo {
        title: "A drawing in lines",
        preserves: "the map as it is printed: walls, furniture, doors, stairs, numbers, title, legend, room key; seed, \
                    recipe and pins travel in the file, `generate --like` makes it again",
        omits: "links and keys as data",
        readers: "resvg 0.49, browsers",
    },
    scope: Scope::AnyLevels,
    options: &[
        &PLAYER,
        &LEVEL,
        &SPLIT,
        &THEME,
        &OWN_THEME,
        &PLAIN,
        &NO_GRID,
        &NUMBERS,
        &COORDINATES,
        &ROOM_KEY,
        &MAP_ONLY,
        &TITLE,
        &LEGEND,
        &SHEET,
    ],
    recognize: None,
    read: None,
    write: Some(export),
    count_pages: None,
    preview: Some(preview),
};

/// The drawing itself.
fn preview(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<ExportPreview, WriteError> {
    let file = export(dungeon, options, meter)?.files.into_iter().next();
    let svg = file.and_then(|file| String::from_utf8(file.bytes).ok());
    Ok(ExportPreview { svg, ..ExportPreview::default() })
}

fn export(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let cells: usize = options.shown(dungeon).iter().map(|level| level.size().area()).sum();
    if cells > MAX_DRAWN_CELLS {
        let most = MAX_DRAWN_CELLS;
        let sentence = format!("a map of {cells} cells is too large for SVG, {most} is the most; PNG can show it");
        return Err(WriteError::Refused(sentence));
    }
    let known = options.edition().known(dungeon);
    let metadata = png_metadata(&known, options.edition());
    let drawing = options.draw_options("parchment")?;
    let svg = match options.first_page(&known, &drawing, meter)? {
        Some(page) => on_paper(&page.picture, &page.picture.to_svg_metered(meter)?),
        None => draw_metered(&known, &drawing, meter)?.to_svg_metered(meter)?,
    };
    let note = picture_note(&known, options.edition());
    Ok(Output { note, ..Output::file(options.file_name("svg"), annotated(svg, &metadata)) })
}

/// A page with the size of its paper, whose unit of length is the millimetre.
pub(crate) fn on_paper(page: &Picture, svg: &str) -> String {
    let (width, height) = (page.area.width(), page.area.height());
    let sides = format!("width=\"{}mm\" height=\"{}mm\" viewBox=", decimal(width), decimal(height));
    svg.replacen("viewBox=", &sides, 1)
}

/// Thousandths as a decimal number.
fn decimal(thousandths: i32) -> String {
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What the title ends with, after which notes may stand.
const TITLE_END: &str = "</title>\n";

/// A drawing with notes in it.
pub fn write(picture: &Picture, notes: &[Metadata]) -> String {
    annotated(picture.to_svg(), notes)
}

fn annotated(mut svg: String, notes: &[Metadata]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::read;
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
