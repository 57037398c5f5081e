//! Runways and places for doors on small maps.

use undercroft_grid::{Dir, Size};

use super::*;
use crate::dungeon::Run;
use crate::events::NoEvents;
use crate::place::{Layout, Placement};
use crate::recipe::RecipeFile;
use crate::route::wall::{Wall, walls_of};
use crate::route::window_search::crosses_itself;
use crate::seed::Seed;

fn found(map: &RoutingMap, recipe: &Recipe, ends: [(&Placement, &[Wall]); 2]) -> CorridorPath {
    let ends = ends.map(|(room, walls)| LinkEnd { bounds: room.bounds, walls });
    let mut sink = NoEvents;
    let mut meter = Meter::new(&mut sink, recipe.budget);
    let corridor = Router::new(recipe).find_corridor(map, &recipe.corridors, [1, 1], ends, &mut meter);
    corridor.unwrap().expect("a corridor")
}

fn recipe(width: i32, runway: i32) -> Recipe {
    let text = format!("corridors.width = {width}\ncorridors.runway = {runway}");
    RecipeFile::parse("test", &text).unwrap().check(Seed::new(1)).unwrap()
}

fn rooms(rects: &[Rect]) -> Vec<Placement> {
    rects.iter().map(|&rect| Placement::rectangle(rect, false)).collect()
}

/// ```text
/// ####################
/// # .................#    One row of rock is left beyond the walls of rooms 0 and 1, and one column between them.
/// #.┌──┐.┌──┐   ┌──┐ #
/// #.│0 │.│1 │   │2 │ #
/// #.└──┘.└──┘   └──┘ #
/// #                  #
/// ####################
/// ```
#[test]
fn a_room_with_one_cell_of_rock_around_it_gets_a_runway_of_one_cell() {
    let rooms = rooms(&[Rect::new(3, 3, 5, 4), Rect::new(8, 3, 10, 4), Rect::new(15, 3, 17, 4)]);
    let walls: Vec<Vec<Wall>> = rooms.iter().map(walls_of).collect();
    let map = RoutingMap::unmetered(&Layout::of_rooms(Size::of(20, 7), rooms.clone(), [1, 1], Vec::new()), 1);
    let corridor = found(&map, &recipe(1, 2), [(&rooms[0], &walls[0]), (&rooms[2], &walls[2])]);
    assert_eq!(corridor.fallback, [Fallback::OneCell, Fallback::None]);
    assert_eq!(corridor.sites.map(|site| site.runway), [1, 2]);
}

/// The door lies in a notch that the brush does not enter, and all that is open beyond it lies beside its runway.
///
/// ```text
///     ┌───────┐┌────────┐
///     │       ││        │
///     │       ││        │     r  the runway, four cells long
///     │       │└────────┘     b  the brush where the runway ends; it can go right and down, and then only left,
///     └───────┘bb┌─────┐         across the runway
///   ←··········br│     │
///   ←··········r·└─────┘
///        ┌────┐r┌────┐
///        │    │r│    │
///        │    └+┘    │
/// ```
#[test]
fn a_door_that_can_only_be_reached_across_its_own_runway_is_a_last_resort() {
    let mut all = rooms(&[
        Rect::new(20, 20, 31, 23),
        Rect::new(3, 24, 7, 28),
        Rect::new(17, 9, 24, 14),
        Rect::new(25, 8, 33, 13),
        Rect::new(29, 14, 33, 16),
    ]);
    let towers = [18, 19].map(|y| [(20, 4), (27, 4)].map(|(x, length)| Run { start: Cell::new(x, y), length }));
    let base = std::mem::take(&mut all[0].floor);
    all[0].floor = towers.concat().into_iter().chain(base).collect();
    all[0].bounds = Rect::new(20, 18, 31, 23);
    let notch = [Wall { normal: Dir::North, first: Cell::new(25, 19), length: 1 }];
    let east = [Wall { normal: Dir::East, first: Cell::new(7, 24), length: 4 }];
    let map = RoutingMap::unmetered(&Layout::of_rooms(Size::of(40, 32), all.clone(), [1, 1], Vec::new()), 2);
    let corridor = found(&map, &recipe(2, 4), [(&all[0], &notch), (&all[1], &east)]);
    assert_eq!(corridor.fallback, [Fallback::LastResort; 2]);
    assert!(crosses_itself(&corridor));
}

#[test]
fn without_a_runway_there_are_no_other_places_for_doors_than_with_one_cell() {
    let rooms = rooms(&[Rect::new(3, 3, 5, 4), Rect::new(8, 3, 10, 9), Rect::new(13, 5, 17, 8)]);
    for width in 1..=3 {
        let recipe = recipe(width, 2);
        let layout = Layout::of_rooms(Size::of(20, 12), rooms.clone(), [1, 1], Vec::new());
        let map = RoutingMap::unmetered(&layout, width);
        for wall in rooms.iter().flat_map(walls_of) {
            let sites = |runway| {
                let sites = wall.sites(&map, &recipe.corridors, runway);
                sites.map(|site| Site { runway: 0, cost: 0, ..site }).collect::<Vec<_>>()
            };
            assert_eq!(sites(0), sites(1));
        }
    }
}
