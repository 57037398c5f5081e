//! Rooms: pages of the journal, pins on the map, regions of the scene.

use std::fmt::Write as _;

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::Version;
use super::id::{Id, Ids};
use super::scene_layout::Plot;
use super::schema::{
    Collection, Elevation, Flags, Journal, Note, Ownership, Page, PageText, PageTitle, Region, Shape, Stats,
};
use crate::outline::loops;
use undercroft::dungeon::{DoorKind, DoorState, Dungeon, Link, LinkKind, Marker, MarkerKind, Role, Room};

/// The colour of rooms.
const COLOUR: &str = "#c9a227";

/// The journal of a dungeon: a page for each room.
pub fn journal(dungeon: &Dungeon, ids: Ids, version: Version) -> Journal {
    let rooms = dungeon.rooms.iter().filter(|room| !room.floor.is_empty());
    Journal {
        id: ids.id("journal"),
        name: super::title(dungeon),
        pages: Collection::Documents(rooms.map(|room| page(dungeon, room, ids)).collect()),
        ownership: Ownership { default: 0 },
        flags: Flags::new(),
        stats: Stats { core_version: version.build() },
    }
}

fn page_id(room: &Room, ids: Ids) -> Id {
    ids.id(&format!("page {}", room.id))
}

fn page(dungeon: &Dungeon, room: &Room, ids: Ids) -> Page {
    Page {
        id: page_id(room, ids),
        name: format!("Room {}", room.id),
        kind: "text",
        title: PageTitle { show: true, level: 1 },
        text: PageText { format: 1, content: description(dungeon, room) },
        sort: room.id.0 as i32,
        flags: Flags::new(),
    }
}

/// What a game master wants to know of a room, in HTML.
fn description(dungeon: &Dungeon, room: &Room) -> String {
    let (bounds, feet) = (room.bounds(), i32::from(dungeon.tile_feet));
    let size = format!("{} × {} ft", bounds.width().saturating_mul(feet), bounds.height().saturating_mul(feet));
    let roles = room.roles.iter().map(|&role| format!(", {}", word(role)));
    let mut html = format!("<p>{size}{}.</p>", roles.collect::<String>());
    let exits: String = dungeon.links.iter().filter_map(|link| exit(dungeon, room, link)).collect();
    if !exits.is_empty() {
        let _ = write!(html, "<ul>{exits}</ul>");
    }
    let keys = dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Key && m.room == Some(room.id));
    for key in keys {
        let _ = write!(html, "<p>{} lies here.</p>", escaped(&key_name(dungeon, key)));
    }
    html
}

/// A key by its letter, and by what it opens.
fn key_name(dungeon: &Dungeon, key: &Marker) -> String {
    let lock = dungeon.lock_of(key).and_then(|link| dungeon.links.get(link.index()));
    let label = key.label.as_deref().map(str::trim).filter(|label| !label.is_empty());
    let name = label.map(|label| format!("Key {label}"));
    match (name, lock) {
        (name, Some(link)) => {
            let [a, b] = link.rooms;
            format!("{} to the lock between rooms {a} and {b}", name.unwrap_or_else(|| "The key".to_owned()))
        }
        (Some(name), None) => name,
        (None, None) => "A key".to_owned(),
    }
}

/// The exit to another room, as an item of a list.
fn exit(dungeon: &Dungeon, room: &Room, link: &Link) -> Option<String> {
    let end = link.rooms.iter().position(|&end| end == room.id)?;
    let other = link.rooms[1 - end];
    let door = || {
        let door = link.doors().get(end).or(link.doors().first()).and_then(|door| dungeon.doors.get(door.index()));
        door.map_or("Passage".to_owned(), |door| look(door.kind, door.state, door.secret))
    };
    let exit = match link.kind {
        LinkKind::Stairs { .. } => "Stairs".to_owned(),
        LinkKind::Secret { .. } => "Secret passage".to_owned(),
        _ => door(),
    };
    Some(format!("<li>{exit} to room {other}.</li>"))
}

fn look(kind: DoorKind, state: DoorState, secret: bool) -> String {
    let noun = match kind {
        DoorKind::Archway => "archway",
        DoorKind::Doorway => "doorway",
        DoorKind::Portcullis => "portcullis",
        DoorKind::Barred => "barred door",
        _ => "door",
    };
    let state = match (kind, state) {
        (kind, _) if !kind.has_leaf() => "",
        (_, DoorState::Closed) => "",
        (_, DoorState::Open) => "open ",
        (_, DoorState::Locked) => "locked ",
    };
    let words = format!("{}{state}{noun}", if secret { "secret " } else { "" });
    words[..1].to_uppercase() + &words[1..]
}

