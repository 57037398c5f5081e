//! One command on a thread of its own: with progress, a deadline, and an end when nobody waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

use super::frame;
use crate::progress::Progress;
use crate::protocol::{Command, ProgressInfo, Refusal, Reply};
use crate::session::{CANCELLED, Session};

/// Progress is told this often at most: more cannot be seen.
const INTERVAL: Duration = Duration::from_millis(50);

/// A command that runs.
#[derive(Debug)]
pub struct Running {
    /// The request.
    pub id: u32,
    cancelled: Arc<AtomicBool>,
    /// Gives the session back when it is done.
    pub thread: JoinHandle<Session>,
}

impl Running {
    /// Lets a session do a command; the answer goes to `out`.
    pub fn start(
        id: u32,
        command: Command,
        mut session: Session,
        patience: Duration,
        out: mpsc::Sender<Bytes>,
    ) -> Self {
        let cancelled = Arc::new(AtomicBool::new(false));
        let listener = Listener::new(id, cancelled.clone(), patience, out.clone());
        let thread = spawn_blocking(move || {
            let answer = answer(&mut session, command, listener);
            // A closed channel means that the tab is gone; nobody wants the answer then.
            drop(out.blocking_send(frame::answer(id, answer)));
            session
        });
        Self { id, cancelled, thread }
    }

    /// Asks it to end soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// Does a command. A panic, which is a bug of the program, becomes an error and costs the crowd, not the session.
pub fn answer(session: &mut Session, command: Command, mut listener: Listener) -> Result<Reply, Refusal> {
    let outcome = catch_unwind(AssertUnwindSafe(|| session.handle(command, &mut listener)));
    match outcome {
        Ok(Err(refusal)) if refusal.message == CANCELLED && listener.is_late() => Err(listener.too_late()),
        Ok(answer) => answer,
        Err(_) => {
            session.recover();
            Err(Refusal::new(
                "The program made a mistake with this command, and the map is as it was. Please report it.",
            ))
        }
    }
}

/// Hears of progress and sends it on, now and then.
pub struct Listener {
    id: u32,
    cancelled: Arc<AtomicBool>,
    patience: Duration,
    deadline: Instant,
    last: Instant,
    stage: String,
    out: Option<mpsc::Sender<Bytes>>,
}

impl Listener {
    fn new(id: u32, cancelled: Arc<AtomicBool>, patience: Duration, out: mpsc::Sender<Bytes>) -> Self {
        Self { id, cancelled, out: Some(out), ..Self::silent(patience) }
    }

    /// One that tells nobody; it only knows when it is too late.
    pub fn silent(patience: Duration) -> Self {
        let now = Instant::now();
        let cancelled = Arc::new(AtomicBool::new(false));
        Self { id: 0, cancelled, patience, deadline: now + patience, last: now, stage: String::new(), out: None }
    }

    fn is_late(&self) -> bool {
        !self.cancelled.load(Ordering::Relaxed) && Instant::now() >= self.deadline
    }

    fn too_late(&self) -> Refusal {
        let seconds = self.patience.as_secs_f32();
        Refusal::new(format!("The command took longer than {seconds} seconds and was ended; ask for less."))
    }
}

impl Progress for Listener {
    fn tell(&mut self, stage: &str, done: u64, of: u64) {
        let Some(out) = &self.out else { return };
        if self.stage == stage && self.last.elapsed() < INTERVAL {
            return;
        }
        stage.clone_into(&mut self.stage);
        self.last = Instant::now();
        // A tab that does not keep up misses some of it.
        drop(out.try_send(frame::progress(self.id, ProgressInfo { stage: stage.to_owned(), done, of })));
    }

    fn goes_on(&self) -> bool {
        !self.cancelled.load(Ordering::Relaxed) && Instant::now() < self.deadline
    }
}
