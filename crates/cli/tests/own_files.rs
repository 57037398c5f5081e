//! Templates and masks of one's own, warnings, and `--strict`.

mod bench;

use std::fs;

use bench::Bench;

const OWN: &str = "name: own-tee\nweight: 500\n#####\nA...B\n##.##\n #C#\n";

/// A mask that spells a T.
fn tee() -> String {
    let row = |free: std::ops::Range<usize>| {
        (0..60).map(|x| if free.contains(&x) { '.' } else { '#' }).collect::<String>() + "\n"
    };
    [row(0..0).repeat(2), row(3..57).repeat(18), row(20..40).repeat(38), row(0..0).repeat(2)].concat()
}

#[test]
fn templates_of_ones_own_are_in_the_map_and_needed_no_more() {
    let bench = Bench::new().with("own.txt", OWN);
    let generate = ["generate", "walker-keep", "--templates", "own.txt", "--seed", "1"];
    let formats = ["-f", "json", "-f", "png", "-f", "tmj", "-f", "ldtk", "-o", "keep", "--px", "2", "-q"];
    bench.run(&[&generate[..], &formats[..]].concat()).well();
    let json = fs::read_to_string(bench.path("keep.json")).unwrap();
    assert!(json.contains("\"name\":\"own-tee\"") && json.contains("\"key\":\"templates.file\",\"name\":\"own.txt\""));
    let drawn = bench.run(&generate).well();
    assert!(drawn.err.contains("generate walker-keep --templates own.txt --seed 1"), "{}", drawn.err);
    fs::remove_file(bench.path("own.txt")).unwrap();
    for file in ["keep.json", "keep.tmj", "keep.ldtk"] {
        let check = bench.run(&["check", file, "--regenerate"]).well();
        assert!(check.out.contains(": sound") && !check.out.contains("generating it again"), "{file}: {}", check.out);
    }
    for file in ["keep.json", "keep.png"] {
        assert_eq!(bench.run(&["generate", "--like", file, "-f", "json"]).well().out, json, "{file}");
    }
    let missing = bench.run(&generate);
    assert_eq!((missing.code, missing.err.as_str()), (2, "error: own.txt: there is no such file\n"));
}

#[test]
fn a_recipe_names_files_beside_it() {
    let bench = Bench::new();
    fs::create_dir(bench.path("recipes")).unwrap();
    fs::write(bench.path("recipes/own.txt"), OWN).unwrap();
    fs::write(bench.path("recipes/lot.txt"), tee()).unwrap();
    let recipe = "method = \"templates\"\ntemplates.file = [\"own.txt\"]\nmask.file = \"lot.txt\"\ntemplates.floor_cells = 150\n";
    fs::write(bench.path("recipes/keep.toml"), recipe).unwrap();
    let run = bench.run(&["generate", "--recipe", "recipes/keep.toml", "--seed", "2", "-f", "json", "-q"]).well();
    assert!(run.out.contains("\"name\":\"own.txt\"") && run.out.contains("\"key\":\"mask.file\""), "{}", run.err);
    let run = bench.run(&["generate", "--recipe", "recipes/keep.toml", "--set", "mask.file=lot.txt"]);
    assert_eq!(run.code, 2);
    let set = ["generate", "delve", "--set", "mask.file=recipes/lot.txt", "--seed", "3", "-f", "json", "-q"];
    assert!(bench.run(&set).well().out.contains("\"name\":\"recipes/lot.txt\""));
}

