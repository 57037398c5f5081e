//! Pins after an edit: what moved takes its pin along, what is gone loses it.

use super::made::without_cells;
use crate::dungeon::{
    Dungeon, EntrancePin, FeaturePin, LinkPin, Pin, PinnedDoor, PinnedLink, RoomId, RoomPin, SpawnPin, StairAlcoves,
};
use crate::verify::holds_pin;

/// The pins of a dungeon after an edit. Where things have the ids they had, changed ones are found by them.
pub(super) fn keep_pins(before: &Dungeon, after: &Dungeon, keeps_ids: bool) -> Vec<Pin> {
    let upkeep = PinUpkeep { before, after, keeps_ids };
    let mut pins: Vec<Pin> = before.provenance.pins.iter().filter_map(|pin| upkeep.keep(pin)).collect();
    // Features and spawns have moved or stayed, whatever became of their rooms.
    crate::pin::without_dangling(&mut pins, &[]);
    pins
}

struct PinUpkeep<'a> {
    before: &'a Dungeon,
    after: &'a Dungeon,
    keeps_ids: bool,
}

impl PinUpkeep<'_> {
    fn keep(&self, pin: &Pin) -> Option<Pin> {
        if holds_pin(self.after, pin) {
            return Some(pin.clone());
        }
        if let Pin::Cells(cells) = pin {
            let level = self.after.level(cells.z)?;
            let is_other = |cell| {
                cells.cells().any(|pinned| {
                    pinned.cell == cell
                        && (pinned.terrain.is_some_and(|terrain| terrain != level.at(cell))
                            || pinned.ground.is_some_and(|ground| ground != level.ground_at(cell)))
                })
            };
            return without_cells(cells, level, is_other).map(Pin::Cells);
        }
        if self.keeps_ids { self.follow(pin) } else { None }
    }

    /// The pin of the same thing as it is now.
    fn follow(&self, pin: &Pin) -> Option<Pin> {
        let (before, after) = (self.before, self.after);
        match pin {
            Pin::Room(pin) => self.room(pin).map(Pin::Room),
            Pin::Link(pin) => {
                let link = before.links.iter().find(|link| pin.is_at(&before.provenance.pins, before, link))?;
                let kind = PinnedLink::of(after, after.links.get(link.id.index())?);
                Some(Pin::Link(LinkPin { kind, ..pin.clone() }))
            }
            Pin::Door(pin) => {
                let door = before.doors.iter().find(|door| pin.door().is_at(door))?;
                let PinnedDoor { z, cells, normal, kind, state, secret } =
                    PinnedDoor::from(after.doors.get(door.id.index())?);
                Some(Pin::Door(crate::dungeon::DoorPin { z, cells, normal, kind, state, secret, ..pin.clone() }))
            }
            Pin::Entrance(pin) => {
                let entrance = after.entrance.as_ref()?;
                let PinnedDoor { z, cells, normal, kind, state, .. } = PinnedDoor::from(after.door(entrance.door));
                let runway = entrance.runway;
                Some(Pin::Entrance(EntrancePin { z, cells, normal, kind, state, runway, ..pin.clone() }))
            }
            Pin::Feature(pin) => {
                let old = before.features.iter().find(|feature| pin.is_at(feature))?;
                let new = after.features.get(old.id as usize).filter(|new| new.kind == old.kind)?;
                Some(Pin::Feature(FeaturePin { by: pin.by, ..FeaturePin::new(pin.id, new) }))
            }
            Pin::Spawn(pin) => {
                let old = before.spawns.iter().find(|spawn| pin.is_at(spawn))?;
                let new = after.spawns.get(old.id as usize).filter(|new| new.kind == old.kind)?;
                Some(Pin::Spawn(SpawnPin { by: pin.by, ..SpawnPin::new(pin.id, new) }))
            }
            Pin::Name(pin) => Some(Pin::Name(crate::dungeon::NamePin { name: after.name.clone(), ..pin.clone() })),
            Pin::Cells(_) | Pin::Stage(_) => None,
        }
    }

    /// The room as it is now, with the attributes that were pinned.
    fn room(&self, pin: &RoomPin) -> Option<RoomPin> {
        let pinned = self.before.pinned_rooms();
        let (id, _) = pinned.into_iter().find(|(_, other)| other.id == pin.id)?;
        let room = self.after.rooms.get(RoomId::index(id))?;
        let floor = StairAlcoves::new(self.after).floor_without(room).into_owned();
        Some(RoomPin {
            z: room.z,
            floor,
            number: pin.number.and(room.number),
            name: pin.name.as_ref().map(|_| room.name.clone()),
            shape: pin.shape.map(|_| room.shape),
            purpose: pin.purpose.as_ref().and(room.purpose.clone()),
            roles: pin.roles.as_ref().map(|_| room.roles.clone()),
            template: pin.template.as_ref().and(room.template.clone()),
            sockets: room.sockets.iter().map(|socket| crate::dungeon::Socket { open: false, ..*socket }).collect(),
            notes: pin
                .notes
                .as_ref()
                .map(|notes| notes.iter().filter(|note| room.notes.contains(note)).cloned().collect()),
            ..pin.clone()
        })
    }
}
