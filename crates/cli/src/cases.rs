//! `undercroft cases`: judges sight by files that say what should be seen.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::{Value, json};
use undercroft::sight::{CaseKind, CaseReport, FovCase, LocatedCase, Thoroughness};

use crate::case_folder;
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
  undercroft cases crates/sight/tests/case_files --recursive   files of any name, in folders in folders
  undercroft cases crates/sight/tests/cases --json       for other programs

A file holds a JSON case or drawings: one or more grids, side by side with | and blanks between them, or one below the
other. Lines with a blank and without | are commentary. A grid without an observer claims its corners only.

Exit codes: 0 all hold, 1 a case does not hold, 2 a file cannot be read.")]
pub struct Cases {
    /// Files, and folders of .txt and .json files
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// Read the files of any name in folders and in the folders inside; those that hold no case are counted
    #[arg(long, short)]
    recursive: bool,
    /// Look back from every seen cell, not only from interesting corners
    #[arg(long)]
    thorough: bool,
}

/// A case, the file that holds it, and what came out of it.
struct Judged {
    path: PathBuf,
    kind: CaseKind,
    report: CaseReport,
}

/// A file that cannot be read, and why.
struct Unreadable {
    path: PathBuf,
    error: String,
}

/// What came out of all files.
#[derive(Default)]
struct Results {
    files: usize,
    judged: Vec<Judged>,
    unreadable: Vec<Unreadable>,
    /// Files that hold no case.
    without_case: Vec<PathBuf>,
}

impl Cases {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let mut results = Results::default();
        for (path, needs_case) in self.files()? {
            results.add(path, needs_case, self.thoroughness());
        }
        if console.json {
            Console::print_json(&results.json())?;
        } else {
            Console::print(results.table())?;
            // An error, and so told to the quiet as well.
            for file in &results.unreadable {
                eprintln!("error: {}", file.error);
            }
        }
        Ok(match (results.unreadable.is_empty(), results.failed().next().is_none()) {
            (false, _) => ExitCode::from(2),
            (true, false) => ExitCode::from(1),
            (true, true) => ExitCode::SUCCESS,
        })
    }

    const fn thoroughness(&self) -> Thoroughness {
        if self.thorough { Thoroughness::EveryCell } else { Thoroughness::Corners }
    }

    /// The files that are meant, those of a folder by name, and whether each must hold a case.
    fn files(&self) -> anyhow::Result<Vec<(PathBuf, bool)>> {
        let mut files = Vec::new();
        for path in &self.paths {
            if !path.is_dir() {
                files.push((path.clone(), true));
            } else if self.recursive {
                files.extend(case_folder::all_files(path)?.into_iter().map(|file| (file, false)));
            } else {
                files.extend(case_folder::named_files(path)?.into_iter().map(|file| (file, true)));
            }
        }
        Ok(files)
    }
}

impl Results {
    /// Reads a file and judges its cases.
    fn add(&mut self, path: PathBuf, needs_case: bool, thoroughness: Thoroughness) {
        self.files += 1;
        match cases(&path, needs_case) {
            Ok(cases) if cases.is_empty() => self.without_case.push(path),
            Ok(cases) => self.judged.extend(cases.into_iter().map(|LocatedCase { kind, case, .. }| Judged {
                path: path.clone(),
                kind,
                report: case.check(thoroughness),
            })),
            Err(error) => self.unreadable.push(Unreadable { path, error: format!("{error:#}") }),
        }
    }

