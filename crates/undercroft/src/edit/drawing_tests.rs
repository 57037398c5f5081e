//! Doors, entrances, adopted maps, map sizes, clips, wide and secret corridors, and keys on cells.

use undercroft_grid::{Cell, Dir, Rect};

use super::*;
use crate::dungeon::{Door, DoorKind, DoorState, Link, MarkerKind, Pin, PinAuthor, PinId, RoomPin, Run, Terrain};
use crate::format::text;
use crate::verify::{FlawCode, verify};

const BUDGET: u64 = 2_000_000;

fn dungeon() -> Dungeon {
    let text = "method = \"bsp\"\nrooms.count = 8\nwidth = 80\nheight = 80\nrooms.grid = 1\nstock.mode = \"none\"";
    crate::Generator::recipe("edits.toml", text).unwrap().seed(5).generate().unwrap()
}

fn codes(dungeon: &Dungeon) -> Vec<FlawCode> {
    let mut codes: Vec<FlawCode> = verify(dungeon).flaws.iter().map(|flaw| flaw.code).collect();
    codes.dedup();
    codes
}

fn made(dungeon: &Dungeon, edit: &Edit) -> Applied {
    apply(dungeon, edit, BUDGET).unwrap_or_else(|error| panic!("{edit:?}: {error}"))
}

fn refusal(dungeon: &Dungeon, edit: &Edit) -> String {
    apply(dungeon, edit, BUDGET).expect_err("the edit is refused").to_string()
}

fn door_at(x: i32, y: i32) -> Edit {
    Edit::AddDoor { z: 0, cells: vec![Cell::new(x, y)], kind: DoorKind::Door, state: None, secret: false }
}

fn free_square(dungeon: &Dungeon, side: i32) -> Rect {
    let level = &dungeon.levels[0];
    let inner = level.size().rect().grow(-4);
    let is_free = |at: &Cell| {
        let rect = Rect::at(*at, side, side);
        inner.contains_rect(rect) && rect.grow(3).cells().all(|cell| level.at(cell) == Terrain::Rock)
    };
    Rect::at(inner.cells().find(is_free).expect("the map has free space"), side, side)
}

fn with_room(dungeon: &Dungeon, rect: Rect) -> Dungeon {
    made(dungeon, &Edit::AddRoom { z: 0, shape: FloorShape::Rect(rect) }).dungeon
}

const TWO_ROOMS: &str = "
###########
#....#....#
#....#....#
#....#....#
###########
";

/// A map of drawn glyphs with rooms that were adopted.
fn adopted(map: &str, cells: &[(i32, i32)]) -> Dungeon {
    let mut plain = text::read(map.trim_start()).unwrap();
    // A reader finds rooms by itself; a map that was painted cell by cell has none.
    plain.rooms.clear();
    plain.links.clear();
    plain.doors.iter_mut().for_each(|door| door.room = None);
    cells.iter().fold(plain, |d, &(x, y)| made(&d, &Edit::Adopt { z: 0, cell: Cell::new(x, y) }).dungeon)
}

#[test]
fn a_door_between_two_rooms_is_a_link() {
    let d = adopted(TWO_ROOMS, &[(1, 1), (6, 1)]);
    assert_eq!((d.rooms.len(), d.links.len()), (2, 0));
    let applied = made(&d, &door_at(5, 2));
    let new = &applied.dungeon;
    assert!(new.links.len() == 1 && new.links[0].is_shared());
    assert_eq!((new.doors[0].room, new.doors[0].normal), (Some(RoomId(0)), Dir::East));
    assert_eq!(new.levels[0].at(Cell::new(5, 2)), Terrain::Door);
    assert!(applied.new_pins.iter().any(|pin| matches!(pin, Pin::Link(pin) if pin.by == PinAuthor::Hand)));
    assert_eq!(applied.touched, [TouchedRect { z: 0, rect: Rect::new(5, 2, 6, 3) }]);
    assert_eq!(codes(new), []);
}

