//! `undercroft solve` and the facts of solutions from outside.

mod bench;

use std::fs;

use bench::Bench;
use serde_json::Value;

/// A folder with a dungeon that has locks on the path to its goal.
fn locked() -> Bench {
    let bench = Bench::new();
    bench.run(&["generate", "dungeon", "--seed", "3", "-o", "deep.json", "-q"]).well();
    bench
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_solution_is_told_in_sentences_whose_steps_add_up() {
    let bench = locked();
    let text = bench.run(&["solve", "deep.json"]).well().out;
    let (verdict, legs) = text.split_once('\n').unwrap();
    let steps = |line: &str| line.split(' ').next().unwrap().parse::<u32>().unwrap();
    assert!(verdict.ends_with("; no walk is shorter"), "{text}");
    assert_eq!(legs.lines().map(steps).sum::<u32>(), steps(verdict), "{text}");
    for words in [": enter 2", "take the ", " key", "unlock the door between ", "go down to level -1"] {
        assert!(legs.contains(words), "{words}: {text}");
    }
}

#[test]
fn the_cells_of_a_solution_are_neighbors_level_by_level() {
    let bench = locked();
    let solution = json(&bench.run(&["solve", "deep.json", "--json"]).well().out);
    let segments = solution["segments"].as_array().unwrap();
    let mut cells = 0;
    for segment in segments {
        let path: Vec<[i64; 2]> = serde_json::from_value(segment["cells"].clone()).unwrap();
        assert!(path.windows(2).all(|pair| pair[0][0].abs_diff(pair[1][0]) + pair[0][1].abs_diff(pair[1][1]) == 1));
        cells += path.len();
    }
    assert!(segments.windows(2).all(|pair| pair[0]["level"] != pair[1]["level"]));
    assert_eq!(solution["steps"], cells - 1);
    assert_eq!((&solution["optimal"], &solution["lower_bound"]), (&Value::Bool(true), &solution["steps"]));
    assert!(solution["events"].as_array().unwrap().iter().any(|event| event["action"] == "open_lock"));
}

#[test]
fn every_room_is_entered_and_the_bound_is_told() {
    let bench = locked();
    let solution = json(&bench.run(&["solve", "deep.json", "--goal", "all", "--json"]).well().out);
    let rooms = json(&fs::read_to_string(bench.path("deep.json")).unwrap())["rooms"].as_array().unwrap().len();
    let events = solution["events"].as_array().unwrap();
    let entered = events.iter().filter(|event| event["action"] == "enter").map(|event| event["room"].as_u64().unwrap());
    assert_eq!(entered.collect::<std::collections::BTreeSet<_>>().len(), rooms);
    assert!(solution["lower_bound"].as_u64() <= solution["steps"].as_u64());
    let text = bench.run(&["solve", "deep.json", "--goal", "all"]).well().out;
    assert!(text.contains(" into every room, ") && text.contains("; every walk has at least "), "{text}");
}

#[test]
fn a_solution_is_drawn() {
    let bench = locked();
    bench.run(&["solve", "deep.json", "-o", "walk.svg"]).well();
    let svg = fs::read_to_string(bench.path("walk.svg")).unwrap();
    assert!(svg.contains("to-the-goal,-") && svg.contains("start,-keys-and-end"), "{}", &svg[..400]);
    bench.run(&["solve", "deep.json", "-o", "walk.png", "--px", "8"]).well();
    assert!(fs::read(bench.path("walk.png")).unwrap().starts_with(b"\x89PNG"));
    let run = bench.run(&["solve", "deep.json", "--with-secrets", "--player"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (2, "error: --with-secrets shows what players do not know; omit --player\n")
    );
}

#[test]
fn a_dungeon_without_a_solution_is_told_with_exit_code_1() {
    let bench = locked();
    let text = fs::read_to_string(bench.path("deep.json")).unwrap();
    let mut dungeon = json(&text);
    let markers = dungeon["markers"].as_array_mut().unwrap();
    markers.retain(|marker| marker["kind"] != "key");
    fs::write(bench.path("lost.json"), dungeon.to_string()).unwrap();
    let run = bench.run(&["solve", "lost.json"]);
    assert!(run.code == 1 && run.out.starts_with("no walk leads from the entrance to the goal, "), "{run:?}");
    let run = bench.run(&["solve", "lost.json", "-f", "json"]);
    assert!(run.code == 1 && json(&run.out)["possible"] == false && json(&run.out)["steps"].is_null(), "{run:?}");
}

#[test]
fn what_is_no_dungeon_is_refused_in_one_sentence() {
    let bench = Bench::new().with("hall.txt", "#####\n#...#\n#####\n");
    let run = bench.run(&["solve", "hall.txt"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: hall.txt: the dungeon has no entrance to start from\n"));
    let run = bench.run(&["solve", "none.json"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: none.json: there is no such file\n"));
}

#[test]
fn truncated_and_mutated_files_give_one_sentence_and_no_panic() {
    let bench = Bench::new();
    bench.run(&["generate", "crypt", "--seed", "3", "-o", "crypt.json", "-q"]).well();
    let sound = fs::read(bench.path("crypt.json")).unwrap();
    // A fixed walk through positions and bytes: 7919 and 104729 are primes.
    for i in 1..=60_usize {
        let at = i * 104_729 % sound.len();
        let mut bytes = sound.clone();
        match i % 3 {
            0 => bytes.truncate(at),
            1 => bytes[at] = b"0123456789-,:[]{}\" "[i * 7919 % 19],
            _ => drop(bytes.drain(at..(at + i).min(sound.len()))),
        }
        fs::write(bench.path("odd.json"), &bytes).unwrap();
        let run = bench.run(&["solve", "odd.json"]);
        assert!((0..=2).contains(&run.code), "{i}: {run:?}");
        assert_eq!(run.err.lines().count(), usize::from(run.code == 2), "{i}: {run:?}");
    }
}

#[test]
fn facts_of_the_solution_are_there_on_request() {
    let bench = locked();
    let plain = bench.run(&["facts", "deep.json"]).well().out;
    let all = bench.run(&["facts", "deep.json", "--columns", "all"]).well().out;
    let (plain, all): (Vec<&str>, Vec<&str>) = (plain.lines().collect(), all.lines().collect());
    assert_eq!(all[0], format!("{},solution_steps,solution_keys,backtracking", plain[0]));
    assert!(all[1].starts_with(plain[1]), "{all:?}");
    let solution = json(&bench.run(&["solve", "deep.json", "--json"]).well().out);
    let more: Vec<f64> = all[1][plain[1].len() + 1..].split(',').map(|value| value.parse().unwrap()).collect();
    let fields = ["steps", "locks", "backtracking"].map(|field| solution[field].as_f64().unwrap());
    assert_eq!(more, fields);
    let of_seed = json(&bench.run(&["facts", "dungeon", "--seeds", "3..3", "--columns", "all", "--json"]).well().out);
    assert_eq!(of_seed["facts"]["solution_steps"], solution["steps"]);
    assert_eq!(bench.run(&["facts", "dungeon", "--seeds", "3..3", "--summary", "--columns", "all"]).code, 2);
}
