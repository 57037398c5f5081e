//! A piece of a frame's payload.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use undercroft::grid::BitGrid;

/// A piece of the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Blob")]
pub struct PayloadBlob {
    /// Its first byte, counted from the payload's.
    pub at: u32,
    /// Its length.
    pub bytes: u32,
}

impl PayloadBlob {
    /// Appends bytes to a payload.
    pub fn append(payload: &mut Vec<u8>, bytes: &[u8]) -> Self {
        let at = payload.len() as u32;
        payload.extend_from_slice(bytes);
        Self { at, bytes: bytes.len() as u32 }
    }

    /// Appends a set of cells as a bit blob: rows of whole bytes, the least significant bit first.
    ///
    /// ```
    /// use undercroft::grid::{BitGrid, Size};
    /// use undercroft_studio::protocol::PayloadBlob;
    ///
    /// let mut payload = vec![7];
    /// let even = BitGrid::from_fn(Size::of(10, 2), |cell| (cell.x + cell.y) % 2 == 0);
    /// let blob = PayloadBlob::append_bits(&mut payload, &even);
    /// assert_eq!(blob, PayloadBlob { at: 1, bytes: 4 });
    /// assert_eq!(blob.slice(&payload), Some(&[0b0101_0101, 0b01, 0b1010_1010, 0b10][..]));
    /// ```
    pub fn append_bits(payload: &mut Vec<u8>, set: &BitGrid) -> Self {
        let at = payload.len();
        let row_bytes = (set.size().width() as usize).div_ceil(8);
        // The last word of the last row may reach beyond it for a moment.
        payload.reserve(row_bytes * set.size().height() as usize + size_of::<u64>());
        for y in 0..set.size().height() {
            let end = payload.len() + row_bytes;
            for word in set.row(y) {
                payload.extend_from_slice(&word.to_le_bytes());
            }
            payload.truncate(end);
        }
        Self { at: at as u32, bytes: (payload.len() - at) as u32 }
    }

    /// Its bytes; `None` where the payload is another's.
    pub fn slice(self, payload: &[u8]) -> Option<&[u8]> {
        payload.get(self.at as usize..)?.get(..self.bytes as usize)
    }
}
