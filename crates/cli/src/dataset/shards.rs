//! A run over the shards of one worker: those that are left, one after the other, each on all threads.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde_json::json;
use undercroft::events::{Event, EventSink};
use undercroft_formats::dataset::{
    DatasetManifest, DatasetPlan, MANIFEST_FILE, RowFailure, RowMaker, SeedSpan, ShardFile, ShardShare, Sidecar,
};

use super::folder::Folder;
use crate::console::Console;
use crate::interrupt::{self, INTERRUPTED};
use crate::progress;

/// A run over the shards of one worker.
pub struct ShardRun {
    maker: RowMaker,
    out: PathBuf,
    folder: Folder,
    share: ShardShare,
    pool: ThreadPool,
    /// Whether a seed without a dungeon ends the run.
    stops_at_unmet: bool,
    /// A switch that Ctrl-C sets.
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
}

/// What a run did.
#[derive(Default)]
struct Done {
    made: u32,
    kept: u32,
    rows: u64,
    unmet: u64,
}

/// Asks to stop when Ctrl-C came.
struct Switch<'a>(&'a AtomicBool);

impl EventSink for Switch<'_> {
    fn wants_events(&self) -> bool {
        false
    }

    fn on_event(&mut self, _: Event) {}

    fn should_continue(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

impl ShardRun {
    /// Begins or goes on in a folder.
    pub fn new(
        plan: DatasetPlan,
        out: &Path,
        share: ShardShare,
        threads: usize,
        stops_at_unmet: bool,
        console: &Console,
    ) -> anyhow::Result<Self> {
        let maker = RowMaker::new(plan)?;
        let folder = Folder::begin(out, maker.plan())?;
        let stop = Arc::new(AtomicBool::new(false));
        let switch = Arc::clone(&stop);
        interrupt::listen(move || switch.store(true, Ordering::Relaxed));
        progress::end();
        let bar = bar(maker.plan(), share, console);
        Ok(Self { maker, out: out.to_owned(), folder, share, pool: super::pool(threads)?, stops_at_unmet, stop, bar })
    }

    /// Makes what is left, and the manifest when all shards are there.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let mut done = Done::default();
        let plan = self.maker.plan();
        for shard in self.share.shards(plan) {
            let SeedSpan { first, last } = plan.shard_seeds(shard);
            if self.finished(shard)?.is_some() {
                done.kept += 1;
                self.bar.inc(last - first + 1);
                continue;
            }
            let file = match self.shard(shard) {
                Ok(file) => file,
                Err(RowFailure::Stopped) => return Ok(ExitCode::from(INTERRUPTED)),
                Err(RowFailure::Flawed { seed, report }) => {
                    self.bar.finish_and_clear();
                    let first = report.flaws.first().map(ToString::to_string).unwrap_or_default();
                    console.complain(&format!(
                        "this is a bug, please report it: seed {seed} makes a dungeon with a flaw: {first}"
                    ));
                    return Ok(ExitCode::from(1));
                }
                Err(RowFailure::Refused(error)) => return Err(error.into()),
                Err(RowFailure::Unmet(unmet)) => bail!("seed {}: {}", unmet.seed, unmet.message),
            };
            self.folder.clean(&file.sidecar.file);
            self.folder.clean(&plan.sidecar_name(shard));
            self.folder.write(&file.sidecar.file, &file.bytes)?;
            self.folder.write(&plan.sidecar_name(shard), file.sidecar.to_json().as_bytes())?;
            (done.made, done.rows) = (done.made + 1, done.rows + file.sidecar.rows);
            done.unmet += file.sidecar.unmet.len() as u64;
            self.bar.set_message(format!("{} shards done", done.made + done.kept));
        }
        self.bar.finish_and_clear();
        let is_complete = self.complete()?;
        self.report(&done, is_complete, console)?;
        Ok(ExitCode::SUCCESS)
    }

    fn shard(&self, shard: u32) -> Result<ShardFile, RowFailure> {
        let one = |seed| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(RowFailure::Stopped);
            }
            let outcome = self.maker.row(seed, &mut Switch(&self.stop));
            self.bar.inc(1);
            outcome
        };
        let mut last_straw = None;
        let file = self.maker.shard(shard, |seeds| {
            let outcomes: Vec<_> = self.pool.install(|| seeds.into_par_iter().map(one).collect());
            match outcomes.iter().find(|it| matches!(it, Err(RowFailure::Unmet(_)))) {
                Some(Err(unmet)) if self.stops_at_unmet => {
                    last_straw = Some(unmet.clone());
                    vec![Err(RowFailure::Stopped)]
                }
                _ => outcomes,
            }
        });
        last_straw.map_or(file, Err)
    }

    /// The sidecar of a shard that needs no more work.
    fn finished(&self, shard: u32) -> anyhow::Result<Option<Sidecar>> {
        let plan = self.maker.plan();
        let sidecar = self.folder.read(&plan.sidecar_name(shard))?;
        Ok(plan.finished(shard, sidecar.as_deref(), self.folder.size(&plan.shard_name(shard))))
    }

    /// Writes the manifest where all shards are there.
    fn complete(&self) -> anyhow::Result<bool> {
        let plan = self.maker.plan();
        let sidecars =
            (0..plan.shard_count()).map(|shard| self.finished(shard)).collect::<anyhow::Result<Option<Vec<_>>>>()?;
        let Some(sidecars) = sidecars else { return Ok(false) };
        let text = DatasetManifest::new(plan, sidecars).to_json();
        if self.folder.read(MANIFEST_FILE)?.as_deref() != Some(text.as_bytes()) {
            self.folder.clean(MANIFEST_FILE);
            self.folder.write(MANIFEST_FILE, text.as_bytes())?;
        }
        Ok(true)
    }

    fn report(&self, done: &Done, is_complete: bool, console: &Console) -> anyhow::Result<()> {
        let Done { made, kept, rows, unmet } = *done;
        let out = self.out.to_str().ok_or_else(|| anyhow!("{}: the name is not UTF-8", self.out.display()))?;
        if console.json {
            return Console::print_json(&json!({
                "out": out, "shards_made": made, "shards_kept": kept, "rows_made": rows, "unmet": unmet,
                "complete": is_complete,
            }));
        }
        let end = if is_complete { "the data set is complete" } else { "other shards are missing yet" };
        console
            .print_note(&format!("made {rows} rows in {made} shards, kept {kept} shards, {unmet} seeds unmet; {end}"));
        Ok(())
    }
}

/// On standard error, and only on a terminal.
fn bar(plan: &DatasetPlan, share: ShardShare, console: &Console) -> ProgressBar {
    if console.quiet {
        return ProgressBar::hidden();
    }
    let rows = |shard| plan.shard_seeds(shard).last - plan.shard_seeds(shard).first + 1;
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} rows, {per_sec}, {eta} left, {msg}");
    ProgressBar::new(share.shards(plan).map(rows).sum())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message("0 shards done")
}
