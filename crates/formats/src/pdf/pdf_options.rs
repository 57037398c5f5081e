//! How a dungeon is printed.

use super::print_part::PrintPart;
use undercroft::dungeon::Dungeon;
use undercroft_draw::{DrawOptions, Edition, Levels, Paper, Rock, Theme};

/// The most pages by default: two reams of paper.
pub const MAX_PAGES: usize = 1000;

/// How a dungeon is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfOptions {
    /// The paper in the printer.
    pub paper: Paper,
    /// Squares of the tabletop, one inch each, along the side of a tile. [Limits: 1..=2]
    pub squares_per_tile: u8,
    /// Which pages there are, in this order. Players get those that are for them.
    pub pages: Vec<PrintPart>,
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
            pages: vec![PrintPart::OnePage, PrintPart::Player],
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
    pub(super) fn title<'a>(&'a self, dungeon: &'a Dungeon) -> &'a str {
        self.title.as_deref().unwrap_or(&dungeon.name)
    }

    /// The parts that are for the readers of the print: players get no key, and their page instead of the master's.
    pub(super) fn parts(&self) -> Vec<PrintPart> {
        let mut parts: Vec<PrintPart> = Vec::new();
        for &part in &self.pages {
            let shown = match (self.edition, part) {
                (Edition::Player, PrintPart::Key) => continue,
                (Edition::Player, PrintPart::OnePage) => PrintPart::Player,
                (_, part) => part,
            };
            if !parts.contains(&shown) {
                parts.push(shown);
            }
        }
        parts
    }

    pub(super) fn drawing(&self, levels: Levels) -> DrawOptions {
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
