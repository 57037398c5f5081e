//! Foundry VTT: its own tool reads and rewrites our packs, and the documents in them say what the dungeon says.
//!
//! The tool is `@foundryvtt/foundryvtt-cli`, pinned in `tests/foundry`; it checks no fields, so that a schema of our own
//! does (`schema/foundry-14.schema.json`, `schema/foundry-13.schema.json`).

#[path = "support/crop.rs"]
mod crop;
#[path = "../../undercroft/tests/support/dungeons.rs"]
mod dungeons;
#[path = "support/level_log.rs"]
mod level_log;
#[path = "support/stocked.rs"]
mod stocked;
#[path = "support/tool.rs"]
mod tool;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use rayon::prelude::*;
use serde_json::{Value, json};
use undercroft::dungeon::{DoorKind, DoorState, Dungeon, MarkerKind, Role, RoomId};
use undercroft::format::text;
use undercroft::grid::Rect;
use undercroft_draw::Edition;
use undercroft_formats::File;
use undercroft_formats::foundry::{FoundryOptions, Version, write};
use undercroft_formats::outline::{Scale, SecretDoors, WallLines, WallPoint, WallStyle};
use undercroft_formats::tabletop::TableOptions;

const PLAIN: Scale = Scale { squares: 1, inset: 0 };

fn options(version: Version) -> FoundryOptions {
    let table = TableOptions { pixels_per_square: Some(20), squares_per_tile: Some(1), ..TableOptions::default() };
    FoundryOptions { table, version, ..FoundryOptions::default() }
}

/// The files of a module by their names within it.
fn module(dungeon: &Dungeon, options: &FoundryOptions) -> BTreeMap<String, Vec<u8>> {
    let files = write(dungeon, options).unwrap();
    let inner = |file: File| (file.name.split_once('/').unwrap().1.to_owned(), file.bytes);
    files.into_iter().map(inner).collect()
}

/// The entries of a pack.
fn entries(module: &BTreeMap<String, Vec<u8>>, pack: &str) -> BTreeMap<String, Value> {
    let entries = level_log::entries(&module[&format!("packs/{pack}/000002.log")]);
    entries.into_iter().map(|(key, value)| (key, serde_json::from_slice(&value).unwrap())).collect()
}

/// The adventure, which holds everything whole.
fn adventure(module: &BTreeMap<String, Vec<u8>>) -> Value {
    entries(module, "adventure").into_values().next().unwrap()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("{field} is no list"))
}

fn validator(version: Version) -> jsonschema::Validator {
    let schema = match version {
        Version::V13 => include_str!("../../../schema/foundry-13.schema.json"),
        Version::V14 => include_str!("../../../schema/foundry-14.schema.json"),
    };
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
}

#[test]
fn modules_of_all_presets_are_valid_and_say_what_the_dungeon_says() {
    for version in [Version::V13, Version::V14] {
        let validator = validator(version);
        dungeons::of_all_presets(2).par_iter().for_each(|(name, dungeon)| {
            let module = module(dungeon, &options(version));
            let adventure = adventure(&module);
            let wrong =
                validator.iter_errors(&adventure).take(3).map(|error| format!("{}: {error}", error.instance_path()));
            let wrong: Vec<String> = wrong.collect();
            assert!(wrong.is_empty(), "{name}: {wrong:?}");
            check_ids(name, &adventure);
            check_walls(name, dungeon, &adventure, version);
            check_stairs(name, dungeon, &adventure, version);
            check_notes(name, dungeon, &adventure);
            check_pictures(name, &module, &adventure, version);
            check_packs(name, &module, &adventure);
        });
    }
}

/// Every id in a document, with the path of collections that leads there.
fn ids(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("_id").map(|id| id.as_str().unwrap().to_owned()));
            fields.values().for_each(|value| ids(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| ids(value, found)),
        _ => {}
    }
}

fn check_ids(name: &str, adventure: &Value) {
    let mut found = Vec::new();
    ids(adventure, &mut found);
    let unique: BTreeSet<&String> = found.iter().collect();
    assert_eq!(unique.len(), found.len(), "{name}: an id is used twice");
}

