//! What lies on a cell, and what made it.

use undercroft::dungeon::{Door, DoorId, Dungeon, Feature, Link, LinkId, Pin, PinId, Room, RoomId, Spawn};
use undercroft::format::json::LinkEntry;
use undercroft::grid::{Cell, Rect};
use undercroft::verify::Flaw;

use super::Session;
use super::hello::TERRAIN;
use crate::protocol::{Body, InspectReply, ProtocolError, Reply};
use crate::words::plural;

impl Session {
    /// Everything on a cell.
    pub(super) fn inspect(&self, z: i32, cell: Cell) -> Result<Reply, ProtocolError> {
        let (document, dungeon) = (&self.document, &self.document.dungeon);
        let level = document.level(z)?;
        if !level.size().contains(cell) {
            return Err(ProtocolError::invalid_cell("cell", format!("{cell} lies outside the {} map.", level.size())));
        }
        let found = Found::at(dungeon, z, cell);
        let links = found.links();
        let doors = found.doors(dungeon);
        let rooms: Vec<RoomId> = found.room.iter().map(|room| room.id).collect();
        let own_doors: Vec<DoorId> = found.door.iter().map(|door| door.id).collect();
        let made = |trace: &super::trace::Trace| trace.events_of(&rooms, &own_doors, &found.subject_links());
        let reply = InspectReply {
            z,
            cell,
            terrain: TERRAIN[level.at(cell) as usize].to_owned(),
            solid: dungeon.solid(level).contains(cell),
            room: found.room.cloned(),
            ring_of: found.ring_of.clone(),
            door: found.door.cloned(),
            corridor_of: found.corridors.iter().map(|link| link.id).collect(),
            markers: dungeon.markers.iter().filter(|marker| marker.z == z && marker.cell == cell).cloned().collect(),
            features: found.features(dungeon, z, cell),
            spawns: found.spawns(dungeon, z, cell),
            facts: found.facts(dungeon),
            pins: found.pins(dungeon),
            flaws: document.report().flaws.iter().filter(|flaw| found.is_concerned(z, cell, flaw)).cloned().collect(),
            events: document.trace.as_deref().map(made).unwrap_or_default(),
            links: links.into_iter().map(LinkEntry::from).collect(),
            doors,
        };
        Ok(Body::Inspect(Box::new(reply)).into())
    }
}

/// What lies on a cell.
struct Found<'a> {
    room: Option<&'a Room>,
    ring_of: Vec<RoomId>,
    door: Option<&'a Door>,
    /// Links whose corridor or stairs are here.
    corridors: Vec<&'a Link>,
    /// Links of the room or the door.
    linked: Vec<&'a Link>,
}

impl<'a> Found<'a> {
    fn at(dungeon: &'a Dungeon, z: i32, cell: Cell) -> Self {
        let rooms = || dungeon.rooms.iter().filter(|room| room.z == z && room.bounds().grow(1).contains(cell));
        let room = rooms().find(|room| room.contains(cell));
        let near = Rect::at(cell, 1, 1).grow(1);
        let is_ring = |room: &&Room| !room.contains(cell) && room.floor.iter().any(|run| run.rect().overlaps(near));
        let door = dungeon.doors.iter().find(|door| door.z == z && door.cells.contains(&cell));
        let runs_here = |link: &&Link| {
            let is_stairs = room.is_some_and(|room| link.stairs_in(room.id).contains(&cell));
            let level = dungeon.rooms.get(link.rooms[0].index()).map(|room| room.z);
            let is_corridor =
                || dungeon.corridor_rects(link).any(|rect| rect.contains(cell)) || link.roughened().contains(&cell);
            is_stairs || level == Some(z) && is_corridor()
        };
        let is_linked = |link: &&Link| {
            room.is_some_and(|room| link.touches(room.id)) || door.is_some_and(|door| link.doors().contains(&door.id))
        };
        Self {
            room,
            ring_of: rooms().filter(is_ring).map(|room| room.id).collect(),
            door,
            corridors: dungeon.links.iter().filter(runs_here).collect(),
            linked: dungeon.links.iter().filter(is_linked).collect(),
        }
    }

