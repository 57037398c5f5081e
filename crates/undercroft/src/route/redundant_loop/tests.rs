use super::*;
use crate::dungeon::Fallback;
use crate::events::NoEvents;
use crate::place::{Layout, Placement};
use crate::recipe::RecipeFile;
use crate::route::wall::Site;
use crate::seed::Seed;
use undercroft_grid::Dir;

/// Two rooms side by side, joined by a corridor along their south walls or by a long detour, and a second door of the
/// first that leads into the same corridor.
///
/// ```text
///     │A │  │B │
///     └++┘  └+─┘
///      │└┐   │      the new corridor from the second door
///      └─┴───┘
/// ```
fn is_redundant(detour: i32) -> bool {
    let recipe = RecipeFile::parse("test", "").unwrap().check(Seed::new(1)).unwrap();
    let rooms = [Rect::new(4, 4, 12, 8), Rect::new(30, 4, 34, 8)].map(|rect| Placement::rectangle(rect, false));
    let layout = Layout::of_rooms(Size::of(48, 60), rooms.to_vec(), [1, 1], Vec::new());
    let (mut sink, ids) = (NoEvents, [RoomId(0), RoomId(1)]);
    let mut meter = Meter::new(&mut sink, u64::MAX);
    let mut routes = LevelRoutes::new(&recipe, &layout, &mut meter).unwrap();
    let site = |x: i32| Site { normal: Dir::South, first: Cell::new(x, 8), width: 1, runway: 2, cost: 0 };
    let down = |x: i32, to: i32| (9..to).map(move |y| Cell::new(x, y));
    let along = |from: i32, to: i32, y: i32| (from..=to).map(move |x| Cell::new(x, y));
    let corridor =
        |sites: [Site; 2], path: Vec<Cell>| CorridorPath { sites, path, width: 1, fallback: [Fallback::None; 2] };
    let low = 12 + detour;
    let first = down(5, low).chain(along(5, 31, low)).chain(down(31, low).collect::<Vec<_>>().into_iter().rev());
    routes.carve(ids, &corridor([site(5), site(31)], first.collect()), &mut meter);
    let second = down(9, 11).chain(along(9, 33, 11)).chain(down(33, 11).collect::<Vec<_>>().into_iter().rev());
    let second = if detour == 0 {
        // Merges with the first.
        let merged = down(9, 12).chain(along(9, 33, 12)).chain(down(33, 12).collect::<Vec<_>>().into_iter().rev());
        corridor([site(9), site(33)], merged.collect())
    } else {
        // Crosses the first beside its door.
        let crossing = along(5, 8, 11).collect::<Vec<_>>();
        crossing.into_iter().for_each(|cell| routes.map.carve(Rect::at(cell, 1, 1)));
        corridor([site(9), site(33)], second.collect())
    };
    RoomFloors::new(&routes).is_redundant(&routes, ids, &second, &mut meter).unwrap()
}

#[test]
fn a_second_door_into_the_same_corridor_is_redundant_unless_it_saves_twenty_steps() {
    assert!(is_redundant(0));
    // Down and up again: twice the detour.
    assert!(!is_redundant(30));
}
