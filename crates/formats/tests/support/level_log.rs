//! Reads the log of a `LevelDB` database back, as its recovery does.

use std::collections::BTreeMap;

const BLOCK: usize = 1 << 15;

/// The entries that a log puts.
pub fn entries(log: &[u8]) -> BTreeMap<String, Vec<u8>> {
    records(log).iter().map(|record| entry(record)).collect()
}

/// The records of a log, put together from their parts.
fn records(log: &[u8]) -> Vec<Vec<u8>> {
    let mut records: Vec<Vec<u8>> = Vec::new();
    for block in log.chunks(BLOCK) {
        let mut rest = block;
        while rest.len() >= 7 {
            let length = usize::from(u16::from_le_bytes([rest[4], rest[5]]));
            if rest[6] <= 2 {
                records.push(Vec::new());
            }
            records.last_mut().unwrap().extend(&rest[7..7 + length]);
            rest = &rest[7 + length..];
        }
    }
    records
}

/// A batch of one: sequence number, count, type, key, value.
fn entry(record: &[u8]) -> (String, Vec<u8>) {
    assert_eq!(record[8..13], [1, 0, 0, 0, 1]);
    let (key, rest) = text(&record[13..]);
    let (value, rest) = text(rest);
    assert!(rest.is_empty());
    (String::from_utf8(key.to_vec()).unwrap(), value.to_vec())
}

fn text(bytes: &[u8]) -> (&[u8], &[u8]) {
    let digits = bytes.iter().position(|byte| byte & 0x80 == 0).unwrap() + 1;
    let length = bytes[..digits].iter().rev().fold(0, |length, byte| length << 7 | usize::from(byte & 0x7f));
    bytes[digits..].split_at(length)
}
