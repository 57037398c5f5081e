//! The plan: everything that decides the bytes of a data set.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use undercroft::dungeon::{EPOCH, Provenance, ProvenanceInput, Record};
use undercroft::recipe::{Recipe, RecipeFile};
use undercroft::seed::Seed;

use super::DatasetError;
use super::column_group::{ColumnGroup, DEFAULT_COLUMNS};
use super::dataset_split::DatasetSplit;

/// The file of a plan.
pub const PLAN_FILE: &str = "plan.json";
/// The version of the files of a data set.
const FORMAT: u32 = 1;
/// Rows of a shard where no number is given.
pub const DEFAULT_SHARD_ROWS: u32 = 4096;
/// The most rows of a shard, which one process holds in memory.
pub const MAX_SHARD_ROWS: u32 = 1 << 20;
/// The most shards of a data set.
const MAX_SHARDS: u64 = 1 << 24;

/// The type of the column of seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeedType {
    /// Without a sign.
    #[default]
    Uint64,
    /// With a sign, for engines without unsigned numbers.
    Int64,
}

impl SeedType {
    /// The type with this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn parse(name: &str) -> Result<Self, DatasetError> {
        match name {
            "uint64" => Ok(Self::Uint64),
            "int64" => Ok(Self::Int64),
            _ => Err(setting("seed_type", format!("need uint64 or int64, got {name:?}"))),
        }
    }
}

/// Seeds from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedSpan {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
}

impl SeedSpan {
    /// Whether the first is not behind the last.
    fn check(self) -> Result<(), DatasetError> {
        let Self { first, last } = self;
        if first <= last {
            return Ok(());
        }
        Err(setting("seeds", format!("the last seed {last} comes before the first {first}")))
    }

    /// How many there are, less one.
    const fn distance(self) -> u64 {
        self.last - self.first
    }
}

/// Everything that decides the bytes of a data set.
///
/// ```
/// use undercroft::recipe::preset;
/// use undercroft_formats::dataset::{DatasetPlan, SeedSpan};
///
/// let recipe = preset("small-dungeon").unwrap().recipe()?;
/// let plan = DatasetPlan::new(&recipe, SeedSpan { first: 0, last: 9999 })?;
/// assert_eq!((plan.shard_count(), plan.shard_name(2).as_str()), (3, "part-00002-of-00003.parquet"));
/// assert_eq!(DatasetPlan::parse(plan.to_json().as_bytes())?, plan);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DatasetPlan {
    /// The version of the files.
    pub format: u32,
    /// The version of the program.
    pub engine: String,
    /// The version of the generator's results.
    pub epoch: u32,
    /// All fields of the recipe.
    pub recipe: Record,
    /// The files that the recipe names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<ProvenanceInput>,
    /// The seeds.
    pub seeds: SeedSpan,
    /// Seeds of a shard.
    pub shard_rows: u32,
    /// The groups of columns, in order.
    pub columns: Vec<ColumnGroup>,
    /// The shares of the split.
    pub split: DatasetSplit,
    /// The type of the column of seeds.
    pub seed_type: SeedType,
}

impl DatasetPlan {
    /// A plan with default columns, no split and shards of the default size. [`DatasetPlan::check`] is for what is set
    /// afterwards: more seeds than shards of the default size hold need larger ones.
    ///
    /// # Errors
    /// When the recipe cannot be used, or the last seed comes before the first.
    pub fn new(file: &RecipeFile, seeds: SeedSpan) -> Result<Self, DatasetError> {
        seeds.check()?;
        let recipe = file.check(Seed::new(seeds.first))?;
        let inputs = recipe.inputs().to_vec();
        Ok(Self {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            epoch: EPOCH,
            recipe: recipe.record,
            inputs,
            seeds,
            shard_rows: DEFAULT_SHARD_ROWS,
            columns: DEFAULT_COLUMNS.to_vec(),
            split: DatasetSplit::default(),
            seed_type: SeedType::default(),
        })
    }