/// The cells that a scene shows of a level: all levels of a scene show the same.
fn shown(dungeon: &Dungeon, z: i32, version: Version) -> Rect {
    crop::crop(dungeon.levels.iter().filter(|level| version == Version::V14 || level.z == z), 1)
}

/// The walls of a level in pixels, as the outline has them: coordinates, door, state, whether light stops.
fn expected_walls(dungeon: &Dungeon, z: i32, grid: i32, version: Version) -> Vec<([i32; 4], u8, u8, bool)> {
    let outline = WallLines::from_level(dungeon, dungeon.level(z).unwrap(), PLAIN, SecretDoors::Door, WallStyle::Soft);
    let shown = shown(dungeon, z, version);
    let pixel = |at: i32, from: i32| ((at - 1000 * from) * grid + 500) / 1000;
    let line = |ends: [WallPoint; 2]| {
        let [[x0, y0], [x1, y1]] = ends.map(|end| [pixel(end.x, shown.left), pixel(end.y, shown.top)]);
        [x0, y0, x1, y1]
    };
    let walls =
        outline.walls.iter().flat_map(|wall| wall.windows(2)).map(|pair| (line([pair[0], pair[1]]), 0, 0, true));
    let doors = outline.portals.iter().map(|portal| {
        let door = dungeon.door(portal.door);
        let state = match (door.kind, door.state) {
            (DoorKind::Doorway, _) => 0,
            (_, DoorState::Open) => 1,
            (_, DoorState::Locked) | (DoorKind::Barred, _) => 2,
            (_, DoorState::Closed) => 0,
        };
        (line(portal.ends), if door.secret { 2 } else { 1 }, state, door.kind != DoorKind::Portcullis)
    });
    let features = dungeon.features.iter().filter(|feature| feature.z == z && feature.opaque && feature.is_on_floor());
    let sides = features.flat_map(|feature| {
        let corners = PLAIN.cell_loop(feature.rect());
        corners.windows(2).map(|pair| (line([pair[0], pair[1]]), 0, 0, true)).collect::<Vec<_>>()
    });
    // Soft walls have short lines, of which some are no longer than a pixel.
    walls.chain(doors).chain(sides).filter(|([x0, y0, x1, y1], ..)| [x0, y0] != [x1, y1]).collect()
}

fn told_wall(wall: &Value) -> ([i32; 4], u8, u8, bool) {
    let small = |field: &str| wall[field].as_u64().unwrap() as u8;
    let c: Vec<i32> = list(wall, "c").iter().map(|at| at.as_i64().unwrap() as i32).collect();
    assert!(small("move") == 20 || small("sight") == 20);
    assert!([small("light"), small("sound")] == [small("sight"); 2]);
    (c.try_into().unwrap(), small("door"), small("ds"), small("sight") == 20)
}

/// Whether a wall stops bodies alone and is no door: the shore of deep water or of a chasm.
fn is_shore(wall: &Value) -> bool {
    wall["sight"] == 0 && wall["door"] == 0
}

/// The edges of cells along a line, each as the middle between its ends, in pixels times two.
fn edges([x0, y0, x1, y1]: [i32; 4], cell: i32) -> Vec<[i32; 2]> {
    let count = (x1 - x0).abs().max((y1 - y0).abs()) / cell;
    let step = [(x1 - x0) / count, (y1 - y0) / count];
    (0..count).map(|i| [2 * (x0 + i * step[0]) + step[0], 2 * (y0 + i * step[1]) + step[1]]).collect()
}

