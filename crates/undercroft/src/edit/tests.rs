use proptest::prelude::*;
use undercroft_grid::Cell;

use super::*;
use crate::dungeon::{DoorId, DoorKind, DoorState, Ground, HiddenDoor, LinkId, Role, RoomId, Terrain};
use crate::events::NoEvents;
use crate::recipe::{RecipeFile, preset};
use crate::seed::{Seed, Stream};
use crate::verify::verify;

const BUDGET: u64 = 100_000_000;

fn made(name: &str, seed: u64) -> Dungeon {
    let recipe = preset(name).unwrap().recipe().unwrap().check(Seed::new(seed)).unwrap();
    recipe.generate(&mut NoEvents).unwrap()
}

fn tried(dungeon: &Dungeon, stream: &mut Stream) -> Result<Dungeon, EditError> {
    let room = RoomId(stream.below(dungeon.rooms.len() as u32));
    let from = dungeon.room(room).bounds().min();
    let to = from + Cell::new(stream.range(-12..13), stream.range(-12..13));
    move_room(dungeon, room, to, BUDGET)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn a_sound_dungeon_is_sound_after_every_move(seed in 0..1000u64, preset in 0..5usize) {
        let name = ["small-dungeon", "winding-dungeon", "dungeon", "small-house", "cave"][preset];
        let mut dungeon = made(name, seed);
        let mut stream = Stream::new(seed, "edit");
        for _ in 0..8 {
            if let Ok(moved) = tried(&dungeon, &mut stream) {
                let report = verify(&moved);
                prop_assert!(report.is_sound(), "{name} {seed}: {:?}", report.flaws);
                prop_assert_eq!(moved.links.len(), dungeon.links.len());
                dungeon = moved;
            }
        }
    }
}

/// As much ground as a recipe can ask for.
fn drowned(name: &str, seed: u64) -> Dungeon {
    let text = "ground.chance = 1\nground.water = 0.4\nground.deep = 1\nground.chasm = 1";
    let overlay = RecipeFile::parse("test", text).unwrap();
    let recipe = preset(name).unwrap().recipe().unwrap().overlay(overlay).check(Seed::new(seed)).unwrap();
    recipe.generate(&mut NoEvents).unwrap()
}

#[test]
fn ground_goes_with_its_room_and_no_edit_makes_it_a_flaw() {
    let (mut moves, mut carried) = (0, 0);
    for (name, seed) in ["small-dungeon", "broken-vaults", "dungeon", "cave"].into_iter().zip([3, 5, 8, 13]) {
        let mut dungeon = drowned(name, seed);
        let mut stream = Stream::new(seed, "edit");
        for _ in 0..12 {
            let Ok(moved) = tried(&dungeon, &mut stream) else { continue };
            assert_eq!(verify(&moved).flaws, [], "{name} {seed}");
            moves += 1;
            carried += dungeon.rooms.iter().zip(&moved.rooms).filter(|(a, b)| carries(&dungeon, a, &moved, b)).count();
            dungeon = moved;
        }
        let doorway = dungeon.doors.iter().find(|door| door.kind == DoorKind::Doorway).map(|door| door.id);
        if let Some(id) = doorway {
            let leaf = DoorChange { kind: Some(DoorKind::Door), ..DoorChange::default() };
            let changed = set_door(&dungeon, id, leaf).unwrap();
            assert_eq!(ground_flaws(&changed), 0, "{name} {seed}");
        }
        let last = RoomId(dungeon.rooms.len() as u32 - 1);
        if let Ok(deleted) = delete_room(&dungeon, last) {
            assert_eq!(ground_flaws(&deleted), 0, "{name} {seed}");
        }
    }
    assert!(moves > 8 && carried > 0, "{moves} moves, {carried} of wet rooms");
}

/// Whether a room was moved together with water, rubble or a chasm.
fn carries(old: &Dungeon, before: &Room, new: &Dungeon, after: &Room) -> bool {
    let by = after.bounds().min() - before.bounds().min();
    let (from, to) = (old.level(before.z).unwrap(), new.level(after.z).unwrap());
    let lies = |cell: Cell| from.ground_at(cell) != Ground::Bare && to.ground_at(cell + by) == from.ground_at(cell);
    by != Cell::new(0, 0) && before.cells().any(lies)
}

