//! Makes pins of what a dungeon has.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Rect};

use crate::dungeon::{
    CellsPin, DoorId, DoorPin, Dungeon, Entrance, EntrancePin, FeaturePin, Link, LinkId, LinkPin, NamePin, Pin,
    PinAuthor, PinId, PinnedCell, PinnedDoor, PinnedLink, Role, Room, RoomId, RoomPin, Shape, SpawnKind, SpawnPin,
    StagePin, StairAlcoves,
};

/// Collects pins of a dungeon. What is pinned already keeps its pin; links and doors bring their rooms along.
pub struct PinMaker<'a> {
    dungeon: &'a Dungeon,
    alcoves: StairAlcoves,
    pins: Vec<Pin>,
    rooms: BTreeMap<RoomId, PinId>,
    next: u32,
    author: PinAuthor,
}

impl<'a> PinMaker<'a> {
    /// Begins with the pins that the dungeon has.
    pub fn new(dungeon: &'a Dungeon) -> Self {
        let pins = dungeon.provenance.pins.clone();
        let rooms = dungeon.pinned_rooms().into_iter().map(|(room, pin)| (room, pin.id)).collect();
        let next = dungeon.provenance.next_pin().0;
        Self { dungeon, alcoves: StairAlcoves::new(dungeon), pins, rooms, next, author: PinAuthor::User }
    }

    /// The same with pins of another author from now on.
    #[must_use]
    pub fn made_by(self, author: PinAuthor) -> Self {
        Self { author, ..self }
    }

    /// All pins, in the order in which they are worked on.
    pub fn finish(mut self) -> Vec<Pin> {
        super::sort_pins(&mut self.pins);
        self.pins
    }

    /// Pins a room: floor, shape, number, name, template, its place in the plan, and in a house what it is for. Returns the
    /// id of its pin.
    pub fn pin_room(&mut self, id: RoomId) -> PinId {
        if let Some(&pin) = self.rooms.get(&id) {
            return pin;
        }
        let pin = self.next_id();
        let room = self.dungeon.room(id);
        self.rooms.insert(id, pin);
        let content = self.room_content(pin, room);
        self.pins.push(Pin::Room(content).made_by(self.author));
        pin
    }

    /// The content of a room's pin.
    fn room_content(&self, pin: PinId, room: &Room) -> RoomPin {
        let floor = self.alcoves.floor_without(room).into_owned();
        let sockets = room.sockets.iter().map(|socket| crate::dungeon::Socket { open: false, ..*socket });
        let is_house = self.dungeon.provenance.recipe.is_house();
        RoomPin {
            number: room.number,
            name: Some(room.name.clone()).filter(|name| !name.is_empty()),
            shape: Some(room.shape).filter(|&shape| shape != Shape::Free),
            // Elsewhere stocking draws it again.
            purpose: room.purpose.clone().filter(|_| is_house),
            // Halls are not counted as rooms.
            roles: (is_house && room.roles.contains(&Role::Hall)).then(|| vec![Role::Hall]),
            template: room.template.clone(),
            sockets: sockets.collect(),
            plan: room.plan,
            from: floor.first().map(|run| run.start),
            ..RoomPin::new(pin, room.z, floor)
        }
    }

    /// Pins a link with its doors and rooms.
    pub fn pin_link(&mut self, id: LinkId) -> PinId {
        let link = self.dungeon.link(id);
        let is_same = |pin: &&Pin| matches!(pin, Pin::Link(pin) if pin.is_at(&self.pins, self.dungeon, link));
        if let Some(pin) = self.pins.iter().find(is_same) {
            return pin.id();
        }
        let rooms = link.rooms.map(|room| self.pin_room(room));
        let pin = LinkPin { id: self.next_id(), rooms, kind: PinnedLink::of(self.dungeon, link), by: self.author };
        let id = pin.id;
        self.pins.push(Pin::Link(pin));
        id
    }

    /// Pins a door with its room: the entrance as such. `None` for a door of no room.
    pub fn pin_door(&mut self, id: DoorId) -> Option<PinId> {
        let door = self.dungeon.door(id);
        if self.dungeon.entrance.as_ref().is_some_and(|entrance| entrance.door == id) {
            return self.pin_entrance();
        }
        let is_same = |pin: &&Pin| matches!(pin, Pin::Door(pin) if pin.door().is_at(door));
        if let Some(pin) = self.pins.iter().find(is_same) {
            return Some(pin.id());
        }
        let room = self.pin_room(door.room?);
        let pin = DoorPin { by: self.author, ..DoorPin::new(self.next_id(), room, door) };
        let id = pin.id;
        self.pins.push(Pin::Door(pin));
        Some(id)
    }

