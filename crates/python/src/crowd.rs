//! Crowds: many bodies on one level.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use undercroft::events::EventSink;
use undercroft::grid::{BitGrid, Cell};
use undercroft_crowd::{ActorId, Crowd, CrowdError, CrowdSettings, ExactNavigator, Navigator};

use crate::arrays::{cell, shaped};
use crate::ground::Ground;
use crate::interrupt::SignalSink;
use crate::pool::within;
use crate::problem::{Problem, detached};

/// Plans on a thread of this process: a fork must not wait for threads of its parent.
struct PoolNavigator(ExactNavigator);

impl Navigator for PoolNavigator {
    fn route(&mut self, solid: &BitGrid, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        within(1, || Ok(self.0.route(solid, from, to))).ok()?
    }

    fn follow(&mut self, ground: &BitGrid) {
        self.0.follow(ground);
    }
}

/// A crowd and the paths that it plans by.
#[pyclass(frozen, module = "undercroft._engine")]
pub struct CrowdEngine {
    state: Mutex<(Crowd, PoolNavigator)>,
}

impl CrowdEngine {
    fn lock(&self) -> MutexGuard<'_, (Crowd, PoolNavigator)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl CrowdEngine {
    #[new]
    fn new(py: Python<'_>, ground: &Bound<'_, Ground>, settings: &str) -> PyResult<Self> {
        let solid = &ground.get().solid;
        detached(py, || {
            let settings = parsed(settings)?;
            let crowd = Crowd::new((**solid).clone(), settings).map_err(|error| refused(&error))?;
            let navigator = PoolNavigator(ExactNavigator::new(crowd.solid()));
            Ok(Self { state: Mutex::new((crowd, navigator)) })
        })
    }

    /// New actors on cells y, x.
    #[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands arrays over")]
    fn spawn(&self, py: Python<'_>, cells: PyReadonlyArray2<'_, i32>, pace: u16) -> PyResult<Vec<u32>> {
        let places = places(&cells);
        detached(py, || {
            let (crowd, _) = &mut *self.lock();
            let (places, size) = (places?, crowd.map().size());
            let cells = places.into_iter().map(|at| cell("cells", at, size)).collect::<Result<Vec<Cell>, _>>()?;
            let mut made = Vec::new();
            for &at in &cells {
                let spawned = crowd.anchor(at).ok_or(CrowdError::Solid(at)).and_then(|at| crowd.spawn(at, pace));
                match spawned {
                    Ok(id) => made.push(id),
                    Err(error) => {
                        // All or none.
                        made.iter().for_each(|&id| drop(crowd.remove(id)));
                        return Err(refused(&error));
                    }
                }
            }
            Ok(made.into_iter().map(ActorId::to_bits).collect())
        })
    }

    /// Sends actors to cells, each to its own; one cell for several is a place to gather.
    #[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands arrays over")]
    fn send(&self, py: Python<'_>, actors: Vec<u32>, cells: PyReadonlyArray2<'_, i32>) -> PyResult<()> {
        let places = places(&cells);
        detached(py, || {
            let (crowd, _) = &mut *self.lock();
            let (places, size) = (places?, crowd.map().size());
            let cells = places.into_iter().map(|at| cell("cells", at, size)).collect::<Result<Vec<Cell>, _>>()?;
            let actors: Vec<ActorId> = actors.into_iter().map(ActorId::from_bits).collect();
            match cells.as_slice() {
                cells if cells.len() == actors.len() => {
                    let mut orders = actors.iter().zip(cells);
                    orders
                        .try_for_each(|(&actor, &to)| crowd.order(actor, to).map(drop))
                        .map_err(|error| refused(&error))
                }
                [target] => crowd.order_group(&actors, *target).map(drop).map_err(|error| refused(&error)),
                _ => {
                    let message =
                        format!("cells: need one, or one for each of {} actors, got {}", actors.len(), cells.len());
                    Err(Problem::new("ValueError", message))
                }
            }
        })
    }

    /// So many ticks, or until all have arrived; what became of the crowd so far, as JSON.
    fn step(&self, py: Python<'_>, ticks: u64) -> PyResult<String> {
        detached(py, || {
            let (crowd, navigator) = &mut *self.lock();
            let sink = SignalSink::new();
            for _ in 0..ticks {
                if crowd.is_settled() || !sink.should_continue() {
                    break;
                }
                crowd.step(navigator);
            }
            if let Some(error) = sink.into_raised() {
                return Err(Problem::raised(error));
            }
            let mut report = json!(crowd.summary());
            report["ticks"] = crowd.tick().into();
            report["settled"] = crowd.is_settled().into();
            Ok(report.to_string())
        })
    }

    /// Ids by rising number, and positions y, x in 1/256 sub-cell.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<(Vec<u32>, Bound<'py, PyAny>)> {
        let (ids, values) = detached(py, || {
            let (crowd, _) = &*self.lock();
            let ids: Vec<u32> = crowd.actors().map(|(id, _)| id.to_bits()).collect();
            let places = crowd.actors().map(|(_, actor)| actor.position());
            Ok((ids, places.flat_map(|at| [at.y, at.x]).collect::<Vec<i32>>()))
        })?;
        let count = ids.len();
        Ok((ids, shaped(py, values, [count, 2])?.into_any()))
    }
}

/// Settings from JSON. Each is read alone first, so that the message names the one that is wrong.
fn parsed(settings: &str) -> Result<CrowdSettings, Problem> {
    let refused = |key: &str, error: serde_json::Error| Problem::new("ValueError", format!("{key}: {error}"));
    let all: Map<String, Value> = serde_json::from_str(settings).map_err(|error| refused("settings", error))?;
    for (key, value) in &all {
        let one: Result<CrowdSettings, _> = serde_json::from_value(json!({ key: value }));
        one.map_err(|error| refused(key, error))?;
    }
    serde_json::from_value(Value::Object(all)).map_err(|error| refused("settings", error))
}

/// Rows and columns of cells, copied while Python cannot change them.
fn places(cells: &PyReadonlyArray2<'_, i32>) -> Result<Vec<(i64, i64)>, Problem> {
    let view = cells.as_array();
    if view.dim().1 != 2 {
        return Err(Problem::new("ValueError", format!("cells: need shape (n, 2), got {:?}", view.dim())));
    }
    Ok(view.outer_iter().map(|row| (row[0].into(), row[1].into())).collect())
}

fn refused(error: &CrowdError) -> Problem {
    let problem = Problem::new("UndercroftError", error.to_string());
    match error {
        CrowdError::Setting { field, .. } => problem.field(field),
        CrowdError::Subdivision(_) | CrowdError::GridTooLarge { .. } => problem.field("n"),
        CrowdError::Outside { .. } => Problem::new("CellError", error.to_string()),
        _ => problem,
    }
}
