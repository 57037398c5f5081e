//! Secrets that the players have found.

mod bench;

use std::fs;

use bench::Bench;
use serde_json::Value;

/// A dungeon with secret passages, and the numbers of their links.
fn with_secrets() -> (Bench, Vec<u64>) {
    let bench = Bench::new();
    let set = ["--set", "secrets.chance=1", "--set", "doors.secret=0.3"];
    bench.run(&[&["generate", "dungeon", "--seed", "4", "-o", "d.json"], set.as_slice()].concat()).well();
    let secrets = hidden(&bench, "d.json");
    assert!(secrets.len() > 1, "{secrets:?}");
    (bench, secrets)
}

fn hidden(bench: &Bench, name: &str) -> Vec<u64> {
    let dungeon: Value = serde_json::from_slice(&fs::read(bench.path(name)).unwrap()).unwrap();
    let is_hidden = |link: &&Value| {
        let kind = link["kind"].as_object().unwrap().values().next().unwrap();
        kind["discovered"] == Value::Bool(false) || kind["hidden"] == "undiscovered"
    };
    let links = dungeon["links"].as_array().unwrap().iter().filter(is_hidden);
    links.map(|link| link["id"].as_u64().unwrap()).collect()
}

#[test]
fn a_user_can_discover_one_secret_or_all_and_the_dungeon_stays_sound() {
    let (bench, secrets) = with_secrets();
    let first = secrets[0].to_string();
    bench.run(&["discover", "d.json", "--link", &first, "-o", "one.json"]).well();
    assert_eq!(hidden(&bench, "one.json"), secrets[1..]);
    let all = bench.run(&["discover", "d.json", "--all", "--json", "-o", "all.json"]).well();
    let report: Value = serde_json::from_str(&all.out).unwrap();
    assert_eq!(report["discovered"], serde_json::json!(secrets));
    assert!(hidden(&bench, "all.json").is_empty());
    bench.run(&["check", "one.json", "all.json"]).well();
    let printed = bench.run(&["discover", "d.json", "--all"]).well().out;
    assert_eq!(printed, fs::read_to_string(bench.path("all.json")).unwrap());
}

#[test]
fn what_cannot_be_discovered_gets_its_sentence_and_writes_nothing() {
    let (bench, secrets) = with_secrets();
    let first = secrets[0].to_string();
    bench.run(&["discover", "d.json", "--link", &first, "-o", "one.json"]).well();
    let before = bench.files();
    for (args, sentence) in [
        (
            vec!["d.json", "--link", "9999", "-o", "out.json"],
            "d.json: --link 9999: there is no link 9999; the dungeon has",
        ),
        (vec!["d.json", "--link", "0", "-o", "out.json"], "d.json: --link 0: link 0 has no secret door; links "),
        (vec!["one.json", "--link", &first, "-o", "out.json"], "is discovered already"),
        (vec!["d.json", "--link", "-1", "-o", "out.json"], "invalid value '-1' for '--link <N>'"),
        (vec!["d.json", "-o", "out.json"], "<--link <N>|--all>"),
        (vec!["d.json", "--link", &first, "--all", "-o", "out.json"], "cannot be used with"),
        (vec!["d.json", "--all", "-o", "out.png"], "-o out.png: need a .json file"),
    ] {
        let run = bench.run(&[&["discover"], args.as_slice()].concat());
        assert_eq!(run.code, 2, "{args:?}: {run:?}");
        assert!(run.err.contains(sentence), "{args:?}: {}", run.err);
    }
    assert_eq!(bench.files(), before);
}
