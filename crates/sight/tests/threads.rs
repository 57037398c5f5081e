//! Surveys and corner graphs are the same for any number of threads.

mod support;

use support::{blocky, free_cell, scattered};
use undercroft_grid::Size;
use undercroft_sight::{CornerGraph, Floor, Footprint, PathSearch, survey};

#[test]
fn view_sizes_do_not_depend_on_the_number_of_threads() {
    let floor = Floor::new(&scattered(Size::of(70, 40), 15, 9));
    let surveyed = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| survey(&floor, Footprint::One, None))
    };
    assert_eq!(surveyed(1), surveyed(3));
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
        let mut search = PathSearch::new();
        for pick in 0..200 {
            let ends = free_cell(&solid, pick * 7919).zip(free_cell(&solid, pick * 104_729 + 13));
            let (from, to) = ends.expect("some cells are free");
            let found = one.path(&mut search, from, to);
            assert_eq!(found, many.path(&mut PathSearch::new(), from, to));
        }
    }
}
