//! `undercroft vary`: other rolls of a dungeon that keep what is pinned in it.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use undercroft::events::NoEvents;
use undercroft::format::json as dungeon_json;
use undercroft::vary::{MAX_VARIATIONS, variation_seed};

use crate::console::Console;
use crate::document::Document;
use crate::input;
use crate::make;
use crate::output;
use crate::source;

/// Roll a dungeon again with other seeds, keeping its pins
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft vary my.json                      eight variations, as a table
  undercroft vary my.json -n 20 --out-dir v    each as dungeon JSON in a folder
  undercroft vary my.json -n 3 --json          for programs

Seeds follow from the dungeon's own, so the same command gives the same variations. Pinned stages keep their numbers.

Exit codes:
  0  all were made
  1  the pins of some cannot be kept with their seeds
  2  the file cannot be read or carries no recipe")]
pub struct Vary {
    /// The dungeon; `-` is standard input
    file: PathBuf,
    /// How many, at most 24
    #[arg(long, short = 'n', value_name = "N", default_value_t = 8)]
    count: u32,
    /// The folder for the files NAME-SEED.json; it is made if need be
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
}

impl Vary {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        if !(1..=MAX_VARIATIONS).contains(&self.count) {
            bail!("-n {}: need 1 to {MAX_VARIATIONS} variations", self.count);
        }
        let dungeon = input::dungeon(&self.file)?;
        let name = self.file.display().to_string();
        let (file, seed) = source::recorded(&dungeon, &name)?;
        let provenance = &dungeon.provenance;
        let recipe = file.check(seed)?.with_pins(provenance.pins.clone(), provenance.pins_size);
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (mut rows, mut documents, mut page) = (Vec::new(), Vec::new(), String::new());
        let mut refused = 0;
        for i in 1..=self.count {
            let mut rolled = recipe.clone();
            rolled.seed = variation_seed(&recipe, i);
            let command = format!("undercroft generate --like {name} --seed {}", rolled.seed.base());
            match make::make(&rolled, &command, &mut NoEvents) {
                Ok(made) => {
                    let facts = &made.facts;
                    let _ = writeln!(
                        page,
                        "{:<12} {:>3} rooms {:>3} links  {}",
                        rolled.seed.base(),
                        facts.rooms,
                        facts.links,
                        made.dungeon.name
                    );
                    rows.push(json!({ "seed": rolled.seed.to_string(), "name": made.dungeon.name, "facts": facts }));
                    if let Some(folder) = &self.out_dir {
                        let path = folder.join(format!("{stem}-{}.json", rolled.seed.base()));
                        documents.push(Document::new(path, dungeon_json::write(&made.dungeon).into_bytes()));
                    }
                }
                Err(failure) => {
                    refused += 1;
                    let _ = writeln!(page, "{:<12} {}", rolled.seed.base(), failure.sentence());
                    rows.push(json!({ "seed": rolled.seed.to_string(), "refused": failure.sentence() }));
                }
            }
        }
        if let Some(folder) = &self.out_dir {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            output::write(&documents)?;
        }
        if console.json {
            Console::print_json(&json!({ "variations": rows, "written": output::written(&documents) }))?;
        } else {
            Console::print(page)?;
        }
        Ok(ExitCode::from(u8::from(refused > 0)))
    }
}
