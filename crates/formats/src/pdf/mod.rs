//! PDF: a dungeon on paper, to be read on one page and to be played on at full size.
//!
//! ```text
//!   page 1            pages A1, B1 …
//!   ┌───────────┐     ┌ ─┬───────┬─ ┐   7 × 10 squares of exactly one inch,
//!   │ the sheet │       ─┼───────┼─      cut marks at their corners,
//!   │ room key  │        │  map  │░      a strip to the right and below
//!   │ index     │       ─┼───────┼─      for the glue
//!   └───────────┘     └ ─┴░░░░░░░┴─ ┘
//! ```
//! The pages are vectors from the same [`Picture`](undercroft_draw::Picture) that SVG and PNG come from. Every page holds what
//! lies on it and no more: a picture that all pages shared would be small too, but each page would then be as slow to show
//! as the whole map. Pages on which there is only rock are left out. The same dungeon gives the same bytes: there is no
//! date in them, and the file's id comes from the seed.
//!
//! Operators and objects are those of ISO 32000-1:2008 (PDF 1.7), written with the `pdf-writer` crate.

mod clip;
mod document;
mod font;
mod index;
mod key;
mod overview;
mod paint;
mod paper;
mod pdf_format;
mod tile;
mod tiling;

pub use paper::Paper;
pub use pdf_format::FORMAT;

use std::borrow::Cow;

use undercroft_grid::{Cell, Rect};

use crate::output::{File, WriteError};
use document::Document;
use overview::Overview;
use tiling::Tiling;
use undercroft::dungeon::Dungeon;
use undercroft_draw::MAX_DRAWN_CELLS;
use undercroft_draw::{DrawOptions, Edition, Levels, Rock, Theme, WorkMeter};

/// The most pages by default: two reams of paper.
pub const MAX_PAGES: usize = 1000;

/// Which pages a print has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pages {
    /// The overview with the room key.
    #[default]
    Overview,
    /// Every level at true scale.
    TrueScale,
    /// The overview with the room key, then every level at true scale.
    All,
}

/// How a dungeon is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfOptions {
    /// The paper in the printer.
    pub paper: Paper,
    /// Squares of the tabletop, one inch each, along the side of a tile. [Limits: 1..=2]
    pub squares_per_tile: u8,
    /// Which pages there are.
    pub pages: Pages,
    /// The most pages; a print that needs more is refused.
    pub max_pages: usize,
    /// Who the print is for.
    pub edition: Edition,
    /// Which levels are printed.
    pub levels: Levels,
    /// Colours and weights; black on white unless said otherwise.
    pub theme: Theme,
    /// The rock along the walls.
    pub rock: Rock,
    /// The grid on the floor.
    pub grid: bool,
    /// The title, instead of the dungeon's name.
    pub title: Option<String>,
}

impl Default for PdfOptions {
    fn default() -> Self {
        Self {
            paper: Paper::default(),
            squares_per_tile: 2,
            pages: Pages::default(),
            max_pages: MAX_PAGES,
            edition: Edition::default(),
            levels: Levels::default(),
            theme: Theme::mono(),
            rock: Rock::default(),
            grid: true,
            title: None,
        }
    }
}

impl PdfOptions {
    fn title<'a>(&'a self, dungeon: &'a Dungeon) -> &'a str {
        self.title.as_deref().unwrap_or(&dungeon.name)
    }

    fn drawing(&self, levels: Levels) -> DrawOptions {
        let mut drawing = DrawOptions::default();
        drawing.theme = self.theme.clone();
        drawing.edition = self.edition;
        drawing.levels = levels;
        drawing.rock = self.rock;
        drawing.title.clone_from(&self.title);
        drawing.grid = self.grid;
        drawing
    }
}

/// Writes a dungeon as one PDF file.
///
/// # Errors
/// When there would be more pages than [`PdfOptions::max_pages`], the map has more cells than can be drawn with lines, no
/// level is asked for that there is, or [`PdfOptions::squares_per_tile`] is neither 1 nor 2.
pub fn write(dungeon: &Dungeon, options: &PdfOptions) -> Result<Vec<File>, WriteError> {
    write_metered(dungeon, options, &WorkMeter::unlimited())
}

/// Writes a dungeon as [`write()`] does, unless the meter stops.
///
/// # Errors
/// As [`write()`], and [`WriteError::Cancelled`] where the sink of the meter asked to stop.
pub fn write_metered(dungeon: &Dungeon, options: &PdfOptions, meter: &WorkMeter) -> Result<Vec<File>, WriteError> {
    check(dungeon, options)?;
    let known = known(dungeon, options);
    let tilings = tilings(&known, options);
    let overview = Overview::from_dungeon(&known, options, &tilings, meter);
    meter.ask()?;
    check_count(sum(overview.as_ref(), &tilings), options)?;
    let mut document = Document::default();
    if let Some(overview) = overview {
        overview.print(&mut document);
    }
    for tiling in &tilings {
        tile::print(&known, tiling, options, &mut document, meter)?;
    }
    meter.ask()?;
    let name = format!("{}.pdf", slug(options.title(dungeon)));
    Ok(vec![File::new(name, document.finish(options.title(dungeon), &known))])
}

