//! `undercroft stock`: other contents for a finished dungeon.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use serde_json::json;
use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::format::json;
use undercroft::recipe::RecipeFile;
use undercroft::restock;
use undercroft::verify::verify;

use crate::console::Console;
use crate::document::Document;
use crate::input;
use crate::output;
use crate::source::StockArgs;
use crate::target;

/// Put other furniture and inhabitants into a dungeon
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft stock crypt.json --seed 3 -o other.json            the same rooms, other contents
  undercroft stock edited.json -o filled.json                   fill a dungeon that was edited or imported
  undercroft stock crypt.json --stock none -o bare.json         take everything out
  undercroft stock cellar.tmx --contents bakery.toml --set stock.table=bakery -o bakery.json

Tiles, doors, links, stairs, keys, entrance and goal stay as they are. What an earlier run put in is removed first;
purposes that the program of a house gave stay. The dungeon needs rooms and an entrance. The result is dungeon JSON.")]
pub struct Stock {
    /// The dungeon; `-` is standard input
    file: PathBuf,
    /// The number of the stage `stock`; without it the dungeon's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    change: StockArgs,
    /// Change a field stock.* of the recipe
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Where to, as dungeon JSON; `-` is standard output
    #[arg(long, short, value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

impl Stock {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        target::check_json(&self.output)?;
        let dungeon = input::dungeon(&self.file)?;
        let name = self.file.display().to_string();
        let stocked = restock(&dungeon, self.change()?, self.seed, &mut NoEvents).with_context(|| name.clone())?;
        stocked.warnings.iter().filter(|warning| !dungeon.warnings.contains(warning)).for_each(|warning| {
            Console::warn(warning);
        });
        if let Some(code) = new_flaws(&dungeon, &stocked, &name, console) {
            return Ok(code);
        }
        let text = json::write(&stocked);
        if self.output == Path::new("-") {
            Console::print(text)?;
            return Ok(ExitCode::SUCCESS);
        }
        let documents = [Document::new(self.output.clone(), text.into_bytes())];
        output::write(&documents)?;
        report(&stocked, &documents, console)?;
        Ok(ExitCode::SUCCESS)
    }

    fn change(&self) -> anyhow::Result<RecipeFile> {
        let mut change = RecipeFile::default();
        for setting in &self.settings {
            anyhow::ensure!(
                setting.trim_start().starts_with("stock."),
                "--set {setting}: only fields stock.* change the contents of a dungeon; `undercroft fields` lists them"
            );
            change.set(setting)?;
        }
        self.change.apply(&mut change)?;
        Ok(change)
    }
}

/// A dungeon that was sound stays sound; a flaw here is a bug of this program, and nothing is written.
fn new_flaws(before: &Dungeon, after: &Dungeon, name: &str, console: &Console) -> Option<ExitCode> {
    let (old, new) = (verify(before), verify(after));
    let flaw = new.flaws.iter().find(|flaw| !old.flaws.contains(flaw))?;
    console.complain(&format!("{name}: {} ({}); this is a bug: nothing was written", flaw.sentence, flaw.code.name()));
    Some(ExitCode::FAILURE)
}

fn report(dungeon: &Dungeon, documents: &[Document], console: &Console) -> anyhow::Result<()> {
    let (features, spawns, groups) = (dungeon.features.len(), dungeon.spawns.len(), dungeon.groups.len());
    if console.json {
        let written = output::written(documents);
        return Console::print_json(
            &json!({ "features": features, "spawns": spawns, "groups": groups, "written": written }),
        );
    }
    console.print_note(&format!("{features} features, {spawns} spawns, {groups} groups"));
    output::report(documents, console)
}
