//! The field `pinned` of things in files that people edit.
//!
//! The pins themselves travel beside it as JSON. Ticking the field of a thing pins it as it is then, unticking it takes
//! the pin away, and a pin whose thing is gone goes with it, which a warning names.

use std::collections::{BTreeMap, BTreeSet};

use undercroft::dungeon::{
    DoorId, Dungeon, FeaturePin, Link, LinkId, Pin, PinAuthor, PinId, PinnedDoor, Room, RoomId, RoomPin, SpawnPin,
};
use undercroft::pin::{PinMaker, sort_pins};

/// A thing that has the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PinSubject {
    Room(RoomId),
    Door(DoorId),
    Link(LinkId),
    Feature(u32),
    Spawn(u32),
}

/// The things that pins hold.
pub(super) fn pinned_things(dungeon: &Dungeon) -> BTreeSet<PinSubject> {
    let rooms = rooms_of(dungeon);
    dungeon.provenance.pins.iter().filter_map(|pin| subject(dungeon, &rooms, pin)).collect()
}

/// The rooms that room pins hold.
fn rooms_of(dungeon: &Dungeon) -> BTreeMap<PinId, RoomId> {
    dungeon.pinned_rooms().into_iter().map(|(room, pin)| (pin.id, room)).collect()
}

/// What a pin holds, where it is there and has the field.
fn subject(dungeon: &Dungeon, rooms: &BTreeMap<PinId, RoomId>, pin: &Pin) -> Option<PinSubject> {
    match pin {
        Pin::Room(pin) => rooms.get(&pin.id).copied().map(PinSubject::Room),
        Pin::Link(pin) => {
            let pins = &dungeon.provenance.pins;
            let joins = |link: &&Link| has_doors(dungeon, link, pin.kind.doors()) && pin.is_at(pins, dungeon, link);
            dungeon.links.iter().find(joins).map(|link| PinSubject::Link(link.id))
        }
        Pin::Door(pin) => {
            let pinned = pin.door();
            dungeon.doors.iter().find(|door| pinned.is_at(door)).map(|door| PinSubject::Door(door.id))
        }
        Pin::Entrance(pin) => {
            let entrance = dungeon.entrance.as_ref()?.door;
            pin.door().is_at(dungeon.door(entrance)).then_some(PinSubject::Door(entrance))
        }
        Pin::Feature(pin) => {
            dungeon.features.iter().find(|feature| pin.is_at(feature)).map(|feature| PinSubject::Feature(feature.id))
        }
        Pin::Spawn(pin) => {
            dungeon.spawns.iter().find(|spawn| pin.is_at(spawn)).map(|spawn| PinSubject::Spawn(spawn.id))
        }
        _ => None,
    }
}

/// Whether a link has these doors: most have not, and this is quickly seen.
fn has_doors(dungeon: &Dungeon, link: &Link, doors: &[PinnedDoor]) -> bool {
    doors.iter().all(|pinned| link.doors().iter().any(|&id| pinned.is_at(dungeon.door(id))))
}

/// What the field says, by thing; those without it, as in older files, are not listed.
#[derive(Debug, Default)]
pub(super) struct PinTicks(BTreeMap<PinSubject, bool>);

impl PinTicks {
    /// What the field of a thing says, where it has one.
    pub fn insert(&mut self, thing: PinSubject, pinned: Option<bool>) {
        if let Some(pinned) = pinned {
            self.0.insert(thing, pinned);
        }
    }

    /// Makes the pins of a dungeon that was checked what the fields say.
    pub fn settle(&self, dungeon: &mut Dungeon) {
        if dungeon.provenance.pins.is_empty() && !self.0.values().any(|&pinned| pinned) {
            return;
        }
        let Sorted { kept, renewed, gone } = self.sort(dungeon);
        dungeon.provenance.pins = kept;
        let (mut pins, made) = self.made(dungeon);
        for (old, room) in &renewed {
            renew(&mut pins, made.get(room).copied().unwrap_or(old.id), old, dungeon.room(*room));
        }
        sort_pins(&mut pins);
        let size = dungeon.levels.first().map(|level| [level.size().width(), level.size().height()]);
        dungeon.provenance.pins_size = dungeon.provenance.pins_size.or(size).filter(|_| !pins.is_empty());
        dungeon.provenance.pins = pins;
        dungeon.warnings.extend(warning(&gone));
    }

