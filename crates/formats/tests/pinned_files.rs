//! Pins in files of map editors: they come back as they went, and other programs still read the files.

use undercroft::dungeon::{CellsPin, Dungeon, LinkId, Pin, PinAuthor, PinnedCell, RoomId, SpawnKind};
use undercroft::grid::Cell;
use undercroft::pin::PinMaker;
use undercroft::seed::Stream;
use undercroft::verify::verify;
use undercroft_formats::{Options, by_name, ldtk, read};

/// Random pins of every kind.
fn some_pins(dungeon: &Dungeon, stream: &mut Stream) -> Vec<Pin> {
    let mut maker = PinMaker::new(dungeon);
    for _ in 0..=stream.below(dungeon.rooms.len() as u32) {
        maker.pin_room(RoomId(stream.below(dungeon.rooms.len() as u32)));
    }
    for _ in 0..stream.below(4) {
        maker.pin_link(LinkId(stream.below(dungeon.links.len() as u32)));
    }
    if let Some(door) = stream.choose(&dungeon.doors) {
        maker.pin_door(door.id);
    }
    for feature in dungeon.features.iter().filter(|_| stream.below(4) == 0) {
        maker.pin_feature(feature.id);
    }
    for spawn in dungeon.spawns.iter().filter(|_| stream.below(4) == 0) {
        maker.pin_spawn(spawn.id);
    }
    let room = &dungeon.rooms[stream.below(dungeon.rooms.len() as u32) as usize];
    maker.pin_cells(room.z, room.bounds());
    let level = &dungeon.levels[stream.below(dungeon.levels.len() as u32) as usize];
    let single = |cell| PinnedCell { cell, terrain: None, ground: Some(level.ground_at(cell)) };
    let odd: Vec<PinnedCell> = level.size().cells().filter(|_| stream.below(90) == 0).map(single).collect();
    maker.pin_single_cells(level.z, odd);
    if stream.below(2) == 0 {
        maker.pin_entrance();
        maker.pin_name();
    }
    maker.pin_stage(["plan", "place", "route", "doors", "ground", "stock", "name"][stream.below(7) as usize]);
    maker.finish()
}

/// Dungeons with random pins.
fn pinned(sets: u64) -> impl Iterator<Item = Dungeon> {
    (0..sets).map(|case| {
        let name = ["small-dungeon", "delve", "tower", "crypt", "cottage"][case as usize % 5];
        let mut dungeon = undercroft::generate(name, case).unwrap();
        let size = dungeon.levels[0].size();
        dungeon.provenance.pins = some_pins(&dungeon, &mut Stream::new(case, "pins"));
        dungeon.provenance.pins_size = Some([size.width(), size.height()]);
        dungeon
    })
}

#[test]
fn random_pins_come_back_from_tiled_and_ldtk_as_they_went() {
    let mut count = 0;
    for before in pinned(60) {
        count += before.provenance.pins.len();
        for name in ["tmx", "tmj", "ldtk"] {
            let format = by_name(name).unwrap();
            let files = format.export(&before, &Options::new(format)).unwrap().files;
            let after = read(Some(&files[0].name), &files[0].bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(after.provenance.pins, before.provenance.pins, "{name} {}", before.provenance.seed);
            assert_eq!(after.provenance.pins_size, before.provenance.pins_size, "{name}");
        }
    }
    assert!(count > 300, "{count} pins are few");
}

#[test]
fn ldtk2_reads_projects_with_pins() {
    for dungeon in pinned(5) {
        let files = ldtk::write(&dungeon, &ldtk::LdtkOptions::default()).unwrap();
        let project: ldtk2::Ldtk = serde_json::from_slice(&files[0].bytes).unwrap();
        let field = project.levels[0].field_instances.iter().find(|field| field.identifier == "pins").unwrap();
        let lines = field.value.as_ref().and_then(|value| value.as_array()).unwrap();
        assert_eq!(lines.len(), dungeon.provenance.pins.len());
    }
}

/// The layer of a level in a map of Tiled, as JSON.
fn tiled_layer<'a>(map: &'a mut serde_json::Value, name: &str) -> Option<&'a mut serde_json::Value> {
    let layers = map["layers"][0]["layers"].as_array_mut().unwrap();
    layers.iter_mut().find(|layer| layer["name"] == name && layer["type"] == "tilelayer")
}

/// The layer of the first level in a project of LDtk.
fn ldtk_layer<'a>(project: &'a mut serde_json::Value, name: &str) -> Option<&'a mut serde_json::Value> {
    let layers = project["levels"][0]["layerInstances"].as_array_mut().unwrap();
    layers.iter_mut().find(|layer| layer["__identifier"] == name)
}

