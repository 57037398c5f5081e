//! A zip archive whose files are stored as they are: pictures are compressed already.
//!
//! After PKWARE's APPNOTE 6.3.10. Times are the first that the format can tell, so that bytes depend on contents only.

use super::crc::COMMON;
use crate::output::File;

/// 1 January 1980.
const FIRST_DAY: u16 = 0x0021;

/// The archive of some files.
pub fn archive(files: &[File]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        let about = about(file);
        let start = bytes.len() as u32;
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&about);
        bytes.extend(file.name.as_bytes());
        bytes.extend(&file.bytes);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&about);
        // No comment, first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(file.name.as_bytes());
    }
    let (start, length, count) = (bytes.len() as u32, directory.len() as u32, files.len() as u16);
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\x00\x00\x00\x00");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// What stands about a file both before it and in the directory: version, flags, method, time, check, sizes.
fn about(file: &File) -> Vec<u8> {
    const VERSION: u16 = 20;
    const NAMES_IN_UTF8: u16 = 1 << 11;
    const STORED: u16 = 0;
    let size = file.bytes.len() as u32;
    let shorts = [VERSION, NAMES_IN_UTF8, STORED, 0, FIRST_DAY];
    let longs = [COMMON.checksum(&[&file.bytes]), size, size];
    let mut about: Vec<u8> = shorts.into_iter().flat_map(u16::to_le_bytes).collect();
    about.extend(longs.into_iter().flat_map(u32::to_le_bytes));
    about.extend((file.name.len() as u16).to_le_bytes());
    about.extend([0; 2]);
    about
}
