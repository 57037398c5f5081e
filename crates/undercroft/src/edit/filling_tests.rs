//! *Fill the rest*: what a map keeps when a preset is rolled round it.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use super::*;
use crate::dungeon::{DoorState, Pin, Room, RoomId, Terrain};
use crate::format::{json, text};
use crate::journal::{JournalEntry, JournalState, JournalStep, RollEntry};
use crate::verify::verify;

const DRAWN: &str = "
##########################
#....#......#####......###
#....+......+...+......###
#....#......#####......###
##+#######################
##,#####################.#
##,####......##########..#
##,,,,+......##########.##
#######......#############
##########################
";

fn drawn() -> Dungeon {
    text::read(DRAWN.trim_start()).unwrap()
}

fn roll(entry: RollEntry) -> Dungeon {
    let mut state = JournalState::default();
    let step = JournalStep::Roll(Box::new(entry));
    state.step(&JournalEntry { step, gesture: None }, u64::MAX).unwrap_or_else(|error| panic!("{error}"));
    state.dungeon.unwrap()
}

fn filled(map: &Dungeon, preset: &str, seed: u64) -> Dungeon {
    roll(RollEntry::preset(preset, seed).filling(map).unwrap())
}

/// Every open cell of a map is open, and where its doors are, doors are.
fn check_kept(map: &Dungeon, filled: &Dungeon, what: &str) {
    for level in &map.levels {
        let other = filled.level(level.z).unwrap();
        for (cell, terrain) in level.terrain.iter().filter(|(_, terrain)| !terrain.is_massive()) {
            assert!(!other.at(cell).is_massive(), "{what}: {cell} was open");
            let is_door = |terrain| terrain == Terrain::Door;
            assert_eq!(is_door(*terrain), is_door(other.at(cell)), "{what}: {cell}");
        }
    }
}

#[test]
fn everything_on_a_plain_map_is_kept_and_rooms_come_round_it() {
    let map = drawn();
    for preset in ["dungeon", "delve", "large-dungeon", "winding-dungeon", "walker-keep", "crypt"] {
        for seed in 1..3 {
            let what = format!("{preset} {seed}");
            let filled = filled(&map, preset, seed);
            let flaws = verify(&filled).flaws;
            assert!(flaws.is_empty(), "{what}: {flaws:?}");
            check_kept(&map, &filled, &what);
            assert!(filled.rooms.len() > 12, "{what}: {} rooms", filled.rooms.len());
            let pinned = filled.provenance.pins.iter().filter(|pin| matches!(pin, Pin::Room(_))).count();
            assert_eq!(filled.pinned_rooms().len(), pinned, "{what}");
            assert_eq!(pinned, 7, "{what}: four rooms, two passages, and a corner that no door joins");
            assert_eq!(json::write(&filled), json::write(&self::filled(&map, preset, seed)), "{what}: the same bytes");
        }
    }
}

#[test]
fn the_recipe_has_space_for_a_map_that_is_larger_than_its_own() {
    let map = drawn();
    let larger = apply(&map, &Edit::ResizeMap { w: 150, h: 140, dx: 100, dy: 120 }, 1_000).unwrap().dungeon;
    let entry = RollEntry::preset("large-dungeon", 3).filling(&larger).unwrap();
    let (width, height, rooms) = (&entry.set["width"], &entry.set["height"], &entry.set["rooms.count"]);
    assert_eq!((width.as_i64(), height.as_i64()), (Some(150), Some(140)));
    let plain = RollEntry::preset("large-dungeon", 3).recipe().unwrap().method.rooms().unwrap().count;
    assert_eq!(rooms.as_u64(), Some(u64::from(plain) + 3), "passages are no rooms of the recipe");
    check_kept(&larger, &roll(entry), "larger");
}

#[test]
fn what_was_done_by_hand_is_kept_with_names_numbers_notes_ground_and_doors() {
    let map = apply(&drawn(), &Edit::Adopt { z: 0, cell: Cell::new(1, 1) }, 1_000).unwrap().dungeon;
    let room = RoomRef::of(map.room(RoomId(0)));
    let edits = [
        Edit::Name { of: Naming::Room(room), text: "Salt store".to_owned() },
        Edit::Number { room, n: 17 },
        Edit::Note { room, index: None, text: "It smells of brine.".to_owned(), secret: false },
        Edit::Ground { z: 0, to: '~', runs: vec![crate::dungeon::Run { start: Cell::new(2, 2), length: 2 }] },
    ];
    let made = edits.iter().fold(map, |map, edit| apply(&map, edit, 1_000).unwrap().dungeon);
    let filled = filled(&made, "crypt", 5);
    assert!(verify(&filled).is_sound(), "{:?}", verify(&filled).flaws);
    let (room, kept) = (made.room(RoomId(0)), |room: &&Room| room.floor == made.room(RoomId(0)).floor);
    let kept = filled.rooms.iter().find(kept).unwrap();
    assert_eq!((kept.name.as_str(), kept.number), ("Salt store", Some(17)));
    assert!(kept.notes.iter().any(|note| note.plain == room.notes[0].plain));
    assert_eq!(filled.levels[0].ground_at(Cell::new(3, 2)), made.levels[0].ground_at(Cell::new(3, 2)));
    let shut: BTreeSet<Cell> =
        filled.doors.iter().filter(|door| door.state == DoorState::Closed).map(|door| door.cells[0]).collect();
    assert!(made.doors.iter().all(|door| shut.contains(&door.cells[0])));
}

#[test]
fn floor_at_the_edge_of_the_map_is_refused_by_its_cell() {
    let map = text::read(".....\n.....\n").unwrap();
    let error = RollEntry::preset("crypt", 1).filling(&map).unwrap_err().to_string();
    assert!(error.contains("(0, 0) is floor at the edge of the 5×2 map; enlarge the map first"), "{error}");
}

#[test]
fn storeys_of_a_house_add_up_to_its_rooms() {
    let entry = RollEntry::preset("cottage", 1).filling(&drawn()).unwrap();
    let storeys = entry.set["storeys"].as_array().unwrap();
    let sum: u64 = storeys.iter().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(entry.set["rooms.count"].as_u64(), Some(sum), "{storeys:?}");
    assert!(entry.recipe().is_ok());
}
