//! `undercroft contents`: the list, and the verdict on files of one's own.

mod bench;

use bench::Bench;
use serde_json::Value;

const BAKERY: &str =
    "extends = \"inn\"\n[purpose.bakehouse]\nfurnish = [{ kind = \"oven\", rule = \"corner\", n = [1, 2] }]\n";

#[test]
fn the_list_has_every_table_with_its_purposes_and_every_kind() {
    let bench = Bench::new();
    let list = bench.run(&["contents"]).well().out;
    assert!(list.contains("table crypt (extends underground, common): "), "{list}");
    assert!(list.contains("    purposes: ") && list.contains("\nkind altar 2x1 blocks, rules center wall\n"), "{list}");
    assert!(list.contains("\nkind brazier 1x1 blocks, light 20/40 ft, rules corner rows\n"), "{list}");
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
    let json: Value = serde_json::from_str(&bench.run(&["contents", "--json"]).well().out).unwrap();
    let named =
        |list: &str| json[list].as_array().unwrap().iter().map(|entry| entry["name"].clone()).collect::<Vec<_>>();
    assert!(named("tables").contains(&"house".into()) && named("kinds").contains(&"pit".into()));
    let crypt = json["tables"].as_array().unwrap().iter().find(|table| table["name"] == "crypt").unwrap();
    assert_eq!(crypt["extends"], serde_json::json!(["underground", "common"]));
    assert!(crypt["sentences"].as_u64().unwrap() >= 60);
}

#[test]
fn sound_files_are_sound_and_may_need_each_other() {
    let bench = Bench::new().with("bakery.toml", BAKERY).with("mill.toml", "extends = \"bakery\"\n");
    let run = bench.run(&["contents", "check", "bakery.toml", "mill.toml"]).well();
    assert_eq!(run.out, "bakery.toml: sound\nmill.toml: sound\n");
    assert_eq!(bench.run(&["contents", "check", "bakery.toml", "-q"]).well().out, "");
    let json = bench.run(&["contents", "check", "bakery.toml", "--json"]).well().out;
    assert_eq!(json, "{\"file\":\"bakery.toml\",\"sound\":true,\"unused\":[]}\n");
    let alone = bench.run(&["contents", "check", "mill.toml"]);
    assert_eq!(alone.code, 1);
    assert!(alone.out.starts_with("mill.toml:1:11: extends: unknown table \"bakery\"; known: "), "{}", alone.out);
}

#[test]
fn a_mistake_has_its_place_and_exit_code_1() {
    let bench = Bench::new().with("bakery.toml", BAKERY.replace("oven", "ovn")).with("bin.toml", b"a\xff");
    let run = bench.run(&["contents", "check", "bakery.toml"]);
    let message =
        "bakery.toml:3:21: purpose.bakehouse.furnish[0].kind: unknown feature kind \"ovn\"; did you mean \"oven\"?\n";
    assert_eq!((run.code, run.out.as_str()), (1, message));
    let run = bench.run(&["contents", "check", "bakery.toml", "--json"]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &json["line"], &json["column"], &json["sound"]), (1, &3.into(), &21.into(), &false.into()));
}

#[test]
fn what_is_no_text_or_no_file_has_exit_code_2() {
    let bench = Bench::new().with("bin.toml", b"a\xff");
    let run = bench.run(&["contents", "check", "bin.toml"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: bin.toml: need text in UTF-8, byte 2 is none\n"));
    let run = bench.run(&["contents", "check", "none.toml"]);
    assert_eq!((run.code, run.err.as_str()), (2, "error: none.toml: there is no such file\n"));
}
