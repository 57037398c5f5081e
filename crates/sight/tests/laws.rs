//! The laws of clear sight, on random maps and on every small one, with the oracle as judge.

use proptest::prelude::*;
use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{Floor, Observer, Radius, Shape, Sight, View, clear_view, oracle};

/// A map of up to 64×64 cells with any share of solid cells, and a cell on it.
fn maps() -> impl Strategy<Value = (BitGrid, Cell)> {
    (1..=64i32, 1..=64i32, 0..=100u64, any::<u64>(), any::<(u16, u16)>()).prop_map(|(w, h, percent, seed, (x, y))| {
        let size = Size::of(w, h);
        let at = Cell::new(i32::from(x) % w, i32::from(y) % h);
        let mut solid = scattered(size, percent * percent / 100, seed);
        solid.remove(at);
        (solid, at)
    })
}

/// Solid cells strewn by splitmix64.
fn scattered(size: Size, percent: u64, mut state: u64) -> BitGrid {
    BitGrid::from_fn(size, |_| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % 100 < percent
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn a_view_is_what_the_oracle_says((solid, at) in maps()) {
        let seen = clear_view(&solid, Observer::one(at), None).unwrap();
        prop_assert_eq!(seen, oracle::view(&solid, Observer::one(at), None));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn a_larger_observer_sees_what_all_its_cells_see((solid, at) in maps(), squared in prop::option::of(0..3000u32)) {
        let radius = squared.map(Radius::squared);
        for shape in Shape::ALL {
            let observer = Observer::new(at, shape);
            match clear_view(&solid, observer, radius) {
                Ok(seen) => prop_assert_eq!(seen, oracle::view(&solid, observer, radius)),
                Err(error) => prop_assert_eq!((error.observer, error.size), (observer, solid.size())),
            }
        }
    }
}

#[test]
fn every_map_of_four_by_four_is_seen_as_the_oracle_says() {
    let size = Size::of(4, 4);
    let (mut sight, mut view) = (Sight::new(), View::new(size));
    for map in 0..1u32 << 16 {
        let solid = BitGrid::from_fn(size, |cell| map >> size.id(cell) & 1 == 1);
        let floor = Floor::new(&solid);
        for at in size.cells() {
            sight.clear(&floor, Observer::one(at), None, &mut view).unwrap();
            let truth = oracle::view(&solid, Observer::one(at), None);
            assert!(*view.cells() == truth, "from {at} on\n{solid:?}got {:?}expected {truth:?}", view.cells());
        }
    }
}
