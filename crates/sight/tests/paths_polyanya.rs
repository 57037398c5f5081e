//! The second, independent judge of paths: `polyanya`, which knows nothing of corners and searches a mesh of triangles.
//!
//! It counts in single precision, and in gaps that are hardly wider than nothing it now and then misses a path and takes
//! a detour. So a path longer than its is an error of ours, a shorter one has to be confirmed by the full visibility
//! graph, and such cases have to be rare.

mod support;
#[path = "support/mesh.rs"]
mod triangles;

use support::{SplitMix, blocky, free_cell, same_length, scattered, slow_length};
use triangles::{centre, mesh};
use undercroft_grid::{BitGrid, Size};
use undercroft_sight::{Floor, path};

const MAPS: u64 = 1_500;
const QUERIES: u64 = 3;

#[test]
fn a_path_is_as_long_as_polyanya_says() {
    let missed: u64 = (0..MAPS).map(|seed| detours(&random_map(seed), seed)).sum();
    println!("polyanya missed the shortest path in {missed} of {} queries", MAPS * QUERIES);
    assert!(missed * 200 <= MAPS * QUERIES, "polyanya missed {missed} paths");
}

fn random_map(seed: u64) -> BitGrid {
    let mut random = SplitMix(seed);
    let size = Size::of(1 + random.below(30) as i32, 1 + random.below(30) as i32);
    if random.below(2) == 0 { scattered(size, random.below(60), seed) } else { blocky(size, random.below(12), seed) }
}

/// How many queries `polyanya` answered with a longer path than ours, or with none.
fn detours(solid: &BitGrid, seed: u64) -> u64 {
    if free_cell(solid, 0).is_none() {
        return 0;
    }
    let (floor, mesh, mut random) = (Floor::new(solid), mesh(solid), SplitMix(!seed));
    let mut missed = 0;
    for _ in 0..QUERIES {
        let [from, to] = [(); 2].map(|()| free_cell(solid, random.below(u64::MAX)).expect("some cells are free"));
        let ours = path(&floor, from, to).unwrap().map(|found| found.length());
        let theirs = mesh.path(centre(from), centre(to)).map(|found| f64::from(found.length));
        let context = || format!("{ours:?} or {theirs:?} from {from} to {to}\n{solid:?}");
        match (ours, theirs) {
            (None, None) => {}
            (Some(ours), Some(theirs)) if (ours - theirs).abs() <= 1e-3 * ours.max(1.0) => {}
            (Some(ours), theirs) if theirs.is_none_or(|theirs| ours < theirs) => {
                let best = slow_length(solid, from, to);
                assert!(best.is_some_and(|best| same_length(ours, best)), "{}", context());
                missed += 1;
            }
            _ => panic!("{}", context()),
        }
    }
    missed
}

/// Seen in a run over random maps: `polyanya` walks 7 where 5 is enough.
#[test]
fn where_polyanya_takes_a_detour_the_visibility_graph_agrees_with_us() {
    let (solid, from, to) = support::drawn(
        "....#...#..##
         ..##.#.....#.
         ....#.....#.#
         ........#....
         ....##...#..#
         #....#.......
         ...#.#.#B....
         .#..A........",
    );
    let ours = path(&Floor::new(&solid), from, to).unwrap().expect("there is a path").length();
    assert!(same_length(ours, 5.0) && same_length(ours, slow_length(&solid, from, to).expect("there is a path")));
}
