//! Pins, variations, differences and edits on the command line.

mod bench;

use bench::Bench;

#[test]
fn pinned_rooms_are_the_same_after_another_seed() {
    let bench = Bench::new();
    bench.run(&["generate", "dungeon", "--seed", "7", "-o", "a.json"]).well();
    bench.run(&["generate", "--like", "a.json", "--seed", "8", "--pin", "rooms=3,5", "-o", "b.json"]).well();
    bench.run(&["check", "b.json", "--regenerate"]).well();
    let text = bench.run(&["diff", "a.json", "b.json"]).out;
    let same = text.lines().find(|line| line.starts_with("rooms same")).expect("some rooms are the same").to_owned();
    assert!(same.contains('3') && same.contains('5'), "{text}");
    let bytes = std::fs::read(bench.path("b.json")).unwrap();
    bench.run(&["generate", "--like", "a.json", "--seed", "8", "--pin", "rooms=3,5", "-o", "c.json"]).well();
    assert_eq!(std::fs::read(bench.path("c.json")).unwrap(), bytes, "the same command, the same bytes");
}

#[test]
fn the_order_of_selectors_changes_no_byte() {
    let bench = Bench::new();
    bench.run(&["generate", "dungeon", "--seed", "7", "-o", "a.json"]).well();
    let rolled = |selectors: [&str; 3]| {
        let pins = selectors.iter().flat_map(|selector| ["--pin", selector]);
        let words = ["generate", "--like", "a.json", "--seed", "8", "-o", "b.json"];
        bench.run(&words.into_iter().chain(pins).collect::<Vec<_>>()).well();
        std::fs::read(bench.path("b.json")).unwrap()
    };
    assert_eq!(rolled(["rooms=5", "entrance", "rooms=3"]), rolled(["rooms=3", "rooms=5", "entrance"]));
}

#[test]
fn a_plain_map_is_filled_by_a_preset_and_rolled_again() {
    let map = "#################\n#....######....#\n#....+,,,,+....#\n#....######....#\n#################\n";
    let bench = Bench::new().with("drawn.txt", map).with("edge.txt", ".....\n.....\n");
    bench.run(&["generate", "crypt", "--fill", "drawn.txt", "--seed", "9", "-o", "a.json"]).well();
    bench.run(&["check", "a.json", "--regenerate"]).well();
    bench.run(&["generate", "--like", "a.json", "--seed", "10", "-o", "b.json"]).well();
    for file in ["a.json", "b.json"] {
        bench.run(&["export", file, "-o", "out.txt"]).well();
        let text = std::fs::read_to_string(bench.path("out.txt")).unwrap();
        assert!(text.lines().any(|line| line.starts_with("#....+....+....")), "{file}: {text}");
    }
    let again = bench.run(&["generate", "crypt", "--fill", "drawn.txt", "--seed", "9", "--json"]).out;
    assert!(again.contains("crypt --fill drawn.txt --seed 9"), "{again}");
    let edge = refusal(&bench, &["generate", "crypt", "--fill", "edge.txt", "--seed", "9"]);
    assert!(edge.contains("--fill edge.txt") && edge.contains("enlarge the map first"), "{edge}");
}

#[test]
fn selectors_that_select_nothing_list_what_there_is() {
    let bench = Bench::new();
    bench.run(&["generate", "crypt", "--seed", "7", "-o", "a.json"]).well();
    let error = bench.run(&["generate", "--like", "a.json", "--seed", "8", "--pin", "rooms=99"]).err;
    assert!(error.contains("no room has number 99; there are 1, 2"), "{error}");
    let error = bench.run(&["generate", "--like", "a.json", "--seed", "8", "--pin", "hats"]).err;
    assert!(error.contains("need rooms, rooms=4,7-9"), "{error}");
}

