//! Dungeon JSON of version 1, as older programs wrote it: it is read, what it lacks is empty, and it is written again in
//! version 2.

use undercroft::dungeon::{Dungeon, EPOCH, HiddenDoor, KeyRule, LinkKind, Shape};
use undercroft::format::{FilePosition, json, read};
use undercroft::grid::Cell;
use undercroft::verify::verify;

/// A small dungeon in which everything occurs that version 1 has.
const FURNISHED: &str = include_str!("../version-1/furnished.json");

/// What the generator of epoch 2 made of three presets.
const GENERATED: [(&str, &str); 3] = [
    ("crypt", include_str!("../version-1/crypt.json")),
    ("cottage", include_str!("../version-1/cottage.json")),
    ("cave", include_str!("../version-1/cave.json")),
];

fn old(text: &str) -> Dungeon {
    read(None, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_version_1_lacks_is_empty() {
    let dungeon = old(FURNISHED);
    assert!(dungeon.rooms.iter().all(|room| room.number.is_none() && room.name.is_empty() && room.dais.is_none()));
    assert!(dungeon.rooms.iter().all(|room| room.shape == Shape::Free));
    assert!(dungeon.levels.iter().all(|level| level.name.is_empty()));
    assert!(!dungeon.entrance.as_ref().unwrap().open_end);
    assert_eq!((dungeon.module_grid, dungeon.tile_feet), (Some([300, 3]), 10));
    let provenance = &dungeon.provenance;
    assert_eq!((provenance.epoch, provenance.edited, provenance.seed.as_str()), (2, true, "7 route=9"));
    assert_eq!(dungeon.warnings, ["One room is missing."]);
    assert_eq!(dungeon.links[1].kind, LinkKind::stairs_at(Cell::new(1, 2)));
    assert_eq!(dungeon.links[3].hidden(), HiddenDoor::Discovered);
}

#[test]
fn what_was_read_from_version_1_is_written_in_version_2_and_stays_the_same() {
    for (name, text) in GENERATED.into_iter().chain([("furnished", FURNISHED)]) {
        let dungeon = old(text);
        let written = json::write(&dungeon);
        assert!(written.contains("\n  \"version\": 2,\n"), "{name}");
        assert!(old(&written) == dungeon, "{name}");
    }
}

#[test]
fn dungeons_of_epoch_2_are_still_sound_though_their_rooms_have_no_numbers() {
    for (name, text) in GENERATED {
        let dungeon = old(text);
        assert_eq!(dungeon.provenance.epoch, 2);
        assert_eq!(verify(&dungeon).flaws, [], "{name}");
    }
}

#[test]
fn a_record_without_an_epoch_is_of_the_first() {
    let crypt = GENERATED[0].1.replace("  \"epoch\": 2,\n", "").replace("    \"keys\": \"own\",\n", "");
    let dungeon = old(&crypt);
    assert_eq!((dungeon.provenance.epoch, dungeon.key_rule()), (1, KeyRule::Shared));
    let drawn = old(r##"{"format":"undercroft","version":1,"levels":[{"z":0,"width":3,"height":1,"rows":["#.#"]}]}"##);
    assert_eq!((drawn.provenance.epoch, drawn.tile_feet), (EPOCH, 10), "what was not generated has the present one");
}

/// The published schema of version 1 still describes what is read.
#[cfg(feature = "schema")]
#[test]
fn old_files_are_valid_by_the_schema_of_version_1() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/dungeon-1.schema.json");
    let schema = std::fs::read_to_string(path).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    for (name, text) in GENERATED.into_iter().chain([("furnished", FURNISHED)]) {
        let valid = validator.validate(&serde_json::from_str(text).unwrap()).map_err(|error| error.to_string());
        assert_eq!(valid, Ok(()), "{name}");
    }
}

/// The sentence about the furnished dungeon after a change of its text, without the file's name.
fn refusal(from: &str, to: &str) -> String {
    assert!(FURNISHED.contains(from), "{from}");
    let error = read(None, FURNISHED.replacen(from, to, 1).as_bytes()).unwrap_err();
    let FilePosition::Value { path, .. } = error.place() else { panic!("{error}") };
    format!("{path}: {}", error.problem())
}

#[test]
fn bad_input_of_version_1_is_refused_with_the_paths_of_version_1() {
    let cases = [
        (
            "\"a.b\": 0.15",
            "\"a.b\": null",
            "recipe.a.b: need a number, a word, true, false or a list of them, got null",
        ),
        ("\"tile_feet\": 10", "\"tile_feet\": 0", "tile_feet: need 1 to 1000, got 0"),
        ("    300", "    0", "lattice: need modules of 1 to 16384 cells each way"),
        ("\"doors\":[0,1]", "\"doors\":[0,2]", "links[0].doors[1]: there is no door 2"),
        ("\"doors\":[1]", "\"doors\":[7]", "links[3].doors[0]: there is no door 7"),
        ("\"width\":1,", "\"width\":5,", "links[0].width: need a width of 1 to 4 cells, got 5"),
        ("\"runway\":[1,1]", "\"runway\":[9,1]", "links[0].path: (10, 1) does not lie on a 10×4 level"),
        ("\"path\":[[1,2]]", "\"path\":[[1,4]]", "links[1].path: (1, 4) does not lie on a 10×4 level"),
        ("\"goal\": 2", "\"goal\": 3", "goal: there is no room 3"),
    ];
    for (from, to, sentence) in cases {
        assert_eq!(refusal(from, to), sentence);
    }
    assert!(refusal("\"7 route=9\"", "\"seven\"").starts_with("seed: a seed is a whole number"));
    let place = read(Some("old.json"), FURNISHED.replacen("[0,1],\"path\"", "[0,2],\"path\"", 1).as_bytes());
    assert_eq!(place.unwrap_err().to_string(), "old.json:37:56: links[0].doors[1]: there is no door 2");
}

/// What version 1 writes about a link beyond the model follows from its kind, its doors and its rooms.
#[test]
fn a_link_that_contradicts_itself_is_refused_with_its_path() {
    let is_secret = "\"is_secret_passage\":true";
    let corridor = "\"fallback\":[\"none\",\"one_cell\"]}";
    let cases = [
        (
            is_secret,
            "\"is_secret_passage\":false",
            "links[2].is_secret_passage: need true for kind \"secret_passage\", got false",
        ),
        (
            corridor,
            "\"fallback\":[\"none\",\"one_cell\"],\"is_secret_passage\":true}",
            "links[0].is_secret_passage: need false for kind \"corridor\", got true",
        ),
        (
            "\"from_coord\":[0,-1,0]",
            "\"from_coord\":[9,9,9]",
            "links[2].from_coord: need [0, -1, 0] for kind \"secret_passage\" at room 0, got [9, 9, 9]",
        ),
        (
            "\"from_coord\":[0,-1,0]",
            "\"from_coord\":[0,-1,0],\"to_coord\":[2,0,0]",
            "links[2].to_coord: need nothing for kind \"secret_passage\" at room 1, got [2, 0, 0]",
        ),
        (
            corridor,
            "\"fallback\":[\"none\",\"one_cell\"],\"from_coord\":[0,-1,0]}",
            "links[0].from_coord: need nothing for kind \"corridor\" at room 0, got [0, -1, 0]",
        ),
        (
            "\"discovered\":false,",
            "",
            "links[2].discovered: need true or false for kind \"secret_passage\", got nothing",
        ),
        ("\"doors\":[1],\"width\":1", "\"doors\":[1],\"width\":2", "links[3].width: need 1 for kind \"shared\", got 2"),
        ("\"doors\":[1]", "\"doors\":[1,0]", "links[3].doors: a link of this kind has 1 door, got 2"),
        ("\"doors\":[1]", "\"doors\":[1],\"path\":[[4,1]]", "links[3].path: need 0 cells for kind \"shared\", got 1"),
        (
            "\"doors\":[],\"path\":[[1,2]]",
            "\"doors\":[],\"path\":[[1,2],[1,1]]",
            "links[1].path: need 1 cell for kind \"stairs\", got 2",
        ),
        (
            "\"path\":[[1,2]],\"width\":1",
            "\"path\":[[1,2]],\"width\":2",
            "links[1].width: need 1 for kind \"stairs\", got 2",
        ),
        (
            "\"path\":[[1,2]],\"width\":1,\"runway\":[0,0]",
            "\"path\":[[1,2]],\"width\":1,\"runway\":[0,1]",
            "links[1].runway: a link of kind \"stairs\" has no corridor",
        ),
    ];
    for (from, to, sentence) in cases {
        assert_eq!(refusal(from, to), sentence);
    }
}
