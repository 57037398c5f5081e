//! Each attribute of each pin by itself: kept it is sound, changed it is a flaw, and what is not pinned may be anything.

use undercroft_grid::{Cell, Dir, Rect};

use super::super::*;
use super::fixture::{self, retile, rewrite_notes};
use super::mutations::codes;
use super::pin_mutants::pin_all;
use crate::dungeon::{
    CellsPin, DoorKind, DoorPin, DoorState, Dungeon, EntrancePin, FeaturePin, LinkKind, LinkPin, MAX_PINS, NamePin,
    Pin, PinAuthor, PinId, PinnedDoor, PinnedLink, PlacedTemplate, Role, RoomId, RoomPin, Run, Shape, SpawnPin,
    StagePin,
};

use FlawCode as F;

const BY: PinAuthor = PinAuthor::User;

/// The sound dungeon with these pins.
fn pinned(pins: Vec<Pin>) -> Dungeon {
    let mut d = fixture::dungeon();
    d.provenance.pins = pins;
    d
}

fn flaws_of(pins: Vec<Pin>) -> Vec<FlawCode> {
    codes(&pinned(pins))
}

fn room_pin(room: usize) -> RoomPin {
    let d = fixture::dungeon();
    RoomPin::new(PinId(room as u32 + 1), d.rooms[room].z, d.rooms[room].floor.clone())
}

fn floor_pin(floor: Vec<Run>) -> Vec<Pin> {
    vec![Pin::Room(RoomPin { floor, ..room_pin(0) })]
}

fn stage(id: u32, stage: &str) -> Pin {
    Pin::Stage(StagePin { id: PinId(id), stage: stage.to_owned(), by: BY })
}

fn run(x: i32, y: i32, length: i32) -> Run {
    Run { start: Cell::new(x, y), length }
}

#[test]
fn as_many_pins_as_are_allowed_are_no_flaw_and_one_more_is() {
    let stages = |count: usize| (1..=count as u32).map(|id| stage(id, "route")).collect::<Vec<_>>();
    assert_eq!(flaws_of(stages(MAX_PINS)), []);
    let d = pinned(stages(MAX_PINS + 1));
    let sentences: Vec<String> = verify(&d).flaws.into_iter().map(|flaw| flaw.sentence).collect();
    assert_eq!(sentences, [format!("There are {} pins, at most {MAX_PINS} are allowed.", MAX_PINS + 1)]);
}

#[test]
fn a_pin_is_held_where_what_it_pins_is_as_it_says() {
    let d = fixture::dungeon();
    assert!(holds_pin(&d, &Pin::Room(room_pin(0))));
    assert!(!holds_pin(&d, &Pin::Room(RoomPin { number: Some(9), ..room_pin(0) })));
}

#[test]
fn a_pinned_floor_is_runs_in_row_order() {
    let odd = [
        vec![],
        vec![run(4, 10, 0)],
        vec![run(4, 10, -1)],
        vec![run(4, 10, 6), run(4, 11, 0)],
        vec![run(4, 10, 0), run(4, 11, 6)],
        vec![run(4, 10, 6), run(4, 10, 6)],
        vec![run(4, 11, 6), run(4, 10, 6)],
    ];
    for floor in odd {
        assert_eq!(flaws_of(floor_pin(floor.clone())), [F::PinMalformed], "{floor:?}");
    }
    assert_eq!(flaws_of(floor_pin(vec![run(4, 10, 6), run(4, 11, 6)])), [F::PinMissing], "in order, but of no room");
}

#[test]
fn malformed_pins_hide_what_else_pins_find() {
    let name = |id: u32| Pin::Name(NamePin { id: PinId(id), name: "Elsewhere".to_owned(), by: BY });
    assert_eq!(flaws_of(vec![name(1)]), [F::PinAttributeChanged]);
    assert_eq!(flaws_of(vec![name(1), stage(1, "route")]), [F::PinMalformed]);
}

#[test]
fn a_pinned_room_lies_on_its_level() {
    let floor = fixture::dungeon().rooms[5].floor.clone();
    assert_eq!(flaws_of(vec![Pin::Room(RoomPin::new(PinId(1), -1, floor.clone()))]), []);
    assert_eq!(flaws_of(vec![Pin::Room(RoomPin::new(PinId(1), 0, floor))]), [F::PinMissing]);
}

