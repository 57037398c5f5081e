//! `undercroft crowd` from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

const HALL: &str = "#########\n#.......#\n#.......#\n#...#...#\n#.......#\n#########\n";
const MODES: [&str; 7] = ["square", "diagonal", "no-diagonal", "anti-cross", "basic3", "basic3-anti-cross", "flow"];

/// A folder of its own to run the program in, with the hall as a text map and as a MovingAI map.
struct Bench(TempDir);

impl Bench {
    fn new() -> Self {
        let bench = Self(TempDir::new().unwrap());
        bench.write("hall.txt", HALL);
        let rows = HALL.replace('#', "@");
        bench.write("hall.map", &format!("type octile\nheight 6\nwidth 9\nmap\n{rows}"));
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Exit code, standard output and standard error of `undercroft crowd` with these words.
    fn run(&self, words: &str) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_undercroft"));
        command.arg("crowd").args(words.split_whitespace()).current_dir(self.0.path());
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    #[track_caller]
    fn well(&self, words: &str) -> (String, String) {
        let (code, out, err) = self.run(words);
        assert_eq!(code, 0, "{words}: {out}{err}");
        (out, err)
    }

    #[track_caller]
    fn json(&self, words: &str) -> Value {
        serde_json::from_str(&self.well(&format!("{words} --json")).0).unwrap()
    }

    /// Runs into an error, and writes nothing.
    #[track_caller]
    fn refuse(&self, words: &str, sentence: &str) {
        let files = |bench: &Self| fs::read_dir(bench.0.path()).unwrap().count();
        let before = files(self);
        let (code, out, err) = self.run(&format!("{words} --replay out.json --save out.save --animate out.svg"));
        assert_eq!((code, out.as_str(), err), (2, "", format!("error: {sentence}\n")), "{words}");
        assert_eq!(files(self), before, "{words}");
    }
}

fn shipped(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../undercroft/tests/maps").join(name).display().to_string()
}

#[test]
fn everybody_arrives_and_the_table_says_so() {
    let bench = Bench::new();
    let (table, err) = bench.well("hall.txt --actors 6 --seed 3");
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(lines[0].contains(&"waits") && lines[1].starts_with(&["mode", "actors", "arrived"]), "{table}");
    assert_eq!((&lines[2][..3], lines.len(), err.as_str()), (&["flow", "6", "6"][..], 3, ""));
}

#[test]
fn mode_all_prints_one_table_over_the_seven_modes() {
    let bench = Bench::new();
    let (table, _) = bench.well("hall.txt --actors 5 --mode all --n 2 --ticks 500");
    let names: Vec<&str> = table.lines().skip(2).take(7).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, MODES);
}

#[test]
fn every_mode_fineness_and_offset_runs_on_a_shipped_dungeon() {
    let bench = Bench::new();
    for (at, mode) in MODES.iter().enumerate() {
        let (n, offset) = (1 + at % 3, ["none", "x", "y", "xy"][at % 4]);
        // A shifted lattice of n = 1 cannot pass doors of one cell: three bodies find room in one chamber.
        let words = format!("{} --actors 3 --mode {mode} --n {n} --offset {offset} --ticks 900", shipped("keep.txt"));
        let run = &bench.json(&words)["runs"][0];
        assert_eq!((&run["arrived"], &run["crossings"]), (&3.into(), &0.into()), "{words}: {run}");
    }
}

#[test]
fn a_group_gathers_round_its_target() {
    let bench = Bench::new();
    bench.well("hall.txt --actors 9 --to 6,2 --save end.json");
    let saved: Value = serde_json::from_slice(&bench.read("end.json")).unwrap();
    let near = |actor: &Value| {
        let at = &actor["current"];
        (at[0].as_i64().unwrap() - 6).abs().max((at[1].as_i64().unwrap() - 2).abs()) <= 2
    };
    assert!(saved["actors"].as_array().unwrap().iter().all(|slot| near(&slot["actor"])));
}

#[test]
fn the_same_words_give_the_same_bytes_and_another_seed_others() {
    let bench = Bench::new();
    for (seed, name) in [(7, "a"), (7, "b"), (8, "c")] {
        for ending in ["svg", "gif", "png"] {
            bench.well(&format!("hall.txt --actors 6 --seed {seed} --animate {name}.{ending} --replay {name}.json"));
        }
    }
    for ending in ["svg", "gif", "png", "json"] {
        let [a, b, c] = ["a", "b", "c"].map(|name| bench.read(&format!("{name}.{ending}")));
        assert!(a == b && a != c, "{ending}");
    }
}

