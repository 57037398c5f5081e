//! The room key: names, sizes, exits, contents and notes of rooms, beside the map.

use undercroft_grid::Rect;

use super::lettering;
use super::page_pen::PagePen;
use super::picture::Point;
use super::symbol::role_word;
use undercroft::dungeon::{Dungeon, MarkerKind, Note, Room};

/// Height of the letters, from one line to the next, and the longest line. [Unit: hundredths of the pen's unit]
const LETTERS: i32 = 42;
const LINE: i32 = 80;
const WIDTH: i32 = 1500;

/// A line of the key, with the number before it where it is the first of a room.
type KeyLine = (String, String);

/// Writes the key in columns about as high as the map; gives the corner right of and below all of them.
pub fn room_key(sheet: &mut PagePen, dungeon: &Dungeon, at: Point, height: i32) -> Point {
    let line = sheet.units(LINE);
    let rooms = dungeon.keyed_rooms().into_iter().filter(|room| sheet.options.levels.shows(room.z));
    let entries: Vec<Vec<KeyLine>> = rooms.map(|room| entry(sheet, dungeon, room)).collect();
    let numbers = entries.iter().filter_map(|lines| lines.first());
    let indent = numbers.map(|(number, _)| sheet.width(number, LETTERS)).max().unwrap_or(0) + sheet.units(60);
    let (mut x, mut right, mut longest) = (at.x, at.x, 0);
    for column in columns(&entries, (height / line).max(8) as usize) {
        for (i, (number, text)) in (1..).zip(&column) {
            let y = at.y + i * line;
            sheet.write(number, Point::new(x, y), LETTERS);
            sheet.write(text, Point::new(x + indent, y), LETTERS);
            right = right.max(x + indent + sheet.width(text, LETTERS));
        }
        longest = longest.max(column.len() as i32);
        x = right + sheet.units(150);
    }
    Point::new(right, at.y + longest * line)
}

/// The entries in columns of this many lines; an entry is not torn apart unless it is longer than a column.
fn columns(entries: &[Vec<KeyLine>], per_column: usize) -> Vec<Vec<KeyLine>> {
    let mut columns: Vec<Vec<KeyLine>> = vec![Vec::new()];
    for entry in entries {
        let taken = columns.last().map_or(0, Vec::len);
        if taken > 0 && taken + entry.len() > per_column {
            columns.push(Vec::new());
        }
        let lines = entry.chunks(per_column).map(<[KeyLine]>::to_vec);
        for (i, lines) in lines.enumerate() {
            if i > 0 {
                columns.push(Vec::new());
            }
            columns.last_mut().into_iter().for_each(|column| column.extend(lines.iter().cloned()));
        }
    }
    columns.retain(|column| !column.is_empty());
    columns
}

/// The lines of a room: name and purpose, size and exits, notes.
fn entry(sheet: &PagePen, dungeon: &Dungeon, room: &Room) -> Vec<KeyLine> {
    let note = |note: &Note| format!("{}{}", if note.secret { "Secret: " } else { "" }, note.plain);
    let texts = [room.title(), facts(dungeon, room)].into_iter().chain(room.notes.iter().map(note));
    let lines = texts.flat_map(|text| lettering::wrap(&text, sheet.units(LETTERS), sheet.units(WIDTH)));
    let label = dungeon.floor_label(room).unwrap_or_else(|| "–".to_owned());
    std::iter::once(label).chain(std::iter::repeat(String::new())).zip(lines).collect()
}

/// What is to be known about a room in figures.
fn facts(dungeon: &Dungeon, room: &Room) -> String {
    let map = dungeon.level(room.z).map_or(Rect::new(0, 0, 0, 0), |level| level.size().rect());
    let (bounds, feet) = (room.bounds().intersection(map), i32::from(dungeon.tile_feet));
    let mut parts = vec![format!("{} × {} ft", bounds.width() * feet, bounds.height() * feet)];
    let exits = dungeon.links.iter().filter(|link| link.touches(room.id)).count();
    let doors = dungeon.doors.iter().filter(|door| door.room == Some(room.id)).count();
    parts.push(match if dungeon.links.is_empty() { doors } else { exits } {
        1 => "1 exit".to_owned(),
        count => format!("{count} exits"),
    });
    parts.extend(room.roles.iter().copied().filter_map(role_word).map(str::to_owned));
    let keys = dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Key && m.room == Some(room.id));
    parts.extend(keys.map(|key| format!("key {}", key.label.as_deref().unwrap_or_default()).trim().to_owned()));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(lines: usize) -> Vec<KeyLine> {
        (0..lines).map(|i| (String::new(), i.to_string())).collect()
    }

    #[test]
    fn an_entry_stays_in_one_column_unless_it_is_longer_than_one() {
        let lengths = |entries: &[usize]| {
            let entries: Vec<_> = entries.iter().map(|&lines| entry(lines)).collect();
            columns(&entries, 8).iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(lengths(&[3, 3, 3, 5]), [6, 8]);
        assert_eq!(lengths(&[2, 19, 4]), [2, 8, 8, 7]);
        assert_eq!(lengths(&[]), [0; 0]);
    }
}
