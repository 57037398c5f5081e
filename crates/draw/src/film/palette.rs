//! The colors of a film.

use crate::overlay::PALETTE;
use crate::theme::{Color, Theme};

/// How much paper is mixed into a color for pixels that it covers wholly, mostly and hardly. [Unit: per cent]
pub const SHADES: [u8; 3] = [0, 40, 72];

/// Positions of plain colors; 0 stands for pixels that stay as they are.
pub const PAPER: u8 = 1;
/// The floor of rooms.
pub const FLOOR: u8 = 2;
/// The floor of corridors.
pub const CORRIDOR: u8 = 3;
/// The lines between partitions.
pub const PARTITION: u8 = 4;
/// Floor that was made this moment.
pub const FRESH: u8 = 5;
/// Doors.
pub const DOOR: u8 = 6;
/// A partition that is being cut.
pub const CUT: u8 = 7;
/// The first of the colors with shades: those of the overlays, then the ink.
const SHADED: u8 = 8;

/// The first of the drawing's colors.
pub const PICTURE: usize = SHADED as usize + (PALETTE.len() + 1) * SHADES.len();
/// How many colors the drawing has at most.
pub const PICTURE_COLORS: usize = 160;
const _: () = assert!(PICTURE + PICTURE_COLORS <= 256);

/// A color with shades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hue(u8);

impl Hue {
    /// The ink of letters and walls.
    pub const INK: Self = Self(PALETTE.len() as u8);

    /// One of the colors of overlays, again from the first after the last.
    pub const fn numbered(number: usize) -> Self {
        Self((number % PALETTE.len()) as u8)
    }

    /// Its position in the palette, for one of the [`SHADES`].
    pub const fn shade(self, shade: u8) -> u8 {
        SHADED + self.0 * SHADES.len() as u8 + shade
    }
}

/// The whole palette as bytes, with the colors of the finished drawing at its end.
pub fn palette(theme: &Theme, rasterize: &[Color]) -> Vec<u8> {
    let fresh = PALETTE[5].mix(theme.floor, 45);
    let plain = [
        theme.paper,
        theme.paper,
        theme.floor,
        theme.corridor.mix(theme.ink, 6),
        theme.ink.mix(theme.paper, 70),
        fresh,
        PALETTE[1],
        PALETTE[5].mix(theme.paper, 75),
    ];
    let shaded = PALETTE.iter().copied().chain([theme.ink]);
    let shaded = shaded.flat_map(|color| SHADES.map(|mix| color.mix(theme.paper, mix)));
    let all = plain.into_iter().chain(shaded).chain(rasterize.iter().copied());
    all.flat_map(|color| color.rgb).collect()
}
