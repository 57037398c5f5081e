//! Options of prints, for every command that writes PDF.

use clap::{Args, ValueEnum};
use undercroft::format::document::PrintOptions;
use undercroft::format::pdf::{MAX_PAGES, Pages, Paper};

/// How a dungeon is printed.
#[derive(Args)]
#[command(next_help_heading = "Print (PDF)")]
pub struct PrintArgs {
    /// The paper in the printer
    #[arg(long, default_value = "a4")]
    paper: PaperArg,
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
    /// The pages that are wanted.
    pub fn options(&self) -> PrintOptions {
        PrintOptions {
            paper: match self.paper {
                PaperArg::A4 => Paper::A4,
                PaperArg::Letter => Paper::Letter,
            },
            pages: match self.pages {
                PagesArg::All => Pages::All,
                PagesArg::Overview => Pages::Overview,
                PagesArg::TrueScale => Pages::TrueScale,
            },
            max_pages: self.max_pages,
        }
    }
}
