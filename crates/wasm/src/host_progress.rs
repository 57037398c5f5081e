//! Progress of a command in a worker: messages now and then, a deadline, a flag.

use undercroft_studio::Progress;
use undercroft_studio::protocol::{ErrorCode, ProgressInfo, ProtocolError, progress_frame};

use super::host::Host;

/// Progress is reported this often at most. Without a limit a large map sends thousands of messages a second. [Unit: ms]
const INTERVAL: f64 = 50.0;
/// The longest that a command may take, as on the server. [Unit: seconds]
const TIMEOUT: f32 = 120.0;

/// Sends the progress of a request to the page.
pub struct HostProgress<'a> {
    id: u32,
    host: &'a dyn Host,
    deadline: f64,
    last: f64,
    stage: String,
}

impl<'a> HostProgress<'a> {
    /// The progress of a request that begins now.
    pub fn new(id: u32, host: &'a dyn Host) -> Self {
        let now = host.now();
        Self { id, host, deadline: now + 1000.0 * f64::from(TIMEOUT), last: now, stage: String::new() }
    }

    /// The error of a command: one that the deadline ended was not cancelled.
    pub fn explain(&self, error: ProtocolError) -> ProtocolError {
        let is_late = error.code == ErrorCode::Cancelled && !self.host.is_cancelled();
        if is_late { ProtocolError::timeout(TIMEOUT) } else { error }
    }
}

impl Progress for HostProgress<'_> {
    fn report(&mut self, stage: &str, done: u64, total: u64) {
        let now = self.host.now();
        if self.stage == stage && now - self.last < INTERVAL {
            return;
        }
        stage.clone_into(&mut self.stage);
        self.last = now;
        self.host.send_progress(&progress_frame(self.id, ProgressInfo { stage: stage.to_owned(), done, total }));
    }

    // Loops ask about every two milliseconds (`undercroft`'s meter), so that two calls out of the module cost nothing.
    fn should_continue(&self) -> bool {
        !self.host.is_cancelled() && self.host.now() < self.deadline
    }
}
