//! The uneven hand: outlines of caves and clearings are not ruled.
//!
//! Every corner of the lattice is moved by a little that depends on the corner alone, so that floor and walls stay
//! together, an edit elsewhere does not make the line flicker, and floors on two sides of a wall never meet. Corners of
//! doors stay where they are.

use undercroft_grid::{Cell, GOLDEN, mix};

use super::picture::{CELL, Point};
use undercroft::dungeon::{Dungeon, Level, Terrain};

/// How far a corner moves on each axis, at most. [Unit: thousandths of a cell]
const MOST: i32 = 120;
// On both axes together that is less than 0.18 of a cell: 120·√2 < 170.
const _: () = assert!(2 * MOST * MOST < 180 * 180 && CELL == 1000);

/// Says where a corner is drawn.
#[derive(Clone, Copy)]
pub struct Wobble<'a> {
    /// The level, where its rooms are natural.
    level: Option<&'a Level>,
}

impl<'a> Wobble<'a> {
    /// The hand with a ruler.
    pub const RULED: Self = Self { level: None };

    /// The hand for a level: uneven where the rooms are natural.
    pub fn from_level(dungeon: &Dungeon, level: &'a Level) -> Self {
        let natural = dungeon.provenance.recipe.is_natural();
        Self { level: natural.then_some(level) }
    }

    /// Whether lines are uneven.
    pub const fn is_uneven(self) -> bool {
        self.level.is_some()
    }

    /// The points of an open line through these corners.
    pub fn line(self, corners: &[Cell]) -> Vec<Point> {
        let last = corners.last().map(|&corner| self.point(corner));
        corners.windows(2).flat_map(|pair| self.side(pair[0], pair[1])).chain(last).collect()
    }

    /// The points of a closed line through these corners.
    pub fn polygon(self, corners: &[Cell]) -> Vec<Point> {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).flat_map(|(&from, &to)| self.side(from, to)).collect()
    }

    /// The points from one corner up to the next, which is not one of them. A ruled side needs only its beginning.
    fn side(self, from: Cell, to: Cell) -> Vec<Point> {
        let length = if self.is_uneven() { from.manhattan(to) } else { 1 };
        let step = Cell::new((to.x - from.x).signum(), (to.y - from.y).signum());
        (0..length).map(|i| self.point(Cell::new(from.x + i * step.x, from.y + i * step.y))).collect()
    }

    fn point(self, corner: Cell) -> Point {
        let Some(level) = self.level else { return Point::corner(corner) };
        let round = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(x, y)| level.at(corner + Cell::new(x, y)));
        if round.contains(&Terrain::Door) {
            return Point::corner(corner);
        }
        let bits = mixed(corner);
        let part = |bits: u64| (bits % (2 * MOST as u64 + 1)) as i32 - MOST;
        Point::corner(corner).shift(part(bits & 0xffff_ffff), part(bits >> 32))
    }
}

/// Bits that depend on the corner alone.
fn mixed(corner: Cell) -> u64 {
    mix((corner.x as u64) << 32 ^ u64::from(corner.y as u32) ^ GOLDEN)
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Size;

    use super::*;

    #[test]
    fn uneven_lines_stay_near_the_ruled_ones_and_ruled_ones_keep_their_corners() {
        let level = Level::solid_rock(0, Size::of(40, 40));
        let square = [Cell::new(3, 3), Cell::new(30, 3), Cell::new(30, 20), Cell::new(3, 20)];
        let ruled = Wobble::RULED;
        assert_eq!(ruled.polygon(&square), square.map(Point::corner));
        assert_eq!(ruled.line(&square), square.map(Point::corner));
        let uneven = Wobble { level: Some(&level) }.polygon(&square);
        assert_eq!(uneven.len(), 2 * (27 + 17));
        for point in &uneven {
            let off = |at: i32| (at + CELL / 2).rem_euclid(CELL) - CELL / 2;
            let [x, y] = [off(point.x), off(point.y)];
            assert!(x * x + y * y <= 180 * 180, "{point:?}");
        }
        assert_eq!(uneven, Wobble { level: Some(&level) }.polygon(&square));
    }
}
