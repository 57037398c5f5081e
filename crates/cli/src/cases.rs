//! `undercroft cases`: judges sight by files that say what should be seen.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use undercroft::sight::{CaseReport, FovCase, Thoroughness};

use crate::console::Console;
use crate::input;
use crate::text_wrap;

/// Check sight test cases, in all four mirrorings and in both directions
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft cases crates/sight/tests/cases              every .txt and .json file of a folder
  undercroft cases crates/sight/tests/cases --thorough   from every seen cell, the observer must be seen in return
  undercroft cases spiral.txt mine.json                  some files
  undercroft cases crates/sight/tests/cases --json       for other programs

Exit codes: 0 all hold, 1 a case does not hold, 2 a file cannot be read.")]
pub struct Cases {
    /// Files, and folders of .txt and .json files
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// Look back from every seen cell, not only from interesting corners
    #[arg(long)]
    thorough: bool,
}

/// A file that is a case, and what came out of it.
struct Judged {
    path: PathBuf,
    report: CaseReport,
}

/// A file that is none, and why.
struct Unreadable {
    path: PathBuf,
    error: String,
}

impl Cases {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let (mut judged, mut unreadable) = (Vec::new(), Vec::new());
        for path in files(&self.paths)? {
            match case(&path) {
                Ok(case) => judged.push(Judged { report: case.check(self.thoroughness()), path }),
                Err(error) => unreadable.push(Unreadable { path, error: format!("{error:#}") }),
            }
        }
        if console.json {
            Console::print_json(&json(&judged, &unreadable))?;
        } else {
            Console::print(table(&judged, &unreadable))?;
            // An error, and so told to the quiet as well.
            for file in &unreadable {
                eprintln!("error: {}", file.error);
            }
        }
        Ok(match (unreadable.is_empty(), failed(&judged).next().is_none()) {
            (false, _) => ExitCode::from(2),
            (true, false) => ExitCode::from(1),
            (true, true) => ExitCode::SUCCESS,
        })
    }

    const fn thoroughness(&self) -> Thoroughness {
        if self.thorough { Thoroughness::EveryCell } else { Thoroughness::Corners }
    }
}

/// The files that are meant: those of a folder by name.
fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(files_in(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let name = folder.display();
    let entries = fs::read_dir(folder).with_context(|| name.to_string())?;
    let paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    let is_case = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "txt" || ending == "json");
    let mut files: Vec<PathBuf> = paths.into_iter().filter(is_case).collect();
    if files.is_empty() {
        bail!("{name}: there is no .txt and no .json file in this folder");
    }
    files.sort();
    Ok(files)
}

/// The case of a file, named by its path and, where it has one, by its own name.
fn case(path: &Path) -> anyhow::Result<FovCase> {
    let name = path.display().to_string();
    let text = String::from_utf8(input::bytes(path)?)
        .map_err(|error| anyhow!("{name}: byte {} is not UTF-8 text", error.utf8_error().valid_up_to()))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut case = FovCase::read(&stem, &text).with_context(|| name.clone())?;
    case.name = if case.name == stem { name } else { format!("{name} ({})", case.name) };
    Ok(case)
}

fn failed(judged: &[Judged]) -> impl Iterator<Item = &Judged> {
    judged.iter().filter(|case| !case.report.passed())
}

/// A line for each case, what is wrong, the first difference drawn, and the sum.
fn table(judged: &[Judged], unreadable: &[Unreadable]) -> String {
    let head = format!("{:<6} {:>7} {:>8} {:>6}  {:<18} case", "", "checks", "seen", "inter.", "observer");
    let rows = judged.iter().map(|case| case.report.to_string());
    let first_of_each = failed(judged).filter_map(|case| Some((&case.path, case.report.failures.first()?)));
    let wrong = first_of_each.enumerate().map(|(i, (path, failure))| {
        let told = if i == 0 { failure.to_string() } else { failure.sentence() };
        format!("\n{}: {}", path.display(), told.trim_end())
    });
    let checks: usize = judged.iter().map(|case| case.report.checks).sum();
    let (cases, failed, unread) = (judged.len(), failed(judged).count(), unreadable.len());
    let [cases, checks] = [(cases, "case"), (checks, "check")].map(|(count, word)| text_wrap::count(count, word));
    let sum = format!("\n{cases}, {checks}, {failed} failed, {unread} unreadable\n");
    [head].into_iter().chain(rows).chain(wrong).chain([sum]).collect::<Vec<_>>().join("\n")
}

fn json(judged: &[Judged], unreadable: &[Unreadable]) -> Value {
    let unread = |file: &Unreadable| json!({ "file": file.path, "error": file.error });
    json!({
        "cases": judged.iter().map(case_json).collect::<Vec<_>>(),
        "unreadable": unreadable.iter().map(unread).collect::<Vec<_>>(),
        "checks": judged.iter().map(|case| case.report.checks).sum::<usize>(),
        "failed": failed(judged).count(),
    })
}

fn case_json(Judged { path, report }: &Judged) -> Value {
    let first = report.failures.first();
    json!({
        "file": path,
        "observer": { "x": report.observer.at.x, "y": report.observer.at.y, "size": report.observer.footprint.to_string() },
        "passed": report.passed(),
        "checks": report.checks,
        "seen": report.seen,
        "interesting": report.interesting,
        "failures": report.failures.len(),
        "first_failure": first.map(|failure| json!({
            "message": failure.sentence(),
            "expected": failure.expected.lines().collect::<Vec<_>>(),
            "found": failure.found.lines().collect::<Vec<_>>(),
        })),
    })
}