#[test]
fn a_replay_plays_the_run_again() {
    let bench = Bench::new();
    bench.well("hall.txt --actors 6 --mode anti-cross --n 2 --replay run.json --animate first.gif");
    let (out, err) = bench.well("hall.txt --play run.json --animate again.gif");
    assert_eq!(bench.read("first.gif"), bench.read("again.gif"));
    assert!(out.is_empty() && err.starts_with("wrote again.gif"), "{out}{err}");
}

#[test]
fn a_saved_crowd_goes_on_as_if_it_had_never_stopped() {
    let bench = Bench::new();
    for mode in MODES {
        bench.well(&format!("hall.txt --actors 8 --mode {mode} --save whole.json"));
        bench.well(&format!("hall.txt --actors 8 --mode {mode} --ticks 7 --save half.json"));
        bench.well("hall.txt --load half.json --save joined.json");
        assert!(bench.read("whole.json") == bench.read("joined.json"), "{mode}");
    }
    bench.well("hall.txt --load whole.json --to 1,1");
}

#[test]
fn a_scenario_is_classic_multi_agent_path_finding() {
    let bench = Bench::new();
    bench.write("hall.scen", "version 1\n0\thall.map\t9\t6\t1\t1\t7\t4\t9\n0\thall.map\t9\t6\t7\t4\t1\t1\t9\n");
    let run = &bench.json("hall.map --scen hall.scen")["runs"][0];
    assert_eq!((&run["arrived"], &run["makespan"], &run["sum_of_costs"]), (&2.into(), &9.into(), &18.into()), "{run}");
    assert_eq!((&run["settings"]["flow_steps"], &run["settings"]["n"]), (&"four".into(), &1.into()));
    assert_eq!(bench.json("hall.map --scen hall.scen --actors 1")["runs"][0]["actors"], 1);
}

#[test]
fn squares_that_wait_leave_each_other_more_room() {
    let bench = Bench::new();
    bench.write("yard.txt", &format!("{}\n", ".".repeat(24)).repeat(16));
    let of = |words: &str| {
        let run = bench.json(&format!("yard.txt --actors 60 --ticks 400 {words}"))["runs"][0].clone();
        (run["spacing"].as_f64().unwrap(), run["settings"]["block"].clone())
    };
    let (waiting, block) = of("--mode square --block wait");
    assert_eq!(block, "wait");
    assert!(waiting > 1.15 * of("--mode square").0 && waiting > 1.15 * of("--mode anti-cross").0);
}

#[test]
fn two_who_meet_in_a_corridor_two_wide_arrive_in_every_mode() {
    let bench = Bench::new();
    bench.write("corridor.txt", "##########\n#........#\n#........#\n##########\n");
    bench.write("corridor.scen", "version 1\n0 corridor 10 4 1 1 8 1 7\n0 corridor 10 4 8 1 1 1 7\n");
    let runs = bench.json("corridor.txt --scen corridor.scen --mode all");
    for run in runs["runs"].as_array().unwrap() {
        assert_eq!(run["arrived"], 2, "{run}");
    }
}

#[test]
fn stuck_actors_are_listed_with_their_reason() {
    let bench = Bench::new();
    bench.write("tunnel.txt", "######\n#....#\n######\n");
    bench.write("tunnel.scen", "version 1\n0 tunnel 6 3 1 1 4 1 3\n0 tunnel 6 3 4 1 1 1 3\n");
    let (table, _) = bench.well("tunnel.txt --scen tunnel.scen --mode anti-cross --ticks 100");
    assert!(
        table.contains("anti-cross: 2 not arrived\n  actor 0 on sub-cell (2, 1): what it needs belongs"),
        "{table}"
    );
}

