//! The page follows the protocol of the session: schema and types beside it are written from the Rust types, and it
//! sends only commands that exist.

#[path = "protocol/typescript.rs"]
mod typescript;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use undercroft_studio::protocol::{Body, Command, schema};
use undercroft_studio::{NoProgress, Session};

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// Compares a kept file with its text; `UNDERCROFT_BLESS=1` writes it instead.
fn check_kept(name: &str, text: &str) {
    let path = page().join(name);
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(kept == text, "page/{name} differs from the protocol; if that is intended, run with UNDERCROFT_BLESS=1");
}

#[test]
fn the_kept_schema_is_that_of_the_types() {
    check_kept("protocol.schema.json", &schema());
}

#[test]
fn the_kept_declarations_are_those_of_the_schema() {
    let schema = serde_json::from_str(&schema()).unwrap();
    check_kept("protocol.d.ts", &typescript::declarations(&schema));
}

/// A session without all formats lists those that another module has.
#[test]
fn the_kept_table_of_formats_is_that_of_hello() {
    let hello = Session::new(0).handle(Command::Hello {}, &mut NoProgress).unwrap();
    let Body::Hello(hello) = hello.body else { panic!("hello replies with it") };
    let table = serde_json::json!({"formats": hello.formats, "opens": hello.opens});
    check_kept("../src/session/formats.json", &format!("{}\n", serde_json::to_string_pretty(&table).unwrap()));
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
    assert!(unknown.is_empty(), "unknown commands {unknown:?}");
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
