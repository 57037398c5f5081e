//! Symbols of features: which one a feature has, and how it is turned and painted.

mod symbol_set;
mod symbol_sheet;
mod symbol_stamp;

pub use symbol_set::{CONTENT_FILES, SymbolSet};
pub use symbol_sheet::symbol_sheet;
pub use symbol_stamp::SymbolStamp;

#[cfg(test)]
mod tests;
