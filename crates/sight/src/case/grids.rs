//! Finds the drawings of a text that holds more than one, or more than drawings.
//!
//! ```text
//! b .... blocked cell       A line with a blank and without `|` is commentary. In other lines `|` and blanks separate the
//! x .... free cell          rows of grids that stand side by side. Rows of equal length, one below the other, are a grid;
//!                           there are at least two of them.
//! xxxx | xxxxx
//! xsbx | xxcxx
//! xxxx | xxbxx
//! ```

use std::collections::BTreeMap;
use std::mem;

use super::FovCaseError;
use super::text::{Drawing, DrawingRow, is_glyph};

/// All grids of a text, from north to south and from west to east.
///
/// # Errors
/// When rows of a grid differ in length.
pub(super) fn find(text: &str) -> Result<Vec<Drawing<'_>>, FovCaseError> {
    let mut finder = Finder::default();
    for (i, line) in text.lines().enumerate() {
        finder.take(i + 1, rows(line));
    }
    finder.take(0, Vec::new());
    finder.grids()
}

/// The rows of grids on a line; none when it is blank, commentary, or drawn in other letters.
fn rows(line: &str) -> Vec<DrawingRow<'_>> {
    let rows = pieces(line);
    let is_commentary = rows.len() > 1 && !line.contains('|');
    if is_commentary || !is_mostly_drawn(&rows) { Vec::new() } else { rows }
}

/// What stands between blanks and `|`.
fn pieces(line: &str) -> Vec<DrawingRow<'_>> {
    let is_gap = |letter: char| letter == '|' || letter.is_whitespace();
    let (mut rows, mut column) = (Vec::new(), 1);
    for text in line.split(is_gap) {
        if !text.is_empty() {
            rows.push(DrawingRow { column, text });
        }
        column += text.chars().count() + 1;
    }
    rows
}

/// Whether two of three letters or more are glyphs: what is left over are slips in a grid, and no other kind of text.
fn is_mostly_drawn(rows: &[DrawingRow<'_>]) -> bool {
    let letters = || rows.iter().flat_map(|row| row.text.chars());
    3 * letters().filter(|&letter| is_glyph(letter)).count() >= 2 * letters().count()
}

fn is_drawn(row: &DrawingRow<'_>) -> bool {
    row.text.chars().all(is_glyph)
}

/// Rows that have been put together so far.
#[derive(Default)]
struct Finder<'a> {
    /// Those that the next line may continue, from west to east.
    open: Vec<Drawing<'a>>,
    done: Vec<Drawing<'a>>,
}

impl<'a> Finder<'a> {
    /// Continues grids with the rows of the next line, ends the others, and begins new ones.
    fn take(&mut self, line: usize, rows: Vec<DrawingRow<'a>>) {
        let mut before: Vec<Option<Drawing<'a>>> = mem::take(&mut self.open).into_iter().map(Some).collect();
        let by_order = continues_by_order(&before, &rows);
        for (i, row) in rows.into_iter().enumerate() {
            let same = |above: &Option<Drawing<'_>>| above.as_ref().is_some_and(|above| above.fits(row));
            let above = if by_order { Some(i) } else { before.iter().position(same) };
            let mut grid = above.and_then(|i| before[i].take()).unwrap_or(Drawing { line, rows: Vec::new() });
            grid.rows.push(row);
            self.open.push(grid);
        }
        self.done.extend(before.into_iter().flatten());
    }

