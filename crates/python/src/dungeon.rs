//! Dungeons: written, judged, solved; tiles as arrays that are built once.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;
use serde_json::{Value as Json, json};
use undercroft::field::Value;
use undercroft::format::{json as dungeon_json, text};
use undercroft::grid::BitGrid;
use undercroft::journal::RollEntry;
use undercroft::recipe::{RecipeFile, presets};
use undercroft::seed::Seed;
use undercroft::share::SharedWork;
use undercroft::verify::verify;
use undercroft_formats::dataset::TileBlock;
use undercroft_formats::{Options, by_name};

use crate::arrays::{read_only, shaped};
use crate::ground::{Ground, footprint};
use crate::interrupt::{SignalSink, left_behind};
use crate::pool::within;
use crate::problem::{Problem, detached};
use crate::recipe::Recipe;
use crate::walk::{no_level, solved, travelled};

/// A dungeon, with the arrays that were asked for.
#[pyclass(frozen, module = "undercroft._engine")]
pub struct Dungeon {
    it: Arc<undercroft::Dungeon>,
    tiles: PyOnceLock<Py<PyAny>>,
    ground: PyOnceLock<Option<Py<PyAny>>>,
    solid: PyOnceLock<Py<PyAny>>,
    opaque: PyOnceLock<Py<PyAny>>,
}

impl Dungeon {
    /// A dungeon without arrays.
    pub fn new(it: Arc<undercroft::Dungeon>) -> Self {
        let (tiles, ground) = (PyOnceLock::new(), PyOnceLock::new());
        Self { it, tiles, ground, solid: PyOnceLock::new(), opaque: PyOnceLock::new() }
    }

    fn cells(&self) -> usize {
        cells(&self.it)
    }

    /// One set of cells for each level, padded with what rock is.
    fn masks<'py>(
        &self,
        py: Python<'py>,
        slot: &PyOnceLock<Py<PyAny>>,
        mask: fn(&undercroft::Dungeon, &undercroft::Level) -> BitGrid,
    ) -> PyResult<Bound<'py, PyAny>> {
        let it = Arc::clone(&self.it);
        let made = slot.get_or_try_init(py, || {
            let (values, shape) = detached(py, move || {
                let side = |side: fn(&undercroft::Level) -> i32| it.levels.iter().map(side).max().unwrap_or(0) as usize;
                let (height, width) = (side(|level| level.size().height()), side(|level| level.size().width()));
                let mut values = vec![true; height * width * it.levels.len()];
                for (level, block) in it.levels.iter().zip(values.chunks_mut((height * width).max(1))) {
                    let cells = mask(&it, level);
                    for (cell, _) in level.terrain.iter() {
                        block[cell.y as usize * width + cell.x as usize] = cells.contains(cell);
                    }
                }
                Ok((values, [it.levels.len(), height, width]))
            })?;
            read_only(py, values, shape)
        })?;
        Ok(made.bind(py).clone())
    }
}

