//! `undercroft path` from outside.

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

const YARD: &str = ".....\n.###.\n.....\n#####\n..#..\n";

fn yard() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("yard.txt"), YARD).unwrap();
    folder
}

#[test]
fn a_way_is_told_and_drawn() {
    let folder = yard();
    let (code, out, _) = run(folder.path(), &["path", "yard.txt", "--from", "0,1", "--to", "4,1"]);
    let map = "+***+\nA###B\n.....\n#####\n..#..\n";
    assert_eq!((code, out), (0, format!("to (4, 1): 6.000000 cells, (0, 1) → (0, 0) → (4, 0) → (4, 1)\n\n{map}")));
}

#[test]
fn several_places_are_told_nearest_first_and_one_out_of_reach_last() {
    let folder = yard();
    let places = ["path", "yard.txt", "--from", "0,0", "--to", "0,4", "--to", "4,2", "--to", "0,2", "--json"];
    let (code, out, _) = run(folder.path(), &places);
    assert_eq!(code, 1);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let to: Vec<_> = json["paths"].as_array().unwrap().iter().map(|path| path["to"].to_string()).collect();
    assert_eq!(to, ["[0,2]", "[4,2]", "[0,4]"]);
    assert_eq!(json["paths"][1]["length"], 6.0);
    assert!(json["paths"][2]["length"].is_null());
}

#[test]
fn a_body_that_does_not_fit_is_told_so() {
    let folder = yard();
    let (code, _, err) = run(folder.path(), &["path", "yard.txt", "--from", "0,0", "--to", "4,1", "--body", "2x1"]);
    assert_eq!(
        (code, err.as_str()),
        (2, "error: the destination (4, 1) is solid or has no room for the body; the nearest cell with room is 3,0\n")
    );
}

#[test]
fn a_picture_without_a_way_comes_with_a_line_that_says_so() {
    let folder = yard();
    let (code, _, err) = run(folder.path(), &["path", "yard.txt", "--from", "0,0", "--to", "0,4", "-o", "path.svg"]);
    assert!(code == 1 && err.starts_with("to (0, 4): no path\nwrote path.svg"), "{err}");
}

#[test]
fn a_body_too_large_for_a_walk_of_a_scenario_has_no_way_there() {
    let folder = yard();
    let walks = "version 1\n0\tyard\t5\t5\t0\t1\t4\t1\t6\n0\tyard\t5\t5\t0\t0\t3\t0\t3\n";
    fs::write(folder.path().join("yard.scen"), walks).unwrap();
    let (code, out, err) = run(folder.path(), &["path", "yard.txt", "--scen", "yard.scen", "--body", "2x1"]);
    assert!(code == 1 && out.contains("none") && out.contains("\n1 of 2 walks"), "{out}{err}");
}

#[test]
fn a_room_of_another_level_is_told_with_its_level() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &["generate", "crypt", "--seed", "3", "-o", "crypt.json", "-q"]);
    for command in [&["fov", "crypt.json", "--at", "goal"][..], &["crowd", "crypt.json", "--to", "goal"]] {
        let (code, _, err) = run(folder.path(), command);
        assert!(code == 2 && err.contains("this is on level -2, not on level 0; --level -2 chooses"), "{err}");
    }
}

#[test]
fn a_solid_end_is_told_with_a_free_cell_of_its_own_level() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &["generate", "crypt", "--seed", "3", "-o", "crypt.json", "-q"]);
    let (code, _, err) = run(folder.path(), &["path", "crypt.json", "--level", "-2", "--from", "goal", "--to", "0,0"]);
    let nearest = err.trim().rsplit(' ').next().unwrap().to_owned();
    assert!(code == 2 && err.contains("; the nearest cell with room is "), "{err}");
    let there = ["path", "crypt.json", "--level", "-2", "--from", &nearest, "--to", &nearest];
    assert_eq!(run(folder.path(), &there).0, 0);
}

#[test]
fn a_way_becomes_a_picture() {
    let folder = yard();
    for (file, begins) in [("path.svg", &b"<"[..]), ("path.png", &b"\x89PNG"[..])] {
        let (code, _, err) = run(folder.path(), &["path", "yard.txt", "--from", "0,1", "--to", "4,1", "-o", file]);
        assert!(code == 0 && err.starts_with("wrote path."), "{err}");
        assert!(fs::read(folder.path().join(file)).unwrap().starts_with(begins));
    }
}

#[test]
fn a_scenario_is_walked_line_by_line() {
    let folder = yard();
    let walks = "version 1\n0\tyard\t5\t5\t0\t1\t4\t1\t6\n0\tyard\t5\t5\t0\t0\t4\t2\t6\n";
    fs::write(folder.path().join("yard.scen"), walks).unwrap();
    let (code, out, _) = run(folder.path(), &["path", "yard.txt", "--scen", "yard.scen"]);
    assert!(code == 0 && out.ends_with("2 of 2 walks, 12.000 cells in all, 12.000 in the file\n"), "{out}");
    fs::write(folder.path().join("yard.scen"), walks.replace("\t1\t6\n", "\t1\t5\n")).unwrap();
    assert_eq!(run(folder.path(), &["path", "yard.txt", "--scen", "yard.scen"]).0, 1);
}

