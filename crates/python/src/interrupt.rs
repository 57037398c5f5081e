//! Ctrl-C: signals are looked at while Rust works, at most every 50 ms.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use undercroft::events::{Event, EventSink};

use crate::pool;
use crate::problem::{Problem, guarded};

const EVERY: Duration = Duration::from_millis(50);
/// Work on maps with more cells than this may take longer than the time in which Ctrl-C must end it.
const LARGE: usize = 1 << 15;

/// Stops a generation on Ctrl-C. Python handles signals on its main thread only; elsewhere this never stops.
pub struct SignalSink {
    last: Cell<Instant>,
    raised: RefCell<Option<PyErr>>,
}

impl SignalSink {
    /// A sink that looks for the first time after the interval.
    pub fn new() -> Self {
        Self { last: Cell::new(Instant::now()), raised: RefCell::new(None) }
    }

    /// What Python raised, if it stopped the work.
    pub fn into_raised(self) -> Option<PyErr> {
        self.raised.into_inner()
    }
}

impl EventSink for SignalSink {
    fn wants_events(&self) -> bool {
        false
    }

    fn on_event(&mut self, _: Event) {}

    fn should_continue(&self) -> bool {
        if self.last.get().elapsed() < EVERY {
            return self.raised.borrow().is_none();
        }
        self.last.set(Instant::now());
        match signals() {
            Ok(()) => true,
            Err(error) => {
                *self.raised.borrow_mut() = Some(error);
                false
            }
        }
    }
}

/// What Python raises for the signals that came.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general over the lifetime of the lock"
)]
fn signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Stops when another thread says so.
pub struct StopSink<'a>(pub &'a AtomicBool);

impl EventSink for StopSink<'_> {
    fn wants_events(&self) -> bool {
        false
    }

    fn on_event(&mut self, _: Event) {}

    fn should_continue(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// Runs work on a pool while this thread watches for signals. The work ends early when its switch is set.
pub fn on_pool<T: Send>(
    threads: usize,
    work: impl FnOnce(&AtomicBool) -> Result<T, Problem> + Send,
) -> Result<T, Problem> {
    let pool = pool::pool(threads)?;
    let (stop, (sender, receiver)) = (AtomicBool::new(false), mpsc::channel());
    pool.in_place_scope(|scope| {
        let switch = &stop;
        scope.spawn(move |_| {
            // The receiver waits to the end.
            let _ = sender.send(guarded(|| work(switch)));
        });
        let mut raised = None;
        loop {
            match receiver.recv_timeout(EVERY) {
                Ok(result) => return raised.map_or(result, |error| Err(Problem::raised(error))),
                Err(RecvTimeoutError::Disconnected) => return Err(Problem::new("InternalError", "a worker vanished")),
                Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                    raised = signals().err();
                    stop.store(raised.is_some(), Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    })
}

/// Runs work that cannot be stopped: on a large map in a thread that Ctrl-C leaves behind.
pub fn left_behind<T: Send + 'static>(
    cells: usize,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    if cells <= LARGE {
        return guarded(work);
    }
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || drop(sender.send(guarded(work))));
    loop {
        match receiver.recv_timeout(EVERY) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => return Err(Problem::new("InternalError", "a worker vanished")),
            Err(RecvTimeoutError::Timeout) => {
                signals().map_err(Problem::raised)?;
            }
        }
    }
}
