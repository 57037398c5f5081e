//! The tone of the rock along the walls: the union of the regions of inked patches.
//!
//! Sides that two inked patches share cancel exactly; what is left chains into closed loops. So the tone ends where the
//! strokes end, and no ruled edge shows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use undercroft_grid::{BitGrid, Cell};

use super::hatch::{MARGIN, is_within_reach, middles, near, patch_hash};
use super::picture::{Point, VectorPath};
use super::poisson_sample::{PERIOD, tile_index};
use super::voronoi::region;
use super::work_meter::WorkMeter;

/// What a cell of the halo costs, in steps of the meter.
const STEPS_PER_CELL: u64 = 20;

/// A patch of the square: its middle, its hash, and the corners of its region, from the corner of its cell.
struct Patch {
    middle: Point,
    hash: u32,
    corners: Vec<Point>,
}

/// The halo round open cells; it covers the floor as well, which is painted over it.
pub fn halo(open: &BitGrid, meter: &WorkMeter) -> VectorPath {
    static PATCHES: OnceLock<Vec<Vec<Patch>>> = OnceLock::new();
    let patches = PATCHES.get_or_init(patches);
    let mut sides: BTreeSet<[(i32, i32); 2]> = BTreeSet::new();
    for cell in near(open).iter().take_while(|_| meter.goes_on(STEPS_PER_CELL)) {
        let cell = Cell::new(cell.x - MARGIN, cell.y - MARGIN);
        let corner = Point::corner(cell);
        let inked = |patch: &&Patch| is_within_reach(open, patch.middle.shift(corner.x, corner.y), patch.hash);
        for patch in patches[tile_index(cell)].iter().filter(inked) {
            let corners: Vec<(i32, i32)> = patch.corners.iter().map(|at| (at.x + corner.x, at.y + corner.y)).collect();
            add_region(&mut sides, &corners);
        }
    }
    chained(sides)
}

fn patches() -> Vec<Vec<Patch>> {
    let sample = middles();
    let patch = |cell: Cell, middle: Point| {
        let corners = region(sample, cell, middle);
        Patch { middle, hash: patch_hash(cell, middle), corners }
    };
    let cells = (0..PERIOD * PERIOD).map(|i| Cell::new(i % PERIOD, i / PERIOD));
    cells.map(|cell| sample.at(cell).iter().map(|&(middle, _)| patch(cell, middle)).collect()).collect()
}

/// Adds the sides of a region; a side that is there already in reverse goes.
fn add_region(sides: &mut BTreeSet<[(i32, i32); 2]>, corners: &[(i32, i32)]) {
    let next = corners.iter().cycle().skip(1);
    for (&from, &to) in corners.iter().zip(next) {
        if !sides.remove(&[to, from]) {
            sides.insert([from, to]);
        }
    }
}

fn chained(sides: BTreeSet<[(i32, i32); 2]>) -> VectorPath {
    let mut ends: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
    for [from, to] in sides {
        ends.entry(from).or_default().push(to);
    }
    let mut path = VectorPath::default();
    while let Some((&start, _)) = ends.first_key_value() {
        let (mut at, mut line) = (start, Vec::new());
        while let Some(list) = ends.get_mut(&at) {
            line.push(Point::new(at.0, at.1));
            let next = list.pop();
            if list.is_empty() {
                ends.remove(&at);
            }
            let Some(next) = next else { break };
            at = next;
        }
        path.add_polygon(line);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PathCommand;
    use undercroft_grid::{Rect, Size};

    fn loops(path: &VectorPath) -> Vec<Vec<Point>> {
        let mut loops: Vec<Vec<Point>> = Vec::new();
        for command in &path.commands {
            match *command {
                PathCommand::Move(at) => loops.push(vec![at]),
                PathCommand::Line(at) => loops.last_mut().unwrap().push(at),
                _ => {}
            }
        }
        loops
    }

    fn twice_area(points: &[Point]) -> i64 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y)).sum()
    }

    fn room(rect: Rect) -> BitGrid {
        BitGrid::from_fn(Size::of(40, 30), |cell| rect.contains(cell))
    }

    #[test]
    fn regions_of_the_whole_square_fill_it_without_gap_or_overlap() {
        let area: i64 = patches().iter().flatten().map(|patch| twice_area(&patch.corners)).sum();
        let side = i64::from(PERIOD) * 1000;
        assert_eq!(area, 2 * side * side);
    }

    #[test]
    fn the_halo_of_a_room_is_one_closed_loop_round_it() {
        let path = halo(&room(Rect::new(10, 8, 20, 14)), &WorkMeter::unlimited());
        let loops = loops(&path);
        assert_eq!(loops.len(), 1);
        let area = twice_area(&loops[0]) / 2;
        assert!(area > 60_000_000 && area < 110_000_000, "{area}");
    }

    #[test]
    fn editing_a_cell_changes_the_halo_only_within_three_cells() {
        let before = room(Rect::new(10, 8, 20, 14));
        let mut after = before.clone();
        after.insert(Cell::new(20, 10));
        let far = |open: &BitGrid| -> BTreeSet<(i32, i32)> {
            let points = loops(&halo(open, &WorkMeter::unlimited())).concat();
            let is_far = |p: &Point| (p.x - 20_500).abs().max((p.y - 10_500).abs()) > 3_500;
            points.into_iter().filter(is_far).map(|p| (p.x, p.y)).collect()
        };
        assert_eq!(far(&before), far(&after));
        assert_ne!(halo(&before, &WorkMeter::unlimited()), halo(&after, &WorkMeter::unlimited()));
    }
}
