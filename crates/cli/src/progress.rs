//! The sign of life of a long piece of work: a spinner with the stage, after a second, on a terminal only.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that ends sooner shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the spinner turns.
const TURN: Duration = Duration::from_millis(120);

/// The one spinner of the program, while there is one.
static SPINNER: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Begins a piece of work that may be long.
pub fn begin(is_quiet: bool) {
    if is_quiet || !io::stderr().is_terminal() {
        return;
    }
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_message("working");
    *spinner() = Some(bar.clone());
    thread::spawn(move || {
        thread::sleep(PATIENCE);
        let _shown = spinner();
        if !bar.is_finished() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TURN);
        }
    });
}

/// Names what is done now.
pub fn stage(words: impl Into<String>) {
    if let Some(bar) = &*spinner() {
        bar.set_message(words.into());
    }
}

/// Prints something while the spinner is out of the way.
pub fn suspend<T>(print: impl FnOnce() -> T) -> T {
    match &*spinner() {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Ends the piece of work.
pub fn end() {
    if let Some(bar) = spinner().take() {
        bar.finish_and_clear();
    }
}

fn spinner() -> MutexGuard<'static, Option<ProgressBar>> {
    SPINNER.lock().unwrap_or_else(PoisonError::into_inner)
}