#[test]
fn rooms_entrance_and_goal_are_places() {
    let folder = TempDir::new().unwrap();
    let (code, _, err) = run(folder.path(), &["generate", "--seed", "7", "-o", "keep.json"]);
    assert_eq!(code, 0, "{err}");
    let path = |from, to| run(folder.path(), &["path", "keep.json", "--from", from, "--to", to, "--json"]);
    let (code, out, err) = path("entrance", "goal");
    assert_eq!(code, 0, "{err}");
    let ends = |out: &str| {
        let json: serde_json::Value = serde_json::from_str(out).unwrap();
        (json["from"].to_string(), json["paths"][0]["to"].to_string())
    };
    let dungeon: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("keep.json")).unwrap()).unwrap();
    let [entrance, goal] = [&dungeon["entrance"]["room"], &dungeon["goal"]].map(|room| format!("room{room}"));
    assert_eq!(ends(&out), ends(&path(&entrance, &goal).1));
    let (code, _, err) = path("entrance", "room999");
    assert_eq!(code, 2);
    assert!(err.contains("--to: there is no room 999; rooms are numbered 0 to "), "{err}");
    fs::write(folder.path().join("yard.txt"), YARD).unwrap();
    let (_, _, err) = run(folder.path(), &["path", "yard.txt", "--from", "entrance", "--to", "0,0"]);
    assert_eq!(err, "error: --from: this map does not know its entrance; name a cell as in 8,3\n");
}

#[test]
fn a_way_to_another_level_takes_the_stairs_and_needs_keys_where_doors_are_locked() {
    let folder = TempDir::new().unwrap();
    let (code, _, err) =
        run(folder.path(), &["generate", "crypt", "--seed", "1", "--set", "locks=4", "-o", "crypt.json"]);
    assert_eq!(code, 0, "{err}");
    let dungeon: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("crypt.json")).unwrap()).unwrap();
    let rooms = dungeon["rooms"].as_array().unwrap();
    let deepest = rooms.iter().min_by_key(|room| room["z"].as_i64()).unwrap();
    let to = format!("room{}", deepest["id"]);
    let args = ["path", "crypt.json", "--from", "entrance", "--to", &to];
    let (code, out, _) = run(folder.path(), &args);
    assert!(
        code == 1 && out.contains("no path; locked, barred and secret doors are walls without --open-doors"),
        "{out}"
    );
    let args = [&args[..], &["--open-doors"]].concat();
    let (code, out, err) = run(folder.path(), &args);
    assert_eq!(code, 0, "{err}");
    let told = format!("down to level {}: ", deepest["z"]);
    assert!(out.lines().next().unwrap().contains(&told), "{out}");
    let (_, out, _) = run(folder.path(), &[&args[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let stretches = json["paths"][0]["segments"].as_array().unwrap();
    let flight = |pair: &[serde_json::Value]| {
        let ends = [&pair[0]["waypoints"], &pair[1]["waypoints"]].map(|points| points.as_array().unwrap());
        ends[0].last() == ends[1].first() && pair[0]["level"] != pair[1]["level"]
    };
    assert!(stretches.len() > 1 && stretches.windows(2).all(flight), "{out}");
    let (code, _, err) = run(folder.path(), &[&args[..], &["-o", "path.svg"]].concat());
    assert_eq!(code, 0, "{err}");
}

/// Two rooms and a door of one cell between them.
const DOOR: &str = "#######\n#..#..#\n#.....#\n#..#..#\n#######\n";

#[test]
fn a_body_of_one_cell_that_starts_between_two_gets_through_a_door_of_one() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("door.txt"), DOOR).unwrap();
    let walk = ["path", "door.txt", "--from", "1,1", "--to", "5,2", "--body", "1x2"];
    let (code, out, _) = run(folder.path(), &walk);
    assert!(code == 1 && out.starts_with("to (5, 2): no path"), "{out}");
    let straddle = [&walk[..], &["--start", "straddle"]].concat();
    let (code, out, err) = run(folder.path(), &straddle);
    let map = "#######\n#A.#..#\n#A+**B#\n#..#..#\n#######\n";
    let line = "to (5, 2): 4.118034 cells, (1, 1.5) → (2, 2) → (5, 2)";
    assert_eq!((code, out, err.as_str()), (0, format!("{line}\n\n{map}"), ""));
    let (_, out, _) = run(folder.path(), &[&straddle[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["body"], &json["start"]), (&"1x2".into(), &"straddle".into()));
    let segment = &json["paths"][0]["segments"][0];
    assert_eq!(segment["waypoints"].to_string(), "[[1,1],[2,2],[5,2]]");
    assert_eq!(segment["centers"].to_string(), "[[1.0,1.5],[2.0,2.0],[5.0,2.0]]");
    let (code, _, err) = run(folder.path(), &[&straddle[..], &["-o", "path.svg"]].concat());
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_start_between_cells_needs_two_of_them_and_all_free() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("door.txt"), DOOR).unwrap();
    let walk = |from: &str, body: &str| {
        let args = ["path", "door.txt", "--from", from, "--to", "5,2", "--body", body, "--start", "straddle"];
        let (code, _, err) = run(folder.path(), &args);
        (code, err)
    };
    let needs = "error: --start straddle needs --body 2x1, 1x2 or 2x2, got 1x1\n";
    assert_eq!(walk("1,1", "1x1"), (2, needs.to_owned()));
    let solid = "error: the start (3, 1) is solid or has no room for the body; the nearest cell with room is 1,1\n";
    assert_eq!(walk("2,1", "2x1"), (2, solid.to_owned()));
}