const fn word(role: Role) -> &'static str {
    match role {
        Role::Entrance => "entrance",
        Role::Goal => "goal",
        Role::Boss => "guardian",
        Role::Treasure => "treasure",
        Role::Merchant => "merchant",
        Role::Event => "event",
        _ => "hall",
    }
}

/// A text in HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The rooms of a level that have floor on its map.
fn rooms_of<'a>(dungeon: &'a Dungeon, plot: &'a Plot) -> impl Iterator<Item = &'a Room> {
    let map = plot.level.size().rect();
    let is_here = move |room: &&Room| {
        room.z == plot.level.z && !room.floor.is_empty() && room.floor.iter().all(|run| map.contains_rect(run.rect()))
    };
    dungeon.rooms.iter().filter(is_here)
}

/// Pins with the numbers of rooms.
pub fn notes(dungeon: &Dungeon, plot: &Plot, ids: Ids, journal: &Journal) -> Vec<Note> {
    let note = |room: &Room| {
        let [x, y] = plot.at(plot.scale.middle(heart(room)));
        Note {
            id: ids.id(&format!("note {}", room.id)),
            entry_id: journal.id.clone(),
            page_id: page_id(room, ids),
            x,
            y,
            elevation: plot.elevation(),
            icon_size: 40,
            text: room.id.to_string(),
            font_size: 32,
            global: false,
            levels: plot.levels(),
            flags: Flags::new(),
        }
    };
    rooms_of(dungeon, plot).map(note).collect()
}

/// The cell of a room that is nearest to its middle.
fn heart(room: &Room) -> Cell {
    let Rect { left, top, right, bottom } = room.bounds();
    let off = |cell: &Cell| {
        let away = Cell::new(2 * cell.x + 1 - left - right, 2 * cell.y + 1 - top - bottom);
        away.distance_squared(Cell::new(0, 0))
    };
    room.cells().min_by_key(off).unwrap_or(Cell::new(left, top))
}

/// Rooms as regions.
pub fn regions(dungeon: &Dungeon, plot: &Plot, ids: Ids) -> Vec<Region> {
    let region = |room: &Room| Region {
        id: ids.id(&format!("region {}", room.id)),
        name: format!("Room {}", room.id),
        color: COLOUR,
        shapes: shapes(room, plot),
        elevation: match plot.id {
            Some(_) => Elevation { bottom: Some(plot.bottom), top: Some(plot.top()) },
            None => Elevation { bottom: None, top: None },
        },
        levels: plot.id.clone().map(|id| vec![id]),
        behaviors: Collection::Documents(Vec::new()),
        visibility: 0,
        locked: false,
        flags: Flags::new(),
    };
    rooms_of(dungeon, plot).map(region).collect()
}

/// The floor of a room as polygons, pillars and courtyards as holes.
fn shapes(room: &Room, plot: &Plot) -> Vec<Shape> {
    let bounds = room.bounds();
    let offset = Cell::new(bounds.left, bounds.top);
    let mut floor = BitGrid::new(Size::of(bounds.width(), bounds.height()));
    for cell in room.cells() {
        floor.insert(cell - offset);
    }
    if floor.count() as i64 == i64::from(bounds.width()) * i64::from(bounds.height()) {
        return vec![rectangle(bounds, plot)];
    }
    loops(&floor).iter().map(|edges| polygon(edges, offset, plot)).collect()
}

fn polygon(edges: &[crate::outline::Edge], offset: Cell, plot: &Plot) -> Shape {
    let before = edges.iter().cycle().skip(edges.len() - 1);
    let turns = edges.iter().zip(before).filter(|(edge, before)| edge.dir != before.dir);
    let corners: Vec<Cell> = turns.map(|(edge, _)| edge.start() + offset).collect();
    let after = corners.iter().cycle().skip(1);
    let cross = |(a, b): (&Cell, &Cell)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y);
    // Loops go clockwise round floor and anticlockwise round holes.
    let hole = corners.iter().zip(after).map(cross).sum::<i64>() < 0;
    Shape::Polygon { points: corners.iter().flat_map(|&corner| plot.corner(corner)).collect(), hole }
}

/// A rectangle of cells.
pub fn rectangle(rect: Rect, plot: &Plot) -> Shape {
    let [x, y] = plot.corner(Cell::new(rect.left, rect.top));
    let [right, bottom] = plot.corner(Cell::new(rect.right, rect.bottom));
    Shape::Rectangle { x, y, width: right - x, height: bottom - y, rotation: 0, hole: false }
}
