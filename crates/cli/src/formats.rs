//! `undercroft formats`: every format that can be written or read, from the table that the writers use.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use undercroft_formats::DocumentFormat;

use crate::console::Console;
use crate::words;

/// List the formats, what they hold and which programs read them
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft formats                 what there is, what each holds and what it cannot hold
  undercroft formats --json          the same for other programs
  undercroft export deep.json -o deep.svg")]
pub struct Formats {}

/// The width of lines where there is no terminal.
const WIDTH: usize = 80;

impl Formats {
    /// Runs the command.
    pub fn run(console: &Console) -> anyhow::Result<ExitCode> {
        let formats = DocumentFormat::ALL;
        if console.json {
            Console::print_json(&formats.map(described).into_iter().collect())?;
        } else {
            Console::print(formats.map(|format| paragraph(format, console)).join("\n"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The options that change what is written.
fn options(format: DocumentFormat) -> Vec<String> {
    format.settings().map(|setting| format!("--{}", setting.name())).collect()
}

fn described(format: DocumentFormat) -> Value {
    let card = format.card();
    json!({
        "name": card.name,
        "endings": card.endings,
        "title": card.title,
        "holds": card.carries,
        "cannot_hold": card.lacks,
        "tested_with": card.readers,
        "reads": card.is_read,
        "player_edition": card.has_player_edition,
        "options": options(format),
    })
}

fn paragraph(format: DocumentFormat, console: &Console) -> String {
    let card = format.card();
    let name = if console.colour { format!("\x1b[1m{}\x1b[0m", card.name) } else { card.name.to_owned() };
    let endings: Vec<_> = card.endings.iter().map(|ending| format!(".{ending}")).collect();
    let both = if card.is_read { "written and read" } else { "written" };
    let mut paragraph = format!("{name} ({}, {both}): {}\n", endings.join(", "), card.title);
    let player = card.has_player_edition.then(|| "--player".to_owned());
    let asked: Vec<String> = player.into_iter().chain(options(format)).collect();
    let asked = if asked.is_empty() { "none".to_owned() } else { asked.join(", ") };
    let facts =
        [("holds", card.carries), ("cannot hold", card.lacks), ("tested with", card.readers), ("options", &asked)];
    let width = Console::width().unwrap_or(WIDTH).saturating_sub(4);
    for line in facts.iter().flat_map(|(what, fact)| words::wrapped(&format!("{what}: {fact}"), width)) {
        let _ = writeln!(paragraph, "    {line}");
    }
    paragraph
}
