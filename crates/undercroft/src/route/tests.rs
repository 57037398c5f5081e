//! Every fallback of the router on a layout made for it by hand.

use undercroft_grid::{Cell, Dir, Rect, Size};

use super::builder::LevelRoutes;
use super::corridor::Router;
use super::link_plan::{Edge, LinkPlan};
use super::types::{CorridorPath, LinkEnd};
use super::wall::{Site, Wall, walls_of};
use super::*;
use crate::dungeon::{Fallback, Run, Shape};
use crate::events::NoEvents;
use crate::place::Placement;
use crate::recipe::RecipeFile;
use crate::seed::{Seed, Stream};

fn recipe(settings: &str) -> Recipe {
    RecipeFile::parse("test", settings).unwrap().check(Seed::new(1)).unwrap()
}

fn layout(width: i32, height: i32, rooms: &[Rect]) -> Layout {
    let rooms = rooms.iter().map(|&rect| Placement::rectangle(rect, false)).collect();
    Layout::of_rooms(Size::of(width, height), rooms, [1, 1], Vec::new())
}

/// What a stage does with the routes of a layout.
fn on_routes<T>(recipe: &Recipe, layout: &Layout, act: impl FnOnce(&mut LevelRoutes, &mut Meter) -> T) -> T {
    let mut sink = NoEvents;
    let mut meter = Meter::new(&mut sink, u64::MAX);
    let mut routes = LevelRoutes::new(recipe, layout, &mut meter).unwrap();
    act(&mut routes, &mut meter)
}

/// The corridor between the first two rooms with these walls for doors.
fn corridor_between(recipe: &Recipe, layout: &Layout, walls: [&[Wall]; 2]) -> Option<CorridorPath> {
    on_routes(recipe, layout, |routes, meter| {
        let ends = [0, 1].map(|i| LinkEnd { bounds: layout.rooms[i].bounds, walls: walls[i] });
        Router::new(recipe).find_corridor(&routes.map, &recipe.corridors, layout.module_grid, ends, meter).unwrap()
    })
}

fn corridor(recipe: &Recipe, layout: &Layout) -> CorridorPath {
    let walls = [0, 1].map(|room| walls_of(&layout.rooms[room]));
    corridor_between(recipe, layout, [&walls[0], &walls[1]]).expect("a corridor")
}

fn turns(path: &[Cell]) -> usize {
    path.windows(3).filter(|three| three[1] - three[0] != three[2] - three[1]).count()
}

#[test]
fn an_elbow_that_would_cut_a_room_becomes_a_path_with_more_corners() {
    let rooms = [Rect::new(4, 4, 9, 9), Rect::new(28, 28, 33, 33), Rect::new(26, 3, 35, 10), Rect::new(3, 26, 10, 35)];
    let recipe = recipe("corridors.style = \"elbow\"");
    let free = corridor(&recipe, &layout(40, 40, &rooms[..2]));
    assert_eq!((turns(&free.path), free.fallback), (1, [Fallback::None; 2]));
    let blocked = corridor(&recipe, &layout(40, 40, &rooms));
    assert_eq!((turns(&blocked.path), blocked.fallback), (2, [Fallback::None; 2]));
}

#[test]
fn an_elbow_takes_any_place_in_a_wall_without_a_line_of_the_grid() {
    let mut layout = layout(30, 20, &[Rect::new(2, 9, 6, 13), Rect::new(20, 9, 24, 13)]);
    layout.module_grid = [8, 8];
    let found = corridor(&recipe("corridors.style = \"elbow\""), &layout);
    assert_eq!(turns(&found.path), 0);
    assert!(found.sites.iter().all(|site| site.first.y % 8 != 0));
}

#[test]
fn rooms_with_one_cell_of_rock_around_them_get_runways_of_one_cell_at_both_ends() {
    let rooms = [Rect::new(3, 3, 5, 4), Rect::new(13, 3, 15, 4), Rect::new(8, 3, 10, 4)];
    let found = corridor(&recipe("corridors.runway = 2"), &layout(18, 7, &rooms));
    assert_eq!(found.fallback, [Fallback::OneCell; 2]);
    assert_eq!(found.sites.map(|site| site.runway), [1; 2]);
}