/// The stairs lie in an alcove of both rooms.
pub(super) fn with_alcove() -> Dungeon {
    let mut d = fixture::dungeon();
    for room in [3, 5] {
        let row = d.rooms[room].floor.iter_mut().find(|run| run.start.y == 21).expect("the room has this row");
        row.length += 1;
    }
    d.links[8].kind = LinkKind::stairs_at(Cell::new(44, 21));
    d.rooms[3].sockets.pop();
    retile(&mut d);
    d
}

#[test]
fn an_alcove_of_stairs_may_be_pinned_with_its_room_or_not() {
    let sound = with_alcove();
    assert_eq!(verify(&sound).flaws, []);
    let with = sound.rooms[3].floor.clone();
    let without = fixture::dungeon().rooms[3].floor.clone();
    let mut less = without.clone();
    less.pop();
    for (floor, expected) in [(with, &[][..]), (without, &[]), (less, &[F::PinMissing])] {
        let mut d = sound.clone();
        d.provenance.pins = vec![Pin::Room(RoomPin::new(PinId(1), 0, floor))];
        assert_eq!(codes(&d), expected);
    }
}

#[test]
fn each_attribute_of_a_room_is_kept_where_it_is_pinned() {
    let sound = || {
        let mut d = fixture::dungeon();
        let own =
            PlacedTemplate { name: "a nook of one's own".to_owned(), turn: 1, mirror: false, at: Cell::new(4, 10) };
        let room = &mut d.rooms[0];
        (room.name, room.shape, room.purpose) = ("Salt store".to_owned(), Shape::Rect, Some("store".to_owned()));
        room.template = Some(own);
        d
    };
    assert_eq!(verify(&sound()).flaws, []);
    let room = sound().rooms[0].clone();
    let bare = room_pin(0);
    let mut elsewhere = room.template.clone();
    elsewhere.as_mut().expect("there is one").turn = 2;
    let note = fixture::dungeon().rooms[1].notes[0].clone();
    let kept = RoomPin {
        number: room.number,
        name: Some(room.name.clone()),
        shape: Some(room.shape),
        purpose: room.purpose.clone(),
        template: room.template.clone(),
        roles: Some(room.roles.clone()),
        notes: Some(room.notes[1..].to_vec()),
        ..bare.clone()
    };
    let changed = [
        ("number", RoomPin { number: Some(9), ..bare.clone() }),
        ("name", RoomPin { name: Some("Larder".to_owned()), ..bare.clone() }),
        ("shape", RoomPin { shape: Some(Shape::Free), ..bare.clone() }),
        ("purpose", RoomPin { purpose: Some("larder".to_owned()), ..bare.clone() }),
        ("template", RoomPin { template: elsewhere, ..bare.clone() }),
        ("roles", RoomPin { roles: Some(vec![Role::Entrance, Role::Goal]), ..bare.clone() }),
        ("notes", RoomPin { notes: Some(vec![room.notes[0].clone(), note]), ..bare.clone() }),
    ];
    for pin in [bare, kept] {
        let mut d = sound();
        d.provenance.pins = vec![Pin::Room(pin)];
        assert_eq!(verify(&d).flaws, []);
    }
    for (what, pin) in changed {
        let mut d = sound();
        d.provenance.pins = vec![Pin::Room(pin)];
        let found: Vec<(FlawCode, String)> =
            verify(&d).flaws.into_iter().map(|flaw| (flaw.code, flaw.sentence)).collect();
        assert_eq!(found, [(F::PinAttributeChanged, format!("The {what} of the room is not what pin 1 says."))]);
    }
}

/// Room 0 with its walls, and pins of the four doors in them.
fn walled() -> Vec<Pin> {
    let d = fixture::dungeon();
    let mut all = d.clone();
    pin_all(&mut all);
    let entrance =
        all.provenance.pins.iter().find(|pin| matches!(pin, Pin::Entrance(_))).expect("it is pinned").clone();
    let door = |id: u32, x, y| {
        let door = d.doors.iter().find(|door| door.z == 0 && door.cells == [Cell::new(x, y)]).expect("there is a door");
        Pin::Door(DoorPin::new(PinId(id), PinId(1), door))
    };
    vec![
        Pin::Room(RoomPin { walls: true, ..room_pin(0) }),
        Pin::Room(room_pin(1)),
        entrance,
        Pin::Link(LinkPin { id: PinId(3), rooms: [PinId(1), PinId(2)], kind: PinnedLink::of(&d, &d.links[0]), by: BY }),
        door(6, 8, 16),
        door(7, 6, 9),
    ]
}

