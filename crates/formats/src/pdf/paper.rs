//! Sheets of paper, and where on them the squares lie.
//!
//! Lengths are thousandths of a point: whole numbers, so that a page is the same on every machine.

use undercroft_draw::{Area, Paper, Point};

/// An inch. [Unit: thousandths of a point]
pub const INCH: i32 = 72_000;
/// The strip beyond the squares, to the right and below, that the next page is glued on.
pub const STRIP: i32 = INCH / 4;
/// What is drawn beyond the squares on the other sides, where no page follows: a wall on the edge keeps its thickness.
pub const BLEED: i32 = INCH * 3 / 20;

/// A sheet of paper as it lies in front of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
}

/// The sheet, upright or on its side, to the thousandth of a point.
pub const fn sheet(paper: Paper, landscape: bool) -> Sheet {
    let (short, long) = match paper {
        // 72 points to 25.4 mm.
        Paper::A4 => (595_276, 841_890),
        Paper::Letter => (8 * INCH + INCH / 2, 11 * INCH),
    };
    if landscape { Sheet { width: long, height: short } } else { Sheet { width: short, height: long } }
}

impl Sheet {
    /// The squares that fit on it with margins that printers can do: 7 × 10 on both papers.
    pub const fn squares(self) -> (i32, i32) {
        // With less than half an inch on each side there is no place for strip, marks and label.
        ((self.width - INCH) / INCH, (self.height - INCH) / INCH)
    }

    /// All of it without a margin.
    pub const fn inside(self, margin: i32) -> Area {
        Area::new(Point::new(margin, margin), Point::new(self.width - margin, self.height - margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_papers_hold_seven_by_ten_squares() {
        for paper in [Paper::A4, Paper::Letter] {
            assert_eq!((sheet(paper, false).squares(), sheet(paper, true).squares()), ((7, 10), (10, 7)));
            for landscape in [false, true] {
                let (sheet, (across, down)) = (sheet(paper, landscape), sheet(paper, landscape).squares());
                assert!(sheet.width - across * INCH >= INCH && sheet.height - down * INCH >= INCH, "{sheet:?}");
            }
        }
    }
}
