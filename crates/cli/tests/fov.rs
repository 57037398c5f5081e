//! `undercroft sight` and `undercroft cases` from outside.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Runs the program in a folder; gives its exit code, what it printed and what it complained about.
fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_undercroft")).args(args).current_dir(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

fn repository() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const CASE: &str = r#"{"testName":"one wall","gridRows":2,"gridCols":3,"blockedCells":[1],"startX":0,"startY":1,
"expectedVisible":[0,3,4,5],"author":"elsewhere"}"#;

#[test]
fn the_cases_of_the_repository_all_hold() {
    let (code, out, err) = run(&repository(), &["cases", "crates/sight/tests/cases", "--thorough"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.ends_with(" 0 failed, 0 unreadable\n"), "{out}");
}

#[test]
fn a_row_and_a_column_as_long_as_can_be_are_seen_end_to_end() {
    let folder = folder(&[("row.txt", &".".repeat(16_384)), ("column.txt", &".\n".repeat(16_384))]);
    for (file, at) in [("row.txt", "9000,0"), ("column.txt", "0,9000")] {
        for kind in [&["fov", file, "--at", at][..], &["fov", file, "--at", at, "--kind", "shadowcast"]] {
            let (code, out, _) = run(folder.path(), kind);
            assert!(code == 0 && out.contains(" view: 16384 cells seen"), "{kind:?}");
        }
        assert_eq!(run(folder.path(), &["fov", file, "--at", at, "-o", "view.svg"]).0, 0, "{file}");
    }
}

#[test]
fn an_observer_outside_is_an_error_that_names_it_and_the_map() {
    let folder = folder(&[("hall.txt", "....\n....\n")]);
    for (at, size) in [("4,0", "1x1"), ("-1,1", "1x1"), ("3,0", "2x1"), ("0,1", "1x2"), ("3,1", "2x2")] {
        let (code, out, err) = run(folder.path(), &["fov", "hall.txt", "--at", at, "--observer", size]);
        let place = at.replace(',', ", ");
        let sentence =
            format!("error: the observer {size} at ({place}) lies outside the 4×2 map, or a part of it does\n");
        assert_eq!((code, out, err), (2, String::new(), sentence));
    }
}

#[test]
fn the_text_of_a_view_is_a_case_that_holds() {
    let folder = folder(&[("map.txt", "........\n...#....\n........\n.....#..\n........\n")]);
    let args = ["fov", "map.txt", "--at", "1,2", "--observer", "2x1", "--corners", "-o", "view.txt"];
    assert_eq!(run(folder.path(), &args).0, 0);
    assert_eq!(run(folder.path(), &["cases", "view.txt", "--thorough"]).0, 0);
    // The place is marked in it, so that no argument is needed.
    let view = fs::read_to_string(folder.path().join("view.txt")).unwrap();
    assert_eq!(run(folder.path(), &["fov", "view.txt", "--corners"]).1, view);
}

#[test]
fn doors_stop_what_they_stop() {
    // A closed door can be walked through, a portcullis can be seen through.
    let folder = folder(&[("hall.txt", "#######\n#..+..H..#\n#######\n")]);
    let seen = |more: &[&str]| {
        let (_, out, _) = run(folder.path(), &[&["fov", "hall.txt", "--at", "1,1", "--json"], more].concat());
        serde_json::from_str::<serde_json::Value>(&out).unwrap()["seen_count"].clone()
    };
    assert_eq!(seen(&[]), 5);
    assert_eq!(seen(&["--kind", "shadowcast"]), 2);
    assert_eq!(seen(&["--kind", "shadowcast", "--blocked-by", "solid"]), 5);
    assert_eq!(seen(&["--radius", "2"]), 3);
}

#[test]
fn pictures_show_the_view_the_corners_and_the_observer() {
    let folder = folder(&[("case.json", CASE)]);
    let svg = run(folder.path(), &["fov", "case.json", "--corners", "--format", "svg"]).1;
    for group in ["in-sight", "interesting-corners", "other-corners", "observer"] {
        assert!(svg.contains(&format!("<g id=\"level-0-{group}\">")), "{group}");
    }
    assert_eq!(run(folder.path(), &["fov", "case.json", "--survey", "-o", "heat.png"]).0, 0);
    assert!(fs::read(folder.path().join("heat.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn sizes_are_counted_for_people_and_programs() {
    let folder = folder(&[("hall.txt", "...\n...\n")]);
    let (_, csv, _) = run(folder.path(), &["fov", "hall.txt", "--survey", "--format", "csv"]);
    assert_eq!(csv.lines().nth(1), Some("1x1,6,6.0000,6,0,0,5,0,0,2,1"));
    let (_, json, _) = run(folder.path(), &["fov", "hall.txt", "--survey", "--json"]);
    assert!(json.contains(r#""view_sizes":[[6,6,6],[6,6,6]]"#), "{json}");
}

#[test]
fn a_wrong_case_is_told_and_the_first_difference_drawn() {
    let folder = folder(&[("a.json", CASE), ("b.json", &CASE.replace("[0,3", "[2,3")), ("c.txt", "so.\n")]);
    let (code, out, _) = run(folder.path(), &["cases", "."]);
    assert_eq!(code, 1);
    assert!(out.contains("expected\n.#o\nsoc\nfound\no#.\nsoc\n"), "{out}");
    assert_eq!(out.matches("expected\n").count(), 1);
    assert!(out.contains("\n./c.txt: the seen cells are not as claimed, first at (2, 0) (as drawn)\n"), "{out}");
    assert!(out.ends_with(", 2 failed, 0 unreadable\n"), "{out}");
    let (code, json, _) = run(folder.path(), &["cases", ".", "--json"]);
    assert!(code == 1 && json.contains(r#""failed":2"#), "{json}");
}

#[test]
fn every_unreadable_file_is_named_and_the_others_are_judged() {
    let bad = [
        ("a.json", CASE.replace("[1]", "[1,6]"), "blockedCells[1]: 6 is not a cell of a 3×2 map, ids are 0 to 5"),
        ("b.json", CASE.replace("[1]", "[1.5]"), "not an FOV case: blockedCells[0]: invalid type: floating point"),
        ("c.json", CASE.replace("\"startX\":0", "\"startX\":\"0\""), "not an FOV case: startX: invalid type: string"),
        ("d.txt", "s.\n.?\n".to_owned(), "line 2, column 2: '?' is not a glyph of an FOV case"),
    ];
    let mut files: Vec<(&str, &str)> = bad.iter().map(|(name, text, _)| (*name, text.as_str())).collect();
    files.push(("good.json", CASE));
    let folder = folder(&files);
    let (code, out, err) = run(folder.path(), &["cases", ".", "missing.txt"]);
    assert_eq!(code, 2);
    for (name, _, problem) in &bad {
        assert!(err.contains(&format!("error: ./{name}: {problem}")), "{err}");
    }
    assert!(err.contains("error: missing.txt: there is no such file\n"), "{err}");
    assert!(
        out.contains("good.json (one wall)") && out.ends_with("1 case, 8 checks, 0 failed, 5 unreadable\n"),
        "{out}"
    );
}

#[test]
fn a_survey_that_would_take_long_is_refused_with_the_limit_and_a_radius_helps() {
    let open = format!("{}\n", ".".repeat(512)).repeat(512);
    let folder = folder(&[("open.txt", &open), ("small.txt", "....\n....\n")]);
    let (code, _, err) = run(folder.path(), &["fov", "open.txt", "--survey"]);
    let sentence = "error: --survey: 262144 cells with views of about 262144 cells each are 68719476736 cells to look at \
                    (limit 20000000000); add --radius, or survey a smaller map\n";
    assert_eq!((code, err.as_str()), (2, sentence));
    let (code, out, _) = run(folder.path(), &["fov", "open.txt", "--survey", "--radius", "2"]);
    assert!(code == 0 && out.contains("largest view  13 cells"), "{out}");
    assert_eq!(run(folder.path(), &["fov", "small.txt", "--survey"]).0, 0);
}

#[test]
fn an_observer_in_rock_is_an_error_that_names_a_free_cell() {
    let folder = folder(&[("hall.txt", "####\n#..#\n####\n")]);
    let (code, out, err) = run(folder.path(), &["fov", "hall.txt", "--at", "0,0"]);
    let sentence = "error: the observer 1x1 at (0, 0) stands in something solid; the nearest cell with room is 1,1\n";
    assert_eq!((code, out.as_str(), err.as_str()), (2, "", sentence));
}

#[test]
fn case_files_of_another_tool_are_read_as_they_are_and_counted_by_kind() {
    let (code, out, err) = run(&repository(), &["cases", "crates/sight/tests/case_files", "--recursive", "--thorough"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let kinds = "9 files: 10 drawn views, 3 corner maps, 1 JSON case, 1 bare map, 1 file without a case";
    assert!(out.contains(&format!("\n{kinds}\n15 cases, ")), "{out}");
    assert!(out.ends_with(" 0 failed, 0 unreadable\n"), "{out}");
    assert!(out.contains("crates/sight/tests/case_files/views/packed:15:7\n"), "{out}");
    let (_, json, _) = run(&repository(), &["cases", "crates/sight/tests/case_files", "-r", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["kinds"], serde_json::json!({ "view": 10, "corners": 3, "json": 1, "map": 1 }));
    assert_eq!(json["without_case"], serde_json::json!(["crates/sight/tests/case_files/README"]));
}

#[test]
fn a_wrong_grid_among_others_is_named_by_its_place() {
    let files =
        [("pair", "x .... free\n\nso | cx\noo | xx\n"), ("broken", "xxx\nx?x\nxsx\n"), ("notes", "A README.\n")];
    let folder = folder(&files);
    let (code, out, err) = run(folder.path(), &["cases", ".", "--recursive"]);
    assert_eq!((code, err.as_str()), (2, "error: ./broken: line 2, column 2: '?' is not a glyph of an FOV case\n"));
    assert!(out.contains("\n./pair:3:6: the corners are not as claimed, first at (0, 0) (as drawn)\n"), "{out}");
    let kinds = "3 files: 1 drawn view, 1 corner map, 0 JSON cases, 0 bare maps, 1 file without a case";
    assert!(out.contains(&format!("\n{kinds}\n2 cases, ")) && out.ends_with("1 failed, 1 unreadable\n"), "{out}");
    assert_eq!(run(folder.path(), &["cases", "pair"]).0, 1);
    let (code, _, err) = run(folder.path(), &["cases", "notes"]);
    assert!(code == 2 && err.starts_with("error: notes: line 1, column 1: 'A' is not a glyph"), "{err}");
}

#[test]
fn a_blank_first_line_changes_no_answer() {
    let map = "■■■\n■s■\n■□■\n■■■\n";
    for blank in ["", "\n", "\r\n", "  \n", " \n\n"] {
        let folder = folder(&[("map.txt", &format!("{blank}{map}"))]);
        for command in ["check", "cases", "fov"] {
            let (code, out, err) = run(folder.path(), &[command, "map.txt"]);
            assert!(code == 0 && err.is_empty(), "{command} {blank:?}: {out}{err}");
        }
    }
}

#[test]
fn an_unknown_character_is_blamed_where_it_stands() {
    let folder = folder(&[("map.txt", "\n□s?□\n□□□□\n")]);
    let (code, _, err) = run(folder.path(), &["check", "map.txt"]);
    assert!(code == 2 && err.starts_with("error: map.txt:2:3: unknown character '?'"), "{err}");
    let (code, _, err) = run(folder.path(), &["cases", "map.txt"]);
    assert_eq!((code, err.as_str()), (2, "error: map.txt: line 2, column 3: '?' is not a glyph of an FOV case\n"));
}
