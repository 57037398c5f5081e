//! Maps through every format and back, and what is refused on the way.

use proptest::prelude::*;
use undercroft::Fraction;
use undercroft::dungeon::{
    Corridor, DoorId, DoorKind, DoorState, Dungeon, EPOCH, Entrance, Fallback, HiddenDoor, Level, Link, LinkId,
    LinkKind, Marker, MarkerKind, PlacedTemplate, Role, Room, RoomId, Shape, Socket, Stub, Terrain,
};
use undercroft::format::{FilePosition, json, read, text};
use undercroft::grid::{Cell, Dir, Grid, Rect, Size};
use undercroft::seed::Stream;
use undercroft::verify::{FlawCode, verify};

/// A map of the given size, each cell one of the characters.
fn scribble(width: u32, height: u32, characters: &str, seed: u64) -> String {
    let characters: Vec<char> = characters.chars().collect();
    let mut stream = Stream::new(seed, "scribble");
    let mut row = || (0..width).map(|_| stream.choose(&characters).unwrap()).chain(['\n'].iter()).collect::<String>();
    (0..height).map(|_| row()).collect()
}

const DUNGEON_GLYPHS: &str = "##....,,+'\"_LHBS<>  ";

fn sides() -> impl Strategy<Value = (u32, u32)> {
    // Small maps find odd shapes, large ones find limits.
    prop_oneof![20 => (1..40u32, 1..40u32), 1 => (400..=512u32, 400..=512u32)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn dungeon_text_survives_byte_for_byte((width, height) in sides(), seed: u64) {
        let drawn = scribble(width, height, DUNGEON_GLYPHS, seed);
        let dungeon = read(None, drawn.as_bytes()).unwrap();
        prop_assert_eq!(text::write(&dungeon), drawn);
    }

    #[test]
    fn plain_text_survives_byte_for_byte((width, height) in sides(), seed: u64) {
        let drawn = scribble(width, height, "#.", seed);
        prop_assert_eq!(text::write(&read(None, drawn.as_bytes()).unwrap()), drawn);
    }

    #[test]
    fn json_survives_byte_for_byte((width, height) in sides(), seed: u64) {
        let dungeon = read(Some("a-map.txt"), scribble(width, height, DUNGEON_GLYPHS, seed).as_bytes()).unwrap();
        let written = json::write(&dungeon);
        let again = read(None, written.as_bytes()).unwrap();
        prop_assert_eq!(json::write(&again), written);
        prop_assert!(again == dungeon);
    }

    #[test]
    fn every_floor_cell_of_a_map_with_doors_is_in_one_room((width, height) in (1..40u32, 1..40u32), seed: u64) {
        let dungeon = read(None, format!("+{}", scribble(width, height, "##...+,", seed)).as_bytes()).unwrap();
        let mut rooms: Vec<Cell> = dungeon.rooms.iter().flat_map(Room::cells).collect();
        rooms.sort();
        let level = &dungeon.levels[0];
        let floor: Vec<Cell> = level.size().cells().filter(|&cell| level.at(cell).is_room()).collect();
        prop_assert_eq!(rooms, floor);
        let covered: usize = dungeon.doors.iter().map(|door| door.cells.len()).sum();
        prop_assert_eq!(covered, level.terrain.values().iter().filter(|&&terrain| terrain == Terrain::Door).count());
    }

    #[test]
    fn several_levels_survive_in_text_and_json(seed: u64, levels in 1..6i32) {
        let sheet = |z| format!("--- level {z}\n{}", scribble(9, 7, DUNGEON_GLYPHS, seed.wrapping_add(z as u64)));
        let drawn = (1..=levels).rev().map(sheet).collect::<Vec<_>>().join("\n");
        let dungeon = read(None, drawn.as_bytes()).unwrap();
        prop_assert_eq!(text::write(&dungeon), drawn);
        prop_assert!(read(None, json::write(&dungeon).as_bytes()).unwrap() == dungeon);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_bytes_make_the_readers_panic(bytes: Vec<u8>) {
        let _ = read(None, &bytes);
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "(--- level -?[0-9]\n)?[#., +'\"_LHBS<>\n\r■so@T]{0,80}") {
        let _ = read(Some("a.txt"), text.as_bytes());
    }

    #[test]
    fn no_broken_json_makes_the_reader_panic(at in any::<prop::sample::Index>(), byte: u8, cut: bool) {
        let mut bytes = json::write(&furnished()).into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(if cut { at } else { bytes.len() });
        if let Ok(dungeon) = read(None, &bytes) {
            // Whatever passes the reader can be used.
            dungeon.links.iter().for_each(|link| assert!(dungeon.corridor_cells(link).count() < 1000));
            dungeon.levels.iter().for_each(|level| assert!(dungeon.solid(level).size() == level.size()));
            text::write(&dungeon);
        }
    }
}

/// A small dungeon in which everything occurs that a dungeon can have.
fn furnished() -> Dungeon {
    let drawn = "--- level 0\n##########\n#..+,,+..#\n#>>#  #..#\n##########\n\n--- level -1\n####\n#..#\n#<.#\n####\n";
    let mut dungeon = read(Some("furnished.txt"), drawn.as_bytes()).unwrap();
    let cells = [Cell::new(4, 1), Cell::new(5, 1)];
    let corridor = Corridor {
        runway: [1, 1],
        fallback: [Fallback::None, Fallback::OneCell],
        ..Corridor::new([DoorId(0), DoorId(1)], cells.to_vec())
    };
    let rough = Corridor { roughened: vec![Cell::new(4, 2)], ..corridor.clone() };
    let kinds = [
        ([0, 1], LinkKind::Corridor { corridor, hidden: HiddenDoor::None }),
        ([0, 2], LinkKind::Stairs { runs: [vec![Cell::new(1, 2), Cell::new(2, 2)], vec![Cell::new(1, 2)]] }),
        ([0, 1], LinkKind::Secret { corridor: rough, discovered: false }),
        ([0, 1], LinkKind::Shared { door: DoorId(1), hidden: HiddenDoor::Discovered }),
    ];
    dungeon.links =
        (0..).zip(kinds).map(|(id, (rooms, kind))| Link::new(LinkId(id), rooms.map(RoomId), kind)).collect();
    dungeon.stubs = vec![Stub { z: 0, path: vec![Cell::new(5, 1)], width: 2 }];
    dungeon.markers = vec![
        Marker { kind: MarkerKind::Light, z: 0, cell: Cell::new(7, 1), room: Some(RoomId(1)), link: None, label: None },
        Marker {
            kind: MarkerKind::Key,
            z: -1,
            cell: Cell::new(2, 1),
            room: None,
            link: Some(LinkId(0)),
            label: Some("a \"key\"".into()),
        },
    ];
    let room = &mut dungeon.rooms[0];
    (room.number, room.name, room.shape) = (Some(1), "Porch".into(), Shape::Dais);
    room.dais = Some(Rect::new(1, 1, 3, 2));
    room.roles = vec![Role::Entrance, Role::Hall];
    room.difficulty = Fraction::from_parts(1234).unwrap();
    room.plan = Some([0, -1, 0]);
    room.template = Some(PlacedTemplate { name: "cell".into(), turn: 3, mirror: true, at: Cell::new(0, 0) });
    room.sockets = vec![Socket { cell: Cell::new(3, 1), dir: Dir::East, required: true, open: true }];
    dungeon.entrance = Some(Entrance { room: RoomId(0), door: DoorId(0), runway: 2, open_end: true });
    (dungeon.doors[0].kind, dungeon.doors[0].state) = (DoorKind::Doorway, DoorState::Open);
    dungeon.levels[1].name = "Cellar".into();
    dungeon.goal = Some(RoomId(2));
    dungeon.outline = Some(Rect::new(0, 0, 10, 4));
    dungeon.module_grid = Some([300, 3]);
    dungeon.warnings = vec!["One room is missing.".into()];
    dungeon.provenance.recipe = [
        ("rooms.count".to_owned(), 3.into()),
        ("rooms.grid".to_owned(), "auto".into()),
        ("a.b".to_owned(), 0.15.into()),
    ]
    .into_iter()
    .collect();
    dungeon.provenance.seed = "7 route=9".into();
    dungeon
}

#[test]
fn a_dungeon_with_everything_survives_json() {
    let dungeon = furnished();
    let written = json::write(&dungeon);
    assert_eq!(read(Some("other.json"), written.as_bytes()).unwrap(), dungeon);
    let stairs = "\n    {\"id\":1,\"rooms\":[0,2],\"kind\":{\"stairs\":{\"runs\":[[[1,2],[2,2]],[[1,2]]]}}},\n";
    assert!(written.contains(stairs), "one link to a line: {written}");
    let entrance = "\n  \"entrance\": {\"room\":0,\"door\":0,\"runway\":2,\"open_end\":true},\n";
    assert!(written.contains(entrance), "the entrance on one line: {written}");
    assert!(written.contains("\n      \"#>>#  #..#\",\n"), "one row to a line: {written}");
    assert!(written.contains("\n      \"rooms.count\": 3,\n"), "one field to a line: {written}");
}

#[test]
fn json_takes_what_people_leave_out_for_granted() {
    let document = r##"{"format":"undercroft","version":2,"levels":[{"z":0,"width":3,"height":1,"rows":["#.#"]}]}"##;
    let dungeon = read(Some("tiny.json"), document.as_bytes()).unwrap();
    assert_eq!((dungeon.tile_feet, dungeon.name.as_str()), (5, "Tiny"));
    assert_eq!((dungeon.provenance.epoch, dungeon.levels[0].name.as_str()), (EPOCH, ""));
}

/// The schema file agrees with the types, or `UNDERCROFT_BLESS=1` makes it.
#[cfg(feature = "schema")]
#[test]
fn the_schema_in_the_repository_is_that_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/dungeon-2.schema.json");
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        std::fs::write(path, json::schema()).unwrap();
    }
    // Values, not bytes: the order of keys in a schema depends on what other crates ask of the JSON library.
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        value(&kept) == value(&json::schema()),
        "schema/dungeon-2.schema.json is not that of the types; if the change is meant, \
         run `UNDERCROFT_BLESS=1 cargo test -p undercroft --features schema --test all formats::` and commit the file"
    );
}

