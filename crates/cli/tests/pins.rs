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