#[test]
fn walls_that_stop_bodies_alone_surround_deep_water_and_chasms() {
    let map = "#########\n#.......#\n#.......#\n#.......+\n#########\n\nground:\n         \n ~ww~    \n ~w~ ::  \n  = =:=  \n         \n";
    let dungeon = text::read(map).unwrap();
    let level = &dungeon.levels[0];
    for version in [Version::V13, Version::V14] {
        let adventure = adventure(&module(&dungeon, &options(version)));
        let scene = &adventure["scenes"][0];
        let cell = scene["grid"]["size"].as_i64().unwrap() as i32;
        let shores = list(scene, "walls").iter().filter(|wall| is_shore(wall)).map(told_wall);
        let mut found: Vec<[i32; 2]> = shores.flat_map(|(line, ..)| edges(line, cell)).collect();
        let mut wanted = Vec::new();
        for at in level.size().cells().filter(|&at| level.ground_at(at).is_solid()) {
            let is_free = |beside: &undercroft::grid::Cell| {
                !level.at(*beside).is_massive() && !level.ground_at(*beside).is_solid()
            };
            for beside in at.neighbors4().into_iter().filter(is_free) {
                let shown = shown(&dungeon, 0, version);
                let middle = at + beside - shown.min() - shown.min();
                wanted.push([(middle.x + 1) * cell, (middle.y + 1) * cell]);
            }
        }
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
        assert!(found.len() > 12);
    }
}

fn check_walls(name: &str, dungeon: &Dungeon, adventure: &Value, version: Version) {
    for scene in list(adventure, "scenes") {
        let grid = scene["grid"]["size"].as_i64().unwrap() as i32;
        assert_eq!(grid, 20, "{name}: pixels that were asked for");
        let mut told: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for wall in list(scene, "walls").iter().filter(|wall| !is_shore(wall)) {
            let wall_told = told_wall(wall);
            let [x0, y0, x1, y1] = wall_told.0;
            assert!([x0, y0] != [x1, y1], "{name}: a wall without length");
            let level = wall["levels"][0].as_str().unwrap_or_default().to_owned();
            told.entry(level).or_default().push(wall_told);
        }
        match version {
            Version::V13 => {
                let z = level_of(dungeon, scene);
                check_size(name, scene, shown(dungeon, z, version), grid);
                assert_eq!(told.remove("").unwrap_or_default(), expected_walls(dungeon, z, grid, version), "{name}");
            }
            Version::V14 => {
                check_size(name, scene, shown(dungeon, 0, version), grid);
                for level in list(scene, "levels") {
                    let z: i32 = level["name"].as_str().unwrap().strip_prefix("Level ").unwrap().parse().unwrap();
                    let walls = told.remove(level["_id"].as_str().unwrap()).unwrap_or_default();
                    assert_eq!(walls, expected_walls(dungeon, z, grid, version), "{name}");
                }
                check_levels(name, scene);
            }
        }
        assert!(told.is_empty(), "{name}: walls on unknown levels");
    }
}

fn check_size(name: &str, scene: &Value, shown: Rect, grid: i32) {
    let size = [&scene["width"], &scene["height"]].map(|side| side.as_i64().unwrap() as i32);
    assert_eq!(size, [shown.width() * grid, shown.height() * grid], "{name}: floor and two squares");
}

/// The level that a scene of version 13 shows, by its picture.
fn level_of(dungeon: &Dungeon, scene: &Value) -> i32 {
    let picture = scene["background"]["src"].as_str().unwrap();
    let shows = |z: i32| picture.ends_with(&format!("/z{z}.png"));
    dungeon.levels.iter().map(|level| level.z).find(|&z| shows(z)).unwrap()
}

fn check_levels(name: &str, scene: &Value) {
    let levels = list(scene, "levels");
    assert_eq!(levels[0]["_id"], "defaultLevel0000", "{name}");
    assert_eq!((&scene["initialLevel"], &levels[0]["elevation"]["bottom"]), (&json!("defaultLevel0000"), &json!(0)));
    let mut storeys: Vec<[i64; 3]> = levels
        .iter()
        .map(|level| {
            let elevation = &level["elevation"];
            [&elevation["bottom"], &elevation["top"], &level["sort"]].map(|value| value.as_i64().unwrap())
        })
        .collect();
    storeys.sort_unstable();
    assert!(storeys.windows(2).all(|pair| pair[0][1] == pair[1][0] && pair[0][2] < pair[1][2]), "{name}: {storeys:?}");
}

