//! The path to a refused value is the one that a parser which notes every path names.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{DungeonFile, LevelFile, parse, parse_plainly, write};
use crate::events::NoEvents;
use crate::format::ReadError;
use crate::journal::RollEntry;

/// What takes the place of a value.
fn others() -> [Value; 12] {
    [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(70_000),
        json!("x"),
        json!([]),
        json!({}),
        json!([[]]),
        json!([1, 2, 3, 4, 5, 6, 7]),
        json!({"a": 1}),
        json!({"stairs": [1]}),
    ]
}

/// Changes one value after another, adds fields and takes some away; calls `check` with each document.
fn for_each_damage(root: &mut Value, steps: &mut Vec<String>, check: &mut dyn FnMut(&Value)) {
    let found = root.pointer(&pointer(steps)).cloned().unwrap_or_default();
    let put = |root: &mut Value, value: Value| *root.pointer_mut(&pointer(steps)).unwrap() = value;
    for other in others() {
        put(root, other);
        check(root);
    }
    if let Value::Object(fields) = &found {
        for key in fields.keys() {
            let mut fewer = fields.clone();
            fewer.remove(key);
            put(root, Value::Object(fewer));
            check(root);
        }
        let mut more = fields.clone();
        more.insert("nonsense \"}".to_owned(), json!([{}]));
        put(root, Value::Object(more));
        check(root);
    }
    put(root, found.clone());
    let inner: Vec<String> = match &found {
        Value::Object(fields) => fields.keys().cloned().collect(),
        // The others are alike.
        Value::Array(items) => {
            (0..items.len()).step_by(items.len().div_ceil(3).max(1)).map(|at| at.to_string()).collect()
        }
        _ => Vec::new(),
    };
    for step in inner {
        steps.push(step);
        for_each_damage(root, steps, check);
        steps.pop();
    }
}

fn pointer(steps: &[String]) -> String {
    steps.iter().flat_map(|step| ["/".to_owned(), step.replace('~', "~0").replace('/', "~1")]).collect()
}

#[test]
fn every_refusal_is_that_of_a_parser_which_notes_paths() {
    let (mut compared, mut different) = (0, BTreeSet::new());
    for (preset, seed) in [("small-dungeon", 3), ("cottage", 4)] {
        let dungeon = RollEntry::preset(preset, seed).recipe().unwrap().generate(&mut NoEvents).unwrap();
        let mut document: Value = serde_json::from_str(&write(&dungeon)).unwrap();
        for_each_damage(&mut document, &mut Vec::new(), &mut |damaged| {
            let texts = [damaged.to_string(), format!("{damaged:#}")];
            let text = &texts[compared % 2];
            let sentence = |read: Result<DungeonFile<LevelFile>, ReadError>| read.err().map(|error| error.to_string());
            let (ours, theirs) = (sentence(parse_plainly(text)), sentence(parse(text)));
            if ours != theirs {
                different.insert(format!("{ours:?}, not {theirs:?}"));
            }
            compared += 1;
        });
    }
    let first: Vec<&String> = different.iter().take(8).collect();
    assert!(different.is_empty(), "{} of {compared}, such as {first:#?}", different.len());
    assert!(compared > 3000, "{compared} documents");
}