    /// The pins with those that the fields ask for, and the ids of those of rooms.
    fn made(&self, dungeon: &Dungeon) -> (Vec<Pin>, BTreeMap<RoomId, PinId>) {
        let (mut maker, mut rooms) = (PinMaker::new(dungeon), BTreeMap::new());
        for (&thing, _) in self.0.iter().filter(|(_, pinned)| **pinned) {
            match thing {
                PinSubject::Room(id) => drop(rooms.insert(id, maker.pin_room(id))),
                PinSubject::Door(id) => drop(maker.pin_door(id)),
                PinSubject::Link(id) => drop(maker.pin_link(id)),
                PinSubject::Feature(id) => maker.pin_feature(id),
                PinSubject::Spawn(id) => maker.pin_spawn(id),
            }
        }
        (maker.finish(), rooms)
    }

    /// Which pins stay.
    fn sort(&self, dungeon: &Dungeon) -> Sorted {
        let rooms = rooms_of(dungeon);
        let mut sorted = Sorted::default();
        let (mut room_pins, mut others) = (Vec::new(), Vec::new());
        for pin in &dungeon.provenance.pins {
            match (pin, subject(dungeon, &rooms, pin)) {
                (Pin::Room(pin), thing) => room_pins.push((pin, thing)),
                (_, Some(thing)) if self.0.get(&thing) == Some(&false) => {}
                (_, Some(thing)) if self.0.contains_key(&thing) && !is_kept(dungeon, pin, thing) => {}
                (_, Some(_)) | (Pin::Cells(_) | Pin::Name(_) | Pin::Stage(_), None) => others.push(pin),
                (_, None) => sorted.gone.push(pin.clone()),
            }
        }
        let needed: BTreeSet<PinId> =
            others.iter().flat_map(|pin| pin.needed_rooms(&dungeon.provenance.pins)).collect();
        let mut taken: BTreeSet<RoomId> = room_pins.iter().filter_map(|(_, thing)| room_id(*thing)).collect();
        for (pin, thing) in room_pins {
            let (ticked, is_there) = match room_id(thing) {
                Some(room) => (self.0.get(&PinSubject::Room(room)).copied(), true),
                None => (None, false),
            };
            match room_id(thing).or_else(|| self.moved(dungeon, pin, &taken)) {
                None => sorted.gone.push(Pin::Room(pin.clone())),
                Some(_) if ticked == Some(false) && !needed.contains(&pin.id) => {}
                Some(room) if !is_there || ticked == Some(true) && !has_attributes(pin, dungeon.room(room)) => {
                    taken.insert(room);
                    sorted.renewed.push((pin.clone(), room));
                }
                Some(_) => sorted.kept.push(Pin::Room(pin.clone())),
            }
        }
        let there: BTreeSet<PinId> =
            sorted.kept.iter().map(Pin::id).chain(sorted.renewed.iter().map(|(pin, _)| pin.id)).collect();
        // What is ticked is pinned again with its room as it is now.
        let (stay, lost): (Vec<&Pin>, Vec<&Pin>) =
            others.into_iter().partition(|pin| pin.needs().iter().all(|room| there.contains(room)));
        let is_ticked = |pin: &&Pin| subject(dungeon, &rooms, pin).is_some_and(|thing| self.0.contains_key(&thing));
        sorted.gone.extend(lost.into_iter().filter(|pin| !is_ticked(pin)).cloned());
        sorted.kept.extend(stay.into_iter().cloned());
        sorted
    }

    /// The ticked room that a pinned one has become: the one with its number, else the one that covers most of it.
    fn moved(&self, dungeon: &Dungeon, pin: &RoomPin, taken: &BTreeSet<RoomId>) -> Option<RoomId> {
        let is_ticked = |room: &&Room| self.0.get(&PinSubject::Room(room.id)) == Some(&true);
        let free =
            || dungeon.rooms.iter().filter(is_ticked).filter(|room| room.z == pin.z && !taken.contains(&room.id));
        let numbered = free().find(|room| pin.number.is_some() && room.number == pin.number);
        let common = |room: &Room| pin.cells().filter(|&cell| room.contains(cell)).count();
        let covering = || free().map(|room| (common(room), room)).filter(|(cells, _)| *cells > 0);
        numbered
            .or_else(|| Some(covering().max_by_key(|(cells, room)| (*cells, std::cmp::Reverse(room.id)))?.1))
            .map(|room| room.id)
    }
}

/// What becomes of pins.
#[derive(Default)]
struct Sorted {
    kept: Vec<Pin>,
    /// Pins of rooms that have changed, with the rooms.
    renewed: Vec<(RoomPin, RoomId)>,
    gone: Vec<Pin>,
}