#[test]
fn pinned_walls_have_no_doors_but_pinned_ones() {
    assert_eq!(flaws_of(walled()), []);
    for (left_out, door) in [(2, (6, 16)), (3, (10, 12)), (4, (8, 16)), (5, (6, 9))] {
        let mut pins = walled();
        pins.remove(left_out);
        let flaws = verify(&pinned(pins)).flaws;
        assert_eq!(flaws.len(), 1, "{flaws:?}");
        assert_eq!((flaws[0].code, &flaws[0].cells[..]), (F::PinCellChanged, &[Cell::new(door.0, door.1)][..]));
    }
    // A door of the same cells on another level is another one.
    let mut pins = walled();
    let Pin::Door(pin) = &mut pins[5] else { panic!("a door") };
    pin.z = -1;
    assert_eq!(flaws_of(pins), [F::PinMissing, F::PinCellChanged]);
}

#[test]
fn the_doors_of_a_pinned_link_are_kept() {
    let d = fixture::dungeon();
    let pins = |change: fn(&mut PinnedDoor)| {
        let mut kind = PinnedLink::of(&d, &d.links[0]);
        let PinnedLink::Corridor(carved) = &mut kind else { panic!("a corridor") };
        change(&mut carved.doors[0]);
        let link = LinkPin { id: PinId(3), rooms: [PinId(1), PinId(2)], kind, by: BY };
        vec![Pin::Room(room_pin(0)), Pin::Room(room_pin(1)), Pin::Link(link)]
    };
    assert_eq!(flaws_of(pins(|_| {})), []);
    let flaws = verify(&pinned(pins(|door| door.state = DoorState::Open))).flaws;
    let links = flaws.iter().flat_map(|flaw| flaw.links.clone()).collect::<Vec<_>>();
    assert_eq!((flaws[0].code, links), (F::PinAttributeChanged, vec![d.links[0].id]));
    assert_eq!(flaws_of(pins(|door| door.cells[0].y += 1)), [F::PinMissing]);
}

#[test]
fn a_pinned_entrance_is_kept_with_its_door_and_its_runway() {
    let pins = |change: fn(&mut EntrancePin)| {
        let mut d = fixture::dungeon();
        pin_all(&mut d);
        let mut pins = d.provenance.pins;
        pins.iter_mut().for_each(|pin| {
            if let Pin::Entrance(pin) = pin {
                change(pin);
            }
        });
        pins
    };
    assert_eq!(flaws_of(pins(|_| {})), []);
    assert_eq!(flaws_of(pins(|pin| pin.runway += 1)), [F::PinAttributeChanged]);
    assert_eq!(flaws_of(pins(|pin| pin.kind = DoorKind::Archway)), [F::PinAttributeChanged]);
    assert_eq!(flaws_of(pins(|pin| pin.normal = Dir::East)), [F::PinAttributeChanged]);
    assert_eq!(flaws_of(pins(|pin| pin.cells[0].x += 1)), [F::PinMissing]);
    assert_eq!(flaws_of(pins(|pin| pin.z = -1)), [F::PinMissing]);
}

#[test]
fn pinned_contents_are_kept_with_all_their_attributes() {
    let d = fixture::dungeon();
    let feature = |change: fn(&mut FeaturePin)| {
        let mut pin = FeaturePin::new(PinId(1), &d.features[0]);
        change(&mut pin);
        flaws_of(vec![Pin::Feature(pin)])
    };
    assert_eq!(feature(|_| {}), []);
    assert_eq!(feature(|pin| pin.turn = 2), [F::PinAttributeChanged]);
    assert_eq!(feature(|pin| pin.cell.x += 1), [F::PinMissing]);
    let spawn = |change: fn(&mut SpawnPin)| {
        let mut pin = SpawnPin::new(PinId(1), &d.spawns[4]);
        change(&mut pin);
        flaws_of(vec![Pin::Spawn(pin)])
    };
    assert_eq!(spawn(|_| {}), []);
    assert_eq!(spawn(|pin| pin.name = None), [F::PinAttributeChanged]);
    assert_eq!(spawn(|pin| pin.difficulty = crate::fraction::Fraction::ZERO), [F::PinAttributeChanged]);
    assert_eq!(spawn(|pin| pin.cell.x += 1), [F::PinMissing]);
}

#[test]
fn pinned_cells_lie_on_the_map() {
    let cells = |z, at, row: &str| Pin::Cells(CellsPin::new(PinId(1), z, at, vec![row.to_owned()]));
    assert_eq!(flaws_of(vec![cells(0, Cell::new(3, 9), "#?")]), []);
    assert_eq!(flaws_of(vec![cells(5, Cell::new(3, 9), "#?")]), [F::PinMissing], "there is no such level");
    let rock = crate::dungeon::Terrain::Rock.glyph().to_string();
    assert_eq!(flaws_of(vec![cells(0, Cell::new(59, 39), &rock)]), []);
    assert_eq!(flaws_of(vec![cells(0, Cell::new(60, 39), &rock)]), [F::PinCellChanged], "beyond the edge is no rock");
}

