//! Progress of a command, and its cancellation.

/// Receives the progress of a command, and may cancel it.
///
/// ```
/// use undercroft_studio::protocol::{Command, ErrorCode};
/// use undercroft_studio::{Progress, Session};
///
/// /// Cancels a command as soon as rooms are placed.
/// struct UntilPlaced(bool);
///
/// impl Progress for UntilPlaced {
///     fn report(&mut self, stage: &str, _done: u64, _total: u64) {
///         self.0 |= stage == "place";
///     }
///     fn should_continue(&self) -> bool {
///         !self.0
///     }
/// }
///
/// let mut session = Session::new(0);
/// let generate = Command::OpenShareLink { text: "preset=small-dungeon&seed=7".to_owned(), trace: false };
/// let error = session.handle(generate, &mut UntilPlaced(false)).unwrap_err();
/// assert_eq!(error.code, ErrorCode::Cancelled);
/// ```
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