    /// All links that have to do with the cell, by number.
    fn links(&self) -> Vec<&'a Link> {
        let mut links: Vec<&Link> = self.corridors.iter().chain(&self.linked).copied().collect();
        links.sort_by_key(|link| link.id);
        links.dedup_by_key(|link| link.id);
        links
    }

    /// The links that the cell itself is part of: those of a door, or of a corridor; not all of a room's.
    fn subject_links(&self) -> Vec<LinkId> {
        let of_door = self.linked.iter().filter(|_| self.door.is_some());
        self.corridors.iter().chain(of_door).map(|link| link.id).collect()
    }

    fn doors(&self, dungeon: &Dungeon) -> Vec<DoorId> {
        let of_links = self.links().into_iter().flat_map(|link| link.doors().iter().copied());
        let of_room = |door: &&Door| self.room.is_some_and(|room| door.room == Some(room.id));
        let mut doors: Vec<DoorId> = of_links.chain(dungeon.doors.iter().filter(of_room).map(|door| door.id)).collect();
        doors.sort_unstable();
        doors.dedup();
        doors
    }

    /// Pins that hold the room, the door or a corridor here.
    fn pins(&self, dungeon: &Dungeon) -> Vec<PinId> {
        let rooms = dungeon.pinned_rooms();
        let is_room =
            |id: PinId| self.room.is_some_and(|room| rooms.iter().any(|(of, pin)| (*of, pin.id) == (room.id, id)));
        let links = || self.corridors.iter().chain(self.linked.iter().filter(|_| self.door.is_some()));
        let holds = |pin: &&Pin| match pin {
            Pin::Room(pin) => is_room(pin.id),
            Pin::Door(pin) => self.door.is_some_and(|door| pin.door().is_at(door)),
            Pin::Entrance(pin) => self.door.is_some_and(|door| pin.door().is_at(door)),
            Pin::Link(pin) => links().any(|link| pin.kind.is_at(dungeon, link)),
            _ => false,
        };
        dungeon.provenance.pins.iter().filter(holds).map(Pin::id).collect()
    }

    fn features(&self, dungeon: &Dungeon, z: i32, cell: Cell) -> Vec<Feature> {
        let in_room = |feature: &Feature| self.room.is_some_and(|room| feature.room == Some(room.id));
        let is_here = |feature: &Feature| feature.z == z && feature.rect().contains(cell);
        dungeon.features.iter().filter(|feature| in_room(feature) || is_here(feature)).cloned().collect()
    }

    fn spawns(&self, dungeon: &Dungeon, z: i32, cell: Cell) -> Vec<Spawn> {
        let in_room = |spawn: &Spawn| self.room.is_some_and(|room| spawn.room == room.id);
        let is_here = |spawn: &Spawn| spawn.z == z && spawn.cell == cell;
        dungeon.spawns.iter().filter(|spawn| in_room(spawn) || is_here(spawn)).cloned().collect()
    }

    fn is_concerned(&self, z: i32, cell: Cell, flaw: &Flaw) -> bool {
        let here = flaw.z == Some(z) && flaw.cells.contains(&cell);
        let room = self.room.is_some_and(|room| flaw.rooms.contains(&room.id));
        let door = self.door.is_some_and(|door| flaw.doors.contains(&door.id));
        let links = self.subject_links();
        here || room || door || flaw.links.iter().any(|link| links.contains(link))
    }

    fn facts(&self, dungeon: &Dungeon) -> Vec<(String, String)> {
        let mut facts = Vec::new();
        let mut add = |name: &str, value: String| facts.push((name.to_owned(), value));
        if let Some(room) = self.room {
            let bounds = room.bounds();
            add("Id", room.id.to_string());
            add("Number", room.number.map_or_else(|| "none".to_owned(), |number| number.to_string()));
            for (name, value) in [("Purpose", &room.purpose), ("Surface", &room.surface)] {
                value.iter().for_each(|value| add(name, value.replace('-', " ")));
            }
            add("Shape", room.shape.name().to_owned());
            add("Size", format!("{}×{}", bounds.width(), bounds.height()));
            add("Floor", plural(room.area() as usize, "cell"));
            add("Depth", room.depth.to_string());
            add("Difficulty", room.difficulty.to_string());
            add("On the grid", if room.aligned { "yes" } else { "no" }.to_owned());
            add("Links", self.linked.len().to_string());
            if let Some(template) = &room.template {
                add("Template", template.name.clone());
            }
        }
        if let Some(door) = self.door {
            add("Door", door.id.to_string());
            add("Width", plural(door.cells.len(), "cell"));
            if let Some(entrance) = dungeon.entrance.as_ref().filter(|entrance| entrance.door == door.id) {
                add("Entrance", format!("runway {}", plural(entrance.runway as usize, "cell")));
            }
        }
        for link in self.links().into_iter().filter(|link| self.subject_links().contains(&link.id)) {
            let [a, b] = link.rooms;
            let [a, b] = [a, b].map(|room| dungeon.room_label(room));
            add("Link", format!("{} from {a} to {b}", link.id));
            add("Length", plural(link.path().len(), "cell"));
            add("Corridor width", plural(dungeon.link_width(link) as usize, "cell"));
            add("Runways", format!("{} and {}", link.runway()[0], plural(link.runway()[1] as usize, "cell")));
        }
        facts
    }
}
