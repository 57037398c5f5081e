//! `generate`, `check`, `presets` and `fields` from outside.

mod bench;

use std::fs;

use bench::{Bench, Run};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The last part of a line that begins with this word.
fn line_after<'a>(text: &'a str, word: &str) -> &'a str {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(word));
    line.unwrap_or_else(|| panic!("no {word} in {text}")).trim()
}

#[test]
fn without_arguments_a_dungeon_is_drawn_and_can_be_had_again() {
    let bench = Bench::new();
    let run = bench.run(&["generate"]).well();
    assert!(run.out.contains('┌') && run.out.lines().count() > 15, "{}", run.out);
    assert!(run.err.contains(" · delve, seed "), "{}", run.err);
    let again: Vec<&str> = line_after(&run.err, "again").split(' ').skip(1).collect();
    assert_eq!(bench.run(&again).well().out, run.out);
    let by_cargo = bench.command(&["generate", "--seed", "7"]).env("CARGO_MANIFEST_DIR", ".").output().unwrap();
    let again = Run::from_output(&by_cargo).well().err;
    assert_eq!(line_after(&again, "again"), "cargo run -- generate delve --seed 7");
    let mut picture: Vec<&str> = line_after(&run.err, "as PNG").split(' ').skip(1).collect();
    picture.extend(["--px", "4"]);
    bench.run(&picture).well();
    let files = bench.files();
    assert_eq!(files.len(), 1);
    assert!(fs::read(bench.path(&files[0])).unwrap().starts_with(b"\x89PNG"), "{files:?}");
    let other = bench.run(&["generate"]).well();
    assert_ne!(other.err, run.err, "no seed was chosen");
}

#[test]
fn the_same_recipe_and_seed_give_the_same_bytes_in_every_format() {
    let bench = Bench::new();
    let args = ["generate", "Small House", "--seed", "5", "-f", "json", "-f", "text", "-f", "svg", "-f", "map", "-o"];
    bench.run(&[&args[..], &["one"]].concat()).well();
    let run = bench.run(&[&args[..], &["two", "--json"]].concat()).well();
    assert_eq!(
        bench.files(),
        ["one.json", "one.map", "one.svg", "one.txt", "two.json", "two.map", "two.svg", "two.txt"]
    );
    for ending in ["json", "map", "svg", "txt"] {
        let read = |stem: &str| fs::read(bench.path(&format!("{stem}.{ending}"))).unwrap();
        assert!(read("one") == read("two"), "{ending}");
    }
    let summary = json(&run.out);
    assert_eq!((summary["seed"].as_str(), summary["facts"]["rooms"].as_u64()), (Some("5"), Some(5)));
    assert_eq!(summary["written"].as_array().unwrap().len(), 4);
    let printed = bench.run(&["generate", "small-house", "--seed", "5", "-f", "json"]).well();
    assert_eq!((printed.out.as_bytes(), printed.err.as_str()), (&*fs::read(bench.path("one.json")).unwrap(), ""));
}

#[test]
fn a_stage_is_re_rolled_and_the_others_stay() {
    let bench = Bench::new();
    let rooms = |args: &[&str]| {
        let dungeon = json(&bench.run(&[&["generate", "-f", "json", "--seed", "3"], args].concat()).well().out);
        (dungeon["rooms"].as_array().unwrap().iter().map(|room| room["floor"].clone()).collect::<Vec<_>>(), dungeon)
    };
    let (before, plain) = rooms(&[]);
    let (after, rolled) = rooms(&["--seed", "route=9"]);
    assert_eq!(before, after);
    assert_ne!(plain, rolled);
    assert_eq!(rolled["provenance"]["seed"], "3 route=9");
    let (elsewhere, _) = rooms(&["--seed", "place=9"]);
    assert_ne!(before, elsewhere);
}

