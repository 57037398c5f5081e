//! The colors of what lies on the floor, mixed into the floor of a theme.

use super::theme::{Color, Theme};
use undercroft::dungeon::Ground;

const WATER: Color = Color::new(0x35, 0x5f, 0x78);
const LEAVES: Color = Color::new(0x5f, 0x7a, 0x3c);
#[cfg(feature = "png")]
const WOOD: Color = Color::new(0x86, 0x62, 0x38);

/// The plain color of a kind of ground.
#[cfg(feature = "png")]
pub fn ground_color(kind: Ground, theme: &Theme) -> Color {
    let (color, part) = match kind {
        Ground::Shallow => (WATER, 35),
        Ground::Deep => (WATER, 80),
        Ground::Chasm => (theme.ink, 85),
        Ground::Rubble => (theme.ink, 25),
        Ground::Grass => (LEAVES, 40),
        Ground::Bridge => (WOOD, 60),
        _ => (theme.floor, 0),
    };
    theme.floor.mix(color, part)
}

/// The tint under the strokes of a kind of ground.
pub fn ground_tint(kind: Ground, theme: &Theme) -> Color {
    let (color, part) = match kind {
        Ground::Shallow => (WATER, 10),
        Ground::Deep => (WATER, 20),
        Ground::Chasm => (theme.ink, 18),
        Ground::Grass => (LEAVES, 14),
        _ => (theme.floor, 0),
    };
    theme.floor.mix(color, part)
}
