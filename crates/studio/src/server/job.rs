//! One command on a thread of its own, with progress, a timeout and cancellation.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::progress::Progress;
use crate::protocol::{Command, ErrorCode, ProgressInfo, ProtocolError, Reply, answer_frame, progress_frame};
use crate::session::Session;

/// Progress is reported this often at most: more cannot be seen.
const INTERVAL: Duration = Duration::from_millis(50);

/// A running command.
#[derive(Debug)]
pub struct Job {
    /// The request.
    pub id: u32,
    cancelled: Arc<AtomicBool>,
    /// Returns the session when it is done.
    pub thread: JoinHandle<Session>,
}

impl Job {
    /// Runs a command; the answer goes to `out`.
    pub fn start(id: u32, command: Command, mut session: Session, timeout: Duration, out: mpsc::Sender<Bytes>) -> Self {
        let cancelled = Arc::new(AtomicBool::new(false));
        let progress = JobProgress::new(id, cancelled.clone(), timeout, out.clone());
        let thread = spawn_blocking(move || {
            let answer = run_command(&mut session, command, progress);
            // A closed channel means that the tab is gone, and its answer with it.
            drop(out.blocking_send(answer_frame(id, answer).into()));
            session
        });
        Self { id, cancelled, thread }
    }

    /// Asks it to end soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// Runs a command.
pub fn run_command(session: &mut Session, command: Command, mut progress: JobProgress) -> Result<Reply, ProtocolError> {
    let outcome = catch_panic(session, |session| session.handle(command, &mut progress));
    outcome.map_err(|error| match error.code {
        ErrorCode::Cancelled if progress.is_late() => ProtocolError::timeout(progress.timeout.as_secs_f32()),
        _ => error,
    })
}

/// A panic, which is a bug in the program, becomes an error and costs the crowd, not the session.
pub fn catch_panic<T>(
    session: &mut Session,
    work: impl FnOnce(&mut Session) -> Result<T, ProtocolError>,
) -> Result<T, ProtocolError> {
    catch_unwind(AssertUnwindSafe(|| work(session))).unwrap_or_else(|_| {
        session.recover();
        let sentence = "The program failed on this command, and the map is as it was. Please report it.";
        Err(ProtocolError::new(ErrorCode::Internal, sentence))
    })
}

/// Sends the progress of a job to its tab, now and then.
pub struct JobProgress {
    id: u32,
    cancelled: Arc<AtomicBool>,
    timeout: Duration,
    deadline: Instant,
    last: Instant,
    stage: String,
    out: Option<mpsc::Sender<Bytes>>,
}

impl JobProgress {
    fn new(id: u32, cancelled: Arc<AtomicBool>, timeout: Duration, out: mpsc::Sender<Bytes>) -> Self {
        Self { id, out: Some(out), ..Self::silent(timeout, cancelled) }
    }

    /// Sends nothing; only the timeout and the cancellation count.
    pub fn silent(timeout: Duration, cancelled: Arc<AtomicBool>) -> Self {
        let now = Instant::now();
        Self { id: 0, cancelled, timeout, deadline: now + timeout, last: now, stage: String::new(), out: None }
    }

    fn is_late(&self) -> bool {
        !self.cancelled.load(Ordering::Relaxed) && Instant::now() >= self.deadline
    }
}

impl Progress for JobProgress {
    fn report(&mut self, stage: &str, done: u64, total: u64) {
        let Some(out) = &self.out else { return };
        if self.stage == stage && self.last.elapsed() < INTERVAL {
            return;
        }
        stage.clone_into(&mut self.stage);
        self.last = Instant::now();
        // A tab that does not keep up misses some of it.
        drop(out.try_send(progress_frame(self.id, ProgressInfo { stage: stage.to_owned(), done, total }).into()));
    }

    fn should_continue(&self) -> bool {
        !self.cancelled.load(Ordering::Relaxed) && Instant::now() < self.deadline
    }
}
