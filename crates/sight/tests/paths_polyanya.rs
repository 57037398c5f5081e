//! The second, independent judge of paths: `polyanya`, which knows nothing of corners and searches a mesh of triangles.

mod support;
#[path = "support/mesh.rs"]
mod triangles;

use proptest::prelude::*;
use support::{free_cell, maps};
use triangles::{centre, mesh};
use undercroft_sight::{Floor, path};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]
    #[test]
    fn a_path_is_as_long_as_polyanya_says(solid in maps(30), picks in prop::array::uniform4(any::<u64>())) {
        if free_cell(&solid, 0).is_none() {
            return Ok(());
        }
        let (floor, mesh) = (Floor::new(&solid), mesh(&solid));
        for pair in picks.windows(2) {
            let (from, to) = free_cell(&solid, pair[0]).zip(free_cell(&solid, pair[1])).expect("some cells are free");
            let ours = path(&floor, from, to).unwrap().map(|way| way.length());
            let theirs = mesh.path(centre(from), centre(to)).map(|way| f64::from(way.length));
            match (ours, theirs) {
                (Some(ours), Some(theirs)) => {
                    prop_assert!((ours - theirs).abs() <= 1e-3 * ours.max(1.0), "{ours} or {theirs} from {from} to {to}\n{solid:?}");
                }
                (ours, theirs) => prop_assert_eq!(ours, theirs, "from {} to {}", from, to),
            }
        }
    }
}
