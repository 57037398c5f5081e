//! Whether the files of a data set are what they should be. Bytes in, findings out.

use std::collections::BTreeSet;
use std::path::Path;

use arrow_array::types::{Int8Type, Int64Type, UInt8Type, UInt16Type, UInt64Type};
use arrow_array::{RecordBatch, cast::AsArray};
use bytes::Bytes;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use undercroft::dungeon::EPOCH;

use super::DatasetError;
use super::dataset_plan::{DatasetPlan, PLAN_FILE};
use super::dataset_split::DatasetPart;
use super::nibbles::unpack_nibbles;
use super::row_batch::schema;
use super::shard_file::PLAN_KEY;
use super::sidecar::{DatasetManifest, MANIFEST_FILE, PartCounts, Sidecar, sha256};
use super::symmetry_hash::{HASH_BYTES, symmetry_hash};
use super::tile_block::TileBlock;

/// What was found in one shard.
#[derive(Clone, Debug, Default)]
pub struct ShardFindings {
    /// What is wrong, a line each; none where the shard is sound.
    pub problems: Vec<String>,
    /// The sidecar, where it can be read.
    pub sidecar: Option<Sidecar>,
    /// The hashes of all rows, after a deep look.
    pub hashes: Vec<[u8; HASH_BYTES]>,
}

impl DatasetPlan {
    /// What is wrong with the plan itself.
    pub fn findings(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if self.epoch != EPOCH {
            problems.push(format!("{PLAN_FILE}: made by epoch {}, this program is epoch {EPOCH}", self.epoch));
        }
        if let Err(error) = self.recipe_file().and_then(|file| self.recipe_for(&file, self.seeds.first)) {
            problems.push(format!("{PLAN_FILE}: {error}"));
        }
        problems
    }

    /// Whether a file belongs into the folder of this data set; temporary files of a run count.
    pub fn owns(&self, name: &str) -> bool {
        let is_temporary = name.starts_with('.') && Path::new(name).extension().is_some_and(|it| it == "tmp");
        let shard = name.strip_prefix("part-").and_then(|rest| rest.split_once('-')?.0.parse::<u32>().ok());
        let is_part = |shard: u32| {
            shard < self.shard_count() && (name == self.shard_name(shard) || name == self.sidecar_name(shard))
        };
        is_temporary || name == PLAN_FILE || name == MANIFEST_FILE || shard.is_some_and(is_part)
    }

    /// Looks at a shard: length, digest and metadata; with `deep` at every row.
    pub fn check_shard(&self, shard: u32, sidecar: Option<&[u8]>, bytes: Option<Vec<u8>>, deep: bool) -> ShardFindings {
        let mut findings = ShardFindings::default();
        let (name, vouched) = (self.shard_name(shard), self.sidecar_name(shard));
        let (Some(sidecar), Some(bytes)) = (sidecar, bytes) else {
            findings.problems.push(format!("{name}: not finished"));
            return findings;
        };
        let sidecar = match Sidecar::parse(&vouched, sidecar) {
            Ok(sidecar) => sidecar,
            Err(error) => {
                findings.problems.push(error.to_string());
                return findings;
            }
        };
        let look = Look { plan: self, name: &name, sidecar: &sidecar };
        let result = look.outside(shard, &bytes).and_then(|()| look.inside(bytes, deep));
        match result {
            Ok(hashes) => findings.hashes = hashes,
            Err(error) => findings.problems.push(error.to_string()),
        }
        findings.sidecar = Some(sidecar);
        findings
    }

    /// What is wrong with a manifest, given the sidecars of all shards.
    pub fn check_manifest(&self, manifest: Option<&[u8]>, sidecars: Vec<Sidecar>) -> Option<String> {
        let Some(bytes) = manifest else {
            return Some(format!("{MANIFEST_FILE}: not there; the data set is not finished"));
        };
        match DatasetManifest::parse(bytes) {
            Err(error) => Some(error.to_string()),
            Ok(manifest) if manifest != DatasetManifest::new(self, sidecars) => {
                Some(format!("{MANIFEST_FILE}: does not match the plan and the sidecars"))
            }
            Ok(_) => None,
        }
    }
}

/// A look at one shard.
struct Look<'a> {
    plan: &'a DatasetPlan,
    name: &'a str,
    sidecar: &'a Sidecar,
}

