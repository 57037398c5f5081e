//! What became of a crowd: a table for people, JSON for programs.

use std::fmt::Write;

use serde_json::{Value, json};
use undercroft_crowd::{ActorId, Crowd, CrowdSettings, SUBCELL_UNITS, SubCell, Summary, Wait};

use crate::console::Console;
use crate::document::Document;

/// Stuck actors that are listed by name.
const LISTED: usize = 10;

/// A run that has ended.
pub struct Run {
    settings: CrowdSettings,
    ticks: u64,
    summary: Summary,
    /// The mean distance of bodies that move to their nearest neighbours, in sub-cells.
    spacing: Option<f64>,
    stuck: Vec<Stuck>,
}

/// An actor that has not arrived.
struct Stuck {
    id: ActorId,
    at: SubCell,
    /// Why it waited last.
    wait: Option<Wait>,
    /// Ticks since it last got nearer to its goal.
    stalled: u32,
}

impl Run {
    /// The run of a crowd so far.
    pub fn from_crowd(crowd: &Crowd, spacing: Option<f64>) -> Self {
        let summary = crowd.summary();
        let place = |&(id, wait): &(ActorId, Option<Wait>)| {
            let actor = crowd.actor(id)?;
            Some(Stuck { id, at: actor.current, wait, stalled: actor.stalled })
        };
        let stuck = summary.stuck.iter().filter_map(place).collect();
        Self { settings: crowd.settings().clone(), ticks: crowd.tick(), summary, spacing, stuck }
    }
}

/// Prints runs and names the files that were written.
pub fn print(runs: &[Run], documents: &[Document], console: &Console) -> anyhow::Result<()> {
    if console.json {
        let written: Vec<_> =
            documents.iter().map(|document| json!({ "file": document.path, "bytes": document.bytes.len() })).collect();
        let runs: Vec<_> = runs.iter().map(figures).collect();
        return Console::print_json(&json!({ "runs": runs, "written": written }));
    }
    if !runs.is_empty() {
        Console::print(table(runs))?;
    }
    for document in documents {
        console.print_note(&format!("wrote {} ({} bytes)", document.path.display(), document.bytes.len()));
    }
    Ok(())
}

fn figures(run: &Run) -> Value {
    let Run { settings, ticks, summary, spacing, stuck } = run;
    let stuck = stuck
        .iter()
        .map(|actor| json!({ "actor": actor.id, "at": actor.at, "reason": actor.wait, "stalled": actor.stalled }));
    json!({
        "settings": settings,
        "ticks": ticks,
        "actors": summary.actors,
        "arrived": summary.arrived,
        "makespan": summary.makespan,
        "sum_of_costs": summary.sum_of_costs,
        "waits": summary.waits,
        "separation": separation(summary),
        "spacing": spacing,
        "crossings": summary.crossings,
        "stalled_ticks": summary.stalled_ticks,
        "stalled_for": summary.stalled_for,
        "stuck": stuck.collect::<Vec<_>>(),
    })
}

/// The smallest distance between two bodies, in sub-cells.
fn separation(summary: &Summary) -> Option<f64> {
    summary.separation_squared.map(|squared| (squared as f64).sqrt() / f64::from(SUBCELL_UNITS))
}

const COLUMNS: [&str; 16] = [
    "mode",
    "actors",
    "arrived",
    "ticks",
    "makespan",
    "sum of costs",
    "taken",
    "anti-cross",
    "distance",
    "wall",
    "stalled",
    "planning",
    "cut off",
    "separation",
    "spacing",
    "crossings",
];
/// The columns that count waits.
const WAITS: std::ops::Range<usize> = 6..13;

/// A row for each run, and below it who is stuck.
fn table(runs: &[Run]) -> String {
    let rows: Vec<[String; COLUMNS.len()]> = runs.iter().map(row).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([COLUMNS[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate();
        let padded = cells.map(|(at, (cell, &width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = over_waits(&widths);
    text += &line(&COLUMNS.map(str::to_owned));
    text.extend(rows.iter().map(|row| line(row)));
    text.extend(runs.iter().filter(|run| !run.stuck.is_empty()).map(stuck));
    text
}

/// The heading that names the columns that count waits.
fn over_waits(widths: &[usize]) -> String {
    let before: usize = widths[..WAITS.start].iter().map(|width| width + 2).sum();
    let over: usize = widths[WAITS].iter().map(|width| width + 2).sum::<usize>() - 2;
    let words = " waits ";
    let dashes = over.saturating_sub(words.len());
    format!("{}{}{words}{}\n", " ".repeat(before), "-".repeat(dashes / 2), "-".repeat(dashes.div_ceil(2)))
}

fn row(run: &Run) -> [String; COLUMNS.len()] {
    let Run { settings, ticks, summary, spacing, .. } = run;
    let waits = &summary.waits;
    let numbers = [
        u64::from(summary.actors),
        u64::from(summary.arrived),
        *ticks,
        summary.makespan,
        summary.sum_of_costs,
        waits.taken,
        waits.anti_cross,
        waits.distance,
        waits.wall,
        waits.stalled,
        waits.planning,
        waits.unreachable,
    ];
    let [separation, spacing] = [separation(summary), *spacing]
        .map(|distance| distance.map_or_else(|| "–".to_owned(), |distance| format!("{distance:.2}")));
    let cells = [settings.mode.name().to_owned()].into_iter().chain(numbers.map(|number| number.to_string()));
    let mut cells = cells.chain([separation, spacing, summary.crossings.to_string()]);
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

fn stuck(run: &Run) -> String {
    let mut text = format!("\n{}: {} not arrived\n", run.settings.mode.name(), run.stuck.len());
    for Stuck { id, at, wait, stalled } in run.stuck.iter().take(LISTED) {
        // Writing to a string cannot fail.
        let _ = write!(text, "  actor {id} on sub-cell {at}: {}", reason(*wait));
        let _ = match stalled {
            0 => writeln!(text),
            ticks => writeln!(text, "; no nearer for {ticks} ticks"),
        };
    }
    if run.stuck.len() > LISTED {
        let _ = writeln!(text, "  and {} more; --json lists all", run.stuck.len() - LISTED);
    }
    text
}

const fn reason(wait: Option<Wait>) -> &'static str {
    match wait {
        None => "moving",
        Some(Wait::Taken) => "what it needs belongs to others",
        Some(Wait::AntiCross) => "the step would cross another's",
        Some(Wait::Distance) => "every step leads away",
        Some(Wait::Wall) => "walls ahead",
        Some(Wait::Stalled) => "it lets others pass",
        Some(Wait::Planning) => "its turn to plan has not come",
        Some(Wait::Unreachable) => "walls cut it off",
    }
}
