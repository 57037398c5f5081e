//! Rooms, doors, links, stairs, markers and solid ground as objects of Tiled. `contents.rs` has what is in the rooms.

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::{Cell, Rect};

use super::map_file::{MapPosition, Object, Properties, Shape, Value, json_text, word};
use super::shape::{bends, outline, rectangles};
use crate::pin_ticks::PinSubject;
use crate::room_notes::plain_notes;
use crate::tileset::DoorLook;
use undercroft::dungeon::{Door, DoorKind, Dungeon, Fallback, Level, Link, Marker, MarkerKind, Room, Stub, Terrain};
use undercroft::format::json::LinkFile;

/// Where objects are made.
pub(super) struct Desk<'a> {
    pub dungeon: &'a Dungeon,
    /// Width and height of a tile. [Unit: pixels]
    pub tile: [u32; 2],
    /// The levels that are in the map.
    pub here: BTreeSet<i32>,
    /// The numbers of the objects that stand for stairs.
    pub stairs: &'a BTreeMap<(i32, Cell), u32>,
    /// What is pinned.
    pub pinned: BTreeSet<PinSubject>,
}

impl Desk<'_> {
    /// The rooms of a level; those without floor are not there.
    pub fn rooms(&self, z: i32) -> Vec<Object> {
        let here = self.dungeon.rooms.iter().filter(|room| room.z == z && !room.floor.is_empty());
        here.map(|room| self.room(room)).collect()
    }

    fn room(&self, room: &Room) -> Object {
        let bounds = room.bounds();
        let shape = if room.area() == bounds.area() {
            Shape::Rectangle
        } else {
            let corners = outline(room.cells().collect::<Vec<_>>().into_iter());
            Shape::Polygon(corners.into_iter().map(|corner| self.pixels(corner - bounds.min())).collect())
        };
        let roles: Vec<Value> = room.roles.iter().map(word).collect();
        let roles: Vec<&str> = roles
            .iter()
            .filter_map(|role| if let Value::Text(name) = role { Some(name.as_str()) } else { None })
            .collect();
        let text = |text: String| (!text.is_empty()).then_some(text);
        let properties = Properties::default()
            .with_some("aligned", room.aligned.then_some(true))
            .with_some("dais", room.dais.map(|dais| json_text(&[dais.left, dais.top, dais.right, dais.bottom])))
            .with("depth", room.depth)
            .with("difficulty", Value::Decimal(f64::from(room.difficulty.parts()) / 10_000.0))
            .with_some("hearth", room.hearth.as_ref().map(json_text))
            .with("id", room.id.0)
            .with_some("name", text(room.name.clone()))
            .with_some("notes", text(plain_notes(&room.notes, false)))
            .with_some("notes_gm", text(plain_notes(&room.notes, true)))
            .with_some("notes_json", (!room.notes.is_empty()).then(|| json_text(&room.notes)))
            .with_some("number", room.number)
            .with("pinned", self.pinned.contains(&PinSubject::Room(room.id)))
            .with_some("plan", room.plan.map(|plan| json_text(&plan)))
            .with_some("purpose", room.purpose.clone())
            .with_some("roles", (!roles.is_empty()).then(|| roles.join(",")))
            .with("shape", room.shape.name())
            .with_some("sockets", (!room.sockets.is_empty()).then(|| json_text(&room.sockets)))
            .with_some("surface", room.surface.clone())
            .with_some("template", room.template.as_ref().map(json_text))
            .with_some("template_group", room.template_group.clone());
        self.object(format!("Room {}", room.id), "room", bounds, shape, properties)
    }

    /// The doors of a level; those without cells are not there.
    pub fn doors(&self, z: i32) -> Vec<Object> {
        self.dungeon.doors_on(z).filter(|door| !door.cells.is_empty()).map(|door| self.door(door)).collect()
    }

    fn door(&self, door: &Door) -> Object {
        let shown = match (door.secret, door.kind) {
            (true, _) => Value::from("secret"),
            (false, DoorKind::Archway | DoorKind::Doorway) => Value::from(door.kind.name()),
            (false, _) => word(&door.state),
        };
        let behind = (door.secret || !door.kind.has_leaf()).then(|| word(&door.state));
        let properties = Properties::default()
            .with("id", door.id.0)
            .with("kind", word(&door.kind))
            .with("look", DoorLook::from_door(door).name())
            .with("normal", word(&door.normal))
            .with("pinned", self.pinned.contains(&PinSubject::Door(door.id)))
            .with_some("room", door.room.map(|room| room.0))
            .with_some("stands", behind)
            .with("state", shown);
        self.object(format!("Door {}", door.id), "door", door.bounds(), Shape::Rectangle, properties)
    }

    /// The links that begin on a level, and the blind corridors of it.
    pub fn links(&self, z: i32) -> Vec<Object> {
        let begins = |link: &&Link| self.dungeon.rooms.get(link.rooms[0].index()).is_some_and(|room| room.z == z);
        let links = self.dungeon.links.iter().filter(begins).map(|link| self.link(link));
        let stubs = (0..).zip(&self.dungeon.stubs).filter(|(_, stub)| stub.z == z);
        links.chain(stubs.map(|(id, stub)| self.stub(id, stub))).collect()
    }

    fn link(&self, link: &Link) -> Object {
        let view = LinkFile::new(self.dungeon, link);
        let ends = |prefix: &str, i: usize| {
            let fallback = Some(link.fallback()[i]).filter(|fallback| *fallback != Fallback::None);
            Properties::default()
                .with_some(&format!("{prefix}_door"), link.doors().get(i).map(|door| door.0))
                .with_some(&format!("{prefix}_fallback"), fallback.map(|fallback| word(&fallback)))
                .with(&format!("{prefix}_room"), link.rooms[i].0)
                .with(&format!("{prefix}_runway"), u32::from(link.runway()[i]))
        };
        let mut properties = Properties::default()
            .with_some("discovered", view.discovered)
            .with_some("from_coord", view.from_coord.map(|coord| json_text(&coord)));
        properties.0.extend(ends("from", 0).0);
        let mut properties = properties
            .with("id", link.id.0)
            .with("kind", word(&view.kind))
            .with("pinned", self.pinned.contains(&PinSubject::Link(link.id)))
            .with_some("roughened", (!link.roughened().is_empty()).then(|| json_text(&view.roughened)))
            .with_some("secret", view.is_secret_passage.then_some(true))
            .with_some("to_coord", view.to_coord.map(|coord| json_text(&coord)));
        properties.0.extend(ends("to", 1).0);
        if !view.to_run.is_empty() {
            properties = properties.with("to_run", json_text(&view.to_run));
        }
        let name = format!("Link {}", link.id);
        if link.path().is_empty() && link.is_shared() {
            let door = link.doors().first().and_then(|door| self.dungeon.doors.get(door.index()));
            let at = door.map_or(Cell::new(0, 0), |door| door.bounds().center());
            return self.point(name, "link", at, properties.with("width", u32::from(view.width)));
        }
        self.polyline(name, "link", link.path(), view.width, properties)
    }

    fn stub(&self, id: u32, stub: &Stub) -> Object {
        self.polyline(
            format!("Blind corridor {id}"),
            "stub",
            &stub.path,
            stub.width,
            Properties::default().with("id", id),
        )
    }

    /// A path as a line through the middles of its brush; where a line cannot tell it, a property does.
    fn polyline(&self, name: String, class: &str, path: &[Cell], width: u8, properties: Properties) -> Object {
        let bends = bends(path).filter(|bends| !bends.is_empty());
        let told = if bends.is_some() { None } else { Some(json_text(&path)) };
        let properties = properties.with_some("path", told).with("width", u32::from(width));
        match bends.as_deref() {
            None => self.point(name, class, path.first().copied().unwrap_or(Cell::new(0, 0)), properties),
            Some([only]) => self.point(name, class, *only, properties),
            Some(bends) => {
                let half = self.tile.map(|side| f64::from(u32::from(width) * side) / 2.0);
                let [left, top] = self.pixels(bends[0]);
                let corners = bends.iter().map(|&bend| self.pixels(bend - bends[0])).collect();
                let frame = [left + half[0], top + half[1], 0.0, 0.0];
                made(name, class, frame, Shape::Polyline(corners), properties)
            }
        }
    }

    /// The stairs of a level, each with the stairs at its other end.
    pub fn stairs(&self, level: &Level) -> Vec<Object> {
        let on_level =
            self.stairs.range((level.z, Cell::new(i32::MIN, i32::MIN))..=(level.z, Cell::new(i32::MAX, i32::MAX)));
        on_level.map(|(&(_, cell), &id)| self.flight(level, cell, id)).collect()
    }

    fn flight(&self, level: &Level, cell: Cell, id: u32) -> Object {
        let direction = if level.at(cell) == Terrain::StairsUp { "up" } else { "down" };
        let other = self.dungeon.stairs_lead(level.z, cell);
        let target = other.and_then(|z| Some((z, *self.stairs.get(&(z, cell))?)));
        let properties = Properties::default()
            .with("direction", direction)
            .with_some("target_level", target.map(|(z, _)| z))
            .with_some("target_object", target.map(|(z, id)| object_ref(id, self.here.contains(&z))));
        let rect = self.run(level.z, cell).unwrap_or(Rect::at(cell, 1, 1));
        let object = self.object(format!("Stairs {direction}"), "stairs", rect, Shape::Rectangle, properties);
        Object { id, ..object }
    }

    /// The cells of the stairs that begin on a cell.
    fn run(&self, z: i32, cell: Cell) -> Option<Rect> {
        let on_level = |link: &Link, end: usize| self.dungeon.rooms.get(link.rooms[end].index()).map(|room| room.z);
        let begins =
            |link: &Link, end: usize, run: &[Cell]| run.first() == Some(&cell) && on_level(link, end) == Some(z);
        let run = |link: &Link| {
            (0..2).find_map(|end| link.stairs().map(|runs| runs[end].clone()).filter(|run| begins(link, end, run)))
        };
        self.dungeon.links.iter().find_map(run).and_then(Rect::around)
    }

    /// What marks places on a level.
    pub fn markers(&self, z: i32) -> Vec<Object> {
        let here = (0..).zip(&self.dungeon.markers).filter(|(_, marker)| marker.z == z);
        here.map(|(id, marker)| self.marker(id, marker)).collect()
    }

    fn marker(&self, id: u32, marker: &Marker) -> Object {
        let properties = Properties::default()
            .with("id", id)
            .with_some("label", marker.label.as_deref())
            .with_some("link", marker.link.filter(|_| marker.kind != MarkerKind::Key).map(|link| link.0))
            .with_some("lock", self.dungeon.lock_of(marker).map(|link| link.0))
            .with_some("room", marker.room.map(|room| room.0));
        self.point(marker.label.clone().unwrap_or_default(), marker_class(marker.kind), marker.cell, properties)
    }

    /// What stops bodies as things stand, in rectangles.
    pub fn collision(&self, level: &Level) -> Vec<Object> {
        let solid = rectangles(&self.dungeon.solid(level));
        solid
            .into_iter()
            .map(|rect| self.object(String::new(), "solid", rect, Shape::Rectangle, Properties::default()))
            .collect()
    }

    pub(super) fn object(
        &self,
        name: String,
        class: &str,
        cells: Rect,
        shape: Shape,
        properties: Properties,
    ) -> Object {
        let [left, top] = self.pixels(cells.min());
        let [width, height] = match shape {
            Shape::Rectangle => self.pixels(Cell::new(cells.width(), cells.height())),
            _ => [0.0, 0.0],
        };
        made(name, class, [left, top, width, height], shape, properties)
    }

    /// A point in the middle of a cell.
    pub(super) fn point(&self, name: String, class: &str, cell: Cell, properties: Properties) -> Object {
        let [left, top] = self.pixels(cell);
        let half = self.tile.map(|side| f64::from(side) / 2.0);
        made(name, class, [left + half[0], top + half[1], 0.0, 0.0], Shape::Point, properties)
    }

    fn pixels(&self, cell: Cell) -> [f64; 2] {
        let [width, height] = self.tile.map(f64::from);
        [f64::from(cell.x) * width, f64::from(cell.y) * height]
    }
}

/// What a marker is called; the stairs themselves are objects of their own.
pub(super) const fn marker_class(kind: MarkerKind) -> &'static str {
    match kind {
        MarkerKind::Light => "light",
        MarkerKind::Key => "key",
        _ => "label",
    }
}

/// An object whose number is not known yet.
fn made(name: String, class: &str, frame: [f64; 4], shape: Shape, properties: Properties) -> Object {
    Object { id: 0, name, class: class.to_owned(), frame, shape, properties, spot: MapPosition::File }
}

/// A reference to an object: a true one within a map, a plain number to another map.
fn object_ref(id: u32, same_map: bool) -> Value {
    if same_map { Value::Object(id) } else { Value::Whole(id.into()) }
}
