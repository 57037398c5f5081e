//! The laws of clear sight, on random maps and on every small one, with the oracle as judge.

use std::cmp::Reverse;

use proptest::prelude::*;
use undercroft_grid::{BitGrid, Cell, Size, Symmetry};
use undercroft_sight::{
    Corners, Diagonal, Floor, Footprint, Fov, Observer, Radius, View, exact_fov, oracle, sees, survey,
};

/// A map with any share of solid cells, and a free cell on it.
fn maps(side: i32) -> impl Strategy<Value = (BitGrid, Cell)> {
    (1..=side, 1..=side, 0..=100u64, any::<u64>(), any::<(u16, u16)>()).prop_map(|(w, h, share, seed, (x, y))| {
        let at = Cell::new(i32::from(x) % w, i32::from(y) % h);
        // Squared, since the interesting views are on maps with few walls.
        let mut solid = scattered(Size::of(w, h), share * share / 100, seed);
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

fn seen(solid: &BitGrid, from: Cell) -> BitGrid {
    exact_fov(solid, Observer::one(from), None).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn a_view_is_what_the_oracle_says((solid, at) in maps(64)) {
        prop_assert_eq!(seen(&solid, at), oracle::view(&solid, Observer::one(at), None));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn a_larger_observer_sees_what_all_its_cells_see((solid, at) in maps(48), squared in prop::option::of(0..3000u32)) {
        let radius = squared.map(Radius::squared);
        for footprint in Footprint::ALL {
            let observer = Observer::new(at, footprint);
            match exact_fov(&solid, observer, radius) {
                Ok(seen) => prop_assert_eq!(seen, oracle::view(&solid, observer, radius)),
                Err(error) => prop_assert_eq!((error.observer, error.size), (observer, solid.size())),
            }
        }
    }

    #[test]
    fn one_pair_is_in_sight_when_the_oracle_says_so((solid, at) in maps(40), dx in -3..44i32, dy in -3..44i32) {
        let (floor, to) = (Floor::new(&solid), Cell::new(dx, dy));
        prop_assert_eq!(sees(&floor, at, to), oracle::sees(&solid, at, to));
        prop_assert_eq!(sees(&floor, to, at), oracle::sees(&solid, to, at));
    }

    #[test]
    fn wide_maps_are_seen_as_the_oracle_says(w in 65..300i32, h in 1..8i32, share in 0..12u64, seed: u64, pick: u16) {
        let size = Size::of(w, h);
        let mut solid = scattered(size, share, seed);
        let at = size.cell(usize::from(pick) % size.area());
        solid.remove(at);
        prop_assert_eq!(seen(&solid, at), oracle::view(&solid, Observer::one(at), None));
        let (high, at) = (solid.transposed(), Cell::new(at.y, at.x));
        prop_assert_eq!(seen(&high, at), oracle::view(&high, Observer::one(at), None));
    }

    #[test]
    fn seeing_is_mutual((solid, at) in maps(130)) {
        let view = seen(&solid, at);
        let others = solid.size().cells().filter(|cell| !solid.contains(*cell));
        for other in others.step_by(1 + solid.size().area() / 12) {
            prop_assert_eq!(view.contains(other), seen(&solid, other).contains(at), "{} and {}", at, other);
        }
    }

    #[test]
    fn a_view_turns_and_mirrors_with_its_map((solid, at) in maps(130)) {
        let view = seen(&solid, at);
        for symmetry in Symmetry::ALL {
            let there = symmetry.cell(at, solid.size());
            prop_assert_eq!(seen(&symmetry.bits(&solid), there), symmetry.bits(&view));
        }
    }

    #[test]
    fn a_larger_view_turns_and_mirrors_with_its_map((solid, at) in maps(70)) {
        for (observer, symmetry) in Footprint::ALL.into_iter().flat_map(|s| Symmetry::ALL.map(|y| (Observer::new(at, s), y))) {
            let there = observer.transformed(symmetry, solid.size());
            let (view, laid) = (exact_fov(&solid, observer, None), exact_fov(&symmetry.bits(&solid), there, None));
            prop_assert_eq!(laid.ok(), view.ok().map(|view| symmetry.bits(&view)));
        }
    }

    #[test]
    fn another_wall_never_reveals_a_cell((solid, at) in maps(100), x: u16, y: u16) {
        let mut more = solid.clone();
        let (w, h) = (solid.size().width(), solid.size().height());
        more.insert(Cell::new(i32::from(x) % w, i32::from(y) % h));
        prop_assert!(seen(&more, at).is_subset(&seen(&solid, at)));
    }

    #[test]
    fn no_solid_cell_is_seen_and_a_solid_cell_sees_nothing((mut solid, at) in maps(100)) {
        prop_assert!(!seen(&solid, at).intersects(&solid));
        prop_assert!(seen(&solid, at).contains(at));
        solid.insert(at);
        for footprint in Footprint::ALL {
            prop_assert!(exact_fov(&solid, Observer::new(at, footprint), None).map_or(true, |seen| seen.is_empty()));
        }
    }

    #[test]
    fn corners_are_where_the_oracle_finds_them((solid, at) in maps(140)) {
        let floor = Floor::new(&solid);
        let corners = Corners::new(&floor);
        prop_assert_eq!(corners.all(), oracle::corners(&solid));
        for diagonal in Diagonal::ALL {
            prop_assert!(corners.towards(diagonal).iter().all(|cell| solid.contains(cell + diagonal.delta())));
        }
        let (mut view, mut found) = (View::new(floor.size()), View::new(floor.size()));
        Fov::new().exact(&floor, Observer::one(at), None, &mut view).unwrap();
        corners.interesting(&view, &mut found);
        prop_assert_eq!(found.cells(), &oracle::interesting(&solid, view.cells()));
    }

    #[test]
    fn a_workspace_remembers_nothing((first, at) in maps(80), (second, there) in maps(80)) {
        let (mut fov, mut view) = (Fov::new(), View::new(first.size()));
        for (solid, at) in [(&first, at), (&second, there), (&first, at)] {
            let floor = Floor::new(solid);
            fov.exact(&floor, Observer::new(at, Footprint::One), None, &mut view).unwrap();
            prop_assert_eq!(view.cells(), &seen(solid, at));
            prop_assert_eq!(view.count(), view.cells().count());
            fov.shadowcast(&floor, at, None, &mut view).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn view_sizes_count_each_view((solid, _) in maps(24), squared in prop::option::of(0..300u32)) {
        let (floor, radius) = (Floor::new(&solid), squared.map(Radius::squared));
        for footprint in Footprint::ALL {
            let sizes = survey(&floor, footprint, radius).sizes;
            for (at, &size) in sizes.iter() {
                let view = exact_fov(&solid, Observer::new(at, footprint), radius);
                prop_assert_eq!(size as usize, view.map_or(0, |seen| seen.count()));
            }
        }
    }

    #[test]
    fn a_survey_finds_the_longest_line_and_the_largest_view((solid, _) in maps(24), squared in prop::option::of(0..300u32)) {
        let (floor, radius) = (Floor::new(&solid), squared.map(Radius::squared));
        for footprint in Footprint::ALL {
            let found = survey(&floor, footprint, radius);
            let lines = solid.size().cells().flat_map(|from| {
                let seen = exact_fov(&solid, Observer::new(from, footprint), radius);
                let seen: Vec<Cell> = seen.map_or(Vec::new(), |seen| seen.iter().collect());
                seen.into_iter().map(move |to| (from.distance_squared(to), Reverse((from, to))))
            });
            let longest = lines.max().map(|(_, Reverse(line))| line);
            prop_assert_eq!(found.longest.map(|line| (line.from, line.to)), longest);
            let most = found.sizes.iter().map(|(at, &size)| (size, Reverse(at))).filter(|(size, _)| *size > 0).max();
            prop_assert_eq!(found.largest(), most.map(|(size, Reverse(at))| (at, size)));
        }
    }
}

#[test]
fn every_map_of_four_by_four_is_seen_as_the_oracle_says() {
    let size = Size::of(4, 4);
    let (mut fov, mut view) = (Fov::new(), View::new(size));
    for map in 0..1u32 << 16 {
        let solid = BitGrid::from_fn(size, |cell| map >> size.id(cell) & 1 == 1);
        let floor = Floor::new(&solid);
        for at in size.cells() {
            fov.exact(&floor, Observer::one(at), None, &mut view).unwrap();
            let truth = oracle::view(&solid, Observer::one(at), None);
            assert!(*view.cells() == truth, "from {at} on\n{solid:?}got {:?}expected {truth:?}", view.cells());
        }
    }
}

#[test]
fn a_failed_look_leaves_the_view_as_it_was() {
    let solid = BitGrid::new(Size::of(5, 4));
    let floor = Floor::new(&solid);
    let (mut fov, mut view) = (Fov::new(), View::new(floor.size()));
    fov.exact(&floor, Observer::one(Cell::new(1, 1)), None, &mut view).unwrap();
    for footprint in Footprint::ALL {
        let error = fov.exact(&floor, Observer::new(Cell::new(5, 1), footprint), None, &mut view).unwrap_err();
        let message = format!("the observer {footprint} at (5, 1) lies outside the 5×4 map, or a part of it does");
        assert_eq!(error.to_string(), message);
        assert_eq!(view.count(), 20);
    }
}
