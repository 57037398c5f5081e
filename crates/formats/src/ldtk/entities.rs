//! Rooms, doors, links and markers as entities. `contents.rs` has what is in the rooms.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Rect};

use super::enums::{Flight, hex};
use super::fields::{Datum, Reference, instance};
use super::iid::Iids;
use super::layer::Layer;
use super::schema::Kind;
use super::wire::{EntityInstance, FieldInstance};
use crate::pin_ticks::{PinSubject, pinned_things};
use crate::room_notes::plain_notes;
use undercroft::dungeon::{
    Door, DoorId, Dungeon, Entrance, Link, LinkId, Marker, MarkerKind, Room, RoomId, Run, Socket, Stub, Terrain,
};
use undercroft::format::json::LinkFile;

/// Makes entities of a dungeon's things.
pub(super) struct Entities<'a> {
    pub(super) dungeon: &'a Dungeon,
    iids: &'a Iids,
    /// The side of a tile. [Unit: pixels]
    tile: i32,
    pinned: BTreeSet<PinSubject>,
}

/// The values of an entity's fields, in the order of the schema.
pub(super) type Values = Vec<Vec<Datum>>;

impl<'a> Entities<'a> {
    pub fn new(dungeon: &'a Dungeon, iids: &'a Iids, tile: u32) -> Self {
        Self { dungeon, iids, tile: tile as i32, pinned: pinned_things(dungeon) }
    }

    /// Rooms, links, doors and markers of a level, those on top last.
    pub fn of_level(&self, z: i32) -> Vec<EntityInstance> {
        let Dungeon { rooms, doors, links, stubs, entrance, .. } = self.dungeon;
        let rooms = rooms.iter().filter(|room| room.z == z).map(|room| self.room(room));
        let links = links.iter().filter(|link| self.level_of(link) == z).map(|link| self.link(link));
        let stubs = stubs.iter().enumerate().filter(|(_, stub)| stub.z == z).map(|(i, stub)| self.stub(i, stub));
        let doors = doors.iter().filter(|door| door.z == z).map(|door| self.door(door));
        let entrance = entrance.iter().filter(|entrance| self.dungeon.door(entrance.door).z == z);
        let entrance = entrance.map(|entrance| self.entrance(entrance));
        let stairs = self.unmarked_stairs(z);
        let markers = self.dungeon.markers.iter().enumerate().filter(|(_, marker)| marker.z == z);
        let markers = markers.map(|(i, marker)| self.marker(i, marker));
        rooms.chain(links).chain(stubs).chain(doors).chain(entrance).chain(stairs).chain(markers).collect()
    }

    fn room(&self, room: &Room) -> EntityInstance {
        let bounds = room.bounds();
        let corner = Cell::new(bounds.left, bounds.top);
        let template = room.template.as_ref();
        let values = vec![
            vec![Datum::int(room.id.0)],
            room.roles.iter().map(|&role| Datum::word(role)).collect(),
            vec![Datum::Bool(self.dungeon.goal == Some(room.id))],
            vec![Datum::int(room.depth)],
            vec![Datum::int(room.difficulty.parts())],
            vec![Datum::Bool(room.aligned)],
            coordinates(room.plan),
            template.map(|template| Datum::Text(template.name.clone())).into_iter().collect(),
            vec![Datum::int(template.map_or(0, |template| template.turn))],
            vec![Datum::Bool(template.is_some_and(|template| template.mirror))],
            template.map(|template| Datum::Point(template.at)).into_iter().collect(),
            room.sockets.iter().map(|socket| Datum::Text(socket_line(socket, corner))).collect(),
            (room.floor != Run::of_rect(bounds)).then(|| Datum::Text(floor_text(room, corner))).into_iter().collect(),
            room.number.map(Datum::int).into_iter().collect(),
            text(room.name.clone()),
            vec![Datum::Text(room.shape.name().to_owned())],
            room.dais.iter().flat_map(|dais| [dais.left, dais.top, dais.right, dais.bottom]).map(Datum::int).collect(),
            room.template_group.clone().map(Datum::Text).into_iter().collect(),
            room.purpose.clone().map(Datum::Text).into_iter().collect(),
            room.hearth.as_ref().map(|hearth| Datum::Text(json_line(hearth))).into_iter().collect(),
            room.surface.clone().map(Datum::Text).into_iter().collect(),
            text(plain_notes(&room.notes, false)),
            text(plain_notes(&room.notes, true)),
            room.notes.iter().map(|note| Datum::Text(json_line(note))).collect(),
            self.pinned(PinSubject::Room(room.id)),
        ];
        self.entity(Kind::Room, &room_name(room.id), bounds, values)
    }

