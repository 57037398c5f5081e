//! Edits as data: each is sound or shows just the flaw that it makes, pins what it makes, and changes nothing when refused.

use undercroft_grid::{Cell, Rect};

use super::*;
use crate::dungeon::{FeaturePin, Mount, Pin, PinAuthor, PinId, Run, SpawnKind, SpawnPin};
use crate::fraction::Fraction;
use crate::verify::{FlawCode, verify};

const BUDGET: u64 = 2_000_000;

fn dungeon() -> Dungeon {
    let text = "method = \"bsp\"\nrooms.count = 8\nwidth = 80\nheight = 80\nrooms.grid = 1\nstock.mode = \"none\"";
    crate::Generator::recipe("edits.toml", text).unwrap().seed(5).generate().unwrap()
}

fn reference(dungeon: &Dungeon, room: usize) -> RoomRef {
    RoomRef::of(&dungeon.rooms[room])
}

fn codes(dungeon: &Dungeon) -> Vec<FlawCode> {
    let mut codes: Vec<FlawCode> = verify(dungeon).flaws.iter().map(|flaw| flaw.code).collect();
    codes.dedup();
    codes
}

/// A free square of cells with its walls and some rock round it.
fn free_square(dungeon: &Dungeon, side: i32) -> Rect {
    let level = &dungeon.levels[0];
    let inner = level.size().rect().grow(-4);
    let is_free = |at: &Cell| {
        let rect = Rect::at(*at, side, side);
        inner.contains_rect(rect) && rect.grow(3).cells().all(|cell| level.at(cell) == crate::Terrain::Rock)
    };
    Rect::at(inner.cells().find(is_free).expect("the map has free space"), side, side)
}

/// A room without the entrance.
fn other_room(dungeon: &Dungeon) -> usize {
    let entrance = dungeon.entrance.as_ref().unwrap().room;
    dungeon.rooms.iter().position(|room| room.id != entrance).unwrap()
}

#[test]
fn a_drawn_room_is_pinned_and_out_of_reach_until_it_is_joined() {
    let d = dungeon();
    let drawn = apply(&d, &Edit::AddRoom { z: 0, shape: FloorShape::Rect(free_square(&d, 4)) }, BUDGET).unwrap();
    assert_eq!(codes(&drawn.dungeon), [FlawCode::RoomUnreachable, FlawCode::CountDisagrees]);
    assert!(matches!(&drawn.new_pins[..], [Pin::Room(pin)] if pin.by == PinAuthor::Hand));
    assert_eq!(drawn.touched.len(), 1);
    let room = drawn.dungeon.rooms.len() - 1;
    let (from, to) = (reference(&drawn.dungeon, room), reference(&drawn.dungeon, 0));
    let joined = apply(&drawn.dungeon, &Edit::AddLink { from, to, width: None, secret: false }, BUDGET).unwrap();
    assert_eq!(codes(&joined.dungeon), [FlawCode::CountDisagrees], "{:?}", verify(&joined.dungeon).flaws);
    assert!(joined.new_pins.iter().any(|pin| matches!(pin, Pin::Link(_))));
}

#[test]
fn a_moved_room_takes_its_pin_along_and_a_deleted_one_loses_it() {
    let d = dungeon();
    let at = other_room(&d);
    let pinned = apply(&d, &Edit::Pin { what: PinWhat::Room(reference(&d, at)) }, BUDGET).unwrap();
    assert!(!pinned.dungeon.provenance.edited, "a pin changes nothing");
    let step = |d: &Dungeon| {
        let room = reference(d, at);
        let steps = [(3, 0), (-3, 0), (0, 3), (0, -3), (1, 0), (-1, 0), (0, 1), (0, -1)];
        steps.into_iter().find_map(|(x, y)| apply(d, &Edit::MoveRoom { room, by: Cell::new(x, y) }, BUDGET).ok())
    };
    let moved = step(&pinned.dungeon).expect("the room can be moved somewhere");
    assert_eq!(codes(&moved.dungeon), []);
    let [Pin::Room(pin)] = &moved.dungeon.provenance.pins[..] else { panic!("{:?}", moved.dungeon.provenance.pins) };
    assert_eq!(pin.floor, moved.dungeon.rooms[at].floor);
    assert_eq!(pin.id, PinId(1));
    let deleted = apply(&moved.dungeon, &Edit::DeleteRoom { room: reference(&moved.dungeon, at) }, BUDGET).unwrap();
    assert_eq!((deleted.removed_pins, deleted.dungeon.provenance.pins), (vec![PinId(1)], vec![]));
}

