//! `undercroft contents preview`: what a table makes of a dungeon, as its room key.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use undercroft::contents::Contents;
use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::format::text_commentary;
use undercroft::recipe::{DEFAULT_PRESET, StockSpec, preset, presets};
use undercroft::stock::stock;
use undercroft::{Generator, Seed};

use super::table_named;
use crate::console::Console;
use crate::input::text;

/// Print the room key of a dungeon that is stocked with a table
#[derive(Args)]
pub struct ContentsPreview {
    /// The table
    table: String,
    /// The seed of the dungeon and of its contents
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Content files of your own
    #[arg(long, value_name = "FILE")]
    contents: Vec<PathBuf>,
}

impl ContentsPreview {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let files: Vec<(String, String)> = self
            .contents
            .iter()
            .map(|path| Ok((path.display().to_string(), text(path)?)))
            .collect::<anyhow::Result<_>>()?;
        let named: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let contents = Contents::with_files(&named)?;
        let table = table_named(&self.table, &contents)?.name();
        let (from, mut dungeon) = self.dungeon(table, &contents)?;
        let mut spec = StockSpec::default();
        spec.table = Some(table.to_owned());
        stock(&mut dungeon, &spec, &contents, &Seed::new(self.seed), &mut NoEvents)?;
        console.print_note(&format!("{} ({from}, seed {}), stocked with the table {table}", dungeon.name, self.seed));
        Console::print(text_commentary::room_key(&dungeon))?;
        Ok(ExitCode::SUCCESS)
    }

    /// A dungeon of the first preset that takes the table by itself, else of the usual one.
    fn dungeon(&self, table: &str, contents: &Contents) -> anyhow::Result<(&'static str, Dungeon)> {
        let of = |name: &'static str| -> anyhow::Result<(&'static str, Dungeon)> {
            Ok((name, Generator::preset(name)?.set("stock.mode", "none")?.seed(self.seed).generate()?))
        };
        let of_name = preset(table).into_iter();
        for preset in of_name.chain(presets()) {
            let (name, dungeon) = of(preset.name)?;
            if contents.table_for(dungeon.provenance.recipe.category().unwrap_or_default()).name() == table {
                return Ok((name, dungeon));
            }
        }
        of(DEFAULT_PRESET)
    }
}
