//! `undercroft edit`: applies a log of edits to a dungeon.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use undercroft::edit::{Edit, apply};
use undercroft::format::json as dungeon_json;

use crate::console::Console;
use crate::document::Document;
use crate::input;
use crate::output;
use crate::target;
use crate::text_wrap::count;

/// The most edits of a log.
const MAX_EDITS: usize = 5_000;
/// Search steps that each edit may take.
const BUDGET: u64 = 4_000_000;

/// Apply a log of edits
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft edit my.json --log edits.json -o new.json    applies all of them, in order
  undercroft edit my.json --log edits.json --json         for programs

The log is a JSON list of edits, which docs/handwork.md describes. What an edit makes is pinned: `undercroft generate --like
new.json --seed 9` keeps it. Where an edit is refused, nothing is written.

Exit codes:
  0  all edits were applied
  1  some edits were refused; each is named with its reason
  2  a file cannot be read")]
pub struct EditArgs {
    /// The dungeon; `-` is standard input
    file: PathBuf,
    /// The edits, as a JSON list
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
    /// Where to, as dungeon JSON; `-` is standard output
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

impl EditArgs {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        target::check_json(&self.output)?;
        let mut dungeon = input::dungeon(&self.file)?;
        let edits = self.edits()?;
        let (mut pins, mut refused) = (0, Vec::new());
        for (at, edit) in edits.iter().enumerate() {
            match apply(&dungeon, edit, BUDGET) {
                Ok(applied) => {
                    pins += applied.new_pins.len();
                    dungeon = applied.dungeon;
                }
                Err(error) => refused.push(format!("edit {at} ({}): {error}", edit.kind_name())),
            }
        }
        if !refused.is_empty() {
            refused.iter().for_each(|sentence| console.complain(sentence));
            return Ok(ExitCode::from(1));
        }
        let text = dungeon_json::write(&dungeon);
        if self.output == Path::new("-") {
            Console::print(text)?;
            return Ok(ExitCode::SUCCESS);
        }
        let documents = [Document::new(self.output.clone(), text.into_bytes())];
        output::write(&documents)?;
        if console.json {
            let written = output::written(&documents);
            Console::print_json(&json!({ "edits": edits.len(), "pins": pins, "written": written }))?;
            return Ok(ExitCode::SUCCESS);
        }
        console.print_note(&format!("{} applied, {} made", count(edits.len(), "edit"), count(pins, "pin")));
        output::report(&documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    fn edits(&self) -> anyhow::Result<Vec<Edit>> {
        let name = || self.log.display().to_string();
        let text = String::from_utf8(input::bytes_or_stdin(&self.log)?).with_context(name)?;
        let edits: Vec<Edit> = dungeon_json::parse_list(&text).map_err(|error| error.in_file(Some(&name())))?;
        if edits.len() > MAX_EDITS {
            bail!("{}: a log has at most {MAX_EDITS} edits, this one has {}", name(), edits.len());
        }
        Ok(edits)
    }
}
