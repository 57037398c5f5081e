//! Maps and scenarios of the MovingAI benchmarks.

mod benchmark;
mod map;
mod octile;
pub mod scenario;

pub use benchmark::{Benchmark, benchmark};
pub use map::{read, write};
pub use octile::Octile;
