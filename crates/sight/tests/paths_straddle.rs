//! Paths of a body of one cell that starts between cells, judged by visibility from its center over all corners or cells.
#![allow(clippy::float_cmp, reason = "lengths are exact: the same sums in the same order")]

mod support;

use proptest::prelude::*;
use support::{free_cell, maps, same_length};
use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{CornerGraph, Floor, Footprint, Observer, Path, PathError, PathSearch, oracle, straddled_path};

/// The middle of some cells. [Unit: half cells]
fn center(start: Observer) -> Cell {
    Cell::new(2 * start.at.x + start.footprint.width() - 1, 2 * start.at.y + start.footprint.height() - 1)
}

/// Whether a unit square moves straight from one center to another without meeting the inside of a wall or the outside. The
/// open square of two cells round a wall's center is met unless the segment lies beside it in columns, in rows, or across.
fn is_clear(solid: &BitGrid, from: Cell, to: Cell) -> bool {
    let (size, d) = (solid.size(), to - from);
    let cells = (-1..=size.height()).flat_map(|y| (-1..=size.width()).map(move |x| Cell::new(x, y)));
    let mut walls = cells.filter(|&cell| !size.contains(cell) || solid.contains(cell));
    !walls.any(|wall| {
        let r = Cell::new(2 * wall.x, 2 * wall.y) - from;
        let overlaps = |d: i32, r: i32| d.min(0) - 2 < r && r < d.max(0) + 2;
        overlaps(d.x, r.x) && overlaps(d.y, r.y) && (d.x * r.y - d.y * r.x).abs() < 2 * (d.x.abs() + d.y.abs())
    })
}

/// The length of the shortest path over these cells, all seen from all: Dijkstra's search without a queue.
fn slow_length(solid: &BitGrid, start: Observer, between: impl Iterator<Item = Cell>, to: Cell) -> Option<f64> {
    let mut nodes = vec![center(start)];
    nodes.extend(between.chain([to]).map(|cell| Cell::new(2 * cell.x, 2 * cell.y)));
    let (mut best, mut done) = (vec![f64::INFINITY; nodes.len()], vec![false; nodes.len()]);
    best[0] = 0.0;
    loop {
        let open = (0..nodes.len()).filter(|&i| !done[i] && best[i].is_finite());
        let at = open.min_by(|&a, &b| best[a].total_cmp(&best[b]))?;
        if at == nodes.len() - 1 {
            return Some(best[at]);
        }
        done[at] = true;
        for next in (0..nodes.len()).filter(|&next| !done[next]) {
            let through = best[at] + (nodes[at].distance_squared(nodes[next]) as f64).sqrt() / 2.0;
            if through < best[next] && is_clear(solid, nodes[at], nodes[next]) {
                best[next] = through;
            }
        }
    }
}

/// A place for a start of this shape, by any number.
fn start(solid: &BitGrid, footprint: Footprint, pick: u64) -> Option<Observer> {
    free_cell(&undercroft_sight::inflate(solid, footprint), pick).map(|at| Observer::new(at, footprint))
}

fn check(solid: &BitGrid, start: Observer, to: Cell, length: Option<f64>) -> Result<(), TestCaseError> {
    let floor = Floor::new(solid);
    let found = straddled_path(&floor, start, to).unwrap();
    let prepared = CornerGraph::build(&floor).straddled_path(&mut PathSearch::new(), start, to).unwrap();
    prop_assert_eq!(&prepared, &found);
    prop_assert_eq!(found.is_some(), length.is_some());
    let Some((found, length)) = found.zip(length) else { return Ok(()) };
    prop_assert!(same_length(found.length(), length), "{} instead of {}: {:?}", found.length(), length, found);
    prop_assert!((found.units() as f64 / undercroft_sight::LENGTH_UNITS as f64 - length).abs() < 1e-7);
    let centers: Vec<Cell> = found.centers().collect();
    prop_assert_eq!((centers[0], found.waypoints().last()), (center(start), Some(&to)));
    prop_assert!(centers.windows(2).all(|leg| is_clear(solid, leg[0], leg[1])), "{:?}", found);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]
    #[test]
    fn a_path_from_between_cells_is_as_short_as_all_corners_allow(solid in maps(14), a: u64, b: u64) {
        for footprint in Footprint::ALL {
            let Some((start, to)) = start(&solid, footprint, a).zip(free_cell(&solid, b)) else { continue };
            let corners = oracle::corners(&solid);
            check(&solid, start, to, slow_length(&solid, start, corners.iter(), to))?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn a_path_from_between_cells_is_as_short_as_all_cells_allow(solid in maps(8), a: u64, b: u64) {
        for footprint in Footprint::ALL {
            let Some((start, to)) = start(&solid, footprint, a).zip(free_cell(&solid, b)) else { continue };
            let free = solid.size().cells().filter(|&cell| !solid.contains(cell));
            check(&solid, start, to, slow_length(&solid, start, free, to))?;
        }
    }

    #[test]
    fn a_start_on_one_cell_is_an_ordinary_one(solid in maps(30), a: u64, b: u64) {
        let Some((from, to)) = free_cell(&solid, a).zip(free_cell(&solid, b)) else { return Ok(()) };
        let floor = Floor::new(&solid);
        prop_assert_eq!(straddled_path(&floor, Observer::one(from), to), undercroft_sight::path(&floor, from, to));
    }
}

fn found(solid: &BitGrid, at: [i32; 2], footprint: Footprint, to: [i32; 2]) -> Path {
    let start = Observer::new(at.into(), footprint);
    straddled_path(&Floor::new(solid), start, to.into()).unwrap().expect("there is a path")
}

#[test]
fn a_body_that_starts_between_two_cells_gets_through_a_door_of_one() {
    let solid = BitGrid::from_fn(Size::of(5, 4), |cell| cell.x == 2 && cell.y != 1);
    for (footprint, first) in [(Footprint::Tall, [0, 1]), (Footprint::Block, [1, 1])] {
        let path = found(&solid, [0, 0], footprint, [4, 1]);
        assert_eq!(path.waypoints(), [[0, 0], [1, 1], [4, 1]].map(Cell::from));
        assert_eq!(path.centers().next(), Some(first.into()));
    }
    let straight = found(&solid, [0, 1], Footprint::Wide, [4, 1]);
    assert_eq!((straight.waypoints().len(), straight.length()), (2, 3.5));
}

#[test]
fn the_cells_of_the_start_are_half_a_step_away() {
    let solid = BitGrid::new(Size::of(3, 3));
    assert_eq!(found(&solid, [0, 0], Footprint::Wide, [0, 0]).length(), 0.5);
    assert_eq!(found(&solid, [0, 0], Footprint::Wide, [1, 0]).length(), 0.5);
    assert_eq!(found(&solid, [0, 0], Footprint::Block, [1, 1]).length(), 0.5_f64.sqrt());
}

#[test]
fn a_start_that_is_partly_solid_or_outside_is_refused_with_the_cell() {
    let mut solid = BitGrid::new(Size::of(3, 2));
    solid.insert(Cell::new(1, 1));
    let refuse = |at: [i32; 2], footprint| {
        straddled_path(&Floor::new(&solid), Observer::new(at.into(), footprint), Cell::new(0, 0)).unwrap_err()
    };
    assert!(matches!(refuse([0, 1], Footprint::Wide), PathError::Solid { cell: Cell { x: 1, y: 1 }, .. }));
    assert!(matches!(refuse([2, 1], Footprint::Tall), PathError::Outside { cell: Cell { x: 2, y: 2 }, .. }));
}