#[test]
fn paint_makes_rooms_larger_and_smaller() {
    let d = dungeon();
    let room = &d.rooms[other_room(&d)];
    let square = free_square(&d, 3);
    let alone = Edit::Paint { z: 0, to: PaintTo::Floor, runs: Run::of_rect(square) };
    let painted = apply(&d, &alone, BUDGET).unwrap();
    assert_eq!(painted.dungeon.rooms.len(), d.rooms.len() + 1);
    let corner = Run { start: room.floor[0].start, length: 1 };
    let cut = apply(&d, &Edit::Paint { z: 0, to: PaintTo::Rock, runs: vec![corner] }, BUDGET).unwrap();
    assert_eq!(cut.dungeon.room(room.id).area(), room.area() - 1);
    assert_eq!(codes(&cut.dungeon), [], "{:?}", verify(&cut.dungeon).flaws);
    assert!(cut.new_pins.iter().any(|pin| matches!(pin, Pin::Room(_))));
}

#[test]
fn names_numbers_notes_doors_and_contents_are_pinned() {
    let d = dungeon();
    let room = reference(&d, 1);
    let (at, feature) = (d.rooms[1].bounds().center(), "table".to_owned());
    let by = PinAuthor::Hand;
    let feature = FeaturePin {
        id: PinId(0),
        kind: feature,
        z: 0,
        cell: at,
        size: [1, 1],
        turn: 0,
        blocks: false,
        opaque: false,
        secret: false,
        flat: false,
        mount: Mount::Floor,
        light: None,
        by,
    };
    let spawn =
        SpawnPin { id: PinId(0), kind: SpawnKind::Player, z: 0, cell: at, difficulty: Fraction::ZERO, name: None, by };
    let door = DoorRef::of(d.door(d.links[0].doors()[0]));
    let log = [
        Edit::Name { of: Naming::Room(room), text: "Salt store".to_owned() },
        Edit::Number { room, n: 77 },
        Edit::Purpose { room, text: "store".to_owned() },
        Edit::Note { room, index: None, text: "It smells of fish.".to_owned(), secret: false },
        Edit::SetDoor {
            door,
            to: DoorSetting { kind: Some(crate::dungeon::DoorKind::Archway), ..DoorSetting::default() },
        },
        Edit::AddSpawn { spawn },
        Edit::AddFeature { feature },
        Edit::Ground { z: 0, to: '%', runs: vec![Run { start: d.rooms[2].bounds().center(), length: 1 }] },
    ];
    let made = log
        .iter()
        .fold(d.clone(), |d, edit| apply(&d, edit, BUDGET).unwrap_or_else(|error| panic!("{edit:?}: {error}")).dungeon);
    assert_eq!(codes(&made), [], "{:?}", verify(&made).flaws);
    let again = crate::Generator::recipe(
        "edits.toml",
        "method = \"bsp\"\nrooms.count = 8\nwidth = 80\nheight = 80\nrooms.grid = 1\nstock.mode = \"none\"",
    )
    .unwrap()
    .pins(made.provenance.pins.clone(), Some(&made))
    .seed(6)
    .generate()
    .unwrap();
    let kept = again.rooms.iter().find(|room| room.floor == made.rooms[1].floor).expect("the room is kept");
    assert_eq!((kept.name.as_str(), kept.number, kept.notes.len()), ("Salt store", Some(77), 1));
    assert!(again.features.iter().any(|feature| feature.kind == "table" && feature.cell == at));
}

#[test]
fn refused_edits_name_what_is_wrong() {
    let d = dungeon();
    let nowhere = RoomRef { z: 0, at: Cell::new(0, 0), sum: 1 };
    for (edit, words) in [
        (Edit::DeleteRoom { room: nowhere }, "there is no such room at (0, 0) of level 0"),
        (Edit::DeleteDoor { door: DoorRef { z: 3, cell: Cell::new(1, 1) } }, "there is no door at (1, 1) of level 3"),
        (Edit::Number { room: reference(&d, 0), n: 0 }, "n: need 1 to 999999, got 0"),
        (Edit::Name { of: Naming::Dungeon, text: "a\nb".to_owned() }, "control character"),
        (Edit::Unpin { ids: vec![PinId(9)] }, "there is no pin 9"),
        (Edit::AddRoom { z: 0, shape: FloorShape::Rect(d.rooms[0].bounds()) }, "would run into room"),
        (
            Edit::Paint { z: 0, to: PaintTo::Floor, runs: vec![Run { start: Cell::new(5, 5), length: i32::MAX }] },
            "lies outside",
        ),
        (
            Edit::Ground { z: 0, to: 'q', runs: vec![Run { start: Cell::new(5, 5), length: 1 }] },
            "need a glyph of ground",
        ),
        (Edit::Reroute { link: LinkRef { z: 0, door: None, stairs: None } }, "there is no link"),
    ] {
        let error = apply(&d, &edit, BUDGET).unwrap_err().to_string();
        assert!(error.contains(words), "{edit:?}: {error}");
    }
}

