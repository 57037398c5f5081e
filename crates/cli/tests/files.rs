//! Files that the program writes: whole, never two to one name, and as the user left them otherwise.
#![cfg(unix)]

mod bench;

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bench::Bench;

const HALL: &str = "######\n#....#\n#....#\n######\n";

/// Waits until the folder holds a temporary file.
fn wait_for_temporary(bench: &Bench) {
    let begin = Instant::now();
    while !bench.files().iter().any(|name| name.starts_with(".undercroft-")) {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn an_interrupted_write_leaves_no_temporary_file() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let bench = Bench::new().with("hall.txt", HALL);
        // The second output is a pipe that is not read, so that the first one waits under its temporary name.
        assert!(Command::new("mkfifo").arg(bench.path("pipe.png")).status().unwrap().success());
        let args = ["crowd", "hall.txt", "--actors", "2", "--save", "state.json", "--animate", "pipe.png"];
        let mut child = bench.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for_temporary(&bench);
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(bench.files(), ["hall.txt", "pipe.png"]);
    }
}

#[test]
fn two_outputs_to_one_file_are_refused_before_any_work() {
    let bench = Bench::new().with("hall.txt", HALL);
    fs::create_dir(bench.path("maps")).unwrap();
    symlink("maps", bench.path("other")).unwrap();
    symlink("q.json", bench.path("link.json")).unwrap();
    let before = bench.files();
    let crowd = ["crowd", "hall.txt", "--actors", "2"];
    let generate = ["generate", "small-dungeon", "--seed", "1"];
    for (command, args) in [
        (&generate, vec!["-o", "q.json", "--trace", "q.json"]),
        (&generate, vec!["-o", "q.json", "--trace", "./maps/../q.json"]),
        (&generate, vec!["-o", "q.json", "--trace", "link.json"]),
        (&generate, vec!["-o", "maps/q.json", "--trace", "other/q.json"]),
        (&generate, vec!["-o", "q.png", "--animate", "q.png"]),
        (&generate, vec!["-f", "json", "-f", "json", "-o", "q"]),
        (&crowd, vec!["--save", "s.json", "--replay", "s.json"]),
        (&crowd, vec!["--save", "s.png", "--animate", "s.png"]),
    ] {
        let run = bench.run(&[command.as_slice(), args.as_slice()].concat());
        assert_eq!(run.code, 2, "{args:?}: {run:?}");
        assert!(run.err.contains("; name two files"), "{args:?}: {}", run.err);
        assert_eq!(bench.files(), before, "{args:?}");
    }
    let facts = ["generate", "small-dungeon", "--seeds", "1..3", "--out-dir", "maps", "--facts"];
    let run = bench.run(&[facts.as_slice(), &["other/small-dungeon-2.json"]].concat());
    assert!(run.code == 2 && run.err.contains("a dungeon of --out-dir has this name"), "{run:?}");
    bench.run(&[facts.as_slice(), &["maps/small-dungeon-4.json"]].concat()).well();
    bench.run(&[generate.as_slice(), &["-o", "/dev/null", "-f", "json", "--trace", "/dev/null"]].concat()).well();
}

#[test]
fn a_replaced_file_keeps_its_mode_and_a_read_only_one_is_refused() {
    let bench = Bench::new().with("hall.txt", HALL).with("out.json", "old").with("kept.json", "kept");
    let mode = |name: &str| fs::metadata(bench.path(name)).unwrap().permissions().mode() & 0o777;
    fs::set_permissions(bench.path("out.json"), Permissions::from_mode(0o600)).unwrap();
    bench.run(&["export", "hall.txt", "-o", "out.json"]).well();
    assert_eq!(mode("out.json"), 0o600);
    assert!(fs::read_to_string(bench.path("out.json")).unwrap().contains("undercroft"));
    fs::set_permissions(bench.path("kept.json"), Permissions::from_mode(0o444)).unwrap();
    let run = bench.run(&["export", "hall.txt", "-o", "kept.json"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.err, "error: kept.json: this file is read-only; make it writable, or name another\n");
    assert_eq!(fs::read_to_string(bench.path("kept.json")).unwrap(), "kept");
}

#[test]
fn links_are_followed_also_where_they_dangle() {
    let bench = Bench::new().with("hall.txt", HALL);
    fs::create_dir(bench.path("maps")).unwrap();
    symlink("maps/new.json", bench.path("link.json")).unwrap();
    symlink("nowhere/new.json", bench.path("lost.json")).unwrap();
    symlink("circle.json", bench.path("circle.json")).unwrap();
    bench.run(&["export", "hall.txt", "-o", "link.json"]).well();
    assert!(bench.path("maps/new.json").is_file());
    assert!(fs::symlink_metadata(bench.path("link.json")).unwrap().file_type().is_symlink());
    let run = bench.run(&["export", "hall.txt", "-o", "lost.json"]);
    assert!(run.code == 2 && run.err.contains("lost.json: there is no folder "), "{run:?}");
    let run = bench.run(&["export", "hall.txt", "-o", "circle.json"]);
    assert!(run.code == 2 && run.err.contains("circle.json: this link leads to itself"), "{run:?}");
}
