#![doc = include_str!("../README.md")]

pub mod limits;
mod progress;
pub mod protocol;
#[cfg(feature = "server")]
mod server;
mod session;
mod words;

pub use progress::{NoProgress, Progress};
#[cfg(feature = "server")]
pub use server::{ServerOptions, Studio, version_text};
pub use session::Session;
#[cfg(feature = "formats")]
pub use session::do_delegated;
pub use words::abridged;
