//! The laws of prepared paths, with the unprepared ones as judge.

mod support;

use proptest::prelude::*;
use support::{blocky, free_cell, maps, scattered};
use undercroft_grid::{Cell, Size};
use undercroft_sight::{CornerGraph, Floor, WaySearch, path};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]
    #[test]
    fn a_prepared_path_is_the_same_waypoint_by_waypoint(solid in maps(60), picks in prop::array::uniform8(any::<u64>())) {
        let floor = Floor::new(&solid);
        let graph = CornerGraph::build(&floor);
        let mut search = WaySearch::new();
        for pair in picks.windows(2) {
            let Some((from, to)) = free_cell(&solid, pair[0]).zip(free_cell(&solid, pair[1])) else { return Ok(()) };
            prop_assert_eq!(graph.path(&mut search, from, to), path(&floor, from, to));
        }
    }
}

#[test]
fn the_graph_and_its_answers_do_not_depend_on_the_number_of_threads() {
    for solid in [scattered(Size::of(90, 70), 18, 5), blocky(Size::of(120, 90), 60, 8)] {
        let floor = Floor::new(&solid);
        let built = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| CornerGraph::build(&floor))
        };
        let (one, many) = (built(1), built(4));
        assert_eq!(one, many);
        let mut search = WaySearch::new();
        for pick in 0..200 {
            let ends = free_cell(&solid, pick * 7919).zip(free_cell(&solid, pick * 104_729 + 13));
            let (from, to) = ends.expect("some cells are free");
            let way = one.path(&mut search, from, to);
            assert_eq!(way, many.path(&mut WaySearch::new(), from, to));
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

#[test]
fn an_edit_outside_the_map_is_refused_and_changes_nothing() {
    let mut graph = CornerGraph::build(&Floor::new(&scattered(Size::of(9, 9), 20, 1)));
    let before = graph.clone();
    assert!(graph.set_free(Cell::new(9, 0), true).is_err());
    assert_eq!(graph, before);
}
