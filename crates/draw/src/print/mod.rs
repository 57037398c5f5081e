//! Prints: a dungeon on one page, the same page for players, and pages of the key.

mod key_pages;
mod map_block;
mod measure;
mod one_page;
mod page_footer;
mod page_head;
mod sheet_plan;

pub use sheet_plan::{PageKind, PrintPage};

use std::borrow::Cow;

use key_pages::key_pages;
use map_block::Pane;
use one_page::{OnePage, PrintSource};
use sheet_plan::SheetPlan;

use crate::level_pane::pane_outlines;
use crate::options::{DrawOptions, Edition};
use crate::paper::Paper;
use crate::typeset::paragraph::{Paragraph, Span};
use crate::typeset::room_entry;
use crate::voice::Voice;
use crate::work_meter::{Cancelled, WorkMeter};
use undercroft::dungeon::Dungeon;

/// A print that is laid out and not yet drawn: pages can be counted before anything is painted.
///
/// ```
/// use undercroft_draw::{DrawOptions, PageKind, Paper, PrintLayout};
///
/// let dungeon = undercroft::generate("crypt", 4)?;
/// let layout = PrintLayout::new(&dungeon, &DrawOptions::default(), Paper::A4);
/// assert_eq!(layout.pages(PageKind::OnePage).len(), 1);
/// let page = &layout.pages(PageKind::OnePage)[0];
/// assert!(page.words.iter().any(|word| word.text == dungeon.name));
/// # Ok::<(), undercroft::Error>(())
/// ```
pub struct PrintLayout<'a> {
    known: Cow<'a, Dungeon>,
    options: DrawOptions,
    paper: Paper,
    one_page: OnePage,
}

impl<'a> PrintLayout<'a> {
    /// Lays out a dungeon as the readers of the options' edition know it.
    pub fn new(dungeon: &'a Dungeon, options: &DrawOptions, paper: Paper) -> Self {
        let known = options.edition.known(dungeon);
        let one_page = source(&known, options, paper).lay_out();
        Self { known, options: options.clone(), paper, one_page }
    }

    /// How many pages of a kind there are.
    pub fn page_count(&self, kind: PageKind) -> usize {
        self.plans(kind).len()
    }

    /// The pages of a kind.
    pub fn pages(&self, kind: PageKind) -> Vec<PrintPage> {
        self.draw(kind, &WorkMeter::unlimited()).unwrap_or_default()
    }

    /// The pages of a kind, unless the meter stops.
    ///
    /// # Errors
    /// When the sink of the meter asked to stop.
    pub fn draw(&self, kind: PageKind, meter: &WorkMeter) -> Result<Vec<PrintPage>, Cancelled> {
        let plans = self.plans(kind);
        if kind != PageKind::Player {
            return plans.iter().map(|plan| plan.draw(kind, &self.known, &self.options, meter)).collect();
        }
        let mut options = self.options.clone();
        options.edition = Edition::Player;
        let known = options.edition.known(&self.known);
        plans.iter().map(|plan| plan.draw(kind, &known, &options, meter)).collect()
    }

    fn plans(&self, kind: PageKind) -> Vec<SheetPlan> {
        let page = &self.one_page;
        match kind {
            PageKind::OnePage => vec![page.first.clone()],
            PageKind::Map => page.maps.clone(),
            PageKind::Rest if page.rest.is_empty() => Vec::new(),
            PageKind::Rest => self.key_pages(&page.rest),
            PageKind::Key => self.key_pages(&room_entry::full_key(&self.known, self.options.levels)),
            PageKind::Player => {
                std::iter::once(&page.first).chain(&page.maps).cloned().map(SheetPlan::for_players).collect()
            }
        }
    }

    /// Pages of entries, and what people say about the place.
    fn key_pages(&self, entries: &[Paragraph]) -> Vec<SheetPlan> {
        let mut paragraphs = entries.to_vec();
        let rumours = room_entry::rumours(&self.known);
        if !rumours.is_empty() {
            let heading = vec![Span::new(Voice::Bold, "What people say")];
            paragraphs.push(Paragraph { label: String::new(), spans: heading });
            paragraphs.extend(rumours);
        }
        let title = self.options.title.as_deref().unwrap_or(&self.known.name);
        key_pages(&self.known, title, &paragraphs, self.paper)
    }
}

/// The levels that are shown, with their names.
fn source<'a>(dungeon: &'a Dungeon, options: &'a DrawOptions, paper: Paper) -> PrintSource<'a> {
    let pane = |(z, name, area)| Pane { z, name, area };
    let key = match options.edition {
        Edition::GameMaster => room_entry::key(dungeon, options.levels),
        Edition::Player => Vec::new(),
    };
    PrintSource {
        dungeon,
        title: options.title.as_deref().unwrap_or(&dungeon.name),
        paper,
        panes: pane_outlines(dungeon, options).into_iter().map(pane).collect(),
        key,
    }
}