    /// Pins the entrance with its room; `None` where there is none.
    pub fn pin_entrance(&mut self) -> Option<PinId> {
        if let Some(pin) = self.pins.iter().find(|pin| matches!(pin, Pin::Entrance(_))) {
            return Some(pin.id());
        }
        let entrance = self.dungeon.entrance.clone()?;
        let room = self.pin_room(entrance.room);
        let PinnedDoor { z, cells, normal, kind, state, .. } = PinnedDoor::from(self.dungeon.door(entrance.door));
        let (id, by) = (self.next_id(), self.author);
        self.pins.push(Pin::Entrance(EntrancePin {
            id,
            room,
            z,
            cells,
            normal,
            kind,
            state,
            runway: entrance.runway,
            by,
        }));
        Some(id)
    }

    /// Pins the tiles of a rectangle and what lies on them; `None` where it lies outside the level.
    pub fn pin_cells(&mut self, z: i32, rect: Rect) -> Option<PinId> {
        let level = self.dungeon.level(z)?;
        let pinned = |cell: Cell| PinnedCell {
            cell,
            terrain: Some(level.at(cell)),
            ground: level.ground.is_some().then(|| level.ground_at(cell)),
        };
        let cells: Vec<PinnedCell> = rect.intersection(level.size().rect()).cells().map(pinned).collect();
        self.pin_single_cells(z, cells)
    }

    /// Pins single cells of a level.
    pub fn pin_single_cells(&mut self, z: i32, cells: Vec<PinnedCell>) -> Option<PinId> {
        let pin = CellsPin::of_cells(self.next_id(), self.dungeon.level(z)?, cells)?;
        let id = pin.id;
        self.pins.push(Pin::Cells(CellsPin { by: self.author, ..pin }));
        Some(id)
    }

    /// Pins a feature, by its position, with the room or the corridor that it is in: without it a roll would have to have
    /// floor there by chance.
    pub fn pin_feature(&mut self, feature: u32) {
        let feature = &self.dungeon.features[feature as usize];
        let pin = FeaturePin::new(PinId(0), feature);
        match feature.room {
            Some(room) => {
                self.pin_room(room);
            }
            None => self.pin_corridor(feature.z, pin.floor_cell()),
        }
        if !self.pins.iter().any(|pin| matches!(pin, Pin::Feature(pin) if pin.is_at(feature))) {
            let (id, by) = (self.next_id(), self.author);
            self.pins.push(Pin::Feature(FeaturePin { id, by, ..pin }));
        }
    }

    /// Pins a spawn, by its position, with its room; a place for visitors beside the entrance also with the entrance.
    pub fn pin_spawn(&mut self, spawn: u32) {
        let spawn = &self.dungeon.spawns[spawn as usize];
        self.pin_room(spawn.room);
        let is_entry = |entrance: &Entrance| entrance.room == spawn.room;
        if spawn.kind == SpawnKind::Player && self.dungeon.entrance.as_ref().is_some_and(is_entry) {
            self.pin_entrance();
        }
        if !self.pins.iter().any(|pin| matches!(pin, Pin::Spawn(pin) if pin.is_at(spawn))) {
            let pin = SpawnPin { by: self.author, ..SpawnPin::new(self.next_id(), spawn) };
            self.pins.push(Pin::Spawn(pin));
        }
    }

    /// Pins the links whose corridor has a cell.
    fn pin_corridor(&mut self, z: i32, cell: Cell) {
        let dungeon = self.dungeon;
        let is_here = |link: &&Link| {
            dungeon.room(link.rooms[0]).z == z && dungeon.corridor_rects(link).any(|rect| rect.contains(cell))
        };
        let links: Vec<LinkId> = dungeon.links.iter().filter(is_here).map(|link| link.id).collect();
        for link in links {
            self.pin_link(link);
        }
    }

    /// Pins the name of the dungeon.
    pub fn pin_name(&mut self) {
        self.pins.retain(|pin| !matches!(pin, Pin::Name(_)));
        let pin = NamePin { id: self.next_id(), name: self.dungeon.name.clone(), by: self.author };
        self.pins.push(Pin::Name(pin));
    }

    /// Pins the number of a stage.
    pub fn pin_stage(&mut self, stage: &str) {
        if !self.pins.iter().any(|pin| matches!(pin, Pin::Stage(pin) if pin.stage == stage)) {
            let pin = StagePin { id: self.next_id(), stage: stage.to_owned(), by: self.author };
            self.pins.push(Pin::Stage(pin));
        }
    }

    /// The pin with this id, to be changed.
    pub fn room_pin_mut(&mut self, id: PinId) -> Option<&mut RoomPin> {
        self.pins.iter_mut().find_map(|pin| match pin {
            Pin::Room(pin) if pin.id == id => Some(pin),
            _ => None,
        })
    }

    const fn next_id(&mut self) -> PinId {
        let id = PinId(self.next);
        self.next = self.next.saturating_add(1);
        id
    }
}
