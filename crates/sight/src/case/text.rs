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
//! which cells are corners when it has an `n` or a `u` (the observer's own cells stay open: `s` does not tell). What
//! follows the first empty line is commentary.

use undercroft_grid::{BitGrid, Cell, Grid, Rect, Size};

use super::{Expectation, FovCase, FovCaseError};
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

pub(super) fn read(name: &str, text: &str) -> Result<FovCase, FovCaseError> {
    let marks = marks(text)?;
    let set = |wanted: fn(Mark) -> bool| BitGrid::from_fn(marks.size(), |cell| wanted(marks[cell]));
    let has = |wanted: fn(&Mark) -> bool| marks.values().iter().any(wanted);
    let observer = observer(&set(|mark| matches!(mark, Mark::Observer { .. })))?;

    let seen = set(|mark| !matches!(mark, Mark::Solid | Mark::Free | Mark::HiddenCorner));
    let hidden_corners = set(|mark| mark == Mark::HiddenCorner);
    let interesting = set(|mark| matches!(mark, Mark::Interesting | Mark::Observer { interesting: true }));
    let corners = set(|mark| {
        let dull = matches!(mark, Mark::SeenCorner | Mark::HiddenCorner);
        dull || matches!(mark, Mark::Interesting | Mark::Observer { interesting: true })
    });
    let marks_seen = has(|&mark| mark == Mark::Seen);
    let marks_corners = has(|&mark| matches!(mark, Mark::SeenCorner | Mark::HiddenCorner));
    let open = set(|mark| mark == Mark::Observer { interesting: false });
    Ok(FovCase {
        name: name.to_owned(),
        solid: set(|mark| mark == Mark::Solid),
        observer,
        seen: if marks_seen { Expectation::exactly(seen) } else { Expectation { yes: seen, no: hidden_corners } },
        corners: if marks_corners { all_but(corners.clone(), &open) } else { corners_only(corners.clone()) },
        interesting: if corners.is_empty() {
            Expectation::nothing(marks.size())
        } else {
            Expectation::exactly(interesting)
        },
    })
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

fn marks(text: &str) -> Result<Grid<Mark>, FovCaseError> {
    // `str::lines` leaves the carriage return of a last line that has no line feed.
    let lines = text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line));
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let width = lines.first().map_or(0, |line| line.chars().count());
    let mut marks = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        for (j, letter) in line.chars().enumerate() {
            let unknown = FovCaseError::Letter { line: i + 1, column: j + 1, found: letter };
            marks.push(Mark::from_letter(letter).ok_or(unknown)?);
        }
        let found = line.chars().count();
        if found != width {
            return Err(FovCaseError::Ragged { line: i + 1, found, expected: width });
        }
    }
    let size = Size::new(width as i64, lines.len() as i64)?;
    Ok(Grid::from_values(size, marks))
}

impl Mark {
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

    fn message(text: &str) -> String {
        read("case", text).unwrap_err().to_string()
    }

    #[test]
    fn a_drawing_says_what_its_letters_say() {
        let case = read("case", "ox#\nsc#\nnu■\n\nThe rest is commentary ☃.\n").unwrap();
        let cells = |set: &BitGrid| set.iter().map(|c| (c.x, c.y)).collect::<Vec<_>>();
        assert_eq!(case.observer, Observer::one(Cell::new(0, 1)));
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
        assert_eq!(FovCase::read("a", "\u{feff}bxc\r\nbso\r").unwrap(), read("a", "#.c\n#so").unwrap());
    }

    #[test]
    fn a_drawing_without_marks_claims_only_that_the_observer_sees_itself() {
        let case = read("plain", "..#\n.s.").unwrap();
        assert_eq!(case.seen.yes.count(), 1);
        assert!(case.seen.no.is_empty() && case.corners.is_empty() && case.interesting.is_empty());
    }

    #[test]
    fn two_and_four_marks_are_larger_observers() {
        assert_eq!(read("", ".sz.").unwrap().observer, Observer::new(Cell::new(1, 0), Footprint::Wide));
        assert_eq!(read("", "s\nz").unwrap().observer, Observer::new(Cell::new(0, 0), Footprint::Tall));
        assert_eq!(read("", ".ss\n.ss").unwrap().observer, Observer::new(Cell::new(1, 0), Footprint::Block));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(message("s..\n.?."), "line 2, column 2: '?' is not a glyph of an FOV case");
        assert_eq!(message("■□s\n□ □"), "line 2, column 2: ' ' is not a glyph of an FOV case");
        assert_eq!(message("s..\n...."), "line 2 has 4 columns, line 1 has 3");
        assert_eq!(message("\ns"), "a map is 1 to 16384 cells wide and high, this one would be 0×0");
        let observer = "the cells marked s or z must be one cell, two neighbours or a 2x2 block, but ";
        assert_eq!(message("..."), format!("{observer}there are none"));
        assert_eq!(message("s.s"), format!("{observer}they are (0, 0) (2, 0)"));
        assert_eq!(message("ss\ns."), format!("{observer}they are (0, 0) (1, 0) (0, 1)"));
        assert_eq!(message("ssssss"), format!("{observer}they are (0, 0) (1, 0) (2, 0) (3, 0) (4, 0) and more"));
    }
}