/// How many pages the print of a dungeon has.
///
/// # Errors
/// As [`write()`], but for the number of pages.
///
/// ```
/// use undercroft_formats::pdf::{PdfOptions, page_count};
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// assert_eq!(page_count(&hall, &PdfOptions::default()).unwrap(), 1);
/// ```
pub fn page_count(dungeon: &Dungeon, options: &PdfOptions) -> Result<usize, WriteError> {
    check(dungeon, options)?;
    let known = known(dungeon, options);
    let tilings = tilings(&known, options);
    Ok(sum(Overview::from_dungeon(&known, options, &tilings, &WorkMeter::unlimited()).as_ref(), &tilings))
}

fn sum(overview: Option<&Overview>, tilings: &[Tiling]) -> usize {
    overview.map_or(0, Overview::page_count) + tilings.iter().map(Tiling::page_count).sum::<usize>()
}

/// A page at true scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalePage {
    /// The level.
    pub z: i32,
    /// What is written on it: A1, B1 …
    pub label: String,
    /// The squares on it, counted from the map's north-west corner; a tile has
    /// [`squares_per_tile`](PdfOptions::squares_per_tile) along its side.
    pub squares: Rect,
}

/// The pages at true scale, in the order in which they follow the overview.
///
/// # Errors
/// As [`write()`], but for the number of pages.
///
/// ```
/// use undercroft_formats::pdf::{Pages, PdfOptions, pages};
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let mut options = PdfOptions::default();
/// options.pages = Pages::All;
/// assert_eq!(pages(&hall, &options).unwrap().len(), 1);
/// ```
pub fn pages(dungeon: &Dungeon, options: &PdfOptions) -> Result<Vec<ScalePage>, WriteError> {
    check(dungeon, options)?;
    let known = known(dungeon, options);
    let page = |tiling: &Tiling, place: Cell| ScalePage {
        z: tiling.z,
        label: Tiling::label(place),
        squares: tiling.squares(place),
    };
    let tilings = tilings(&known, options);
    Ok(tilings.iter().flat_map(|tiling| tiling.pages().map(|place| page(tiling, place))).collect())
}

/// The dungeon as the readers of the print may know it.
fn known<'a>(dungeon: &'a Dungeon, options: &PdfOptions) -> Cow<'a, Dungeon> {
    options.edition.known(dungeon)
}

fn check(dungeon: &Dungeon, options: &PdfOptions) -> Result<(), WriteError> {
    if !(1..=2).contains(&options.squares_per_tile) {
        let problem = format!("squares per tile: need 1 or 2, got {}", options.squares_per_tile);
        return Err(WriteError::Refused(problem));
    }
    let wanted = dungeon.levels.iter().filter(|level| options.levels.shows(level.z));
    let cells: usize = wanted.clone().map(|level| level.size().area()).sum();
    if wanted.count() == 0 {
        return Err(WriteError::Refused("there is no level to print".to_owned()));
    }
    if cells > MAX_DRAWN_CELLS {
        return Err(WriteError::Refused(format!(
            "a map of {cells} cells is too large to be drawn with lines, {MAX_DRAWN_CELLS} is the most; print one level \
             at a time, or make a PNG"
        )));
    }
    Ok(())
}

fn tilings(dungeon: &Dungeon, options: &PdfOptions) -> Vec<Tiling> {
    if options.pages == Pages::Overview {
        return Vec::new();
    }
    let wanted = dungeon.levels.iter().filter(|level| options.levels.shows(level.z));
    wanted.map(|level| Tiling::from_level(dungeon, level, options)).collect()
}

fn check_count(count: usize, options: &PdfOptions) -> Result<(), WriteError> {
    if count == 0 {
        return Err(WriteError::Refused("there is nothing but rock to print".to_owned()));
    }
    if count <= options.max_pages {
        return Ok(());
    }
    let limit = options.max_pages;
    let smaller = if options.squares_per_tile > 1 { ", one square to a tile" } else { "" };
    Err(WriteError::Refused(format!(
        "the print would have {count} pages, the limit is {limit}; print one level at a time{smaller}, the overview alone, \
         or raise the limit"
    )))
}

/// `The Vaults of the Grey Abbot` is `the-vaults-of-the-grey-abbot`.
fn slug(title: &str) -> String {
    let letters = title.chars().map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    let slug: String = letters.collect();
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "dungeon".to_owned() } else { slug.to_owned() }
}