#[test]
fn a_mask_keeps_the_dungeon_on_its_letter_without_the_file() {
    let bench = Bench::new().with("lot.txt", tee());
    bench.run(&["generate", "delve", "--mask", "lot.txt", "--seed", "5", "-o", "t.json", "-q"]).well();
    fs::remove_file(bench.path("lot.txt")).unwrap();
    let text = bench.run(&["export", "t.json", "--format", "text", "-o", "-"]).well().out;
    let rows: Vec<&str> = text.lines().skip_while(|line| line.len() < 60).take(60).collect();
    let is_drawn = |x: usize, y: usize| rows[y].as_bytes().get(x).is_some_and(|cell| *cell != b' ');
    assert!((21..60).all(|y| (0..60).all(|x| !is_drawn(x, y) || (20..40).contains(&x))), "{text}");
    assert!((0..60).any(|x| is_drawn(x, 56)) || (0..60).any(|x| is_drawn(x, 50)), "{text}");
    assert!(bench.run(&["check", "t.json", "--regenerate"]).well().out.contains(": sound"));
    let broken = fs::read_to_string(bench.path("t.json")).unwrap().replacen("18*3#54.3#", "18*4#53.3#", 1);
    let bench = bench.with("broken.json", broken);
    let run = bench.run(&["check", "broken.json"]);
    assert!(run.code == 1 && run.out.contains("input-digest"), "{}{}", run.out, run.err);
}

#[test]
fn bad_files_name_line_and_column_and_write_nothing() {
    let short = tee().replacen(&format!("{}\n", "#".repeat(60)), &format!("{}\n", "#".repeat(58)), 2);
    let bench =
        Bench::new().with("own.txt", "name: a\n###\n#.?\n###").with("lot.txt", &short).with("x.bin", b"\xff\xfe");
    let check = |option: &str, file: &str, message: &str| {
        let run = bench.run(&["generate", "walker-keep", option, file, "--seed", "1", "-o", "out.json"]);
        assert_eq!((run.code, run.err.as_str()), (2, format!("error: {message}\n").as_str()));
    };
    check("--templates", "own.txt", "own.txt:3:3: '?' means nothing in a drawing; known are . # + A to Z and space");
    check("--mask", "lot.txt", "lot.txt:3:59: line has 60 cells, the first has 58");
    check("--mask", "x.bin", "mask.file: x.bin: need text in UTF-8, byte 1 is none");
    assert_eq!(bench.files(), ["lot.txt", "own.txt", "x.bin"]);
}

#[test]
fn bad_houses_and_lots_name_what_is_wrong_and_write_nothing() {
    let inn = "ground = [\n  { purpose = \"hall\", area = 20 },\n  { purpose = \"den\", area = 9, beside = \"taprom\" },\n]\n";
    let few = [format!("{}\n", "#".repeat(30)).repeat(20), format!("{}{}\n", ".".repeat(8), "#".repeat(22)).repeat(4)];
    let north = [format!("{}\n", ".".repeat(30)).repeat(10), format!("{}\n", "#".repeat(30)).repeat(20)];
    let bench = Bench::new().with("inn.toml", inn).with("few.txt", few.concat()).with("north.txt", north.concat());
    let check = |words: &[&str], message: &str| {
        let run = bench.run(&[&["generate", "small-house", "--seed", "1", "-o", "out.json"], words].concat());
        assert!(run.code != 0 && run.err.starts_with(&format!("error: {message}")), "{words:?}: {}", run.err);
    };
    check(&["--set", "house.program=barn"], "house.program: need auto, house, cottage, ");
    check(&["--set", "house.footprint=star"], "house.footprint: need auto, rect, l, t, u, court, round, got \"star\"");
    check(&["--set", "house.program_file=inn.toml"], "inn.toml:3:32: beside: no room \"taprom\" on this storey");
    check(&["--set", "house.program_file=x.toml"], "house.program_file: x.toml: there is no such file");
    let round = ["--set", "house.footprint=round", "--set", "rooms.count=30"];
    check(&round, "house.footprint = \"round\": storey 0 wants 30 rooms, a disc of 19 cells holds ");
    check(&["--mask", "few.txt"], "mask.file: few.txt:1:1: 32 connected free cells; two rooms of 4×4 need at least 72");
    check(&["--mask", "north.txt"], "mask.file: north.txt:1:1: no free cell in the south half, where the entrance is");
    assert_eq!(bench.files(), ["few.txt", "inn.toml", "north.txt"]);
}