#[test]
fn a_door_with_rock_behind_it_gets_a_corridor() {
    let first = dungeon();
    let square = free_square(&first, 5);
    let drawn = with_room(&first, square);
    let walls = [
        (Cell::new(square.left + 2, square.top - 1), Dir::North),
        (Cell::new(square.right, square.top + 2), Dir::East),
        (Cell::new(square.left + 2, square.bottom), Dir::South),
        (Cell::new(square.left - 1, square.top + 2), Dir::West),
    ];
    let mut count = 0;
    for (cell, normal) in walls {
        let Ok(applied) = apply(&drawn, &door_at(cell.x, cell.y), BUDGET) else { continue };
        let new = &applied.dungeon;
        let door = new.door(DoorRef { z: 0, cell }.find(new).unwrap());
        assert_eq!((door.cells.as_slice(), door.normal), (&[cell][..], normal));
        assert_eq!(codes(new), [FlawCode::CountDisagrees], "{cell}: {:?}", verify(new).flaws);
        assert!(applied.new_pins.iter().any(|pin| matches!(pin, Pin::Link(_))));
        count += 1;
    }
    assert!(count >= 2, "{count} of 4 walls");
}

#[test]
fn doors_are_refused_where_no_door_can_be() {
    let d = adopted(TWO_ROOMS, &[(1, 1), (6, 1)]);
    for (edit, words) in [
        (door_at(5, 4), "lies outside"),
        (door_at(2, 2), "is floor of room 0, doors are in walls"),
        (door_at(30, 1), "lies outside"),
        (
            Edit::AddDoor { z: 0, cells: vec![], kind: DoorKind::Door, state: None, secret: false },
            "cells: need 1 to 4 cells side by side in one line, got 0",
        ),
        (
            Edit::AddDoor {
                z: 0,
                cells: vec![Cell::new(5, 2)],
                kind: DoorKind::Archway,
                state: Some(DoorState::Locked),
                secret: false,
            },
            "always stands open",
        ),
    ] {
        let error = refusal(&d, &edit);
        assert!(error.contains(words), "{edit:?}: {error}");
    }
    let with_door = made(&d, &door_at(5, 2)).dungeon;
    assert!(refusal(&with_door, &door_at(5, 1)).contains("door 0 is at (5, 1) or beside it"));
    let first = dungeon();
    let room = first.rooms[0].bounds();
    let corner = door_at(room.left - 1, room.top - 1);
    assert!(refusal(&first, &corner).contains("is a corner of the wall of room 0"));
}

#[test]
fn a_plain_map_becomes_rooms_passages_and_links() {
    let map = "
##############
#....#######.#
#....+....+..#
#....#######.#
####+#########
#....#########
#....#########
##############
";
    let d = adopted(map, &[(1, 1)]);
    let numbers: Vec<Option<u32>> = d.rooms.iter().map(|room| room.number).collect();
    assert_eq!(numbers.len(), 4, "every region that doors join");
    assert_eq!(numbers.iter().flatten().count(), 2, "the passages have no number: {numbers:?}");
    assert_eq!(d.links.len(), 3);
    assert!(d.links.iter().all(Link::is_shared));
    assert_eq!(codes(&d), [], "{:?}", verify(&d).flaws);
    assert_eq!(d.provenance.pins.len(), 7, "rooms and links are pinned");
    let floor = |d: &Dungeon| d.levels[0].terrain.iter().filter(|(_, terrain)| !terrain.is_massive()).count();
    assert_eq!(floor(&d), floor(&text::read(map.trim_start()).unwrap()), "no open cell is lost");
    assert!(refusal(&d, &Edit::Adopt { z: 0, cell: Cell::new(1, 1) }).contains("no floor without a room at (1, 1)"));
    let edge = text::read("...\n...\n").unwrap();
    assert!(refusal(&edge, &Edit::Adopt { z: 0, cell: Cell::new(1, 1) }).contains("at the edge of the"));
}