/// The crypt of a seed with pins of two single cells, and the cells.
fn with_cells(seed: u64) -> (Dungeon, [Cell; 2]) {
    let mut dungeon = crypt(seed);
    let bounds = dungeon.rooms[1].bounds();
    let cells = [bounds.min(), bounds.min() + Cell::new(1, 1)];
    let mut maker = PinMaker::new(&dungeon);
    let level = &dungeon.levels[0];
    maker
        .pin_single_cells(0, cells.map(|cell| PinnedCell { cell, terrain: Some(level.at(cell)), ground: None }).into());
    dungeon.provenance.pins = maker.finish();
    (dungeon, cells)
}

fn cells_of(dungeon: &Dungeon) -> Vec<PinnedCell> {
    let pins = dungeon.provenance.pins.iter();
    pins.filter_map(|pin| if let Pin::Cells(pin) = pin { Some(pin) } else { None }).flat_map(CellsPin::cells).collect()
}

#[test]
fn cells_painted_on_the_layer_pinned_are_pinned_and_erased_ones_are_not() {
    let (dungeon, [first, second]) = with_cells(2);
    let size = dungeon.levels[0].size();
    let other = second + Cell::new(1, 0);
    for name in ["tmj", "ldtk"] {
        let paint = |text: String| {
            let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
            let layer = if name == "ldtk" { ldtk_layer(&mut file, "Pinned") } else { tiled_layer(&mut file, "Pinned") };
            let layer = layer.unwrap_or_else(|| panic!("{name} has the layer"));
            let values = layer[if name == "ldtk" { "intGridCsv" } else { "data" }].as_array_mut().unwrap();
            assert_eq!(values.iter().filter(|value| value.as_u64() != Some(0)).count(), 2, "{name}");
            values.swap(size.id(first), size.id(other));
            file.to_string()
        };
        let edited = edited(name, &dungeon, paint);
        let cells: Vec<Cell> = cells_of(&edited).iter().map(|pinned| pinned.cell).collect();
        assert_eq!(cells, [second, other], "{name}");
        let authors: Vec<PinAuthor> = edited.provenance.pins.iter().map(Pin::author).collect();
        assert_eq!(authors, vec![PinAuthor::User; authors.len()], "{name}");
        assert!(verify(&edited).is_sound(), "{name}: {:?}", verify(&edited).flaws);
        assert_eq!(edited.provenance.pins_size, dungeon.provenance.pins_size, "{name}");
    }
}

#[test]
fn a_file_without_pinned_cells_has_no_layer_for_them_and_takes_one_that_a_person_adds() {
    let dungeon = crypt(2);
    let cell = dungeon.rooms[1].bounds().min();
    let at = dungeon.levels[0].size().id(cell);
    let add = |text: String| {
        let mut map: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(tiled_layer(&mut map, "Pinned").is_none());
        let mut layer = tiled_layer(&mut map, "Walls").unwrap().clone();
        (layer["name"], layer["id"]) = ("pinned".into(), 9_999.into());
        let gids = layer["data"].as_array_mut().unwrap();
        gids.iter_mut().for_each(|gid| *gid = 0.into());
        gids[at] = 3.into();
        map["layers"][0]["layers"].as_array_mut().unwrap().push(layer);
        map.to_string()
    };
    let edited = edited("tmj", &dungeon, add);
    assert_eq!(cells_of(&edited).iter().map(|pinned| pinned.cell).collect::<Vec<_>>(), [cell]);
    assert_eq!(edited.levels, dungeon.levels, "the layer shows no terrain");
    let project = self::edited("ldtk", &dungeon, |text| {
        let mut project: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(ldtk_layer(&mut project, "Pinned").is_none());
        text
    });
    assert_eq!(cells_of(&project), []);
}

