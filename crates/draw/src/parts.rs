//! The parts of drawings that page formats use: names of columns, symbols of room roles.

pub use crate::frame::column;
pub use crate::symbol::Symbol;
