//! The level that a command works on.

use anyhow::Context;
use undercroft::dungeon::{Dungeon, Level};

/// The number of the level that the user chose; without a choice that of the only one, or 0.
pub fn chosen_level(dungeon: &Dungeon, level: Option<i32>) -> i32 {
    match (level, dungeon.levels.as_slice()) {
        (Some(z), _) => z,
        (None, [only]) => only.z,
        (None, _) => 0,
    }
}

/// The level with this number, or an error that lists those there are.
pub fn level(dungeon: &Dungeon, z: i32) -> anyhow::Result<&Level> {
    let there: Vec<_> = dungeon.levels.iter().map(|level| level.z.to_string()).collect();
    dungeon.level(z).with_context(|| format!("there is no level {z}; the map has {}", there.join(", ")))
}
