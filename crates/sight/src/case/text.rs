//! Cases that are drawn.
//!
//! | letter | meaning |
//! |---|---|
//! | `■` `b` `#` | solid |
//! | `□` `x` `.` | free; not seen, where a file marks what is seen |
//! | `o` | seen |
//! | `s` | the observer |
//! | `z` | the observer, on an interesting corner |
//! | `▲` `c` | interesting corner |
//! | `n` | seen corner that is not interesting |
//! | `u` | corner that is not seen |
//!
//! A file marks what is seen when it has an `o`; which corners are interesting when it has one of `▲ c z n u`; and
//! which cells are corners when it has an `n` or a `u` (the observer's own cells stay open: `s` does not tell). Without an
//! observer nothing is seen: then all of `▲ c n u` are corners, and there are no others.

use undercroft_grid::{BitGrid, Cell, Grid, Rect, Size};

use super::{CaseKind, Expectation, FovCase, FovCaseError};
use crate::{Footprint, Observer};

/// What a letter says about its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Solid,
    Free,
    Seen,
    Observer { interesting: bool },
    Interesting,
    SeenCorner,
    HiddenCorner,
}

/// A map drawn in letters, and where it stands in its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing<'a> {
    /// The line of its first row, from 1.
    pub(super) line: usize,
    pub(super) rows: Vec<DrawingRow<'a>>,
}

/// A row of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawingRow<'a> {
    /// Where it begins, from 1, in characters.
    pub(super) column: usize,
    pub(super) text: &'a str,
}

impl DrawingRow<'_> {
    pub(super) fn width(&self) -> usize {
        self.text.chars().count()
    }
}

impl<'a> Drawing<'a> {
    /// The first lines of a text: without blank ones above them, up to the next blank one.
    pub(super) fn first(text: &'a str) -> Self {
        // `str::lines` leaves the carriage return of a last line that has no line feed.
        let lines = (1..).zip(text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line)));
        let mut lines = lines.skip_while(|(_, line)| line.trim().is_empty()).peekable();
        let line = lines.peek().map_or(1, |(line, _)| *line);
        let rows = lines.map(|(_, text)| DrawingRow { column: 1, text }).take_while(|row| !row.text.trim().is_empty());
        Self { line, rows: rows.collect() }
    }

    /// Where its first row begins.
    pub(super) fn column(&self) -> usize {
        self.rows.first().map_or(1, |row| row.column)
    }

    /// The length of its first row.
    pub(super) fn width(&self) -> usize {
        self.rows.first().map_or(0, DrawingRow::width)
    }

    /// The line below its last row, and where that begins.
    pub(super) fn end(&self) -> (usize, usize) {
        (self.line + self.rows.len(), self.rows.last().map_or(1, |row| row.column))
    }

    /// Whether a row is as long as the others and begins where the last one does.
    pub(super) fn fits(&self, row: DrawingRow<'_>) -> bool {
        (self.end().1, self.width()) == (row.column, row.width())
    }

    /// Its rows in one line, for tests.
    #[cfg(test)]
    pub(super) fn rows(&self) -> String {
        self.rows.iter().map(|row| row.text).collect::<Vec<_>>().join("/")
    }
}

/// Reads a drawing: what kind of case it is, and the case.
pub(super) fn read(name: &str, drawing: &Drawing<'_>) -> Result<(CaseKind, FovCase), FovCaseError> {
    let marks = marks(drawing)?;
    let set = |wanted: fn(Mark) -> bool| BitGrid::from_fn(marks.size(), |cell| wanted(marks[cell]));
    let observed = set(|mark| matches!(mark, Mark::Observer { .. }));
    if !observed.is_empty() {
        return Ok((CaseKind::View, view(name, &marks, observer(&observed)?)));
    }
    if marks.values().contains(&Mark::Seen) {
        return Err(FovCaseError::Observer("there are none, though o marks seen cells".to_owned()));
    }
    let corners = set(Mark::is_corner);
    let kind = if corners.is_empty() { CaseKind::Map } else { CaseKind::Corners };
    let nothing = || Expectation::nothing(marks.size());
    let claim = if corners.is_empty() { nothing() } else { Expectation::exactly(corners) };
    Ok((
        kind,
        FovCase {
            name: name.to_owned(),
            solid: set(|mark| mark == Mark::Solid),
            observer: None,
            seen: nothing(),
            corners: claim,
            interesting: nothing(),
        },
    ))
}

