//! State that follows from the entities of a dungeon: tiles, outline, open sockets, depths, roles, numbers, level names,
//! daises.
//!
//! Build calls it once, every edit calls it again. [`tiles`] is the only place that writes terrain from entities.

pub mod dais;
pub mod level_names;
pub mod middle;
pub mod numbers;
pub mod outline;
pub mod progression;
pub mod secrecy;
pub mod sockets;
pub mod template_roles;
pub mod tiles;
pub mod wall_fixtures;