#[test]
fn foreign_readers_see_the_layer_of_pinned_cells() {
    let (dungeon, cells) = with_cells(3);
    let size = dungeon.levels[0].size();
    let files = ldtk::write(&dungeon, &ldtk::LdtkOptions::default()).unwrap();
    let project: ldtk2::Ldtk = serde_json::from_slice(&files[0].bytes).unwrap();
    let mut layers = project.levels[0].layer_instances.iter().flatten();
    let layer = layers.find(|layer| layer.identifier == "Pinned").unwrap();
    let painted = |values: &[i64]| {
        size.cells().zip(values.to_vec()).filter(|(_, value)| *value != 0).map(|(cell, _)| cell).collect::<Vec<_>>()
    };
    assert_eq!(painted(&layer.int_grid_csv), cells);
    let def = project.defs.layers.iter().find(|def| def.uid == layer.layer_def_uid).unwrap();
    assert_eq!((def.identifier.as_str(), def.int_grid_values[0].value), ("Pinned", 1));
    let format = by_name("tmx").unwrap();
    let folder = tempfile::tempdir().unwrap();
    for file in format.export(&dungeon, &Options::new(format)).unwrap().files {
        std::fs::write(folder.path().join(&file.name), &file.bytes).unwrap();
    }
    let file = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let file = file.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "tmx")).unwrap();
    let map = tiled::Loader::new().load_tmx_map(file).unwrap();
    let group = map.get_layer(0).unwrap();
    let group = group.as_group_layer().unwrap();
    let layer = group.layers().find(|layer| layer.name == "Pinned").unwrap();
    assert!(!layer.visible, "it is hidden at first");
    let tiles = layer.as_tile_layer().unwrap();
    let marked: Vec<Cell> = size.cells().filter(|cell| tiles.get_tile(cell.x, cell.y).is_some()).collect();
    assert_eq!(marked, cells);
}

#[test]
fn a_pin_that_is_no_pin_is_refused_with_its_place() {
    let dungeon = pinned(1).next().unwrap();
    let files = ldtk::write(&dungeon, &ldtk::LdtkOptions::default()).unwrap();
    let text = String::from_utf8(files[0].bytes.clone()).unwrap();
    let broken = text.replacen("\\\"pin\\\":\\\"room\\\"", "\\\"pin\\\":\\\"zoom\\\"", 1);
    assert_ne!(broken, text);
    let error = ldtk::read(&broken).unwrap_err().to_string();
    assert!(error.contains("fieldInstances[14].__value: need a pin as JSON: unknown variant `zoom`"), "{error}");
}

