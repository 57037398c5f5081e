//! Options of virtual tabletops, for every command that writes Universal VTT or Foundry modules.

use clap::{Args, ValueEnum};
use undercroft_formats::Setting;
use undercroft_formats::foundry::Version;
use undercroft_formats::outline::SecretDoors;
use undercroft_formats::tabletop::TableOptions;

use crate::render;

/// How a dungeon is laid on a table.
#[derive(Args)]
#[command(next_help_heading = "Tabletops (UVTT, Foundry, and the squares of PDF)")]
pub struct TabletopArgs {
    /// Squares of the table along the side of a tile; without it 2 for tiles of 10 feet, else 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    squares_per_tile: Option<u8>,
    /// Pixels along a square; without it 140, 100 or 70, as the picture's size allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    square_px: Option<u32>,
    /// How far walls stand back from the floor, so that their faces are lit: thousandths of a square; without it 0
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=250))]
    inset: Option<u16>,
    /// UVTT: what secret doors are, for the format has no word for them; without it walls
    #[arg(long, value_name = "WHAT")]
    secret_doors: Option<SecretDoorsArg>,
    /// Put numbers, symbols and secret doors into the picture, too
    #[arg(long)]
    marks: bool,
    /// Foundry: the version that the module is for; without it 14
    #[arg(long, value_name = "VERSION")]
    foundry: Option<FoundryArg>,
    /// Foundry: a folder in OUT instead of a zip archive
    #[arg(long)]
    pub unpacked: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum SecretDoorsArg {
    /// Walls: nobody finds them by accident
    Wall,
    /// Doors like others
    Door,
}

#[derive(Clone, Copy, ValueEnum)]
enum FoundryArg {
    /// A scene for each level
    #[value(name = "13")]
    V13,
    /// One scene with levels
    #[value(name = "14")]
    V14,
}

impl TabletopArgs {
    /// Squares and pixels.
    pub fn table(&self) -> TableOptions {
        TableOptions {
            squares_per_tile: self.squares_per_tile,
            pixels_per_square: self.square_px,
            inset: self.inset.unwrap_or_default(),
            marks: self.marks,
            ..TableOptions::default()
        }
    }

    /// What secret doors are.
    pub fn secret_doors(&self) -> SecretDoors {
        self.secret_doors.map_or_else(SecretDoors::default, |doors| match doors {
            SecretDoorsArg::Wall => SecretDoors::Wall,
            SecretDoorsArg::Door => SecretDoors::Door,
        })
    }

    /// The version of Foundry.
    pub fn version(&self) -> Version {
        self.foundry.map_or_else(Version::default, |version| match version {
            FoundryArg::V13 => Version::V13,
            FoundryArg::V14 => Version::V14,
        })
    }

    /// What was asked for.
    pub fn given(&self) -> Vec<Setting> {
        render::given([
            (self.squares_per_tile.is_some(), Setting::SquaresPerTile),
            (self.square_px.is_some(), Setting::SquarePx),
            (self.inset.is_some(), Setting::Inset),
            (self.secret_doors.is_some(), Setting::SecretDoors),
            (self.marks, Setting::Marks),
            (self.foundry.is_some(), Setting::FoundryVersion),
            (self.unpacked, Setting::Unpacked),
        ])
    }
}
