//! What virtual tabletops have in common: squares, pixels, and a picture that everybody at the table may see.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::options::Options;
use super::outline::{MAX_INSET, Scale, WallStyle};
use super::table_frame::TableFrame;
use crate::output::WriteError;
use undercroft::dungeon::{Dungeon, Level, MarkerKind, Provenance, Terrain};
use undercroft_draw::{DrawOptions, Edition, Levels, Metadata, Picture, Rock, Theme};
use undercroft_draw::{MAX_DRAWN_CELLS, WorkMeter, draw_metered, png_metadata, redact_secrets};

/// Pixels along a square that anybody may ask for.
const SQUARE_PIXELS: RangeInclusive<u32> = 20..=1000;
/// Maps of more cells than this are shaded and not hatched.
const MAX_HATCHED_CELLS: usize = 1 << 16;

/// How a dungeon is laid on a virtual table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// Squares of the table along the side of a cell; `None` for as many as make squares of about 5 feet.
    /// [Limits: 1..=2]
    pub squares_per_tile: Option<u8>,
    /// Pixels along the side of a square; `None` for 140, 100 or 70, whichever first gives at most 67 million pixels and
    /// 24 megabytes. A level for which 70 are too many is cut into parts. [Limits: 20..=1000]
    pub pixels_per_square: Option<u32>,
    /// How far walls stand back from the floor, so that their faces are lit; on levels with soft walls at most 100.
    /// [Unit: thousandths of a square] [Limits: 0..=250]
    pub inset: u16,
    /// The line that walls follow.
    pub walls: WallStyle,
    /// Colours and weights of the picture.
    pub theme: Theme,
    /// For whom: the player's edition has no secrets, nothing behind them, and no seed to find them by.
    pub edition: Edition,
    /// Whether the picture shows what only the game master should know: numbers, symbols, secret doors.
    pub marks: bool,
}

impl TryFrom<&Options> for TableOptions {
    type Error = WriteError;

    fn try_from(options: &Options) -> Result<Self, WriteError> {
        Ok(Self {
            squares_per_tile: options.integer("squares_per_tile").map(|squares| squares as u8),
            pixels_per_square: options.integer("square_px").map(|pixels| pixels as u32),
            inset: options.integer("inset").unwrap_or_default() as u16,
            walls: if options.text("walls") == Some("exact") { WallStyle::Exact } else { WallStyle::Soft },
            theme: options.theme("parchment")?,
            edition: options.edition(),
            marks: options.is_on("marks"),
        })
    }
}

impl TableOptions {
    /// The dungeon that is written: all of it, or what players may know.
    pub(super) fn known<'a>(&self, dungeon: &'a Dungeon) -> Cow<'a, Dungeon> {
        match self.edition {
            Edition::GameMaster => Cow::Borrowed(dungeon),
            Edition::Player => Cow::Owned(untraced(redact_secrets(dungeon))),
        }
    }

    /// The measures of a dungeon's levels.
    pub(super) fn scale(&self, dungeon: &Dungeon) -> Result<Scale, WriteError> {
        let squares = self.squares_per_tile.unwrap_or(if dungeon.tile_feet >= 10 { 2 } else { 1 });
        if !(1..=2).contains(&squares) {
            return Err(WriteError::Refused(format!("squares per tile: need 1 or 2, got {squares}")));
        }
        if self.inset > MAX_INSET {
            let inset = f64::from(self.inset) / 1000.0;
            return Err(WriteError::Refused(format!("inset: need 0 to 0.25 of a square, got {inset}")));
        }
        Ok(Scale { squares, inset: self.inset })
    }

    /// The pixels along a square that were asked for.
    pub(super) fn asked_pixels(&self) -> Result<Option<u32>, WriteError> {
        match self.pixels_per_square {
            Some(pixels) if !SQUARE_PIXELS.contains(&pixels) => {
                let (low, high) = (SQUARE_PIXELS.start(), SQUARE_PIXELS.end());
                Err(WriteError::Refused(format!("pixels per square: need {low} to {high}, got {pixels}")))
            }
            pixels => Ok(pixels),
        }
    }

    /// Draws what a table shows of a level, and the texts that travel with the picture.
    pub(super) fn draw(
        &self,
        dungeon: &Dungeon,
        level: &Level,
        frame: TableFrame,
        meter: &WorkMeter,
    ) -> Result<(Picture, Vec<Metadata>), WriteError> {
        let cells = level.size().area();
        if cells > MAX_DRAWN_CELLS {
            let z = level.z;
            return Err(WriteError::Refused(format!(
                "level {z} has {cells} cells; a map for a virtual tabletop has at most {MAX_DRAWN_CELLS}"
            )));
        }
        let shown = if self.marks { Cow::Borrowed(dungeon) } else { Cow::Owned(unmarked(dungeon)) };
        let mut options = self.drawing(level);
        options.crop = Some(frame.cells);
        Ok((draw_metered(&shown, &options, meter)?, png_metadata(&shown, options.edition)))
    }

    fn drawing(&self, level: &Level) -> DrawOptions {
        let hatched = level.size().area() <= MAX_HATCHED_CELLS;
        let mut drawing = DrawOptions::default();
        drawing.theme = self.theme.clone();
        drawing.edition = if self.marks { self.edition } else { Edition::Player };
        drawing.levels = Levels::One(level.z);
        // The table draws its own grid.
        (drawing.sheet, drawing.grid) = (false, false);
        drawing.rock = if hatched { Rock::Hatched } else { Rock::Shaded };
        drawing.numbers = self.marks;
        drawing
    }
}

/// The dungeon with its secret doors walled up, so that the drawing cannot betray them; what lies behind them is drawn,
/// for the table hides it until a player sees it. Roles and keys are left out, too.
fn unmarked(dungeon: &Dungeon) -> Dungeon {
    let mut copy = dungeon.clone();
    for door in copy.doors.iter_mut().filter(|door| door.secret) {
        let level = copy.levels.iter_mut().find(|level| level.z == door.z);
        if let Some(level) = level {
            for &cell in &door.cells {
                if let Some(terrain) = level.terrain.get_mut(cell) {
                    *terrain = Terrain::Wall;
                }
            }
        }
        door.cells.clear();
        // A secret door left in the list would have the player's drawing hide what lies behind it.
        door.secret = false;
    }
    copy.rooms.iter_mut().for_each(|room| room.roles.clear());
    copy.markers.retain(|marker| marker.kind != MarkerKind::Key);
    untraced(copy)
}

/// The dungeon without what it could be made again from, secrets included.
fn untraced(dungeon: Dungeon) -> Dungeon {
    let mut untraced = dungeon;
    untraced.warnings.clear();
    untraced.provenance = Provenance { epoch: untraced.provenance.epoch, ..Provenance::default() };
    untraced
}

/// A name for a file or a package: lower-case letters, digits and hyphens.
pub(super) fn slug(name: &str) -> String {
    let letters = name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { ' ' });
    let words: String = letters.collect::<String>().to_ascii_lowercase();
    let slug = words.split_whitespace().collect::<Vec<_>>().join("-");
    if slug.is_empty() { "dungeon".to_owned() } else { slug }
}

/// Feet along the side of a square, at least one.
pub(super) fn square_feet(dungeon: &Dungeon, scale: Scale) -> i32 {
    (i32::from(dungeon.tile_feet) / i32::from(scale.squares)).max(1)
}
