//! The level that is looked at, from any file that has one.

use std::path::Path;

use anyhow::anyhow;
use undercroft::dungeon::{Dungeon, Level, Terrain};
use undercroft::grid::{BitGrid, Grid};
use undercroft::sight::{FovCase, Observer};
use undercroft_draw::Edition;
use undercroft_formats::InputKind;

use super::Blocking;
use crate::{input, level};

/// A level, and what stops sight on it.
pub struct Ground {
    /// The dungeon it belongs to.
    pub dungeon: Dungeon,
    /// Its number.
    pub z: i32,
    /// What stops sight.
    pub blocking: Blocking,
    /// The cells that do.
    pub solid: BitGrid,
    /// The observer that the file marks, or why there is none.
    pub marked: Result<Observer, String>,
}

impl Ground {
    /// Reads a file. Without `level` it is the only level, or level 0.
    pub fn read(path: &Path, level: Option<i32>, edition: Edition, blocking: Blocking) -> anyhow::Result<Self> {
        let (dungeon, marked) = read(path)?;
        let dungeon = edition.known(&dungeon).into_owned();
        let z = level::chosen_level(&dungeon, level);
        let level = level::level(&dungeon, z)?;
        let solid = match blocking {
            Blocking::Solid => dungeon.solid(level),
            Blocking::Opaque => dungeon.opaque(level),
        };
        Ok(Self { dungeon, z, blocking, solid, marked })
    }
}

/// A dungeon, and the observer on it if the file is a sight map or a sight case in JSON.
fn read(path: &Path) -> anyhow::Result<(Dungeon, Result<Observer, String>)> {
    let bytes = input::source(path)?;
    let name = path.display().to_string();
    let case = || FovCase::read(&name, &String::from_utf8_lossy(&bytes));
    if is_case_json(&bytes) {
        let case = case().map_err(|error| anyhow!("{name}: {error}"))?;
        return Ok((bare(&case), case.observer.ok_or_else(unmarked)));
    }
    let dungeon = input::dungeon_in(path, &bytes)?;
    let marked = match InputKind::recognize(Some(&name), &bytes) {
        InputKind::FovText => match case() {
            Ok(case) => case.observer.ok_or_else(unmarked),
            Err(error) => Err(error.to_string()),
        },
        _ => Err("only sight maps can mark it, with s".to_owned()),
    };
    Ok((dungeon, marked))
}

fn unmarked() -> String {
    "this map marks corners and no observer; s marks it".to_owned()
}

/// Dungeon JSON has no field of this name.
fn is_case_json(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{') && text.contains("\"gridRows\"")
}

fn bare(case: &FovCase) -> Dungeon {
    let terrain = |cell| if case.solid.contains(cell) { Terrain::Wall } else { Terrain::Floor };
    Dungeon::bare(case.name.clone(), vec![Level::new(0, Grid::from_fn(case.solid.size(), terrain))])
}
