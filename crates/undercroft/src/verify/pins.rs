//! Pins: what they hold is there, with all its pinned attributes, and pinned cells are what they say.

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::Cell;

use super::{Flaw, FlawCode};
use crate::dungeon::{
    CellsPin, Dungeon, Link, MAX_PINS, Note, Pin, PinId, PinnedCell, PinnedDoor, Role, Room, RoomId, RoomPin, Run,
    StairAlcoves, Terrain,
};
use crate::seed::Seed;

pub(super) fn check(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    let pins = &dungeon.provenance.pins;
    if pins.is_empty() {
        return;
    }
    let count = flaws.len();
    flaws.extend(malformed(pins));
    if flaws.len() > count {
        return;
    }
    let judge = PinJudge { dungeon, alcoves: StairAlcoves::new(dungeon) };
    pins.iter().for_each(|pin| flaws.extend(judge.judge(pin)));
}

/// Whether a dungeon keeps what a pin holds.
pub(crate) fn holds_pin(dungeon: &Dungeon, pin: &Pin) -> bool {
    PinJudge { dungeon, alcoves: StairAlcoves::new(dungeon) }.judge(pin).is_empty()
}

/// Pins that make no sense by themselves.
fn malformed(pins: &[Pin]) -> Vec<Flaw> {
    let flaw = |sentence: String| Flaw::new(FlawCode::PinMalformed, sentence);
    let mut flaws = Vec::new();
    if pins.len() > MAX_PINS {
        flaws.push(flaw(format!("There are {} pins, at most {MAX_PINS} are allowed.", pins.len())));
    }
    let rooms: BTreeSet<PinId> = pins.iter().filter(|pin| matches!(pin, Pin::Room(_))).map(Pin::id).collect();
    let mut seen = BTreeSet::new();
    for pin in pins {
        let id = pin.id();
        if !seen.insert(id) {
            flaws.push(flaw(format!("Two pins have id {id}.")));
        }
        if let Some(room) = pin.needs().into_iter().find(|room| !rooms.contains(room)) {
            flaws.push(flaw(format!("Pin {id} needs room pin {room}, which is not there.")));
        }
        if let Some(why) = odd_content(pin) {
            flaws.push(flaw(format!("Pin {id}: {why}.")));
        }
    }
    flaws
}

fn odd_content(pin: &Pin) -> Option<String> {
    match pin {
        Pin::Room(pin) => {
            let is_row = |pair: &[Run]| pair[0].start < pair[1].start && pair[0].length > 0;
            let is_floor = pin.floor.windows(2).all(is_row) && pin.floor.last().is_some_and(|run| run.length > 0);
            (!is_floor).then(|| "its floor is not a list of runs in row order".to_owned())
        }
        Pin::Cells(pin) => pin.fault(),
        Pin::Stage(pin) => {
            (!Seed::STAGES.contains(&pin.stage.as_str())).then(|| format!("there is no stage {:?}", pin.stage))
        }
        _ => None,
    }
}

/// The numbers that pins give to rooms.
pub(super) fn pinned_numbers(dungeon: &Dungeon) -> BTreeMap<RoomId, u32> {
    let numbered = dungeon.provenance.pins.iter().filter_map(|pin| match pin {
        Pin::Room(pin) => Some((pin, pin.number?)),
        _ => None,
    });
    let alcoves = StairAlcoves::new(dungeon);
    let room = |pin: &RoomPin| dungeon.rooms.iter().find(|room| is_room(pin, room, &alcoves)).map(|room| room.id);
    // A room with another number than its pin has a flaw of its own.
    let has_it = |(room, number): &(RoomId, u32)| dungeon.room(*room).number == Some(*number);
    numbered.filter_map(|(pin, number)| Some((room(pin)?, number))).filter(has_it).collect()
}

