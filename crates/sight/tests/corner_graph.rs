//! The laws of prepared paths, with the unprepared ones as judge.

mod support;

use proptest::prelude::*;
use support::{SplitMix, free_cell, maps, scattered};
use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{CornerGraph, Floor, PathSearch, path};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]
    #[test]
    fn a_prepared_path_is_the_same_waypoint_by_waypoint(solid in maps(60), picks in prop::array::uniform8(any::<u64>())) {
        let floor = Floor::new(&solid);
        let graph = CornerGraph::build(&floor);
        let mut search = PathSearch::new();
        for pair in picks.windows(2) {
            let Some((from, to)) = free_cell(&solid, pair[0]).zip(free_cell(&solid, pair[1])) else { return Ok(()) };
            prop_assert_eq!(graph.path(&mut search, from, to), path(&floor, from, to));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]
    #[test]
    fn an_edited_graph_is_the_graph_of_the_edited_map(
        mut solid in prop_oneof![9 => maps(40), 1 => maps(150)],
        edits in prop::collection::vec((any::<u64>(), any::<bool>()), 1..12),
    ) {
        let mut graph = CornerGraph::build(&Floor::new(&solid));
        for (pick, free) in edits {
            let cell = solid.size().cell((pick % solid.size().area() as u64) as usize);
            solid.set(cell, !free);
            graph.set_free(cell, free).unwrap();
            prop_assert!(graph == CornerGraph::build(&Floor::new(&solid)), "{} in\n{:?}", cell, solid);
        }
    }
}

/// Edits a graph and holds it against one built from scratch after each step; then asks both the same questions.
fn check_edits(mut solid: BitGrid, edits: impl IntoIterator<Item = (Cell, bool)>, name: &str) {
    let mut graph = CornerGraph::build(&Floor::new(&solid));
    for (number, (cell, free)) in edits.into_iter().enumerate() {
        solid.set(cell, !free);
        graph.set_free(cell, free).unwrap();
        assert!(graph == CornerGraph::build(&Floor::new(&solid)), "{name}: edit {number}, {cell} free: {free}");
    }
    let (floor, mut search) = (Floor::new(&solid), PathSearch::new());
    for pick in 0..20 {
        let ends = free_cell(&solid, pick * 7919).zip(free_cell(&solid, pick * 104_729 + 13));
        let Some((from, to)) = ends else { return };
        assert_eq!(graph.path(&mut search, from, to), path(&floor, from, to), "{name}");
    }
}

#[test]
fn hundreds_of_edits_one_after_the_other_leave_the_graph_of_the_last_map() {
    for (seed, share) in [(1, 0), (2, 12), (3, 30), (4, 70), (5, 100)] {
        let (size, mut random) = (Size::of(31, 23), SplitMix(seed));
        let edits = std::iter::repeat_with(move || {
            (size.cell(random.below(size.area() as u64) as usize), random.below(100) >= share)
        });
        check_edits(scattered(size, share, seed), edits.take(400), &format!("{share} %"));
    }
}

#[test]
fn walls_that_come_and_go_on_one_spot_leave_no_trace() {
    for (seed, share) in [(6, 8), (7, 25), (8, 45)] {
        let solid = scattered(Size::of(19, 17), share, seed);
        let cells = solid.size().cells().flat_map(|cell| [(cell, true), (cell, false), (cell, true), (cell, false)]);
        check_edits(solid.clone(), cells, &format!("{share} %"));
        let back = solid.size().cells().flat_map(|cell| {
            let free = !solid.contains(cell);
            [(cell, !free), (cell, free)]
        });
        check_edits(solid.clone(), back, &format!("{share} %, back and forth"));
    }
}

#[test]
fn edges_longer_than_a_byte_holds_come_and_go() {
    // Pillars at both ends of a long hall: edges of 3 and of 290 columns, more than 64 at some corners.
    let size = Size::of(300, 40);
    let solid = BitGrid::from_fn(size, |cell| (cell.x % 294 < 6 && (cell.x + cell.y) % 3 == 0) || cell.y % 20 == 19);
    let hall = (1..39).map(|y| (Cell::new(150, y), false));
    let opened = [7, 8, 26, 3].map(|y| (Cell::new(150, y), true));
    check_edits(solid.clone(), [], "open");
    check_edits(solid.clone(), hall.clone(), "closed");
    check_edits(solid, hall.chain(opened), "opened again");
}

#[test]
fn edits_at_the_border_and_on_maps_of_one_row_are_like_any_other() {
    for size in [Size::of(1, 1), Size::of(1, 9), Size::of(9, 1), Size::of(2, 2), Size::of(64, 3), Size::of(65, 12)] {
        let border =
            move |cell: &Cell| cell.x % (size.width() - 1).max(1) == 0 || cell.y % (size.height() - 1).max(1) == 0;
        let cells: Vec<Cell> = size.cells().filter(border).collect();
        let edits = [false, true].into_iter().flat_map(|free| cells.iter().map(move |&cell| (cell, free)));
        check_edits(scattered(size, 15, 9), edits, &format!("{size}"));
    }
}

#[test]
fn one_search_serves_floors_of_any_size_in_any_order() {
    let sizes = [(40, 30), (3, 3), (90, 70), (1, 1), (64, 64), (7, 90), (90, 7)];
    let solids: Vec<BitGrid> = (0..).zip(sizes).map(|(seed, (w, h))| scattered(Size::of(w, h), 18, seed)).collect();
    let floors: Vec<Floor> = solids.iter().map(Floor::new).collect();
    let graphs: Vec<CornerGraph> = floors.iter().map(CornerGraph::build).collect();
    let (mut search, mut random) = (PathSearch::new(), SplitMix(4));
    for _ in 0..600 {
        let at = random.below(sizes.len() as u64) as usize;
        let mut pick = || free_cell(&solids[at], random.below(u64::MAX));
        let Some((from, to)) = pick().zip(pick()) else { continue };
        assert_eq!(graphs[at].path(&mut search, from, to), path(&floors[at], from, to));
        assert!(graphs[at].path(&mut search, Cell::new(-1, 0), to).is_err(), "a refusal leaves the search usable");
    }
}

#[test]
fn an_edit_outside_the_map_is_refused_and_changes_nothing() {
    let mut graph = CornerGraph::build(&Floor::new(&scattered(Size::of(9, 9), 20, 1)));
    let before = graph.clone();
    assert!(graph.set_free(Cell::new(9, 0), true).is_err());
    assert_eq!(graph, before);
}
