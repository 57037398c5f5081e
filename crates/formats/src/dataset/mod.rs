//! Data sets: many dungeons as rows of Parquet files, for learning and statistics.
//!
//! A [`DatasetPlan`] decides every byte. Its seeds are cut into shards; a [`RowMaker`] makes the rows of a shard, in any
//! order and on any number of threads, and [`ShardFile`] has its bytes and the [`Sidecar`] that vouches for them. When all
//! shards are there, a [`DatasetManifest`] ends the data set. Nothing here opens a file or reads a clock: who writes decides
//! where, and what is left to do follows from names and lengths ([`DatasetPlan::finished`]).
//!
//! ```text
//! plan.json ──▶ part-00000-of-00245.parquet, part-00000-of-00245.json ──▶ … ──▶ dataset.json
//! ```
//!
//! Tiles are packed in four bits a cell. The split goes by a hash that is the same for mirrored, turned and shifted tiles
//! ([`symmetry_hash`]), so no level is on both sides of it.

mod column_group;
mod dataset_plan;
mod dataset_row;
mod dataset_split;
mod error;
mod fact_batch;
mod nibbles;
mod row_batch;
mod row_maker;
mod shard_check;
mod shard_file;
mod shard_share;
mod sidecar;
mod struct_columns;
mod symmetry_hash;
mod tile_block;

pub use column_group::{ColumnGroup, DEFAULT_COLUMNS};
pub use dataset_plan::{DEFAULT_SHARD_ROWS, DatasetPlan, MAX_SHARD_ROWS, PLAN_FILE, SeedSpan, SeedType};
pub use dataset_row::DatasetRow;
pub use dataset_split::{DatasetPart, DatasetSplit};
pub use error::DatasetError;
pub use fact_batch::{FactRow, fact_parquet};
pub use nibbles::{pack_nibbles, unpack_nibbles};
pub use row_batch::schema;
pub use row_maker::{RowFailure, RowMaker, RowOutcome, sorted_out};
pub use shard_check::ShardFindings;
pub use shard_file::{ShardFile, ipc_bytes};
pub use shard_share::ShardShare;
pub use sidecar::{ColumnNote, DatasetManifest, MANIFEST_FILE, PartCounts, Sidecar, UnmetSeed, sha256};
pub use symmetry_hash::{HASH_BYTES, symmetry_hash};
pub use tile_block::{TILE_GLYPHS, TILE_NAMES, TileBlock};
