//! A `LevelDB` database in its simplest form: everything is in the log, from which any reader recovers it.
//!
//! ```text
//!   CURRENT           the name of the manifest
//!   MANIFEST-000001   one record: which order keys have, which log counts
//!   000002.log        one record for each entry
//! ```
//! Logs and manifests are made of records in blocks of 32 KiB; a record that does not fit is told in parts. After
//! <https://github.com/google/leveldb/blob/main/doc/log_format.md> and `doc/impl.md` there. Nothing in it depends on the
//! time or the machine, so that the same entries give the same bytes.

use super::crc::CASTAGNOLI;

const BLOCK: usize = 1 << 15;
/// Checksum, length and type of a part.
const HEADER: usize = 7;
/// Added to checksums that are stored beside what they check.
const MASK: u32 = 0xa282_ead8;

/// The files of a database by name. Keys must come in ascending order, each once.
pub fn files(entries: &[(String, Vec<u8>)]) -> Vec<(&'static str, Vec<u8>)> {
    debug_assert!(entries.is_sorted_by(|a, b| a.0 < b.0));
    let mut log = Log::default();
    for (sequence, (key, value)) in (1..).zip(entries) {
        log.add(&put(sequence, key, value));
    }
    let mut manifest = Log::default();
    manifest.add(&version());
    vec![("000002.log", log.bytes), ("CURRENT", b"MANIFEST-000001\n".to_vec()), ("MANIFEST-000001", manifest.bytes)]
}

/// Whether a database has a file of this name, now or after a program opened it.
pub fn is_of_database(name: &str) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_table =
        || name.rsplit_once('.').is_some_and(|(stem, end)| is_number(stem) && ["log", "ldb", "sst"].contains(&end));
    ["CURRENT", "LOCK", "LOG", "LOG.old"].contains(&name)
        || name.strip_prefix("MANIFEST-").is_some_and(is_number)
        || is_table()
}

/// A batch that puts one entry.
fn put(sequence: u64, key: &str, value: &[u8]) -> Vec<u8> {
    const COUNT: u32 = 1;
    const PUT: u8 = 1;
    let mut batch = Vec::with_capacity(32 + key.len() + value.len());
    batch.extend(sequence.to_le_bytes());
    batch.extend(COUNT.to_le_bytes());
    batch.push(PUT);
    push_text(&mut batch, key.as_bytes());
    push_text(&mut batch, value);
    batch
}

/// The state of a database whose entries are all in log 2.
fn version() -> Vec<u8> {
    let mut edit = vec![1];
    push_text(&mut edit, b"leveldb.BytewiseComparator");
    // The log's number, the next file's number, the last sequence number before the log.
    edit.extend([2, 2, 3, 3, 4, 0]);
    edit
}

fn push_text(bytes: &mut Vec<u8>, text: &[u8]) {
    push_varint(bytes, text.len());
    bytes.extend_from_slice(text);
}

fn push_varint(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A file of records.
#[derive(Default)]
struct Log {
    bytes: Vec<u8>,
}

impl Log {
    fn add(&mut self, record: &[u8]) {
        let mut rest = record;
        let mut first = true;
        loop {
            let left = BLOCK - self.bytes.len() % BLOCK;
            if left < HEADER {
                self.bytes.resize(self.bytes.len() + left, 0);
                continue;
            }
            let (part, after) = rest.split_at(rest.len().min(left - HEADER));
            rest = after;
            self.add_part(kind(first, rest.is_empty()), part);
            first = false;
            if rest.is_empty() {
                return;
            }
        }
    }

    fn add_part(&mut self, kind: u8, part: &[u8]) {
        let crc = CASTAGNOLI.checksum(&[&[kind], part]).rotate_right(15).wrapping_add(MASK);
        self.bytes.extend(crc.to_le_bytes());
        self.bytes.extend((part.len() as u16).to_le_bytes());
        self.bytes.push(kind);
        self.bytes.extend_from_slice(part);
    }
}

/// Full, first, middle or last.
const fn kind(first: bool, last: bool) -> u8 {
    match (first, last) {
        (true, true) => 1,
        (true, false) => 2,
        (false, false) => 3,
        (false, true) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads the records of a log back, checksums included.
    fn records(log: &[u8]) -> Vec<Vec<u8>> {
        let mut records: Vec<Vec<u8>> = Vec::new();
        for block in log.chunks(BLOCK) {
            let mut at = 0;
            while at + HEADER <= block.len() {
                let length = usize::from(u16::from_le_bytes([block[at + 4], block[at + 5]]));
                let (kind, part) = (block[at + 6], &block[at + HEADER..at + HEADER + length]);
                let crc = CASTAGNOLI.checksum(&[&[kind], part]).rotate_right(15).wrapping_add(MASK);
                assert_eq!(block[at..at + 4], crc.to_le_bytes());
                if kind <= 2 {
                    records.push(Vec::new());
                }
                records.last_mut().unwrap().extend(part);
                at += HEADER + length;
            }
            assert!(block[at..].iter().all(|&byte| byte == 0));
        }
        records
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn records_of_any_length_come_back(
            lengths in prop::collection::vec(prop_oneof![0..100_usize, (BLOCK - 30)..(BLOCK + 30), 0..100_000_usize], 0..8)
        ) {
            let wanted: Vec<Vec<u8>> = lengths.iter().map(|&length| vec![7; length]).collect();
            let mut log = Log::default();
            wanted.iter().for_each(|record| log.add(record));
            prop_assert_eq!(records(&log.bytes), wanted);
        }
    }

    #[test]
    fn numbers_grow_by_seven_bits() {
        let mut bytes = Vec::new();
        [0, 127, 128, 300].into_iter().for_each(|number| push_varint(&mut bytes, number));
        assert_eq!(bytes, [0, 127, 0x80, 1, 0xac, 2]);
    }
}
