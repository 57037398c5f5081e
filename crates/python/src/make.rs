//! Dungeons that are made: generated and judged, read from files, found in tiles.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use numpy::PyReadonlyArray3;
use numpy::ndarray::{Array3, ArrayView1, ArrayView2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use serde_json::json;
use undercroft::events::EventSink;
use undercroft::format::text;
use undercroft::recipe::RecipeFile;
use undercroft::seed::Seed;
use undercroft::verify::verify;
use undercroft_formats::dataset::TILE_GLYPHS;

use crate::dungeon::{Dungeon, cells};
use crate::interrupt::{SignalSink, StopSink, left_behind, on_pool};
use crate::problem::{Problem, detached};
use crate::recipe::Recipe;

/// Generates and judges a dungeon.
#[pyfunction]
pub fn generate(py: Python<'_>, recipe: &Bound<'_, Recipe>, seed: &str) -> PyResult<Dungeon> {
    let file = &recipe.get().file;
    detached(py, || {
        let seed = seed.parse().map_err(|error| refused_seed(seed, &error))?;
        let mut sink = SignalSink::new();
        let made = made(file, seed, &mut sink);
        match sink.into_raised() {
            Some(error) => Err(Problem::raised(error)),
            None => sound(made?).map(Dungeon::new),
        }
    })
}

/// Generates and judges many dungeons, in the order of their seeds.
#[pyfunction]
pub fn generate_many(
    py: Python<'_>,
    recipe: &Bound<'_, Recipe>,
    seeds: Vec<u64>,
    threads: usize,
    skip: bool,
) -> PyResult<Vec<Dungeon>> {
    let file = &recipe.get().file;
    let one = |seed: u64, stop: &AtomicBool| match made(file, Seed::new(seed), &mut StopSink(stop)) {
        Ok(made) => judged(made).map(Some),
        Err(undercroft::Error::Recipe(error)) => Err(error.into()),
        Err(_) if skip => Ok(None),
        Err(error) => Err(Problem::from(error).at(&format!("seed {seed}"))),
    };
    // What comes after the first failure is not made; which one is first does not depend on the threads.
    let failed = AtomicUsize::new(usize::MAX);
    let unless_failed = |(at, seed): (usize, u64), stop: &AtomicBool| {
        if failed.load(Ordering::Relaxed) < at {
            return Ok(None);
        }
        one(seed, stop).inspect_err(|_| {
            failed.fetch_min(at, Ordering::Relaxed);
        })
    };
    let found = detached(py, || {
        on_pool(threads, |stop| {
            let all: Vec<_> = seeds.into_par_iter().enumerate().map(|seed| unless_failed(seed, stop)).collect();
            all.into_iter().filter_map(Result::transpose).collect::<Result<Vec<_>, Problem>>()
        })
    })?;
    Ok(found.into_iter().map(Dungeon::new).collect())
}

/// Reads a dungeon in any format.
#[pyfunction]
pub fn read(py: Python<'_>, name: Option<&str>, bytes: &Bound<'_, PyBytes>) -> PyResult<Dungeon> {
    let (name, bytes) = (name.map(str::to_owned), bytes.as_bytes().to_vec());
    // A byte is at least a cell in most formats.
    let cells = bytes.len();
    let read = move || {
        let read = undercroft_formats::read(name.as_deref(), &bytes).map_err(|error| match &name {
            Some(name) => Problem::from(error).text("source", name),
            None => error.into(),
        });
        read.map(Arc::new)
    };
    detached(py, move || left_behind(cells, read).map(Dungeon::new))
}

/// The dungeon that tiles show: rooms and doors are found again as from dungeon text.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands arrays and lists over")]
pub fn dungeon_from_tiles(py: Python<'_>, tiles: PyReadonlyArray3<'_, u8>, levels: Vec<i32>) -> PyResult<Dungeon> {
    let view = tiles.as_array();
    let refuse = |message: String| Problem::new("ReadError", message).field("tiles").raise(py);
    if let Some((at, code)) = view.indexed_iter().find(|(_, code)| usize::from(**code) >= TILE_GLYPHS.len()) {
        return Err(refuse(format!("tiles: cell {at:?} has the reserved code {code}, need 0 to 14")));
    }
    if view.dim().0 != levels.len() || view.is_empty() {
        return Err(refuse(format!("tiles: need at least one cell and a number for each level, got {:?}", view.dim())));
    }
    // Python code may write to the array as soon as it has the lock.
    let codes = view.to_owned();
    detached(py, move || {
        left_behind(codes.len(), move || Ok(Arc::new(text::read(&drawing(&codes, &levels))?))).map(Dungeon::new)
    })
}

/// Dungeon text of codes below 15.
fn drawing(codes: &Array3<u8>, levels: &[i32]) -> String {
    let row = |row: ArrayView1<'_, u8>| -> String {
        row.iter().map(|&code| TILE_GLYPHS[usize::from(code)]).chain(['\n']).collect()
    };
    let sheet = |(z, level): (&i32, ArrayView2<'_, u8>)| {
        let map: String = level.outer_iter().map(row).collect();
        format!("--- level {z}\n{map}")
    };
    let sheets: Vec<String> = levels.iter().zip(codes.outer_iter()).map(sheet).collect();
    sheets.join("\n")
}

fn made(file: &RecipeFile, seed: Seed, sink: &mut dyn EventSink) -> Result<undercroft::Dungeon, undercroft::Error> {
    file.check(seed)?.generate(sink)
}

/// The dungeon, if the judge finds no flaw. Large ones are judged so that Ctrl-C need not wait.
fn sound(made: undercroft::Dungeon) -> Result<Arc<undercroft::Dungeon>, Problem> {
    let cells = cells(&made);
    left_behind(cells, move || judged(made))
}

fn judged(made: undercroft::Dungeon) -> Result<Arc<undercroft::Dungeon>, Problem> {
    let report = verify(&made);
    let Some(flaw) = report.flaws.first() else { return Ok(Arc::new(made)) };
    let message = format!("this is a bug, please report it: seed {} makes a flaw: {flaw}", made.provenance.seed);
    Err(Problem::new("FlawError", message).text("report", &json!(report).to_string()))
}

fn refused_seed(seed: &str, error: &impl ToString) -> Problem {
    Problem::new("RecipeError", format!("seed: {}", error.to_string())).field("seed").text("value", seed)
}
