//! A Poisson disk sample of a square of cells whose edges fit together, so that it can be laid over a map again and again.
//!
//! R. L. Cook, "Stochastic Sampling in Computer Graphics", 1986. Everything is hashed from the place in the square.

use undercroft_grid::{Cell, Rect};

use super::picture::Point;

/// Side of the square of patches that is laid over the map again and again. [Unit: cells]
pub const PERIOD: i32 = 24;
/// Darts thrown at each cell: enough that hardly any place stays empty.
const DARTS: u32 = 150;

/// Twelve directions, 15 degrees apart, none of them along the grid: cosine and sine in thousandths.
pub const DIRECTIONS: [(i32, i32); 12] = [
    (991, 131),
    (924, 383),
    (793, 609),
    (609, 793),
    (383, 924),
    (131, 991),
    (-131, 991),
    (-383, 924),
    (-609, 793),
    (-793, 609),
    (-924, 383),
    (-991, 131),
];

/// Places by cell of the square, each with one of the directions.
type Middles = Vec<Vec<(Point, usize)>>;

/// The position of a cell in the square.
pub fn tile_index(cell: Cell) -> usize {
    (cell.x.rem_euclid(PERIOD) + cell.y.rem_euclid(PERIOD) * PERIOD) as usize
}

/// Places that keep a distance from each other.
pub struct Sample(Middles);

impl Sample {
    /// A sample in which no two places are nearer than `spacing`. [Limits: at most a cell]
    pub fn new(spacing: i32) -> Self {
        Self(middles(spacing))
    }

    /// The places in a cell, from its north-west corner.
    pub fn at(&self, cell: Cell) -> &[(Point, usize)] {
        &self.0[tile_index(cell)]
    }

    /// The other places within this distance, as steps from `place`. [Limits: at most two cells]
    pub fn within(&self, cell: Cell, place: Point, distance: i32) -> Vec<Point> {
        let limit = i64::from(distance) * i64::from(distance);
        let steps = around(&self.0, cell, place, 2).map(|(step, _)| step);
        steps.filter(|&step| step != Point::default() && length_squared(step) <= limit).collect()
    }

    /// The places in the cells around, as steps from `place`, which is one of them.
    pub fn neighbours(&self, cell: Cell, place: Point) -> impl Iterator<Item = (Point, usize)> {
        around(&self.0, cell, place, 1)
    }
}

/// Throws darts, the highest hash first, and keeps those that stick in free paper.
fn middles(spacing: i32) -> Middles {
    let mut darts: Vec<(u32, Cell, Point)> = Vec::new();
    for i in 0..PERIOD * PERIOD {
        let cell = Cell::new(i % PERIOD, i / PERIOD);
        for dart in 0..DARTS {
            let hash = mix(i as u32, dart);
            let place = Point::new((hash % 1000) as i32, (hash / 1000 % 1000) as i32);
            darts.push((mix(hash, 7), cell, place));
        }
    }
    darts.sort_unstable_by_key(|&(priority, cell, place)| {
        (std::cmp::Reverse(priority), cell.y, cell.x, place.x, place.y)
    });
    let mut middles: Middles = vec![Vec::new(); (PERIOD * PERIOD) as usize];
    for (hash, cell, place) in darts {
        let free = |v: Point| length_squared(v) >= i64::from(spacing) * i64::from(spacing);
        if around(&middles, cell, place, 1).all(|(v, _)| free(v)) {
            let taken: Vec<usize> = around(&middles, cell, place, 1).map(|(_, direction)| direction).collect();
            middles[tile_index(cell)].push((place, choose_direction(hash, &taken)));
        }
    }
    middles
}

/// Of three hashed directions the one that differs most from those around, so that patches stand out from each other.
fn choose_direction(hash: u32, taken: &[usize]) -> usize {
    let count = DIRECTIONS.len();
    let apart = |a: usize, b: usize| (a + count - b).rem_euclid(count).min((b + count - a).rem_euclid(count));
    let contrast = |direction: usize| taken.iter().map(|&other| apart(direction, other)).min().unwrap_or(count);
    let choices = (0..3).map(|i| mix(hash, 100 + i) as usize % count);
    choices.max_by_key(|&direction| contrast(direction)).expect("there are three")
}

/// The middles in the cells around, as steps from `place` with their directions.
fn around(middles: &Middles, cell: Cell, place: Point, cells: i32) -> impl Iterator<Item = (Point, usize)> {
    let near = Rect::at(cell, 1, 1).grow(cells).cells();
    near.flat_map(move |other| {
        let shift = Point::corner(Cell::new(other.x - cell.x, other.y - cell.y));
        let step = move |p: Point| Point::new(p.x + shift.x - place.x, p.y + shift.y - place.y);
        middles[tile_index(other)].iter().map(move |&(p, direction)| (step(p), direction))
    })
}

/// The square of a length.
pub fn length_squared(v: Point) -> i64 {
    i64::from(v.x) * i64::from(v.x) + i64::from(v.y) * i64::from(v.y)
}

/// Two numbers to one that looks random (the finisher of `MurmurHash3`, by A. Appleby).
pub const fn mix(a: u32, b: u32) -> u32 {
    let mut h = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77).rotate_left(13) ^ 0x27d4_eb2f;
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPACING: i32 = 500;

    #[test]
    fn middles_of_patches_keep_their_distance_and_leave_no_hole() {
        let middles = middles(SPACING);
        let count: usize = middles.iter().map(Vec::len).sum();
        // A maximal Poisson disk sample has about 0.7 points for each square of the spacing.
        let full = (PERIOD * PERIOD) as usize * 7 * 1_000_000 / (10 * (SPACING * SPACING) as usize);
        assert!(count * 10 > full * 9 && count < full * 11 / 10, "{count} of {full}");
        for i in 0..PERIOD * PERIOD {
            let cell = Cell::new(i % PERIOD, i / PERIOD);
            for &(place, _) in &middles[tile_index(cell)] {
                let near =
                    around(&middles, cell, place, 1).filter(|(v, _)| length_squared(*v) < i64::from(SPACING * SPACING));
                assert_eq!(near.count(), 1, "only itself");
            }
        }
    }
}
