//! Text in lines and columns: entries of the key, for pictures and for prints.

pub mod capitals;
pub mod columns;
pub mod paragraph;
pub mod room_entry;
mod room_facts;
mod undrawn;

pub use undrawn::undrawn_letters;
