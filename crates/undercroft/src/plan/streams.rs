//! Random streams of a plan: one for each level and each step, so that none disturbs another.

use crate::seed::Stream;

/// Streams that all come from one number.
#[derive(Clone, Copy, Debug)]
pub struct PlanStreams(u64);

impl PlanStreams {
    /// The streams of the number that the stage's own stream gives.
    pub fn new(mut stage: Stream) -> Self {
        Self(stage.bits())
    }

    /// The stream of what is decided.
    pub fn get(self, name: &str) -> Stream {
        Stream::new(self.0, &format!("plan/{name}"))
    }
}
