//! Trees seen from above: lobed canopies round clearings, the inner row over the outer ones.

use std::sync::OnceLock;

use undercroft_grid::{BitGrid, Cell};

use super::hatch::{MARGIN, near};
use super::picture::{Area, PathCommand, Point, VectorPath};
use super::poisson_sample::{DIRECTIONS, PERIOD, Sample, length_squared, mix};
use super::rock_distance::distance_squared;
use super::work_meter::WorkMeter;

/// No two trunks are nearer than this.
const SPACING: i32 = 900;
/// Trees farther than this from the clearing are not drawn, and fewer the farther they are.
const REACH: i32 = 2000;
/// How far the handles of a lobe lie from the trunk. [Unit: per cent of the radius]
const LOBE: i32 = 118;
/// What a cell of trees costs, in steps of the meter.
const STEPS_PER_CELL: u64 = 20;

/// A tree.
struct Tree {
    at: Point,
    radius: i32,
    hash: u32,
    /// From the clearing, squared.
    distance: i64,
}

impl Tree {
    /// Whether a lobe of it reaches into an area.
    fn shades(&self, area: &Area) -> bool {
        let near = Point::new(self.at.x.clamp(area.min.x, area.max.x), self.at.y.clamp(area.min.y, area.max.y));
        let reach = i64::from(self.radius * LOBE / 100);
        length_squared(Point::new(near.x - self.at.x, near.y - self.at.y)) < reach * reach
    }
}

/// Canopies round open cells, in layers: trees of a later layer cover those of an earlier one. None stands in a quiet area.
pub fn canopies(open: &BitGrid, quiet: &[Area], meter: &WorkMeter) -> Vec<VectorPath> {
    static SAMPLE: OnceLock<Sample> = OnceLock::new();
    let sample = SAMPLE.get_or_init(|| Sample::new(SPACING));
    let mut trees: Vec<Tree> = Vec::new();
    for cell in near(open).iter().take_while(|_| meter.goes_on(STEPS_PER_CELL)) {
        let cell = Cell::new(cell.x - MARGIN, cell.y - MARGIN);
        let own = sample.at(cell).iter().filter_map(|&(place, _)| tree(open, cell, place));
        trees.extend(own.filter(|tree| !quiet.iter().any(|area| tree.shades(area))));
    }
    // From the outside in.
    trees.sort_by_key(|tree| (std::cmp::Reverse(tree.distance), tree.at.y, tree.at.x));
    layers(&trees)
}

fn tree(open: &BitGrid, cell: Cell, place: Point) -> Option<Tree> {
    let hash = mix(mix(cell.x.rem_euclid(PERIOD) as u32, cell.y.rem_euclid(PERIOD) as u32), place.x as u32);
    let corner = Point::corner(cell);
    let at = place.shift(corner.x, corner.y);
    let distance = distance_squared(open, at)?;
    // Trees thin out: the farthest half of the reach keeps about half of them.
    let reach = i64::from(REACH * (55 + (hash >> 8) as i32 % 46) / 100);
    let radius = 450 + (hash % 251) as i32;
    (distance > 0 && distance <= reach * reach).then_some(Tree { at, radius, hash, distance })
}

/// Each tree in the first layer above all trees before it that it overlaps.
fn layers(trees: &[Tree]) -> Vec<VectorPath> {
    let mut heights: Vec<usize> = Vec::with_capacity(trees.len());
    let mut layers: Vec<VectorPath> = Vec::new();
    for (i, tree) in trees.iter().enumerate() {
        let overlaps = |other: &Tree| {
            let apart = Point::new(other.at.x - tree.at.x, other.at.y - tree.at.y);
            let reach = i64::from(tree.radius + other.radius) * 115 / 100;
            apart.x.abs() < 2000 && apart.y.abs() < 2000 && length_squared(apart) < reach * reach
        };
        let below = trees[..i].iter().zip(&heights).filter(|(other, _)| overlaps(other)).map(|(_, &height)| height + 1);
        let height = below.max().unwrap_or(0);
        heights.push(height);
        if layers.len() <= height {
            layers.resize(height + 1, VectorPath::default());
        }
        layers[height].extend(canopy(tree));
    }
    layers
}

/// A ring of seven to nine lobes.
fn canopy(tree: &Tree) -> VectorPath {
    let lobes = 7 + (tree.hash >> 16) as usize % 3;
    let first = (tree.hash >> 20) as usize % 24;
    let on_ring = |turn: usize, radius: i32| {
        let (x, y) = DIRECTIONS[turn % 12];
        let side = if turn % 24 < 12 { 1 } else { -1 };
        tree.at.shift(side * x * radius / 1000, side * y * radius / 1000)
    };
    let notch = |lobe: usize| on_ring(first + lobe * 24 / lobes, tree.radius * 86 / 100);
    let mut path = VectorPath::default();
    path.move_to(notch(0));
    for lobe in 0..lobes {
        let (from, to) = (first + lobe * 24 / lobes, first + (lobe + 1) * 24 / lobes);
        let [a, b] = [from, to].map(|turn| on_ring(turn, tree.radius * LOBE / 100));
        path.commands.push(PathCommand::Curve(a, b, notch(lobe + 1)));
    }
    path.commands.push(PathCommand::Close);
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::points;
    use undercroft_grid::{Rect, Size};

    #[test]
    fn trees_stand_round_a_clearing_and_not_in_it() {
        let open = BitGrid::from_fn(Size::of(30, 30), |cell| Rect::new(8, 8, 20, 18).contains(cell));
        let layers = canopies(&open, &[], &WorkMeter::unlimited());
        let moves = layers.iter().flat_map(|layer| &layer.commands);
        let trees = moves.filter(|command| matches!(command, PathCommand::Move(_))).count();
        assert!(layers.len() > 1 && trees > 40, "{trees} trees in {} layers", layers.len());
        assert!(canopies(&BitGrid::new(Size::of(9, 9)), &[], &WorkMeter::unlimited()).is_empty());
    }

    #[test]
    fn the_word_of_the_entrance_is_not_written_over_leaves() {
        let open = BitGrid::from_fn(Size::of(30, 30), |cell| Rect::new(8, 8, 20, 18).contains(cell));
        let word = Area::new(Point::new(12_000, 18_200), Point::new(16_000, 19_000));
        let inside = |quiet: &[Area]| {
            let layers = canopies(&open, quiet, &WorkMeter::unlimited());
            layers.iter().flat_map(points).filter(|&point| word.contains(point)).count()
        };
        assert!(inside(&[]) > 0 && inside(&[word]) == 0);
    }
}
