//! The parts of drawings that page formats use: names of columns, words for room roles.

pub use crate::frame::column;
pub use crate::symbol::role_word;
