//! Many dungeons at once: in parallel, each judged and written whole, the same bytes as one by one.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use undercroft::events::NoEvents;
use undercroft_formats::Format;

use crate::console::Console;
use crate::document::Document;
use crate::fact_table::{self, Columns};
use crate::interrupt::INTERRUPTED;
use crate::make::{self, Failure, Made, StrictArgs};
use crate::output;
use crate::render::{RenderArgs, Shown, with_extension};
use crate::seeds::SeedRange;
use crate::source::{Source, SourceArgs};
use crate::sweep::{self, Sweep};
use crate::target;

/// Many at once.
#[derive(Args)]
#[command(next_help_heading = "Many at once")]
pub struct BatchArgs {
    /// The seeds from FIRST to LAST, both included
    #[arg(long, value_name = "FIRST..LAST", allow_hyphen_values = true, conflicts_with_all = ["output", "trace", "animate"])]
    seeds: Option<SeedRange>,
    /// The folder for the files PRESET-SEED; it is made if need be
    #[arg(long, value_name = "DIR", requires = "seeds")]
    out_dir: Option<PathBuf>,
    /// Write numbers about each dungeon as CSV, also about a single one
    #[arg(long, value_name = "FILE", value_parser = facts_file)]
    facts: Option<PathBuf>,
}

/// A file for facts. Standard output has the dungeon or its summary.
fn facts_file(name: &str) -> Result<PathBuf, &'static str> {
    if name == "-" { Err("facts need a file; `undercroft facts` prints them") } else { Ok(name.into()) }
}

/// A run over many seeds.
pub struct Batch<'a> {
    seeds: RangeInclusive<u64>,
    args: &'a BatchArgs,
    seed_args: &'a SourceArgs,
    source: &'a Source,
    strict: &'a StrictArgs,
    render: &'a RenderArgs,
    formats: Vec<&'static Format>,
}

/// How it went with one seed.
struct Outcome {
    seed: u64,
    /// The line of the facts, or why there is none.
    result: Result<String, Failure>,
    note: Option<String>,
    /// What did not come out as the recipe asked.
    warnings: Vec<String>,
}

impl BatchArgs {
    /// The run that was asked for, if one was.
    pub fn plan<'a>(
        &'a self,
        seed_args: &'a SourceArgs,
        source: &'a Source,
        strict: &'a StrictArgs,
        render: &'a RenderArgs,
        formats: &[&'static Format],
    ) -> anyhow::Result<Option<Batch<'a>>> {
        let Some(SeedRange(seeds)) = self.seeds.clone() else { return Ok(None) };
        if self.out_dir.is_none() && self.facts.is_none() {
            bail!("many dungeons need a place: give a folder with --out-dir, or only their --facts");
        }
        if seed_args.has_base_seed() {
            bail!("--seeds and --seed contradict each other; --seed may re-roll a stage here, as in --seed route=7");
        }
        let formats = if formats.is_empty() { vec![&undercroft_formats::json::FORMAT] } else { formats.to_vec() };
        render.check(&formats)?;
        Ok(Some(Batch { seeds, args: self, seed_args, source, strict, render, formats }))
    }

    /// The facts of a single dungeon, if they are wanted.
    pub fn facts_of(&self, label: &str, made: &Made) -> Option<Document> {
        let row = || fact_table::generated_row(label, made);
        self.facts.as_ref().map(|path| table_at(path, [row().as_str()].into_iter()))
    }
}