    fn door(&self, door: &Door) -> EntityInstance {
        let values = vec![
            vec![Datum::int(door.id.0)],
            vec![Datum::word(door.state)],
            vec![Datum::word(door.kind)],
            vec![Datum::Bool(door.secret)],
            vec![Datum::word(door.normal)],
            door.room.map(|room| self.room_reference(room)).into_iter().collect(),
            self.pinned(PinSubject::Door(door.id)),
        ];
        self.entity(Kind::Door, &door_name(door.id), door.bounds(), values)
    }

    fn link(&self, link: &Link) -> EntityInstance {
        let view = LinkFile::new(self.dungeon, link);
        let values = vec![
            vec![Datum::int(link.id.0)],
            vec![Datum::word(view.kind)],
            link.rooms.iter().map(|&room| self.room_reference(room)).collect(),
            link.doors().iter().map(|&door| self.door_reference(door)).collect(),
            points(link.path()),
            vec![Datum::int(view.width)],
            link.runway().iter().map(|&cells| Datum::int(cells)).collect(),
            link.fallback().iter().map(|&fallback| Datum::word(fallback)).collect(),
            points(link.roughened()),
            view.discovered.map(Datum::Bool).into_iter().collect(),
            coordinates(view.from_coord),
            coordinates(view.to_coord),
            vec![Datum::Bool(view.is_secret_passage)],
            points(&view.to_run),
            self.pinned(PinSubject::Link(link.id)),
        ];
        self.entity(Kind::Link, &link_name(link.id), cell_rect(self.place_of(link)), values)
    }

    fn stub(&self, order: usize, stub: &Stub) -> EntityInstance {
        let values = vec![vec![Datum::Int(order as i64)], points(&stub.path), vec![Datum::int(stub.width)]];
        let at = stub.path.first().copied().unwrap_or(Cell::new(0, 0));
        self.entity(Kind::Stub, &format!("stub {order}"), cell_rect(at), values)
    }

    fn entrance(&self, entrance: &Entrance) -> EntityInstance {
        let at = self.dungeon.door(entrance.door).bounds();
        let values = vec![
            vec![self.room_reference(entrance.room)],
            vec![self.door_reference(entrance.door)],
            vec![Datum::int(entrance.runway)],
            vec![Datum::Bool(entrance.open_end)],
        ];
        self.entity(Kind::Entrance, "entrance", cell_rect(Cell::new(at.left, at.top)), values)
    }

    fn marker(&self, order: usize, marker: &Marker) -> EntityInstance {
        let is_key = marker.kind == MarkerKind::Key;
        let link = if is_key { self.dungeon.lock_of(marker) } else { marker.link };
        let common = vec![
            vec![Datum::Int(order as i64)],
            marker.room.map(|room| self.room_reference(room)).into_iter().collect(),
            link.map(|link| self.link_reference(link)).into_iter().collect(),
            marker.label.iter().map(|label| Datum::Text(label.clone())).collect(),
        ];
        let kind = match marker.kind {
            MarkerKind::Stairs => return self.stairs(&marker_name(order), marker.z, marker.cell, common),
            MarkerKind::Key => Kind::Key,
            _ => Kind::Light,
        };
        self.entity(kind, &marker_name(order), cell_rect(marker.cell), common)
    }

    fn stairs(&self, name: &str, z: i32, cell: Cell, mut common: Values) -> EntityInstance {
        let flight = self.flight(z, cell).unwrap_or(Flight::Down);
        let other = self.dungeon.stairs_lead(z, cell);
        let other_end = other.and_then(|z| Some(self.reference(&self.stairs_name(z, cell)?, z)));
        let mut values = vec![other_end.into_iter().collect(), vec![Datum::word(flight)]];
        values.append(&mut common);
        self.entity(Kind::Stairs, name, cell_rect(cell), values)
    }

    /// Stairs that only the tiles tell of, as on a drawn map.
    fn unmarked_stairs(&self, z: i32) -> impl Iterator<Item = EntityInstance> {
        let level = self.dungeon.level(z).into_iter();
        let cells = level.flat_map(|level| level.terrain.iter().map(|(cell, _)| cell));
        let is_unmarked = move |cell: &Cell| {
            let is_marked = || self.stairs_marker(z, *cell).is_some() || self.dungeon.is_later_step(z, *cell);
            self.flight(z, *cell).is_some() && !is_marked()
        };
        cells.filter(is_unmarked).map(move |cell| self.stairs(&bare_stairs_name(z, cell), z, cell, no_values(4)))
    }

    fn flight(&self, z: i32, cell: Cell) -> Option<Flight> {
        match self.dungeon.level(z)?.at(cell) {
            Terrain::StairsUp => Some(Flight::Up),
            Terrain::StairsDown => Some(Flight::Down),
            _ => None,
        }
    }

    fn stairs_marker(&self, z: i32, cell: Cell) -> Option<usize> {
        let is_it = |marker: &Marker| marker.kind == MarkerKind::Stairs && marker.z == z && marker.cell == cell;
        self.dungeon.markers.iter().position(is_it)
    }

