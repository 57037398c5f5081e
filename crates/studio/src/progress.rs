//! Progress of a command, and its cancellation.

/// Receives the progress of a command, and may cancel it.
pub trait Progress {
    /// The command has done some of the steps of a stage; `total` is 0 where the end is unknown.
    fn report(&mut self, stage: &str, done: u64, total: u64);

    /// Whether the command should continue. Asked often; after `false` it ends and leaves the session as it was.
    fn should_continue(&self) -> bool;
}

/// Reports no progress and never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&mut self, _: &str, _: u64, _: u64) {}

    fn should_continue(&self) -> bool {
        true
    }
}
