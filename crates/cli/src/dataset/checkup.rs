//! `undercroft dataset --check`: is the data set complete, and is every file what it was?

use std::path::Path;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use rayon::prelude::*;
use serde_json::json;
use undercroft_formats::dataset::{
    DatasetManifest, DatasetPlan, HASH_BYTES, MANIFEST_FILE, PLAN_FILE, ShardFindings, Sidecar,
};

use super::folder::Folder;
use crate::console::Console;

/// A look at a data set.
pub struct Checkup<'a> {
    /// The folder.
    pub folder: &'a Path,
    /// Whether every row is looked at.
    pub deep: bool,
    /// How many threads look.
    pub threads: usize,
}

impl Checkup<'_> {
    /// Prints a line for each finding and a summary.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let name = self.folder.display();
        if !self.folder.is_dir() {
            bail!("{name}: there is no such folder");
        }
        let folder = Folder::open(self.folder);
        let Some(plan) = folder.read(PLAN_FILE)? else { bail!("{name}: not a data set: there is no {PLAN_FILE}") };
        let plan = DatasetPlan::parse(&plan).map_err(|error| anyhow!("{name}: {error}"))?;
        let mut problems = plan.findings();
        let foreign = folder.names()?.into_iter().filter(|name| !plan.owns(name));
        problems.extend(foreign.map(|name| format!("{name}: not a file of this data set")));
        let look = |shard| self.shard(&folder, &plan, shard);
        let shards: Vec<ShardFindings> = super::pool(self.threads)?
            .install(|| (0..plan.shard_count()).into_par_iter().map(look).collect::<anyhow::Result<_>>())?;
        problems.extend(shards.iter().flat_map(|shard| shard.problems.iter().cloned()));
        let sidecars: Vec<Sidecar> = shards.iter().filter_map(|shard| shard.sidecar.clone()).collect();
        problems.extend(plan.check_manifest(folder.read(MANIFEST_FILE)?.as_deref(), sidecars.clone()));
        self.report(&plan, &problems, sidecars, shards, console)?;
        Ok(ExitCode::from(u8::from(!problems.is_empty())))
    }

    fn shard(&self, folder: &Folder, plan: &DatasetPlan, shard: u32) -> anyhow::Result<ShardFindings> {
        let sidecar = folder.read(&plan.sidecar_name(shard))?;
        let bytes = folder.read(&plan.shard_name(shard))?;
        Ok(plan.check_shard(shard, sidecar.as_deref(), bytes, self.deep))
    }

    fn report(
        &self,
        plan: &DatasetPlan,
        problems: &[String],
        sidecars: Vec<Sidecar>,
        shards: Vec<ShardFindings>,
        console: &Console,
    ) -> anyhow::Result<()> {
        let found = DatasetManifest::new(plan, sidecars);
        let equal = self.deep.then(|| equal_hashes(shards));
        if console.json {
            return Console::print_json(&json!({
                "problems": problems, "shards": found.shards.len(), "rows": found.rows, "bytes": found.bytes,
                "unmet": found.unmet, "splits": found.splits, "equal_hashes": equal,
            }));
        }
        let mut text: String = problems.iter().flat_map(|problem| [problem.as_str(), "\n"]).collect();
        if problems.is_empty() || !console.quiet {
            let state = if problems.is_empty() { "complete" } else { "not sound" };
            let splits = found.splits;
            let line = format!(
                "{state}: {} findings, {} of {} shards, {} rows (train {}, val {}, test {}), {} seeds unmet\n",
                problems.len(),
                found.shards.len(),
                plan.shard_count(),
                found.rows,
                splits.train,
                splits.val,
                splits.test,
                found.unmet
            );
            text += &line;
            text += &equal.map(|equal| format!("{equal} rows have the hash of an earlier row\n")).unwrap_or_default();
        }
        Console::print(text)
    }
}

/// How many rows have a hash that another had before.
fn equal_hashes(shards: Vec<ShardFindings>) -> usize {
    let mut all: Vec<[u8; HASH_BYTES]> = shards.into_iter().flat_map(|shard| shard.hashes).collect();
    let rows = all.len();
    all.sort_unstable();
    all.dedup();
    rows - all.len()
}
