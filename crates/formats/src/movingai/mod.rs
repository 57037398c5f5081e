//! Maps and scenarios of the MovingAI benchmarks.

mod benchmark;
mod map;
mod octile;
mod only_level;
pub mod scenario;
mod scenario_format;

pub use benchmark::{Benchmark, benchmark};
pub use map::{FORMAT, read, write};
pub use octile::Octile;
pub use scenario_format::SCENARIO_FORMAT;