fn check_stairs(name: &str, dungeon: &Dungeon, adventure: &Value, version: Version) {
    let links = dungeon.links.iter().filter(|link| link.stairs().is_some()).count();
    let scenes = list(adventure, "scenes");
    let uuid = |scene: &Value, region: &Value| {
        format!("Scene.{}.Region.{}", scene["_id"].as_str().unwrap(), region["_id"].as_str().unwrap())
    };
    let regions: Vec<(&Value, &Value)> =
        scenes.iter().flat_map(|scene| list(scene, "regions").iter().map(move |region| (scene, region))).collect();
    let is_stairs = |region: &Value| !list(region, "behaviors").is_empty();
    let stairs: Vec<_> = regions.iter().filter(|(_, region)| is_stairs(region)).collect();
    match version {
        Version::V14 => {
            assert_eq!(stairs.len(), links, "{name}");
            assert!(stairs.iter().all(|(_, region)| list(region, "levels").len() == 2));
        }
        Version::V13 => {
            assert_eq!(stairs.len(), 2 * links, "{name}");
            let ends: BTreeMap<String, &Value> =
                stairs.iter().map(|(scene, region)| (uuid(scene, region), &region["behaviors"][0]["system"])).collect();
            for (own, system) in &ends {
                let there = ends[system["destination"].as_str().unwrap()];
                assert_eq!(there["destination"], **own, "{name}: stairs that lead elsewhere");
            }
        }
    }
    let rooms = dungeon.rooms.iter().filter(|room| !room.floor.is_empty()).count();
    assert_eq!(regions.len() - stairs.len(), rooms, "{name}: one region for each room");
}

fn check_notes(name: &str, dungeon: &Dungeon, adventure: &Value) {
    let journal = &adventure["journal"][0];
    let pages: BTreeSet<&str> = list(journal, "pages").iter().filter_map(|page| page["_id"].as_str()).collect();
    let notes: Vec<&Value> = list(adventure, "scenes").iter().flat_map(|scene| list(scene, "notes")).collect();
    assert_eq!(notes.len(), dungeon.keyed_rooms().len(), "{name}");
    let leads = |note: &&Value| note["entryId"] == journal["_id"] && pages.contains(note["pageId"].as_str().unwrap());
    assert!(notes.iter().all(leads), "{name}");
}

fn check_pictures(name: &str, module: &BTreeMap<String, Vec<u8>>, adventure: &Value, version: Version) {
    let manifest: Value = serde_json::from_slice(&module["module.json"]).unwrap();
    let id = manifest["id"].as_str().unwrap();
    let pictures = list(adventure, "scenes").iter().flat_map(|scene| match version {
        Version::V13 => vec![&scene["background"]["src"]],
        Version::V14 => list(scene, "levels").iter().map(|level| &level["background"]["src"]).collect(),
    });
    for picture in pictures {
        let inner = picture.as_str().unwrap().strip_prefix(&format!("modules/{id}/")).unwrap();
        assert!(module[inner].starts_with(b"\x89PNG"), "{name}: {inner}");
    }
    for pack in list(&manifest, "packs") {
        let current = format!("{}/CURRENT", pack["path"].as_str().unwrap());
        assert_eq!(module[&current], b"MANIFEST-000001\n", "{name}");
    }
}

/// The packs hold the same documents as the adventure, each under its own key.
fn check_packs(name: &str, module: &BTreeMap<String, Vec<u8>>, adventure: &Value) {
    let stored = entries(module, "scenes");
    let mut count = 0;
    for scene in list(adventure, "scenes") {
        let id = scene["_id"].as_str().unwrap();
        let kept = &stored[&format!("!scenes!{id}")];
        count += 1;
        for collection in ["levels", "tiles", "walls", "lights", "notes", "regions"] {
            let Some(documents) = scene[collection].as_array() else { continue };
            let own: Vec<&Value> = documents.iter().map(|document| &document["_id"]).collect();
            assert_eq!(list(kept, collection).iter().collect::<Vec<_>>(), own, "{name}");
            for document in documents.iter().filter(|_| collection != "regions") {
                let key = format!("!scenes.{collection}!{id}.{}", document["_id"].as_str().unwrap());
                assert_eq!(&stored[&key], document, "{name}");
            }
            count += documents.len();
        }
        count += list(scene, "regions").iter().map(|region| list(region, "behaviors").len()).sum::<usize>();
    }
    assert_eq!(stored.len(), count, "{name}: entries that belong to nothing");
}

