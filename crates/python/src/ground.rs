//! One level prepared for sight and paths.

use std::cell::RefCell;
use std::sync::Arc;

use numpy::ndarray::ArrayViewMut2;
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use undercroft::grid::{BitGrid, Cell, Size};
use undercroft_sight::{CornerGraph, Floor, Footprint, Fov, Observer, PathSearch, Radius, View, inflate, path, survey};

use crate::arrays::{bits, cell, shaped};
use crate::interrupt::{left_behind, on_pool};
use crate::pool::within;
use crate::problem::{Problem, detached};

thread_local! {
    /// The memory of scans, kept warm for each thread.
    static SCAN: RefCell<Option<(Fov, View)>> = const { RefCell::new(None) };
}

/// One level prepared for sight and paths.
#[pyclass(frozen, module = "undercroft._engine")]
pub struct Ground {
    pub solid: Arc<BitGrid>,
    floor: Arc<Floor>,
}

impl Ground {
    /// The ground of these solid cells.
    pub fn of(solid: BitGrid) -> Self {
        let floor = Arc::new(Floor::new(&solid));
        Self { solid: Arc::new(solid), floor }
    }

    fn size(&self) -> Size {
        self.solid.size()
    }
}

#[pymethods]
impl Ground {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands arrays over")]
    fn new(py: Python<'_>, solid: PyReadonlyArray2<'_, bool>) -> PyResult<Self> {
        // Python code may write to the array as soon as it has the lock.
        let solid = bits(&solid).map_err(|problem| problem.raise(py))?;
        detached(py, || Ok(Self::of(solid)))
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (i32, i32) {
        (self.size().height(), self.size().width())
    }

    /// The cells that are seen.
    #[expect(clippy::too_many_arguments, reason = "called by the Python side alone")]
    fn fov<'py>(
        &self,
        py: Python<'py>,
        at: (i64, i64),
        shadowcast: bool,
        radius: Option<u16>,
        height: i32,
        width: i32,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let look = || {
            let at = cell("at", at, self.size())?;
            let observer = Observer::new(at, footprint(height, width)?);
            Ok((observer, radius.map(Radius::cells)))
        };
        let (observer, radius) = look().map_err(|problem: Problem| problem.raise(py))?;
        let Some(out) = out else {
            let size = self.size();
            let (rows, columns) = (size.height() as usize, size.width() as usize);
            let seen = detached(py, || {
                let mut seen = vec![false; rows * columns];
                let view = ArrayViewMut2::from_shape((rows, columns), &mut seen);
                let view = view.map_err(|error| Problem::new("InternalError", error.to_string()))?;
                self.look(observer, shadowcast, radius, view)?;
                Ok(seen)
            })?;
            return Ok(shaped(py, seen, [rows, columns])?.into_any());
        };
        let array = out
            .cast::<PyArray2<bool>>()
            .map_err(|_| PyTypeError::new_err("out: need an array of bool with two dimensions"))?;
        if array.shape() != [self.size().height() as usize, self.size().width() as usize] {
            let message = format!("out: need shape {:?}, got {:?}", self.shape(), array.shape());
            return Err(PyValueError::new_err(message));
        }
        let mut array = array.try_readwrite().map_err(|error| PyValueError::new_err(format!("out: {error}")))?;
        let view = array.as_array_mut();
        detached(py, || self.look(observer, shadowcast, radius, view))?;
        Ok(out.clone())
    }

    /// How many cells are seen from each.
    fn survey<'py>(
        &self,
        py: Python<'py>,
        radius: Option<u16>,
        height: i32,
        width: i32,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.size().height() as usize, self.size().width() as usize];
        let floor = Arc::clone(&self.floor);
        let sizes = detached(py, move || {
            let body = footprint(height, width)?;
            left_behind(shape[0] * shape[1], move || {
                within(threads, || Ok(survey(&floor, body, radius.map(Radius::cells)).sizes.values().to_vec()))
            })
        })?;
        Ok(shaped(py, sizes, shape)?.into_any())
    }

    /// The shortest path: its length and its points y, x; nothing where an end is solid.
    fn path<'py>(
        &self,
        py: Python<'py>,
        start: (i64, i64),
        goal: (i64, i64),
        height: i32,
        width: i32,
    ) -> PyResult<Option<(f64, Bound<'py, PyAny>)>> {
        let (solid, size) = (Arc::clone(&self.solid), self.size());
        let found = detached(py, move || {
            let (start, goal) = (cell("start", start, size)?, cell("goal", goal, size)?);
            let body = footprint(height, width)?;
            left_behind(size.area(), move || Ok(path(&Floor::new(&inflate(&solid, body)), start, goal).ok().flatten()))
        })?;
        found.map(|path| points(py, &path)).transpose()
    }

    /// The corner graph for a body, for many questions.
    fn corners(&self, py: Python<'_>, height: i32, width: i32) -> PyResult<Corners> {
        let (solid, size) = (Arc::clone(&self.solid), self.size());
        let graph = detached(py, move || {
            let body = footprint(height, width)?;
            left_behind(size.area(), move || within(1, || Ok(CornerGraph::build(&Floor::new(&inflate(&solid, body))))))
        })?;
        Ok(Corners { graph, size })
    }
}