#[test]
fn a_picture_and_json_carry_what_makes_them_again() {
    let bench = Bench::new();
    let first =
        ["generate", "--seed", "11", "--seed", "route=2", "--set", "rooms.count=6", "--set", "rooms.grid=[2, 3]"];
    bench.run(&[&first[..], &["-f", "png", "-f", "json", "-o", "a", "--px", "3"]].concat()).well();
    for like in ["a.png", "a.json"] {
        bench.run(&["generate", "--like", like, "-o", "b.json"]).well();
        assert!(fs::read(bench.path("a.json")).unwrap() == fs::read(bench.path("b.json")).unwrap(), "{like}");
    }
    let bench = bench.with("plain.txt", "###\n#.#\n###\n").with("note.png", b"\x89PNG\r\n\x1a\n");
    let cases = [
        ("plain.txt", "plain.txt: it carries no recipe; only what `undercroft generate` made does"),
        ("nowhere.png", "nowhere.png: there is no such file"),
    ];
    for (like, sentence) in cases {
        let run = bench.run(&["generate", "--like", like]);
        assert_eq!((run.code, run.err), (2, format!("error: {sentence}\n")));
    }
    let run = bench.run(&["generate", "--like", "note.png"]);
    assert!(run.code == 2 && run.err.starts_with("error: note.png: the PNG is cut off"), "{run:?}");
}

#[test]
fn a_trace_has_an_event_on_each_line_and_changes_nothing() {
    let bench = Bench::new();
    let made = ["generate", "small-dungeon", "--set", "method=bsp", "--seed", "4", "-f", "json"];
    let watched = bench.run(&[&made[..], &["--trace", "steps.jsonl"]].concat()).well().out;
    assert_eq!(watched, bench.run(&made).well().out);
    let trace = fs::read_to_string(bench.path("steps.jsonl")).unwrap();
    let events: Vec<String> = trace.lines().map(|line| json(line)["event"].as_str().unwrap().to_owned()).collect();
    for event in ["stage", "split", "placed", "searched", "carved", "opened_door"] {
        assert!(events.iter().any(|told| told == event), "no {event}");
    }
}

#[test]
fn a_recipe_that_cannot_be_met_says_what_blocked_it_and_leaves_its_trace() {
    let bench = Bench::new();
    let small = [
        "--set",
        "method=bsp",
        "--set",
        "width=16",
        "--set",
        "height=16",
        "--set",
        "rooms.min=9",
        "--set",
        "rooms.max=10",
    ];
    let run = bench.run(&[&["generate", "--seed", "1", "-o", "x.png", "--trace", "t.jsonl"], &small[..]].concat());
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("error: a map of 16×16 has no place for two rooms of 9×9"), "{}", run.err);
    assert!(run.err.contains("raise width or height to at least"), "{}", run.err);
    assert_eq!(bench.files(), ["t.jsonl"]);
    let run = bench.run(&["generate", "large-dungeon", "--seed", "1", "-o", "x.png", "--set", "budget=1000"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("the budget of 1000 search steps was used up"), "{}", run.err);
}

#[test]
fn contradictory_recipes_name_field_value_limit_and_position() {
    let cases = [
        ("[rooms]\nmin = 9\nmax = 4\n", "rooms.min: need 3 <= min <= max <= 64, got 9 with max 4 (r.toml:2:1)"),
        ("[corridors]\nwidth = 9\n", "corridors.width: need 1 to 4, got 9 (r.toml:2:1)"),
        (
            "[rooms]\nmax = 5\ngrid = 6\n",
            "rooms.grid: need at most rooms.max = 5, or no room could lie on it, got 6 (r.toml:3:1)",
        ),
        ("width = -5\n", "width: need 16 to 16384, or \"auto\", got -5 (r.toml:1:1)"),
        (
            "[rooms]\nmim = 3\n",
            "rooms.mim: unknown field; did you mean rooms.min? `undercroft fields` lists all (r.toml:2:1)",
        ),
        ("{\"rooms\": {\"count\": \"many\"}}", "rooms.count: need 2 to 200000, got \"many\" (r.toml:1:21)"),
        ("extra_links = 2\n", "extra_links: need 0 to 1, at most four decimals, got 2 (r.toml:1:1)"),
    ];
    for (recipe, sentence) in cases {
        let bench = Bench::new().with("r.toml", recipe);
        for args in [&["-o", "x.json"][..], &["--seeds", "1..3", "--out-dir", "maps", "--facts", "f.csv"]] {
            let run = bench.run(&[&["generate", "--recipe", "r.toml"], args].concat());
            assert_eq!((run.code, run.err), (2, format!("error: {sentence}\n")), "{recipe}");
            assert_eq!((run.out.as_str(), bench.files()), ("", vec!["r.toml".to_owned()]));
        }
    }
    let run = Bench::new().run(&["generate", "--set", "corridors.width=9"]);
    let sentence = "error: corridors.width: need 1 to 4, got 9 (--set corridors.width=9)\n";
    assert_eq!((run.code, run.err.as_str()), (2, sentence));
}

