//! Golden files: a text that is kept and compared, or written when `UNDERCROFT_BLESS` is set.

use std::fs;
use std::path::Path;

/// Compares a text with the file that keeps it; the error is what the file holds.
pub fn compare(path: &Path, now: &str) -> Result<(), String> {
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, now).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    if kept == now { Ok(()) } else { Err(kept) }
}

/// Fowler, Noll and Vo's hash 1a of 64 bits.
pub fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