impl Batch<'_> {
    /// Makes them all.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        // A recipe that is wrong for one seed is wrong for all.
        console.note_ignored(&self.source.recipe(self.seed_args.seed_from(self.source, 0))?);
        if let Some(folder) = &self.args.out_dir {
            make_folder(folder)?;
        }
        if let Some(path) = &self.args.facts {
            check_folder(path)?;
            self.check_facts(path)?;
        }
        let sweep = Sweep::new(self.count(), console);
        let outcomes = sweep.run(self.seeds.clone(), |seed| self.one(seed))?;
        sweep.finish();
        self.write_facts(&outcomes)?;
        self.summary(&outcomes, console)
    }

    /// Refuses a table that a dungeon would replace.
    fn check_facts(&self, path: &Path) -> anyhow::Result<()> {
        let Some(folder) = &self.args.out_dir else { return Ok(()) };
        let place = target::resolve(path)?;
        let is_taken = |format: &Format| {
            let name = place.file_name().unwrap_or_default().to_string_lossy();
            let seed = name.strip_prefix(&format!("{}-", self.source.label));
            let seed = seed.and_then(|rest| rest.strip_suffix(&format!(".{}", format.extension()))?.parse().ok());
            let Some(seed) = seed.filter(|seed| self.seeds.contains(seed)) else { return false };
            let dungeon = with_extension(&folder.join(format!("{}-{seed}", self.source.label)), format);
            target::resolve(&dungeon).is_ok_and(|dungeon| dungeon == place)
        };
        if self.formats.iter().any(|format| is_taken(format)) {
            bail!("--facts {}: a dungeon of --out-dir has this name; name another file", path.display());
        }
        Ok(())
    }

    fn count(&self) -> u64 {
        sweep::count(&self.seeds)
    }

    fn one(&self, base: u64) -> anyhow::Result<Outcome> {
        let recipe = self.source.recipe(self.seed_args.seed_from(self.source, base))?;
        let command = self.source.command(&recipe.seed);
        let made = match self.strict.make(&recipe, &command, &mut NoEvents) {
            Ok(made) => made,
            Err(failure) => return Ok(Outcome { seed: base, result: Err(failure), note: None, warnings: Vec::new() }),
        };
        let row = fact_table::generated_row(&self.source.label, &made);
        let note = self.write(base, &made)?;
        Ok(Outcome { seed: base, result: Ok(row), note, warnings: made.dungeon.warnings })
    }

    fn write(&self, base: u64, made: &Made) -> anyhow::Result<Option<String>> {
        let Some(folder) = &self.args.out_dir else { return Ok(None) };
        let stem = folder.join(format!("{}-{base}", self.source.label));
        let (mut documents, mut notes) = (Vec::new(), None);
        for &format in &self.formats {
            let rendered = self.render.render(&made.dungeon, format, Shown::All, &with_extension(&stem, format))?;
            notes = notes.or(rendered.note);
            documents.extend(rendered.documents);
        }
        output::write(&documents)?;
        Ok(notes)
    }

    fn write_facts(&self, outcomes: &[Outcome]) -> anyhow::Result<()> {
        let Some(path) = &self.args.facts else { return Ok(()) };
        let rows = outcomes.iter().filter_map(|outcome| outcome.result.as_deref().ok());
        output::write(&[table_at(path, rows)])
    }

    fn summary(&self, outcomes: &[Outcome], console: &Console) -> anyhow::Result<ExitCode> {
        let failures: Vec<(u64, &Failure)> =
            outcomes.iter().filter_map(|outcome| Some((outcome.seed, outcome.result.as_ref().err()?))).collect();
        let (made, wanted) = (outcomes.len() - failures.len(), self.count());
        warn_of(outcomes);
        outcomes.iter().find_map(|outcome| outcome.note.as_ref()).into_iter().for_each(|note| console.print_note(note));
        if console.json {
            let failed = failures.iter().map(|(seed, failure)| json!({ "seed": seed, "error": failure.sentence() }));
            let failed: Vec<_> = failed.collect();
            let warned = outcomes.iter().filter(|outcome| !outcome.warnings.is_empty());
            let warned: Vec<_> =
                warned.map(|outcome| json!({ "seed": outcome.seed, "warnings": outcome.warnings })).collect();
            Console::print_json(&json!({ "wanted": wanted, "made": made, "failed": failed, "warned": warned }))?;
        } else {
            make::report_failures(&reasons(&failures), console);
            let place = self.args.out_dir.as_deref().or(self.args.facts.as_deref()).unwrap_or(Path::new("."));
            console.print_note(&format!("made {made} of {wanted} dungeons in {}", place.display()));
        }
        Ok(self.code(outcomes.len() as u64, &failures))
    }

    fn code(&self, done: u64, failures: &[(u64, &Failure)]) -> ExitCode {
        if done < self.count() {
            return ExitCode::from(INTERRUPTED);
        }
        make::failure_code(&reasons(failures)).unwrap_or(ExitCode::SUCCESS)
    }
}

/// Tells about the first of many warnings and counts the others.
fn warn_of(outcomes: &[Outcome]) {
    let all = outcomes.iter().flat_map(|outcome| outcome.warnings.iter().map(move |warning| (outcome.seed, warning)));
    let all: Vec<(u64, &String)> = all.collect();
    all.iter().take(make::MAX_TOLD).for_each(|(seed, warning)| Console::warn(&format!("seed {seed}: {warning}")));
    if all.len() > make::MAX_TOLD {
        Console::warn(&format!("{} more", all.len() - make::MAX_TOLD));
    }
}

fn reasons<'a>(failures: &[(u64, &'a Failure)]) -> Vec<&'a Failure> {
    failures.iter().map(|(_, failure)| *failure).collect()
}

fn table_at<'a>(path: &Path, rows: impl Iterator<Item = &'a str>) -> Document {
    Document::new(path.to_owned(), fact_table::table(rows, Columns::Flood).into_bytes())
}

fn make_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{}: this is a file; name a folder", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}

/// Refuses a file that has nowhere to be, before the work and not after it.
fn check_folder(path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        bail!("{}: there is no folder {}", path.display(), folder.display());
    }
    Ok(())
}
