use undercroft_grid::{Cell, Size};

use super::*;
use crate::dungeon::KeyRule;
use crate::events::NoEvents;
use crate::fraction::Fraction;
use crate::place::Placement;
use crate::plan::{PlanCell, PlanLink, PlanRoom, PlanRoomKind};
use crate::recipe::{PlanShape, RecipeFile};
use crate::seed::Seed;

/// Four rooms in a row, joined one to the next, and a secret passage between the first and the third.
fn row() -> Plan {
    let room = |id: u32| PlanRoom {
        id: RoomId(id),
        cell: PlanCell::new(id as i32, 0),
        z: 0,
        kind: PlanRoomKind::Chamber,
        depth: id,
        difficulty: Fraction::ZERO,
        roles: Vec::new(),
    };
    let link = |a: u32, b: u32, kind: PlanLinkKind| PlanLink {
        rooms: [RoomId(a), RoomId(b)],
        kind,
        key: None,
        discovered: None,
    };
    let corridors = (0..3).map(|a| link(a, a + 1, PlanLinkKind::Corridor));
    Plan {
        category: "dungeon".to_owned(),
        shape: PlanShape::Linear,
        entry: undercroft_grid::Dir::West,
        rooms: (0..4).map(room).collect(),
        gate: RoomId(0),
        links: corridors.chain([link(0, 2, PlanLinkKind::SecretPassage)]).collect(),
        goal: RoomId(3),
        keys: KeyRule::Own,
        warnings: Vec::new(),
    }
}

fn layout(height: i32) -> Layout {
    let room = |x: i32| Placement::rectangle(Rect::at(Cell::new(x, height / 2), 3, 1), false);
    Layout::of_rooms(Size::of(60, height), [8, 20, 32, 44].map(room).to_vec(), [1, 1], Vec::new())
}

fn recipe() -> Recipe {
    let text = "method = \"plan\"\nentrance_side = \"west\"\ncorridors.runway = 2";
    RecipeFile::parse("test", text).unwrap().check(Seed::new(1)).unwrap()
}

fn routed(plan: &Plan, layout: &Layout) -> Result<Routes, RouteError> {
    let mut sink = NoEvents;
    let recipe = recipe();
    route_plan(&recipe, plan, layout, &[], &mut Meter::new(&mut sink, u64::MAX))
}

#[test]
fn a_secret_passage_without_a_path_is_left_out_with_a_warning() {
    let free = routed(&row(), &layout(21)).unwrap();
    assert!(free.links[3].is_secret_passage() && free.warnings.is_empty());
    // The walls of all rooms touch the rim of the map.
    let tight = routed(&row(), &layout(5)).unwrap();
    assert_eq!(tight.links.len(), 3);
    assert_eq!(tight.warnings, ["A secret passage on level 0 found no way and was left out."]);
}

#[test]
fn a_secret_passage_without_a_path_goes_to_other_rooms() {
    let (plan, layout, recipe, mut sink) = (row(), layout(21), recipe(), NoEvents);
    let mut meter = Meter::new(&mut sink, u64::MAX);
    let level = LevelRooms::new(&layout, 0);
    let mut routes = LevelRoutes::new(&recipe, &layout, &mut meter).unwrap();
    // Nothing leads away from the first room.
    routes.map.reserve(Rect::new(1, 1, 14, 20));
    let mut router = Router::new(&recipe);
    let level = PlanLevel { plan: &plan, level: &level, joints: &[], urgent: &[] };
    assert!(level.join_secretly(&mut routes, [RoomId(0), RoomId(2)], &mut router, &mut meter).unwrap());
    assert_eq!(routes.links[0].rooms, [RoomId(1), RoomId(3)]);
    assert!(routes.links[0].is_secret_passage());
}

#[test]
fn a_corridor_of_a_plan_without_a_path_is_an_error() {
    let mut plan = row();
    plan.links[3].kind = PlanLinkKind::Corridor;
    assert_eq!(routed(&plan, &layout(5)), Err(RouteError::Apart { a: RoomId(0), b: RoomId(2) }));
}

#[test]
fn stairs_between_rooms_without_common_floor_are_an_error() {
    let (mut plan, mut layout) = (row(), layout(21));
    plan.links[3].kind = PlanLinkKind::Stairs;
    plan.links[3].rooms = [RoomId(0), RoomId(3)];
    assert_eq!(routed(&plan, &layout), Err(RouteError::Apart { a: RoomId(0), b: RoomId(3) }));
    layout.rooms[3] = layout.rooms[0].clone();
    plan.links.remove(2);
    plan.rooms[3].z = -1;
    layout.rooms[3].z = -1;
    assert!(routed(&plan, &layout).is_ok_and(|routes| routes.links[2].stairs().is_some()));
}
