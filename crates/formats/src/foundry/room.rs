//! Rooms: pins on the map, regions of the scene.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::id::Ids;
use super::journal::{page_id, page_name};
use super::scene_layout::Plot;
use super::schema::{Collection, Elevation, Flags, Journal, Note, Region, Shape};
use crate::outline::loops;
use undercroft::dungeon::{Dungeon, Room, RoomId};

/// The colour of rooms.
const COLOUR: &str = "#c9a227";

/// The rooms of a level that have floor on its map.
fn rooms_of<'a>(dungeon: &'a Dungeon, plot: &'a Plot) -> impl Iterator<Item = &'a Room> {
    let map = plot.level.size().rect();
    let is_here = move |room: &&Room| {
        room.z == plot.level.z && !room.floor.is_empty() && room.floor.iter().all(|run| map.contains_rect(run.rect()))
    };
    dungeon.rooms.iter().filter(is_here)
}

/// Pins with the numbers of rooms, for those that have a page.
pub fn notes(dungeon: &Dungeon, plot: &Plot, ids: Ids, journal: &Journal) -> Vec<Note> {
    let keyed: BTreeSet<RoomId> = dungeon.keyed_rooms().iter().map(|room| room.id).collect();
    let note = |room: &Room| {
        let [x, y] = plot.at(plot.scale().middle(heart(room)));
        Note {
            id: ids.id(&format!("note {}", room.id)),
            entry_id: journal.id.clone(),
            page_id: page_id(room, ids),
            x,
            y,
            elevation: plot.elevation(),
            icon_size: 40,
            text: dungeon.floor_label(room).unwrap_or_else(|| page_name(dungeon, room)),
            font_size: 32,
            global: false,
            levels: plot.levels(),
            flags: Flags::new(),
        }
    };
    rooms_of(dungeon, plot).filter(|room| keyed.contains(&room.id)).map(note).collect()
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

/// Rooms as regions; without names for players, who would learn from them how many rooms are hidden.
pub fn regions(dungeon: &Dungeon, plot: &Plot, ids: Ids, has_names: bool) -> Vec<Region> {
    let region = |room: &Room| Region {
        id: ids.id(&format!("region {}", room.id)),
        name: if has_names { page_name(dungeon, room) } else { "Room".to_owned() },
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
