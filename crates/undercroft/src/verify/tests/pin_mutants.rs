//! Breaks of the sound dungeon that pins show.

use undercroft_grid::{Cell, Rect};

use super::super::FlawCode;
use super::mutants::Mutant;
use crate::dungeon::{
    CellsPin, DoorPin, Dungeon, EntrancePin, FeaturePin, LinkPin, NamePin, Pin, PinAuthor, PinId, PinnedDoor,
    PinnedLink, RoomPin, Run, SpawnPin, StagePin,
};

use FlawCode as F;

/// Each break shows its code and no other.
pub const PIN_MUTANTS: &[(FlawCode, Mutant)] = &[
    (F::PinMalformed, |d| {
        pin_all(d);
        d.provenance.pins.push(d.provenance.pins[0].clone());
    }),
    (F::PinMalformed, |d| {
        pin_all(d);
        d.provenance.pins.remove(1);
    }),
    (F::PinMalformed, |d| room_pin(d, 1).floor.reverse()),
    (F::PinMalformed, |d| {
        let stage = StagePin { id: PinId(1), stage: "paint".to_owned(), by: PinAuthor::User };
        d.provenance.pins = vec![Pin::Stage(stage)];
    }),
    (F::PinMalformed, |d| d.provenance.pins = vec![cells(&["..", "."])]),
    (F::PinMissing, |d| room_pin(d, 1).floor[0].length -= 1),
    (F::PinMissing, |d| room_pin(d, 1).floor = Run::of_rect(Rect::new(50, 30, 53, 33))),
    (F::PinMissing, |d| {
        pin_all(d);
        let Pin::Link(pin) = &mut d.provenance.pins[2] else { panic!("a link") };
        let PinnedLink::Corridor(carved) = &mut pin.kind else { panic!("a corridor") };
        carved.path.pop();
    }),
    (F::PinMissing, |d| door_pin(d).cells[0].y += 1),
    (F::PinMissing, |d| {
        pin_all(d);
        let Some(Pin::Feature(pin)) = d.provenance.pins.iter_mut().find(|pin| matches!(pin, Pin::Feature(_))) else {
            panic!("a feature")
        };
        pin.kind = "gramophone".to_owned();
    }),
    (F::PinMissing, |d| {
        pin_all(d);
        let Some(Pin::Spawn(pin)) = d.provenance.pins.iter_mut().find(|pin| matches!(pin, Pin::Spawn(_))) else {
            panic!("a spawn")
        };
        pin.cell = Cell::new(1, 1);
    }),
    (F::PinAttributeChanged, |d| room_pin(d, 0).name = Some("Salt store".to_owned())),
    (F::PinAttributeChanged, |d| room_pin(d, 1).number = Some(99)),
    (F::PinAttributeChanged, |d| door_pin(d).secret ^= true),
    (F::PinAttributeChanged, |d| {
        pin_all(d);
        "Elsewhere".clone_into(&mut d.name);
    }),
    (F::PinAttributeChanged, |d| {
        pin_all(d);
        let Some(Pin::Entrance(pin)) = d.provenance.pins.iter_mut().find(|pin| matches!(pin, Pin::Entrance(_))) else {
            panic!("an entrance")
        };
        pin.runway += 1;
    }),
    (F::PinCellChanged, |d| d.provenance.pins = vec![cells(&["?.", "##"])]),
    (F::PinCellChanged, |d| {
        let Pin::Cells(pin) = cells(&["??"]) else { panic!("cells") };
        d.provenance.pins = vec![Pin::Cells(CellsPin { rows: Vec::new(), ground: vec!["~?".to_owned()], ..pin })];
    }),
    (F::PinCellChanged, |d| {
        let pin = RoomPin::new(PinId(1), 0, d.rooms[0].floor.clone());
        d.provenance.pins = vec![Pin::Room(RoomPin { walls: true, ..pin })];
    }),
];

/// Pins one of everything: rooms 0 and 1, the link and its door between them, the entrance, contents and the name.
pub(super) fn pin_all(d: &mut Dungeon) {
    let room = |id: usize| Pin::Room(RoomPin::new(PinId(id as u32 + 1), 0, d.rooms[id].floor.clone()));
    let (link, entrance) = (&d.links[0], d.entrance.clone().expect("an entrance"));
    let kind = PinnedLink::of(d, link);
    let PinnedDoor { z, cells, normal, kind: leaf, state, .. } = PinnedDoor::from(d.door(entrance.door));
    let by = PinAuthor::User;
    let entry =
        EntrancePin { id: PinId(5), room: PinId(1), z, cells, normal, kind: leaf, state, runway: entrance.runway, by };
    d.provenance.pins = vec![
        room(0),
        room(1),
        Pin::Link(LinkPin { id: PinId(3), rooms: [PinId(1), PinId(2)], kind, by }),
        Pin::Door(DoorPin::new(PinId(4), PinId(1), d.door(link.doors()[0]))),
        Pin::Entrance(entry),
        Pin::Feature(FeaturePin::new(PinId(6), &d.features[0])),
        Pin::Spawn(SpawnPin::new(PinId(7), &d.spawns[0])),
        Pin::Name(NamePin { id: PinId(8), name: d.name.clone(), by }),
    ];
}

fn room_pin(d: &mut Dungeon, at: usize) -> &mut RoomPin {
    pin_all(d);
    let Pin::Room(pin) = &mut d.provenance.pins[at] else { panic!("a room") };
    pin
}

fn door_pin(d: &mut Dungeon) -> &mut DoorPin {
    pin_all(d);
    let Pin::Door(pin) = &mut d.provenance.pins[3] else { panic!("a door") };
    pin
}

/// Pins of cells at the north-west corner of room 0.
fn cells(rows: &[&str]) -> Pin {
    let rows = rows.iter().map(|&row| row.to_owned()).collect();
    Pin::Cells(CellsPin::new(PinId(1), 0, Cell::new(3, 9), rows))
}