const KEEP: &str = "\
#############
#.....#.....#
#.....L.....#
#.....#.....#
##S####H#B###
 #,## #,#,#
 #,,\"\",,,,#
 ##########
";

#[test]
fn every_kind_of_door_is_told_as_foundry_understands_it() {
    let dungeon = text::read(KEEP).unwrap();
    let adventure = adventure(&module(&dungeon, &options(Version::V14)));
    let walls = list(&adventure["scenes"][0], "walls").iter().map(told_wall);
    let doors: Vec<_> = walls.filter(|wall| wall.1 > 0).map(|(_, door, state, opaque)| (door, state, opaque)).collect();
    assert_eq!(doors, [(1, 2, true), (2, 0, true), (1, 0, false), (1, 2, true)], "locked, secret, portcullis, barred");
}

#[test]
fn a_secret_doorway_is_a_shut_secret_door() {
    let mut dungeon = text::read(KEEP).unwrap();
    let secret = dungeon.doors.iter_mut().find(|door| door.secret).unwrap();
    (secret.kind, secret.state) = (DoorKind::Doorway, DoorState::Open);
    let adventure = adventure(&module(&dungeon, &options(Version::V14)));
    let walls = list(&adventure["scenes"][0], "walls").iter().map(told_wall);
    let secret: Vec<_> = walls.filter(|wall| wall.1 == 2).map(|(_, _, state, opaque)| (state, opaque)).collect();
    assert_eq!(secret, [(0, true)]);
}

#[test]
fn players_get_neither_secrets_nor_notes() {
    let mut dungeon = text::read(KEEP).unwrap();
    let mut options = options(Version::V14);
    options.table.edition = Edition::Player;
    dungeon.provenance.seed = "815".to_owned();
    let module = module(&dungeon, &options);
    let adventure = adventure(&module);
    assert!(!adventure.to_string().contains("815"), "who has the seed has the secrets");
    assert!(list(&adventure, "journal").is_empty() && !module.contains_key("packs/journal/CURRENT"));
    let scene = &adventure["scenes"][0];
    assert!(list(scene, "notes").is_empty() && list(scene, "walls").iter().all(|wall| wall["door"] != 2));
}

/// The text of a room's page in the journal.
fn page_of(dungeon: &Dungeon, room: RoomId) -> String {
    let adventure = adventure(&module(dungeon, &options(Version::V14)));
    let pages = list(&adventure["journal"][0], "pages");
    let label = dungeon.floor_label(dungeon.room(room)).unwrap();
    let is_it = |page: &&Value| {
        let name = page["name"].as_str().unwrap();
        name == format!("Room {label}") || name.starts_with(&format!("{label} "))
    };
    let page = pages.iter().find(is_it).unwrap();
    page["text"]["content"].as_str().unwrap().to_owned()
}

#[test]
fn the_journal_names_the_lock_of_a_key_and_no_empty_label() {
    let mut dungeon = (0..99).map(|seed| dungeons::made(&dungeons::preset("dungeon"), seed)).find(|dungeon| {
        dungeon.markers.iter().any(|marker| marker.kind == MarkerKind::Key && dungeon.lock_of(marker).is_some())
    });
    let dungeon = dungeon.as_mut().unwrap();
    let key = dungeon.markers.iter().position(|marker| marker.kind == MarkerKind::Key).unwrap();
    let room = dungeon.markers[key].room.unwrap();
    let ends = dungeon.links[dungeon.lock_of(&dungeon.markers[key]).unwrap().index()].rooms;
    let [a, b] = ends.map(|room| dungeon.room_label(room));
    for (label, words) in [(Some("K"), "Key K"), (Some(""), "The key"), (Some("  "), "The key"), (None, "The key")] {
        dungeon.markers[key].label = label.map(str::to_owned);
        let page = page_of(dungeon, room);
        assert!(
            page.contains(&format!("<p>{words} to the lock between room {a} and room {b} lies here.</p>")),
            "{page}"
        );
    }
    dungeon.markers[key].link = None;
    dungeon.markers[key].label = Some(String::new());
    let page = page_of(dungeon, room);
    assert!(page.contains("<p>A key lies here.</p>"), "{page}");
}

