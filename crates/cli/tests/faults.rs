//! What goes wrong outside the program: disks that fill up, pipes that close, files that change, processes that are killed.
//! A file is there whole or not at all.
#![cfg(unix)]

mod bench;

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bench::{Bench, Run};

const HALL: &str = "######\n#....#\n#....#\n######\n";

/// Waits until something has happened.
fn wait_for(what: &str, mut has_happened: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !has_happened() {
        assert!(begin.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn make_pipe(bench: &Bench, name: &str) {
    assert!(Command::new("mkfifo").arg(bench.path(name)).status().unwrap().success());
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The files that are no temporary ones.
fn named_files(bench: &Bench) -> Vec<String> {
    bench.files().into_iter().filter(|name| !name.starts_with(".undercroft-")).collect()
}

/// Runs the program where no file may grow beyond some blocks, as on a disk that is nearly full.
fn run_with_little_space(bench: &Bench, args: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_undercroft");
    let limited = format!("trap '' XFSZ; ulimit -f 4; exec {program} {args}");
    let output = Command::new("sh").args(["-c", &limited]).current_dir(bench.path("")).output().unwrap();
    Run::from_output(&output)
}

#[test]
fn a_disk_that_fills_up_in_the_middle_of_a_file_leaves_what_was_there() {
    let bench = Bench::new().with("deep.json", "old");
    for (args, file) in [
        ("generate dungeon --seed 3 -o deep.json -q", "deep.json"),
        ("generate dungeon --seed 3 -f json -f svg -o deep -q", "deep.json"),
    ] {
        let run = run_with_little_space(&bench, args);
        assert_eq!(run.code, 2, "{args}: {run:?}");
        assert!(run.err.starts_with(&format!("error: {file}: ")) && run.err.lines().count() == 1, "{args}: {run:?}");
        assert_eq!(bench.files(), ["deep.json"], "{args}");
        assert_eq!(fs::read_to_string(bench.path("deep.json")).unwrap(), "old", "{args}");
    }
}

#[test]
fn a_disk_that_fills_up_in_the_middle_of_a_batch_leaves_whole_files() {
    let bench = Bench::new();
    let run = run_with_little_space(&bench, "generate dungeon --seeds 1..6 --out-dir . -q");
    assert!(run.code == 2 && run.err.lines().count() == 1, "{run:?}");
    assert_eq!(bench.files(), Vec::<String>::new(), "none of them fits");
    let run = run_with_little_space(&bench, "generate dungeon --seeds 1..6 --facts facts.csv -q");
    assert_eq!((run.code, bench.files()), (0, vec!["facts.csv".to_owned()]), "{run:?}");
}

#[test]
fn a_pipe_that_is_closed_early_ends_the_program_quietly() {
    let bench = Bench::new();
    bench.run(&["generate", "dungeon", "--seed", "3", "-o", "deep.json", "-q"]).well();
    for args in [&["solve", "deep.json", "-f", "json"][..], &["export", "deep.json", "-f", "svg", "-o", "-"]] {
        let mut child = bench.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::from_output(&child.wait_with_output().unwrap());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    }
}

#[test]
fn a_file_that_is_replaced_while_it_is_read_is_read_as_it_was() {
    let bench = Bench::new().with("other.json", "{}");
    bench.run(&["generate", "crypt", "--seed", "3", "-o", "crypt.json", "-q"]).well();
    let expected = bench.run(&["facts", "crypt.json"]).well().out.replace("crypt.json", "in.json");
    let text = fs::read(bench.path("crypt.json")).unwrap();
    make_pipe(&bench, "in.json");
    let child = bench.command(&["facts", "in.json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = OpenOptions::new().write(true).open(bench.path("in.json")).unwrap();
    pipe.write_all(&text[..text.len() / 2]).unwrap();
    fs::rename(bench.path("other.json"), bench.path("in.json")).unwrap();
    pipe.write_all(&text[text.len() / 2..]).unwrap();
    drop(pipe);
    let run = Run::from_output(&child.wait_with_output().unwrap()).well();
    assert_eq!(run.out, expected);
}

#[test]
fn a_file_that_ends_while_it_is_read_is_refused_in_one_sentence() {
    let bench = Bench::new();
    bench.run(&["generate", "crypt", "--seed", "3", "-o", "crypt.json", "-q"]).well();
    let text = fs::read(bench.path("crypt.json")).unwrap();
    for command in ["check", "solve", "facts"] {
        let run = bench.run_on(&[command, "-"], &text[..text.len() / 2]);
        assert!(
            run.code == 2 && run.err.starts_with("error: standard input") && run.err.lines().count() == 1,
            "{run:?}"
        );
    }
}

#[test]
fn a_process_that_is_killed_in_the_middle_of_an_export_leaves_the_old_file() {
    for old in [None, Some("old")] {
        let bench = Bench::new().with("hall.txt", HALL);
        let bench = old.iter().fold(bench, |bench, old| bench.with("state.json", old));
        // The second output is a pipe that is not read, so that the first one waits under its temporary name.
        make_pipe(&bench, "pipe.png");
        let args = ["crowd", "hall.txt", "--actors", "2", "--save", "state.json", "--animate", "pipe.png"];
        let mut child = bench.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for("nothing is written", || bench.files().iter().any(|name| name.starts_with(".undercroft-")));
        kill(&mut child);
        let expected =
            if old.is_some() { vec!["hall.txt", "pipe.png", "state.json"] } else { vec!["hall.txt", "pipe.png"] };
        assert_eq!(named_files(&bench), expected);
        assert_eq!(fs::read_to_string(bench.path("state.json")).ok().as_deref(), old);
    }
}

#[test]
fn a_process_that_is_killed_in_the_middle_of_a_batch_leaves_whole_files_and_the_next_run_makes_all() {
    let bench = Bench::new();
    let args = ["generate", "crypt", "--seeds", "1..40", "--out-dir", ".", "-q"];
    let mut child = bench.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for("nothing is written", || named_files(&bench).len() >= 3);
    kill(&mut child);
    let whole = named_files(&bench);
    let files: Vec<&str> = whole.iter().map(String::as_str).collect();
    bench.run(&[&["check", "-q"][..], &files].concat()).well();
    let mut bytes = Vec::new();
    fs::File::open(bench.path(files[0])).unwrap().read_to_end(&mut bytes).unwrap();
    bench.run(&["generate", "crypt", "--seeds", "1..4", "--out-dir", "again", "-q"]).well();
    if let Ok(again) = fs::read(bench.path("again").join(files[0])) {
        assert!(again == bytes, "{}: the same bytes as in a run that was not killed", files[0]);
    }
    bench.run(&args).well();
    assert_eq!(
        named_files(&bench)
            .iter()
            .filter(|name| std::path::Path::new(name).extension().is_some_and(|end| end == "json"))
            .count(),
        40
    );
}