const fn room_id(thing: Option<PinSubject>) -> Option<RoomId> {
    match thing {
        Some(PinSubject::Room(id)) => Some(id),
        _ => None,
    }
}

/// Whether a thing is still what its pin holds.
fn is_kept(dungeon: &Dungeon, pin: &Pin, thing: PinSubject) -> bool {
    let is_same = |pinned: &PinnedDoor| dungeon.doors.iter().any(|door| pinned.is_same(door));
    match (pin, thing) {
        (Pin::Link(pin), _) => pin.kind.doors().iter().all(is_same),
        (Pin::Door(pin), _) => is_same(&pin.door()),
        (Pin::Entrance(pin), _) => is_same(&pin.door()),
        (Pin::Feature(pin), PinSubject::Feature(id)) => {
            *pin == FeaturePin { by: pin.by, ..FeaturePin::new(pin.id, &dungeon.features[id as usize]) }
        }
        (Pin::Spawn(pin), PinSubject::Spawn(id)) => {
            *pin == SpawnPin { by: pin.by, ..SpawnPin::new(pin.id, &dungeon.spawns[id as usize]) }
        }
        _ => true,
    }
}

/// Whether a room has what its pin holds beside the floor.
fn has_attributes(pin: &RoomPin, room: &Room) -> bool {
    pin.number.is_none_or(|number| room.number == Some(number))
        && pin.name.as_ref().is_none_or(|name| *name == room.name)
        && pin.shape.is_none_or(|shape| shape == room.shape)
        && pin.template.as_ref().is_none_or(|template| room.template.as_ref() == Some(template))
        && pin.purpose.as_ref().is_none_or(|purpose| room.purpose.as_ref() == Some(purpose))
        && pin.roles.as_ref().is_none_or(|roles| roles.iter().all(|role| room.roles.contains(role)))
        && pin.notes.as_ref().is_none_or(|notes| notes.iter().all(|note| room.notes.contains(note)))
}

/// Gives the new pin of a room the id of its old one, which other pins name, and the attributes that were pinned.
fn renew(pins: &mut [Pin], new: PinId, old: &RoomPin, room: &Room) {
    let mut made = pins.iter_mut().filter_map(|pin| if let Pin::Room(pin) = pin { Some(pin) } else { None });
    let Some(made) = made.find(|pin| pin.id == new) else { return };
    made.id = old.id;
    made.walls = old.walls;
    made.from = old.from;
    made.number = old.number.and(room.number);
    made.name = old.name.as_ref().map(|_| room.name.clone());
    made.purpose = old.purpose.as_ref().and(room.purpose.clone());
    made.roles = old.roles.as_ref().map(|_| room.roles.clone());
    made.notes = old.notes.as_ref().map(|_| room.notes.clone());
    made.by = PinAuthor::User;
    let rename = |id: &mut PinId| {
        if *id == new {
            *id = old.id;
        }
    };
    for pin in pins {
        match pin {
            Pin::Link(pin) => pin.rooms.iter_mut().for_each(rename),
            Pin::Door(pin) => rename(&mut pin.room),
            Pin::Entrance(pin) => rename(&mut pin.room),
            _ => {}
        }
    }
}

/// The most pins that the warning names.
const NAMED: usize = 8;

/// The warning about pins whose things are gone.
fn warning(gone: &[Pin]) -> Option<String> {
    let mut names: Vec<String> = gone.iter().take(NAMED).map(name).collect();
    if gone.len() > NAMED {
        names.push(format!("{} more", gone.len() - NAMED));
    }
    let what =
        if gone.len() == 1 { "A pin was dropped, what it held is" } else { "Pins were dropped, what they held is" };
    (!gone.is_empty()).then(|| format!("{what} gone from the file: {}.", names.join(", ")))
}

/// `room 4 "Salt store"`, `door at 21, 10`.
fn name(pin: &Pin) -> String {
    let place = pin.first_cell().map_or_else(String::new, |cell| format!(" at {}, {}", cell.x, cell.y));
    match pin {
        Pin::Room(RoomPin { number: Some(number), name, .. }) => {
            let name = name.as_ref().filter(|name| !name.is_empty());
            format!("room {number}{}", name.map_or_else(String::new, |name| format!(" {name:?}")))
        }
        Pin::Feature(feature) => format!("{}{place}", feature.kind),
        _ => format!("{}{place}", pin.kind_name()),
    }
}
