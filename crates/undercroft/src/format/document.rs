//! A dungeon as the files of any format.

use super::{DocumentFormat, File, WriteError, json, movingai, text};
use crate::draw::{self, DrawOptions, Edition, Levels, raster};
use crate::dungeon::{Dungeon, Level};

/// How a document is made.
#[derive(Clone, Debug)]
pub struct DocumentOptions {
    /// The name of the first file, without its ending; other files are named after it.
    pub stem: String,
    /// The looks of drawings, which levels are written, and for whom.
    pub drawing: DrawOptions,
    /// Pixels along the side of a cell, for PNG.
    pub pixels: u32,
    /// Whether text explains its characters.
    pub legend: bool,
}

impl Default for DocumentOptions {
    fn default() -> Self {
        Self { stem: "dungeon".to_owned(), drawing: DrawOptions::default(), pixels: 70, legend: false }
    }
}

/// The files of a document, and what the user should be told about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The files; the first one is the one to open.
    pub files: Vec<File>,
    /// A remark, for example that the map was too large for lines.
    pub note: Option<String>,
}

impl Document {
    fn one(format: DocumentFormat, options: &DocumentOptions, bytes: impl Into<Vec<u8>>) -> Self {
        let name = format!("{}.{}", options.stem, format.ending());
        Self { files: vec![File::new(name, bytes)], note: None }
    }
}

/// Writes a dungeon.
///
/// # Errors
/// When the format cannot hold it; the message says what to do instead.
pub fn write(dungeon: &Dungeon, format: DocumentFormat, options: &DocumentOptions) -> Result<Document, WriteError> {
    let player = options.drawing.edition == Edition::Player;
    if player && !format.card().has_player_edition {
        return Err(WriteError(format!("{} tells everything; it has no player's edition", format.card().name)));
    }
    if player {
        return write_known(&draw::without_secrets(dungeon), format, options);
    }
    write_known(dungeon, format, options)
}

/// Writes what may be known.
fn write_known(dungeon: &Dungeon, format: DocumentFormat, options: &DocumentOptions) -> Result<Document, WriteError> {
    let one = |bytes: String| Document::one(format, options, bytes);
    match format {
        DocumentFormat::Json => Ok(one(json::write(dungeon))),
        DocumentFormat::Text => Ok(one(characters(dungeon, options))),
        DocumentFormat::Map => only_level(dungeon, options).map(|level| one(movingai::write(dungeon, level))),
        DocumentFormat::Svg => lines(dungeon, options).map(one),
        DocumentFormat::Png => pixels(dungeon, options),
    }
}

fn characters(dungeon: &Dungeon, options: &DocumentOptions) -> String {
    let levels = dungeon.levels.iter().filter(|level| options.drawing.levels.shows(level.z)).cloned().collect();
    let shown = Dungeon { levels, ..dungeon.clone() };
    let map = text::write(&shown);
    if options.legend { format!("{map}\n{}", text::legend(&shown)) } else { map }
}

/// The level that is wanted, or the only one there is.
fn only_level<'a>(dungeon: &'a Dungeon, options: &DocumentOptions) -> Result<&'a Level, WriteError> {
    let wanted: Vec<_> = dungeon.levels.iter().filter(|level| options.drawing.levels.shows(level.z)).collect();
    match (wanted.as_slice(), options.drawing.levels) {
        ([level], _) => Ok(level),
        (_, Levels::One(z)) => Err(WriteError(format!("there is no level {z}"))),
        (levels, Levels::All) => Err(WriteError(format!(
            "a MovingAI map holds one level, this dungeon has {}; choose with `undercroft export --level` or `--split`",
            levels.len()
        ))),
    }
}

fn lines(dungeon: &Dungeon, options: &DocumentOptions) -> Result<String, WriteError> {
    let drawn = dungeon.levels.iter().filter(|level| options.drawing.levels.shows(level.z));
    let cells: usize = drawn.map(|level| level.size().area()).sum();
    let most = raster::MAX_DRAWN_CELLS;
    if cells > most {
        let sentence = format!("a map of {cells} cells is too large for SVG, {most} is the most; PNG can show it");
        return Err(WriteError(sentence));
    }
    Ok(draw::draw(dungeon, &options.drawing).to_svg())
}

fn pixels(dungeon: &Dungeon, options: &DocumentOptions) -> Result<Document, WriteError> {
    let image = raster::image(dungeon, &options.drawing, options.pixels);
    let image = image.map_err(|error| WriteError(error.to_string()))?;
    let note = image.plain.map(|pixels| {
        format!("the map is too large to be drawn with lines; it is shown in colours, {pixels} pixels to a cell")
    });
    Ok(Document { note, ..Document::one(DocumentFormat::Png, options, image.png) })
}
