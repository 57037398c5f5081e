//! Options of prints, for every command that writes PDF.

use clap::{Args, ValueEnum};
use undercroft_formats::Setting;
use undercroft_formats::document::PrintOptions;
use undercroft_formats::pdf::{MAX_PAGES, Pages, Paper};

use crate::render;

/// How a dungeon is printed.
#[derive(Args)]
#[command(next_help_heading = "Print (PDF)")]
pub struct PrintArgs {
    /// The paper in the printer; without it a4
    #[arg(long)]
    paper: Option<PaperArg>,
    /// Which pages; without it all
    #[arg(long)]
    pages: Option<PagesArg>,
    /// The most pages, without it 1000; a longer print is refused
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_pages: Option<u32>,
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
            paper: self.paper.map_or_else(Paper::default, |paper| match paper {
                PaperArg::A4 => Paper::A4,
                PaperArg::Letter => Paper::Letter,
            }),
            pages: self.pages.map_or_else(Pages::default, |pages| match pages {
                PagesArg::All => Pages::All,
                PagesArg::Overview => Pages::Overview,
                PagesArg::TrueScale => Pages::TrueScale,
            }),
            max_pages: self.max_pages.map_or(MAX_PAGES, |pages| pages as usize),
        }
    }

    /// What was asked for.
    pub fn given(&self) -> Vec<Setting> {
        render::given([
            (self.paper.is_some(), Setting::Paper),
            (self.pages.is_some(), Setting::Pages),
            (self.max_pages.is_some(), Setting::MaxPages),
        ])
    }
}