#[test]
fn a_log_with_a_refused_edit_writes_nothing() {
    let bench = Bench::new().with("log.json", r#"[{"edit":"unpin","ids":[4]}]"#);
    bench.run(&["generate", "crypt", "--seed", "7", "-o", "a.json"]).well();
    let run = bench.run(&["edit", "a.json", "--log", "log.json", "-o", "b.json"]);
    assert!(run.err.contains("edit 0 (unpin): there is no pin 4"), "{}", run.err);
    assert!(!bench.path("b.json").exists());
}

#[test]
fn pictures_carry_pins_and_other_rolls_keep_them() {
    let bench = Bench::new();
    bench.run(&["generate", "dungeon", "--seed", "7", "-o", "a.json"]).well();
    bench.run(&["generate", "--like", "a.json", "--seed", "8", "--pin", "rooms=3,5", "-o", "b.json"]).well();
    bench.run(&["generate", "--like", "b.json", "--seed", "9", "-o", "c.json"]).well();
    let kept = std::fs::read(bench.path("c.json")).unwrap();
    for picture in ["b.png", "b.svg"] {
        let named = |stem: &str| format!("{stem}-{picture}.json");
        bench.run(&["export", "b.json", "-o", picture]).well();
        bench.run(&["generate", "--like", picture, "--seed", "9", "-o", &named("d")]).well();
        assert_eq!(std::fs::read(bench.path(&named("d"))).unwrap(), kept, "{picture}");
        bench.run(&["generate", "dungeon", "--seed", "9", "--pins", picture, "-o", &named("e")]).well();
        assert_eq!(std::fs::read(bench.path(&named("e"))).unwrap(), kept, "{picture}");
        bench.run(&["generate", "--like", picture, "--seed", "9", "--no-pins", "-o", &named("f")]).well();
        assert!(!std::fs::read_to_string(bench.path(&named("f"))).unwrap().contains("\"pins\""), "{picture}");
    }
    bench.run(&["export", "a.json", "-o", "a.png"]).well();
    let error = bench.run(&["generate", "dungeon", "--pins", "a.png"]).err;
    assert!(error.contains("a.png: the picture carries no pins"), "{error}");
}

#[test]
fn check_names_the_pin_whose_object_is_gone_from_a_map() {
    let bench = Bench::new();
    bench.run(&["generate", "crypt", "--seed", "7", "-o", "a.json"]).well();
    bench.run(&["generate", "--like", "a.json", "--pin", "features", "-o", "b.tmj"]).well();
    let mut map: serde_json::Value = serde_json::from_slice(&std::fs::read(bench.path("b.tmj")).unwrap()).unwrap();
    let layers = map["layers"][0]["layers"].as_array_mut().unwrap();
    let features = layers.iter_mut().find(|layer| layer["name"] == "Features").unwrap();
    features["objects"].as_array_mut().unwrap().remove(0);
    std::fs::write(bench.path("b.tmj"), map.to_string()).unwrap();
    let page = bench.run(&["check", "b.tmj"]).out;
    assert!(page.contains("warning: A pin was dropped, what it held is gone from the file: "), "{page}");
}

/// What a command says of a file that it cannot take; it writes nothing.
fn refusal(bench: &Bench, args: &[&str]) -> String {
    let run = bench.run(&[args, &["-o", "out.json"]].concat());
    assert!(run.code == 1 || run.code == 2, "{run:?}");
    assert!(!bench.path("out.json").exists(), "{args:?} writes nothing");
    assert_eq!(run.err.lines().count(), 1, "one sentence: {}", run.err);
    run.err
}

#[test]
fn hostile_lists_of_pins_are_refused_with_pin_field_and_place() {
    let room = r#"{"pin":"room","id":1,"z":0,"floor":[[12,8,9],[12,9,9],[12,10,9]]}"#;
    let door =
        r#""pin":"door","id":2,"room":7,"z":0,"cells":[[30,30]],"normal":"north","kind":"door","state":"closed""#;
    let cases = [
        (
            r#"[{"pin":"room","id":1,"z":0,"floor":[[900,900,5]]}]"#.to_owned(),
            "pin 1 (room at 900, 900) cannot be kept",
        ),
        (r#"[{"pin":"room","id":1,"z":5,"floor":[[12,8,9]]}]"#.to_owned(), "level 5 is not in the recipe"),
        (r#"[{"pin":"name","id":1,"name":"A"},{"pin":"name","id":1,"name":"B"}]"#.to_owned(), "pin 1 comes twice"),
        (
            format!(r#"[{room},{{"pin":"cells","id":9,"z":0,"at":[18,9],"rows":["++"]}}]"#),
            "contradict each other: (18, 9)",
        ),
        (format!("[{room},{{{door}}}]"), "it needs room pin 7"),
        (
            r#"[{"pin":"cells","id":9,"z":0,"at":[2147483647,9],"rows":["++"]}]"#.to_owned(),
            "[0].at: (2147483647, 9) lies on no map",
        ),
        (r#"[{"pin":"room","id":1,"floor":[[12,8,9]]}]"#.to_owned(), "pins.json:1:2: [0]: `z` is missing"),
        (
            r#"[{"pin":"room","id":1,"z":0,"floor":[[12,"x",9]]}]"#.to_owned(),
            "pins.json:1:42: [0].floor[0][1]: need a whole number",
        ),
        (r#"[{"pin":"stage","id":1,"stage":"nope"}]"#.to_owned(), "[0].stage: need one of plan, place"),
        (r#"[{"pin":"room","id":1,"z":0,"floor":[[12,8,-3]]}]"#.to_owned(), "[0].floor[0]: no map has -3 cells"),
        (r#"[{"pin":"room","#.to_owned(), "the file ends in the middle"),
        ("[".repeat(5_000), "[0]"),
    ];
    for (pins, words) in cases {
        let bench = Bench::new().with("pins.json", &pins);
        let error = refusal(&bench, &["generate", "small-dungeon", "--seed", "9", "--pins", "pins.json"]);
        assert!(error.contains(words) && error.contains("pins.json"), "{error}");
        assert!(!error.contains("input:"), "a file has one name: {error}");
    }
}

#[test]
fn hostile_logs_are_refused_with_the_edit_and_the_field() {
    let bench = Bench::new();
    bench.run(&["generate", "crypt", "--seed", "7", "-o", "a.json"]).well();
    let long = format!(r#"[{{"edit":"name","of":"dungeon","text":"{}"}}]"#, "x".repeat(5_000));
    let cases = [
        (r#"[{"edit":"fly"}]"#, "log.json:1:10: [0].edit: need one of"),
        (r#"[{"edit":"renumber"},{"edit":"add_room","z":0}]"#, "log.json:1:22: [1]: `shape` is missing"),
        (r#"[{"edit":"unpin","ids":[1,-2]}]"#, "log.json:1:27: [0].ids[1]: need a whole number from 0"),
        (
            r#"[{"edit":"delete_room","room":{"z":0,"at":[1,1],"sum":5}}]"#,
            "edit 0 (delete_room): there is no such room at (1, 1)",
        ),
        (r#"[{"edit":"renumber"},{"edit":"unpin","ids":[99]}]"#, "edit 1 (unpin): there is no pin 99"),
        (r#"[{"edit":"add_room","z":9,"shape":{"rect":[3,3,9,9]}}]"#, "there is no level 9"),
        (r#"[{"edit":"resize_map","w":0,"h":-5,"dx":0,"dy":0}]"#, "w: need 3 to"),
        (r#"[{"edit":"paint","z":0,"to":"floor","runs":[[0,0,2147483647]]}]"#, "lies outside the"),
        (
            r#"[{"edit":"paste","z":0,"at":[5,5],"turn":9,"mirror":false,"clip":{"size":[3,3],"pins":[]}}]"#,
            "turn: need 0 to 3",
        ),
        (long.as_str(), "text: need at most 200 characters, got 5000"),
        (r#"{"journal":1}"#, "need a list, got an object"),
    ];
    for (log, words) in cases {
        std::fs::write(bench.path("log.json"), log).unwrap();
        let error = refusal(&bench, &["edit", "a.json", "--log", "log.json"]);
        assert!(error.contains(words), "{error}");
        assert!(!error.contains("input:"), "a file has one name: {error}");
    }
}