fn ground_flaws(dungeon: &Dungeon) -> usize {
    let codes = [FlawCode::GroundMalformed, FlawCode::GroundCutsOff, FlawCode::BridgeDisconnected];
    verify(dungeon).flaws.iter().filter(|flaw| codes.contains(&flaw.code)).count()
}

#[test]
fn a_wall_that_is_painted_over_water_takes_it_away_and_undo_brings_it_back() {
    let mut dungeon = drowned("small-dungeon", 3);
    let level = &dungeon.levels[0];
    let wet: Vec<Cell> = level.size().cells().filter(|&cell| level.ground_at(cell) == Ground::Shallow).collect();
    assert!(wet.len() > 4);
    let before = dungeon.clone();
    let patch = paint(&mut dungeon, 0, &wet, true).unwrap();
    assert!(wet.iter().all(|&cell| dungeon.levels[0].ground_at(cell) == Ground::Bare));
    let painted = dungeon.clone();
    let redo = patch.undo(&mut dungeon);
    assert_eq!(dungeon, before);
    drop(redo.undo(&mut dungeon));
    assert_eq!(dungeon, painted);
}

#[test]
fn most_small_moves_find_a_way() {
    let mut stream = Stream::new(7, "edit");
    let (mut moved, mut there) = (0, 0);
    for seed in 0..20 {
        let dungeon = made("small-dungeon", seed);
        for _ in 0..10 {
            match tried(&dungeon, &mut stream) {
                Ok(_) => moved += 1,
                Err(EditError::SamePlace(_)) => there += 1,
                Err(_) => {}
            }
        }
    }
    assert!(moved > (200 - there) / 3, "{moved} of {}", 200 - there);
}

#[test]
fn a_moved_room_lies_on_the_lattice_with_everything_in_it() {
    let dungeon = made("small-dungeon", 3);
    let [gx, gy] = dungeon.module_grid.unwrap();
    let mut stream = Stream::new(1, "edit");
    let moved = (0..100).find_map(|_| tried(&dungeon, &mut stream).ok()).unwrap();
    for (room, before) in moved.rooms.iter().zip(&dungeon.rooms) {
        assert!(!room.aligned || room.bounds().left % gx == 0 && room.bounds().top % gy == 0);
        assert_eq!(room.area(), before.area());
    }
    for marker in &moved.markers {
        assert!(marker.room.is_none_or(|room| moved.room(room).contains(marker.cell)));
    }
    assert!(moved.provenance.edited && !dungeon.provenance.edited);
}

#[test]
fn a_room_that_is_moved_there_and_back_is_where_it_was() {
    let dungeon = made("small-dungeon", 3);
    for room in &dungeon.rooms {
        let at = room.bounds().min();
        let Ok(there) = move_room(&dungeon, room.id, at + Cell::new(8, 0), BUDGET) else { continue };
        let back = move_room(&there, room.id, at, BUDGET).unwrap();
        assert_eq!(back.room(room.id), room);
        assert!(verify(&back).is_sound());
    }
}

#[test]
fn refusals_say_what_is_in_the_way() {
    let dungeon = made("small-dungeon", 3);
    let error = |room: u32, x: i32, y: i32| move_room(&dungeon, RoomId(room), Cell::new(x, y), BUDGET).unwrap_err();
    assert!(matches!(error(99, 0, 0), EditError::NoSuchRoom { .. }));
    assert!(matches!(error(0, -400, 3), EditError::LeavesMap { .. }));
    assert!(matches!(error(0, i32::MAX, i32::MIN), EditError::LeavesMap { .. }));
    let other = dungeon.rooms[1].bounds().min();
    assert!(matches!(error(0, other.x, other.y), EditError::Occupied { other: RoomId(1), .. }));
    let at = dungeon.rooms[0].bounds().min();
    assert_eq!(error(0, at.x, at.y), EditError::SamePlace(RoomId(0)));
    let poor = move_room(&dungeon, RoomId(2), dungeon.rooms[2].bounds().min() + Cell::new(4, 0), 1);
    assert!(!matches!(poor, Err(EditError::SamePlace(_))));
    let house = made("cottage", 1);
    let shared = house.links.iter().find(|link| link.is_shared()).unwrap();
    let free = Cell::new(2, 2);
    let error = move_room(&house, shared.rooms[0], free, BUDGET).unwrap_err();
    assert!(matches!(error, EditError::SharesWall { .. } | EditError::Occupied { .. }), "{error}");
}