    /// The name of the stairs on a cell, if there are any.
    fn stairs_name(&self, z: i32, cell: Cell) -> Option<String> {
        let marked = self.stairs_marker(z, cell).map(marker_name);
        marked.or_else(|| self.flight(z, cell).map(|_| bare_stairs_name(z, cell)))
    }

    /// The level of a link is that of its first room.
    fn level_of(&self, link: &Link) -> i32 {
        self.dungeon.room(link.rooms[0]).z
    }

    /// Where a link is shown: on its path, in its door, or else in its first room.
    fn place_of(&self, link: &Link) -> Cell {
        let middle = link.path().get(link.path().len() / 2).copied();
        let door = || link.doors().first().and_then(|&door| self.dungeon.door(door).cells.first().copied());
        let room = || self.dungeon.room(link.rooms[0]).floor.first().map(|run| run.start);
        middle.or_else(door).or_else(room).unwrap_or(Cell::new(0, 0))
    }

    pub(super) fn pinned(&self, thing: PinSubject) -> Vec<Datum> {
        vec![Datum::Bool(self.pinned.contains(&thing))]
    }

    pub(super) fn room_reference(&self, id: RoomId) -> Datum {
        self.reference(&room_name(id), self.dungeon.room(id).z)
    }

    fn door_reference(&self, id: DoorId) -> Datum {
        self.reference(&door_name(id), self.dungeon.door(id).z)
    }

    fn link_reference(&self, id: LinkId) -> Datum {
        self.reference(&link_name(id), self.level_of(self.dungeon.link(id)))
    }

    pub(super) fn reference(&self, name: &str, z: i32) -> Datum {
        Datum::Entity(Reference {
            entity: self.iids.iid(name),
            layer: self.iids.layer(Layer::Entities.name(), z),
            level: self.iids.level(z),
            world: self.iids.world(),
        })
    }

    pub(super) fn entity(&self, kind: Kind, name: &str, rect: Rect, values: Values) -> EntityInstance {
        let px = [rect.left * self.tile, rect.top * self.tile];
        EntityInstance {
            identifier: kind.entity().name,
            grid: [rect.left, rect.top],
            pivot: [0, 0],
            tags: [],
            tile: None,
            smart_color: hex(kind.entity().colour),
            iid: self.iids.iid(name),
            width: rect.width() * self.tile,
            height: rect.height() * self.tile,
            def_uid: kind.uid(),
            px,
            field_instances: instances(kind, values),
            world_x: px[0],
            world_y: px[1],
        }
    }
}

fn no_values(count: usize) -> Values {
    std::iter::repeat_with(Vec::new).take(count).collect()
}

fn instances(kind: Kind, values: Values) -> Vec<FieldInstance> {
    let fields = kind.entity().fields;
    debug_assert_eq!(fields.len(), values.len(), "an entity has a value for each of its fields");
    let numbered = fields.iter().zip(kind.uid() + 1..);
    numbered.zip(values).map(|((field, uid), values)| instance(field, uid, values)).collect()
}

/// One run is `x,y,length`; they are separated by spaces.
fn floor_text(room: &Room, corner: Cell) -> String {
    let run = |run: &Run| {
        let Cell { x, y } = run.start - corner;
        format!("{x},{y},{}", run.length)
    };
    room.floor.iter().map(run).collect::<Vec<_>>().join(" ")
}

/// `3 -1 North required open`.
fn socket_line(socket: &Socket, corner: Cell) -> String {
    use super::enums::Worded as _;
    let Cell { x, y } = socket.cell - corner;
    let required = if socket.required { " required" } else { "" };
    let open = if socket.open { " open" } else { "" };
    format!("{x} {y} {}{required}{open}", socket.dir.word())
}

/// A text, if there is one.
fn text(text: String) -> Vec<Datum> {
    Some(text).filter(|text| !text.is_empty()).map(Datum::Text).into_iter().collect()
}

fn coordinates(place: Option<[i32; 3]>) -> Vec<Datum> {
    place.into_iter().flatten().map(Datum::int).collect()
}

fn points(cells: &[Cell]) -> Vec<Datum> {
    cells.iter().map(|&cell| Datum::Point(cell)).collect()
}

pub(super) const fn cell_rect(cell: Cell) -> Rect {
    Rect::at(cell, 1, 1)
}

fn room_name(id: RoomId) -> String {
    format!("room {id}")
}

fn door_name(id: DoorId) -> String {
    format!("door {id}")
}

fn link_name(id: LinkId) -> String {
    format!("link {id}")
}

fn marker_name(order: usize) -> String {
    format!("marker {order}")
}

fn bare_stairs_name(z: i32, Cell { x, y }: Cell) -> String {
    format!("stairs {x} {y} {z}")
}

/// A value as a line of JSON.
pub(super) fn json_line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