#[test]
fn the_journal_calls_a_guardian_what_drawings_and_prints_call_so() {
    let mut dungeon = text::read(KEEP).unwrap();
    dungeon.rooms[0].roles = vec![Role::Boss];
    let page = page_of(&dungeon, dungeon.rooms[0].id);
    assert!(page.contains(", guardian.") && !page.contains("boss"), "{page}");
}

#[test]
fn a_stocked_dungeon_has_pages_with_notes_and_a_light_for_each_lit_feature() {
    let dungeon = stocked::stocked("crypt", 4);
    for version in [Version::V13, Version::V14] {
        let adventure = adventure(&module(&dungeon, &options(version)));
        check_walls("stocked crypt", &dungeon, &adventure, version);
        let lights: Vec<&Value> = list(&adventure, "scenes").iter().flat_map(|scene| list(scene, "lights")).collect();
        let lit = dungeon.features.iter().filter_map(|feature| feature.light);
        let mut wanted: Vec<(u64, u64)> = lit.map(|light| (light.bright_feet.into(), light.dim_feet.into())).collect();
        let feet = |light: &Value, field: &str| light["config"][field].as_u64().unwrap();
        let mut found: Vec<_> = lights.iter().map(|light| (feet(light, "bright"), feet(light, "dim"))).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
        let pages = list(&adventure["journal"][0], "pages");
        let first = pages[0]["text"]["content"].as_str().unwrap();
        assert!(
            first.contains("The tithe lies under the hill still.") && first.contains("Wexlings (2), bored: "),
            "{first}"
        );
        assert!(pages[1]["name"].as_str().unwrap().starts_with("1 Quillmere"), "{}", pages[1]["name"]);
        let text = pages[1]["text"]["content"].as_str().unwrap();
        assert!(text.contains("<section class=\"secret\"><p>Wexlings (2) hold"), "{text}");
        assert!(
            text.contains("&lt;none&gt; &amp; &quot;all&quot;") && text.contains("<p>Ommatid prints lead to"),
            "{text}"
        );
        let sorts: Vec<i64> = pages.iter().map(|page| page["sort"].as_i64().unwrap()).collect();
        assert!(sorts.is_sorted());
    }
}

#[test]
fn what_a_page_tells_of_hidden_exits_stands_in_a_secret_section() {
    let mut hidden = 0;
    for seed in 1..=10 {
        let adventure = adventure(&module(&dungeons::made(&dungeons::preset("crypt"), seed), &options(Version::V14)));
        for page in list(&adventure["journal"][0], "pages") {
            let text = page["text"]["content"].as_str().unwrap();
            let open: String = text.split("<section").map(|part| part.rsplit("</section>").next().unwrap()).collect();
            assert!(!open.contains("Secret"), "{text}");
            hidden += text.matches("<li>Secret").count();
        }
    }
    assert!(hidden > 0);
}

#[test]
fn the_same_dungeon_gives_the_same_bytes_and_another_other_ids() {
    let file = dungeons::preset("tower");
    let [one, two] = [1, 2].map(|seed| dungeons::made(&file, seed));
    assert_eq!(write(&one, &options(Version::V14)), write(&one.clone(), &options(Version::V14)));
    let found = |dungeon: &Dungeon| {
        let mut found = Vec::new();
        ids(&adventure(&module(dungeon, &options(Version::V13))), &mut found);
        found.into_iter().collect::<BTreeSet<String>>()
    };
    assert!(found(&one).is_disjoint(&found(&two)));
}

