//! The room key: size, exits and contents of each room, beside the map.

use undercroft_grid::Rect;

use super::page_pen::PagePen;
use super::picture::Point;
use super::symbol::Symbol;
use undercroft::dungeon::{Dungeon, MarkerKind, Room};

/// Writes the key in columns no higher than the map; gives the right end of the last.
pub fn room_key(sheet: &mut PagePen, dungeon: &Dungeon, at: Point, height: i32) -> i32 {
    let line = sheet.units(80);
    let lines: Vec<(String, String)> =
        dungeon.rooms.iter().filter(|room| !room.floor.is_empty()).map(|room| entry(dungeon, room)).collect();
    let per_column = (height / line).max(8) as usize;
    let indent = lines.iter().map(|(number, _)| sheet.width(number, 42)).max().unwrap_or(0) + sheet.units(60);
    let (mut x, mut right) = (at.x, at.x);
    for column in lines.chunks(per_column) {
        for (i, (number, text)) in column.iter().enumerate() {
            let y = at.y + (i as i32 + 1) * line;
            sheet.write(number, Point::new(x, y), 42);
            sheet.write(text, Point::new(x + indent, y), 42);
            right = right.max(x + indent + sheet.width(text, 42));
        }
        x = right + sheet.units(150);
    }
    right
}

/// The number of a room and what is to be known about it.
fn entry(dungeon: &Dungeon, room: &Room) -> (String, String) {
    let map = dungeon.level(room.z).map_or(Rect::new(0, 0, 0, 0), |level| level.size().rect());
    let (bounds, feet) = (room.bounds().intersection(map), i32::from(dungeon.tile_feet));
    let mut parts = vec![format!("{} × {} ft", bounds.width() * feet, bounds.height() * feet)];
    let exits = dungeon.links.iter().filter(|link| link.touches(room.id)).count();
    let doors = dungeon.doors.iter().filter(|door| door.room == Some(room.id)).count();
    parts.push(match if dungeon.links.is_empty() { doors } else { exits } {
        1 => "1 exit".to_owned(),
        count => format!("{count} exits"),
    });
    parts.extend(room.roles.iter().copied().filter_map(Symbol::from_role).map(|symbol| symbol.name().to_owned()));
    let keys = dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Key && m.room == Some(room.id));
    parts.extend(keys.map(|key| format!("key {}", key.label.as_deref().unwrap_or_default()).trim().to_owned()));
    (room.id.to_string(), parts.join(", "))
}
