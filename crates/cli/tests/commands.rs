//! The program from outside: what it prints, what it writes, how it ends.

mod bench;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use bench::{Bench, Run};

const HALL: &str = "#####\n#...+,\n#####\n";

/// The map in the repository with this name.
fn shipped(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../undercroft/tests/maps").join(name).display().to_string()
}

#[test]
fn every_bad_input_gets_its_sentence_and_exit_2_and_nothing_is_written() {
    let glyphs = "dungeon text is written with # . , + ' \" _ L H B S W < > and spaces";
    let cases: [(&str, &[u8], String); 13] = [
        ("empty.txt", b"", "empty.txt: the file is empty".into()),
        ("blank.txt", b"\n\n", "blank.txt: there is no map, only empty lines".into()),
        (
            "ragged.txt",
            b"###\n#.#\n##\n",
            "ragged.txt:3: this line is 2 cells long, the first line of the map is 3; \
             all lines of a map without spaces must be equally long (fill up with `#`)"
                .into(),
        ),
        ("odd.txt", b"###\n#q#\n", format!("odd.txt:2:2: unknown character 'q'; {glyphs}")),
        ("nul.txt", b"###\n#\0#\n", "nul.txt:2:2: a NUL byte; this is a binary file, not a map".into()),
        ("latin.txt", b"###\n#\xe9#\n", "latin.txt:2:2: byte 0xe9 is not UTF-8 text".into()),
        (
            "cut.json",
            b"{\"format\":\"undercroft\",\n\"version\":1,\"levels\":[{",
            "cut.json:2:23: levels: the file ends in the middle of the JSON document".into(),
        ),
        (
            "old.json",
            b"{\"format\":\"undercroft\",\"version\":9}",
            "old.json:1:34: version: this program reads versions 1 to 2, got 9".into(),
        ),
        (
            "other.json",
            b"{\"type\":\"map\"}",
            "other.json:1:1: format: need \"undercroft\", got nothing; this is not dungeon JSON".into(),
        ),
        (
            "huge.json",
            b"{\"format\":\"undercroft\",\"version\":1,\"levels\":[{\"z\":0,\"width\":1099511627776,\"height\":1,\"rows\":[]}]}",
            "huge.json:1:61: levels[0].width: a map is 1 to 16384 cells wide and high, this one would be 1099511627776×1"
                .into(),
        ),
        (
            "huge.map",
            b"type octile\nheight 1048576\nwidth 1048576\nmap\n.",
            "huge.map:2: a map is 1 to 16384 cells wide and high, this one would be 1048576×1048576".into(),
        ),
        ("walks.scen", b"version 1\n", "walks.scen: this is a list of walks (a MovingAI scenario), not a map".into()),
        (
            "picture.png",
            b"\x89PNG\r\n\x1a\n",
            "picture.png: this is a picture (PNG), not a map; `undercroft generate --like` makes a dungeon again from a \
             picture of it; maps are read from text (.txt), json (.json), tmx (.tmx), tmj (.tmj), ldtk (.ldtk), map (.map)"
                .into(),
        ),
    ];
    for (name, content, sentence) in cases {
        let bench = Bench::new().with(name, content).with("out.svg", "precious");
        for args in [&["show", name][..], &["export", name, "-o", "out.svg"], &["export", name, "-o", "new.png"]] {
            let run = bench.run(args);
            assert_eq!((run.code, run.err), (2, format!("error: {sentence}\n")), "{args:?}");
            assert_eq!(run.out, "", "{args:?}");
        }
        assert_eq!(fs::read(bench.path("out.svg")).unwrap(), b"precious");
        assert_eq!(bench.files().len(), 2, "{:?}", bench.files());
    }
}

