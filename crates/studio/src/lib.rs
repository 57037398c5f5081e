//! The studio: dungeons made, seen and played in the browser.
//!
//! [`Session`] decides: commands in, replies out, no IO. The server gives every tab a session of its own and serves the
//! page, which draws and asks. [`protocol`] is all that the two say to each other.

pub mod limits;
mod progress;
pub mod protocol;
mod session;

pub use progress::{NoProgress, Progress};
pub use session::Session;
mod server;
pub use server::{ServerOptions, Studio};
