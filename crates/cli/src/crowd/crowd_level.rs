//! The level that a crowd walks on.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use undercroft::dungeon::Dungeon;
use undercroft::grid::BitGrid;

use crate::{input, level};

/// One level, its walls, and where it comes from.
pub struct CrowdLevel {
    /// The file, as it was named.
    pub file: PathBuf,
    /// The whole dungeon.
    pub dungeon: Dungeon,
    /// The level's height.
    pub z: i32,
    /// The cells that no body can enter.
    pub solid: BitGrid,
}

impl CrowdLevel {
    /// Reads a map: the level that is wanted, or else the only one, or level 0.
    pub fn read(file: &Path, level: Option<i32>) -> anyhow::Result<Self> {
        let dungeon = input::dungeon(file)?;
        let z = level::chosen_level(&dungeon, level);
        let solid = dungeon.solid(level::level(&dungeon, z)?);
        if solid.size().cells().all(|cell| solid.contains(cell)) {
            bail!("{}: level {z} has no free cell", file.display());
        }
        Ok(Self { file: file.to_owned(), dungeon, z, solid })
    }
}

/// Reads a file of text.
pub fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = input::bytes(path)?;
    String::from_utf8(bytes).ok().with_context(|| format!("{}: this is not UTF-8 text", path.display()))
}