#[test]
fn bad_input_gets_its_sentence_and_nothing_is_written() {
    let bench = Bench::new();
    bench.write("room.txt", "####\n#..#\n####\n");
    let room = "room.txt --actors 1";
    bench.well(&format!("{room} --save room.json --replay room.replay"));
    bench.write("cut.json", &String::from_utf8(bench.read("room.json")).unwrap()[..40]);
    bench.write("rock.txt", "###\n###\n");
    bench.refuse("hall.txt --to 0,0", "--to: (0, 0) is a wall, or too near to one for a body on this sub-cell grid");
    bench.refuse("hall.txt --to 4,3", "--to: (4, 3) is a wall, or too near to one for a body on this sub-cell grid");
    bench.refuse("hall.txt --to 99,-1", "--to: (99, -1) lies outside the 9×6 map");
    let crowded = "--actors: 28 actors need as many free cells that hang together; there are 27";
    bench.refuse("hall.txt --actors 28", crowded);
    bench.refuse("hall.txt --actors 28 --to 1,1", crowded);
    bench.refuse("rock.txt", "rock.txt: level 0 has no free cell");
    bench.refuse("hall.txt --level 3", "there is no level 3; the map has 0");
    bench.refuse("hall.txt --load room.json", "room.json: the crowd was saved on another map");
    bench.refuse("hall.txt --load none.json", "none.json: there is no such file");
    bench.refuse(
        "room.txt --load cut.json",
        "cut.json: not a saved crowd: EOF while parsing an object at line 1 column 40",
    );
    let bad = [
        ("room.txt --play room.json --animate out.svg", "room.json: not a replay: "),
        (
            "hall.txt --play room.replay --animate out.svg",
            "room.replay: the replay was recorded on another map: it is 4×3",
        ),
        ("hall.txt --animate out.bmp", "--animate: moving pictures end in .svg, .gif or .png, got out.bmp"),
        ("hall.txt --mode all --animate out.svg", "--mode all compares; "),
        ("hall.txt --n 0", "invalid value '0' for '--n <N>'"),
        ("hall.txt --n 4", "invalid value '4' for '--n <N>'"),
        ("hall.txt --actors 0", "invalid value '0' for '--actors <N>'"),
        ("hall.txt --to 4", "invalid value '4' for '--to <PLACE>': need a column and a row"),
        ("hall.txt --mode zigzag", "invalid value 'zigzag' for '--mode <MODE>'"),
        ("hall.txt --load room.json --actors 3", "the argument '--load <FILE>' cannot be used with"),
        ("hall.txt --save nowhere/out.json", "nowhere/out.json: there is no folder nowhere"),
    ];
    for (words, sentence) in bad {
        let (code, out, err) = bench.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words}");
        assert!(err.starts_with(&format!("error: {sentence}")), "{words}: {err}");
        assert!(!bench.path("out.svg").exists() && !bench.path("out.bmp").exists());
    }
}

#[test]
fn bad_scenarios_get_their_sentence_and_nothing_is_written() {
    let bench = Bench::new();
    let check = |lines: &str, sentence: &str| {
        bench.write("walks.scen", &format!("version 1\n{lines}\n"));
        bench.refuse("hall.map --scen walks.scen", sentence);
    };
    check("", "walks.scen: the scenario has 0 walks, 1 are wanted");
    check("0 hall.map 9 6 1", "walks.scen:2: a walk has 9 fields, this line has 5");
    check("0 hall.map 8 6 1 1 2 2 1", "walks.scen: walk 1: it is for a 8×6 map, hall.map is 9×6");
    check("0 cave.map 9 6 1 1 2 2 1", "walks.scen: walk 1: it is for the map cave.map, not for hall.map");
    check("0 hall.map 9 6 0 0 2 2 1", "walks.scen: walk 1: the start (0, 0) is a wall");
    let wall = "walks.scen: walk 1: the goal: (4, 3) is a wall, or too near to one for a body on this sub-cell grid";
    check("0 hall.map 9 6 1 1 4 3 1", wall);
    let twice = "0 hall.map 9 6 1 1 2 2 1\n0 hall.map 9 6 1 1 3 3 1";
    check(twice, "walks.scen: walk 2: the start: sub-cell (1, 1) belongs to actor 0");
    bench.write("walks.scen", "version 1\n0 hall.map 9 6 1 1 2 2 1\n");
    bench.refuse("hall.map --scen walks.scen --actors 2", "walks.scen: the scenario has 1 walk, 2 are wanted");
}

#[test]
fn a_crowd_that_would_take_minutes_is_refused_with_the_limit() {
    let bench = Bench::new();
    bench.write(
        "big.map",
        &format!("type octile\nheight 8192\nwidth 8192\nmap\n{}", format!("{}\n", ".".repeat(8192)).repeat(8192)),
    );
    let sentence = "--actors 500 on 8192×8192 cells with --n 1: actors × sub-cells are 33554432000 (limit 4294967296); \
                    lower --actors or --n, or use a smaller map";
    bench.refuse("big.map --actors 500", sentence);
}