#[test]
fn a_deleted_room_leaves_no_trace_and_all_numbers_are_right() {
    for name in ["small-dungeon", "dungeon", "cottage", "walker-keep", "tower"] {
        let dungeon = made(name, 5);
        let entrance = dungeon.entrance.as_ref().unwrap().room;
        assert_eq!(delete_room(&dungeon, entrance), Err(EditError::HoldsEntrance(entrance)));
        for room in dungeon.rooms.iter().filter(|room| room.id != entrance) {
            let less = delete_room(&dungeon, room.id).unwrap();
            assert_eq!(less.rooms.len(), dungeon.rooms.len() - 1);
            // What is missing now may be missed: rooms out of reach, required sockets shut, keys gone. Nothing else is wrong.
            let consequences = [
                "room-unreachable",
                "room-shut-off",
                "socket-shut",
                "keys-run-out",
                "key-out-of-reach",
                "secret-too-near",
            ];
            let flaws = verify(&less).flaws;
            let wrong: Vec<_> = flaws.iter().filter(|flaw| !consequences.contains(&flaw.code.name())).collect();
            assert!(wrong.is_empty(), "{name}: {wrong:?}");
        }
    }
}

#[test]
fn a_dungeon_that_leaves_its_map_is_not_built_anew() {
    let mut broken = made("small-dungeon", 3);
    broken.links[0].corridor_mut().unwrap().path.push(Cell::new(400, 400));
    let at = broken.rooms[2].bounds().min();
    assert!(matches!(move_room(&broken, RoomId(2), at + Cell::new(4, 0), BUDGET), Err(EditError::Malformed(_))));
    let goal = broken.goal.unwrap();
    assert!(matches!(delete_room(&broken, goal), Err(EditError::Malformed(_))));
    let mut naked = made("small-dungeon", 3);
    naked.rooms[2].floor[0].start = Cell::new(0, 0);
    assert!(matches!(delete_room(&naked, naked.goal.unwrap()), Err(EditError::Malformed(_))));
}

#[test]
fn without_its_goal_a_dungeon_gets_another() {
    let dungeon = made("small-dungeon", 3);
    let less = delete_room(&dungeon, dungeon.goal.unwrap()).unwrap();
    assert!(less.rooms[less.goal.unwrap().index()].roles.contains(&Role::Goal));
}

#[test]
fn a_door_can_be_anything_but_a_shut_archway() {
    let dungeon = made("small-dungeon", 3);
    let door = dungeon.links[0].doors()[0];
    let change = |kind, state, secret| set_door(&dungeon, door, DoorChange { kind, state, secret });
    let locked = change(Some(DoorKind::Door), Some(DoorState::Locked), None).unwrap();
    assert_eq!(locked.door(door).state, DoorState::Locked);
    let archway = change(Some(DoorKind::Archway), None, None).unwrap();
    assert_eq!(archway.door(door).state, DoorState::Open);
    for kind in [DoorKind::Archway, DoorKind::Doorway] {
        assert_eq!(change(Some(kind), None, None).unwrap().door(door).state, DoorState::Open);
        let shut = change(Some(kind), Some(DoorState::Closed), None);
        assert_eq!(shut, Err(EditError::NoLeaf { door, kind }));
    }
    let secret = change(None, None, Some(true)).unwrap();
    assert_eq!(secret.links[0].hidden(), HiddenDoor::Undiscovered);
    let found = set_door(&secret, door, DoorChange { secret: Some(false), ..DoorChange::default() }).unwrap();
    assert!(verify(&found).is_sound(), "{:?}", verify(&found).flaws);
    let missing = set_door(&dungeon, DoorId(999), DoorChange::default()).unwrap_err();
    assert!(matches!(missing, EditError::NoSuchDoor { .. }));
}

#[test]
fn both_doors_of_a_secret_passage_are_secret_or_none() {
    let find = |seed| {
        let dungeon = made("dungeon", seed);
        let link = dungeon.links.iter().find(|link| link.is_secret_passage())?.clone();
        Some((dungeon, link))
    };
    let (dungeon, link) = (0..200).find_map(find).unwrap();
    let found =
        set_door(&dungeon, link.doors()[0], DoorChange { secret: Some(false), ..DoorChange::default() }).unwrap();
    assert!(link.doors().iter().all(|&door| !found.door(door).secret));
    assert_eq!(found.link(link.id).hidden(), HiddenDoor::Discovered);
    assert!(verify(&found).is_sound());
}