#[test]
fn a_pinned_number_stays_and_the_others_are_dealt_without_it() {
    let mut d = fixture::dungeon();
    d.rooms.iter_mut().zip([1, 2, 3, 5, 9, 6, 7]).for_each(|(room, number)| room.number = Some(number));
    rewrite_notes(&mut d);
    assert_eq!(codes(&d), [F::NumberOrder]);
    let pins = |numbers: &[(usize, u32)]| -> Vec<Pin> {
        let pin = |&(room, number): &(usize, u32)| Pin::Room(RoomPin { number: Some(number), ..room_pin(room) });
        numbers.iter().map(pin).collect()
    };
    d.provenance.pins = pins(&[(4, 9)]);
    assert_eq!(codes(&d), [F::NumberOrder], "rooms 3, 5 and 6 have the next numbers");
    d.rooms.iter_mut().zip([1, 2, 3, 4, 9, 5, 6]).for_each(|(room, number)| room.number = Some(number));
    rewrite_notes(&mut d);
    assert_eq!(codes(&d), []);
    d.provenance.pins = pins(&[(4, 9), (2, 3)]);
    assert_eq!(codes(&d), []);
    // A room that has not its pinned number has one by its place.
    d.provenance.pins = pins(&[(4, 9), (2, 8)]);
    assert_eq!(codes(&d), [F::PinAttributeChanged]);
    // Nor does the number of a pin whose room is not there stay.
    d.provenance.pins = pins(&[(4, 9), (2, 3)]);
    let Pin::Room(pin) = &mut d.provenance.pins[1] else { panic!("a room") };
    pin.floor.pop();
    assert_eq!(codes(&d), [F::PinMissing]);
}

/// Both ends of link 0 have a leaf, which a pin of the link or of one of its doors explains.
#[test]
fn a_pin_explains_a_pair_of_doors() {
    let mut d = fixture::dungeon();
    let door = d.links[0].doors()[1];
    let leaf = &mut d.doors[door.index()];
    (leaf.kind, leaf.state) = (DoorKind::Door, DoorState::Closed);
    assert_eq!(codes(&d), [F::DoorPair]);
    let rooms = || vec![Pin::Room(room_pin(0)), Pin::Room(room_pin(1)), Pin::Room(room_pin(5)), Pin::Room(room_pin(6))];
    let link = |d: &Dungeon, id: usize, rooms: [u32; 2]| {
        let kind = PinnedLink::of(d, &d.links[id]);
        Pin::Link(LinkPin { id: PinId(20), rooms: rooms.map(PinId), kind, by: BY })
    };
    let cases = [
        (Pin::Door(DoorPin::new(PinId(20), PinId(2), d.door(door))), &[][..]),
        (link(&d, 0, [1, 2]), &[]),
        (link(&d, 5, [6, 7]), &[F::DoorPair]),
        (Pin::Door(DoorPin::new(PinId(20), PinId(1), d.door(d.links[7].doors()[0]))), &[F::DoorPair]),
    ];
    for (pin, expected) in cases {
        d.provenance.pins = rooms().into_iter().chain([pin]).collect();
        assert_eq!(codes(&d), expected);
    }
}

#[test]
fn pinned_stairs_may_lie_near_a_door() {
    let mut d = fixture::dungeon();
    d.links[8].kind = LinkKind::stairs_at(Cell::new(37, 20));
    retile(&mut d);
    assert_eq!(codes(&d), [F::StairsNearDoor]);
    let kind = PinnedLink::of(&d, &d.links[8]);
    let link = LinkPin { id: PinId(20), rooms: [PinId(4), PinId(6)], kind, by: BY };
    d.provenance.pins = vec![Pin::Room(room_pin(3)), Pin::Room(room_pin(5)), Pin::Link(link)];
    assert_eq!(codes(&d), []);
}

#[test]
fn a_ring_is_looked_at_only_where_it_is_pinned() {
    let floor = Run::of_rect(Rect::new(4, 10, 10, 16));
    assert_eq!(flaws_of(floor_pin(floor)), [], "its doors are not pinned");
    assert_eq!(fixture::dungeon().rooms[0].id, RoomId(0));
}
