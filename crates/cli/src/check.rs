//! `undercroft check`: the judge's verdict on dungeons and maps.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use serde_json::{Value, json};
use undercroft::dungeon::{Dungeon, EPOCH, Level, Room};
use undercroft::events::NoEvents;
use undercroft::grid::BitGrid;
use undercroft::verify::{Facts, Flaw, FlawCode, Report, Skipped, not_reproduced, verify_part};
use undercroft_draw::Overlay;
use undercroft_draw::{Mark, PALETTE};
use undercroft_formats::Format;

use crate::console::Console;
use crate::document::Document;
use crate::input;
use crate::io_words;
use crate::output;
use crate::progress;
use crate::render::{self, RenderArgs};
use crate::source;

/// Verify dungeons and maps
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft check deep.json                     is it sound? figures, and checks that do not apply
  undercroft check maps/*.json --quiet           only what is wrong
  undercroft check deep.json --regenerate        does its recipe still make it?
  undercroft check broken.json --draw why.png    the flaws marked on the map
  undercroft generate -f json | undercroft check - --json

docs/flaws.md lists the codes of flaws.

Exit codes:
  0  every file is sound
  1  a file has flaws
  2  a file cannot be read")]
pub struct Check {
    /// The maps or dungeons; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Make each again from the recipe and seed that it carries, and compare
    #[arg(long)]
    regenerate: bool,
    /// Draw the map with its flaws marked, as .svg or .png
    #[arg(long, value_name = "OUT")]
    draw: Option<PathBuf>,
    #[command(flatten)]
    render: RenderArgs,
}

/// How a file was found, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Sound = 0,
    Flawed = 1,
    Unreadable = 2,
}

impl Check {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        if self.draw.is_some() && self.files.len() > 1 {
            bail!("--draw shows one map; check the {} files one by one", self.files.len());
        }
        let format = self.draw.as_deref().map(render::by_path).transpose()?;
        self.render.check(format.as_slice())?;
        let mut worst = Verdict::Sound;
        for path in &self.files {
            worst = worst.max(self.judge(path, format, console)?);
        }
        Ok(ExitCode::from(worst as u8))
    }

    fn judge(&self, path: &Path, format: Option<&'static Format>, console: &Console) -> anyhow::Result<Verdict> {
        let read = input::source(path)
            .and_then(|bytes| Ok((input::dungeon_in(path, &bytes)?, input::missing_levels(path, &bytes)?)));
        let (dungeon, missing) = match read {
            Ok(read) => read,
            Err(error) => {
                console.complain(&io_words::one_line(&error));
                return Ok(Verdict::Unreadable);
            }
        };
        progress::stage(format!("checking {}", path.display()));
        let mut report = verify_part(&dungeon, missing);
        let mut remarks = Vec::new();
        if self.regenerate {
            progress::stage("generating it again");
            match reproduce(&dungeon) {
                Ok(flaw) => report.flaws.extend(flaw),
                Err(reason) => remarks.push(reason),
            }
        }
        if let Some((out, format)) = self.draw.as_ref().zip(format) {
            let bytes = self.render.marked(&dungeon, format, &overlays(&dungeon, &report.flaws))?;
            output::write(&[Document::new(out.clone(), bytes)])?;
        }
        print(path, &dungeon.warnings, &report, &remarks, console)?;
        Ok(if report.is_sound() { Verdict::Sound } else { Verdict::Flawed })
    }
}

/// The flaw of a dungeon that does not come out again, or the reason why that cannot be said.
fn reproduce(dungeon: &Dungeon) -> Result<Option<Flaw>, String> {
    if dungeon.provenance.epoch != EPOCH {
        return Err(format!("It was made by epoch {}, this program is epoch {EPOCH}.", dungeon.provenance.epoch));
    }
    if !dungeon.is_generated() {
        return Err("The dungeon was not generated.".to_owned());
    }
    let again = source::recorded(dungeon, "the dungeon")
        .and_then(|(file, seed)| Ok(file.check(seed)?))
        .map(|recipe| recipe.with_pins(dungeon.provenance.pins.clone(), dungeon.provenance.pins_size))
        .and_then(|recipe| Ok(recipe.generate(&mut NoEvents)?));
    Ok(match again {
        Ok(again) => not_reproduced(dungeon, &again),
        Err(error) => Some(Flaw::new(FlawCode::NotReproduced, format!("It cannot be generated again: {error:#}."))),
    })
}

fn print(
    path: &Path,
    warnings: &[String],
    report: &Report,
    remarks: &[String],
    console: &Console,
) -> anyhow::Result<()> {
    if console.json {
        return Console::print_json(&json!({
            "file": path,
            "sound": report.is_sound(),
            "flaws": report.flaws.iter().map(with_subject).collect::<Vec<_>>(),
            "skipped": report.skipped,
            "remarks": remarks,
            "warnings": warnings,
            "facts": report.facts,
        }));
    }
    if console.quiet && report.is_sound() {
        return Ok(());
    }
    Console::print(page(path, warnings, report, remarks, console))
}

/// A flaw as JSON, with what it is about.
fn with_subject(flaw: &Flaw) -> Value {
    let mut value = json!(flaw);
    value["subject"] = json!(flaw.subject().to_string());
    value
}

fn page(path: &Path, warnings: &[String], report: &Report, remarks: &[String], console: &Console) -> String {
    let paint = |code: &str, text: &str| {
        if console.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    };
    let verdict = match report.flaws.len() {
        0 => paint("32", "sound"),
        1 => paint("31", "1 flaw"),
        count => paint("31", &format!("{count} flaws")),
    };
    let mut page = format!("{}: {verdict}\n", path.display());
    for flaw in &report.flaws {
        let _ = writeln!(page, "  {}  {}", paint("33", flaw.code.name()), flaw.sentence);
    }
    if console.quiet {
        return page;
    }
    for warning in warnings {
        let _ = writeln!(page, "  {}", paint("2", &format!("warning: {warning}")));
    }
    if report.facts != Facts::default() {
        let _ = writeln!(page, "  {}", paint("2", &facts(&report.facts)));
    }
    for (checks, reason) in skipped(&report.skipped) {
        let _ = writeln!(page, "  {}", paint("2", &format!("not applicable: {checks}. {reason}")));
    }
    for remark in remarks {
        let _ = writeln!(page, "  {}", paint("2", &format!("not applicable: generating it again. {remark}")));
    }
    page
}

/// Every figure on one line.
fn facts(facts: &Facts) -> String {
    let (names, values) = (Facts::csv_header(), facts.csv_row());
    let known = names.split(',').zip(values.split(',')).filter(|(_, value)| !value.is_empty());
    known.map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect::<Vec<_>>().join(", ")
}

/// The checks that do not apply, those with the same reason together.
fn skipped(all: &[Skipped]) -> Vec<(String, &str)> {
    let mut groups: Vec<(String, &str)> = Vec::new();
    for Skipped { check, reason } in all {
        let name = serde_json::to_value(check).ok().and_then(|name| name.as_str().map(str::to_owned));
        let name = name.unwrap_or_default();
        match groups.iter_mut().find(|(_, known)| known == reason) {
            Some((names, _)) => *names = format!("{names}, {name}"),
            None => groups.push((name, reason)),
        }
    }
    groups
}

/// One overlay for each kind of flaw on each level.
fn overlays(dungeon: &Dungeon, flaws: &[Flaw]) -> Vec<Overlay> {
    let mut codes: Vec<FlawCode> = flaws.iter().map(|flaw| flaw.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let of = |(code, color): (&FlawCode, _)| {
        let here = flaws.iter().filter(|flaw| flaw.code == *code).collect::<Vec<_>>();
        let overlay = |level: &Level| {
            let cells = concerned(dungeon, level, &here);
            let (name, z) = (code.name().replace('-', " "), level.z);
            (!cells.is_empty()).then_some(Overlay { name, z, color, mark: Mark::Cells(cells) })
        };
        dungeon.levels.iter().filter_map(overlay).collect::<Vec<_>>()
    };
    codes.iter().zip(PALETTE.into_iter().cycle().skip(1)).flat_map(of).collect()
}

/// The cells of a level that flaws name; where one names none, those of its rooms and doors.
fn concerned(dungeon: &Dungeon, level: &Level, flaws: &[&Flaw]) -> BitGrid {
    let mut cells = BitGrid::new(level.size());
    for flaw in flaws {
        let named = flaw.cells.iter().copied().filter(|_| flaw.z == Some(level.z));
        let rooms = flaw.rooms.iter().filter_map(|room| dungeon.rooms.get(room.index()));
        let rooms = rooms.filter(|room| flaw.cells.is_empty() && room.z == level.z).flat_map(Room::cells);
        let doors = flaw.doors.iter().filter_map(|door| dungeon.doors.get(door.index()));
        let doors = doors.filter(|door| flaw.cells.is_empty() && door.z == level.z).flat_map(|door| door.cells.clone());
        named.chain(rooms).chain(doors).filter(|&cell| level.size().contains(cell)).for_each(|cell| {
            cells.insert(cell);
        });
    }
    cells
}