#[test]
fn commands_that_make_no_sense_are_refused() {
    let cases: [(&[&str], &str); 16] = [
        (&["generate", "castle-in-the-air"], "`undercroft presets` lists all"),
        (
            &["generate", "--seed", "-3"],
            "a seed is a whole number from 0 to 18446744073709551615, or a word; got \"-3\"",
        ),
        (&["generate", "--seeds", "-3..4", "--out-dir", "d"], "from 0 to 18446744073709551615"),
        (&["generate", "--px", "-3", "-o", "x.png"], "-3"),
        (&["generate", "--seed", "1", "--seed", "2"], "--seed is there 2 times"),
        (
            &["generate", "--seed", "rout=2"],
            "there is no stage \"rout\"; there are plan, place, route, doors, ground, stock, name",
        ),
        (&["generate", "--seeds", "5..3", "--out-dir", "d"], "the last seed 3 comes before the first 5"),
        (&["generate", "--seeds", "0..9999999", "--out-dir", "d"], "at most 1000000 seeds at a time"),
        (&["generate", "--seeds", "1..3"], "many dungeons need a place"),
        (&["generate", "--seeds", "1..3", "--out-dir", "d", "--seed", "1"], "--seeds and --seed contradict each other"),
        (&["generate", "--out-dir", "d"], "--seeds"),
        (&["generate", "--seeds", "1..3", "--facts", "no/f.csv"], "no/f.csv: there is no folder no"),
        (&["generate", "-f", "png", "-f", "json"], "several formats need a place: give their stem with -o"),
        (&["generate", "-o", "x.doc"], "x.doc: unknown file extension; specify --format"),
        (&["generate", "-o", "x.json", "--player"], "json has no player edition; omit --player"),
        (&["check", "a.json", "b.json", "--draw", "x.png"], "--draw shows one map; check the 2 files one by one"),
    ];
    for (args, part) in cases {
        let bench = Bench::new();
        let run = bench.run(args);
        assert!(run.code == 2 && run.err.contains(part), "{args:?}: {run:?}");
        assert!(bench.files().is_empty(), "{args:?}: {:?}", bench.files());
    }
}

#[test]
fn many_at_once_are_the_same_bytes_as_one_by_one() {
    let bench = Bench::new();
    let many = |folder: &str, threads: &str| {
        let table = format!("{folder}.csv");
        let args = ["generate", "townhouse", "--seeds", "5..12", "-f", "json", "-f", "svg", "--seed", "route=3"];
        let args = [&args[..], &["--out-dir", folder, "--facts", &table]].concat();
        let run = Run::from_output(&bench.command(&args).env("RAYON_NUM_THREADS", threads).output().unwrap()).well();
        assert_eq!((run.out.as_str(), run.err), ("", format!("made 8 of 8 dungeons in {folder}\n")));
        fs::read_to_string(bench.path(&table)).unwrap()
    };
    let table = many("one", "1");
    assert_eq!(table, many("four", "4"));
    for seed in 5..=12 {
        let file = format!("townhouse-{seed}.json");
        let seed = seed.to_string();
        let alone =
            bench.run(&["generate", "townhouse", "--seed", &seed, "--seed", "route=3", "-f", "json"]).well().out;
        for folder in ["one", "four"] {
            assert!(fs::read_to_string(bench.path(&format!("{folder}/{file}"))).unwrap() == alone, "{folder}/{file}");
        }
    }
    assert_eq!(fs::read_dir(bench.path("four")).unwrap().count(), 16, "and nothing else is left there");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 9);
    assert!(lines[0].starts_with("preset,seed,name,levels,rooms,links,"), "{}", lines[0]);
    assert!(lines[1].starts_with("townhouse,5 route=3,"), "{}", lines[1]);
    assert!(lines.iter().all(|line| line.matches(',').count() == lines[0].matches(',').count()), "{table}");
}

