//! Contours in water: lines at a distance from the shore.
//!
//! Level sets of the squared distance to the nearest dry sample, four samples to the side of a cell, by marching squares
//! (W. Lorensen and H. Cline, "Marching Cubes", 1987, in the plane). Offsetting the polygon of the shore instead would
//! cross itself in narrow places.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Size};

use super::outline::Outline;
use super::picture::{CELL, Point, VectorPath};

/// Samples along the side of a cell, and the distance between them.
const SAMPLES: i32 = 4;
const STEP: i32 = CELL / SAMPLES;
/// Distances beyond so many samples are all the same: no contour lies there.
const REACH: i32 = 3;

/// Which samples of a level are wet.
pub struct WaterMask {
    wet: BitGrid,
}

impl WaterMask {
    /// The samples inside an outline.
    pub fn new(shore: &Outline, size: Size) -> Self {
        let mut wet = BitGrid::new(Size::of(size.width() * SAMPLES, size.height() * SAMPLES));
        let mut crossings: BTreeMap<i32, Vec<(i32, i32)>> = BTreeMap::new();
        for (a, b) in shore.loops.iter().flat_map(super::outline::OutlineLoop::segments) {
            let (top, bottom, turn) = if a.at.y < b.at.y { (a.at, b.at, 1) } else { (b.at, a.at, -1) };
            let first = (top.y - STEP / 2 + STEP - 1).div_euclid(STEP);
            for row in (first..).take_while(|row| row * STEP + STEP / 2 < bottom.y) {
                let y = i64::from(row * STEP + STEP / 2 - top.y);
                let x = i64::from(top.x) + i64::from(bottom.x - top.x) * y / i64::from(bottom.y - top.y);
                crossings.entry(row).or_default().push((x as i32, turn));
            }
        }
        for (row, mut list) in crossings {
            list.sort_unstable();
            let mut winding = 0;
            for pair in list.windows(2) {
                winding += pair[0].1;
                if winding != 0 {
                    fill(&mut wet, row, pair[0].0, pair[1].0);
                }
            }
        }
        Self { wet }
    }

    /// The samples outside an outline, within two cells of it.
    pub fn around(shore: &Outline, size: Size) -> Self {
        let dry = Self::new(shore, size).wet;
        let is_near = |sample: Cell| {
            let near = [0, 2 * SAMPLES, -2 * SAMPLES];
            near.into_iter().flat_map(|x| near.map(|y| sample + Cell::new(x, y))).any(|cell| dry.contains(cell))
        };
        Self { wet: BitGrid::from_fn(dry.size(), |sample| !dry.contains(sample) && is_near(sample)) }
    }

    /// How far a sample lies from the shore, which runs halfway to the next dry one; below zero for dry ones.
    fn depth(&self, sample: Cell) -> i32 {
        if !self.wet.contains(sample) {
            return -STEP / 2;
        }
        let around = (-REACH..=REACH).flat_map(|y| (-REACH..=REACH).map(move |x| Cell::new(x, y)));
        let dry = around.filter(|&off| !self.wet.contains(sample + off));
        let nearest = dry.map(|off| i64::from(off.x * off.x + off.y * off.y)).min();
        let square = nearest.unwrap_or(i64::from((REACH + 1) * (REACH + 1)));
        (square * i64::from(STEP) * i64::from(STEP)).isqrt() as i32 - STEP / 2
    }
}

fn fill(wet: &mut BitGrid, row: i32, from: i32, to: i32) {
    let (first, end) = ((from - STEP / 2 + STEP - 1).div_euclid(STEP), (to - STEP / 2 + STEP - 1).div_euclid(STEP));
    let width = wet.size().width();
    let (first, end) = (first.clamp(0, width), end.clamp(0, width));
    if (0..wet.size().height()).contains(&row) && first < end {
        wet.fill(row, first..end);
    }
}

