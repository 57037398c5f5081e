//! Many seeds at once: in parallel, with a progress bar, until all are done or Ctrl-C stops them.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::console::Console;
use crate::interrupt;
use crate::progress;

/// A run over many seeds. A process has one.
pub struct Sweep {
    /// A switch that Ctrl-C sets, so that no file is left half written.
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
}

impl Sweep {
    /// A run over this many dungeons in all.
    pub fn new(count: u64, console: &Console) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let switch = Arc::clone(&stop);
        interrupt::listen(move || switch.store(true, Ordering::Relaxed));
        progress::end();
        Self { stop, bar: bar(count, console) }
    }

    /// The results in the order of the seeds, whatever the threads do; fewer where the user stopped it.
    pub fn run<T: Send>(
        &self,
        seeds: RangeInclusive<u64>,
        one: impl Fn(u64) -> anyhow::Result<T> + Sync,
    ) -> anyhow::Result<Vec<T>> {
        let counted = |seed| {
            let result = one(seed);
            self.bar.inc(1);
            result
        };
        seeds.into_par_iter().filter(|_| !self.is_stopped()).map(counted).collect()
    }

    /// Whether Ctrl-C stopped it.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Number of seeds in a range that is not empty.
pub fn count(seeds: &RangeInclusive<u64>) -> u64 {
    seeds.end() - seeds.start() + 1
}

/// On standard error, and only on a terminal.
fn bar(count: u64, console: &Console) -> ProgressBar {
    if console.quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} dungeons, {eta} left");
    ProgressBar::new(count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