#[test]
fn a_file_is_no_folder_for_many() {
    let bench = Bench::new().with("maps", "");
    let run = bench.run(&["generate", "--seeds", "1..3", "--out-dir", "maps"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: maps: this is a file; name a folder\n"));
}

#[test]
fn seeds_that_fail_are_told_and_the_others_are_made() {
    let bench = Bench::new();
    let tight = ["--set", "budget=1000", "--set", "rooms.count=2", "--set", "extra_links=0"];
    let run = bench.run(&[&["generate", "--seeds", "1..30", "--facts", "f.csv", "--json"], &tight[..]].concat());
    let summary = json(&run.out);
    let failed = summary["failed"].as_array().unwrap().len() as u64;
    assert_eq!(summary["made"].as_u64().unwrap() + failed, 30);
    assert_eq!(run.code, if failed > 0 { 2 } else { 0 });
    let rows = fs::read_to_string(bench.path("f.csv")).unwrap().lines().count() as u64;
    assert_eq!(rows, 31 - failed);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_only_whole_files() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let bench = Bench::new();
    let args = ["generate", "large-dungeon", "--seeds", "1..100000", "--out-dir", "maps", "--facts", "f.csv"];
    let mut child = bench.command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while fs::read_dir(bench.path("maps")).map_or(0, Iterator::count) < 3 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let run = Run::from_output(&child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{run:?}");
    assert!(run.err.contains("of 100000 dungeons in maps"), "{}", run.err);
    let files: Vec<_> = fs::read_dir(bench.path("maps")).unwrap().map(|entry| entry.unwrap().path()).collect();
    for file in &files {
        assert_eq!(file.extension().unwrap(), "json", "{file:?}");
        json(&fs::read_to_string(file).unwrap());
    }
    assert_eq!(fs::read_to_string(bench.path("f.csv")).unwrap().lines().count(), files.len() + 1);
}

#[test]
fn a_generated_dungeon_is_sound_and_comes_out_again() {
    let bench = Bench::new();
    bench.run(&["generate", "--seed", "8", "-o", "d.json"]).well();
    let run = bench.run(&["check", "d.json", "--regenerate"]).well();
    assert!(run.out.starts_with("d.json: sound\n  levels 1, rooms 12, "), "{}", run.out);
    assert_eq!(bench.run(&["check", "d.json", "--quiet"]).well().out, "");
    let report = json(&bench.run(&["check", "d.json", "--json"]).well().out);
    assert_eq!((report["sound"].as_bool(), report["facts"]["rooms"].as_u64()), (Some(true), Some(12)));
}

#[test]
fn flaws_are_listed_and_drawn() {
    let bench = Bench::new();
    let dungeon = bench.run(&["generate", "--seed", "8", "-f", "json"]).well().out;
    let mut broken = json(&dungeon);
    let rows = broken["levels"][0]["rows"].as_array_mut().unwrap();
    let row = rows.iter_mut().find(|row| row.as_str().unwrap().contains("...")).unwrap();
    *row = row.as_str().unwrap().replacen("...", ".#.", 1).into();
    let bench = bench.with("good.json", &dungeon).with("bad.json", broken.to_string()).with("worse.json", "{");
    let run = bench.run(&["check", "bad.json", "--regenerate", "--draw", "why.png", "--px", "6"]);
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with("bad.json: 2 flaws\n  floor-missing  The tiles do not show"), "{}", run.out);
    assert!(
        run.out.contains("not-reproduced  Generated again from its recipe and seed, a tile is Floor"),
        "{}",
        run.out
    );
    assert!(fs::read(bench.path("why.png")).unwrap().starts_with(b"\x89PNG"));
    bench.run(&["check", "bad.json", "--draw", "why.svg"]);
    assert!(fs::read_to_string(bench.path("why.svg")).unwrap().contains("floor-missing"));
    let run = bench.run(&["check", "good.json", "bad.json", "worse.json", "nowhere.json", "--quiet"]);
    assert_eq!(run.code, 2);
    assert!(run.out.starts_with("bad.json: 1 flaw\n") && !run.out.contains("good"), "{}", run.out);
    assert!(
        run.err.contains("worse.json:1:") && run.err.contains("nowhere.json: there is no such file"),
        "{}",
        run.err
    );
    assert!(bench.run(&["check", "bad.json", "--color", "always"]).out.contains("\x1b[31m1 flaw\x1b[0m"));
}

#[test]
fn what_a_plain_map_cannot_tell_is_not_applicable() {
    let bench = Bench::new().with("plain.txt", "####\n#..#\n####\n");
    let run = bench.run(&["check", "plain.txt", "--regenerate"]).well();
    assert!(run.out.starts_with("plain.txt: sound\n  not applicable: rooms, terrain, doors, "), "{}", run.out);
    assert!(run.out.contains("not applicable: generating it again. The dungeon was not generated."), "{}", run.out);
}

#[test]
fn presets_are_listed_with_pictures_and_printed_as_recipes() {
    let bench = Bench::new();
    let run = bench.run(&["presets"]).well();
    for preset in ["small-dungeon", "large-dungeon", "winding-dungeon", "small-house", "large-manor", "townhouse"] {
        assert!(run.out.contains(preset), "{}", run.out);
    }
    assert!(run.out.contains('█') || run.out.contains('▀'), "{}", run.out);
    assert!(run.out.lines().all(|line| line.chars().count() <= 78), "{}", run.out);
    let recipe = bench.run(&["presets", "townhouse"]).well().out;
    let bench = bench.with("mine.toml", &recipe);
    let own = bench.run(&["generate", "--recipe", "mine.toml", "--seed", "2", "-f", "json"]).well().out;
    assert!(own == bench.run(&["generate", "townhouse", "--seed", "2", "-f", "json"]).well().out);
    let from_pipe = bench.run_on(&["generate", "--recipe", "-", "--seed", "2", "-f", "json"], recipe.as_bytes()).well();
    assert!(own == from_pipe.out);
    assert_eq!(json(&bench.run(&["presets", "--json"]).well().out)[0]["name"], "delve");
    assert_eq!(bench.run(&["presets", "palace"]).code, 2);
}

#[test]
fn fields_are_listed_with_unit_limits_and_default() {
    let bench = Bench::new();
    let run = bench.run(&["fields", "rooms.min"]).well();
    assert_eq!(
        run.out,
        "rooms.min = 5 [cells]: 3 to 64\n    Rooms > Minimum side; methods: accrete, bsp, house, plan\n    Shortest side of a room's floor; in a house from wall line to wall line.\n"
    );
    assert!(bench.run(&["fields"]).well().out.contains("corridors.runway = 2 [cells]: 0 to 8\n"));
    assert!(json(&bench.run(&["fields", "--schema"]).well().out)["properties"]["rooms"].is_object());
    assert!(bench.run(&["fields", "--markdown"]).well().out.starts_with("| field | default |"));
    assert_eq!(json(&bench.run(&["fields", "--json", "width"]).well().out)[0]["key"], "width");
    let run = bench.run(&["fields", "colour"]);
    assert_eq!((run.code, run.err.contains("no field has \"colour\" in its name")), (2, true));
}

#[test]
fn a_plan_is_printed_as_text_json_and_dot_and_only_where_there_is_one() {
    let bench = Bench::new();
    let plan = |format: &str| bench.run(&["generate", "dungeon", "--seed", "7", "--plan-only", format]).well().out;
    assert_eq!(bench.run(&["generate", "dungeon", "--seed", "7", "--plan-only"]).well().out, plan("text"));
    assert!(plan("text").starts_with("dungeon: maze, 28 rooms, entry from the south, goal "), "{}", plan("text"));
    assert_eq!(json(&plan("json"))["rooms"][0]["coord"], serde_json::json!([0, 0, 0]));
    assert!(plan("dot").starts_with("graph plan {"));
    let run = bench.run(&["generate", "small-dungeon", "--plan-only"]);
    assert_eq!((run.code, run.err.contains("only recipes with method = \"plan\" have a plan")), (2, true));
}