#[test]
fn names_from_anywhere_do_no_harm() {
    let mut dungeon = text::read(KEEP).unwrap();
    dungeon.name = "../<b>\"Ünder\" & sons\\..\u{0}".to_owned();
    let files = write(&dungeon, &options(Version::V14)).unwrap();
    assert!(files.iter().all(|file| file.name.starts_with("undercroft-b-nder-sons/")), "{}", files[0].name);
    dungeon.name.clear();
    assert!(write(&dungeon, &options(Version::V14)).is_ok());
    dungeon.levels.clear();
    assert!(write(&dungeon, &options(Version::V14)).is_ok());
}

/// An archive holds what the folder holds; Python's reader judges it.
#[test]
fn the_archive_is_one_that_others_open() {
    let dungeon = text::read(KEEP).unwrap();
    let folder = module(&dungeon, &options(Version::V14));
    let archive = write(&dungeon, &FoundryOptions { zip: true, ..options(Version::V14) }).unwrap();
    assert_eq!(archive.len(), 1);
    let Some(mut python) = tool::tool("python3") else { return };
    let place = scratch("zip");
    let path = place.join("module.zip");
    std::fs::write(&path, &archive[0].bytes).unwrap();
    run(python.args(["-m", "zipfile", "-t"]).arg(&path));
    run(tool::tool("python3").unwrap().args(["-m", "zipfile", "-e"]).arg(&path).arg(place.join("out")));
    for (name, bytes) in &folder {
        assert_eq!(&std::fs::read(place.join("out").join(name)).unwrap(), bytes, "{name}");
    }
}

#[test]
fn a_large_dungeon_is_written_quickly() {
    let mut file = dungeons::preset("large-dungeon");
    for setting in ["width=512", "height=512", "rooms.count=400"] {
        file.set(setting).unwrap_or_else(|error| panic!("{error}"));
    }
    let dungeon = dungeons::made(&file, 1);
    let start = std::time::Instant::now();
    let files = write(&dungeon, &options(Version::V14)).unwrap();
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    println!("512×512, {} rooms: {} files, {bytes} bytes in {:?}", dungeon.rooms.len(), files.len(), start.elapsed());
}

/// A hall that needs four pictures at 100 pixels to a square.
fn wide_hall() -> Dungeon {
    text::read(&format!("{}\n", ".".repeat(100)).repeat(100)).unwrap()
}

#[test]
fn a_scene_too_large_for_one_picture_has_tiles_side_by_side() {
    for version in [Version::V13, Version::V14] {
        let table = TableOptions { pixels_per_square: Some(100), squares_per_tile: Some(1), ..TableOptions::default() };
        let options = FoundryOptions { table, version, ..FoundryOptions::default() };
        let module = module(&wide_hall(), &options);
        let adventure = adventure(&module);
        let wrong: Vec<String> = validator(version).iter_errors(&adventure).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        check_packs("hall", &module, &adventure);
        let scene = &adventure["scenes"][0];
        let whole = if version == Version::V14 { &scene["levels"][0] } else { scene };
        assert_eq!(whole["background"]["src"], Value::Null);
        let number = |value: &Value| value.as_i64().unwrap();
        let mut area = 0;
        for tile in list(scene, "tiles") {
            let [x, y, width, height] = ["x", "y", "width", "height"].map(|field| number(&tile[field]));
            assert!(width <= 8192 && height <= 8192 && x + width <= number(&scene["width"]));
            assert!(y + height <= number(&scene["height"]));
            let inner = tile["texture"]["src"].as_str().unwrap().split_once("/maps/").unwrap().1;
            let png = &module[&format!("maps/{inner}")];
            let side = |at: usize| i64::from(u32::from_be_bytes(png[at..at + 4].try_into().unwrap()));
            assert_eq!([side(16), side(20)], [width, height], "{inner}: a pixel of the picture is one of the scene");
            area += width * height;
        }
        assert_eq!(area, number(&scene["width"]) * number(&scene["height"]), "tiles cover the scene once");
        assert_eq!(list(scene, "tiles").len(), 4);
    }
}

