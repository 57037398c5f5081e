//! Run-length code of masks: a line holds a row, equal rows in sequence share one.
//!
//! ```text
//!     level: 0              level: 0
//!     ..........     ◀──▶   10.           ten free cells
//!     .########.            2*.8#.        two rows of a free cell, eight blocked ones and a free one
//!     .########.
//! ```

use std::fmt::Write;

/// The most cells of a mask, on all its levels together.
pub const MAX_MASK_CELLS: usize = 1 << 22;
/// What a line begins with that names the level of the rows below it.
pub const LEVEL: &str = "level:";

const BLOCKED: char = '#';
const FREE: char = '.';

/// The code of a mask. Empty lines are left out; what is not free is blocked.
pub fn encode(mask: &str) -> String {
    let lines: Vec<String> = mask.lines().filter(|line| !line.is_empty()).map(encode_line).collect();
    let mut code = String::new();
    for group in lines.chunk_by(|line, next| line == next && !line.starts_with(LEVEL)) {
        if group.len() > 1 {
            let _ = write!(code, "{}*", group.len());
        }
        code.push_str(&group[0]);
        code.push('\n');
    }
    code
}

fn encode_line(line: &str) -> String {
    if line.starts_with(LEVEL) {
        return line.to_owned();
    }
    let cells: Vec<bool> = line.chars().map(|glyph| glyph == FREE).collect();
    let run = |run: &[bool]| {
        let glyph = if run[0] { FREE } else { BLOCKED };
        if run.len() > 1 { format!("{}{glyph}", run.len()) } else { glyph.to_string() }
    };
    cells.chunk_by(|cell, next| cell == next).map(run).collect()
}

/// The mask of a code.
///
/// # Errors
/// When a line is no row, or there are too many cells.
pub fn decode(code: &str) -> Result<String, String> {
    let (mut mask, mut cells) = (String::new(), 0);
    for (index, line) in code.lines().enumerate() {
        if line.starts_with(LEVEL) {
            mask.push_str(line);
            mask.push('\n');
            continue;
        }
        let refuse = || format!("line {} of the mask: need runs such as 2*3#4., got {:?}", index + 1, brief(line));
        let (rows, runs) = line
            .split_once('*')
            .map_or(Some((1, line)), |(rows, runs)| Some((rows.parse().ok().filter(|&rows| rows > 0)?, runs)))
            .ok_or_else(refuse)?;
        let runs = decode_runs(runs).ok_or_else(refuse)?;
        let width: usize = runs.iter().fold(0, |sum, (count, _)| sum.saturating_add(*count));
        cells = width.saturating_mul(rows).saturating_add(cells);
        if cells > MAX_MASK_CELLS {
            return Err(format!("line {} of the mask: at most {MAX_MASK_CELLS} cells in all", index + 1));
        }
        let mut row: String = runs.iter().flat_map(|(count, glyph)| std::iter::repeat_n(*glyph, *count)).collect();
        row.push('\n');
        (0..rows).for_each(|_| mask.push_str(&row));
    }
    Ok(mask)
}

/// Counts and glyphs of a row; a run of one cell has no count.
fn decode_runs(line: &str) -> Option<Vec<(usize, char)>> {
    let mut runs = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let count = if digits == 0 { 1 } else { rest[..digits].parse().ok().filter(|&count| count > 0)? };
        let glyph = rest[digits..].chars().next().filter(|glyph| [BLOCKED, FREE].contains(glyph))?;
        runs.push((count, glyph));
        rest = &rest[digits + 1..];
    }
    (!runs.is_empty()).then_some(runs)
}

fn brief(line: &str) -> String {
    line.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_mask_comes_back_from_its_code(rows in proptest::collection::vec("[#.]{9}", 1..30)) {
            let mask = format!("level: 0\n{}\nlevel: -1\n{}\n", rows.join("\n"), rows[0]);
            prop_assert_eq!(decode(&encode(&mask)).unwrap(), mask);
        }
    }

    #[test]
    fn equal_rows_and_runs_are_counted() {
        let code = "level: 0\n10.\n2*.8#.\n";
        assert_eq!(decode(code).unwrap(), "level: 0\n..........\n.########.\n.########.\n");
        assert_eq!(encode("level: 0\n..........\n.        .\n\n.########.\n"), "level: 0\n10.\n2*.8#.\n");
    }

    #[test]
    fn a_code_that_is_none_is_refused() {
        for code in ["3", "x", "0#", "2*", "*#", "-1*#", "3#x", "99999999999999999999#"] {
            assert!(decode(code).unwrap_err().contains("line 1 of the mask: need runs"), "{code}");
        }
        for code in ["4194305.", "2048*2049#", "4194303#\n.\n."] {
            assert!(decode(code).unwrap_err().contains("at most 4194304 cells"), "{code}");
        }
    }
}
