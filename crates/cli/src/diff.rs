//! `undercroft diff`: what is different between two dungeons.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use serde_json::json;
use undercroft::diff::{DungeonDiff, LevelDiff, RoomFate, diff};
use undercroft::dungeon::{Dungeon, Level};
use undercroft::grid::{BitGrid, Cell};
use undercroft_draw::{Mark, Overlay, PALETTE};

use crate::console::Console;
use crate::document::Document;
use crate::input;
use crate::output;
use crate::render::{self, RenderArgs};
use crate::text_wrap::count;

/// Compare two dungeons
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft diff a.json b.json                rooms that are the same, changed, added and removed, and the rest
  undercroft diff a.json b.json --json         the same for programs
  undercroft diff a.json b.json -o d.svg       the second map with what only one of them has marked

Rooms with the same floor are the same; of the others, those are one room that changed that have at least half of all their
cells in common.

Exit codes:
  0  nothing is different
  1  something is different
  2  a file cannot be read")]
pub struct Diff {
    /// The first dungeon
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second dungeon
    #[arg(value_name = "B")]
    second: PathBuf,
    /// Draw the second map with the differences marked, as .svg or .png
    #[arg(long, short, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    render: RenderArgs,
}

impl Diff {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let format = self.output.as_deref().map(render::by_path).transpose()?;
        self.render.check(format.as_slice())?;
        let [a, b] = [input::dungeon(&self.first)?, input::dungeon(&self.second)?];
        let found = diff(&a, &b);
        if let Some((path, format)) = self.output.as_ref().zip(format) {
            let bytes = self.render.marked(&b, format, &overlays(&a, &b)).context("-o")?;
            output::write(&[Document::new(path.clone(), bytes)])?;
        }
        if console.json {
            Console::print_json(&json!({ "equal": found.is_empty(), "difference": found }))?;
        } else {
            Console::print(page(&self.first, &self.second, &found, console.quiet))?;
        }
        Ok(ExitCode::from(u8::from(!found.is_empty())))
    }
}

/// The differences as text.
fn page(first: &Path, second: &Path, found: &DungeonDiff, is_quiet: bool) -> String {
    let mut page = String::new();
    if found.is_empty() {
        return if is_quiet { page } else { format!("{} and {} are the same\n", first.display(), second.display()) };
    }
    let of_fate = |fate: RoomFate| -> Vec<String> {
        let rooms = found.rooms.iter().filter(|room| room.fate == fate);
        rooms.map(|room| if room.z == 0 { room.label.clone() } else { format!("{}:{}", room.z, room.label) }).collect()
    };
    for (fate, word) in [
        (RoomFate::Same, "same"),
        (RoomFate::Changed, "changed"),
        (RoomFate::Added, "added"),
        (RoomFate::Removed, "removed"),
    ] {
        let rooms = of_fate(fate);
        if !rooms.is_empty() {
            let _ = writeln!(page, "rooms {word:<8} {}", rooms.join(", "));
        }
    }
    for level in &found.levels {
        let _ = writeln!(page, "level {:<8} {}", level.z, level_words(level));
    }
    for what in ["door", "link", "feature", "spawn", "name", "note", "pin"] {
        let counted =
            |fate: RoomFate| found.things.iter().filter(|thing| thing.what == what && thing.fate == fate).count();
        let fates = [(RoomFate::Changed, "changed"), (RoomFate::Added, "added"), (RoomFate::Removed, "removed")];
        let counts = fates.map(|(fate, word)| (counted(fate), word));
        let words: Vec<String> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
        if !words.is_empty() {
            let _ = writeln!(page, "{:<14} {}", format!("{what}s"), words.join(", "));
        }
    }
    for fact in &found.facts {
        let [a, b] = &fact.values;
        let _ = writeln!(page, "{:<14} {} to {}", fact.name, or_none(a), or_none(b));
    }
    page
}

fn or_none(value: &str) -> &str {
    if value.is_empty() { "none" } else { value }
}

fn level_words(level: &LevelDiff) -> String {
    let tiles: usize = level.tiles.iter().map(|run| run.length as usize).sum();
    let ground: usize = level.ground.iter().map(|run| run.length as usize).sum();
    let mut words = vec![format!("{} different", count(tiles, "tile"))];
    if ground > 0 {
        words.push(format!("{} with other ground", count(ground, "cell")));
    }
    if let Some([[aw, ah], [bw, bh]]) = level.sizes {
        words.push(format!("{aw}×{ah} and {bw}×{bh} cells"));
    }
    words.join(", ")
}

/// What only the first, only the second and both have as open cells.
fn overlays(a: &Dungeon, b: &Dungeon) -> Vec<Overlay> {
    let mut overlays = Vec::new();
    for level in &b.levels {
        let open = |level: Option<&Level>, cell: Cell| level.is_some_and(|level| !level.at(cell).is_massive());
        let before = a.level(level.z);
        let kinds = [("only A", (true, false)), ("only B", (false, true)), ("both", (true, true))];
        for ((name, is_open), color) in kinds.into_iter().zip(PALETTE.into_iter().skip(1)) {
            let cells = BitGrid::from_fn(level.size(), |cell| (open(before, cell), open(Some(level), cell)) == is_open);
            if !cells.is_empty() {
                overlays.push(Overlay { name: name.to_owned(), z: level.z, color, mark: Mark::Cells(cells) });
            }
        }
    }
    overlays
}