#[test]
fn what_was_painted_stays_when_a_room_moves() {
    let dungeon = made("small-dungeon", 3);
    let rock =
        dungeon.levels[0].terrain.iter().find(|(cell, terrain)| cell.x > 2 && cell.y > 2 && **terrain == Terrain::Rock);
    let cell = rock.unwrap().0;
    let mut painted = dungeon.clone();
    let patch = paint(&mut painted, 0, &[cell], false).unwrap();
    assert!(painted.provenance.edited);
    let mut restored = painted.clone();
    drop(patch.undo(&mut restored));
    assert_eq!(restored, dungeon, "undo takes the warning back, too");
    assert_eq!(painted.levels[0].at(cell), Terrain::Floor);
    let mut stream = Stream::new(1, "edit");
    let moved = (0..100).find_map(|_| tried(&painted, &mut stream).ok()).unwrap();
    let is_room = moved.rooms.iter().any(|room| room.bounds().grow(1).contains(cell));
    assert!(is_room || moved.levels[0].at(cell) != Terrain::Rock);
    assert!(paint(&mut painted, 7, &[cell], true).is_err());
    assert!(paint(&mut painted, 0, &[Cell::new(-1, 0)], true).is_err());
}

/// A dungeon with secret passages and one with secret doors of ordinary links.
fn with_secrets() -> [Dungeon; 2] {
    let has = |dungeon: &Dungeon, is_passage: bool| {
        let hidden = dungeon.links.iter().filter(|link| link.hidden() == HiddenDoor::Undiscovered);
        hidden.filter(|link| link.is_secret_passage() == is_passage).count() > 1
    };
    let find = |is_passage| {
        let names = ["dungeon", "crypt", "large-dungeon", "winding-dungeon", "small-dungeon"];
        let mut all = (0..50).flat_map(|seed| names.map(|name| made(name, seed)));
        all.find(|dungeon| has(dungeon, is_passage)).unwrap()
    };
    [find(true), find(false)]
}

#[test]
fn a_secret_can_be_discovered_one_by_one_or_all_at_once_and_stays_sound() {
    for dungeon in with_secrets() {
        let secret = undiscovered_links(&dungeon);
        let mut found = dungeon.clone();
        for &link in &secret {
            found = discover_link(&found, link).unwrap();
            assert_eq!(found.link(link).hidden(), HiddenDoor::Discovered);
            assert!(found.link(link).doors().iter().all(|&door| !found.door(door).secret));
            assert!(verify(&found).is_sound(), "{:?}", verify(&found).flaws);
        }
        assert_eq!(found, discover_all(&dungeon).unwrap());
        assert!(found.provenance.edited && undiscovered_links(&found).is_empty());
        assert_eq!(found.rooms, dungeon.rooms, "depths and difficulties do not depend on secrets");
    }
}

#[test]
fn what_cannot_be_discovered_says_why() {
    let [dungeon, _] = with_secrets();
    let secret = undiscovered_links(&dungeon);
    let plain = dungeon.links.iter().find(|link| link.hidden() == HiddenDoor::None).unwrap().id;
    let sentence = |error: EditError| error.to_string();
    let links = dungeon.links.len();
    let missing = sentence(discover_link(&dungeon, LinkId(links as u32)).unwrap_err());
    assert_eq!(missing, format!("there is no link {links}; the dungeon has {links}, counted from 0"));
    let not_secret = sentence(discover_link(&dungeon, plain).unwrap_err());
    assert!(not_secret.starts_with(&format!("link {plain} has no secret door; links {}, ", secret[0])), "{not_secret}");
    let found = discover_all(&dungeon).unwrap();
    assert_eq!(discover_link(&found, secret[0]), Err(EditError::AlreadyDiscovered(secret[0])));
    assert_eq!(discover_all(&found), Err(EditError::NothingSecret));
    let none = sentence(discover_link(&found, plain).unwrap_err());
    assert_eq!(none, format!("link {plain} has no secret door; no link has one that is not discovered"));
}
