//! Facts about a room in a sentence: role, size, exits and keys.

use undercroft_grid::Rect;

use super::capitals::capitalized;
use crate::symbol::role_word;
use undercroft::dungeon::{Dungeon, Link, Marker, MarkerKind, Role, Room};

/// `Guardian. 30 × 40 ft. To 2, 4 (locked, key A), 7 (secret). Holds key B.`
pub fn room_facts(dungeon: &Dungeon, room: &Room) -> String {
    let sentences = [what(room), Some(size(dungeon, room)), exits(dungeon, room), holds(dungeon, room)];
    sentences.into_iter().flatten().map(|sentence| format!("{sentence}.")).collect::<Vec<_>>().join(" ")
}

fn what(room: &Room) -> Option<String> {
    let role = |role: &Role| match (role_word(*role), role) {
        (Some(word), _) => Some(word),
        (None, Role::Entrance) => Some("entrance"),
        (None, _) => None,
    };
    let roles = room.roles.iter().filter_map(role).map(str::to_owned);
    let shape = room.template.as_ref().map(|template| template.name.replace(['-', '_'], " "));
    let words = roles.chain(shape).collect::<Vec<_>>().join(", ");
    (!words.is_empty()).then(|| capitalized(&words))
}

fn size(dungeon: &Dungeon, room: &Room) -> String {
    let map = dungeon.level(room.z).map_or(Rect::new(0, 0, 0, 0), |level| level.size().rect());
    let (bounds, feet) = (room.bounds().intersection(map), i32::from(dungeon.tile_feet));
    format!("{} × {} ft", bounds.width() * feet, bounds.height() * feet)
}

fn exits(dungeon: &Dungeon, room: &Room) -> Option<String> {
    let mut exits: Vec<((Option<u32>, u32), String)> = Vec::new();
    for link in dungeon.links.iter().filter(|link| link.touches(room.id)) {
        let other = if link.rooms[0] == room.id { link.rooms[1] } else { link.rooms[0] };
        let remarks = remarks(dungeon, link, room).join(", ");
        let remarks = if remarks.is_empty() { remarks } else { format!(" ({remarks})") };
        let number = dungeon.rooms.get(other.index()).and_then(|room| room.number);
        exits.push(((number, other.0), format!("{}{remarks}", dungeon.room_label(other))));
    }
    exits.sort();
    let words: Vec<String> = exits.into_iter().map(|(_, words)| words).collect();
    (!words.is_empty()).then(|| format!("To {}", words.join(", ")))
}

fn remarks(dungeon: &Dungeon, link: &Link, room: &Room) -> Vec<String> {
    let mut remarks = Vec::new();
    if link.stairs().is_some() {
        let other = link.rooms.iter().filter_map(|id| dungeon.rooms.get(id.index())).find(|other| other.id != room.id);
        remarks.push(if other.is_some_and(|other| other.z > room.z) { "stairs up" } else { "stairs down" }.to_owned());
    }
    let mut doors = link.doors().iter().filter_map(|door| dungeon.doors.get(door.index()));
    if doors.any(|door| door.secret) {
        remarks.push("secret".to_owned());
    }
    let keys = dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Key && m.link == Some(link.id));
    remarks.extend(keys.map(|key| match (dungeon.lock_of(key), &key.label, key.room) {
        (Some(_), Some(label), _) => format!("locked, key {label}"),
        (Some(_), None, Some(room)) => format!("locked, key in {}", dungeon.room_label(room)),
        _ => "locked".to_owned(),
    }));
    remarks
}

fn holds(dungeon: &Dungeon, room: &Room) -> Option<String> {
    let keys = dungeon.markers.iter().filter(|m| m.kind == MarkerKind::Key && m.room == Some(room.id));
    let words = keys.map(|key| named(dungeon, key)).collect::<Vec<_>>().join(", ");
    (!words.is_empty()).then(|| format!("Holds {words}"))
}

/// A key by its letter, or else by what it opens.
fn named(dungeon: &Dungeon, key: &Marker) -> String {
    let lock = dungeon.lock_of(key).and_then(|link| dungeon.links.get(link.index()));
    match (&key.label, lock) {
        (Some(label), _) => format!("key {label}"),
        (None, Some(link)) => {
            let [first, second] = link.rooms.map(|room| dungeon.room_label(room));
            format!("the key between {first} and {second}")
        }
        (None, None) => "a key".to_owned(),
    }
}