#[test]
fn edits_come_back_from_json() {
    let d = dungeon();
    let edits = [
        Edit::Renumber {},
        Edit::Lock { door: DoorRef::of(&d.doors[0]), key: KeyPlace::Room(reference(&d, 0)) },
        Edit::ResizeRoom { room: reference(&d, 0), shape: FloorShape::Ellipse(Rect::new(2, 2, 9, 9)) },
        Edit::Role { room: reference(&d, 0), role: crate::dungeon::Role::Treasure, on: true },
    ];
    for edit in edits {
        let text = serde_json::to_string(&edit).unwrap();
        assert_eq!(serde_json::from_str::<Edit>(&text).unwrap(), edit, "{text}");
    }
    assert!(serde_json::from_str::<Edit>(r#"{"edit": "fly"}"#).is_err());
}

#[test]
fn rooms_that_touch_become_one_and_keep_their_links() {
    let first = dungeon();
    let square = free_square(&first, 11);
    let Rect { left, top, .. } = square;
    let draw = |dungeon: &Dungeon, rect: Rect| {
        let edit = Edit::AddRoom { z: 0, shape: FloorShape::Rect(rect) };
        apply(dungeon, &edit, BUDGET).unwrap().dungeon
    };
    let drawn = draw(&draw(&first, Rect::at(Cell::new(left, top), 5, 5)), Rect::at(Cell::new(left + 6, top), 5, 5));
    let [one, two] = [drawn.rooms.len() - 2, drawn.rooms.len() - 1];
    let near = reference(&drawn, other_room(&drawn));
    let link = Edit::AddLink { from: reference(&drawn, two), to: near, width: None, secret: false };
    let linked = apply(&drawn, &link, BUDGET).unwrap().dungeon;
    let rooms = vec![reference(&linked, one), reference(&linked, two)];
    let merged = apply(&linked, &Edit::MergeRooms { rooms }, BUDGET).unwrap().dungeon;
    assert_eq!(merged.rooms.len(), first.rooms.len() + 1);
    let room = merged.rooms.iter().find(|room| room.contains(Cell::new(left + 5, top + 2))).expect("the wall is floor");
    assert!(room.contains(Cell::new(left, top)) && room.contains(Cell::new(left + 10, top)));
    assert!(merged.links.iter().any(|link| link.touches(room.id)), "the link of the other one leads to it");
    assert_eq!(codes(&merged), [FlawCode::CountDisagrees], "one room more than the recipe asks for");
    let far = vec![reference(&first, 0), reference(&first, 1)];
    assert!(apply(&first, &Edit::MergeRooms { rooms: far }, BUDGET).is_err(), "rooms that do not touch stay two");
    assert!(apply(&first, &Edit::MergeRooms { rooms: vec![reference(&first, 0)] }, BUDGET).is_err());
}

#[test]
fn an_area_is_cleared_of_rooms_corridors_and_contents() {
    let first = dungeon();
    let gone = &first.rooms[other_room(&first)];
    let runs: Vec<Run> = gone.floor.clone();
    let cleared = apply(&first, &Edit::DeleteArea { z: gone.z, runs }, BUDGET).unwrap().dungeon;
    assert!(!cleared.rooms.iter().any(|room| room.floor == gone.floor));
    assert_eq!(cleared.rooms.len(), first.rooms.len() - 1);
    let rock = first.levels[0].size().rect().cells().find(|&cell| first.levels[0].at(cell) == crate::Terrain::Rock);
    let runs = vec![Run { start: rock.unwrap(), length: 1 }];
    assert!(apply(&first, &Edit::DeleteArea { z: 0, runs }, BUDGET).is_err(), "there is nothing to clear");
}
