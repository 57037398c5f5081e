//! Which part of a data set a dungeon belongs to, by its hash alone.

use serde::{Deserialize, Serialize};
use undercroft::Fraction;

use super::DatasetError;
use super::symmetry_hash::HASH_BYTES;

/// A part of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DatasetPart {
    /// To learn from.
    Train,
    /// To choose settings by.
    Val,
    /// To judge by.
    Test,
}

impl DatasetPart {
    /// All parts.
    pub const ALL: [Self; 3] = [Self::Train, Self::Val, Self::Test];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Val => "val",
            Self::Test => "test",
        }
    }
}

/// The shares of a split; what is left is for training.
///
/// ```
/// use undercroft_formats::dataset::{DatasetPart, DatasetSplit};
///
/// let split = DatasetSplit::parse("test=0.1,val=0.05").unwrap();
/// assert_eq!(split.part(&[0; 16]), DatasetPart::Test);
/// assert_eq!(split.part(&[255; 16]), DatasetPart::Train);
/// let error = DatasetSplit::parse("test=0.7,val=0.4").unwrap_err();
/// assert_eq!(error.to_string(), "--split: fractions sum to 1.1, need at most 1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatasetSplit {
    /// The share to judge by.
    pub test: Fraction,
    /// The share to choose settings by.
    pub val: Fraction,
}

impl DatasetSplit {
    /// Reads `test=0.1,val=0.05`.
    ///
    /// # Errors
    /// When a part is unknown or twice there, a share is none, or they are more than a whole.
    pub fn parse(text: &str) -> Result<Self, DatasetError> {
        let pairs = text.split(',').filter(|pair| !pair.trim().is_empty()).map(|pair| {
            let (part, share) = pair.split_once('=').unwrap_or((pair, ""));
            (part.trim(), share.trim().parse().unwrap_or(f64::NAN))
        });
        Self::from_pairs(pairs)
    }

    /// The split with these shares.
    ///
    /// # Errors
    /// As [`DatasetSplit::parse`].
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, f64)>) -> Result<Self, DatasetError> {
        let refuse = |problem: String| DatasetError::Setting { field: "split", problem };
        let (mut split, mut seen) = (Self::default(), Vec::new());
        for (part, share) in pairs {
            let place = match part {
                "test" => &mut split.test,
                "val" => &mut split.val,
                _ => return Err(refuse(format!("need test=SHARE or val=SHARE, got {part:?}"))),
            };
            if seen.contains(&part) {
                return Err(refuse(format!("{part} is there twice")));
            }
            seen.push(part);
            *place = Fraction::from_decimal(share).ok_or_else(|| {
                refuse(format!("{part}: need a share from 0 to 1 with at most 4 decimals, got {share}"))
            })?;
        }
        split.check()?;
        Ok(split)
    }

    /// Whether the shares are at most a whole.
    ///
    /// # Errors
    /// When they are more.
    pub(super) fn check(self) -> Result<(), DatasetError> {
        let sum = u32::from(self.test.parts()) + u32::from(self.val.parts());
        if sum <= u32::from(Fraction::WHOLE) {
            return Ok(());
        }
        let sum = f64::from(sum) / f64::from(Fraction::WHOLE);
        Err(DatasetError::Setting { field: "split", problem: format!("fractions sum to {sum}, need at most 1") })
    }

    /// The part of a hash: its first eight bytes, big-endian, scaled to 10,000 parts.
    pub fn part(&self, hash: &[u8; HASH_BYTES]) -> DatasetPart {
        let first = u64::from_be_bytes(std::array::from_fn(|i| hash[i]));
        let at = ((u128::from(first) * u128::from(Fraction::WHOLE)) >> 64) as u16;
        if at < self.test.parts() {
            DatasetPart::Test
        } else if at < self.test.parts() + self.val.parts() {
            DatasetPart::Val
        } else {
            DatasetPart::Train
        }
    }
}