    /// Checks what can be set.
    ///
    /// # Errors
    /// When a setting is beyond its limits; the message names it.
    pub fn check(&self) -> Result<(), DatasetError> {
        self.seeds.check()?;
        if !(1..=MAX_SHARD_ROWS).contains(&self.shard_rows) {
            return Err(setting("shard_rows", format!("need 1 to {MAX_SHARD_ROWS}, got {}", self.shard_rows)));
        }
        // All 2^64 seeds in shards of one row are a shard more than fits.
        let shards = (self.seeds.distance() / u64::from(self.shard_rows)).saturating_add(1);
        if shards > MAX_SHARDS {
            return Err(setting("shard_rows", format!("{shards} shards are over the limit of {MAX_SHARDS}; raise it")));
        }
        let last = self.seeds.last;
        if self.seed_type == SeedType::Int64 && i64::try_from(last).is_err() {
            return Err(setting("seed_type", format!("int64 ends at {}, seed {last} is beyond it", i64::MAX)));
        }
        if !self.columns.is_sorted_by(|a, b| a < b) {
            return Err(setting("columns", "need each group once, in order".to_owned()));
        }
        self.split.check()
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// When it is none, is of another version of the files, or breaks a limit.
    pub fn parse(bytes: &[u8]) -> Result<Self, DatasetError> {
        let plan: Self =
            serde_json::from_slice(bytes).map_err(|error| DatasetError::file(PLAN_FILE, error.to_string()))?;
        if plan.format != FORMAT {
            let problem = format!("format: need {FORMAT}, got {}", plan.format);
            return Err(DatasetError::file(PLAN_FILE, problem));
        }
        plan.check().map_err(|error| DatasetError::file(PLAN_FILE, error.to_string()))?;
        Ok(plan)
    }

    /// The text of the plan's file, and of the metadata of every shard.
    pub fn to_json(&self) -> String {
        // Maps with text keys and numbers are always JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// What the other plan has that this one lacks, in words: `rooms.count 8, asked for 12`; `None` where both are equal.
    pub fn difference(&self, asked: &Self) -> Option<String> {
        let (here, there) = (flat(self), flat(asked));
        let keys = here.iter().chain(&there).map(|(key, _)| key);
        let value = |all: &[(String, Value)], key: &str| {
            all.iter().find(|(other, _)| other == key).map_or_else(|| "none".to_owned(), |(_, value)| value.to_string())
        };
        let differs = keys.filter(|key| value(&here, key) != value(&there, key)).min()?;
        Some(format!("{differs} {}, asked for {}", value(&here, differs), value(&there, differs)))
    }

    /// The recipe with its files.
    ///
    /// # Errors
    /// When it cannot be used.
    pub fn recipe_file(&self) -> Result<RecipeFile, DatasetError> {
        let mut provenance = Provenance::default();
        (provenance.recipe, provenance.inputs) = (self.recipe.clone(), self.inputs.clone());
        Ok(RecipeFile::from_provenance(PLAN_FILE, &provenance)?)
    }

    /// The recipe for a seed.
    ///
    /// # Errors
    /// When it cannot be used.
    pub fn recipe_for(&self, file: &RecipeFile, seed: u64) -> Result<Recipe, DatasetError> {
        Ok(file.check(Seed::new(seed))?)
    }

    /// Whether a group of columns is there.
    pub fn has(&self, group: ColumnGroup) -> bool {
        self.columns.contains(&group)
    }

    /// Number of shards.
    pub fn shard_count(&self) -> u32 {
        (self.seeds.distance() / u64::from(self.shard_rows) + 1) as u32
    }

    /// The seeds of a shard.
    pub fn shard_seeds(&self, shard: u32) -> SeedSpan {
        let first = self.seeds.first + u64::from(shard) * u64::from(self.shard_rows);
        SeedSpan { first, last: first.saturating_add(u64::from(self.shard_rows) - 1).min(self.seeds.last) }
    }

    /// The file of a shard.
    pub fn shard_name(&self, shard: u32) -> String {
        format!("part-{shard:05}-of-{:05}.parquet", self.shard_count())
    }

    /// The file that vouches for a shard.
    pub fn sidecar_name(&self, shard: u32) -> String {
        format!("part-{shard:05}-of-{:05}.json", self.shard_count())
    }
}

fn setting(field: &'static str, problem: String) -> DatasetError {
    DatasetError::Setting { field, problem }
}

/// The fields of a plan by name: `seeds.first`; those of the recipe under their own.
fn flat(plan: &DatasetPlan) -> Vec<(String, Value)> {
    let Ok(Value::Object(fields)) = serde_json::to_value(plan) else { return Vec::new() };
    let parts = fields.into_iter().flat_map(|(name, value)| match value {
        Value::Object(parts) if name == "recipe" => parts.into_iter().collect(),
        Value::Object(parts) => parts.into_iter().map(|(part, value)| (format!("{name}.{part}"), value)).collect(),
        value => vec![(name, value)],
    });
    parts.collect()
}