    fn failed(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|case| !case.report.passed())
    }

    fn count(&self, kind: CaseKind) -> usize {
        self.judged.iter().filter(|case| case.kind == kind).count()
    }

    fn checks(&self) -> usize {
        self.judged.iter().map(|case| case.report.checks).sum()
    }

    /// A line for each case, what is wrong, the first difference drawn, and the sums.
    fn table(&self) -> String {
        let head = format!("{:<6} {:>7} {:>8} {:>6}  {:<18} case", "", "checks", "seen", "inter.", "observer");
        let rows = self.judged.iter().map(|case| case.report.to_string());
        let first_of_each = self.failed().filter_map(|case| Some((&case.report.name, case.report.failures.first()?)));
        let wrong = first_of_each.enumerate().map(|(i, (name, failure))| {
            let told = if i == 0 { failure.to_string() } else { failure.sentence() };
            format!("\n{name}: {}", told.trim_end())
        });
        let (failed, unread) = (self.failed().count(), self.unreadable.len());
        let [cases, checks] =
            [(self.judged.len(), "case"), (self.checks(), "check")].map(|(count, word)| text_wrap::count(count, word));
        let sum = format!("{cases}, {checks}, {failed} failed, {unread} unreadable\n");
        let blank = String::new();
        [head].into_iter().chain(rows).chain(wrong).chain([blank, self.kinds(), sum]).collect::<Vec<_>>().join("\n")
    }

    /// How many of each kind were read.
    fn kinds(&self) -> String {
        let kinds = KINDS.map(|(kind, word, _)| text_wrap::count(self.count(kind), word));
        let files = text_wrap::count(self.files, "file");
        format!("{files}: {}, {} without a case", kinds.join(", "), text_wrap::count(self.without_case.len(), "file"))
    }

    fn json(&self) -> Value {
        let unread = |file: &Unreadable| json!({ "file": file.path, "error": file.error });
        let kinds: serde_json::Map<String, Value> =
            KINDS.into_iter().map(|(kind, _, key)| (key.to_owned(), self.count(kind).into())).collect();
        json!({
            "cases": self.judged.iter().map(case_json).collect::<Vec<_>>(),
            "unreadable": self.unreadable.iter().map(unread).collect::<Vec<_>>(),
            "files": self.files,
            "kinds": kinds,
            "without_case": self.without_case,
            "checks": self.checks(),
            "failed": self.failed().count(),
        })
    }
}

/// The kinds of cases, what they are called, and their names in JSON.
const KINDS: [(CaseKind, &str, &str); 4] = [
    (CaseKind::View, "drawn view", "view"),
    (CaseKind::Corners, "corner map", "corners"),
    (CaseKind::Json, "JSON case", "json"),
    (CaseKind::Map, "bare map", "map"),
];

/// The cases of a file, named by its path, by their places in it where there are several, and by names of their own. A
/// file that need not hold one may hold none, or maps without marks.
fn cases(path: &Path, needs_case: bool) -> anyhow::Result<Vec<LocatedCase>> {
    let name = path.display().to_string();
    let text = match String::from_utf8(input::bytes(path)?) {
        Ok(text) => text,
        Err(_) if !needs_case => return Ok(Vec::new()),
        Err(error) => bail!("{name}: byte {} is not UTF-8 text", error.utf8_error().valid_up_to()),
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut cases = FovCase::read_all(&stem, &text).with_context(|| name.clone())?;
    if needs_case && cases.iter().all(|found| found.kind == CaseKind::Map) {
        // Says what the file lacks.
        FovCase::read(&stem, &text).with_context(|| name.clone())?;
    }
    let is_alone = cases.len() == 1;
    for LocatedCase { line, column, case, .. } in &mut cases {
        let place = if is_alone { String::new() } else { format!(":{line}:{column}") };
        let own = if case.name == stem { String::new() } else { format!(" ({})", case.name) };
        case.name = format!("{name}{place}{own}");
    }
    Ok(cases)
}

fn case_json(Judged { path, kind, report }: &Judged) -> Value {
    let first = report.failures.first();
    let observer = report
        .observer
        .map(|observer| json!({ "x": observer.at.x, "y": observer.at.y, "size": observer.footprint.to_string() }));
    json!({
        "file": path,
        "name": report.name,
        "kind": KINDS.iter().find(|(of, ..)| of == kind).map(|(.., key)| key),
        "observer": observer,
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
