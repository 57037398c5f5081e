//! Odd notes and the keys that they tell of: which lock a note is about, which door is secret, and keys that links reach
//! and tiles do not, for the list of flaws.

use undercroft_grid::Cell;

use super::fixture::rewrite_notes;
use super::fixture_contents::add_note;
use super::mutants::Mutant;
use super::odd_edges::name_key_room;
use super::odd_joints::leaf;
use crate::dungeon::{
    DoorKind, DoorState, Dungeon, HiddenDoor, LinkId, Marker, NoteKind, RoomId, SpawnKind, Story, Terrain,
};

/// What a dungeon has, and the change of the sound dungeon that gives it.
pub const ODD_NOTES: &[(&str, Mutant)] = &[
    ("neither notes nor groups nor a story", |d| {
        without_notes(d);
        without_groups(d);
        d.story = Story::default();
    }),
    ("notes alone", |d| {
        without_groups(d);
        d.story = Story::default();
    }),
    ("groups alone", |d| {
        without_notes(d);
        d.story = Story::default();
    }),
    ("a story alone", |d| {
        without_notes(d);
        without_groups(d);
        d.story.hook = "Salvagers dig below {room:2}.".to_owned();
    }),
    ("a note of two locks that names the link of one", |d| two_locks(d, "Behind {link:6}: its key lies in {room:4}.")),
    ("a note of two locks that names the door of one", |d| two_locks(d, "Of {door:11}: its key lies in {room:4}.")),
    ("a note of two locks that names the link of the other", |d| two_locks(d, "Of {link:3}: it lies in {room:4}.")),
    ("a note of two locks that names neither", |d| two_locks(d, "Their keys lie in {room:4}.")),
    ("a note of two locks that names a room with both keys", |d| two_locks(d, "Their keys lie in {room:0}.")),
    ("a note of a lock that names the room behind it", |d| {
        "It leads to {room:4}.".clone_into(&mut d.rooms[1].notes[0].text);
        rewrite_notes(d);
    }),
    ("a key of a lock that links reach and tiles do not", |d| key_in_goal(d, true)),
    ("a key beyond another lock that links reach and tiles do not", |d| {
        key_in_goal(d, true);
        lock_goal(d, 0);
    }),
    ("a key beyond another lock whose key is beyond the first", |d| {
        key_in_goal(d, false);
        lock_goal(d, 4);
    }),
    ("an open note about a plain door of a secret passage", |d| {
        d.doors[8].secret = false;
        d.rooms[0].notes[1].secret = false;
    }),
    ("an open note about a door of a discovered passage", |d| {
        d.discover(LinkId(4));
        d.rooms[0].notes[1].secret = false;
    }),
    ("an open note about the plain door of a link with a secret one", |d| {
        d.links[6].set_hidden(HiddenDoor::Undiscovered);
        d.doors[11].secret = true;
        add_note(d, 2, NoteKind::Sense, "It leads to {door:12}, not to {door:11}.", "");
        rewrite_notes(d);
    }),
    ("texts that name what may be named", |d| {
        let text = "{room:0} {link:6} {group:0} {feature:0} {spawn:6} {level:0} {door:0} {key}";
        add_note(d, 5, NoteKind::Sense, text, "");
        rewrite_notes(d);
    }),
    ("texts that name secrets", |d| {
        let text = "{link:4} {feature:4} {spawn:4} {spawn:5} {door:7}";
        add_note(d, 5, NoteKind::Sense, text, "");
        rewrite_notes(d);
    }),
    ("notes of a key without a key, and keys without notes", |d| {
        d.markers[0].room = None;
        d.markers[0].cell = Cell::new(14, 12);
        add_note(d, 0, NoteKind::Key, "A lead {key}.", "A lead key.");
        let marker = Marker { room: Some(RoomId(2)), cell: Cell::new(40, 14), ..d.markers[0].clone() };
        d.markers.push(marker);
    }),
    ("groups that share two rooms", |d| {
        d.groups[0].rooms.extend([RoomId(4), RoomId(5)]);
        d.groups[1].rooms.push(RoomId(5));
    }),
    ("a spawn of a group astray", |d| {
        let stray = d.spawns.iter_mut().rfind(|spawn| spawn.kind == SpawnKind::Enemy).expect("there is one");
        (stray.room, stray.cell) = (RoomId(1), Cell::new(22, 12));
    }),
    ("a rumour and a hook that name nothing", |d| {
        d.story.hook = "{room:9}".to_owned();
        d.story.rumours.push("{room:9}".to_owned());
    }),
];

fn without_notes(d: &mut Dungeon) {
    d.rooms.iter_mut().for_each(|room| room.notes.clear());
}

/// Groups go, and the notes about them.
fn without_groups(d: &mut Dungeon) {
    d.groups.clear();
    d.spawns.iter_mut().for_each(|spawn| spawn.group = None);
    d.rooms.iter_mut().for_each(|room| room.notes.retain(|note| note.kind != NoteKind::Inhabitant));
}

/// Room 1 has two locks, to rooms 2 and 4; the key of the former lies in room 0, and a second one of the latter behind it.
fn two_locks(d: &mut Dungeon, text: &str) {
    leaf(d, 6, 0, DoorKind::Door, DoorState::Locked);
    let key = Marker { link: Some(LinkId(6)), ..d.markers[0].clone() };
    d.markers.push(key);
    name_key_room(d, text);
}

/// The note at the lock of link 3 sends to the goal for its key; the corridor to the goal may have a gap.
fn key_in_goal(d: &mut Dungeon, has_gap: bool) {
    let key = Marker { z: -1, cell: Cell::new(25, 19), room: Some(RoomId(6)), ..d.markers[0].clone() };
    d.markers.push(key);
    add_note(d, 6, NoteKind::Key, "A lead {key}.", "A lead key.");
    "Its key lies in {room:6}.".clone_into(&mut d.rooms[1].notes[0].text);
    rewrite_notes(d);
    if has_gap {
        d.levels[1].terrain[Cell::new(32, 20)] = Terrain::Rock;
    }
}

/// Locks the corridor to the goal; its key lies in this room of level 0.
fn lock_goal(d: &mut Dungeon, room: u32) {
    leaf(d, 5, 0, DoorKind::Door, DoorState::Locked);
    let cell = d.rooms[room as usize].floor[1].start;
    let key = Marker { cell, room: Some(RoomId(room)), link: Some(LinkId(5)), ..d.markers[0].clone() };
    d.markers.push(key);
}
