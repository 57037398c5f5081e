//! The four ways to look at a map through mirrors.

use std::fmt;

use undercroft_grid::{BitGrid, Cell, Size};

use crate::Observer;

/// Which sides of a map are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mirror {
    /// None: the map as it is.
    None,
    /// East and west.
    EastWest,
    /// North and south.
    NorthSouth,
    /// Both: a half turn.
    Both,
}

impl Mirror {
    /// All four.
    pub const ALL: [Self; 4] = [Self::None, Self::EastWest, Self::NorthSouth, Self::Both];

    /// The mirrored set.
    pub fn cells(self, set: &BitGrid) -> BitGrid {
        let mut mirrored = BitGrid::new(set.size());
        for cell in set.iter() {
            mirrored.insert(self.observer(Observer::one(cell), set.size()).at);
        }
        mirrored
    }

    /// The mirrored observer, named again by its north-west cell.
    pub fn observer(self, observer: Observer, size: Size) -> Observer {
        let Cell { mut x, mut y } = observer.at;
        if matches!(self, Self::EastWest | Self::Both) {
            x = size.width() - x - observer.shape.width();
        }
        if matches!(self, Self::NorthSouth | Self::Both) {
            y = size.height() - y - observer.shape.height();
        }
        Observer::new(Cell::new(x, y), observer.shape)
    }
}

impl fmt::Display for Mirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "as drawn",
            Self::EastWest => "east and west exchanged",
            Self::NorthSouth => "north and south exchanged",
            Self::Both => "turned by half",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn a_mirror_moves_the_north_west_cell_of_a_wide_observer_by_one_more() {
        let (size, at) = (Size::of(8, 11), Cell::new(3, 4));
        let moved = |mirror: Mirror, shape| mirror.observer(Observer::new(at, shape), size).at;
        assert_eq!(moved(Mirror::EastWest, Shape::Wide), Cell::new(8 - 3 - 2, 4));
        assert_eq!(moved(Mirror::EastWest, Shape::Tall), Cell::new(8 - 3 - 1, 4));
        assert_eq!(moved(Mirror::NorthSouth, Shape::Tall), Cell::new(3, 11 - 4 - 2));
        assert_eq!(moved(Mirror::Both, Shape::Block), Cell::new(3, 5));
        assert_eq!(moved(Mirror::None, Shape::Block), at);
    }

    #[test]
    fn looking_twice_through_a_mirror_shows_the_map() {
        let set = BitGrid::from_fn(Size::of(70, 3), |cell| (cell.x * 7 + cell.y * 5) % 3 == 0);
        for mirror in Mirror::ALL {
            assert_eq!(mirror.cells(&mirror.cells(&set)), set);
        }
    }
}
