//! Lengths of octile walks, exactly: so many straight steps and so many diagonal ones.
//!
//! A straight step is 1 long, a diagonal one √2, and a diagonal step needs both cells beside it free (N. Sturtevant,
//! "Benchmarks for Grid-Based Pathfinding", 2012). √2 is irrational, so that two lengths are equal only when both numbers
//! are; which of two is longer is decided in whole numbers.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::ops::Add;

use undercroft_draw::{Cancelled, WorkMeter};
use undercroft_grid::{BitGrid, Cell, Dir, Grid};

/// The length of a walk.
///
/// ```
/// use undercroft_formats::movingai::Octile;
/// use undercroft_grid::Cell;
///
/// let length = Octile::between(Cell::new(0, 0), Cell::new(5, 2));
/// assert_eq!((length.straight, length.diagonal), (3, 2));
/// assert_eq!(length.floor(), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Octile {
    /// Steps to the four orthogonal neighbours.
    pub straight: u32,
    /// Steps to the four diagonal neighbours.
    pub diagonal: u32,
}

const STRAIGHT: Octile = Octile { straight: 1, diagonal: 0 };
const DIAGONAL: Octile = Octile { straight: 0, diagonal: 1 };

impl Octile {
    /// The length of a shortest walk where no cell is solid.
    pub fn between(from: Cell, to: Cell) -> Self {
        let [along, across] = [from.x.abs_diff(to.x), from.y.abs_diff(to.y)];
        Self { straight: along.abs_diff(across), diagonal: along.min(across) }
    }

    /// The whole part of the length.
    pub fn floor(self) -> u64 {
        let diagonal = u64::from(self.diagonal);
        u64::from(self.straight) + (2 * diagonal * diagonal).isqrt()
    }

    /// The length, for people and files.
    pub fn to_f64(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * std::f64::consts::SQRT_2
    }
}

impl Add for Octile {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }
}

impl Ord for Octile {
    fn cmp(&self, other: &Self) -> Ordering {
        // a + b√2 against c + d√2: the sign of p + q√2 with p = a - c and q = b - d. Below 2^32 the squares fit i128.
        let p = i128::from(self.straight) - i128::from(other.straight);
        let q = i128::from(self.diagonal) - i128::from(other.diagonal);
        match (p.signum(), q.signum()) {
            (0, sign) | (sign, 0) => sign.cmp(&0),
            (1, 1) => Ordering::Greater,
            (-1, -1) => Ordering::Less,
            (1, _) => (p * p).cmp(&(2 * q * q)),
            (_, _) => (2 * q * q).cmp(&(p * p)),
        }
    }
}

impl PartialOrd for Octile {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What a cell costs that a search takes from its queue, in steps of the meter.
const STEPS_PER_CELL: u64 = 8;

/// Finds shortest walks on a map, again and again.
pub(super) struct Walker<'a> {
    free: &'a BitGrid,
    /// The shortest known length to each cell, with the number of the search that found it.
    known: Grid<(u32, Octile)>,
    search: u32,
}

impl<'a> Walker<'a> {
    /// For a map with these free cells.
    pub fn new(free: &'a BitGrid) -> Self {
        Self { free, known: Grid::filled(free.size(), (0, Octile::default())), search: 0 }
    }

    /// The length of a shortest walk; `None` where there is none. A* with the length over an empty map as its estimate,
    /// which is admissible and consistent.
    ///
    /// # Errors
    /// When the sink of the meter asked to stop.
    pub fn length(&mut self, start: Cell, goal: Cell, meter: &WorkMeter) -> Result<Option<Octile>, Cancelled> {
        if !self.free.contains(start) || !self.free.contains(goal) {
            return Ok(None);
        }
        self.search += 1;
        self.known[start] = (self.search, Octile::default());
        let mut queue = BinaryHeap::from([Reverse((Octile::between(start, goal), start))]);
        while let Some(Reverse((total, cell))) = queue.pop() {
            meter.spend(STEPS_PER_CELL)?;
            let length = self.known[cell].1;
            if cell == goal {
                return Ok(Some(length));
            }
            if length + Octile::between(cell, goal) < total {
                continue;
            }
            for (next, step) in steps(self.free, cell) {
                if self.improve(next, length + step) {
                    queue.push(Reverse((length + step + Octile::between(next, goal), next)));
                }
            }
        }
        Ok(None)
    }