#[test]
fn doors_of_a_map_whose_rooms_are_known_become_links() {
    let map = "
####################
#....#######.#.....#
#....+....+..+.....#
#....#######.##+####
####+#########,,####
#....#########,#####
#....+,,,,,,,,,#####
####################
";
    let read = text::read(map.trim_start()).unwrap();
    assert!(read.rooms.len() > 3 && read.links.is_empty(), "the reader finds rooms and no links");
    let d = made(&read, &Edit::Adopt { z: 0, cell: Cell::new(1, 1) }).dungeon;
    let ends = |d: &Dungeon| d.links.iter().map(|link| link.rooms).collect::<Vec<_>>();
    assert_eq!(d.links.len(), 6, "every door is a link: {:?}", ends(&d));
    assert!(d.links.iter().all(Link::is_shared));
    assert_eq!(codes(&d), [], "{:?}", verify(&d).flaws);
    let numbered = d.rooms.iter().filter(|room| room.number.is_some()).count();
    assert_eq!((d.rooms.len(), numbered), (6, 3), "rooms have numbers, passages and corridors have none");
    assert_eq!(d.provenance.pins.len(), 12, "rooms and links are pinned");
    // The same rooms and links as where none were known.
    let painted = adopted(map, &[(1, 1)]);
    let floors =
        |d: &Dungeon| d.rooms.iter().map(|room| room.floor[0].start).collect::<std::collections::BTreeSet<_>>();
    assert_eq!((floors(&d), d.links.len()), (floors(&painted), painted.links.len()));
    assert!(refusal(&d, &Edit::Adopt { z: 0, cell: Cell::new(1, 1) }).contains("no floor without a room at (1, 1)"));
}

#[test]
fn another_door_becomes_the_entrance() {
    let d = dungeon();
    let old = d.entrance.clone().unwrap();
    let ends: Vec<&Door> = d.doors.iter().filter(|door| door.id != old.door && door.room != Some(old.room)).collect();
    let mut count = 0;
    for door in ends {
        let Ok(applied) = apply(&d, &Edit::Entrance { door: DoorRef::of(door) }, BUDGET) else { continue };
        let new = &applied.dungeon;
        let entrance = new.entrance.clone().unwrap();
        assert_eq!(new.door(entrance.door).cells, door.cells);
        assert_eq!(Some(entrance.room), door.room);
        assert_eq!(new.links.len(), d.links.len() - 1, "the link of the door is gone");
        assert!(applied.new_pins.iter().any(|pin| matches!(pin, Pin::Entrance(_))));
        let expected =
            [FlawCode::RoomUnreachable, FlawCode::RoomShutOff, FlawCode::NumberOrder, FlawCode::CountDisagrees];
        let wrong: Vec<FlawCode> = codes(new).into_iter().filter(|code| !expected.contains(code)).collect();
        assert_eq!(wrong, [], "{:?}", verify(new).flaws);
        count += 1;
    }
    assert!(count > 0);
    let same = Edit::Entrance { door: DoorRef::of(d.door(old.door)) };
    assert!(refusal(&d, &same).contains("is the entrance already"));
    let plain = adopted(TWO_ROOMS, &[(1, 1), (6, 1)]);
    let roomy = made(&plain, &Edit::ResizeMap { w: 30, h: 20, dx: 8, dy: 8 }).dungeon;
    let opened = made(&roomy, &Edit::Entrance { door: DoorRef { z: 0, cell: Cell::new(10, 8) } }).dungeon;
    assert_eq!(opened.entrance.map(|entrance| entrance.room), Some(RoomId(0)), "a map without one gets one");
}