#[test]
fn what_is_no_file_gets_its_sentence() {
    let bench = Bench::new();
    fs::create_dir(bench.path("maps")).unwrap();
    let cases = [
        ("nowhere.txt", "error: nowhere.txt: there is no such file\n"),
        ("maps", "error: maps: this is a folder; name a file in it\n"),
    ];
    for (name, sentence) in cases {
        let run = bench.run(&["show", name]);
        assert_eq!((run.code, run.err.as_str()), (2, sentence));
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_gets_its_sentence() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new().with("secret.txt", HALL);
    fs::set_permissions(bench.path("secret.txt"), fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(bench.path("secret.txt")).is_ok() {
        // Nothing is forbidden to this user.
        return;
    }
    let run = bench.run(&["show", "secret.txt"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: secret.txt: you have no permission to read this file\n"));
}

#[test]
fn a_place_that_cannot_be_written_to_gets_its_sentence() {
    let bench = Bench::new().with("hall.txt", HALL);
    fs::create_dir(bench.path("maps")).unwrap();
    let cases = [
        ("maps", "error: maps: this is a folder; name a file in it\n"),
        ("nowhere/hall.svg", "error: nowhere/hall.svg: there is no folder nowhere\n"),
    ];
    for (out, sentence) in cases {
        let run = bench.run(&["export", "hall.txt", "--format", "svg", "-o", out]);
        assert_eq!((run.code, run.err.as_str()), (2, sentence));
    }
    assert_eq!(bench.files(), ["hall.txt", "maps"]);
}

#[test]
fn commands_that_make_no_sense_are_refused() {
    let bench = Bench::new().with("hall.txt", HALL).with("two.txt", "--- level 0\n#>#\n--- level -1\n#<#\n");
    let cases: [(&[&str], &str); 9] = [
        (&["export", "hall.txt"], "specify --format, or a file with -o"),
        (&["export", "hall.txt", "-o", "x.doc"], "x.doc: unknown file extension; specify --format"),
        (&["export", "hall.txt", "-o", "x.svg", "--level", "3"], "there is no level 3; the map has 0"),
        (
            &["export", "hall.txt", "-o", "x.svg", "--theme", "neon"],
            "unknown theme \"neon\"; choose auto, parchment, blueprint, dark, mono, or name a .toml file",
        ),
        (&["export", "two.txt", "-o", "x.json", "--split"], "json holds all levels; omit --split"),
        (&["export", "two.txt", "-o", "x.json", "--player"], "json has no player edition; omit --player"),
        (&["export", "two.txt", "-f", "text", "--split"], "--split writes several files; name the first with -o"),
        (
            &["export", "two.txt", "-o", "x.map"],
            "a MovingAI map holds one level, this dungeon has 2; choose with `undercroft export --level` or `--split`",
        ),
        (&["man", "dance"], "there is no command \"dance\"; see `undercroft --help`"),
    ];
    for (args, sentence) in cases {
        let run = bench.run(args);
        assert_eq!((run.code, run.err), (2, format!("error: {sentence}\n")), "{args:?}");
    }
    assert_eq!(bench.run(&["dance"]).code, 2);
    assert_eq!(bench.files(), ["hall.txt", "two.txt"]);
}

#[test]
fn an_unknown_preset_or_format_listed_every_name_instead_of_the_nearest() {
    let bench = Bench::new().with("hall.txt", HALL);
    let cases: [(&[&str], &str); 4] = [
        (
            &["generate", "smal-dungeon"],
            "unknown preset \"smal-dungeon\"; did you mean small-dungeon? `undercroft presets`",
        ),
        (&["presets", "crypts"], "unknown preset \"crypts\"; did you mean crypt? `undercroft presets` lists all"),
        (&["generate", "mine.toml"], "mine.toml is no preset; a recipe in a file is given with --recipe mine.toml"),
        (&["export", "hall.txt", "-f", "jsno"], "unknown format \"jsno\"; did you mean json? `undercroft formats`"),
    ];
    for (args, sentence) in cases {
        let run = bench.run(args);
        assert!(run.code == 2 && run.err.starts_with(&format!("error: {sentence}")), "{args:?}: {run:?}");
        assert!(run.err.matches(", ").count() <= 2, "at most three names: {run:?}");
    }
}

#[test]
fn text_json_and_map_go_out_and_come_back() {
    let bench = Bench::new().with("hall.txt", HALL);
    bench.run(&["export", "hall.txt", "-o", "hall.json"]).well();
    let run = bench.run(&["export", "hall.json", "--format", "text"]).well();
    assert_eq!(run.out, "##### \n#...+,\n##### \n");
    let map = bench.run(&["export", "hall.json", "--format", "map"]).well().out;
    assert_eq!(map, "type octile\nheight 3\nwidth 6\nmap\nTTTTT@\nT.....\nTTTTT@\n");
    let again = bench.run_on(&["export", "-", "--format", "map"], map.as_bytes()).well().out;
    assert_eq!(again, map);
}

#[test]
fn pictures_are_written_and_reported() {
    let bench = Bench::new().with("hall.txt", HALL);
    let run = bench.run(&["export", "hall.txt", "-o", "hall.png", "--px", "10"]).well();
    let png = fs::read(bench.path("hall.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    assert_eq!((run.out.as_str(), run.err), ("", format!("wrote hall.png ({} bytes)\n", png.len())));
    let run = bench.run(&["export", "hall.txt", "-o", "hall.svg", "--quiet", "--theme", "mono", "--plain"]).well();
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    assert!(fs::read_to_string(bench.path("hall.svg")).unwrap().contains("<svg"));
    let run = bench.run(&["export", "hall.txt", "-o", "again.svg", "--json", "--theme", "mono", "--plain"]).well();
    let bytes = fs::read(bench.path("again.svg")).unwrap();
    assert_eq!(run.out, format!("{{\"written\":[{{\"bytes\":{},\"file\":\"again.svg\"}}]}}\n", bytes.len()));
    assert_eq!(bytes, fs::read(bench.path("hall.svg")).unwrap(), "same map, same bytes");
}

#[test]
fn a_picture_that_would_be_too_large_is_refused() {
    let bench = Bench::new().with("hall.txt", HALL);
    let run = bench.run(&["export", "hall.txt", "-o", "hall.png", "--px", "1001"]);
    assert_eq!(run.code, 2);
    assert_eq!(bench.files(), ["hall.txt"]);
}

#[test]
fn each_level_can_have_a_file_of_its_own() {
    let bench = Bench::new();
    bench.run(&["export", &shipped("tower.txt"), "-o", "tower.map", "--split"]).well();
    assert_eq!(bench.files(), ["tower-z-1.map", "tower-z0.map", "tower-z1.map"]);
    let cellar = bench.run(&["export", &shipped("tower.txt"), "--level", "-1", "-f", "map"]).well().out;
    assert_eq!(fs::read_to_string(bench.path("tower-z-1.map")).unwrap(), cellar);
}

#[test]
fn the_legend_explains_what_occurs() {
    let bench = Bench::new().with("hall.txt", HALL);
    let run = bench.run(&["export", "hall.txt", "-f", "text", "--legend"]).well();
    assert!(run.out.ends_with("##### \n\n#  wall\n.  floor\n,  corridor\n+  closed door\n"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_a_link_stays_a_link() {
    let bench = Bench::new().with("hall.txt", HALL).with("real.json", "old");
    std::os::unix::fs::symlink(bench.path("real.json"), bench.path("link.json")).unwrap();
    bench.run(&["export", "hall.txt", "-o", "link.json"]).well();
    assert!(fs::symlink_metadata(bench.path("link.json")).unwrap().is_symlink());
    assert!(fs::read_to_string(bench.path("real.json")).unwrap().starts_with("{\n  \"format\": \"undercroft\""));
    bench.run(&["export", "hall.txt", "-f", "json", "-o", "/dev/null"]).well();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(unix)]
#[test]
fn a_written_file_has_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new().with("hall.txt", HALL);
    bench.run(&["export", "hall.txt", "-o", "hall.json"]).well();
    let mode = |name: &str| fs::metadata(bench.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("hall.json"), mode("hall.txt"));
}

#[test]
fn the_shipped_maps_are_shown_and_drawn() {
    let bench = Bench::new();
    for name in ["hall.txt", "crypt.txt", "keep.txt", "tower.txt", "cave.txt"] {
        let run = bench.run(&["show", &shipped(name)]).well();
        assert!(run.out.lines().count() > 15, "{}", run.out);
        bench.run(&["export", &shipped(name), "-o", "map.png", "--px", "12"]).well();
    }
}

#[test]
fn a_map_is_shown_in_lines_letters_and_half_blocks() {
    let bench = Bench::new().with("hall.txt", HALL);
    let lines = bench.run(&["show", "hall.txt"]).well().out;
    assert!(lines.starts_with("┌───"), "{lines}");
    assert!(bench.run(&["show", "hall.txt", "--half-blocks"]).well().out.contains('▄'));
    let letters = bench.run(&["show", "hall.txt", "--ascii"]).well().out;
    assert_eq!(letters, "#####\n#...+,\n#####\n", "and can be read again");
    assert!(bench.run(&["show", "hall.txt", "--color", "always"]).well().out.contains("\x1b["));
    let never = bench.command(&["show", "hall.txt"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!Run::from_output(&never).well().out.contains('\x1b'));
}

#[test]
fn players_see_no_secrets_in_any_format() {
    let bench = Bench::new();
    let text = |args: &[&str]| bench.run(&[&["export", &shipped("keep.txt"), "-f", "text"], args].concat()).well().out;
    assert!(text(&[]).contains('S') && !text(&["--player"]).contains('S'));
    let shown = |args: &[&str]| bench.run(&[&["show", &shipped("keep.txt")], args].concat()).well().out;
    assert!(shown(&[]).contains('S') && !shown(&["--player"]).contains('S'));
}

#[test]
fn show_counts_for_other_programs() {
    let run = Bench::new().with("hall.txt", HALL).run(&["show", "hall.txt", "--json"]).well();
    let levels = r#"[{"doors":1,"height":3,"open_cells":5,"rooms":1,"width":6,"z":0}]"#;
    assert_eq!(run.out, format!("{{\"levels\":{levels},\"name\":\"Hall\",\"seed\":\"\"}}\n"));
}

#[test]
fn errors_for_other_programs_are_json() {
    let run = Bench::new().run(&["show", "nowhere.txt", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (2, "{\"error\":\"nowhere.txt: there is no such file\"}\n"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let bench = Bench::new().with("large.txt", "#.\n".repeat(16_000));
    let mut child = bench
        .command(&["export", "large.txt", "-f", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let run = Run::from_output(&child.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn help_completions_and_manual_know_every_command() {
    let bench = Bench::new();
    for args in [&["--help"][..], &["completions", "bash"], &["completions", "zsh"], &["completions", "fish"], &["man"]]
    {
        let run = bench.run(args).well();
        for command in ["generate", "presets", "fields", "check", "show", "export", "completions", "man"] {
            assert!(run.out.contains(command), "{args:?} does not know {command}");
        }
    }
    let page = bench.run(&["man", "export"]).well().out;
    assert!(page.contains("undercroft\\-export") && page.contains("\\-\\-theme"), "{page}");
    for command in ["generate", "presets", "fields", "check", "show", "export", "completions", "man"] {
        let help = bench.run(&[command, "--help"]).well().out;
        let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{command} has no examples"));
        assert!(examples.contains(&format!("  undercroft {command}")), "{command}");
    }
}