#[cfg(feature = "schema")]
#[test]
fn what_is_written_is_valid_by_the_schema() {
    let schema = serde_json::from_str(&json::schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let validate = |text: &str| validator.validate(&serde_json::from_str(text).unwrap()).map_err(|e| e.to_string());
    assert_eq!(validate(&json::write(&furnished())), Ok(()));
    for seed in 0..20 {
        let drawn = scribble(30, 20, DUNGEON_GLYPHS, seed);
        assert_eq!(validate(&json::write(&read(None, drawn.as_bytes()).unwrap())), Ok(()));
    }
    assert!(validate(r#"{"format":"undercroft","version":1,"levels":[]}"#).is_err());
}

/// The sentence about the furnished dungeon after a change of its text, without the file's name.
fn refusal(from: &str, to: &str) -> String {
    let written = json::write(&furnished());
    assert!(written.contains(from), "{from} is not in {written}");
    let error = read(None, written.replacen(from, to, 1).as_bytes()).unwrap_err();
    let FilePosition::Value { path, .. } = error.place() else { panic!("{error}") };
    format!("{path}: {}", error.problem())
}

#[test]
fn json_that_does_not_agree_with_itself_is_refused_with_its_path() {
    let cases = [
        ("\"undercroft\"", "\"overcroft\"", "format: need \"undercroft\", got \"overcroft\"; this is not dungeon JSON"),
        ("\"version\": 2", "\"version\": 3", "version: this program reads versions 1 to 2, got 3"),
        ("\"tile_feet\": 5", "\"tile_feet\": 0", "tile_feet: need 1 to 1000, got 0"),
        (
            "\"a.b\": 0.15",
            "\"a.b\": null",
            "provenance.recipe.a.b: need a number, a word, true, false or a list of them, got null",
        ),
        ("\"width\":10", "\"width\":11", "levels[0].rows[0]: need 11 cells, as many as the width says, got 10"),
        ("\"height\":4", "\"height\":5", "levels[0].rows: need 5 rows, as many as the height says, got 4"),
        (
            "\"#>>#",
            "\"#q>#",
            "levels[0].rows[2]: unknown character 'q' at x 1; rows are written with # . , + < > and spaces",
        ),
        ("\"z\":-1,\"name\"", "\"z\":0,\"name\"", "levels[1].z: level 0 comes twice"),
        ("\"z\":-1,\"floor\"", "\"z\":-2,\"floor\"", "rooms[2].z: there is no level -2"),
        ("{\"id\":1,\"shape\"", "{\"id\":2,\"shape\"", "rooms[1].id: ids are positions in the list: need 1, got 2"),
        ("\"number\":1", "\"number\":0", "rooms[0].number: numbers of rooms count from 1, got 0"),
        ("\"bottom\":2}", "\"bottom\":9}", "rooms[0].dais: need a rectangle of cells on a 10×4 level"),
        ("[7,1,2]", "[7,1,20]", "rooms[1].floor[0]: 20 cells from (7, 1) eastwards do not lie on a 10×4 level"),
        ("[7,1,2]", "[7,2,2]", "rooms[1].floor[1]: runs must go row by row, west to east, without a cell twice"),
        ("\"turn\":3", "\"turn\":4", "rooms[0].template.turn: need 0 to 3 quarter turns, got 4"),
        ("\"cells\":[[3,1]]", "\"cells\":[]", "doors[0].cells: a door has 1 to 4 cells, got 0"),
        ("\"cells\":[[3,1]]", "\"cells\":[[3,4]]", "doors[0].cells: (3, 4) does not lie on a 10×4 level"),
        (
            "\"cells\":[[3,1]]",
            "\"cells\":[[3,1],[4,1]]",
            "doors[0].cells: the cells of a door lie side by side across its normal, in order",
        ),
        ("\"room\":1,\"cells\"", "\"room\":2,\"cells\"", "doors[1].room: room 2 lies on level -1"),
        ("\"rooms\":[0,1],\"kind\"", "\"rooms\":[0,3],\"kind\"", "links[0].rooms[1]: there is no room 3"),
        ("\"doors\":[0,1]", "\"doors\":[0,2]", "links[0].kind.corridor.doors[1]: there is no door 2"),
        ("\"width\":1,", "\"width\":5,", "links[0].kind.corridor.width: need a width of 1 to 4 cells, got 5"),
        ("\"runway\":[1,1]", "\"runway\":[9,1]", "links[0].kind.corridor.path: (10, 1) does not lie on a 10×4 level"),
        ("[2,2]],[[1,2]]]", "[2,2]],[]]", "links[1].kind.stairs.runs[1]: a run of stairs has 1 to 3 cells, got 0"),
        (
            "[2,2]],[[1,2]]]",
            "[2,2]],[[1,2],[1,1],[1,0],[2,0]]]",
            "links[1].kind.stairs.runs[1]: a run of stairs has 1 to 3 cells, got 4",
        ),
        ("[2,2]],[[1,2]]]", "[2,2]],[[1,4]]]", "links[1].kind.stairs.runs[1]: (1, 4) does not lie on a 4×4 level"),
        ("{\"door\":1", "{\"door\":7", "links[3].kind.shared.door: there is no door 7"),
        ("\"path\":[[5,1]]", "\"path\":[[5,3]]", "stubs[0].path: (5, 4) does not lie on a 10×4 level"),
        ("\"cell\":[7,1],\"room\":1", "\"cell\":[7,1],\"room\":9", "markers[0].room: there is no room 9"),
        ("\"goal\": 2", "\"goal\": 3", "goal: there is no room 3"),
        ("[300,3]", "[0,3]", "module_grid: need modules of 1 to 16384 cells each way"),
        ("\"right\":10", "\"right\":0", "outline: need a rectangle of cells on the map"),
    ];
    for (from, to, sentence) in cases {
        assert_eq!(refusal(from, to), sentence);
    }
    assert!(refusal("\"7 route=9\"", "\"seven\"").starts_with("provenance.seed: a seed is a whole number"));
    let parsed = [
        ("{\"stairs\":", "{\"ladder\":", "links[1].kind: need one of `corridor`"),
        ("\"doors\":[0,1]", "\"doors\":[0]", "links[0].kind.corridor.doors: need an array of length 2, got 1 elements"),
        (
            "\"fallback\":[\"none\"",
            "\"roughend\":[],\"fallback\":[\"none\"",
            "links[0].kind.corridor.roughend: unknown",
        ),
        ("\"shape\":\"dais\"", "\"shape\":\"blob\"", "rooms[0].shape: need one of `rect`"),
        ("\"id\":1,\"shape\"", "\"id\":1,\"numbr\":3,\"shape\"", "rooms[1].numbr: unknown field `numbr`"),
        ("\"edited\": false", "\"edited\": 3", "provenance.edited: need true or false, got 3"),
        ("\"kind\":\"doorway\"", "\"kind\":\"gap\"", "doors[0].kind: need one of `door`"),
    ];
    for (from, to, sentence) in parsed {
        assert!(refusal(from, to).starts_with(sentence), "{}", refusal(from, to));
    }
}

/// A file of a gigabyte would be needed; the reader stops at the count.
#[test]
fn a_run_of_stairs_that_is_too_long_is_refused_by_its_count() {
    let cells = vec!["[1,2]"; 100_000].join(",");
    let sentence = "links[1].kind.stairs.runs[1]: a run of stairs has 1 to 3 cells, got 100000";
    assert_eq!(refusal("[2,2]],[[1,2]]]", &format!("[2,2]],[{cells}]]")), sentence);
}

/// What a file may say and a dungeon may not have is a flaw, not an error of reading.
#[test]
fn hostile_stairs_and_doorways_are_read_and_judged() {
    let cases = [
        ("[2,2]],[[1,2]]]", "[2,2]],[[1,2],[2,2],[2,1]]]", FlawCode::StairsRun),
        ("[2,2]],[[1,2]]]", "[2,2]],[[1,2],[3,2]]]", FlawCode::StairsRun),
        (
            "\"kind\":\"doorway\",\"state\":\"open\"",
            "\"kind\":\"doorway\",\"state\":\"locked\"",
            FlawCode::DoorwayState,
        ),
    ];
    let written = json::write(&furnished());
    for (from, to, code) in cases {
        assert!(written.contains(from), "{from} is not in {written}");
        let codes = |text: &str| -> Vec<FlawCode> {
            verify(&read(None, text.as_bytes()).unwrap()).flaws.iter().map(|flaw| flaw.code).collect()
        };
        assert!(!codes(&written).contains(&code), "{code:?}");
        assert!(codes(&written.replacen(from, to, 1)).contains(&code), "{to}");
    }
}

#[test]
fn an_edited_dungeon_says_so_in_its_file_and_nowhere_else() {
    let mut dungeon = furnished();
    dungeon.set_edited();
    assert_eq!(dungeon.warnings, furnished().warnings);
    let written = json::write(&dungeon);
    assert!(written.contains("\n    \"edited\": true\n"), "{written}");
    let again = read(None, written.as_bytes()).unwrap();
    assert!(again.provenance.edited && again == dungeon);
    let mut drawn = read(None, b"###\n#.#\n###").unwrap();
    drawn.set_edited();
    assert!(!drawn.provenance.edited, "what was not generated has nothing to differ from");
}

#[test]
fn an_absurd_size_in_json_is_refused_before_memory_is_taken() {
    assert_eq!(
        refusal("\"width\":10,\"height\":4", "\"width\":1048576,\"height\":1048576"),
        "levels[0].width: a map is 1 to 16384 cells wide and high, this one would be 1048576×1048576"
    );
}

#[test]
fn errors_in_json_name_line_and_column() {
    let written = json::write(&furnished());
    let refuse = |text: &str| read(Some("d.json"), text.as_bytes()).unwrap_err().to_string();
    let half = &written[..written.find("\"rooms\": [").unwrap()];
    assert_eq!(refuse(half), "d.json:27:2: the file ends in the middle of the JSON document");
    assert_eq!(
        refuse(&written.replace("\"version\": 2", "\"version\": 7")),
        "d.json:3:14: version: this program reads versions 1 to 2, got 7"
    );
    assert_eq!(refuse("{\"format\": undercroft}"), "d.json:1:12: format: need a JSON value");
    assert_eq!(refuse("{} {}"), "d.json:1:4: need the end of the document");
    assert_eq!(refuse("[]"), "d.json:1:2: need an object with `format` and `version`, got 0 elements");
}

#[test]
fn json_and_text_are_told_apart_by_content_then_by_name() {
    let refuse = |name: &str, content: &str| read(Some(name), content.as_bytes()).unwrap_err().to_string();
    assert!(refuse("a.txt", "{}").starts_with("a.txt:1:1: format: need \"undercroft\", got nothing"));
    assert!(refuse("a.json", "garbage").starts_with("a.json:1:1: need a JSON value"));
    assert_eq!(read(Some("a.json"), b"###\n#.#").unwrap().levels.len(), 1);
    assert_eq!(read(Some("a.json"), b"--- level 3\n##").unwrap().levels[0].z, 3);
}

#[test]
fn every_bad_file_gets_one_sentence_with_its_name() {
    let refuse = |name: &str, bytes: &[u8]| read(Some(name), bytes).unwrap_err().to_string();
    assert_eq!(refuse("a.txt", b""), "a.txt: the file is empty");
    assert_eq!(refuse("a.txt", b"##\n\0#"), "a.txt:2:1: a NUL byte; this is a binary file, not a map");
    assert!(refuse("a.txt", b"Hello").starts_with("a.txt:1:2: unknown character 'e'; "));
}

#[test]
fn a_map_is_called_after_its_file() {
    let name = |file: &str| read(Some(file), b"#,#").unwrap().name;
    assert_eq!(name("tests/maps/drowned-crypt.txt"), "Drowned Crypt");
    assert_eq!(name("HALL"), "HALL");
    assert_eq!(read(None, b"#,#").unwrap().name, "");
}

#[test]
fn a_large_map_goes_through_every_format() {
    let size = Size::of(4096, 1024);
    let terrain =
        Grid::from_fn(size, |cell| if (cell.x * 7 + cell.y * 3) % 5 == 0 { Terrain::Wall } else { Terrain::Floor });
    let dungeon = Dungeon::bare("", vec![Level::new(0, terrain)]);
    for bytes in [text::write(&dungeon), json::write(&dungeon)] {
        assert!(read(None, bytes.as_bytes()).unwrap() == dungeon);
    }
}
