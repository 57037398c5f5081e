//! The page speaks the protocol of the session: the schema that lies beside it is that of the types, and it asks for
//! nothing that there is not.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use undercroft_studio::protocol::schema;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// With `BLESS=1` the kept schema is written instead.
#[test]
fn the_kept_schema_is_that_of_the_types() {
    let path = page().join("protocol.schema.json");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, schema()).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        kept == schema(),
        "page/protocol.schema.json is not that of the types; if the change is meant, run with BLESS=1"
    );
}

/// The names of all commands, from the schema.
fn commands() -> BTreeSet<String> {
    let schema: Value = serde_json::from_str(&schema()).unwrap();
    let variants = schema["$defs"]["Command"]["oneOf"].as_array().unwrap();
    let name = |variant: &Value| variant["properties"]["type"]["const"].as_str().unwrap().to_owned();
    variants.iter().map(name).collect()
}

#[test]
fn the_page_asks_only_for_commands_that_there_are_and_for_all_of_them() {
    let known = commands();
    let asked: BTreeSet<String> = scripts(&page()).iter().flat_map(|script| asked_in(script)).collect();
    let unknown: Vec<&String> = asked.difference(&known).collect();
    assert!(unknown.is_empty(), "no session knows {unknown:?}");
}

fn scripts(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => scripts(&path),
        Some(ending) if ending == "js" => vec![fs::read_to_string(path).unwrap()],
        _ => Vec::new(),
    };
    entries.flat_map(read).collect()
}

/// The first arguments of all calls of `ask`.
fn asked_in(script: &str) -> Vec<String> {
    let calls = script.split("ask('").skip(1);
    calls.filter_map(|rest| rest.split_once('\'')).map(|(name, _)| name.to_owned()).collect()
}
