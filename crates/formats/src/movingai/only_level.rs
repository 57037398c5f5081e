//! The one level that a MovingAI file holds.

use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::Levels;

use crate::options::Options;
use crate::output::WriteError;

/// The level that the options choose, or the only one there is.
pub(super) fn only_level<'a>(dungeon: &'a Dungeon, options: &Options) -> Result<&'a Level, WriteError> {
    match (options.shown(dungeon).as_slice(), options.levels()) {
        ([level], _) => Ok(level),
        (_, Levels::One(z)) => Err(WriteError::Refused(format!("there is no level {z}"))),
        (levels, Levels::All) => Err(WriteError::Refused(format!(
            "a MovingAI map holds one level, this dungeon has {}; choose with `undercroft export --level` or `--split`",
            levels.len()
        ))),
    }
}
