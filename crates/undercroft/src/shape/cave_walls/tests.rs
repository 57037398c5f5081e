use undercroft_grid::{Rect, Size};

use super::*;
use crate::seed::Stream;

/// Blots of floor with a margin of rock, some wider than a word.
fn blots(count: u64) -> impl Iterator<Item = BitGrid> {
    (0..count).map(|seed| {
        let mut stream = Stream::new(seed, "blots");
        let size = Size::of(stream.range(12..90), stream.range(12..30));
        let mut floor = BitGrid::new(size);
        for _ in 0..stream.range(3..60) {
            let corner = Cell::new(stream.range(3..size.width() - 8), stream.range(3..size.height() - 8));
            floor.fill_rect(Rect::at(corner, stream.range(1..6), stream.range(1..6)));
        }
        for _ in 0..stream.range(0..40) {
            floor.remove(Cell::new(stream.range(0..size.width()), stream.range(0..size.height())));
        }
        floor
    })
}

fn slow_is_in_block(floor: &BitGrid, cell: Cell) -> bool {
    let corners = [[0, 0], [-1, 0], [0, -1], [-1, -1]].map(|[x, y]| cell + Cell::new(x, y));
    corners.iter().any(|&corner| Rect::at(corner, 2, 2).cells().all(|cell| floor.contains(cell)))
}

/// Each arm is taken out and put back where the rest falls apart.
fn slow_without_arms(mut floor: BitGrid) -> BitGrid {
    loop {
        let before = floor.clone();
        let arms: Vec<Cell> = floor.iter().filter(|&cell| !slow_is_in_block(&floor, cell)).collect();
        for arm in arms {
            floor.remove(arm);
            floor.set(arm, Regions::of(&floor).count() != 1);
        }
        if floor == before {
            return floor;
        }
    }
}

/// The first long side that a walk along every wall finds.
fn slow_long_side(floor: &BitGrid) -> Option<(Dir, Cell, i32)> {
    Dir::ALL.into_iter().find_map(|normal| {
        let along = if normal.is_horizontal() { Dir::South } else { Dir::East };
        let is_wall = |cell: Cell| floor.contains(cell - normal) && !floor.contains(cell);
        floor.iter().map(|cell| cell + normal).find_map(|first| {
            let begins = is_wall(first) && !is_wall(first.step(along, -1));
            let length = (0..99).take_while(|&i| begins && is_wall(first.step(along, i))).count() as i32;
            (length > 4).then_some((normal, first, length))
        })
    })
}

#[test]
fn majorities_are_counted_cell_by_cell() {
    for floor in blots(200) {
        let count = |cell: Cell| Rect::at(cell, 1, 1).grow(1).cells().filter(|&near| floor.contains(near)).count();
        assert_eq!(smoothed(&floor), BitGrid::from_fn(floor.size(), |cell| count(cell) >= 5));
    }
}

#[test]
fn arms_and_long_sides_are_those_that_a_walk_finds() {
    let (mut with_arms, mut with_sides) = (0, 0);
    for floor in blots(400) {
        let Some(floor) = largest_part(floor) else { continue };
        let slow = slow_without_arms(floor.clone());
        with_arms += usize::from(slow != floor);
        let fast = without_arms(floor);
        assert_eq!(fast, slow);
        assert_eq!(has_arms(&fast), fast.iter().any(|cell| !slow_is_in_block(&fast, cell)));
        assert_eq!(long_side(&fast), slow_long_side(&fast));
        with_sides += usize::from(long_side(&fast).is_some_and(|(normal, ..)| normal.is_horizontal()));
    }
    assert!(with_arms > 100 && with_sides > 10, "{with_arms} with arms, {with_sides} with sides");
}

#[test]
fn holes_of_one_and_two_cells_are_those_of_small_parts_of_rock() {
    let mut filled = 0;
    for floor in blots(400) {
        let mut rock = floor.clone();
        rock.complement();
        let regions = Regions::of(&rock);
        let mut slow = floor.clone();
        regions.ids().filter(|&hole| regions.len(hole) <= 2).for_each(|hole| slow |= &regions.cells(hole));
        filled += usize::from(slow != floor);
        assert_eq!(without_small_holes(floor), slow);
    }
    assert!(filled > 100, "{filled}");
}
