//! `undercroft facts`: numbers about dungeons, and how those of a preset lie in the ranges of its family.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use undercroft::events::NoEvents;
use undercroft::figures::{FigureTable, Figures, VARIETY_SEEDS, Variety};
use undercroft::recipe::{Preset, RecipeFile, preset, presets};
use undercroft::seed::Seed;
use undercroft::verify::{Facts, verify_part};

use crate::console::Console;
use crate::fact_file::FactFile;
use crate::fact_table::{self, Columns, FactEntry};
use crate::input;
use crate::interrupt::INTERRUPTED;
use crate::invocation::{program, quoted};
use crate::make::{self, Failure};
use crate::output;
use crate::seeds::SeedRange;
use crate::source;
use crate::sweep::{self, Sweep};

/// Print numbers about dungeons, and judge presets by them
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft facts deep.json                              of a dungeon, as CSV
  undercroft facts maps/*.json --json                     of many, a JSON object to a line
  undercroft facts crypt mine --seeds 1..20 > facts.csv   of presets; no dungeon is written
  undercroft facts crypt --seeds 1..20 --summary | head -50
  undercroft facts deep.json --columns all                with those of the shortest solution
  undercroft facts crypt --seeds 1..20 -o facts.csv       a file; also .json and .parquet

The summary has a line for each column of the facts: its mean, 5 %, median, 95 %
and worst value, whether it keeps the range of the preset's family (ok or OUT),
and that range. The last lines count different silhouettes and plans among the
first 200 seeds; with fewer seeds they are not judged. Without a PRESET all are
summed up. Numbers are rounded down, and judged before they are rounded.

Exit codes:
  0    all is well
  1    a figure is OUT, or a dungeon has a flaw
  2    a file cannot be read or has no rooms, or the command or a setting is wrong
  130  stopped with Ctrl-C")]
pub struct FactsArgs {
    /// Dungeons; with --seeds, presets; `-` is standard input
    #[arg(value_name = "PRESET|FILE", required_unless_present = "seeds")]
    what: Vec<String>,
    /// Generate each preset with the seeds from FIRST to LAST, both included
    #[arg(long, value_name = "FIRST..LAST", allow_hyphen_values = true)]
    seeds: Option<SeedRange>,
    /// Print a table for each preset instead of a row for each dungeon
    #[arg(long, requires = "seeds")]
    summary: bool,
    /// Which facts: those of the shortest solution take a search for each dungeon
    #[arg(long, value_name = "WHICH", default_value = "flood", conflicts_with = "summary")]
    columns: Columns,
    /// Write the rows to a file, as .csv, .json or .parquet
    #[arg(long, short, value_name = "FILE", conflicts_with = "summary")]
    output: Option<PathBuf>,
    /// Change a field of the recipes
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "seeds")]
    settings: Vec<String>,
}

/// What is kept of one generated dungeon.
struct Entry {
    fact: FactEntry,
    /// Of the first seeds, for a summary.
    variety: Option<Variety>,
}

/// All dungeons of one preset.
struct Run {
    preset: &'static Preset,
    entries: Vec<Entry>,
    failures: Vec<Failure>,
}

impl FactsArgs {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        match &self.seeds {
            Some(seeds) => self.presets(seeds, console),
            None => self.files(console),
        }
    }

    fn presets(&self, seeds: &SeedRange, console: &Console) -> anyhow::Result<ExitCode> {
        let chosen = self.what.iter().map(|name| named(name)).collect::<anyhow::Result<Vec<_>>>()?;
        let chosen = if chosen.is_empty() { presets().iter().collect() } else { chosen };
        let files = chosen.iter().map(|preset| self.recipe(preset)).collect::<anyhow::Result<Vec<_>>>()?;
        for file in &files {
            console.note_ignored(&file.check(Seed::new(0))?);
        }
        let out = self.output.as_deref().map(FactFile::new).transpose()?;
        let sweep = Sweep::new(sweep::count(&seeds.0) * chosen.len() as u64, console);
        let run = |(preset, file)| self.sweep(preset, file, seeds, &sweep);
        let runs = chosen.into_iter().zip(&files).map(run).collect::<anyhow::Result<Vec<Run>>>()?;
        sweep.finish();
        if sweep.is_stopped() {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let misses = if self.summary { summarize(&runs, console)? } else { 0 };
        let (entries, failures): (Vec<_>, Vec<_>) = runs.into_iter().map(|run| (run.entries, run.failures)).unzip();
        if !self.summary {
            let entries: Vec<FactEntry> = entries.into_iter().flatten().map(|entry| entry.fact).collect();
            match &out {
                Some(out) => self.write(out, "preset,seed", &entries, console)?,
                None => self.print_rows(&entries, console)?,
            }
        }
        let failures: Vec<&Failure> = failures.iter().flatten().collect();
        make::report_failures(&failures, console);
        Ok(make::failure_code(&failures).unwrap_or(ExitCode::from(u8::from(misses > 0))))
    }

    fn recipe(&self, preset: &Preset) -> anyhow::Result<RecipeFile> {
        let mut file = preset.recipe()?;
        self.settings.iter().try_for_each(|setting| file.set(setting))?;
        source::attach_named(&mut file, Path::new(""))?;
        Ok(file)
    }

    fn sweep(
        &self,
        preset: &'static Preset,
        file: &RecipeFile,
        seeds: &SeedRange,
        sweep: &Sweep,
    ) -> anyhow::Result<Run> {
        let first = *seeds.0.start();
        let one = |seed| self.one(preset, file, seed, seed - first < VARIETY_SEEDS as u64);
        let mut run = Run { preset, entries: Vec::new(), failures: Vec::new() };
        for result in sweep.run(seeds.0.clone(), one)? {
            match result {
                Ok(entry) => run.entries.push(entry),
                Err(failure) => run.failures.push(failure),
            }
        }
        Ok(run)
    }

    fn one(
        &self,
        preset: &Preset,
        file: &RecipeFile,
        seed: u64,
        is_among_first: bool,
    ) -> anyhow::Result<Result<Entry, Failure>> {
        let settings: Vec<String> = self.settings.iter().map(|setting| format!(" --set {}", quoted(setting))).collect();
        let settings = settings.concat();
        let command = format!("{} generate {}{settings} --seed {seed}", program(), preset.name);
        let recipe = file.check(Seed::new(seed))?;
        Ok(make::make(&recipe, &command, &mut NoEvents).map(|made| {
            let variety = (self.summary && is_among_first).then(|| {
                let mut variety = Variety::default();
                variety.insert(&made.dungeon);
                variety
            });
            let solution = self.columns.solution(&made.dungeon);
            let labels = vec![preset.name.to_owned(), made.dungeon.provenance.seed, made.dungeon.name];
            Entry { fact: FactEntry { labels, facts: made.facts, solution }, variety }
        }))
    }

    fn write(&self, out: &FactFile, labels: &str, entries: &[FactEntry], console: &Console) -> anyhow::Result<()> {
        let documents = [out.document(labels, entries, self.columns)?];
        output::write(&documents)?;
        output::report(&documents, console)
    }

    fn print_rows(&self, entries: &[FactEntry], console: &Console) -> anyhow::Result<()> {
        if console.json {
            return entries.iter().try_for_each(|entry| {
                let [preset, seed, name] = [0, 1, 2].map(|at| &entry.labels[at]);
                let facts = entry.facts_json(self.columns);
                Console::print_json(&json!({ "preset": preset, "seed": seed, "name": name, "facts": facts }))
            });
        }
        let rows: Vec<String> = entries.iter().map(|entry| entry.row(self.columns)).collect();
        Console::print(fact_table::table(rows.iter().map(String::as_str), self.columns))
    }

    /// The facts of files. What cannot be read is told, and the others are printed all the same.
    fn files(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let out = self.output.as_deref().map(FactFile::new).transpose()?;
        let (mut code, mut entries) = (0, Vec::new());
        let mut has_header = console.json || out.is_some();
        for name in &self.what {
            match self.of_file(name, console) {
                Ok((entry, is_sound)) => {
                    if !std::mem::replace(&mut has_header, true) {
                        Console::print(fact_table::header("file", self.columns))?;
                    }
                    if out.is_none() {
                        self.print_file(&entry, console)?;
                    }
                    entries.push(entry);
                    code = code.max(u8::from(!is_sound));
                }
                Err(error) => {
                    console.complain(&format!("{error:#}"));
                    code = 2;
                }
            }
        }
        if let Some(out) = &out {
            self.write(out, "file", &entries, console)?;
        }
        Ok(ExitCode::from(code))
    }

    fn print_file(&self, entry: &FactEntry, console: &Console) -> anyhow::Result<()> {
        if !console.json {
            return Console::print(entry.row(self.columns));
        }
        let facts = entry.facts_json(self.columns);
        Console::print_json(&json!({ "file": entry.labels[0], "name": entry.labels[1], "facts": facts }))
    }

    /// The facts of a file, and whether its dungeon has no flaw.
    fn of_file(&self, file: &str, console: &Console) -> anyhow::Result<(FactEntry, bool)> {
        let path: PathBuf = file.into();
        if path != Path::new("-") && !path.exists() && preset(file).is_some() {
            bail!("{file}: there is no such file; for the facts of the preset add --seeds FIRST..LAST");
        }
        let bytes = input::source(&path)?;
        let dungeon = input::dungeon_in(&path, &bytes)?;
        let report = verify_part(&dungeon, input::missing_levels(&path, &bytes)?);
        if report.facts == Facts::default() {
            bail!("{file}: no facts without rooms and links; `{} check {file}` reports what is known", program());
        }
        if !report.is_sound() {
            console.print_note(&format!("{file}: the dungeon has flaws; `{} check {file}` lists them", program()));
        }
        let (is_sound, solution) = (report.is_sound(), self.columns.solution(&dungeon));
        Ok((FactEntry { labels: vec![file.to_owned(), dungeon.name], facts: report.facts, solution }, is_sound))
    }
}

fn named(name: &str) -> anyhow::Result<&'static Preset> {
    preset(name).with_context(|| {
        format!("{name} is no preset; `{} presets` lists them all; for files leave out --seeds", program())
    })
}

/// Prints a table for each preset and returns how many figures are out.
fn summarize(runs: &[Run], console: &Console) -> anyhow::Result<usize> {
    let tables: Vec<FigureTable> = runs.iter().map(table).collect();
    if console.json {
        Console::print_json(&json!(tables))?;
    } else {
        Console::print(tables.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    }
    let misses = |table: &FigureTable| table.misses().len();
    for (run, table) in runs.iter().zip(&tables).filter(|(_, table)| misses(table) > 0) {
        console.print_note(&format!("{}: OUT are {}", run.preset.name, table.misses().join(", ")));
    }
    Ok(tables.iter().map(misses).sum())
}

fn table(run: &Run) -> FigureTable {
    let mut variety = Variety::default();
    run.entries.iter().filter_map(|entry| entry.variety.clone()).for_each(|one| variety.merge(one));
    let facts: Vec<Facts> = run.entries.iter().map(|entry| entry.fact.facts.clone()).collect();
    Figures::shipped().judge(run.preset.name, &facts, &variety)
}
