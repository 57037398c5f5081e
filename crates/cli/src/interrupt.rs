//! Ctrl-C and requests to end (SIGTERM): what a command does then, and that no temporary file is left.
//!
//! One handler serves the whole program. The first signal goes to the command, if it listens: the studio ends its sessions,
//! a run over many seeds finishes the ones in hand. Where no command listens, and at the second signal, temporary files
//! are deleted and the program ends. Files get their names under a lock, so a signal waits for a set that is being
//! renamed and meets no file that it does not know.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;

/// What the shell calls a program that Ctrl-C ended.
pub const INTERRUPTED: u8 = 130;

type Listener = Box<dyn FnOnce() + Send>;

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Held while files are made or renamed.
static NAMING: Mutex<()> = Mutex::new(());

/// Starts to watch for signals. Called once, before any file is written.
#[cfg(unix)]
pub fn watch() -> anyhow::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};

    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]).context("Ctrl-C cannot be watched for")?;
    // The shell calls a program that a signal ended 128 and its number.
    std::thread::spawn(move || signals.forever().for_each(|signal| on_signal(128 + signal)));
    Ok(())
}

/// Starts to watch for Ctrl-C. Called once, before any file is written.
#[cfg(not(unix))]
pub fn watch() -> anyhow::Result<()> {
    ctrlc::set_handler(|| on_signal(INTERRUPTED.into())).context("Ctrl-C cannot be watched for")
}

/// What the first signal does in place of ending the program.
pub fn listen(listener: impl FnOnce() + Send + 'static) {
    *lock(&LISTENER) = Some(Box::new(listener));
}

fn on_signal(code: i32) {
    if let Some(listener) = lock(&LISTENER).take() {
        return listener();
    }
    // Both locks are held to the end: no other thread makes or renames a file from here on.
    let _naming = lock(&NAMING);
    let temporary = lock(&TEMPORARY);
    for path in temporary.iter() {
        // Nothing better can be done where this fails.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    process::exit(code);
}

fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps signals waiting while it lives, for a set of files that get their names.
pub fn hold_signals() -> impl Sized {
    lock(&NAMING)
}

/// The path of a temporary file or folder, which is deleted when a signal ends the program while this value lives.
pub struct Temporary(PathBuf);

impl Temporary {
    /// Makes a file or folder.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make<T: AsRef<Path>>(make: impl FnOnce() -> io::Result<T>) -> io::Result<(T, Self)> {
        let _naming = hold_signals();
        let entry = make()?;
        let path = entry.as_ref().to_owned();
        lock(&TEMPORARY).insert(path.clone());
        Ok((entry, Self(path)))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        lock(&TEMPORARY).remove(&self.0);
    }
}
