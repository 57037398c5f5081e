//! Laws of all formats: names, extensions, levels, and options that change what is written.

use undercroft::dungeon::{Dungeon, Feature, Mount};
use undercroft::field::{Field, FieldKind, Value};

use super::*;
use crate::format::Scope;
use crate::options::Options;
use crate::output::Output;

const HALL: &str = "#########\n#..+..S.#\n#..#..#.#\n#########\n\n--- level -1\n#######\n#.....#\n#######\n";

fn hall() -> Dungeon {
    let mut hall = read(Some("hall.txt"), HALL.as_bytes()).unwrap();
    hall.features.push(chest(&hall));
    hall
}

fn chest(hall: &Dungeon) -> Feature {
    let room = &hall.rooms[0];
    Feature {
        id: 0,
        kind: "chest".to_owned(),
        z: room.z,
        cell: room.floor[0].start,
        size: [1, 1],
        turn: 0,
        room: Some(room.id),
        blocks: true,
        opaque: false,
        secret: false,
        flat: false,
        mount: Mount::Floor,
        light: None,
        spawn: None,
    }
}

/// The defaults, for one level where the format needs one, with small pictures, which are as good for a comparison, and
/// with all pages, for some options are about those that are not printed by default.
fn defaults(format: &Format) -> Options {
    let small = ["px", "square_px"].into_iter().filter(|key| format.option(key).is_some());
    let one = (format.scope == Scope::OneLevel).then_some("level");
    let all = format.option("pages").map(|field| (field.key, Value::Text("all,true-scale".to_owned())));
    let pairs = small.map(|key| (key, Value::Integer(20))).chain(one.map(|key| (key, Value::Integer(0)))).chain(all);
    Options::parse(format, pairs).unwrap()
}

/// A value other than the default and the one of [`defaults`].
fn other(field: &Field) -> Value {
    const TILESET: &str =
        "image = 'a.png'\ntile = 8\ncolumns = 1\ncount = 9\n[tiles]\nfloor = 0\nwall = 1\ndoor = 2\nthreshold = 3\n";
    match (field.key, field.kind) {
        ("tileset", _) => Value::Text(TILESET.to_owned()),
        ("own_theme", _) => Value::Text("ink = \"#ff0000\"".to_owned()),
        ("theme", _) => Value::Text("blueprint".to_owned()),
        ("level", _) => Value::Integer(-1),
        ("squares_per_tile", _) => Value::Integer(2),
        ("max_pages", _) => Value::Integer(1),
        ("sheet", _) => Value::Text("a4".to_owned()),
        ("pages", _) => Value::Text(field.default.to_owned()),
        (_, FieldKind::Bool) => Value::Bool(field.default != "true"),
        (_, FieldKind::Choice(choices)) => {
            Value::Text(choices.iter().rfind(|it| it.value != field.default).unwrap().value.to_owned())
        }
        (_, FieldKind::Integer { max, .. } | FieldKind::IntegerOrAuto { max, .. }) if max < 500 => {
            Value::Integer(1.max(max / 2))
        }
        (_, FieldKind::Integer { .. } | FieldKind::IntegerOrAuto { .. }) => Value::Integer(3),
        _ => Value::Text("Another".to_owned()),
    }
}

/// All fields of all formats, each once.
fn union() -> Vec<&'static Field> {
    let mut union: Vec<&'static Field> = Vec::new();
    for field in FORMATS.iter().flat_map(|format| format.options) {
        if !union.iter().any(|other| std::ptr::eq(*other, *field)) {
            union.push(field);
        }
    }
    union
}

#[test]
fn json_is_read_as_its_extension_says_unless_its_content_says_otherwise() {
    for (name, format) in [("hall.tmj", "tmj"), ("hall.TMJ", "tmj"), ("hall.ldtk", "ldtk"), ("hall.json", "json")] {
        assert_eq!(InputKind::recognize(Some(name), b"{\"width\": 3}"), InputKind::Dungeon(by_name(format).unwrap()));
    }
    assert_eq!(InputKind::recognize(Some("hall.world"), b"{}"), InputKind::World);
    for name in ["hall.txt", "hall.svg", "hall"] {
        assert_eq!(InputKind::recognize(Some(name), b"{}"), InputKind::Dungeon(&json::FORMAT));
    }
    let error = read(Some("hall.tmj"), b"{\"width\": 3}").unwrap_err().to_string();
    assert_eq!(error, "hall.tmj:1:12: `height` is missing");
    let ours = by_name("json").unwrap().export(&hall(), &Options::new(&json::FORMAT)).unwrap();
    assert_eq!(read(Some("hall.tmj"), &ours.files[0].bytes).unwrap(), hall(), "a dungeon says what it is");
}

