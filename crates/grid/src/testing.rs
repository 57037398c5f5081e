//! Random maps for the laws of this crate.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::{BitGrid, Size};

/// Maps up to the given sides, from nearly solid to nearly open.
pub(crate) fn maps(width: i32, height: i32) -> impl Strategy<Value = BitGrid> {
    (1..=width, 1..=height, 0..=255u8).prop_flat_map(|(width, height, solid)| {
        let size = Size::of(width, height);
        vec(any::<u8>(), size.area()).prop_map(move |noise| BitGrid::from_fn(size, |c| noise[size.id(c)] >= solid))
    })
}