#[pymethods]
impl Dungeon {
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Self> {
        let (length, text) = (text.len(), text.to_owned());
        let read = move || Ok(Arc::new(dungeon_json::read(&text)?));
        detached(py, move || left_behind(length, read).map(Self::new))
    }

    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || Ok(dungeon_json::write(&self.it)))
    }

    fn to_text(&self, py: Python<'_>) -> PyResult<String> {
        detached(py, || Ok(text::write(&self.it)))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.it.name
    }

    #[getter]
    fn seed(&self) -> &str {
        &self.it.provenance.seed
    }

    #[getter]
    fn epoch(&self) -> u32 {
        self.it.provenance.epoch
    }

    #[getter]
    fn edited(&self) -> bool {
        self.it.provenance.edited
    }

    #[getter]
    fn has_pins(&self) -> bool {
        !self.it.provenance.pins.is_empty()
    }

    /// The link of a roll, as JSON, with the pins of this dungeon; `None` where they make another dungeon.
    fn pinned_link(&self, py: Python<'_>, roll: &str) -> PyResult<Option<String>> {
        let it = Arc::clone(&self.it);
        let refused = |error: &dyn std::fmt::Display| Problem::new("UndercroftError", format!("share: {error}"));
        let (cells, roll) = (self.cells(), roll.to_owned());
        let link = move || {
            let roll: RollEntry = serde_json::from_str(&roll).map_err(|error| refused(&error))?;
            let work = SharedWork::new(roll.with_pins_of(&it), Vec::new(), &it);
            let (_, is_same) = work.make(u64::MAX).map_err(|error| refused(&error))?;
            is_same.then(|| work.link()).transpose().map_err(|error| refused(&error))
        };
        detached(py, move || left_behind(cells, link))
    }

    /// Levels, rooms, cells.
    #[getter]
    fn counts(&self) -> (usize, usize, usize) {
        (self.it.levels.len(), self.it.rooms.len(), self.cells())
    }

    /// The numbers of the levels, highest first.
    #[getter]
    fn level_numbers(&self) -> Vec<i32> {
        self.it.levels.iter().map(|level| level.z).collect()
    }

    /// The preset whose recipe this is, if any.
    #[getter]
    fn preset(&self) -> Option<&'static str> {
        let is_it =
            |file: &RecipeFile| file.check(Seed::new(0)).is_ok_and(|recipe| recipe.record == self.it.provenance.recipe);
        let found = presets().iter().find(|preset| preset.recipe().is_ok_and(|file| is_it(&file)));
        found.map(|preset| preset.name)
    }

    #[getter]
    fn recipe(&self, py: Python<'_>) -> PyResult<Recipe> {
        RecipeFile::from_provenance("the recipe of the dungeon", &self.it.provenance)
            .map(|file| Recipe { file })
            .map_err(|error| Problem::from(error).raise(py))
    }

    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let made = self.tiles.get_or_try_init(py, || {
            let block = detached(py, || Ok(TileBlock::tiles(&self.it)?))?;
            let shape = [block.levels.into(), block.height.into(), block.width.into()];
            read_only(py, block.codes, shape)
        })?;
        Ok(made.bind(py).clone())
    }

    #[getter]
    fn ground<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let made = self.ground.get_or_try_init(py, || {
            let block = detached(py, || Ok(TileBlock::ground(&self.it)?))?;
            let array = |block: TileBlock| {
                let shape = [block.levels.into(), block.height.into(), block.width.into()];
                read_only(py, block.codes, shape)
            };
            block.map(array).transpose()
        })?;
        Ok(made.as_ref().map(|made| made.bind(py).clone()))
    }

    #[getter]
    fn solid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.masks(py, &self.solid, undercroft::Dungeon::solid)
    }

    #[getter]
    fn opaque<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.masks(py, &self.opaque, undercroft::Dungeon::opaque)
    }

    /// A level prepared for sight and paths.
    fn prepared(&self, py: Python<'_>, z: i32, opaque: bool) -> PyResult<Ground> {
        detached(py, || {
            let level = self.it.level(z).ok_or_else(|| no_level(&self.it, z))?;
            Ok(Ground::of(if opaque { self.it.opaque(level) } else { self.it.solid(level) }))
        })
    }

    /// The report of the judge, as JSON.
    fn verify(&self, py: Python<'_>) -> PyResult<String> {
        let it = Arc::clone(&self.it);
        let cells = self.cells();
        detached(py, move || left_behind(cells, move || Ok(json!(verify(&it)).to_string())))
    }

    /// Cells z, y, x of a shortest walk, the locks that it opens, whether it is proved, and a bound of its length.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        all: bool,
        secrets: bool,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, Vec<u32>, bool)> {
        let (it, cells) = (Arc::clone(&self.it), self.cells());
        let (walk, locks, optimal) = detached(py, move || left_behind(cells, move || solved(&it, all, secrets)))?;
        let steps = walk.as_ref().map_or(0, |walk| walk.len() / 3);
        let walk = walk.map(|walk| Ok::<_, PyErr>(shaped(py, walk, [steps, 3])?.into_any())).transpose()?;
        Ok((walk, locks, optimal))
    }

    /// The shortest path over all levels: its length and its points z, y, x.
    fn travel<'py>(
        &self,
        py: Python<'py>,
        start: (i32, i64, i64),
        goal: (i32, i64, i64),
        height: i32,
        width: i32,
        open_doors: bool,
    ) -> PyResult<Option<(f64, Bound<'py, PyAny>)>> {
        let (it, cells) = (Arc::clone(&self.it), self.cells());
        let body = footprint(height, width).map_err(|problem| problem.raise(py))?;
        let found = detached(py, move || {
            left_behind(cells, move || within(1, || travelled(&it, start, goal, body, open_doors)))
        })?;
        let Some((length, points)) = found else { return Ok(None) };
        let count = points.len() / 3;
        Ok(Some((length, shaped(py, points, [count, 3])?.into_any())))
    }

    /// Files of a format: names and bytes, the first one to open, and a remark.
    #[expect(clippy::type_complexity, reason = "a tuple for the Python side alone")]
    fn export<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        options: &str,
        stem: &str,
    ) -> PyResult<(Vec<(String, Bound<'py, PyBytes>)>, Option<String>)> {
        let output = detached(py, || {
            let format = by_name(format).map_err(|error| refused("format", &error))?;
            let options: serde_json::Map<String, Json> = serde_json::from_str(options).unwrap_or_default();
            let value = |(key, value): &(String, Json)| {
                let refuse = || refused(key, &format!("{key}: not a value: {value}"));
                Ok((key.clone(), Value::from_json(value).ok_or_else(refuse)?))
            };
            let pairs: Vec<(String, Json)> = options.into_iter().collect();
            let pairs = pairs.iter().map(value).collect::<Result<Vec<(String, Value)>, Problem>>()?;
            let pairs = pairs.iter().map(|(key, value)| (key.as_str(), value.clone()));
            let options = Options::parse(format, pairs)?;
            let mut sink = SignalSink::new();
            let output = format.export_with(&self.it, &options.with_stem(stem), &mut sink);
            match (sink.into_raised(), output) {
                (Some(error), _) => Err(Problem::raised(error)),
                (None, output) => output.map_err(|error| refused("format", &error)),
            }
        })?;
        let files = output.files.iter().map(|file| (file.name.clone(), PyBytes::new(py, &file.bytes))).collect();
        Ok((files, output.note))
    }
}

/// Cells of all levels.
pub fn cells(dungeon: &undercroft::Dungeon) -> usize {
    dungeon.levels.iter().map(|level| level.size().area()).sum()
}

fn refused(field: &str, error: &impl ToString) -> Problem {
    Problem::new("UndercroftError", error.to_string()).field(field)
}
