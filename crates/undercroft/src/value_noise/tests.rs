use undercroft_grid::Cell;

use super::*;

#[test]
fn a_patch_has_the_values_of_its_places() {
    for (spacing, left, top) in [(1, 0, 0), (2, -7, 3), (5, -20, -9), (11, 4, -30), (12, 100, 70)] {
        let (noise, places) = (ValueNoise::new(spacing as u64, spacing), Rect::at(Cell::new(left, top), 23, 17));
        let (patch, mut line) = (noise.patch(places), Vec::new());
        for y in places.top..places.bottom {
            patch.blend_row(y, &mut line);
            for x in places.left..places.right {
                assert_eq!(patch.at(x, &line) as i32, noise.at(x.into(), y.into()), "{spacing} at {x}, {y}");
            }
        }
    }
}

/// The four neighbours weighed by the areas that lie opposite to them, in one sum.
fn slow(noise: ValueNoise, x: i64, y: i64) -> i32 {
    let steps =
        |at: i64| (0..1_000_000).find(|n| (n + 1) * noise.spacing > (at + 1_000 * noise.spacing) * STEPS).unwrap();
    let (x, y) = (steps(x) - 1_000 * STEPS, steps(y) - 1_000 * STEPS);
    let (column, row) = (x >> 8, y >> 8);
    let near = |at: i64, point: i64| STEPS - (at - point * STEPS).abs();
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| (column + right, row + down));
    let sum: i64 = corners.iter().map(|&(cx, cy)| noise.point(cx, cy) * near(x, cx) * near(y, cy)).sum();
    (sum >> 16) as i32
}

#[test]
fn a_value_is_the_mean_of_four_lattice_points_weighed_by_nearness() {
    for spacing in [1, 2, 5, 9, 11, 12] {
        let noise = ValueNoise::new(7, spacing);
        for (x, y) in (-14..14).flat_map(|x| (-14..14).map(move |y| (x, y))) {
            assert_eq!(noise.at(x, y), slow(noise, x, y), "{spacing} at {x}, {y}");
        }
    }
}

#[test]
fn lattice_points_keep_their_values_and_places_between_change_evenly() {
    let noise = ValueNoise::new(3, 8);
    for (column, row) in (-9..9).flat_map(|x| (-9..9).map(move |y| (x, y))) {
        assert_eq!(i64::from(noise.at(8 * column, 8 * row)), noise.point(column, row));
        let (left, right) = (noise.at(8 * column, 8 * row), noise.at(8 * column + 8, 8 * row));
        assert_eq!(noise.at(8 * column + 4, 8 * row), (left + right).div_euclid(2));
        assert!((0..8).all(|x| (noise.at(8 * column + x, 8 * row) - left).abs() <= (right - left).abs()));
    }
}

#[test]
fn seeds_have_fields_of_their_own_with_the_middle_as_their_mean() {
    let mean = |seed: u64| {
        let noise = ValueNoise::new(seed, 5);
        let places = (-100..100).flat_map(|x| (-100..100).map(move |y| (x, y)));
        places.map(|(x, y)| i64::from(noise.at(x, y))).sum::<i64>() / 40_000
    };
    let means: Vec<i64> = (0..8).map(mean).collect();
    assert!(means.iter().all(|mean| (31_500..34_000).contains(mean)), "{means:?}");
    assert!(means.iter().skip(1).all(|mean| *mean != means[0]));
}
