//! How much and how far one sees: what makes a dungeon feel narrow or wide.

use undercroft_grid::BitGrid;
use undercroft_sight::{Floor, Footprint, LineOfSight, Survey, survey};

/// What is seen from all cells of some levels, in clear sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outlook {
    places: u64,
    seen: u64,
    largest: u32,
    longest_squared: i64,
}

impl Outlook {
    /// Looks around from every walkable cell of each level.
    pub(super) fn over(levels: &[BitGrid]) -> Self {
        let surveys = levels.iter().map(|walkable| {
            let mut solid = walkable.clone();
            solid.complement();
            survey(&Floor::new(&solid), Footprint::One, None)
        });
        surveys.fold(Self::default(), |sum, level| sum.with(&level))
    }

    fn with(self, level: &Survey) -> Self {
        let (places, seen) = level.total();
        Self {
            places: self.places + places as u64,
            seen: self.seen + seen,
            largest: self.largest.max(level.largest().map_or(0, |(_, size)| size)),
            longest_squared: self.longest_squared.max(level.longest.map_or(0, LineOfSight::squared)),
        }
    }

    /// The mean view. [Unit: cells, rounded to the nearest]
    pub(super) fn mean(self) -> u32 {
        (self.seen + self.places / 2).checked_div(self.places).unwrap_or(0) as u32
    }

    /// The largest view. [Unit: cells]
    pub(super) const fn largest(self) -> u32 {
        self.largest
    }

    /// The greatest distance between the centres of two cells that see each other. [Unit: cells, rounded down]
    pub(super) const fn longest(self) -> u32 {
        self.longest_squared.isqrt() as u32
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{Cell, Size};

    use super::*;

    #[test]
    fn an_outlook_counts_every_level_by_its_cells() {
        // Two cells that see both of themselves, and a room of four by three.
        let levels = [BitGrid::full(Size::of(2, 1)), BitGrid::full(Size::of(4, 3))];
        let outlook = Outlook::over(&levels);
        assert_eq!(outlook.mean(), 11, "(2·2 + 12·12) / 14 is 10.57");
        assert_eq!((outlook.largest(), outlook.longest()), (12, 3), "√13, rounded down");
    }

    #[test]
    fn nobody_sees_anything_in_solid_rock() {
        let mut rock = BitGrid::new(Size::of(5, 5));
        assert_eq!(Outlook::over(&[rock.clone()]), Outlook::default());
        assert_eq!((Outlook::default().mean(), Outlook::over(&[]).longest()), (0, 0));
        rock.insert(Cell::new(2, 2));
        assert_eq!((Outlook::over(&[rock.clone()]).mean(), Outlook::over(&[rock]).longest()), (1, 0));
    }
}
