//! PDF: a dungeon on paper, to be read on one page and to be played on at full size.
//!
//! ```text
//!   one-page          player            battle, true-scale
//!   ┌───────────┐     ┌───────────┐     ┌ ─┬───────┬─ ┐   squares of exactly one inch,
//!   │ title     │     │ title     │       ─┼───────┼─      cut marks at their corners,
//!   │ map       │     │ map       │        │  map  │░      a strip to the right and below
//!   │ key       │     │           │       ─┼───────┼─      for the glue
//!   └───────────┘     └───────────┘     └ ─┴░░░░░░░┴─ ┘
//! ```
//! The pages are vectors from the same [`Picture`](undercroft_draw::Picture) that SVG and PNG come from. Every page holds what
//! lies on it and no more: a picture that all pages shared would be small too, but each page would then be as slow to show
//! as the whole map. Pages on which there is only rock are left out. The same dungeon gives the same bytes: there is no
//! date in them, and the file's id comes from the seed.
//!
//! Operators and objects are those of ISO 32000-1:2008 (PDF 1.7), written with the `pdf-writer` crate.

mod battle;
mod battle_page;
mod clip;
mod document;
mod font;
mod index;
mod index_page;
mod paint;
mod paper;
mod pdf_format;
mod pdf_options;
mod print_part;
mod printed;
mod scale_drawing;
mod tile;
mod tiling;

pub use pdf_format::FORMAT;
pub use pdf_options::{MAX_PAGES, PdfOptions};
pub use print_part::PrintPart;

use std::borrow::Cow;

use undercroft_grid::{Cell, Rect};

use crate::output::{File, WriteError};
use crate::page_count::PageCount;
use battle::BattleSheets;
use document::Document;
use tiling::Tiling;
use undercroft::dungeon::Dungeon;
use undercroft_draw::{MAX_DRAWN_CELLS, PageKind, PrintLayout, PrintPage, WorkMeter};

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
    let known = options.edition.known(dungeon);
    let print = Print::new(&known, options);
    check_count(&print.count(), options)?;
    let mut document = Document::default();
    print.write(&mut document, meter)?;
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
/// assert_eq!(page_count(&hall, &PdfOptions::default()).unwrap().total(), 2);
/// ```
pub fn page_count(dungeon: &Dungeon, options: &PdfOptions) -> Result<PageCount, WriteError> {
    check(dungeon, options)?;
    let known = options.edition.known(dungeon);
    Ok(Print::new(&known, options).count())
}

/// The first page of a print as it is drawn; `None` where that is one at true scale.
fn first_page(dungeon: &Dungeon, options: &PdfOptions, meter: &WorkMeter) -> Result<Option<PrintPage>, WriteError> {
    check(dungeon, options)?;
    let known = options.edition.known(dungeon);
    let print = Print::new(&known, options);
    check_count(&print.count(), options)?;
    let (Some(&part), Some(layout)) = (print.parts.first(), &print.layout) else { return Ok(None) };
    let Some(&(kind, _)) = print.kinds(part).first() else { return Ok(None) };
    Ok(layout.draw(kind, meter)?.into_iter().next())
}

/// A print that is laid out.
struct Print<'a> {
    dungeon: &'a Dungeon,
    options: &'a PdfOptions,
    parts: Vec<PrintPart>,
    layout: Option<PrintLayout<'a>>,
    tilings: Vec<Tiling>,
    battle: BattleSheets,
}

impl<'a> Print<'a> {
    fn new(dungeon: &'a Dungeon, options: &'a PdfOptions) -> Self {
        let parts = options.parts();
        let is_read = parts.iter().any(|part| matches!(part, PrintPart::OnePage | PrintPart::Player | PrintPart::Key));
        let drawing = options.drawing(options.levels);
        let layout = is_read.then(|| PrintLayout::new(dungeon, &drawing, options.paper));
        let tilings = if parts.contains(&PrintPart::TrueScale) { tilings(dungeon, options) } else { Vec::new() };
        let has_battle = parts.contains(&PrintPart::Battle);
        let battle = if has_battle { BattleSheets::new(dungeon, options) } else { BattleSheets::default() };
        Self { dungeon, options, parts, layout, tilings, battle }
    }