/// What a drawing with an observer claims.
fn view(name: &str, marks: &Grid<Mark>, observer: Observer) -> FovCase {
    let set = |wanted: fn(Mark) -> bool| BitGrid::from_fn(marks.size(), |cell| wanted(marks[cell]));
    let has = |wanted: fn(&Mark) -> bool| marks.values().iter().any(wanted);
    let seen = set(|mark| !matches!(mark, Mark::Solid | Mark::Free | Mark::HiddenCorner));
    let hidden_corners = set(|mark| mark == Mark::HiddenCorner);
    let interesting = set(|mark| matches!(mark, Mark::Interesting | Mark::Observer { interesting: true }));
    let corners = set(Mark::is_corner);
    let marks_seen = has(|&mark| mark == Mark::Seen);
    let marks_corners = has(|&mark| matches!(mark, Mark::SeenCorner | Mark::HiddenCorner));
    let open = set(|mark| mark == Mark::Observer { interesting: false });
    FovCase {
        name: name.to_owned(),
        solid: set(|mark| mark == Mark::Solid),
        observer: Some(observer),
        seen: if marks_seen { Expectation::exactly(seen) } else { Expectation { yes: seen, no: hidden_corners } },
        corners: if marks_corners { all_but(corners.clone(), &open) } else { corners_only(corners.clone()) },
        interesting: if corners.is_empty() {
            Expectation::nothing(marks.size())
        } else {
            Expectation::exactly(interesting)
        },
    }
}

/// A claim about every cell, except that about those of `open` nothing is said.
fn all_but(set: BitGrid, open: &BitGrid) -> Expectation {
    let mut claim = Expectation::exactly(set);
    claim.no -= open;
    claim
}

fn corners_only(yes: BitGrid) -> Expectation {
    Expectation { no: BitGrid::new(yes.size()), yes }
}

fn marks(drawing: &Drawing<'_>) -> Result<Grid<Mark>, FovCaseError> {
    let (first, width) = (drawing.line, drawing.width());
    if drawing.rows.is_empty() {
        return Err(FovCaseError::Empty);
    }
    let mut marks = Vec::new();
    for (line, row) in (first..).zip(&drawing.rows) {
        for (column, found) in (row.column..).zip(row.text.chars()) {
            marks.push(Mark::from_letter(found).ok_or(FovCaseError::Letter { line, column, found })?);
        }
        if row.width() != width {
            return Err(FovCaseError::Ragged { line, found: row.width(), first, expected: width });
        }
    }
    let size = Size::new(width as i64, drawing.rows.len() as i64)?;
    Ok(Grid::from_values(size, marks))
}

/// Whether the letter belongs to drawn cases.
pub(super) fn is_glyph(letter: char) -> bool {
    Mark::from_letter(letter).is_some()
}

impl Mark {
    const fn is_corner(self) -> bool {
        let dull = matches!(self, Self::SeenCorner | Self::HiddenCorner);
        dull || matches!(self, Self::Interesting | Self::Observer { interesting: true })
    }

    fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '■' | 'b' | '#' => Self::Solid,
            '□' | 'x' | '.' => Self::Free,
            'o' => Self::Seen,
            's' => Self::Observer { interesting: false },
            'z' => Self::Observer { interesting: true },
            '▲' | 'c' => Self::Interesting,
            'n' => Self::SeenCorner,
            'u' => Self::HiddenCorner,
            _ => return None,
        })
    }
}

