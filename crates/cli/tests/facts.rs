//! `facts`, and `generate --facts` for one seed.

mod bench;

use std::fs;

use bench::Bench;
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The line of a summary that begins with this column, word by word.
fn line<'a>(summary: &'a str, column: &str) -> Vec<&'a str> {
    let lines = summary.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.into_iter().find(|words| words.first() == Some(&column)).unwrap_or_else(|| panic!("no {column}: {summary}"))
}

#[test]
fn facts_of_one_seed_were_refused() {
    let bench = Bench::new();
    bench.run(&["generate", "crypt", "--seed", "3", "--facts", "one.csv", "-o", "one.json"]).well();
    bench.run(&["generate", "crypt", "--seeds", "3..3", "--facts", "many.csv"]).well();
    let read = |name: &str| fs::read_to_string(bench.path(name)).unwrap();
    assert_eq!(read("one.csv"), read("many.csv"));
    assert!(read("one.csv").starts_with("preset,seed,name,levels,rooms,"), "{}", read("one.csv"));
    assert_eq!(bench.files(), ["many.csv", "one.csv", "one.json"]);
    let run = bench.run(&["generate", "crypt", "--seed", "3", "--facts", "no/f.csv", "-o", "two.json"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: no/f.csv: there is no folder no\n"));
    assert_eq!(bench.files(), ["many.csv", "one.csv", "one.json"], "nothing is half written");
    assert_eq!(bench.run(&["generate", "crypt", "--plan-only", "--facts", "f.csv"]).code, 2);
}

#[test]
fn facts_of_files_and_of_presets_are_the_same_numbers() {
    let bench = Bench::new();
    bench.run(&["generate", "crypt", "--seed", "3", "-o", "crypt.json"]).well();
    let file = bench.run(&["facts", "crypt.json"]).well().out;
    let seeds = bench.run(&["facts", "crypt", "--seeds", "3..3"]).well().out;
    let values = |table: &str, skip: usize| -> Vec<Vec<String>> {
        table.lines().map(|line| line.split(',').skip(skip).map(str::to_owned).collect()).collect()
    };
    assert_eq!(values(&file, 1), values(&seeds, 2));
    assert!(file.starts_with("file,name,levels,") && seeds.starts_with("preset,seed,name,levels,"));
    let object = json(&bench.run(&["facts", "crypt.json", "--json"]).well().out);
    let columns = values(&file, 2);
    let fill = columns[0].iter().position(|column| column == "fill").unwrap();
    assert_eq!(object["facts"]["fill"].to_string(), columns[1][fill]);
    assert_eq!(bench.files(), ["crypt.json"], "no dungeon is written");
}

#[test]
fn a_summary_has_a_line_for_every_column_and_exits_with_1_when_one_is_out() {
    let bench = Bench::new();
    // Three rooms on 200×200 cells are not dense.
    let thin = ["--set", "width=200", "--set", "height=200", "--set", "rooms.count=3"];
    let args = [&["facts", "small-dungeon", "--seeds", "1..4", "--summary", "--set", "method=bsp"], &thin[..]].concat();
    let run = bench.run(&args);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.starts_with("small-dungeon (founding), 4 dungeons\n"), "{}", run.out);
    let header = bench.run(&["facts", "small-dungeon", "--seeds", "1..1"]).well().out;
    let columns: Vec<&str> = header.lines().next().unwrap().split(',').skip(3).collect();
    assert!(columns.len() > 30);
    for column in columns.into_iter().chain(["silhouettes", "plans"]) {
        line(&run.out, column);
    }
    assert_eq!(line(&run.out, "fill")[6..], ["OUT", "mean", "0.26..0.44,", "each", "0.17.."]);
    assert_eq!(line(&run.out, "rooms"), ["rooms", "3", "3", "3", "3", "3"]);
    assert_eq!(line(&run.out, "silhouettes")[6..], ["distinct", "190.."], "four seeds are not judged");
    assert!(run.err.starts_with("small-dungeon: OUT are ") && run.err.contains("fill"), "{}", run.err);
    let tables = json(&bench.run(&[&args[..], &["--json"]].concat()).out);
    let rows = tables[0]["columns"].as_array().unwrap();
    let fill = rows.iter().find(|row| row["column"] == "fill").unwrap();
    assert_eq!((fill["verdict"].as_str(), fill["range"].as_str()), (Some("OUT"), Some("mean 0.26..0.44, each 0.17..")));
}

#[test]
fn the_exit_code_tells_whether_a_figure_is_out() {
    let bench = Bench::new();
    let args = ["facts", "townhouse", "--seeds", "1..30", "--summary"];
    let run = bench.run(&args);
    let out = run.out.lines().any(|line| line.split_whitespace().any(|word| word == "OUT"));
    assert_eq!(run.code, i32::from(out), "{}", run.out);
}

#[test]
fn the_output_is_the_same_with_any_number_of_threads() {
    let bench = Bench::new();
    for more in [&["--summary"][..], &[]] {
        let args = [&["facts", "crypt", "tomb", "--seeds", "1..12"], more].concat();
        let with = |threads: &str| bench.command(&args).env("RAYON_NUM_THREADS", threads).output().unwrap();
        let (one, many) = (with("1"), with("4"));
        assert!(!one.stdout.is_empty() && one.stdout == many.stdout && one.status == many.status);
    }
}

#[test]
fn without_a_preset_all_are_summed_up() {
    let bench = Bench::new();
    let run = bench.run(&["facts", "--seeds", "1..1", "--summary", "--quiet"]);
    let presets = json(&bench.run(&["presets", "--json"]).well().out);
    assert_eq!(run.out.matches(", 1 dungeon\n").count(), presets.as_array().unwrap().len());
    assert!(run.err.is_empty(), "{}", run.err);
}

#[test]
fn bad_words_and_maps_without_rooms_get_a_sentence() {
    let bench = Bench::new().with("plain.txt", "####\n#..#\n####\n");
    let cases: [(&[&str], &str); 5] = [
        (&["facts", "crip", "--seeds", "1..2"], "crip is no preset; `undercroft presets` lists them all"),
        (&["facts", "crypt"], "crypt: there is no such file; for the facts of the preset add --seeds FIRST..LAST"),
        (&["facts", "plain.txt"], "plain.txt: no facts without rooms and links; `undercroft check plain.txt`"),
        (&["facts", "nowhere.json"], "nowhere.json: there is no such file"),
        (&["facts", "crypt", "--seeds", "1..2", "--set", "rooms.cont=3"], "rooms.cont: unknown field"),
    ];
    for (args, sentence) in cases {
        let run = bench.run(args);
        assert_eq!(run.code, 2, "{args:?}");
        let program = env!("CARGO_BIN_EXE_undercroft");
        let err = run.err.replace(program, "undercroft");
        assert!(err.starts_with(&format!("error: {sentence}")), "{err}");
    }
    for args in [&["facts"][..], &["facts", "crypt", "--summary"]] {
        assert_eq!(bench.run(args).code, 2, "{args:?}");
    }
}

#[test]
fn facts_of_a_flawed_file_exit_with_1_and_no_header_comes_without_a_row() {
    let bench = Bench::new();
    bench.run(&["generate", "delve", "--seed", "1", "-o", "good.json"]).well();
    let text = std::fs::read_to_string(bench.path("good.json")).unwrap();
    let (kind, locked) = ("\"kind\":\"doorway\",\"state\":\"open\"", "\"kind\":\"doorway\",\"state\":\"locked\"");
    assert!(text.contains(kind));
    std::fs::write(bench.path("bad.json"), text.replacen(kind, locked, 1)).unwrap();
    let run = bench.run(&["facts", "bad.json"]);
    assert_eq!((run.code, run.out.lines().count()), (1, 2), "{}", run.err);
    let run = bench.run(&["facts", "missing.json"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    let run = bench.run(&["generate", "delve", "--seed", "1", "--facts", "-"]);
    assert!(run.code == 2 && run.err.contains("facts need a file"), "{}", run.err);
}