/// A dungeon with features and spawns, its file as text, and what the file gives once a person has changed the text.
fn edited(name: &str, dungeon: &Dungeon, edit: impl Fn(String) -> String) -> Dungeon {
    let format = by_name(name).unwrap();
    let file = format.export(dungeon, &Options::new(format)).unwrap().files.swap_remove(0);
    let text = edit(String::from_utf8(file.bytes).unwrap());
    read(Some(&file.name), text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The crypt of a seed with pins of a room, a link with its rooms, a feature and a spawn.
fn crypt(seed: u64) -> Dungeon {
    let mut dungeon = undercroft::generate("crypt", seed).unwrap();
    let mut maker = PinMaker::new(&dungeon);
    maker.pin_room(RoomId(2));
    maker.pin_link(LinkId(0));
    maker.pin_feature(0);
    // Visitors would pin the entrance, too.
    let spawn = dungeon.spawns.iter().find(|spawn| spawn.kind != SpawnKind::Player).unwrap();
    maker.pin_spawn(spawn.id);
    dungeon.provenance.pins = maker.finish();
    dungeon.provenance.pins_size = Some([dungeon.levels[0].size().width(), dungeon.levels[0].size().height()]);
    dungeon
}

fn kinds(dungeon: &Dungeon) -> Vec<&'static str> {
    dungeon.provenance.pins.iter().map(Pin::kind_name).collect()
}

const UNTICKED: &str = "<property name=\"pinned\" type=\"bool\" value=\"false\"/>";
const TICKED: &str = "<property name=\"pinned\" type=\"bool\" value=\"true\"/>";

#[test]
fn ticking_pinned_in_a_map_of_tiled_pins_the_thing_as_it_is() {
    for seed in 1..6 {
        let dungeon = crypt(seed);
        let all = edited("tmx", &dungeon, |text| text.replace(UNTICKED, TICKED));
        let count = |kind: &str| kinds(&all).iter().filter(|name| **name == kind).count();
        assert_eq!(count("room"), dungeon.rooms.len(), "seed {seed}");
        assert_eq!(count("link"), dungeon.links.len(), "seed {seed}");
        assert_eq!(count("door") + count("entrance"), dungeon.doors.len(), "seed {seed}");
        assert_eq!(count("feature"), dungeon.features.len(), "seed {seed}");
        assert_eq!(count("spawn"), dungeon.spawns.len(), "seed {seed}");
        assert!(all.provenance.pins.iter().all(|pin| pin.author() == PinAuthor::User));
        assert!(verify(&all).is_sound(), "{:?}", verify(&all).flaws);
        assert_eq!(all.provenance.pins_size, dungeon.provenance.pins_size);
    }
}

#[test]
fn ticking_in_a_file_without_pins_makes_the_first() {
    let mut dungeon = crypt(3);
    (dungeon.provenance.pins, dungeon.provenance.pins_size) = (Vec::new(), None);
    let one = edited("tmx", &dungeon, |text| text.replacen(UNTICKED, TICKED, 1));
    assert_eq!(kinds(&one), ["room"]);
    let size = dungeon.levels[0].size();
    assert_eq!(one.provenance.pins_size, Some([size.width(), size.height()]));
    let ticked = |text: String| {
        let mut project: serde_json::Value = serde_json::from_str(&text).unwrap();
        let room = ldtk_things(&mut project, "Room").next().unwrap();
        *ldtk_field(room, "pinned") = true.into();
        project.to_string()
    };
    assert_eq!(edited("ldtk", &dungeon, ticked).provenance.pins, one.provenance.pins);
}

#[test]
fn unticking_takes_pins_away_but_for_rooms_that_links_need() {
    let dungeon = crypt(4);
    let none = edited("tmx", &dungeon, |text| text.replace(TICKED, UNTICKED));
    assert_eq!((kinds(&none), none.provenance.pins_size), (Vec::new(), None));
    assert_eq!(none.warnings, dungeon.warnings);
    let links = |text: String| {
        let mut project: serde_json::Value = serde_json::from_str(&text).unwrap();
        for kind in ["Room", "Feature", "Spawn"] {
            ldtk_things(&mut project, kind).for_each(|thing| *ldtk_field(thing, "pinned") = false.into());
        }
        project.to_string()
    };
    assert_eq!(kinds(&edited("ldtk", &dungeon, links)), ["room", "room", "link"]);
}

#[test]
fn a_pin_whose_object_is_gone_is_dropped_with_a_warning() {
    let dungeon = crypt(5);
    let kind = dungeon.features[0].kind.clone();
    let without = |text: String| {
        let at = text.find(&format!("type=\"{kind}\"")).unwrap();
        let (start, end) = (text[..at].rfind("<object ").unwrap(), at + text[at..].find("</object>").unwrap());
        format!("{}{}", &text[..start], &text[end + "</object>".len()..])
    };
    let left = edited("tmx", &dungeon, without);
    assert_eq!(left.provenance.pins.len(), dungeon.provenance.pins.len() - 1);
    let warning = left.warnings.last().unwrap();
    assert!(
        warning.starts_with(&format!("A pin was dropped, what it held is gone from the file: {kind} at")),
        "{warning}"
    );
    let flaws = verify(&left).flaws;
    assert!(!flaws.iter().any(|flaw| flaw.code.name().starts_with("pin-")), "{flaws:?}");
}

#[test]
fn a_pinned_room_that_was_renamed_and_made_larger_is_pinned_as_it_is_now() {
    let dungeon = crypt(1);
    let old = dungeon.provenance.pins.iter().find(|pin| matches!(pin, Pin::Room(_))).unwrap().clone();
    let Pin::Room(room) = &old else { unreachable!() };
    let name = room.name.clone().unwrap();
    let renamed = edited("tmx", &dungeon, |text| text.replace(&format!("value=\"{name}\""), "value=\"Salt store\""));
    let Some(Pin::Room(pin)) = renamed.provenance.pin(old.id()) else { panic!("the pin keeps its id") };
    assert_eq!((pin.name.as_deref(), &pin.floor, pin.number), (Some("Salt store"), &room.floor, room.number));
    assert!(verify(&renamed).is_sound(), "{:?}", verify(&renamed).flaws);
}

fn ldtk_things<'a>(
    project: &'a mut serde_json::Value,
    kind: &'a str,
) -> impl Iterator<Item = &'a mut serde_json::Value> {
    let levels = project["levels"].as_array_mut().unwrap().iter_mut();
    let layers = levels.flat_map(|level| level["layerInstances"].as_array_mut().unwrap());
    let things = layers.flat_map(|layer| layer["entityInstances"].as_array_mut().unwrap());
    things.filter(move |thing| thing["__identifier"] == kind)
}

fn ldtk_field<'a>(thing: &'a mut serde_json::Value, name: &str) -> &'a mut serde_json::Value {
    let fields = thing["fieldInstances"].as_array_mut().unwrap();
    &mut fields.iter_mut().find(|field| field["__identifier"] == name).unwrap()["__value"]
}
