//! `undercroft dataset`: many dungeons as Parquet files, and whether such files are sound.

mod checkup;
mod folder;
mod shards;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use undercroft::recipe::Preset;
use undercroft::seed::Seed;
use undercroft_formats::dataset::{ColumnGroup, DatasetPlan, DatasetSplit, SeedSpan, SeedType, ShardShare};

use crate::console::Console;
use crate::seeds::LongSeedRange;
use crate::source;
use checkup::Checkup;
use shards::ShardRun;

/// Make a data set of many dungeons in Parquet, or check one
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft dataset small-dungeon --seeds 0..99 --out d --split test=0.1
  undercroft dataset dungeon --seeds 0..19 --out halls --columns tiles,rooms,facts
  undercroft dataset crypt --seeds 0..19 --shard-rows 5 --shard 2/4 --out crypts   the third of four workers
  undercroft dataset --check d --deep

A run that was cut off goes on where it stopped: give the same command again.
Same plan, same bytes, whatever the number of threads and workers. docs/datasets.md
lists the columns.

Exit codes:
  0    all is well; with --check: complete and sound
  1    a dungeon has a flaw; with --check: incomplete or damaged
  2    the command is wrong, the folder cannot be used; with --check: not a data set
  130  stopped with Ctrl-C; no shard is left half written")]
pub struct DatasetArgs {
    /// The preset; `undercroft presets` shows them all
    #[arg(value_name = "PRESET", value_parser = source::PRESET_PARSER, conflicts_with = "recipe")]
    preset: Option<&'static Preset>,
    /// A recipe in TOML or JSON
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// Change a field of the recipe
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// The seeds from FIRST to LAST, both included
    #[arg(long, value_name = "FIRST..LAST", allow_hyphen_values = true, required_unless_present = "check")]
    seeds: Option<LongSeedRange>,
    /// The folder of the data set; it is made if need be
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Groups of columns: tiles, ground, names, rooms, doors, links, keys, features, spawns, solution, facts
    #[arg(long, value_name = "LIST", default_value = "tiles,solution,facts")]
    columns: String,
    /// The shares of test and val, as in test=0.1,val=0.05; by a hash that mirrored and shifted tiles share
    #[arg(long, value_name = "SHARES", default_value = "")]
    split: String,
    /// Seeds of a shard
    #[arg(long, value_name = "N", default_value = "4096")]
    shard_rows: u32,
    /// Make only the shards k with k mod N = I, as one of N workers
    #[arg(long, value_name = "I/N", default_value = "0/1")]
    shard: String,
    /// How many threads; by default as many as this process may use
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The type of the column of seeds; int64 for engines without unsigned numbers
    #[arg(long, value_name = "TYPE", default_value = "uint64")]
    seed_type: String,
    /// What to do where a recipe cannot be met with a seed
    #[arg(long, value_name = "WHAT", default_value = "skip")]
    on_unmet: OnUnmet,
    /// Check a data set instead of making one
    #[arg(long, value_name = "DIR", conflicts_with_all = ["preset", "recipe", "settings", "seeds", "out"])]
    check: Option<PathBuf>,
    /// Look at every row: hashes, splits and seeds
    #[arg(long, requires = "check")]
    deep: bool,
}

/// What to do with a seed that has no dungeon.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnUnmet {
    /// List it and go on
    Skip,
    /// End the run
    Stop,
}

impl DatasetArgs {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        if let Some(folder) = &self.check {
            return Checkup { folder, deep: self.deep, threads: self.threads() }.run(console);
        }
        let (Some(out), Some(seeds)) = (&self.out, &self.seeds) else { bail!("--out DIR and --seeds are required") };
        let share = ShardShare::parse(&self.shard)?;
        let plan = self.plan(SeedSpan { first: *seeds.0.start(), last: *seeds.0.end() }, console)?;
        let stops = self.on_unmet == OnUnmet::Stop;
        ShardRun::new(plan, out, share, self.threads(), stops, console)?.run(console)
    }

    fn plan(&self, seeds: SeedSpan, console: &Console) -> anyhow::Result<DatasetPlan> {
        if self.preset.is_none() && self.recipe.is_none() {
            bail!("name a PRESET, or a recipe with --recipe FILE");
        }
        let file = source::recipe_file(self.preset, self.recipe.as_deref(), &self.settings)?;
        console.note_ignored(&file.check(Seed::new(seeds.first))?);
        let mut plan = DatasetPlan::new(&file, seeds)?;
        plan.columns = ColumnGroup::parse_list(&self.columns)?;
        plan.split = DatasetSplit::parse(&self.split)?;
        plan.seed_type = SeedType::parse(&self.seed_type)?;
        plan.shard_rows = self.shard_rows;
        plan.check()?;
        Ok(plan)
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

/// Threads of our own, so that a number can be asked for.
fn pool(threads: usize) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("--threads")
}