/// An empty folder for a test.
fn scratch(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("foundry").join(name);
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).unwrap();
    place
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&said));
}

/// Foundry's tool, installed on first use; `None` where it cannot be had, which is a failure with `CI=true`.
fn judge() -> Option<PathBuf> {
    static JUDGE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let (node, mut npm) = (tool::tool("node"), tool::tool("npm")?);
        node?;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foundry");
        let program = folder.join("node_modules/@foundryvtt/foundryvtt-cli/fvtt.mjs");
        if !program.is_file() {
            let installed =
                npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&folder).status();
            if !installed.is_ok_and(|status| status.success()) {
                assert!(std::env::var("CI").as_deref() != Ok("true"), "npm ci failed in {}", folder.display());
                eprintln!("SKIPPED: foundryvtt-cli could not be installed");
                return None;
            }
        }
        Some(program)
    };
    JUDGE.get_or_init(find).clone()
}

/// Runs the tool: `unpack` or `pack`, a pack by name, from a folder to another.
fn fvtt(program: &Path, action: &str, pack: &str, from: &Path, to: &Path, home: &Path) {
    let mut node = Command::new("node");
    node.arg(program).args(["package", action, "-n", pack, "--in"]).arg(from).arg("--out").arg(to);
    // It keeps its settings at home; ours stay out of the user's.
    run(node.env("HOME", home).env("USERPROFILE", home));
}

/// The documents of a folder, by the key that the tool gives them.
fn unpacked(folder: &Path) -> BTreeMap<String, Value> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let document: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        (document["_key"].as_str().unwrap().to_owned(), document)
    };
    files.map(read).collect()
}

/// A document without what the tool adds: keys, and empty lists for what is not there.
fn essence(mut document: Value) -> Value {
    match &mut document {
        Value::Object(fields) => {
            fields.remove("_key");
            fields.retain(|_, value| value.as_array().is_none_or(|values| !values.is_empty()));
            fields.values_mut().for_each(|value| *value = essence(value.take()));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| *value = essence(value.take())),
        _ => {}
    }
    document
}

#[test]
fn foundrys_own_tool_reads_our_packs_and_packing_again_changes_nothing() {
    let Some(program) = judge() else { return };
    for (name, seed) in [("tower", 1), ("large-dungeon", 2), ("cave", 3)] {
        for version in [Version::V13, Version::V14] {
            let dungeon = dungeons::made(&dungeons::preset(name), seed);
            let place = scratch(&format!("{name}-{version:?}"));
            for file in write(&dungeon, &options(version)).unwrap() {
                let path = place.join("module").join(file.name.split_once('/').unwrap().1);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, file.bytes).unwrap();
            }
            judge_module(&program, &place, &dungeon, version);
        }
    }
}

/// Unpacks every pack, packs it again, unpacks that, and compares all three with what we meant.
fn judge_module(program: &Path, place: &Path, dungeon: &Dungeon, version: Version) {
    let packs = place.join("module/packs");
    let meant = adventure(&module(dungeon, &options(version)));
    for pack in ["adventure", "scenes", "journal"] {
        let [first, again, second] = ["first", "again", "second"].map(|step| place.join(format!("{step}-{pack}")));
        fvtt(program, "unpack", pack, &packs, &first, place);
        fvtt(program, "pack", pack, &first, &again, place);
        fvtt(program, "unpack", pack, &again, &second, place);
        let read = unpacked(&first);
        assert_eq!(read, unpacked(&second), "{pack}");
        let read: Vec<Value> = read.into_values().map(essence).collect();
        let mut wanted = match pack {
            "adventure" => vec![meant.clone()],
            pack => list(&meant, pack).to_vec(),
        };
        wanted.iter_mut().for_each(|document| *document = essence(document.take()));
        wanted.sort_by_key(|document| document["_id"].as_str().unwrap().to_owned());
        assert_eq!(read, wanted, "{pack}");
    }
}
