//! Which shards a worker makes, and which are left to do.

use super::DatasetError;
use super::dataset_plan::DatasetPlan;
use super::sidecar::Sidecar;

/// One of several workers that make a data set together: the shards k with k mod `count` = `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardShare {
    index: u32,
    count: u32,
}

impl Default for ShardShare {
    fn default() -> Self {
        Self { index: 0, count: 1 }
    }
}

impl ShardShare {
    /// Worker `index` of `count`.
    ///
    /// # Errors
    /// When there is no such worker.
    pub fn new(index: u32, count: u32) -> Result<Self, DatasetError> {
        if index < count {
            return Ok(Self { index, count });
        }
        Err(DatasetError::Setting { field: "shard", problem: format!("need I < N, got {index}/{count}") })
    }

    /// Reads `I/N`.
    ///
    /// # Errors
    /// When it is not written so, or there is no such worker.
    ///
    /// ```
    /// use undercroft_formats::dataset::ShardShare;
    ///
    /// assert!(ShardShare::parse("3/4").is_ok());
    /// assert_eq!(ShardShare::parse("4/4").unwrap_err().to_string(), "--shard: need I < N, got 4/4");
    /// ```
    pub fn parse(text: &str) -> Result<Self, DatasetError> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) => Self::new(index, count),
            None => Err(DatasetError::Setting { field: "shard", problem: format!("need I/N as in 0/4, got {text:?}") }),
        }
    }

    /// The shards of this worker.
    pub fn shards(self, plan: &DatasetPlan) -> impl Iterator<Item = u32> + use<> {
        (self.index..plan.shard_count()).step_by(self.count as usize)
    }
}

impl DatasetPlan {
    /// The sidecar of a shard that is finished: it is there and the file has the size that it names. Everything else is
    /// made again.
    pub fn finished(&self, shard: u32, sidecar: Option<&[u8]>, bytes: Option<u64>) -> Option<Sidecar> {
        let sidecar = Sidecar::parse(&self.sidecar_name(shard), sidecar?).ok()?;
        (sidecar.file == self.shard_name(shard) && Some(sidecar.bytes) == bytes).then_some(sidecar)
    }
}