impl Ground {
    /// Writes what is seen.
    fn look(
        &self,
        observer: Observer,
        shadowcast: bool,
        radius: Option<Radius>,
        mut out: ArrayViewMut2<'_, bool>,
    ) -> Result<(), Problem> {
        SCAN.with_borrow_mut(|scan| {
            let (fov, view) = scan.get_or_insert_with(|| (Fov::new(), View::new(self.size())));
            let looked = if shadowcast {
                fov.shadowcast(&self.floor, observer.at, radius, view)
            } else {
                fov.exact(&self.floor, observer, radius, view)
            };
            looked.map_err(|error| Problem::new("CellError", format!("at: {error}")))?;
            out.fill(false);
            for y in view.rows() {
                for x in view.cells().iter_row(y) {
                    out[[y as usize, x as usize]] = true;
                }
            }
            Ok(())
        })
    }
}

/// A corner graph, kept for many questions.
#[pyclass(frozen, module = "undercroft._engine")]
pub struct Corners {
    graph: CornerGraph,
    size: Size,
}

#[pymethods]
impl Corners {
    fn path<'py>(
        &self,
        py: Python<'py>,
        start: (i64, i64),
        goal: (i64, i64),
    ) -> PyResult<Option<(f64, Bound<'py, PyAny>)>> {
        let found = detached(py, || {
            let (start, goal) = (cell("start", start, self.size)?, cell("goal", goal, self.size)?);
            Ok(self.graph.path(&mut PathSearch::new(), start, goal).ok().flatten())
        })?;
        found.map(|path| points(py, &path)).transpose()
    }

    /// The lengths of many paths; infinite where there is none.
    #[expect(clippy::needless_pass_by_value, reason = "as PyO3 hands arrays over")]
    fn lengths<'py>(
        &self,
        py: Python<'py>,
        starts: PyReadonlyArray2<'py, i32>,
        goals: PyReadonlyArray2<'py, i32>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ends = |name: &str, array: &PyReadonlyArray2<'_, i32>| {
            let view = array.as_array();
            if view.dim().1 != 2 {
                return Err(Problem::new("ValueError", format!("{name}: need shape (n, 2), got {:?}", view.dim())));
            }
            let rows = view.outer_iter();
            rows.map(|row| cell(name, (row[0].into(), row[1].into()), self.size)).collect::<Result<Vec<Cell>, _>>()
        };
        let starts = ends("starts", &starts).map_err(|problem| problem.raise(py))?;
        let goals = ends("goals", &goals).map_err(|problem| problem.raise(py))?;
        if starts.len() != goals.len() {
            let message = format!("goals: need as many as starts, {}, got {}", starts.len(), goals.len());
            return Err(PyValueError::new_err(message));
        }
        let count = starts.len();
        let lengths = detached(py, || {
            on_pool(threads, |stop| {
                let one = |search: &mut PathSearch, (&start, &goal): (&Cell, &Cell)| {
                    if stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return f64::INFINITY;
                    }
                    let path = self.graph.path(search, start, goal).ok().flatten();
                    path.map_or(f64::INFINITY, |path| path.length())
                };
                Ok(starts.par_iter().zip(&goals).map_init(PathSearch::new, one).collect::<Vec<f64>>())
            })
        })?;
        Ok(shaped(py, lengths, [count])?.into_any())
    }
}

fn points<'py>(py: Python<'py>, path: &undercroft_sight::Path) -> PyResult<(f64, Bound<'py, PyAny>)> {
    let points: Vec<i32> = path.waypoints().iter().flat_map(|cell| [cell.y, cell.x]).collect();
    let count = points.len() / 2;
    Ok((path.length(), shaped(py, points, [count, 2])?.into_any()))
}

/// A body of so many rows and columns.
pub fn footprint(height: i32, width: i32) -> Result<Footprint, Problem> {
    Footprint::from_size(width, height).ok_or_else(|| {
        Problem::new("ValueError", format!("footprint: need 1 or 2 rows and columns, got ({height}, {width})"))
    })
}
