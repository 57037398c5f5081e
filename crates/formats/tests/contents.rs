//! Dungeons with contents, out to the tile editors and back.

#[path = "support/stocked.rs"]
mod stocked;

use rayon::prelude::*;
use stocked::stocked;
use undercroft::dungeon::{Dungeon, NoteKind, Reference, SpawnKind};
use undercroft::format::json;
use undercroft::presets;
use undercroft_formats::ldtk::{self, LdtkOptions};
use undercroft_formats::tiled::{self, Syntax, TiledOptions};

fn assert_same(found: &Dungeon, wanted: &Dungeon, what: &str) {
    let (found_lines, wanted_lines) = (json::write(found), json::write(wanted));
    for (found, wanted) in found_lines.lines().zip(wanted_lines.lines()) {
        assert_eq!(found, wanted, "{what}");
    }
    assert!(found == wanted, "{what}");
}

fn map(dungeon: &Dungeon, syntax: Syntax) -> String {
    let files = tiled::write(dungeon, &TiledOptions { syntax, ..TiledOptions::default() }).unwrap();
    String::from_utf8(files[0].bytes.clone()).unwrap()
}

fn project(dungeon: &Dungeon) -> String {
    String::from_utf8(ldtk::write(dungeon, &LdtkOptions::default()).unwrap()[0].bytes.clone()).unwrap()
}

#[test]
fn every_stocked_preset_comes_back_as_it_was() {
    presets().par_iter().for_each(|preset| {
        let dungeon = stocked(preset.name, 5);
        assert!(!dungeon.features.is_empty() && !dungeon.spawns.is_empty() && !dungeon.groups.is_empty());
        let name = preset.name;
        assert_same(&json::read(&json::write(&dungeon)).unwrap(), &dungeon, &format!("{name} json"));
        for syntax in [Syntax::Tmx, Syntax::Tmj] {
            assert_same(&tiled::read(&map(&dungeon, syntax)).unwrap(), &dungeon, &format!("{name} {syntax:?}"));
        }
        assert_same(&ldtk::read(&project(&dungeon)).unwrap(), &dungeon, &format!("{name} ldtk"));
    });
}

#[test]
fn a_world_of_levels_holds_the_contents_of_all() {
    let dungeon = stocked("tower", 2);
    let files = tiled::write(&dungeon, &TiledOptions { per_level: true, ..TiledOptions::default() }).unwrap();
    let maps: Vec<(String, String)> = files[..dungeon.levels.len()]
        .iter()
        .map(|file| (file.name.clone(), String::from_utf8(file.bytes.clone()).unwrap()))
        .collect();
    assert_same(&tiled::read_levels("dungeon.world", &maps).unwrap(), &dungeon, "world");
    // One level alone speaks of no room of another: texts that did are as they were read out.
    let alone = tiled::read(&maps[1].1).unwrap();
    let texts = alone.rooms.iter().flat_map(|room| &room.notes).map(|note| note.text.as_str());
    for text in texts.chain([alone.story.hook.as_str()]) {
        for reference in undercroft::dungeon::references(text) {
            let is_there = !matches!(reference, Ok(Reference::Room(room)) if room.index() >= alone.rooms.len());
            assert!(is_there, "{text}");
        }
    }
}

#[test]
fn spawns_of_older_files_are_enemies() {
    let dungeon = stocked("crypt", 1);
    let old_tmx = map(&dungeon, Syntax::Tmx)
        .lines()
        .filter(|line| !line.contains("property name=\"kind\" value=\"") || !is_spawn_kind(line))
        .collect::<Vec<_>>()
        .join("\n");
    let old_ldtk = rename_field(&project(&dungeon), "SpawnKind");
    for read in [tiled::read(&old_tmx).unwrap(), ldtk::read(&old_ldtk).unwrap()] {
        assert_eq!(read.spawns.len(), dungeon.spawns.len());
        assert!(read.spawns.iter().all(|spawn| spawn.kind == SpawnKind::Enemy));
    }
}

fn is_spawn_kind(line: &str) -> bool {
    SpawnKind::ALL.iter().any(|kind| line.contains(&format!("\"{}\"", kind.name())))
}

/// The project with another name for the fields of this enum, so that no one reads them.
fn rename_field(project: &str, enum_name: &str) -> String {
    let named = format!("\"__identifier\":\"kind\",\"__type\":\"LocalEnum.{enum_name}\"");
    assert!(project.contains(&named));
    project.replace(&named, &named.replace("kind", "was"))
}

#[test]
fn a_note_that_a_person_wrote_in_the_editor_is_a_note() {
    let dungeon = stocked("crypt", 1);
    let first = &dungeon.rooms[0].notes[0];
    let edited = |text: String| text.replace(&first.plain, "A cold hearth.");
    for read in [
        tiled::read(&edited(map(&dungeon, Syntax::Tmx))).unwrap(),
        tiled::read(&edited(map(&dungeon, Syntax::Tmj))).unwrap(),
        ldtk::read(&edited(project(&dungeon))).unwrap(),
    ] {
        let notes = &read.rooms[0].notes;
        let new = notes.iter().find(|note| note.plain == "A cold hearth.").unwrap();
        assert!(!new.secret && notes.len() == 3 && matches!(new.kind, NoteKind::Sense | NoteKind::Trace));
    }
}

#[test]
fn a_feature_that_a_person_drew_has_the_room_where_it_lies() {
    let dungeon = stocked("crypt", 1);
    let room = dungeon.rooms.iter().find(|room| room.z == 0).unwrap();
    let cell = room.cells().next().unwrap();
    let (x, y) = (cell.x * 16, cell.y * 16);
    let drawn = format!(
        "name=\"Features\">\n<object id=\"9999\" type=\"well\" x=\"{x}\" y=\"{y}\" width=\"16\" height=\"16\"/>"
    );
    let text = map(&dungeon, Syntax::Tmx).replacen("name=\"Features\">", &drawn, 1);
    let read = tiled::read(&text).unwrap();
    let well = read.features.iter().find(|feature| feature.kind == "well").unwrap();
    assert_eq!((well.cell, well.size, well.room, well.blocks), (cell, [1, 1], Some(room.id), false));
    assert_eq!(read.features.len(), dungeon.features.len() + 1);
}

#[test]
fn what_no_dungeon_can_hold_is_refused_with_its_place() {
    let dungeon = stocked("crypt", 1);
    let wide = map(&dungeon, Syntax::Tmx).replacen(
        "name=\"turn\" type=\"int\" value=\"0\"",
        "name=\"turn\" type=\"int\" value=\"7\"",
        1,
    );
    let error = tiled::read(&wide).unwrap_err().to_string();
    assert!(error.contains("turn: need 0 to 3 quarter turns, got 7") && error.starts_with("input:"), "{error}");
}
