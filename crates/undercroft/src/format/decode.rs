//! From bytes to text, with the places of what is wrong in them.

use undercroft_grid::Size;

use super::{FilePosition, MAX_Z, ReadError};
use crate::dungeon::MAX_CELLS;

/// The text of a file: UTF-8, with or without a byte order mark, without NUL.
pub fn text(bytes: &[u8]) -> Result<&str, ReadError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(ReadError::new("the text is UTF-16; save it as UTF-8"));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.is_empty() {
        return Err(ReadError::new("the file is empty"));
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(ReadError::at(character(&bytes[..at]), "a NUL byte; this is a binary file, not a map"));
    }
    str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let problem = format!("byte 0x{:02x} is not UTF-8 text", bytes[at]);
        ReadError::at(character(&bytes[..at]), problem)
    })
}

/// The lines of a text with their numbers, from 1; a carriage return before the line feed belongs to the line's end.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // `str::lines` leaves the carriage return of a last line that has no line feed.
    (1..).zip(text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line)))
}

/// The place of the character after these bytes.
pub fn character(before: &[u8]) -> FilePosition {
    let before = String::from_utf8_lossy(before);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    FilePosition::Character { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

/// The size of a level, given that `taken` cells of [`MAX_CELLS`] belong to other levels; a sentence when it is too much.
pub fn size(width: i64, height: i64, taken: usize) -> Result<Size, String> {
    let size = Size::new(width, height).map_err(|error| error.to_string())?;
    if size.area() > MAX_CELLS - taken {
        return Err(format!("a file holds at most {MAX_CELLS} cells, {size} are too many"));
    }
    Ok(size)
}

/// The height of a level, from -[`MAX_Z`] to [`MAX_Z`]; a sentence when it is beyond.
pub fn height(z: i64) -> Result<i32, String> {
    let limit = i64::from(MAX_Z);
    if (-limit..=limit).contains(&z) {
        return Ok(z as i32);
    }
    Err(format!("need a level from -{MAX_Z} to {MAX_Z}, got {z}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read;

    fn refuse(bytes: &[u8]) -> String {
        text(bytes).unwrap_err().to_string()
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_place() {
        assert_eq!(refuse(b""), "input: the file is empty");
        assert_eq!(refuse(b"\xef\xbb\xbf"), "input: the file is empty");
        assert_eq!(refuse(b"##\n#\0#"), "input:2:2: a NUL byte; this is a binary file, not a map");
        assert_eq!(refuse("■■\n■".as_bytes().split_last().unwrap().1), "input:2:1: byte 0xe2 is not UTF-8 text");
        assert_eq!(refuse(b"\x89PNG\r\n"), "input:1:1: byte 0x89 is not UTF-8 text");
        assert_eq!(refuse(b"\xff\xfe#\0"), "input: the text is UTF-16; save it as UTF-8");
    }

    #[test]
    fn the_lowest_of_all_numbers_is_no_level() {
        assert_eq!((height(9_999), height(-9_999)), (Ok(9_999), Ok(-9_999)));
        assert_eq!(height(i64::MIN), Err("need a level from -9999 to 9999, got -9223372036854775808".to_owned()));
        let lowest = i32::MIN;
        let text = format!("--- level {lowest}\n#\n");
        let level = format!(r##"{{"z":{lowest},"width":1,"height":1,"rows":["#"]}}"##);
        let json = format!(r#"{{"format":"undercroft","version":1,"name":"Deep","levels":[{level}]}}"#);
        for file in [text, json] {
            let sentence = read(None, file.as_bytes()).unwrap_err().to_string();
            assert!(sentence.contains("need a level from -9999 to 9999"), "{sentence}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(text("\u{feff}#".as_bytes()), Ok("#"));
    }

    #[test]
    fn a_file_has_a_limit_of_its_own_for_all_levels_together() {
        assert_eq!(size(8192, 8192, 0), Ok(Size::of(8192, 8192)));
        assert!(size(8192, 8192, 1).unwrap_err().contains("at most 67108864 cells"));
        assert!(size(1 << 20, 1 << 20, 0).unwrap_err().contains("1048576×1048576"));
    }
}
