//! Expansion of larger bodies, judged by sweeping the body and looking for contact.

mod support;

use proptest::prelude::*;
use support::{free_cell, maps, same_length, slow_length};
use undercroft_grid::{BitGrid, Cell};
use undercroft_sight::{Floor, Footprint, inflate, path};

/// Whether the open rectangle of a body that moves along a leg meets the inside of a solid cell, or leaves the map.
///
/// It meets a cell when it is less than `width` away from one side and less than 1 from the other at one moment, and
/// likewise for rows: two open intervals of the time from 0 to 1 that have to overlap. All in fractions over |dx·dy|.
fn clips(solid: &BitGrid, footprint: Footprint, from: Cell, to: Cell) -> bool {
    let (w, h) = (solid.size().width(), solid.size().height());
    let cells = (-1..=h).flat_map(|y| (-1..=w).map(move |x| Cell::new(x, y)));
    let mut walls = cells.filter(|&cell| !solid.size().contains(cell) || solid.contains(cell));
    walls.any(|wall| {
        let x = overlap(from.x, to.x, wall.x, footprint.width());
        let y = overlap(from.y, to.y, wall.y, footprint.height());
        x.zip(y).is_some_and(|((a, b), (c, d))| a.max(c) < b.min(d))
    })
}

/// The times, as multiples of 1 / SCALE, when [at, at + extent] overlaps the inside of [wall, wall + 1].
fn overlap(from: i32, to: i32, wall: i32, extent: i32) -> Option<(i64, i64)> {
    let (low, high) = (i64::from(wall - extent - from), i64::from(wall + 1 - from));
    match i64::from(to - from) {
        0 => (low < 0 && 0 < high).then_some((0, SCALE)),
        d => {
            let (a, b) = (low * SCALE / d, high * SCALE / d);
            Some((a.min(b).max(0), a.max(b).min(SCALE)))
        }
    }
}

/// Divisible by every leg's columns and rows on maps of up to 16 cells, so that all times are whole.
const SCALE: i64 = 720_720;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]
    #[test]
    fn a_body_never_clips_a_wall_and_its_way_is_shortest(solid in maps(16), a: u64, b: u64) {
        for footprint in Footprint::ALL {
            let grown = inflate(&solid, footprint);
            let Some((from, to)) = free_cell(&grown, a).zip(free_cell(&grown, b)) else { continue };
            let found = path(&Floor::new(&grown), from, to).unwrap();
            prop_assert_eq!(found.is_some(), slow_length(&grown, from, to).is_some());
            let Some(found) = found else { continue };
            for leg in found.waypoints().windows(2) {
                prop_assert!(!clips(&solid, footprint, leg[0], leg[1]), "{} from {} to {}", footprint, leg[0], leg[1]);
            }
            let best = slow_length(&grown, from, to).expect("there is a path");
            prop_assert!(same_length(found.length(), best));
        }
    }

    #[test]
    fn a_leg_clips_nothing_exactly_when_the_grown_walls_leave_it_clear(solid in maps(16), a: u64, b: u64) {
        for footprint in Footprint::ALL {
            let grown = inflate(&solid, footprint);
            let Some((from, to)) = free_cell(&grown, a).zip(free_cell(&grown, b)) else { continue };
            prop_assert_eq!(!clips(&solid, footprint, from, to), undercroft_sight::oracle::sees(&grown, from, to));
        }
    }
}
