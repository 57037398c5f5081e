//! Values as numpy arrays: memory is handed over, never copied.

use numpy::ndarray::{Array, Dimension, IntoDimension};
use numpy::{Element, IntoPyArray, PyArray, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use undercroft::grid::{BitGrid, Cell, Size};

use crate::problem::Problem;

/// An array of this shape that no one can write to.
pub fn read_only<T: Element, D: IntoDimension>(py: Python<'_>, values: Vec<T>, shape: D) -> PyResult<Py<PyAny>> {
    let array = shaped(py, values, shape)?;
    Ok(array.readwrite().make_nonwriteable().as_any().clone().unbind())
}

/// An array of this shape.
pub fn shaped<T: Element, D: IntoDimension>(
    py: Python<'_>,
    values: Vec<T>,
    shape: D,
) -> PyResult<Bound<'_, PyArray<T, D::Dim>>>
where
    D::Dim: Dimension,
{
    let array = Array::from_shape_vec(shape, values)
        .map_err(|error| Problem::new("InternalError", error.to_string()).raise(py))?;
    Ok(array.into_pyarray(py))
}

/// The cells of an array [y, x] that are true, whatever its strides.
pub fn bits(array: &PyReadonlyArray2<'_, bool>) -> Result<BitGrid, Problem> {
    let view = array.as_array();
    let (height, width) = view.dim();
    let size =
        Size::new(width as i64, height as i64).map_err(|error| Problem::new("ValueError", format!("map: {error}")))?;
    Ok(BitGrid::from_fn(size, |cell| view[[cell.y as usize, cell.x as usize]]))
}

/// A cell from row and column; off the map it is an `IndexError`.
pub fn cell(name: &str, (y, x): (i64, i64), size: Size) -> Result<Cell, Problem> {
    let (height, width) = (i64::from(size.height()), i64::from(size.width()));
    if (0..height).contains(&y) && (0..width).contains(&x) {
        return Ok(Cell::new(x as i32, y as i32));
    }
    Err(Problem::new(
        "CellError",
        format!("{name}: cell ({y}, {x}) is off the map of {height} rows and {width} columns"),
    ))
}
