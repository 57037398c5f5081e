//! Reads content files: TOML, with the position of every mistake.

mod choice;
mod constraints;
mod furnish;
mod inhabitants;
mod kind;
mod limits;
mod lists;
mod node;
mod plain_table;
mod purpose;
mod sentences;
mod surface;
mod symbol;
mod table;
mod toml_reader;
mod toml_tree;
mod trap;

pub use kind::read_kinds;
pub use limits::{MAX_PARENTS, check_files, name, table_name};
pub use node::{Document, Node};
pub use symbol::read_symbols;
pub use table::{KIND_KEY, has_table, read_table, with_vocabulary};
