//! Rows as the bytes of a shard, with what vouches for them; and as an Arrow stream.

use std::collections::BTreeSet;

use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterVersion};
use undercroft::dungeon::EPOCH;

use super::DatasetError;
use super::dataset_plan::DatasetPlan;
use super::dataset_row::{DatasetRow, ThingRow};
use super::row_batch::{row_batch, schema};
use super::sidecar::{PartCounts, Sidecar, UnmetSeed, sha256};
use super::struct_columns::{MOST_WORDS, too_many_words};
use super::tile_block::{TILE_GLYPHS, TILE_NAMES};

/// Rows of a row group, and so the most rows that are held at a time.
pub(super) const GROUP_ROWS: usize = 1024;
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
        let mut writer = ShardWriter::new(plan, shard)?;
        rows.chunks(GROUP_ROWS).try_for_each(|group| writer.write_group(group))?;
        writer.unmet = unmet;
        writer.finish()
    }
}

/// A shard in the making. Rows are encoded as soon as they fill a row group: values of thousands of rows, kept to the end of
/// a shard between the many short-lived ones of the next dungeons, leave gaps in the heap that later shards cannot fill.
pub(super) struct ShardWriter<'a> {
    plan: &'a DatasetPlan,
    shard: u32,
    writer: ArrowWriter<Vec<u8>>,
    /// Rows that do not fill a row group yet.
    waiting: Vec<DatasetRow>,
    /// Kinds of features and of spawns: the words of a column are counted over the whole shard.
    kinds: [BTreeSet<String>; 2],
    rows: u64,
    splits: PartCounts,
    unmet: Vec<UnmetSeed>,
}

impl<'a> ShardWriter<'a> {
    /// A shard without rows.
    pub(super) fn new(plan: &'a DatasetPlan, shard: u32) -> Result<Self, DatasetError> {
        let writer = parquet_writer(schema(plan), metadata(plan))?;
        let (waiting, kinds, splits) = (Vec::new(), Default::default(), PartCounts::default());
        Ok(Self { plan, shard, writer, waiting, kinds, rows: 0, splits, unmet: Vec::new() })
    }

    /// Adds the next rows and unmet seeds, in the order of their seeds.
    pub(super) fn push(&mut self, rows: Vec<DatasetRow>, unmet: Vec<UnmetSeed>) -> Result<(), DatasetError> {
        self.waiting.extend(rows);
        self.unmet.extend(unmet);
        while self.waiting.len() >= GROUP_ROWS {
            let group: Vec<DatasetRow> = self.waiting.drain(..GROUP_ROWS).collect();
            self.write_group(&group)?;
        }
        Ok(())
    }

    /// Writes a row group; only the last one of a shard has fewer rows than the others.
    fn write_group(&mut self, rows: &[DatasetRow]) -> Result<(), DatasetError> {
        self.count_kinds(rows)?;
        rows.iter().for_each(|row| self.splits.add(row.part()));
        self.rows += rows.len() as u64;
        Ok(self.writer.write(&row_batch(self.plan, rows)?)?)
    }

    fn count_kinds(&mut self, rows: &[DatasetRow]) -> Result<(), DatasetError> {
        let things: [fn(&DatasetRow) -> &Vec<ThingRow>; 2] = [|row| &row.features, |row| &row.spawns];
        for (kinds, things) in self.kinds.iter_mut().zip(things) {
            for thing in rows.iter().flat_map(things).filter(|thing| !kinds.contains(&thing.kind)).collect::<Vec<_>>() {
                kinds.insert(thing.kind.clone());
            }
        }
        let is_too_many = self.kinds.iter().any(|kinds| kinds.len() > MOST_WORDS);
        if is_too_many { Err(too_many_words()) } else { Ok(()) }
    }

    /// The bytes of all rows, and what vouches for them.
    pub(super) fn finish(mut self) -> Result<ShardFile, DatasetError> {
        let rest = std::mem::take(&mut self.waiting);
        self.write_group(&rest)?;
        let bytes = self.writer.into_inner()?;
        let sidecar = Sidecar {
            file: self.plan.shard_name(self.shard),
            rows: self.rows,
            bytes: bytes.len() as u64,
            sha256: sha256(&bytes),
            seeds: self.plan.shard_seeds(self.shard),
            splits: self.splits,
            unmet: self.unmet,
        };
        Ok(ShardFile { bytes, sidecar })
    }
}

/// A batch as the bytes of a Parquet file.
///
/// # Errors
/// When Parquet has no place for a value.
pub fn parquet_bytes(batch: &RecordBatch, metadata: Vec<(String, String)>) -> Result<Vec<u8>, DatasetError> {
    let mut writer = parquet_writer(batch.schema(), metadata)?;
    writer.write(batch)?;
    Ok(writer.into_inner()?)
}

fn parquet_writer(schema: SchemaRef, metadata: Vec<(String, String)>) -> Result<ArrowWriter<Vec<u8>>, DatasetError> {
    let pairs = metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_created_by(format!("undercroft {EPOCH}"))
        .set_key_value_metadata(Some(pairs))
        .build();
    Ok(ArrowWriter::try_new(Vec::new(), schema, Some(properties))?)
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
