//! The parts of drawings that page formats use: names of columns, voices of the lettering.

pub use crate::frame::column;
pub use crate::voice::Voice;
