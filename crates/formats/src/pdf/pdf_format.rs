//! The format `pdf` with its options.

use undercroft::dungeon::Dungeon;
use undercroft::field::{Choice, Field, FieldKind};
use undercroft_draw::{Paper, WorkMeter};

use super::{MAX_PAGES, PdfOptions, PrintPart, first_page, page_count, write_metered};
use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{LEVEL, NO_GRID, OWN_THEME, PLAIN, PLAYER, SPLIT, SQUARES_PER_TILE, THEME, TITLE, option};
use crate::options::Options;
use crate::output::{Output, WriteError, drawing_note};
use crate::page_count::PageCount;
use crate::preview::ExportPreview;
use crate::svg::on_paper;

const PRINT: &str = "Print";

const PAPERS: &[Choice] = &[Choice { value: "a4", label: "A4" }, Choice { value: "letter", label: "US Letter" }];

static PAPER: Field = option("paper", "Paper", PRINT, FieldKind::Choice(PAPERS), "a4", "The paper in the printer");

static WHICH_PAGES: Field = option(
    "pages",
    "Pages",
    PRINT,
    FieldKind::Text,
    "one-page,player",
    "Parts of the print with commas between them: one-page, player, key, battle, true-scale, or all but true-scale",
);

static MOST_PAGES: Field = option(
    "max_pages",
    "Most pages",
    PRINT,
    FieldKind::Integer { min: 1, max: 1_000_000 },
    "1000",
    "The most pages; a longer print is refused",
);

/// PDF.
pub static FORMAT: Format = Format {
    name: "pdf",
    extensions: &["pdf"],
    media_type: "application/pdf",
    is_text: false,
    has_player_edition: true,
    info: FormatInfo {
        title: "A print: map and key on one page, a page for players, and pages of one inch to a square",
        preserves: "the map as it is printed, rooms and what is in them, all levels",
        omits: "links as data",
        readers: "poppler 22 (pdftoppm)",
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
        &TITLE,
        &PAPER,
        &WHICH_PAGES,
        &MOST_PAGES,
        &SQUARES_PER_TILE,
    ],
    recognize: None,
    read: None,
    write: Some(export),
    count_pages: Some(count_pages),
    preview: Some(preview),
};

fn export(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let fitted = fitted(dungeon, options)?;
    let mut files = write_metered(dungeon, &fitted, meter)?;
    files.iter_mut().for_each(|file| file.name = options.file_name("pdf"));
    let pages = format!("pdf: {}", page_count(dungeon, &fitted)?);
    let note = drawing_note(dungeon).map_or(pages.clone(), |remarks| format!("{pages}; {remarks}"));
    Ok(Output { files, note: Some(note) })
}

fn count_pages(dungeon: &Dungeon, options: &Options) -> Result<PageCount, WriteError> {
    page_count(dungeon, &fitted(dungeon, options)?)
}

/// The first page; none of a print that begins at true scale.
fn preview(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<ExportPreview, WriteError> {
    let page = first_page(dungeon, &fitted(dungeon, options)?, meter)?;
    let svg =
        page.map(|page| page.picture.to_svg_metered(meter).map(|svg| on_paper(&page.picture, &svg))).transpose()?;
    Ok(ExportPreview { svg, ..ExportPreview::default() })
}

/// The options with the squares that the dungeon's tiles have where none are given.
fn fitted(dungeon: &Dungeon, options: &Options) -> Result<PdfOptions, WriteError> {
    let mut typed = PdfOptions::try_from(options)?;
    if options.integer("squares_per_tile").is_none() {
        typed.squares_per_tile = if dungeon.tile_feet >= 10 { 2 } else { 1 };
    }
    Ok(typed)
}

impl TryFrom<&Options> for PdfOptions {
    type Error = WriteError;

    fn try_from(options: &Options) -> Result<Self, WriteError> {
        let drawing = options.draw_options("mono")?;
        Ok(Self {
            paper: options.text("paper").and_then(Paper::named).unwrap_or_default(),
            squares_per_tile: options.integer("squares_per_tile").map_or(2, |squares| squares as u8),
            pages: PrintPart::parse_list(options.text("pages").unwrap_or_default()).map_err(WriteError::Refused)?,
            max_pages: options.integer("max_pages").map_or(MAX_PAGES, |pages| pages as usize),
            edition: drawing.edition,
            levels: drawing.levels,
            theme: drawing.theme,
            rock: drawing.rock,
            grid: drawing.grid,
            title: drawing.title,
        })
    }
}