/// Whether a pin holds a link, or a door of it.
pub(super) fn is_pinned_link(dungeon: &Dungeon, link: &Link) -> bool {
    let has = |door: &PinnedDoor| link.doors().iter().any(|&id| door.is_at(dungeon.door(id)));
    dungeon.provenance.pins.iter().any(|pin| match pin {
        Pin::Link(pin) => pin.is_at(&dungeon.provenance.pins, dungeon, link),
        Pin::Door(pin) => has(&pin.door()),
        _ => false,
    })
}

/// Whether a room has the floor of a pin, but for alcoves of stairs.
fn is_room(pin: &RoomPin, room: &Room, alcoves: &StairAlcoves) -> bool {
    room.z == pin.z && (room.floor == pin.floor || *alcoves.floor_without(room) == *pin.floor)
}

struct PinJudge<'a> {
    dungeon: &'a Dungeon,
    alcoves: StairAlcoves,
}

impl PinJudge<'_> {
    fn judge(&self, pin: &Pin) -> Vec<Flaw> {
        let dungeon = self.dungeon;
        let id = pin.id();
        let one = |flaw: Option<Flaw>| flaw.into_iter().collect();
        match pin {
            Pin::Room(pin) => self.room(pin),
            Pin::Link(pin) => {
                let Some(link) = dungeon.links.iter().find(|link| pin.is_at(&dungeon.provenance.pins, dungeon, link))
                else {
                    return vec![missing(id, "link")];
                };
                let same = |door: &PinnedDoor| link.doors().iter().any(|&other| door.is_same(dungeon.door(other)));
                let is_same = pin.kind.doors().iter().all(same);
                one((!is_same).then(|| changed(id, "a door of the link").links([link.id])))
            }
            Pin::Door(pin) => self.door(id, &pin.door()),
            Pin::Entrance(pin) => {
                let entrance =
                    dungeon.entrance.as_ref().filter(|entrance| pin.door().is_at(dungeon.door(entrance.door)));
                let Some(entrance) = entrance else { return vec![missing(id, "entrance")] };
                let is_same = pin.runway == entrance.runway && pin.door().is_same(dungeon.door(entrance.door));
                one((!is_same).then(|| changed(id, "the entrance").doors([entrance.door])))
            }
            Pin::Cells(pin) => one(self.cells(pin)),
            Pin::Feature(pin) => match dungeon.features.iter().find(|feature| pin.is_at(feature)) {
                Some(feature) => one((!pin.is_same(feature)).then(|| changed(id, "the feature"))),
                None => vec![missing(id, "feature")],
            },
            Pin::Spawn(pin) => match dungeon.spawns.iter().find(|spawn| pin.is_at(spawn)) {
                Some(spawn) => {
                    let is_same = (&pin.name, pin.difficulty) == (&spawn.name, spawn.difficulty);
                    one((!is_same).then(|| changed(id, "the spawn")))
                }
                None => vec![missing(id, "spawn")],
            },
            Pin::Name(pin) => one((pin.name != dungeon.name).then(|| changed(id, "the name of the dungeon"))),
            Pin::Stage(_) => Vec::new(),
        }
    }

    fn room(&self, pin: &RoomPin) -> Vec<Flaw> {
        let Some(room) = self.dungeon.rooms.iter().find(|room| is_room(pin, room, &self.alcoves)) else {
            return vec![missing(pin.id, "room").at(pin.z, &pin.cells().take(1).collect::<Vec<Cell>>())];
        };
        let mut flaws: Vec<Flaw> = Self::changed_attribute(pin, room).into_iter().collect();
        flaws.extend(self.broken_ring(pin));
        flaws
    }

    /// The first pinned attribute of a room that is not what the pin says.
    fn changed_attribute(pin: &RoomPin, room: &Room) -> Option<Flaw> {
        let differs = |is: bool, what: &'static str| is.then_some(what);
        let notes = |notes: &Vec<Note>| !notes.iter().all(|note| room.notes.contains(note));
        let roles = |roles: &Vec<Role>| !roles.iter().all(|role| room.roles.contains(role));
        let what = differs(pin.number.is_some() && pin.number != room.number, "number")
            .or_else(|| differs(pin.name.as_ref().is_some_and(|name| *name != room.name), "name"))
            .or_else(|| differs(pin.shape.is_some_and(|shape| shape != room.shape), "shape"))
            .or_else(|| differs(pin.purpose.is_some() && pin.purpose != room.purpose, "purpose"))
            .or_else(|| differs(pin.template.is_some() && pin.template != room.template, "template"))
            .or_else(|| differs(pin.roles.as_ref().is_some_and(roles), "roles"))
            .or_else(|| differs(pin.notes.as_ref().is_some_and(notes), "notes"))?;
        Some(changed(pin.id, &format!("the {what} of the room")).rooms([room.id]))
    }

    /// A pinned ring is wall, or a door that is pinned.
    fn broken_ring(&self, pin: &RoomPin) -> Option<Flaw> {
        let level = self.dungeon.level(pin.z).filter(|_| pin.walls)?;
        let doors = pinned_door_cells(&self.dungeon.provenance.pins, pin.z);
        let ring: BTreeSet<Cell> = pin.cells().flat_map(Cell::neighbors8).filter(|&cell| !pin.contains(cell)).collect();
        let is_kept = |cell: &Cell| level.at(*cell) == Terrain::Wall || doors.contains(cell);
        let broken: Vec<Cell> = ring.into_iter().filter(|cell| !is_kept(cell)).collect();
        let sentence = format!("The walls that pin {} holds are broken.", pin.id);
        (!broken.is_empty()).then(|| Flaw::new(FlawCode::PinCellChanged, sentence).at(pin.z, &broken))
    }

    fn door(&self, id: PinId, pinned: &PinnedDoor) -> Vec<Flaw> {
        match self.dungeon.doors.iter().find(|door| pinned.is_at(door)) {
            Some(door) if pinned.is_same(door) => Vec::new(),
            Some(door) => vec![changed(id, "the door").doors([door.id])],
            None => vec![missing(id, "door").at(pinned.z, &pinned.cells)],
        }
    }

    fn cells(&self, pin: &CellsPin) -> Option<Flaw> {
        let Some(level) = self.dungeon.level(pin.z) else { return Some(missing(pin.id, "level")) };
        let is_kept = |PinnedCell { cell, terrain, ground }: &PinnedCell| {
            terrain.is_none_or(|terrain| level.size().contains(*cell) && level.at(*cell) == terrain)
                && ground.is_none_or(|ground| level.ground_at(*cell) == ground)
        };
        let wrong: Vec<Cell> = pin.cells().filter(|cell| !is_kept(cell)).map(|cell| cell.cell).collect();
        let sentence = format!("Cells are not what pin {} says.", pin.id);
        (!wrong.is_empty()).then(|| Flaw::new(FlawCode::PinCellChanged, sentence).at(pin.z, &wrong))
    }
}

fn pinned_door_cells(pins: &[Pin], z: i32) -> BTreeSet<Cell> {
    let doors = |pin: &Pin| match pin {
        Pin::Link(pin) => pin.kind.doors().to_vec(),
        Pin::Door(pin) => vec![pin.door()],
        Pin::Entrance(pin) => vec![pin.door()],
        _ => Vec::new(),
    };
    pins.iter().flat_map(doors).filter(|door| door.z == z).flat_map(|door| door.cells).collect()
}

fn missing(id: PinId, what: &str) -> Flaw {
    Flaw::new(FlawCode::PinMissing, format!("The {what} that pin {id} holds is not there."))
}

fn changed(id: PinId, what: &str) -> Flaw {
    Flaw::new(FlawCode::PinAttributeChanged, format!("{} is not what pin {id} says.", capital(what)))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