#[test]
fn a_larger_map_holds_the_same_dungeon_elsewhere() {
    let d = dungeon();
    let pinned = made(&d, &Edit::Pin { what: PinWhat::Link(LinkRef::of(&d, &d.links[0]).unwrap()) }).dungeon;
    let cell = d.rooms[1].bounds().center();
    let wet = made(&pinned, &Edit::Ground { z: 0, to: '%', runs: vec![Run { start: cell, length: 1 }] }).dungeon;
    let larger = made(&wet, &Edit::ResizeMap { w: 100, h: 90, dx: 7, dy: 3 });
    let new = &larger.dungeon;
    assert_eq!((new.levels[0].size().width(), new.levels[0].size().height()), (100, 90));
    assert_eq!(codes(new), [], "{:?}", verify(new).flaws);
    assert_eq!(new.provenance.pins.len(), wet.provenance.pins.len());
    assert_eq!(new.provenance.pins_size, Some([100, 90]));
    assert_eq!(new.rooms[1].bounds(), d.rooms[1].bounds().shift(Cell::new(7, 3)));
    let back = made(new, &Edit::ResizeMap { w: 80, h: 80, dx: -7, dy: -3 }).dungeon;
    assert_eq!(back, wet, "and back again");
    assert!(refusal(&d, &Edit::ResizeMap { w: 20, h: 80, dx: 0, dy: 0 }).contains("would leave the"));
    assert!(refusal(&d, &Edit::ResizeMap { w: 80, h: 80, dx: 0, dy: 0 }).contains("already"));
    assert!(refusal(&d, &Edit::ResizeMap { w: i32::MAX, h: 80, dx: 0, dy: 0 }).contains("w: need 3 to 16384"));
    assert!(refusal(&d, &Edit::ResizeMap { w: 80, h: 80, dx: i32::MIN, dy: 0 }).contains("dx: need"));
    let plain = text::read("#####\n#..##\n#####\n").unwrap();
    assert!(refusal(&plain, &Edit::ResizeMap { w: 5, h: 3, dx: 3, dy: 0 }).contains("is open and would lie outside"));
}

/// Two rooms with a door between them, water and a name, 9 cells wide and 6 high with their walls.
fn clip() -> Clip {
    let text = r#"{"size": [11, 6], "pins": [
        {"pin": "room", "id": 1, "z": 0, "floor": [[1, 1, 4], [1, 2, 4], [1, 3, 4], [1, 4, 1]], "name": "Store"},
        {"pin": "room", "id": 2, "z": 0, "floor": [[6, 1, 4], [6, 2, 4], [6, 3, 4]]},
        {"pin": "link", "id": 3, "rooms": [1, 2], "kind": {"shared":
            {"z": 0, "cells": [[5, 2]], "normal": "east", "kind": "archway", "state": "open"}}},
        {"pin": "cells", "id": 4, "z": 0, "at": [2, 2], "rows": ["?"], "ground": ["~"]}]}"#;
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_clip_is_drawn_in_every_turn_and_mirrored() {
    let d = dungeon();
    let square = free_square(&d, 12);
    for (turn, mirror) in (0..4).flat_map(|turn| [(turn, false), (turn, true)]) {
        let edit = Edit::Paste { z: 0, at: square.min(), turn, mirror, clip: clip() };
        let applied = made(&d, &edit);
        let new = &applied.dungeon;
        assert_eq!(new.rooms.len(), d.rooms.len() + 2, "{turn} {mirror}");
        let store = new.rooms.iter().find(|room| room.name == "Store").unwrap();
        assert_eq!(store.area(), 13);
        assert!(new.links.last().is_some_and(Link::is_shared));
        let is_new = |&cell: &Cell| new.levels[0].ground_at(cell) != d.levels[0].ground_at(cell);
        let wet: Vec<Cell> = new.levels[0].size().cells().filter(is_new).collect();
        assert_eq!(wet.iter().map(|&cell| new.levels[0].ground_at(cell).glyph()).collect::<String>(), "~");
        assert!(wet.into_iter().all(|cell| store.contains(cell)));
        assert_eq!(codes(new), [FlawCode::RoomUnreachable, FlawCode::CountDisagrees], "{:?}", verify(new).flaws);
        let [foot, top] = [if mirror { (9, 4) } else { (1, 4) }, if mirror { (9, 1) } else { (1, 1) }];
        let turned = |(mut x, mut y): (i32, i32)| {
            let (mut height, mut width) = (6, 11);
            for _ in 0..turn {
                (x, y) = (height - 1 - y, x);
                (height, width) = (width, height);
            }
            square.min() + Cell::new(x, y)
        };
        assert!(store.contains(turned(foot)) && store.contains(turned(top)), "{turn} {mirror}");
        assert_eq!(applied.new_pins.iter().filter(|pin| matches!(pin, Pin::Room(_))).count(), 2);
    }
}