fn observer(cells: &BitGrid) -> Result<Observer, FovCaseError> {
    let Some(rect) = Rect::around(cells.iter()) else {
        return Err(FovCaseError::Observer("there are none".to_owned()));
    };
    let footprint = Footprint::from_size(rect.width(), rect.height()).filter(|_| rect.area() == cells.count() as i64);
    let stray = || {
        let marked: Vec<String> = cells.iter().take(5).map(|cell: Cell| cell.to_string()).collect();
        let more = if cells.count() > 5 { " and more" } else { "" };
        FovCaseError::Observer(format!("they are {}{more}", marked.join(" ")))
    };
    footprint.map(|footprint| Observer::new(rect.min(), footprint)).ok_or_else(stray)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Result<FovCase, FovCaseError> {
        super::read(name, &Drawing::first(text)).map(|(_, case)| case)
    }

    fn message(text: &str) -> String {
        read("case", text).unwrap_err().to_string()
    }

    fn cells(set: &BitGrid) -> Vec<(i32, i32)> {
        set.iter().map(|c| (c.x, c.y)).collect()
    }

    #[test]
    fn a_drawing_says_what_its_letters_say() {
        let case = read("case", "ox#\nsc#\nnu■\n\nThe rest is commentary ☃.\n").unwrap();
        assert_eq!(case.observer, Some(Observer::one(Cell::new(0, 1))));
        assert_eq!(cells(&case.solid), [(2, 0), (2, 1), (2, 2)]);
        assert_eq!(cells(&case.seen.yes), [(0, 0), (0, 1), (1, 1), (0, 2)]);
        assert_eq!(case.seen.no.count(), 5);
        assert_eq!(cells(&case.interesting.yes), [(1, 1)]);
        assert_eq!(cells(&case.corners.yes), [(1, 1), (0, 2), (1, 2)]);
        assert!(!case.corners.no.contains(Cell::new(0, 1)), "s does not tell whether it is a corner");
    }

    #[test]
    fn both_alphabets_mean_the_same() {
        assert_eq!(read("a", "■□▲\nbso").unwrap(), read("a", "#.c\n#so").unwrap());
        assert_eq!(read("a", "bxc\r\nbso\r\n\r\nx").unwrap(), read("a", "#.c\n#so").unwrap());
        assert_eq!(read("a", "bxc\r\nbso\r").unwrap(), read("a", "#.c\n#so").unwrap());
    }

    #[test]
    fn a_drawing_without_marks_claims_only_that_the_observer_sees_itself() {
        let case = read("plain", "..#\n.s.").unwrap();
        assert_eq!(case.seen.yes.count(), 1);
        assert!(case.seen.no.is_empty() && case.corners.is_empty() && case.interesting.is_empty());
    }

    #[test]
    fn two_and_four_marks_are_larger_observers() {
        assert_eq!(read("", ".sz.").unwrap().observer, Some(Observer::new(Cell::new(1, 0), Footprint::Wide)));
        assert_eq!(read("", "s\nz").unwrap().observer, Some(Observer::new(Cell::new(0, 0), Footprint::Tall)));
        assert_eq!(read("", ".ss\n.ss").unwrap().observer, Some(Observer::new(Cell::new(1, 0), Footprint::Block)));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(message("s..\n.?."), "line 2, column 2: '?' is not a glyph of an FOV case");
        assert_eq!(message("■□s\n□ □"), "line 2, column 2: ' ' is not a glyph of an FOV case");
        assert_eq!(message("s..\n...."), "line 2 has 4 columns, line 1 has 3");
        assert_eq!(message("□s?□"), "line 1, column 3: '?' is not a glyph of an FOV case");
        let observer = "the cells marked s or z must be one cell, two neighbours or a 2x2 block, but ";
        assert_eq!(message("oo"), format!("{observer}there are none, though o marks seen cells"));
        assert_eq!(message("s.s"), format!("{observer}they are (0, 0) (2, 0)"));
        assert_eq!(message("ss\ns."), format!("{observer}they are (0, 0) (1, 0) (0, 1)"));
        assert_eq!(message("ssssss"), format!("{observer}they are (0, 0) (1, 0) (2, 0) (3, 0) (4, 0) and more"));
    }

    #[test]
    fn blank_lines_at_both_ends_are_dropped_and_lines_keep_their_numbers() {
        let case = read("case", "s.#\n...").unwrap();
        for blank in ["\n", "\r\n", " \t\n", "\n  \n\n"] {
            assert_eq!(read("case", &format!("{blank}s.#\n...\n{blank}")).unwrap(), case, "{blank:?}");
        }
        assert_eq!(message("\n  \ns..\n.?."), "line 4, column 2: '?' is not a glyph of an FOV case");
        assert_eq!(message("\ns..\n...."), "line 3 has 4 columns, line 2 has 3");
        assert_eq!(message(" \n\n"), "there is no map, only empty lines");
    }

    #[test]
    fn without_an_observer_a_drawing_claims_just_its_corners() {
        let (kind, case) = super::read("corners", &Drawing::first("c.▲\n.#.\nn.u")).unwrap();
        assert_eq!((kind, case.observer), (CaseKind::Corners, None));
        assert_eq!(cells(&case.corners.yes), [(0, 0), (2, 0), (0, 2), (2, 2)]);
        assert_eq!(case.corners.no.count(), 5);
        assert!(case.seen.is_empty() && case.interesting.is_empty());
        assert_eq!(super::read("map", &Drawing::first("..\n#.")).unwrap().0, CaseKind::Map);
    }
}