/// The notch of `a_door_that_can_only_be_reached_across_its_own_runway_is_a_last_resort`, in a room with another wall.
#[test]
fn a_door_whose_corridor_would_cross_its_runway_is_given_up_for_another() {
    let rects = [
        Rect::new(20, 20, 31, 23),
        Rect::new(3, 24, 7, 28),
        Rect::new(17, 9, 24, 14),
        Rect::new(25, 8, 33, 13),
        Rect::new(29, 14, 33, 16),
    ];
    let mut layout = layout(40, 32, &rects);
    let towers = [18, 19].map(|y| [(20, 4), (27, 4)].map(|(x, length)| Run { start: Cell::new(x, y), length }));
    let base = std::mem::take(&mut layout.rooms[0].floor);
    layout.rooms[0].floor = towers.concat().into_iter().chain(base).collect();
    layout.rooms[0].bounds = Rect::new(20, 18, 31, 23);
    let notch = Wall { normal: Dir::North, first: Cell::new(25, 19), length: 1 };
    let other = Wall { normal: Dir::East, first: Cell::new(31, 20), length: 3 };
    let target = [Wall { normal: Dir::East, first: Cell::new(7, 24), length: 4 }];
    let recipe = recipe("corridors.width = 2\ncorridors.runway = 4");
    let alone = corridor_between(&recipe, &layout, [&[notch], &target]).unwrap();
    assert_eq!(alone.fallback, [Fallback::LastResort; 2]);
    let both = corridor_between(&recipe, &layout, [&[notch, other], &target]).unwrap();
    assert_eq!((both.fallback, both.sites[0].normal), ([Fallback::None; 2], Dir::East));
}

#[test]
fn a_path_round_a_long_wall_is_found_in_a_larger_window() {
    let rooms = [Rect::new(5, 58, 9, 62), Rect::new(50, 58, 54, 62), Rect::new(28, 20, 31, 100)];
    let found = corridor(&recipe(""), &layout(60, 120, &rooms));
    assert!(found.path.iter().any(|cell| cell.y < 19 || cell.y > 100));
    assert_eq!(found.fallback, [Fallback::None; 2]);
}

#[test]
fn distant_rooms_are_joined_through_the_blocks_between_them() {
    let ends = [Rect::new(10, 10, 15, 15), Rect::new(2900, 2900, 2905, 2905)];
    let free = corridor(&recipe(""), &layout(3000, 3000, &ends));
    assert_eq!((turns(&free.path), free.fallback), (1, [Fallback::None; 2]));
    // Walls that leave a gap at one end each.
    let walls = [Rect::new(2, 1000, 2800, 1010), Rect::new(200, 2000, 2998, 2010)];
    let blocked = corridor(&recipe(""), &layout(3000, 3000, &[ends, walls].concat()));
    assert_eq!(blocked.fallback, [Fallback::None; 2]);
    assert!(blocked.path.len() > 8_000, "{}", blocked.path.len());
}

#[test]
fn distant_rooms_without_a_path_are_refused_with_what_was_searched() {
    let recipe = recipe("corridors.runway = 1");
    let layout = layout(3000, 3000, &[Rect::new(10, 10, 15, 15), Rect::new(2900, 2900, 2905, 2905)]);
    let error = on_routes(&recipe, &layout, |routes, meter| {
        for moat in [Rect::new(2890, 2890, 2915, 2893), Rect::new(2890, 2912, 2915, 2915)] {
            routes.map.reserve(moat);
        }
        for moat in [Rect::new(2890, 2890, 2893, 2915), Rect::new(2912, 2890, 2915, 2915)] {
            routes.map.reserve(moat);
        }
        join_by_corridors(routes, meter).unwrap_err()
    });
    assert_eq!(error, RouteError::TooFar { a: RoomId(0), b: RoomId(1), limit: 1 << 21 });
}

#[test]
fn a_door_is_no_wider_than_its_wall_and_keeps_off_other_doors() {
    let recipe = recipe("corridors.width = 3\ncorridors.runway = 1");
    let layout = layout(30, 30, &[Rect::new(10, 10, 11, 20)]);
    on_routes(&recipe, &layout, |routes, _| {
        let [north, east] = [routes.walls[0][0], routes.walls[0][1]];
        let narrow: Vec<_> = north.sites(&routes.map, &recipe.corridors, 1).collect();
        assert_eq!(narrow.iter().map(|site| site.width).collect::<Vec<_>>(), [1]);
        assert_eq!(east.sites(&routes.map, &recipe.corridors, 1).count(), 8);
        routes.map.open_door(Rect::new(11, 14, 12, 15));
        let left: Vec<i32> = east.sites(&routes.map, &recipe.corridors, 1).map(|site| site.first.y).collect();
        assert_eq!(left, [10, 16, 17]);
        let close = east.sites(&routes.map, &recipe.corridors, 1).find(|site| site.first.y == 16).unwrap();
        assert!(close.cost >= recipe.corridors.cost.door_gap);
    });
}

#[test]
fn walls_that_face_each_other_on_one_cell_are_joined_by_a_door_of_one_cell() {
    let layout = layout(24, 16, &[Rect::new(3, 3, 8, 8), Rect::new(12, 7, 17, 12)]);
    let found = corridor(&recipe("corridors.width = 3"), &layout);
    assert_eq!((found.width, found.sites.map(|site| site.width)), (1, [1; 2]));
    assert_eq!(found.path, [Cell::new(9, 7), Cell::new(10, 7)]);
}