#[test]
fn clips_that_cannot_be_drawn_are_refused() {
    let d = dungeon();
    let at = free_square(&d, 12).min();
    let paste = |clip: Clip, at: Cell, turn: u8| Edit::Paste { z: 0, at, turn, mirror: false, clip };
    let with = |size: [i32; 2], pin: Option<RoomPin>| {
        let pins = pin.map(Pin::Room).into_iter().chain(clip().pins).collect();
        Clip { size, pins }
    };
    assert!(refusal(&d, &paste(with([300, 300], None), at, 0)).contains("clip: need 1 to 65536 cells, got 300×300"));
    assert!(refusal(&d, &paste(with([0, 1], None), at, 0)).contains("got 0×1"));
    assert!(refusal(&d, &paste(with([6, 6], None), at, 0)).contains("pin 2 (room) leaves its 6×6 cells"));
    assert!(refusal(&d, &paste(clip(), Cell::new(75, 75), 0)).contains("lies outside"));
    assert!(refusal(&d, &paste(clip(), Cell::new(i32::MAX, 0), 0)).contains("lies outside"));
    assert!(refusal(&d, &paste(clip(), at, 4)).contains("turn: need 0 to 3 quarter turns, got 4"));
    assert!(refusal(&d, &paste(Clip { size: [3, 3], pins: vec![] }, at, 0)).contains("nothing that can be drawn"));
    let mut without = clip();
    without.pins.remove(1);
    assert!(refusal(&d, &paste(without, at, 0)).contains("room pin 2, which it does not contain"));
    let on_room = paste(clip(), d.rooms[0].bounds().grow(1).min(), 0);
    assert!(apply(&d, &on_room, BUDGET).is_err(), "floors would overlap");
    assert_eq!(PinId(1), clip().pins[0].id());
}

#[test]
fn drawn_corridors_are_wide_or_secret() {
    let first = dungeon();
    let drawn = with_room(&first, free_square(&first, 6));
    let (from, to) = (RoomRef::of(drawn.rooms.last().unwrap()), RoomRef::of(&drawn.rooms[0]));
    let wide = made(&drawn, &Edit::AddLink { from, to, width: Some(2), secret: false }).dungeon;
    assert_eq!(wide.link_width(wide.links.last().unwrap()), 2);
    assert_eq!(codes(&wide), [FlawCode::CountDisagrees], "{:?}", verify(&wide).flaws);
    let secret = made(&drawn, &Edit::AddLink { from, to, width: None, secret: true }).dungeon;
    let link = secret.links.last().unwrap();
    assert!(link.is_secret_passage() && link.doors().iter().all(|&door| secret.door(door).secret));
    let expected = [FlawCode::RoomShutOff, FlawCode::CountDisagrees];
    assert_eq!(codes(&secret), expected, "a room behind a secret door alone: {:?}", verify(&secret).flaws);
    assert!(refusal(&drawn, &Edit::AddLink { from, to, width: Some(9), secret: false }).contains("width: need 1 to 4"));
}

#[test]
fn a_key_lies_on_the_cell_that_was_chosen() {
    let d = dungeon();
    let entrance = d.entrance.as_ref().unwrap().room;
    let door = DoorRef::of(d.door(d.links[0].doors()[0]));
    let cell = d.room(entrance).cells().next().unwrap();
    let locked = made(&d, &Edit::Lock { door, key: KeyPlace::Cell(CellRef { z: 0, cell }) }).dungeon;
    let key = locked.markers.iter().find(|marker| marker.kind == MarkerKind::Key).unwrap();
    assert_eq!((key.cell, key.room), (cell, Some(entrance)));
    let again =
        Edit::Lock { door: DoorRef::of(d.door(d.links[1].doors()[0])), key: KeyPlace::Cell(CellRef { z: 0, cell }) };
    assert!(refusal(&locked, &again).contains("is taken; a key needs a free cell"));
    let wall = KeyPlace::Cell(CellRef { z: 0, cell: Cell::new(0, 0) });
    assert!(refusal(&d, &Edit::Lock { door, key: wall }).contains("there is no room at (0, 0) of level 0"));
    let text = r#"{"edit": "lock", "door": {"z": 0, "cell": [1, 2]}, "key": {"z": 0, "cell": [3, 4]}}"#;
    let edit: Edit = serde_json::from_str(text).unwrap();
    assert!(matches!(edit, Edit::Lock { key: KeyPlace::Cell(_), .. }));
}
