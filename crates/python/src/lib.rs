//! The native part of the Python package `undercroft`.
//!
//! Names and documentation that people use are in Python (`python/undercroft/`); this module turns values into arrays,
//! releases the interpreter's lock, watches for Ctrl-C and turns every failure into an exception of the package.

mod arrays;
mod crowd;
mod dataset;
mod dungeon;
mod ground;
mod interrupt;
mod make;
mod pool;
mod problem;
mod recipe;
mod tables;
mod walk;

use pyo3::prelude::*;

#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::crowd::CrowdEngine;
    #[pymodule_export]
    use super::dataset::{Plan, make_plan};
    #[pymodule_export]
    use super::dungeon::Dungeon;
    #[pymodule_export]
    use super::ground::{Corners, Ground};
    #[pymodule_export]
    use super::make::{dungeon_from_tiles, generate, generate_many, read};
    #[pymodule_export]
    use super::recipe::Recipe;
    #[pymodule_export]
    use super::tables::{code_table, fields, formats, presets};

    use super::{Bound, PyModule, PyModuleMethods, PyResult, problem};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        problem::watch_panics();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
