//! Who looks: a body of one, two or four cells.

use std::fmt;
use std::str::FromStr;

use undercroft_grid::{Cell, Rect, Size, Symmetry};

/// How many cells a body covers.
///
/// ```
/// use undercroft_sight::Footprint;
///
/// assert_eq!("2x1".parse(), Ok(Footprint::Wide));
/// assert_eq!(Footprint::from_size(2, 2), Some(Footprint::Block));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Footprint {
    /// `1x1`: one cell.
    #[default]
    One,
    /// `2x1`: a cell and its east neighbour.
    Wide,
    /// `1x2`: a cell and its south neighbour.
    Tall,
    /// `2x2`: a cell, its east, south and south-east neighbours.
    Block,
}

/// A body that looks around, named by its north-west cell.
///
/// ```
/// use undercroft_grid::{Cell, Size};
/// use undercroft_sight::{Footprint, Observer};
///
/// let observer = Observer::new(Cell::new(3, 4), Footprint::Wide);
/// assert_eq!(observer.cells().collect::<Vec<_>>(), [Cell::new(3, 4), Cell::new(4, 4)]);
/// assert!(observer.check(Size::of(4, 9)).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observer {
    /// The north-west cell.
    pub at: Cell,
    /// The cells that it covers.
    pub footprint: Footprint,
}

/// A cell of the observer lies outside the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the observer {observer} lies outside the {size} map, or a part of it does")]
pub struct OutsideError {
    /// Who should have looked.
    pub observer: Observer,
    /// The map's size.
    pub size: Size,
}

/// No shape has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("need 1x1, 2x1, 1x2 or 2x2, not {0:?}")]
pub struct FootprintError(pub String);

impl Footprint {
    /// Every shape, smallest first.
    pub const ALL: [Self; 4] = [Self::One, Self::Wide, Self::Tall, Self::Block];

    /// Columns.
    pub const fn width(self) -> i32 {
        if matches!(self, Self::Wide | Self::Block) { 2 } else { 1 }
    }

    /// Rows.
    pub const fn height(self) -> i32 {
        if matches!(self, Self::Tall | Self::Block) { 2 } else { 1 }
    }

    /// The shape that is this wide and high, if there is one.
    pub fn from_size(width: i32, height: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|footprint| (footprint.width(), footprint.height()) == (width, height))
    }
}

impl Observer {
    /// A body of one cell.
    pub const fn one(at: Cell) -> Self {
        Self::new(at, Footprint::One)
    }

    /// A body of any shape.
    pub const fn new(at: Cell, footprint: Footprint) -> Self {
        Self { at, footprint }
    }

    /// The cells that it covers.
    pub const fn rect(self) -> Rect {
        Rect::at(self.at, self.footprint.width(), self.footprint.height())
    }

    /// The cells that it covers, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        self.rect().cells()
    }

    /// The observer on the turned or mirrored map, named again by its north-west cell. `size` is that of the map before.
    pub fn transformed(self, symmetry: Symmetry, size: Size) -> Self {
        let rect = symmetry.rect(self.rect(), size);
        let footprint = match self.footprint {
            Footprint::Wide if symmetry.swaps_axes() => Footprint::Tall,
            Footprint::Tall if symmetry.swaps_axes() => Footprint::Wide,
            footprint => footprint,
        };
        Self::new(rect.min(), footprint)
    }

    /// Accepts an observer that lies wholly on a map.
    ///
    /// # Errors
    /// When one of its cells lies outside.
    pub fn check(self, size: Size) -> Result<(), OutsideError> {
        let Cell { x, y } = self.at;
        let fits = size.contains(self.at)
            && x <= size.width() - self.footprint.width()
            && y <= size.height() - self.footprint.height();
        if fits { Ok(()) } else { Err(OutsideError { observer: self, size }) }
    }
}

impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width(), self.height())
    }
}

impl FromStr for Footprint {
    type Err = FootprintError;
    fn from_str(text: &str) -> Result<Self, FootprintError> {
        Self::ALL
            .into_iter()
            .find(|footprint| footprint.to_string() == text)
            .ok_or_else(|| FootprintError(text.to_owned()))
    }
}

impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.footprint, self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_as_they_are_written() {
        for footprint in Footprint::ALL {
            assert_eq!(footprint.to_string().parse(), Ok(footprint));
            assert_eq!(Footprint::from_size(footprint.width(), footprint.height()), Some(footprint));
        }
        assert_eq!("3x1".parse::<Footprint>().unwrap_err().to_string(), "need 1x1, 2x1, 1x2 or 2x2, not \"3x1\"");
    }

    #[test]
    fn a_mirror_moves_the_north_west_cell_of_a_wide_observer_by_one_more() {
        let (size, at) = (Size::of(8, 11), Cell::new(3, 4));
        let transformed = |symmetry, footprint| Observer::new(at, footprint).transformed(symmetry, size);
        assert_eq!(transformed(Symmetry::MirrorX, Footprint::Wide).at, Cell::new(8 - 3 - 2, 4));
        assert_eq!(transformed(Symmetry::MirrorX, Footprint::Tall).at, Cell::new(8 - 3 - 1, 4));
        assert_eq!(transformed(Symmetry::MirrorY, Footprint::Tall).at, Cell::new(3, 11 - 4 - 2));
        assert_eq!(transformed(Symmetry::HalfTurn, Footprint::Block).at, Cell::new(3, 5));
        assert_eq!(transformed(Symmetry::Transpose, Footprint::Wide), Observer::new(Cell::new(4, 3), Footprint::Tall));
    }

    #[test]
    fn an_observer_that_hangs_over_the_edge_is_refused_by_name() {
        let size = Size::of(8, 11);
        assert_eq!(Observer::new(Cell::new(6, 9), Footprint::Block).check(size), Ok(()));
        let error = Observer::new(Cell::new(7, 4), Footprint::Wide).check(size).unwrap_err();
        assert_eq!(error.to_string(), "the observer 2x1 at (7, 4) lies outside the 8×11 map, or a part of it does");
        for (x, y) in [(-1, 0), (8, 0), (0, 11), (i32::MAX, 0), (0, i32::MIN), (i32::MAX, i32::MAX)] {
            assert!(
                Footprint::ALL
                    .into_iter()
                    .all(|footprint| Observer::new(Cell::new(x, y), footprint).check(size).is_err())
            );
        }
    }
}
