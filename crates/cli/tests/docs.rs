//! Runs every command and every Rust snippet of the README and the cookbook.
#![cfg(unix)]

#[path = "docs/blocks.rs"]
mod blocks;
#[path = "docs/snippets.rs"]
#[rustfmt::skip]
#[allow(warnings, clippy::all, clippy::pedantic, reason = "the text of the pages, which is written to be read there")]
mod snippets;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use blocks::{Block, blocks};
use tempfile::TempDir;

const PAGES: [&str; 2] = ["README.md", "docs/cookbook.md"];
const SNIPPETS: &str = "crates/cli/tests/docs/snippets.rs";

/// Commands that are not run here, and why.
const ELSEWHERE: [(&str, &str); 2] = [
    ("undercroft studio", "serves until it is stopped; tests/studio.rs starts it"),
    ("scripts/test", "runs this very test"),
];

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn page(name: &str) -> Vec<Block> {
    blocks(&fs::read_to_string(root(name)).unwrap())
}

/// The commands of a page, block by block, as if the program were installed.
fn scripts(name: &str) -> Vec<String> {
    let shell = page(name).into_iter().filter(|block| block.language == "sh");
    shell.map(|block| block.text.replace("cargo run --release --", "undercroft")).collect()
}

/// Runs a block in a shell that stops at the first error and finds the program that was built for this test.
fn run(script: &str, folder: &Path) {
    let program = Path::new(env!("CARGO_BIN_EXE_undercroft")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh").args(["-euc", script]).current_dir(folder).env("PATH", path).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}\n{error}");
}

fn run_page(name: &str) {
    let folder = TempDir::new().unwrap();
    let is_elsewhere = |script: &String| ELSEWHERE.iter().any(|(command, _)| script.trim() == *command);
    let scripts = scripts(name);
    assert!(!scripts.is_empty(), "{name} has no commands");
    scripts.iter().filter(|script| !is_elsewhere(script)).for_each(|script| run(script, folder.path()));
}

#[test]
fn every_command_of_the_readme_runs() {
    run_page("README.md");
}

#[test]
fn every_command_of_the_cookbook_runs() {
    run_page("docs/cookbook.md");
}

#[test]
fn every_snippet_of_the_pages_is_compiled_here() {
    let pages = PAGES.map(|name| (name, page(name)));
    let source = blocks::rust_source(&pages);
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        fs::write(root(SNIPPETS), &source).unwrap();
    }
    let kept = fs::read_to_string(root(SNIPPETS)).unwrap();
    assert!(kept == source, "{SNIPPETS} is not what the pages hold; `UNDERCROFT_BLESS=1` writes it, then test again");
}

#[test]
fn every_snippet_of_the_pages_runs() {
    assert!(snippets::ALL.len() >= PAGES.len());
    for (name, snippet) in snippets::ALL {
        snippet().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn the_readme_shows_the_first_example() {
    let example = fs::read_to_string(root("crates/undercroft/examples/01_first_dungeon.rs")).unwrap();
    let first = page("README.md").into_iter().find(|block| block.language == "rust").unwrap();
    assert!(example.ends_with(&first.text), "{}", first.text);
}
