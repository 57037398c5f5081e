//! Test cases for sight, from files: a map, an observer, and what should be seen.
//!
//! There are two kinds of file, told apart by their first letter: drawings (`text.rs`), one or more to a file (`grids.rs`),
//! and a JSON object (`json.rs`).
//! A case says only what its file says: each statement is a [`Expectation`] about some cells and leaves the others open.

mod check;
mod grids;
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
    /// Who looks, if anyone does. It lies on the map.
    pub observer: Option<Observer>,
    /// What is said to be seen.
    pub seen: Expectation,
    /// What is said to be a corner.
    pub corners: Expectation,
    /// What is said to be an interesting corner.
    pub interesting: Expectation,
}

/// A case of a file that may hold several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedCase {
    /// The line where it begins, from 1.
    pub line: usize,
    /// The column where it begins, from 1, in characters.
    pub column: usize,
    /// How it is written.
    pub kind: CaseKind,
    /// The case.
    pub case: FovCase,
}

/// How a case is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CaseKind {
    /// Drawn, with an observer.
    View,
    /// Drawn, with corners and without an observer.
    Corners,
    /// A JSON object.
    Json,
    /// Drawn with walls and free cells only: it claims nothing.
    Map,
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
    /// Nothing is drawn.
    #[error("there is no map, only empty lines")]
    Empty,
    /// Lines of different lengths.
    #[error("line {line} has {found} columns, line {first} has {expected}")]
    Ragged {
        /// From 1.
        line: usize,
        /// Its length.
        found: usize,
        /// The first line of the drawing.
        first: usize,
        /// The length of that one.
        expected: usize,
    },
    /// The observer's cells are not one cell, two neighbours or a block of four.
    #[error("the cells marked s or z must be one cell, two neighbours or a 2x2 block, but {0}")]
    Observer(String),
    /// One of several grids is wrong.
    #[error("grid at line {line}, column {column}: {problem}")]
    Grid {
        /// Where it begins, from 1.
        line: usize,
        /// Where it begins, from 1, in characters.
        column: usize,
        /// What is wrong with it.
        problem: Box<FovCaseError>,
    },
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
            observer: self.observer.map(|observer| observer.transformed(symmetry, self.solid.size())),
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
