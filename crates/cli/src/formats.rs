//! `undercroft formats`: every format that can be written or read, from the table that the writers use.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use undercroft_formats::{FORMATS, Format};

use crate::console::Console;
use crate::format_args;
use crate::text_wrap;

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
        let formats = FORMATS;
        if console.json {
            Console::print_json(&formats.iter().map(|format| described(format)).collect())?;
        } else {
            Console::print(formats.iter().map(|format| paragraph(format, console)).collect::<Vec<_>>().join("\n"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The options that change what is written.
fn options(format: &Format) -> Vec<String> {
    format_args::flags(format)
}

fn described(format: &Format) -> Value {
    let info = format.info;
    json!({
        "name": format.name,
        "extensions": format.extensions,
        "media_type": format.media_type,
        "title": info.title,
        "preserves": info.preserves,
        "omits": info.omits,
        "tested_with": info.readers,
        "reads": format.read.is_some(),
        "player_edition": format.has_player_edition,
        "options": options(format),
    })
}

fn paragraph(format: &Format, console: &Console) -> String {
    let info = format.info;
    let name = if console.colour { format!("\x1b[1m{}\x1b[0m", format.name) } else { format.name.to_owned() };
    let extensions: Vec<_> = format.extensions.iter().map(|extension| format!(".{extension}")).collect();
    let both = if format.read.is_some() { "written and read" } else { "written" };
    let mut paragraph = format!("{name} ({}, {both}): {}\n", extensions.join(", "), info.title);
    let flags = options(format);
    let flags = if flags.is_empty() { "none".to_owned() } else { flags.join(", ") };
    let facts =
        [("preserves", info.preserves), ("omits", info.omits), ("tested with", info.readers), ("options", &flags)];
    let width = Console::width().unwrap_or(WIDTH).saturating_sub(4);
    for line in facts.iter().flat_map(|(what, fact)| text_wrap::wrapped(&format!("{what}: {fact}"), width)) {
        let _ = writeln!(paragraph, "    {line}");
    }
    paragraph
}
