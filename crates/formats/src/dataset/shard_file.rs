//! Rows as the bytes of a shard, with what vouches for them; and as an Arrow stream.

use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterVersion};
use undercroft::dungeon::EPOCH;

use super::DatasetError;
use super::dataset_plan::DatasetPlan;
use super::dataset_row::DatasetRow;
use super::row_batch::row_batch;
use super::sidecar::{PartCounts, Sidecar, UnmetSeed, sha256};
use super::tile_block::{TILE_GLYPHS, TILE_NAMES};

/// Rows of a row group.
const GROUP_ROWS: usize = 1024;
/// Of 22; higher levels are slower and hardly smaller.
const ZSTD_LEVEL: i32 = 3;
/// The keys of the metadata of a shard.
pub(super) const PLAN_KEY: &str = "undercroft.plan";
const TILES_KEY: &str = "undercroft.tiles";

/// A shard with its sidecar, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardFile {
    /// The bytes of the Parquet file.
    pub bytes: Vec<u8>,
    /// What vouches for them.
    pub sidecar: Sidecar,
}

impl ShardFile {
    /// The shard of these rows, in the order of their seeds.
    ///
    /// # Errors
    /// When the columns cannot hold them.
    pub fn new(
        plan: &DatasetPlan,
        shard: u32,
        rows: &[DatasetRow],
        unmet: Vec<UnmetSeed>,
    ) -> Result<Self, DatasetError> {
        let bytes = parquet_bytes(&row_batch(plan, rows)?, metadata(plan))?;
        let mut splits = PartCounts::default();
        rows.iter().for_each(|row| splits.add(row.part()));
        let sidecar = Sidecar {
            file: plan.shard_name(shard),
            rows: rows.len() as u64,
            bytes: bytes.len() as u64,
            sha256: sha256(&bytes),
            seeds: plan.shard_seeds(shard),
            splits,
            unmet,
        };
        Ok(Self { bytes, sidecar })
    }
}

/// A batch as the bytes of a Parquet file.
///
/// # Errors
/// When Parquet has no place for a value.
pub fn parquet_bytes(batch: &RecordBatch, metadata: Vec<(String, String)>) -> Result<Vec<u8>, DatasetError> {
    let pairs = metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_created_by(format!("undercroft {EPOCH}"))
        .set_key_value_metadata(Some(pairs))
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties))?;
    writer.write(batch)?;
    Ok(writer.into_inner()?)
}

/// Rows as an Arrow IPC stream of one batch, which other languages read in place.
///
/// # Errors
/// When the columns cannot hold them.
pub fn ipc_bytes(plan: &DatasetPlan, rows: &[DatasetRow]) -> Result<Vec<u8>, DatasetError> {
    let batch = row_batch(plan, rows)?;
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema())?;
    writer.write(&batch)?;
    Ok(writer.into_inner()?)
}

fn metadata(plan: &DatasetPlan) -> Vec<(String, String)> {
    let codes: Vec<serde_json::Value> = (0..)
        .zip(TILE_NAMES.iter().zip(TILE_GLYPHS))
        .map(|(code, (name, glyph)): (u8, _)| serde_json::json!({ "code": code, "name": name, "glyph": glyph }))
        .collect();
    vec![(PLAN_KEY.to_owned(), plan.to_json()), (TILES_KEY.to_owned(), serde_json::Value::from(codes).to_string())]
}
