#![doc = include_str!("../README.md")]

#[cfg(feature = "serde")]
mod case;
mod diagonal;
mod floor;
mod fov;
mod path;

#[cfg(feature = "serde")]
pub use case::{CaseKind, CaseReport, Expectation, Failure, FovCase, FovCaseError, LocatedCase, Thoroughness};
pub use diagonal::Diagonal;
pub use floor::Floor;
pub use fov::{
    Footprint, FootprintError, Fov, FovGlyphs, FovKind, FovKindError, FovText, LineOfSight, Observer, OutsideError,
    Radius, Survey, View, exact_fov, oracle, sees, survey,
};
pub use path::{
    CornerGraph, Corners, Endpoint, LENGTH_UNITS, Path, PathError, PathSearch, distances, inflate, path, straddled_path,
};
