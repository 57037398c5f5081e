//! Odd maps and records: at the edges of the map, at the limits of numbers, with references to what is not there, for the
//! list of flaws.

use undercroft_grid::{Cell, Dir, Rect};

use super::fixture::{corridor, line};
use super::fixture_contents::{add_feature, add_note};
use super::mutants::{Mutant, carry, mask_around, tile};
use super::odd_rooms::{extra_room, window};
use crate::dungeon::{DoorId, Dungeon, LinkId, LinkKind, NoteKind, RoomId, Terrain};

/// What a dungeon has, and the change of the sound dungeon that gives it.
pub const ODD_EDGES: &[(&str, Mutant)] = &[
    ("a corridor tile in the last row", |d| tile(d, 30, 39, Terrain::Corridor)),
    ("a corridor tile in the last column", |d| tile(d, 59, 20, Terrain::Corridor)),
    ("a corridor tile in the first column", |d| tile(d, 0, 20, Terrain::Corridor)),
    ("a room whose ring leaves the map in the east", |d| extra_room(d, Rect::new(56, 30, 60, 34))),
    ("a room whose ring leaves the map in the west", |d| extra_room(d, Rect::new(0, 30, 4, 34))),
    ("a room whose ring leaves the map in the south", |d| extra_room(d, Rect::new(50, 36, 54, 40))),
    ("rooms that are not there", |d| {
        d.doors[0].room = Some(RoomId(7));
        d.links[0].rooms[1] = RoomId(7);
        d.markers[0].room = Some(RoomId(7));
        d.entrance.as_mut().expect("there is one").room = RoomId(7);
        d.goal = Some(RoomId(7));
        d.features[0].room = Some(RoomId(7));
        d.spawns[0].room = RoomId(7);
        d.groups[0].rooms.push(RoomId(7));
    }),
    ("doors that are not there", |d| {
        let door = DoorId(d.doors.len() as u32);
        corridor(d, 0).doors[0] = door;
        d.entrance.as_mut().expect("there is one").door = door;
    }),
    ("other things that are not there", |d| {
        d.markers[0].link = Some(LinkId(9));
        d.features[3].spawn = Some(9);
        d.spawns[6].group = Some(2);
    }),
    ("levels that are not there", |d| {
        d.rooms[0].z = 3;
        d.doors[0].z = 3;
        d.stubs[0].z = 3;
        d.markers[0].z = 3;
        d.features[0].z = 3;
        d.spawns[0].z = 3;
        window(d, 23, 9, Dir::North);
        d.windows[0].z = 3;
    }),
    ("things beyond the map", |d| {
        d.rooms[3].sockets[0].cell = Cell::new(60, 16);
        d.doors[0].cells[0] = Cell::new(12, 40);
        corridor(d, 0).roughened = vec![Cell::new(-1, 12)];
        d.links[8].kind = LinkKind::stairs_at(Cell::new(40, -1));
        d.stubs[0].path.push(Cell::new(60, 5));
        d.markers[0].cell = Cell::new(60, 11);
        d.spawns[0].cell = Cell::new(4, 40);
        window(d, 23, 40, Dir::North);
    }),
    ("numbers that are not positions", |d| {
        d.doors[1].id = DoorId(0);
        d.links[1].id = LinkId(0);
        d.features[1].id = 0;
        d.spawns[1].id = 0;
        d.groups[1].id = 0;
    }),
    ("things of the largest sizes", |d| {
        corridor(d, 0).width = 4;
        d.doors[0].cells = line((10, 11), (10, 14));
        d.stubs[0].width = 4;
        add_feature(d, "rug", 4, (21, 24), [6, 6]).turn = 3;
    }),
    ("things too large", |d| {
        corridor(d, 0).width = 5;
        d.doors[0].cells = line((10, 11), (10, 15));
        d.stubs[0].width = 5;
        add_feature(d, "rug", 4, (21, 24), [7, 1]);
        add_feature(d, "rug", 4, (21, 24), [1, 7]);
        add_feature(d, "rug", 4, (21, 24), [1, 1]).turn = 4;
    }),
    ("things of no size", |d| {
        corridor(d, 0).width = 0;
        d.doors[0].cells.clear();
        (d.stubs[0].width, d.stubs[0].path) = (0, Vec::new());
        d.links[8].kind = LinkKind::Stairs { runs: [Vec::new(), Vec::new()] };
        add_feature(d, "rug", 4, (21, 24), [1, 0]);
    }),
    ("a grid of modules without a width", |d| d.module_grid = Some([0, 2])),
    ("a grid of modules without a height", |d| d.module_grid = Some([2, 0])),
    ("aligned rooms of a house", |d| {
        extra_room(d, Rect::new(31, 31, 36, 36));
        d.rooms[7].aligned = true;
        d.provenance.recipe.insert("method", "house");
        d.module_grid = Some([3, 3]);
    }),
    ("rooms of a house a cell off the grid", |d| {
        for floor in
            [Rect::new(32, 31, 36, 36), Rect::new(31, 31, 37, 36), Rect::new(31, 32, 36, 36), Rect::new(31, 31, 36, 37)]
        {
            extra_room(d, floor);
            d.rooms.last_mut().expect("it was just added").aligned = true;
        }
        d.provenance.recipe.insert("method", "house");
        d.module_grid = Some([3, 3]);
    }),
    ("a file that reads like a mask", |d| carry(d, "templates.file", "level: 0\n....\n")),
    ("a mask with another digest", |d| {
        carry(d, "mask.file", "level: 0\n....\n");
        d.provenance.inputs[0].digest.clear();
    }),
    ("a mask of a dungeon that was edited", |d| {
        carry(d, "mask.file", "level: 0\n....\n");
        d.set_edited();
    }),
    ("a mask of all levels", |d| {
        let rows = mask_around(d, None).replace("level: 0\n", "");
        carry(d, "mask.file", &rows);
    }),
    ("a mask of all levels and one of the lower", |d| {
        let (all, blocked) = (mask_around(d, None).replace("level: 0\n", ""), "####\n");
        carry(d, "mask.file", &format!("{all}level: -1\n{blocked}"));
    }),
    ("texts that name the first things that are not there", |d| {
        let text = "{room:7} {link:9} {group:2} {feature:5} {spawn:9} {level:1} {door:16}";
        add_note(d, 5, NoteKind::Sense, text, text);
    }),
    ("texts that name the last things that are there", |d| {
        let text = "{room:6} {link:8} {group:1} {feature:4} {spawn:8} {level:-1} {door:15}";
        add_note(d, 5, NoteKind::Sense, text, text).secret = true;
    }),
    ("a note of a lock that names its door", |d| name_key_room(d, "The lock of {door:5}: its key lies in {room:4}.")),
    ("a note of a lock that names another link", |d| name_key_room(d, "Behind {link:0}, its key lies in {room:4}.")),
    ("a note of a lock that names a room without a key", |d| name_key_room(d, "Its key lies in {room:2}.")),
    ("a note of a lock that names no room", |d| name_key_room(d, "Its key lies in {room:7}, or in {door:0}.")),
];

/// A second key behind its own lock, and a note at the lock.
pub(super) fn name_key_room(d: &mut Dungeon, text: &str) {
    let mut key = d.markers[0].clone();
    (key.cell, key.room) = (Cell::new(22, 26), Some(RoomId(4)));
    d.markers.push(key);
    add_note(d, 4, NoteKind::Key, "A lead {key}.", "A lead key.");
    text.clone_into(&mut d.rooms[1].notes[0].text);
    super::fixture::rewrite_notes(d);
}
