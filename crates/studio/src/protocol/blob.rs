//! A piece of a frame's payload.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

    /// Its bytes; `None` where the payload is another's.
    pub fn slice(self, payload: &[u8]) -> Option<&[u8]> {
        payload.get(self.at as usize..)?.get(..self.bytes as usize)
    }
}
