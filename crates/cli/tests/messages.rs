//! What the program says when something goes wrong, and while something takes long.
#![cfg(unix)]

mod bench;

use std::fs;
use std::process::Command;

use bench::Bench;

const HALL: &str = "######\n#....#\n#....#\n######\n";

#[test]
fn words_of_the_system_are_ours_with_the_file_and_what_to_do() {
    let bench = Bench::new().with("hall.txt", HALL).with("file", "");
    let long = format!("{}.json", "x".repeat(300));
    for (args, sentence) in [
        (
            vec!["export", "hall.txt", "-o", "/dev/full", "-f", "json"],
            "error: /dev/full: the disk is full; free some space",
        ),
        (vec!["export", "hall.txt", "-o", "file/a.json"], "error: file/a.json: there is no folder file"),
        (vec!["export", "hall.txt", "-o", &long], "the name is too long"),
        (vec!["export", "file/hall.txt", "-o", "a.json"], "error: file/hall.txt: a part of this path is a file"),
        (
            vec!["generate", "--seeds", "1..2", "--out-dir", "file/maps"],
            "error: file/maps: a part of this path is a file",
        ),
        (
            vec!["studio", "--no-open", "--host", "203.0.113.9"],
            "203.0.113.9:0: this machine does not have that address",
        ),
    ] {
        let run = bench.run(&args);
        assert_eq!(run.code, 2, "{args:?}: {run:?}");
        assert!(run.err.contains(sentence) && !run.err.contains("os error"), "{args:?}: {}", run.err);
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = bench.run(&["studio", "--no-open", "--port", &port]);
    assert!(run.code == 2 && run.err.contains("another program listens there; choose another --port"), "{run:?}");
    let mut full = bench.command(&["export", "hall.txt", "-f", "json"]);
    let output = full.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "error: standard output: the disk is full; free some space, or name a place on another disk\n");
}

#[test]
fn errors_repeat_no_more_than_300_characters_of_the_input() {
    let bench = Bench::new().with("hall.txt", HALL);
    let long = "x".repeat(100_000);
    let words = "x y ".repeat(25_000);
    for name in [&long, &words] {
        let set = format!("{name}=1");
        for args in [
            vec!["generate", name],
            vec!["generate", "--set", &set],
            vec!["generate", "--seed", "-1", name, name],
            vec!["export", "hall.txt", "-f", name],
            vec!["export", name, "-f", "json"],
            vec!["fov", "hall.txt", "--at", name],
            vec!["crowd", "hall.txt", "--actors", name],
            vec!["fields", name],
        ] {
            let run = bench.run(&args);
            let start: Vec<String> = args.iter().map(|arg| arg.chars().take(20).collect()).collect();
            assert_eq!(run.code, 2, "{start:?}");
            let repeated = run.err.matches('x').count();
            assert!(repeated < 1_000, "{start:?}: {repeated} letters");
        }
    }
}

/// Runs a shell command with a terminal of its own; gives what it showed there.
fn on_terminal(bench: &Bench, command: &str) -> String {
    let program = env!("CARGO_BIN_EXE_undercroft");
    let command = command.replace("undercroft", program);
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(bench.path(".")).env("TERM", "xterm");
    String::from_utf8_lossy(&script.output().expect("util-linux has `script`").stdout).into_owned()
}

#[test]
fn long_work_shows_its_stage_on_a_terminal_and_nothing_elsewhere() {
    let bench = Bench::new().with("hall.txt", HALL);
    // Whatever the machine, nothing comes for two seconds.
    let late = "(sleep 2; cat hall.txt) | undercroft export - -f text";
    let shown = on_terminal(&bench, &format!("{late} > out.txt"));
    assert!(shown.contains("reading standard input, "), "{shown}");
    let quiet = on_terminal(&bench, &format!("{late} --quiet > out.txt"));
    assert!(!quiet.contains("reading"), "{quiet}");
    let elsewhere = on_terminal(&bench, &format!("{late} > out.txt 2> err.txt"));
    assert_eq!(fs::read_to_string(bench.path("err.txt")).unwrap(), "");
    assert!(!elsewhere.contains("reading"), "{elsewhere}");
    assert_eq!(on_terminal(&bench, "undercroft export hall.txt -f json > out.txt"), "", "short work shows nothing");
}