#[test]
fn a_link_without_a_path_is_replaced_by_a_spare_one_with_a_warning() {
    let layout = layout(60, 20, &[Rect::new(5, 5, 9, 9), Rect::new(20, 5, 24, 9), Rect::new(40, 5, 44, 9)]);
    let edge = |a: u32, b: u32| Edge { length: 1, a, b };
    let mut link_plan = LinkPlan { tree: vec![edge(0, 1), edge(1, 2)], loops: vec![], spare: vec![edge(0, 2)] };
    let recipe = recipe("");
    let join = |link_plan: &LinkPlan| {
        on_routes(&recipe, &layout, |routes, meter| {
            let joined = routes.add_links(link_plan, meter, |_, link, _| {
                Ok(if (link.a, link.b) == (0, 1) { LinkOutcome::Blocked } else { LinkOutcome::Made })
            });
            (joined, routes.warnings.clone())
        })
    };
    let (joined, warnings) = join(&link_plan);
    assert_eq!((joined, warnings.len()), (Ok(()), 1));
    assert_eq!(warnings[0], "No link between rooms 0 and 1: every way is blocked.");
    link_plan.spare.clear();
    assert_eq!(join(&link_plan).0, Err(RouteError::Apart { a: RoomId(0), b: RoomId(1) }));
}

#[test]
fn the_entrance_shortens_its_runway_then_moves_to_another_room_then_fails() {
    let opened = |height: i32, rooms: &[Rect]| {
        let (recipe, layout) = (recipe("corridors.runway = 3"), layout(40, height, rooms));
        on_routes(&recipe, &layout, |routes, meter| {
            let room = entrance::open(routes, meter)?;
            Ok((room, routes.entrance.as_ref().unwrap().runway))
        })
    };
    let room = Rect::new(4, 3, 9, 9);
    let higher = Rect::new(20, 3, 25, 6);
    assert_eq!(opened(15, &[room]), Ok((RoomId(0), 3)));
    // One row of rock between the wall and the rim of the map.
    assert_eq!(opened(12, &[room]), Ok((RoomId(0), 1)));
    assert_eq!(opened(11, &[room, higher]), Ok((RoomId(1), 3)));
    assert_eq!(opened(11, &[room]), Err(RouteError::NoEntrance { side: "south".to_owned() }));
}

#[test]
fn dead_ends_without_space_are_left_out() {
    let tight = [Rect::new(5, 2, 8, 3), Rect::new(16, 2, 19, 3)];
    let wide = tight.map(|rect| rect.shift(Cell::new(0, 20)));
    let stubs = |height: i32, rooms: &[Rect]| {
        let (recipe, layout) = (recipe("corridors.dead_ends = 1"), layout(24, height, rooms));
        on_routes(&recipe, &layout, |routes, meter| {
            join_by_corridors(routes, meter).unwrap();
            dead_end::add_dead_ends(routes, &mut Stream::new(1, "test"), meter).unwrap();
            (routes.links.len(), routes.stubs.len())
        })
    };
    assert_eq!(stubs(5, &tight), (1, 0));
    assert_eq!(stubs(45, &wide), (1, 1));
}

/// The widest of the doors between two caves of this side over many seeds.
fn widest_mouth(side: i32, beside: i32) -> Option<usize> {
    let rooms = [Rect::new(5, 10, 5 + side, 10 + side), Rect::new(beside, 10, beside + side, 10 + side)];
    let mut layout = layout(40, 30, &rooms);
    layout.rooms.iter_mut().for_each(|room| room.shape = Shape::Cave);
    let width = |seed: u64| {
        let mut recipe = recipe("method = \"plan\"\nrooms.natural = 1");
        recipe.seed = Seed::new(seed);
        on_routes(&recipe, &layout, |routes, meter| {
            if beside == 5 + side + 1 {
                let (first, normal) = (Cell::new(5 + side, 10 + side / 2), Dir::East);
                routes.add_shared_door(
                    [RoomId(0), RoomId(1)],
                    &Site { normal, first, width: 1, runway: 0, cost: 0 },
                    meter,
                );
            } else {
                join_by_corridors(routes, meter).unwrap();
            }
            cave_mouth::vary_widths(routes, meter).unwrap();
            routes.doors.iter().map(|door| door.cells.len()).max()
        })
    };
    (0..40).filter_map(width).max()
}

#[test]
fn a_mouth_grows_no_wider_than_its_wall() {
    let by_corridor = |side| widest_mouth(side, 25);
    assert_eq!((by_corridor(1), by_corridor(2), by_corridor(7)), (Some(1), Some(2), Some(3)));
    let shared = |side| widest_mouth(side, 5 + side + 1);
    assert_eq!((shared(1), shared(2), shared(7)), (Some(1), Some(2), Some(3)));
}