    fn improve(&mut self, cell: Cell, length: Octile) -> bool {
        let known = &mut self.known[cell];
        let better = known.0 != self.search || length < known.1;
        if better {
            *known = (self.search, length);
        }
        better
    }
}

/// The steps from a cell, with their lengths.
pub(super) fn steps(free: &BitGrid, cell: Cell) -> impl Iterator<Item = (Cell, Octile)> {
    let straight = Dir::ALL.into_iter().map(move |dir| (cell + dir, STRAIGHT));
    let straight = straight.filter(|(next, _)| free.contains(*next));
    let corners = Dir::ALL.into_iter().zip([Dir::East, Dir::South, Dir::West, Dir::North]);
    let diagonal =
        corners.filter(move |&(a, b)| [cell + a, cell + b, cell + a + b].into_iter().all(|near| free.contains(near)));
    straight.chain(diagonal.map(move |(a, b)| (cell + a + b, DIAGONAL)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use undercroft::seed::Stream;
    use undercroft_grid::Size;

    #[test]
    fn lengths_are_ordered_as_their_numbers_are() {
        let mut stream = Stream::new(1, "octile");
        let mut length = || Octile { straight: stream.below(2000), diagonal: stream.below(2000) };
        for _ in 0..20_000 {
            let (a, b) = (length(), length());
            assert_eq!(a.cmp(&b), a.to_f64().total_cmp(&b.to_f64()), "{a:?} {b:?}");
            assert_eq!(a.floor(), a.to_f64() as u64);
        }
        // Two convergents of √2: closer than a float of single precision could tell.
        let [a, b] = [Octile { straight: 8119, diagonal: 0 }, Octile { straight: 0, diagonal: 5741 }];
        assert!(a < b && Octile { straight: 19601, diagonal: 0 } > Octile { straight: 0, diagonal: 13860 });
    }

    /// The slow truth: every cell is looked at again until nothing gets shorter.
    pub fn slow(free: &BitGrid, start: Cell, goal: Cell) -> Option<Octile> {
        let mut lengths: Grid<Option<Octile>> = Grid::filled(free.size(), None);
        lengths[start] = Some(Octile::default());
        loop {
            let mut changed = false;
            for cell in free.iter() {
                let Some(length) = lengths[cell] else { continue };
                for (next, step) in steps(free, cell) {
                    if lengths[next].is_none_or(|known| length + step < known) {
                        lengths[next] = Some(length + step);
                        changed = true;
                    }
                }
            }
            if !changed {
                return lengths[goal];
            }
        }
    }

    #[test]
    fn walks_are_as_short_as_the_slow_truth_says() {
        for seed in 0..60 {
            let mut stream = Stream::new(seed, "walks");
            let size = Size::of(3 + stream.below(14) as i32, 3 + stream.below(14) as i32);
            let walls = stream.below(5);
            let free = BitGrid::from_fn(size, |_| stream.below(10) >= walls);
            let cells: Vec<Cell> = free.iter().collect();
            let mut walker = Walker::new(&free);
            for _ in 0..10 {
                let (Some(&start), Some(&goal)) = (stream.choose(&cells), stream.choose(&cells)) else { continue };
                assert_eq!(
                    walker.length(start, goal, &WorkMeter::unlimited()),
                    Ok(slow(&free, start, goal)),
                    "seed {seed} {start} {goal}"
                );
            }
        }
    }
}
