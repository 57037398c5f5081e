//! Four bits a cell: two codes to a byte, the first in the low half.

use super::DatasetError;

/// The code that no tile has.
const RESERVED: u8 = 15;

/// Packs codes below 16. A last odd cell leaves the high half 0.
///
/// ```
/// use undercroft_formats::dataset::{pack_nibbles, unpack_nibbles};
///
/// assert_eq!(pack_nibbles(&[1, 2, 3]), [0x21, 0x03]);
/// assert_eq!(unpack_nibbles(&[0x21, 0x03], 3).unwrap(), [1, 2, 3]);
/// assert!(unpack_nibbles(&[0x2f, 0x03], 3).is_err());
/// ```
pub fn pack_nibbles(codes: &[u8]) -> Vec<u8> {
    codes.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 4).collect()
}

/// The codes of so many cells.
///
/// # Errors
/// When there are too few or too many bytes, a code is reserved, or the last half byte is not empty.
pub fn unpack_nibbles(bytes: &[u8], cells: usize) -> Result<Vec<u8>, DatasetError> {
    if bytes.len() != cells.div_ceil(2) {
        return Err(DatasetError::TileBytes { need: cells.div_ceil(2), got: bytes.len() });
    }
    let codes: Vec<u8> = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect();
    match codes.iter().position(|&code| code == RESERVED) {
        Some(cell) => Err(DatasetError::ReservedCode { cell }),
        None if codes[cells..].iter().any(|&code| code != 0) => Err(DatasetError::ReservedCode { cell: cells }),
        None => Ok(codes[..cells].to_vec()),
    }
}