#[test]
fn a_dungeon_file_with_a_bad_window_or_digest_names_its_place() {
    let bench = Bench::new().with("lot.txt", tee());
    bench.run(&["generate", "small-house", "--mask", "lot.txt", "--seed", "5", "-o", "h.json", "-q"]).well();
    let house = fs::read_to_string(bench.path("h.json")).unwrap();
    let at = house.find("\"windows\"").unwrap();
    let changed = |from: &str, to: &str| format!("{}{}", &house[..at], house[at..].replacen(from, to, 1));
    let cell = house[at..].split("\"cell\":").nth(1).unwrap().split(']').next().unwrap().to_owned() + "]";
    let digest = house.split("\"digest\":\"").nth(1).unwrap()[..16].to_owned();
    let bench = bench
        .with("far.json", changed(&cell, "[500,3]"))
        .with("rock.json", changed(&cell, "[0,0]"))
        .with("digest.json", house.replacen(&digest, "0123456789abcdef", 1));
    let run = bench.run(&["check", "far.json"]);
    assert!(
        run.code == 2 && run.err.contains("windows[0].cell: (500, 3) does not lie on a 60×60 level"),
        "{}",
        run.err
    );
    let run = bench.run(&["check", "rock.json"]);
    assert!(run.code == 1 && run.out.contains("window-misplaced  Window 0 is not in a wall"), "{}", run.out);
    let run = bench.run(&["generate", "--like", "digest.json", "-o", "out.json"]);
    assert!(run.err.contains("provenance.inputs: lot.txt: the digest 0123456789abcdef is not that"), "{}", run.err);
    assert!(!bench.files().contains(&"out.json".to_owned()));
}

#[test]
fn a_shortage_is_never_silent_and_its_hint_helps() {
    let bench = Bench::new();
    let tight = ["generate", "--seed", "1", "--set", "method=bsp", "--set", "width=40", "--set", "height=40"];
    let tight =
        [&tight[..], &["--set", "rooms.count=12", "--set", "rooms.grid=1", "--set", "rooms.min=6", "-q"]].concat();
    let run = bench.run(&[&tight[..], &["-o", "a.json"]].concat()).well();
    assert!(run.err.starts_with("warning: Placed ") && run.err.contains(" of 12 rooms; no more fit."), "{}", run.err);
    let hint = run.err.split("each alone: ").nth(1).unwrap().split(" for 12").next().unwrap();
    let changes: Vec<String> = hint.split(" and ").map(|change| change.replace(" = ", "=")).collect();
    let mut helped = tight.clone();
    changes.iter().for_each(|change| helped.extend(["--set", change]));
    let run = bench.run(&[&helped[..], &["-o", "b.json"]].concat()).well();
    assert!(!run.err.contains("Placed "), "{changes:?}: {}", run.err);
    let run = bench.run(&[&tight[..], &["-o", "c.json", "--strict"]].concat());
    assert!(run.code == 1 && run.err.contains("error: --strict: Placed "), "{}", run.err);
    assert_eq!(bench.files(), ["a.json", "b.json"]);
    let json = bench.run(&[&tight[..], &["--json"]].concat()).well();
    assert!(json.out.contains("\"warnings\":[\"Placed ") && json.err.starts_with("warning: "), "{}", json.out);
}

#[test]
fn warnings_of_many_are_told_and_strict_counts_them_as_failures() {
    let bench = Bench::new();
    let tight = ["generate", "small-dungeon", "--set", "rooms.count=90", "--seeds", "1..12", "--facts", "f.csv", "-q"];
    let run = bench.run(&tight).well();
    assert!(run.err.starts_with("warning: seed 1: Placed ") && run.err.ends_with("more\n"), "{}", run.err);
    let run = bench.run(&[&tight[..], &["--strict"]].concat());
    assert_eq!(run.code, 1, "{}", run.err);
}