    /// The grids: two rows or more, one of them without a slip.
    fn grids(mut self) -> Result<Vec<Drawing<'a>>, FovCaseError> {
        self.done.sort_by_key(|grid| (grid.line, grid.column()));
        self.check_lengths()?;
        Ok(self.done.into_iter().filter(|grid| grid.rows.len() > 1 && grid.rows.iter().any(is_drawn)).collect())
    }

    /// A row of its own right above or below others, and of another length, is a slip. Two grids may touch.
    fn check_lengths(&self) -> Result<(), FovCaseError> {
        let drawn = || self.done.iter().filter(|grid| grid.rows.iter().all(is_drawn));
        let ends: BTreeMap<(usize, usize), &Drawing<'_>> = drawn().map(|grid| (grid.end(), grid)).collect();
        for below in drawn() {
            let above =
                ends.get(&(below.line, below.column())).filter(|above| above.rows.len().min(below.rows.len()) == 1);
            if let Some(above) = above {
                let (found, expected) = (below.width(), above.width());
                return Err(FovCaseError::Ragged { line: below.line, found, first: above.line, expected });
            }
        }
        Ok(())
    }
}

/// Whether each row continues the grid of its number, though blanks may have moved some of them.
fn continues_by_order(grids: &[Option<Drawing<'_>>], rows: &[DrawingRow<'_>]) -> bool {
    let widths = grids.iter().flatten().map(Drawing::width);
    let is_aligned = rows.iter().all(|&row| grids.iter().flatten().any(|grid| grid.fits(row)));
    !is_aligned && widths.eq(rows.iter().map(DrawingRow::width))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(usize, usize, &str)]) {
        let found = find(text).unwrap();
        let found: Vec<_> = found.iter().map(|grid| (grid.line, grid.column(), grid.rows())).collect();
        let expected: Vec<_> = expected.iter().map(|&(line, column, rows)| (line, column, rows.to_owned())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_legend_above_a_grid_is_commentary() {
        let legend = "\nb .... blocked cell\nx .... free cell\ns .... start\n";
        check(&format!("{legend}xbx\nxsx\n"), &[(5, 1, "xbx/xsx")]);
        check(&format!("{legend}\nxbx\r\nxsx\r\n\r\n"), &[(6, 1, "xbx/xsx")]);
    }

    #[test]
    fn grids_stand_side_by_side_and_in_blocks() {
        check(
            "xs|cx\nxx|xb\n\n□s | □□□\n□□ | ▲■□\n   | □□□",
            &[(1, 1, "xs/xx"), (1, 4, "cx/xb"), (4, 1, "□s/□□"), (4, 6, "□□□/▲■□/□□□")],
        );
        check("| xs | so |  cx |\n| xx | xo |  xb |\n", &[(1, 3, "xs/xx"), (1, 8, "so/xo"), (1, 14, "cx/xb")]);
    }

    #[test]
    fn rows_keep_their_grid_where_blanks_move_them() {
        check("xsx |  xxx |xcx\nxxx | xsx| xbx\n", &[(1, 1, "xsx/xxx"), (1, 8, "xxx/xsx"), (1, 13, "xcx/xbx")]);
        check("xsx | xxxx\nxxx | xsxx\n      xxxx\n", &[(1, 1, "xsx/xxx"), (1, 7, "xxxx/xsxx/xxxx")]);
    }

    #[test]
    fn grids_of_different_widths_may_touch() {
        check("xsx\nxxx\nxxxx\nxsxx\n", &[(1, 1, "xsx/xxx"), (3, 1, "xxxx/xsxx")]);
    }

    #[test]
    fn other_texts_hold_no_grid() {
        for text in ["", "\n\n", "# Cases\n\nA box of cases.\n", "| b | blocked |\n|---|---|\n| s | start |\n", "xsx"] {
            check(text, &[]);
        }
        check("Usage:\n\n    make\n    make test\n", &[]);
    }

    #[test]
    fn a_row_of_another_length_is_blamed_with_its_line() {
        for (text, problem) in [
            ("\nxsx\nxx\n", "line 3 has 2 columns, line 2 has 3"),
            ("xx | x\nxs | xxx\nxx | xxx\n", "line 2 has 3 columns, line 1 has 1"),
            ("xx\nxs\nx\n", "line 3 has 1 columns, line 1 has 2"),
        ] {
            assert_eq!(find(text).err().map(|error| error.to_string()).as_deref(), Some(problem), "{text}");
        }
    }
}
