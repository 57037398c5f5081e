//! The laws of shortest paths, with the full visibility graph as judge, and the named cases.

mod support;

use proptest::prelude::*;
use support::{drawn, free_cell, maps, same_length, slow_length};
use undercroft_grid::{BitGrid, Cell, Rect, Size, flood};
use undercroft_sight::{Floor, Path, oracle, path};

fn find_path(solid: &BitGrid, from: Cell, to: Cell) -> Option<Path> {
    path(&Floor::new(solid), from, to).expect("both ends are free")
}

/// Ends are ends, legs are in clear sight, and every turn is a real one at a corner.
fn check_shape(solid: &BitGrid, path: &Path, from: Cell, to: Cell) {
    let points = path.waypoints();
    assert_eq!((points[0], points[points.len() - 1]), (from, to));
    assert!(points.windows(2).all(|leg| oracle::sees(solid, leg[0], leg[1])), "{points:?}");
    let corners = oracle::corners(solid);
    for turn in points.windows(3) {
        let (a, b) = (turn[1] - turn[0], turn[2] - turn[1]);
        assert!(a.x * b.y != a.y * b.x && corners.contains(turn[1]), "{points:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]
    #[test]
    fn a_path_is_as_short_as_the_full_visibility_graph_allows(solid in maps(18), a: u64, b: u64) {
        let Some((from, to)) = free_cell(&solid, a).zip(free_cell(&solid, b)) else { return Ok(()) };
        let found = find_path(&solid, from, to);
        let length = slow_length(&solid, from, to);
        prop_assert_eq!(found.is_some(), length.is_some());
        if let Some((found, length)) = found.zip(length) {
            check_shape(&solid, &found, from, to);
            prop_assert!(same_length(found.length(), length), "{} instead of {length}: {found:?}", found.length());
        }
    }

    #[test]
    fn a_path_exists_exactly_where_orthogonal_steps_lead(solid in maps(40), a: u64, b: u64) {
        let Some((from, to)) = free_cell(&solid, a).zip(free_cell(&solid, b)) else { return Ok(()) };
        let floor = Floor::new(&solid);
        prop_assert_eq!(path(&floor, from, to).unwrap().is_some(), flood(floor.free(), from).contains(to));
    }

    #[test]
    fn there_and_back_are_equally_long(solid in maps(60), a: u64, b: u64) {
        let Some((from, to)) = free_cell(&solid, a).zip(free_cell(&solid, b)) else { return Ok(()) };
        let length = |found: Option<Path>| found.map(|found| found.length());
        let (there, back) = (length(find_path(&solid, from, to)), length(find_path(&solid, to, from)));
        prop_assert!(there.zip(back).map_or(there == back, |(there, back)| same_length(there, back)));
    }
}

/// Draws the waypoints with digits, from 0 at the start, and compares.
fn check(picture: &str, expected: &[(i32, i32)]) {
    let (solid, from, to) = drawn(picture);
    let expected: Vec<Cell> = expected.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    assert_eq!(find_path(&solid, from, to).expect("there is a path").waypoints(), expected);
}

#[test]
fn nobody_gets_through_a_closed_wall() {
    let (solid, from, to) = drawn(
        "A.#..
         ..#..
         .#..B",
    );
    assert_eq!(find_path(&solid, from, to), None);
}

#[test]
fn the_way_to_where_one_is_has_one_waypoint_and_no_length() {
    let solid = BitGrid::new(Size::of(3, 3));
    let stay = find_path(&solid, Cell::new(1, 1), Cell::new(1, 1)).unwrap();
    assert_eq!(stay.waypoints(), [Cell::new(1, 1)]);
    assert!(stay.length().abs() < f64::EPSILON);
}

#[test]
fn a_solid_end_or_one_outside_is_an_error_that_names_it() {
    let (mut solid, free) = (BitGrid::new(Size::of(4, 3)), Cell::new(0, 0));
    solid.insert(Cell::new(2, 2));
    let refuse = |from, to| path(&Floor::new(&solid), from, to).unwrap_err().to_string();
    assert_eq!(refuse(free, Cell::new(2, 2)), "the destination (2, 2) is solid or has no room for the body");
    assert_eq!(refuse(Cell::new(2, 2), free), "the start (2, 2) is solid or has no room for the body");
    assert_eq!(refuse(free, Cell::new(4, 0)), "the destination (4, 0) lies outside the 4×3 map");
    assert_eq!(refuse(Cell::new(i32::MIN, 0), free), format!("the start ({}, 0) lies outside the 4×3 map", i32::MIN));
}

#[test]
fn a_destination_that_is_a_visible_but_dull_corner_is_reached_directly() {
    // B is a corner of the small block that the path has no reason to turn at, but its end.
    check(
        "..........
         .A..#.....
         ....#.....
         ....#.....
         ....#.....
         .......B..
         ........#.",
        &[(1, 1), (3, 5), (7, 5)],
    );
    let (solid, from, to) = drawn(
        "A....
         .....
         ..B..
         ...#.",
    );
    assert_eq!(find_path(&solid, from, to).unwrap().waypoints(), [from, to]);
}

#[test]
fn corridors_of_one_cell_are_walked_in_the_middle() {
    check(
        "A........
         ########.
         .........
         .########
         ........B",
        &[(0, 0), (8, 0), (8, 2), (0, 2), (0, 4), (8, 4)],
    );
}

#[test]
fn of_two_equal_ways_the_last_turn_with_the_lowest_id_wins() {
    check(
        ".....
         .###.
         A###B
         .###.
         .....",
        &[(0, 2), (0, 0), (4, 0), (4, 2)],
    );
}

#[test]
fn an_open_map_of_a_thousand_squared_is_one_leg_and_with_a_wall_it_is_two() {
    let mut solid = BitGrid::new(Size::of(1000, 1000));
    let (from, to) = (Cell::new(3, 0), Cell::new(996, 999));
    assert_eq!(find_path(&solid, from, to).unwrap().waypoints(), [from, to]);
    solid.fill_rect(Rect::new(0, 500, 900, 501));
    let turned = find_path(&solid, from, to).unwrap();
    assert_eq!(turned.waypoints(), [from, Cell::new(900, 499), to]);
}