#[test]
fn a_title_has_at_most_200_characters_and_its_error_repeats_at_most_300() {
    for format in FORMATS.iter().filter(|format| format.option("title").is_some()) {
        let title = |letters: usize| Options::parse(format, [("title", Value::Text("é".repeat(letters)))]);
        assert!(title(200).is_ok());
        let error = title(100_000).unwrap_err().to_string();
        assert!(error.starts_with("title: need 1 to 200 characters, got ") && error.chars().count() < 400, "{error}");
    }
}

#[test]
fn no_two_fields_have_one_key() {
    let mut keys: Vec<_> = union().iter().map(|field| field.key).collect();
    keys.sort_unstable();
    let count = keys.len();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn a_format_changes_by_exactly_the_options_that_it_lists() {
    // All walls of the hall are ruled, and only soft ones have an exact form.
    let (hall, cave) = (hall(), undercroft::generate("cave", 1).unwrap());
    for format in FORMATS {
        let usual = defaults(format);
        for field in union() {
            let dungeon = if field.key == "walls" { &cave } else { &hall };
            let write = |options: &Options| -> Result<Output, WriteErrorText> {
                format.export(dungeon, options).map_err(|error| error.to_string())
            };
            let differs = write(&usual.clone().force(field.key, other(field))) != write(&usual);
            // A format without a player edition refuses the option, which is no use of it.
            let lists = format.option(field.key).is_some() || (field.key == "player" && !format.has_player_edition);
            assert_eq!(differs, lists, "{} and {}", format.name, field.key);
        }
    }
}

type WriteErrorText = String;

#[test]
fn the_default_of_every_option_is_one_of_its_values() {
    for format in FORMATS {
        for field in format.options {
            let is_empty_text = matches!(field.kind, FieldKind::Text) && field.default.is_empty();
            let pair = (field.key, Value::parse(field.default));
            assert!(is_empty_text || Options::parse(format, [pair]).is_ok(), "{}", field.key);
        }
    }
}

#[test]
fn names_and_endings_mean_one_format_each() {
    for format in FORMATS {
        assert_eq!(by_name(format.name), Ok(*format));
        for extension in format.extensions {
            assert_eq!(by_extension(&extension.to_uppercase()), Ok(*format));
        }
    }
    assert!(by_name("gif").is_err() && by_extension("").is_err());
}

#[test]
fn a_format_that_is_not_compiled_in_names_its_feature() {
    for (name, extensions, feature) in OPTIONAL {
        match by_name(name) {
            Ok(format) => assert_eq!(format.extensions, extensions),
            Err(error) => {
                assert_eq!(error.to_string(), format!("format \"{name}\" is not compiled in (feature {feature})"));
            }
        }
    }
}

#[test]
fn every_format_writes_a_level_under_the_name_that_it_was_given() {
    for format in FORMATS {
        let output = format.export(&hall(), &defaults(format).with_stem("crypt")).unwrap();
        let name = &output.files[0].name;
        assert!(name.starts_with("crypt") && name.ends_with(format.extension()), "{name}");
        assert!(output.files.iter().all(|file| !file.bytes.is_empty()));
    }
}

#[cfg(all(feature = "movingai", feature = "uvtt"))]
#[test]
fn formats_of_one_level_ask_which_and_others_number_theirs() {
    let names = |name: &str| {
        let format = by_name(name).unwrap();
        let output = format.export(&hall(), &Options::new(format)).map_err(|error| error.to_string())?;
        Ok::<_, String>(output.files.into_iter().map(|file| file.name).collect::<Vec<_>>())
    };
    assert!(names("map").unwrap_err().contains("holds one level, this dungeon has 2"));
    assert_eq!(names("uvtt").unwrap(), ["dungeon-z0.uvtt", "dungeon-z-1.uvtt"]);
}

#[test]
fn json_has_no_players_edition() {
    let options = Options::new(&json::FORMAT).force("player", Value::Bool(true));
    let error = json::FORMAT.export(&hall(), &options).unwrap_err();
    assert_eq!(error.to_string(), "json has no player edition; omit player");
}

#[test]
fn formats_and_options_can_be_shared_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Format>();
    check::<Options>();
    check::<Output>();
    check::<crate::output::File>();
    check::<crate::output::WriteError>();
    check::<FormatError>();
}
