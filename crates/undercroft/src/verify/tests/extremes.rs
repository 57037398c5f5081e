//! No change goes unseen, and no number is too wild to be judged.

use proptest::prelude::*;
use undercroft_grid::Cell;

use super::super::verify;
use super::fixture;
use crate::dungeon::{Corridor, Dungeon, RoomId, Run, Terrain};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn any_change_of_one_tile_is_noticed(level in 0..2usize, x in 0..60, y in 0..40, terrain in 0..7usize) {
        let mut d = fixture::dungeon();
        let (cell, terrain) = (Cell::new(x, y), Terrain::ALL[terrain]);
        prop_assume!(d.levels[level].at(cell) != terrain);
        d.levels[level].terrain[cell] = terrain;
        let report = verify(&d);
        prop_assert!(report.flaws.iter().any(|flaw| flaw.cells.contains(&cell)), "{:?}", report.flaws);
    }

    #[test]
    fn wild_numbers_are_flaws_and_never_panics(
        thing in 0..17usize, which in 0..64usize, x in any::<i32>(), y in any::<i32>(), number in any::<u32>(),
    ) {
        let mut d = fixture::dungeon();
        let cell = Cell::new(x, y);
        match thing {
            0 => pick(&mut d.rooms, which).floor[0] = Run { start: cell, length: number as i32 },
            1 => pick(&mut d.doors, which).cells = vec![cell],
            2 => pick_corridor(&mut d, which).path = vec![cell],
            3 => pick(&mut d.links, which).rooms[0] = RoomId(number),
            4 => pick(&mut d.markers, which).cell = cell,
            5 => pick(&mut d.doors, which).z = x,
            6 => pick(&mut d.rooms, which).z = x,
            7 => pick(&mut d.stubs, which).path = vec![cell],
            8 => pick_corridor(&mut d, which).roughened.push(cell),
            9 => pick(&mut d.features, which).cell = cell,
            10 => pick(&mut d.features, which).size = [x, y],
            11 => pick(&mut d.features, which).z = x,
            12 => pick(&mut d.features, which).spawn = Some(number | 16),
            13 => pick(&mut d.spawns, which).cell = cell,
            14 => pick(&mut d.spawns, which).room = RoomId(number | 8),
            15 => pick(&mut d.groups, which).home = RoomId(number | 8),
            _ => d.story.hook = format!("{{room:{}}}", number | 8),
        }
        prop_assert!(!verify(&d).is_sound());
    }

    #[test]
    fn runways_of_any_length_never_panic(which in 0..64usize, runway in any::<[u8; 2]>(), width in 0..6u8) {
        let mut d = fixture::dungeon();
        let corridor = pick_corridor(&mut d, which);
        (corridor.runway, corridor.width) = (runway, width);
        let _ = verify(&d);
    }
}

#[test]
fn a_walled_up_entrance_is_a_flaw_although_there_are_locks() {
    let mut d = fixture::dungeon();
    let cell = Cell::new(6, 15);
    d.levels[0].terrain[cell] = Terrain::Rock;
    assert!(verify(&d).flaws.iter().any(|flaw| flaw.cells.contains(&cell)));
}

fn pick_corridor(d: &mut Dungeon, which: usize) -> &mut Corridor {
    let mut corridors: Vec<&mut Corridor> = d.links.iter_mut().filter_map(|link| link.corridor_mut()).collect();
    let count = corridors.len();
    corridors.swap_remove(which % count)
}

fn pick<T>(things: &mut [T], which: usize) -> &mut T {
    let count = things.len();
    &mut things[which % count]
}