/// The lines at this distance from the shore.
pub fn contour(mask: &WaterMask, distance: i32) -> VectorPath {
    let mut steps: BTreeMap<(i32, i32), (i32, i32)> = BTreeMap::new();
    for sample in mask.wet.iter() {
        // The squares of samples whose south-eastern corner is wet, or whose others are: each once.
        for corner in [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| sample - Cell::new(x, y)) {
            let is_first = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(x, y)| corner + Cell::new(x, y))
                .into_iter()
                .find(|&cell| mask.wet.contains(cell));
            if is_first == Some(sample) {
                add_square(&mut steps, mask, corner, distance);
            }
        }
    }
    chained(steps)
}

/// Adds the steps through one square of samples, deeper water on the right hand.
fn add_square(steps: &mut BTreeMap<(i32, i32), (i32, i32)>, mask: &WaterMask, corner: Cell, distance: i32) {
    // Clockwise from the north-west.
    let samples = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| corner + Cell::new(x, y));
    let depths = samples.map(|sample| mask.depth(sample));
    let is_deep = depths.map(|depth| depth > distance);
    let crossing = |i: usize| between(samples[i], samples[(i + 1) % 4], depths[i], depths[(i + 1) % 4], distance);
    // A line enters where the side goes from shallow to deep, and leaves where it goes back.
    for i in (0..4).filter(|&i| !is_deep[i] && is_deep[(i + 1) % 4]) {
        let Some(j) = (1..4).map(|k| (i + k) % 4).find(|&j| is_deep[j] && !is_deep[(j + 1) % 4]) else { continue };
        steps.insert(crossing(j), crossing(i));
    }
}

/// Where the distance is met between two samples.
fn between(a: Cell, b: Cell, from: i32, to: i32, distance: i32) -> (i32, i32) {
    let part = |a: i32, b: i32| a * STEP + STEP / 2 + (b - a) * STEP * (distance - from) / (to - from);
    (part(a.x, b.x), part(a.y, b.y))
}

/// Steps joined to closed lines.
fn chained(mut steps: BTreeMap<(i32, i32), (i32, i32)>) -> VectorPath {
    let mut path = VectorPath::default();
    while let Some((&start, _)) = steps.first_key_value() {
        let mut line = vec![start];
        let mut at = start;
        while let Some(next) = steps.remove(&at) {
            line.push(next);
            at = next;
        }
        let is_closed = line.len() > 2 && line.first() == line.last();
        let points = line.iter().map(|&(x, y)| Point::new(x, y));
        if is_closed { path.add_polygon(points.skip(1)) } else { path.add_line(points) }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PathCommand;
    use undercroft::dungeon::{Dungeon, Level, Terrain};
    use undercroft_grid::{Grid, Rect};

    fn pond(rect: Rect) -> WaterMask {
        let size = Size::of(12, 12);
        let level = Level::new(0, Grid::filled(size, Terrain::Floor));
        let dungeon = Dungeon::bare("Pond", vec![level]);
        let water = BitGrid::from_fn(size, |cell| rect.contains(cell));
        WaterMask::new(&Outline::trace(&dungeon, &dungeon.levels[0]).clone(), size).cut_to(&water)
    }

    impl WaterMask {
        fn cut_to(self, cells: &BitGrid) -> Self {
            let wet = BitGrid::from_fn(self.wet.size(), |sample| {
                self.wet.contains(sample) && cells.contains(Cell::new(sample.x / SAMPLES, sample.y / SAMPLES))
            });
            Self { wet }
        }
    }

    #[test]
    fn contours_are_closed_and_keep_their_distance_from_the_shore() {
        let mask = pond(Rect::new(2, 2, 8, 6));
        for distance in [180, 360] {
            let path = contour(&mask, distance);
            let closed = path.commands.iter().filter(|command| **command == PathCommand::Close).count();
            assert_eq!(closed, 1);
            for command in &path.commands {
                let (PathCommand::Move(at) | PathCommand::Line(at)) = *command else { continue };
                let off = (at.x - 2000).min(8000 - at.x).min(at.y - 2000).min(6000 - at.y);
                assert!((off - distance).abs() <= STEP / 2, "{at:?} is {off} from the shore");
            }
        }
    }

    #[test]
    fn a_ditch_too_narrow_for_a_contour_has_none() {
        assert!(contour(&pond(Rect::new(2, 2, 8, 3)), 600).is_empty());
    }
}
