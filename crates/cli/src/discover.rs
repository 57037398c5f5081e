//! `undercroft discover`: secret passages and doors that the players have found.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{ArgGroup, Args};
use serde_json::json;
use undercroft::dungeon::{Dungeon, LinkId};
use undercroft::edit::{discover_all, discover_link, undiscovered_links};
use undercroft::format::json;

use crate::console::Console;
use crate::document::Document;
use crate::input;
use crate::output;
use crate::target;

/// Mark secret passages and secret doors as discovered
#[derive(Args)]
#[command(group = ArgGroup::new("which").required(true))]
#[command(after_help = "\
Examples:
  undercroft discover secrets.json --all -o found.json       every secret is known
  undercroft discover secrets.json --link 31 -o found.json   only that of link 31; dungeon JSON has the numbers
  undercroft discover secrets.json --all --json -o all.json  for programs: {\"discovered\":[27,28],…}
  undercroft export found.json -o players.png --player       a map that shows what was found

A discovered passage is a corridor like others for players, bodies and sight. The proof of the dungeon still does
without it. The result is dungeon JSON; --link may be given several times.")]
pub struct Discover {
    /// The dungeon; `-` is standard input
    file: PathBuf,
    /// The number of a link with a secret door
    #[arg(long, value_name = "N", group = "which")]
    link: Vec<u32>,
    /// Every link with a secret door
    #[arg(long, group = "which")]
    all: bool,
    /// Where to, as dungeon JSON; `-` is standard output
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

impl Discover {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let to_stdout = self.output == Path::new("-");
        target::check_json(&self.output)?;
        let dungeon = input::dungeon(&self.file)?;
        let found = self.discover(&dungeon)?;
        let text = json::write(&found);
        if to_stdout {
            Console::print(text)?;
            return Ok(ExitCode::SUCCESS);
        }
        let documents = [Document::new(self.output.clone(), text.into_bytes())];
        output::write(&documents)?;
        report(&dungeon, &found, &documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    fn discover(&self, dungeon: &Dungeon) -> anyhow::Result<Dungeon> {
        let name = self.file.display();
        if self.all {
            return discover_all(dungeon).with_context(|| format!("{name}: --all"));
        }
        let mut found = dungeon.clone();
        for &link in &self.link {
            found = discover_link(&found, LinkId(link)).with_context(|| format!("{name}: --link {link}"))?;
        }
        Ok(found)
    }
}

/// Names the links that were discovered.
fn report(old: &Dungeon, new: &Dungeon, documents: &[Document], console: &Console) -> anyhow::Result<()> {
    let left = undiscovered_links(new);
    let links: Vec<u32> =
        undiscovered_links(old).into_iter().filter(|link| !left.contains(link)).map(|link| link.0).collect();
    if console.json {
        let written = output::written(documents);
        return Console::print_json(&json!({ "discovered": links, "left": left, "written": written }));
    }
    let names: Vec<_> = links.iter().map(u32::to_string).collect();
    let noun = if links.len() == 1 { "link" } else { "links" };
    console.print_note(&format!("discovered {noun} {}; {} left", names.join(", "), left.len()));
    output::report(documents, console)
}