impl Look<'_> {
    /// What can be seen without reading rows.
    fn outside(&self, shard: u32, bytes: &[u8]) -> Result<(), DatasetError> {
        let Sidecar { file, bytes: length, sha256: digest, seeds, rows, splits, unmet } = self.sidecar;
        let vouched = self.plan.sidecar_name(shard);
        if file != self.name {
            return Err(DatasetError::file(&vouched, format!("vouches for {file}")));
        }
        if *length != bytes.len() as u64 {
            return Err(self.problem(format!("has {} bytes, its sidecar says {length}", bytes.len())));
        }
        if *digest != sha256(bytes) {
            return Err(self.problem("its SHA-256 is not the one in its sidecar"));
        }
        if *seeds != self.plan.shard_seeds(shard) {
            return Err(DatasetError::file(&vouched, "seeds are not those of the plan"));
        }
        let unmet_is_sound = unmet.windows(2).all(|pair| pair[0].seed < pair[1].seed)
            && unmet.iter().all(|unmet| (seeds.first..=seeds.last).contains(&unmet.seed));
        let all = splits.train + splits.val + splits.test;
        if !unmet_is_sound || all != *rows || rows + unmet.len() as u64 != seeds.last - seeds.first + 1 {
            return Err(DatasetError::file(&vouched, "rows, parts and unmet seeds do not add up to its seeds"));
        }
        Ok(())
    }

    /// What the file holds. The bytes are those that were vouched for.
    fn inside(&self, bytes: Vec<u8>, deep: bool) -> Result<Vec<[u8; HASH_BYTES]>, DatasetError> {
        let builder = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(bytes))
            .map_err(|error| self.problem(error.to_string()))?;
        let metadata = builder.metadata().file_metadata();
        if metadata.num_rows() as u64 != self.sidecar.rows {
            return Err(self.problem(format!(
                "has {} rows, its sidecar says {}",
                metadata.num_rows(),
                self.sidecar.rows
            )));
        }
        let pairs = metadata.key_value_metadata().into_iter().flatten();
        let plan = pairs.filter(|pair| pair.key == PLAN_KEY).find_map(|pair| pair.value.as_deref());
        if plan != Some(self.plan.to_json().as_str()) {
            return Err(self.problem(format!("was made by another plan than {PLAN_FILE}")));
        }
        if builder.schema().fields() != schema(self.plan).fields() {
            return Err(self.problem("its columns are not those of the plan"));
        }
        if deep { self.rows(builder.build()?) } else { Ok(Vec::new()) }
    }

    fn rows(&self, reader: ParquetRecordBatchReader) -> Result<Vec<[u8; HASH_BYTES]>, DatasetError> {
        let (mut hashes, mut counts, mut seeds) = (Vec::new(), PartCounts::default(), Vec::new());
        for batch in reader {
            let batch = batch.map_err(|error| self.problem(error.to_string()))?;
            let column =
                |name: &str| batch.column_by_name(name).ok_or_else(|| self.problem(format!("no column {name}")));
            let seed_column = column("seed")?;
            let hash_column = column("hash")?.as_fixed_size_binary();
            let split_column = column("split")?.as_dictionary::<Int8Type>();
            let words = split_column.values().as_string::<i32>();
            for row in 0..batch.num_rows() {
                let seed = match seed_column.as_primitive_opt::<UInt64Type>() {
                    Some(column) => column.value(row),
                    None => seed_column.as_primitive::<Int64Type>().value(row) as u64,
                };
                let hash: [u8; HASH_BYTES] = std::array::from_fn(|i| hash_column.value(row)[i]);
                let part = self.plan.split.part(&hash);
                let word = split_column.key(row).map_or("", |key| words.value(key));
                if word != part.name() {
                    return Err(self.problem(format!("seed {seed}: split is {word}, its hash says {}", part.name())));
                }
                self.tiles(&batch, row, seed, hash)?;
                counts.add(DatasetPart::ALL[part as usize]);
                hashes.push(hash);
                seeds.push(seed);
            }
        }
        self.seeds(&seeds)?;
        if counts != self.sidecar.splits {
            return Err(self.problem("rows by part are not those of its sidecar"));
        }
        Ok(hashes)
    }

    /// Whether the hash is that of the tiles, where they are there.
    fn tiles(&self, batch: &RecordBatch, row: usize, seed: u64, hash: [u8; HASH_BYTES]) -> Result<(), DatasetError> {
        let Some(tiles) = batch.column_by_name("tiles") else { return Ok(()) };
        let side = |name: &str| batch.column_by_name(name).map_or(0, |it| it.as_primitive::<UInt16Type>().value(row));
        let levels = batch.column_by_name("levels").map_or(0, |it| it.as_primitive::<UInt8Type>().value(row));
        let mut block = TileBlock { levels, height: side("height"), width: side("width"), codes: Vec::new() };
        let packed = tiles.as_binary::<i32>().value(row);
        block.codes = unpack_nibbles(packed, block.area() * usize::from(levels))
            .map_err(|error| self.problem(format!("seed {seed}: {error}")))?;
        if symmetry_hash(&block) == hash {
            Ok(())
        } else {
            Err(self.problem(format!("seed {seed}: hash is not that of its tiles")))
        }
    }

    /// Whether every seed is there once, in order, but those without a dungeon.
    fn seeds(&self, seeds: &[u64]) -> Result<(), DatasetError> {
        let span = self.sidecar.seeds;
        let unmet: BTreeSet<u64> = self.sidecar.unmet.iter().map(|unmet| unmet.seed).collect();
        let expected = (span.first..=span.last).filter(|seed| !unmet.contains(seed));
        if expected.eq(seeds.iter().copied()) { Ok(()) } else { Err(self.problem("seeds are not those of the plan")) }
    }

    fn problem(&self, problem: impl Into<String>) -> DatasetError {
        DatasetError::file(self.name, problem)
    }
}
