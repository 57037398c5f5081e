//! The laws of prepared paths, with the unprepared ones as judge.

mod support;

use proptest::prelude::*;
use support::{blocky, free_cell, maps, scattered};
use undercroft_grid::Size;
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
