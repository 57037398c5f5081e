//! Options of prints, for every command that writes PDF.

use clap::{Args, ValueEnum};
use undercroft::draw::DrawOptions;
use undercroft::dungeon::Dungeon;
use undercroft::format::pdf::{self, MAX_PAGES, Pages, Paper, PdfOptions};

/// How a dungeon is printed.
#[derive(Args)]
#[command(next_help_heading = "Print (PDF)")]
pub struct PrintArgs {
    /// The paper in the printer
    #[arg(long, default_value = "a4")]
    paper: PaperArg,
    /// Squares of the tabletop, one inch each, along the side of a tile
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(1..=2))]
    squares_per_tile: u8,
    /// Which pages
    #[arg(long, default_value = "all")]
    pages: PagesArg,
    /// The most pages; a longer print is refused
    #[arg(long, value_name = "N", default_value_t = MAX_PAGES)]
    max_pages: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum PaperArg {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

#[derive(Clone, Copy, ValueEnum)]
enum PagesArg {
    /// The overview, then every level at true scale
    All,
    /// The overview with the room key
    Overview,
    /// Every level at true scale
    TrueScale,
}

impl PrintArgs {
    /// The print, with the looks of the drawing.
    pub fn pdf(&self, dungeon: &Dungeon, drawing: DrawOptions) -> anyhow::Result<Vec<u8>> {
        let options = PdfOptions {
            paper: match self.paper {
                PaperArg::A4 => Paper::A4,
                PaperArg::Letter => Paper::Letter,
            },
            pages: match self.pages {
                PagesArg::All => Pages::All,
                PagesArg::Overview => Pages::Overview,
                PagesArg::TrueScale => Pages::TrueScale,
            },
            squares_per_tile: self.squares_per_tile,
            max_pages: self.max_pages,
            edition: drawing.edition,
            levels: drawing.levels,
            theme: drawing.theme,
            rock: drawing.rock,
            grid: drawing.grid,
            title: drawing.title,
        };
        let files = pdf::write(dungeon, &options)?;
        Ok(files.into_iter().next().map(|file| file.bytes).unwrap_or_default())
    }
}
