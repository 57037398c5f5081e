//! Data sets: plans, shards and batches. Files are written by the Python side.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use serde_json::json;
use undercroft_formats::dataset::{
    ColumnGroup, DatasetError, DatasetManifest, DatasetPlan, DatasetSplit, RowFailure, RowMaker, RowOutcome, SeedSpan,
    SeedType, ShardShare, Sidecar, ipc_bytes, sorted_out,
};

use crate::interrupt::{StopSink, on_pool};
use crate::problem::{Problem, detached};
use crate::recipe::Recipe;

/// A plan, ready to make rows.
#[pyclass(frozen, module = "undercroft._engine")]
pub struct Plan {
    plan: DatasetPlan,
}

/// A new plan.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by the Python side alone")]
#[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands lists over")]
pub fn make_plan(
    py: Python<'_>,
    recipe: &Bound<'_, Recipe>,
    first: u64,
    last: u64,
    columns: Vec<String>,
    split: Vec<(String, f64)>,
    shard_rows: u32,
    seed_type: &str,
) -> PyResult<Plan> {
    let file = &recipe.get().file;
    detached(py, || {
        let mut plan = DatasetPlan::new(file, SeedSpan { first, last })?;
        plan.columns = ColumnGroup::parse_list(&columns.join(","))?;
        plan.split = DatasetSplit::from_pairs(split.iter().map(|(part, share)| (part.as_str(), *share)))?;
        plan.seed_type = SeedType::parse(seed_type)?;
        plan.shard_rows = shard_rows;
        plan.check()?;
        Ok(Plan { plan })
    })
}

#[pymethods]
impl Plan {
    #[new]
    fn new(py: Python<'_>, text: &[u8]) -> PyResult<Self> {
        DatasetPlan::parse(text).map(|plan| Self { plan }).map_err(|error| Problem::from(error).raise(py))
    }

    #[getter]
    fn text(&self) -> String {
        self.plan.to_json()
    }

    #[getter]
    fn shard_count(&self) -> u32 {
        self.plan.shard_count()
    }

    fn shard_name(&self, shard: u32) -> String {
        self.plan.shard_name(shard)
    }

    fn sidecar_name(&self, shard: u32) -> String {
        self.plan.sidecar_name(shard)
    }

    /// First and last seed of a shard.
    fn shard_seeds(&self, shard: u32) -> (u64, u64) {
        let SeedSpan { first, last } = self.plan.shard_seeds(shard);
        (first, last)
    }

    /// The shards of one of several workers.
    fn shards(&self, py: Python<'_>, index: u32, count: u32) -> PyResult<Vec<u32>> {
        let share = ShardShare::new(index, count).map_err(|error| Problem::from(error).raise(py))?;
        Ok(share.shards(&self.plan).collect())
    }

    fn finished(&self, shard: u32, sidecar: Option<&[u8]>, bytes: Option<u64>) -> bool {
        self.plan.finished(shard, sidecar, bytes).is_some()
    }

    fn difference(&self, asked: &Bound<'_, Self>) -> Option<String> {
        self.plan.difference(&asked.get().plan)
    }

    fn owns(&self, name: &str) -> bool {
        self.plan.owns(name)
    }

    /// The text of the manifest of these sidecars, in the order of their shards.
    #[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands lists over")]
    fn manifest(&self, py: Python<'_>, sidecars: Vec<Vec<u8>>) -> PyResult<String> {
        let sidecars = parsed(&sidecars).map_err(|error| Problem::from(error).raise(py))?;
        Ok(DatasetManifest::new(&self.plan, sidecars).to_json())
    }

    /// What is wrong with the plan itself.
    fn findings(&self) -> Vec<String> {
        self.plan.findings()
    }

    /// What is wrong with a shard, and the hashes of its rows one after the other.
    #[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands bytes over")]
    fn check_shard<'py>(
        &self,
        py: Python<'py>,
        shard: u32,
        sidecar: Option<Vec<u8>>,
        bytes: Option<Vec<u8>>,
        deep: bool,
    ) -> PyResult<(Vec<String>, Bound<'py, PyBytes>)> {
        let found = detached(py, || Ok(self.plan.check_shard(shard, sidecar.as_deref(), bytes, deep)))?;
        Ok((found.problems, PyBytes::new(py, &found.hashes.concat())))
    }

    #[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands lists over")]
    fn check_manifest(
        &self,
        py: Python<'_>,
        manifest: Option<Vec<u8>>,
        sidecars: Vec<Vec<u8>>,
    ) -> PyResult<Option<String>> {
        let sidecars = parsed(&sidecars).map_err(|error| Problem::from(error).raise(py))?;
        Ok(self.plan.check_manifest(manifest.as_deref(), sidecars))
    }

    /// The bytes of a shard, and its sidecar.
    fn make_shard<'py>(&self, py: Python<'py>, shard: u32, threads: usize) -> PyResult<(Bound<'py, PyBytes>, String)> {
        let file = detached(py, || {
            let maker = RowMaker::new(self.plan.clone())?;
            on_pool(threads, |stop| maker.shard(shard, |seeds| rows(&maker, seeds, stop)).map_err(failed))
        })?;
        Ok((PyBytes::new(py, &file.bytes), file.sidecar.to_json()))
    }

    /// The rows of some seeds as an Arrow stream, and the unmet seeds with their reasons.
    #[expect(clippy::type_complexity, reason = "a tuple for the Python side alone")]
    fn make_batch<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        last: u64,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Vec<(u64, String)>)> {
        let (bytes, unmet) = detached(py, || {
            let maker = RowMaker::new(self.plan.clone())?;
            on_pool(threads, |stop| {
                let (rows, unmet) = sorted_out(rows(&maker, first..=last, stop)).map_err(failed)?;
                Ok((ipc_bytes(&self.plan, &rows)?, unmet))
            })
        })?;
        let unmet = unmet.into_iter().map(|unmet| (unmet.seed, unmet.message)).collect();
        Ok((PyBytes::new(py, &bytes), unmet))
    }
}

fn rows(maker: &RowMaker, seeds: RangeInclusive<u64>, stop: &AtomicBool) -> Vec<RowOutcome> {
    let one = |seed| {
        if stop.load(Ordering::Relaxed) {
            return Err(RowFailure::Stopped);
        }
        maker.row(seed, &mut StopSink(stop))
    };
    seeds.into_par_iter().map(one).collect()
}

fn failed(failure: RowFailure) -> Problem {
    match failure {
        RowFailure::Refused(error) => error.into(),
        RowFailure::Unmet(unmet) => Problem::new("UnmetError", format!("seed {}: {}", unmet.seed, unmet.message)),
        RowFailure::Stopped => Problem::new("KeyboardInterrupt", ""),
        RowFailure::Flawed { seed, report } => {
            let flaw = report.flaws.first().map(ToString::to_string).unwrap_or_default();
            let message = format!("this is a bug, please report it: seed {seed} makes a dungeon with a flaw: {flaw}");
            Problem::new("FlawError", message).text("report", &json!(report).to_string())
        }
    }
}

fn parsed(sidecars: &[Vec<u8>]) -> Result<Vec<Sidecar>, DatasetError> {
    sidecars.iter().map(|bytes| Sidecar::parse("sidecar", bytes)).collect()
}
