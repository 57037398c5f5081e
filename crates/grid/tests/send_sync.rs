//! Every public type that owns data can be moved to and shared with other threads.

use undercroft_grid::{
    BitGrid, Cell, Dir, DistanceField, Edge, Flood, Grid, Outcome, Rect, RegionId, Regions, SearchPath, Size,
    SizeError, Symmetry, UnionFind,
};

const fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn every_type_that_owns_data_can_be_sent_and_shared() {
    is_send_and_sync::<BitGrid>();
    is_send_and_sync::<Cell>();
    is_send_and_sync::<Dir>();
    is_send_and_sync::<DistanceField>();
    is_send_and_sync::<Edge>();
    is_send_and_sync::<Flood>();
    is_send_and_sync::<Grid<String>>();
    is_send_and_sync::<Outcome<String>>();
    is_send_and_sync::<Rect>();
    is_send_and_sync::<RegionId>();
    is_send_and_sync::<Regions>();
    is_send_and_sync::<SearchPath>();
    is_send_and_sync::<Size>();
    is_send_and_sync::<SizeError>();
    is_send_and_sync::<Symmetry>();
    is_send_and_sync::<UnionFind>();
}
