//! Contents that are odd but no flaw.

use undercroft_grid::{Cell, Rect};

use super::super::FlawCode;
use super::fixture;
use super::fixture_contents::{add_feature, add_spawn};
use super::mutants::lay;
use super::mutations::codes;
use crate::dungeon::{DoorState, Ground, LinkId, Marker, Mount, ProvenanceInput, RoomId, SpawnKind, Story};

use FlawCode as F;

#[test]
fn what_floats_lies_on_water_alone_and_neighbors_share_a_wall() {
    let mut d = fixture::dungeon();
    lay(&mut d, Rect::new(41, 14, 44, 16), Ground::Shallow);
    lay(&mut d, Rect::new(42, 14, 44, 16), Ground::Deep);
    let boat = add_feature(&mut d, "boat", 2, (41, 14), [2, 2]).id as usize;
    let torch = add_feature(&mut d, "torch", 3, (42, 16), [1, 1]);
    (torch.mount, torch.turn, torch.blocks) = (Mount::Wall, 0, false);
    let torch = add_feature(&mut d, "torch", 2, (42, 16), [1, 1]);
    (torch.mount, torch.turn, torch.blocks) = (Mount::Wall, 2, false);
    let bones = add_feature(&mut d, "bones", 0, (14, 12), [1, 1]);
    (bones.room, bones.blocks, bones.flat) = (None, false, true);
    assert_eq!(codes(&d), []);
    d.features[boat].size = [2, 3];
    d.features[boat].cell.y -= 1;
    assert_eq!(codes(&d), [F::FeatureOutsideRoom], "its bow is not on the water");
    (d.features[boat].cell, d.features[boat].size) = (Cell::new(42, 14), [1, 2]);
    assert_eq!(codes(&d), []);
    (d.features[boat].flat, d.features[boat].blocks) = (true, false);
    assert_eq!(codes(&d), [F::FeatureOutsideRoom], "what is flat sinks");
}

#[test]
fn spawns_of_older_files_need_no_players() {
    let older = || {
        let mut d = fixture::dungeon();
        d.spawns.retain(|spawn| spawn.kind == SpawnKind::Enemy);
        (0..).zip(&mut d.spawns).for_each(|(id, spawn)| (spawn.id, spawn.group) = (id, None));
        (d.features, d.groups, d.story) = (Vec::new(), Vec::new(), Story::default());
        d.rooms.iter_mut().for_each(|room| room.notes.clear());
        d
    };
    assert_eq!(codes(&older()), [F::PlayerSpawnMissing]);
    let mut d = older();
    d.provenance.epoch = 3;
    assert_eq!(codes(&d), []);
    add_spawn(&mut d, SpawnKind::Loot, 3, (38, 22));
    assert_eq!(codes(&d), [F::PlayerSpawnMissing]);
}

#[test]
fn content_tables_of_ones_own_are_known_by_their_files() {
    for (name, table) in [("goblins.toml", "goblins"), ("tables/goblins.toml", "goblins"), ("goblins", "goblins")] {
        let mut d = fixture::dungeon();
        d.groups[0].table = table.to_owned();
        assert_eq!(codes(&d), [F::TableUnknown]);
        d.provenance.inputs.push(ProvenanceInput::new("stock.file", name, "weight = 1"));
        assert_eq!(codes(&d), [], "{name}");
    }
}

#[test]
fn keys_need_no_notes_where_there_are_none_or_the_dungeon_was_edited() {
    let mut d = fixture::dungeon();
    d.rooms.iter_mut().for_each(|room| room.notes.clear());
    assert_eq!(codes(&d), []);
    let mut d = fixture::dungeon();
    d.rooms[0].notes.remove(0);
    assert_eq!(codes(&d), [F::KeyNoteWrong]);
    d.set_edited();
    assert_eq!(codes(&d), []);
}

#[test]
fn a_key_room_beyond_another_lock_may_be_named() {
    let mut d = fixture::dungeon();
    // Room 3 is locked too; its key lies in room 0, and that of room 4 in room 3.
    let door = d.links[2].doors()[0].index();
    d.doors[door].state = DoorState::Locked;
    let key = Marker { link: Some(LinkId(2)), ..d.markers[0].clone() };
    d.markers.push(key);
    (d.markers[0].cell, d.markers[0].room) = (Cell::new(37, 18), Some(RoomId(3)));
    let note = d.rooms[0].notes[0].clone();
    d.rooms[3].notes.push(note);
    let lock = &mut d.rooms[1].notes[0];
    (lock.text, lock.plain) = ("Its key lies in {room:3}.".to_owned(), "Its key lies in 5.".to_owned());
    assert_eq!(codes(&d), []);
}
