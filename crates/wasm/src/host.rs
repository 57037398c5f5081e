//! What a worker lends to a running call.

/// What a worker lends to a running call: nothing of it decides what a command gives.
pub trait Host {
    /// The time since some moment in the past. [Unit: ms]
    fn now(&self) -> f64;

    /// Sends a frame of progress, while the call runs.
    fn send_progress(&self, frame: &[u8]);

    /// Whether the page has cancelled the request that runs.
    fn is_cancelled(&self) -> bool;
}