    /// Kinds of pages that a part has, in order. What is left of a key follows its page, unless the whole key is printed.
    fn kinds(&self, part: PrintPart) -> &'static [(PageKind, &'static str)] {
        let has_key = self.parts.contains(&PrintPart::Key);
        match part {
            PrintPart::OnePage if has_key => &[(PageKind::OnePage, "one-page"), (PageKind::Map, "map")],
            PrintPart::OnePage => &[(PageKind::OnePage, "one-page"), (PageKind::Map, "map"), (PageKind::Rest, "key")],
            PrintPart::Player => &[(PageKind::Player, "player")],
            PrintPart::Key => &[(PageKind::Key, "key")],
            PrintPart::Battle | PrintPart::TrueScale => &[],
        }
    }

    fn count(&self) -> PageCount {
        let mut count = PageCount::new(self.options.paper.label());
        for &part in &self.parts {
            for &(kind, name) in self.kinds(part) {
                count.add(name, self.layout.as_ref().map_or(0, |layout| layout.page_count(kind)));
            }
            if part == PrintPart::Battle {
                count.add("battle", self.battle.page_count());
            }
            if part == PrintPart::TrueScale {
                count.add("index", index_page::page_count(&self.tilings));
                count.add("true-scale", self.tilings.iter().map(Tiling::page_count).sum());
            }
        }
        count
    }

    fn write(&self, document: &mut Document, meter: &WorkMeter) -> Result<(), WriteError> {
        for &part in &self.parts {
            for &(kind, _) in self.kinds(part) {
                let Some(layout) = &self.layout else { continue };
                for page in layout.draw(kind, meter)? {
                    printed::print(&page, self.options, document);
                }
            }
            if part == PrintPart::Battle {
                battle_page::print(self.dungeon, &self.battle, self.options, document, meter)?;
            }
            if part == PrintPart::TrueScale {
                index_page::print(self.dungeon, &self.tilings, self.options, document);
                for tiling in &self.tilings {
                    tile::print(self.dungeon, tiling, self.options, document, meter)?;
                }
            }
        }
        Ok(())
    }
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

/// The pages at true scale, in the order in which they are printed.
///
/// # Errors
/// As [`write()`], but for the number of pages.
///
/// ```
/// use undercroft_formats::pdf::{PdfOptions, PrintPart, pages};
///
/// let hall = undercroft_formats::read(Some("hall.txt"), b"#####\n#...#\n#####\n").unwrap();
/// let mut options = PdfOptions::default();
/// options.pages = vec![PrintPart::TrueScale];
/// assert_eq!(pages(&hall, &options).unwrap().len(), 1);
/// ```
pub fn pages(dungeon: &Dungeon, options: &PdfOptions) -> Result<Vec<ScalePage>, WriteError> {
    check(dungeon, options)?;
    let known: Cow<Dungeon> = options.edition.known(dungeon);
    let page = |tiling: &Tiling, place: Cell| ScalePage {
        z: tiling.z,
        label: Tiling::label(place),
        squares: tiling.squares(place),
    };
    let tilings = tilings(&known, options);
    Ok(tilings.iter().flat_map(|tiling| tiling.pages().map(|place| page(tiling, place))).collect())
}

fn check(dungeon: &Dungeon, options: &PdfOptions) -> Result<(), WriteError> {
    if !(1..=2).contains(&options.squares_per_tile) {
        let problem = format!("squares per tile: need 1 or 2, got {}", options.squares_per_tile);
        return Err(WriteError::Refused(problem));
    }
    if options.parts().is_empty() {
        let problem = "pages: need one-page, player, battle or true-scale for players, got a key alone";
        return Err(WriteError::Refused(problem.to_owned()));
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
    let wanted = dungeon.levels.iter().filter(|level| options.levels.shows(level.z));
    wanted.map(|level| Tiling::from_level(dungeon, level, options)).collect()
}

fn check_count(count: &PageCount, options: &PdfOptions) -> Result<(), WriteError> {
    if count.total() == 0 {
        return Err(WriteError::Refused("there is nothing but rock to print".to_owned()));
    }
    if count.total() <= options.max_pages {
        return Ok(());
    }
    let limit = options.max_pages;
    let smaller = if options.squares_per_tile > 1 { ", one square to a tile" } else { "" };
    Err(WriteError::Refused(format!(
        "max_pages: the print would have {count}, the limit is {limit}; print one level at a time{smaller}, the pages \
         one-page,player alone, or raise the limit"
    )))
}

/// `The Vaults of the Grey Abbot` is `the-vaults-of-the-grey-abbot`.
fn slug(title: &str) -> String {
    let letters = title.chars().map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' });
    let slug: String = letters.collect();
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "dungeon".to_owned() } else { slug.to_owned() }
}
