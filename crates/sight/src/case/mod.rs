//! Test cases for sight, from files: a map, an observer, and what should be seen.
//!
//! There are two kinds of file, told apart by their first letter: a drawing (`text.rs`) and a JSON object (`json.rs`).
//! A case says only what its file says: each statement is a [`Expectation`] about some cells and leaves the others open.

mod check;
mod json;
mod read;
mod text;

use undercroft_grid::{BitGrid, Size, SizeError, Symmetry};

pub use check::{CaseReport, Failure, Thoroughness};

use crate::{Observer, OutsideError};

/// A map, an observer, and what the file claims about them.
///
/// ```
/// use undercroft_sight::{FovCase, Thoroughness};
///
/// let case = FovCase::read("corridor", "so#.\n").expect("a drawing");
/// assert!(case.check(Thoroughness::EveryCell).passed());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FovCase {
    /// What to call it.
    pub name: String,
    /// The solid cells.
    pub solid: BitGrid,
    /// Who looks. It lies on the map.
    pub observer: Observer,
    /// What is said to be seen.
    pub seen: Expectation,
    /// What is said to be a corner.
    pub corners: Expectation,
    /// What is said to be an interesting corner.
    pub interesting: Expectation,
}

/// Cells that are said to belong to a set, and cells that are said not to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// These do.
    pub yes: BitGrid,
    /// These do not.
    pub no: BitGrid,
}

/// A file is not a case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FovCaseError {
    /// A character that is not in the alphabet.
    #[error("line {line}, column {column}: {found:?} is not a glyph of an FOV case")]
    Letter {
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// Lines of different lengths.
    #[error("line {line} has {found} columns, line 1 has {expected}")]
    Ragged {
        /// From 1.
        line: usize,
        /// Its length.
        found: usize,
        /// The length of the first line.
        expected: usize,
    },
    /// The observer's cells are not one cell, two neighbours or a block of four.
    #[error("the cells marked s or z must be one cell, two neighbours or a 2x2 block, but {0}")]
    Observer(String),
    /// No map has this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The observer does not lie on the map.
    #[error(transparent)]
    Outside(#[from] OutsideError),
    /// The start is not a cell.
    #[error("the observer 1x1 at ({x}, {y}) lies outside the {size} map")]
    Start {
        /// `startX`.
        x: i64,
        /// `startY`.
        y: i64,
        /// The map's size.
        size: Size,
    },
    /// A cell id that is not on the map.
    #[error("{field}[{index}]: {id} is not a cell of a {size} map, ids are 0 to {}", size.area() - 1)]
    Id {
        /// The list that holds it.
        field: &'static str,
        /// Where in the list, from 0.
        index: usize,
        /// The id.
        id: i64,
        /// The map's size.
        size: Size,
    },
    /// Not JSON, or a field is missing or of the wrong kind.
    #[error("not an FOV case: {0}")]
    Json(String),
}

impl FovCase {
    /// The case on the turned or mirrored map.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        Self {
            name: self.name.clone(),
            solid: symmetry.bits(&self.solid),
            observer: self.observer.transformed(symmetry, self.solid.size()),
            seen: self.seen.transformed(symmetry),
            corners: self.corners.transformed(symmetry),
            interesting: self.interesting.transformed(symmetry),
        }
    }
}

impl Expectation {
    /// Says nothing.
    pub fn nothing(size: Size) -> Self {
        Self { yes: BitGrid::new(size), no: BitGrid::new(size) }
    }

    /// Says of every cell whether it belongs.
    pub fn exactly(set: BitGrid) -> Self {
        let mut no = set.clone();
        no.complement();
        Self { yes: set, no }
    }

    /// Whether something is said at all.
    pub fn is_empty(&self) -> bool {
        self.yes.is_empty() && self.no.is_empty()
    }

    /// Whether the set is as it is said to be.
    pub fn holds(&self, set: &BitGrid) -> bool {
        self.yes.is_subset(set) && !self.no.intersects(set)
    }

    /// The set, put right where something is said about it.
    pub fn corrected(&self, set: &BitGrid) -> BitGrid {
        let mut set = set.clone();
        set |= &self.yes;
        set -= &self.no;
        set
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        Self { yes: symmetry.bits(&self.yes), no: symmetry.bits(&self.no) }
    }
}
