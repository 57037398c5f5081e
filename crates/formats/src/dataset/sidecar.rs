//! What vouches for a shard, and for the whole data set.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::DatasetError;
use super::dataset_plan::{DatasetPlan, SeedSpan};
use super::dataset_split::DatasetPart;
use super::row_batch::schema;
use super::struct_columns::SENTENCE;

/// The file of a manifest.
pub const MANIFEST_FILE: &str = "dataset.json";

/// A seed that has no dungeon: the recipe cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnmetSeed {
    /// The seed.
    pub seed: u64,
    /// Why.
    pub message: String,
}

/// Rows by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartCounts {
    /// Rows to learn from.
    pub train: u64,
    /// Rows to choose settings by.
    pub val: u64,
    /// Rows to judge by.
    pub test: u64,
}

impl PartCounts {
    /// Counts one more.
    pub fn add(&mut self, part: DatasetPart) {
        match part {
            DatasetPart::Train => self.train += 1,
            DatasetPart::Val => self.val += 1,
            DatasetPart::Test => self.test += 1,
        }
    }

    fn sum(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |sum, next| Self {
            train: sum.train + next.train,
            val: sum.val + next.val,
            test: sum.test + next.test,
        })
    }
}

/// What vouches for a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sidecar {
    /// The file of the shard.
    pub file: String,
    /// Its rows.
    pub rows: u64,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// Its seeds.
    pub seeds: SeedSpan,
    /// Rows by part.
    pub splits: PartCounts,
    /// The seeds without a dungeon.
    pub unmet: Vec<UnmetSeed>,
}

impl Sidecar {
    /// Reads a sidecar.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, DatasetError> {
        serde_json::from_slice(bytes).map_err(|error| DatasetError::file(name, error.to_string()))
    }

    /// The text of its file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// A column of a data set, for readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnNote {
    /// Its name.
    pub name: String,
    /// Its Arrow type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether values may be missing.
    pub nullable: bool,
    /// What it holds.
    pub sentence: String,
}

/// The last file of a data set. A reader trusts a data set that has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatasetManifest {
    /// The plan.
    pub plan: DatasetPlan,
    /// All rows.
    pub rows: u64,
    /// Bytes of all shards.
    pub bytes: u64,
    /// Seeds without a dungeon.
    pub unmet: u64,
    /// Rows by part.
    pub splits: PartCounts,
    /// The columns.
    pub columns: Vec<ColumnNote>,
    /// The shards, in order.
    pub shards: Vec<Sidecar>,
}

impl DatasetManifest {
    /// The manifest of finished shards, in order.
    pub fn new(plan: &DatasetPlan, shards: Vec<Sidecar>) -> Self {
        Self {
            rows: shards.iter().map(|shard| shard.rows).sum(),
            bytes: shards.iter().map(|shard| shard.bytes).sum(),
            unmet: shards.iter().map(|shard| shard.unmet.len() as u64).sum(),
            splits: PartCounts::sum(shards.iter().map(|shard| shard.splits)),
            columns: schema(plan).fields().iter().map(|field| note(field)).collect(),
            plan: plan.clone(),
            shards,
        }
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn parse(bytes: &[u8]) -> Result<Self, DatasetError> {
        serde_json::from_slice(bytes).map_err(|error| DatasetError::file(MANIFEST_FILE, error.to_string()))
    }

    /// The text of its file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

fn note(field: &arrow_schema::Field) -> ColumnNote {
    let sentence = field.metadata().get(SENTENCE).cloned().unwrap_or_default();
    ColumnNote {
        name: field.name().clone(),
        kind: field.data_type().to_string(),
        nullable: field.is_nullable(),
        sentence,
    }
}

/// SHA-256 in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or_default();
    Sha256::digest(bytes).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
