//! Runs every command of the README and of all pages of the documentation, each page in its order in an empty folder, and
//! every Rust snippet of the README and the cookbook.
#![cfg(unix)]

#[path = "docs/blocks.rs"]
mod blocks;
#[path = "docs/snippets.rs"]
#[rustfmt::skip]
#[allow(warnings, clippy::all, clippy::pedantic, reason = "the text of the pages, which is written to be read there")]
mod snippets;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use blocks::{Block, blocks};
use tempfile::TempDir;

/// Pages whose Rust snippets are compiled and run.
const SNIPPET_PAGES: [&str; 2] = ["README.md", "docs/cookbook.md"];
const SNIPPETS: &str = "crates/cli/tests/docs/snippets.rs";

/// Lines that are not run with their page, and why.
const ELSEWHERE: [(&str, &str); 2] = [
    ("undercroft studio", "serves until it is stopped; tests/studio.rs starts it"),
    ("scripts/test", "runs this very test"),
];
/// The address of the server in the pages. Blocks that name it are run with a server.
const SERVER: &str = "http://127.0.0.1:4100";

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

/// The README and every page below `docs`.
fn pages() -> Vec<String> {
    let files = |folder: &str| -> Vec<String> {
        let entries =
            fs::read_dir(root(folder)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        entries
            .filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "md"))
            .map(|name| format!("{folder}/{name}"))
            .collect()
    };
    let mut pages = [vec!["README.md".to_owned()], files("docs"), files("docs/formats")].concat();
    pages.sort();
    pages
}

fn is_elsewhere(line: &str) -> bool {
    let is_left_out = cfg!(not(feature = "dataset")) && line.starts_with("undercroft dataset");
    is_left_out || ELSEWHERE.iter().any(|(command, _)| line.starts_with(command))
}

#[test]
fn every_command_of_the_pages_runs_in_an_empty_folder() {
    let mut commands = 0;
    for name in pages() {
        let folder = TempDir::new().unwrap();
        for script in scripts(&name).iter().filter(|script| !script.contains(SERVER)) {
            let lines: Vec<&str> = script.lines().filter(|line| !is_elsewhere(line)).collect();
            commands += lines.iter().filter(|line| line.starts_with("undercroft ")).count();
            run(&lines.join("\n"), folder.path());
        }
    }
    assert!(commands > 60, "{commands}");
}

/// Needs `curl` and `jq`, which the page uses: without them it is skipped, in CI it fails.
#[test]
fn every_request_of_the_studio_page_is_answered() {
    let folder = TempDir::new().unwrap();
    let is_there = |tool: &&str| Command::new(tool).arg("--version").output().is_ok();
    if !["curl", "jq"].iter().all(is_there) {
        assert!(std::env::var_os("CI").is_none(), "curl and jq are needed");
        eprintln!("skipped: curl and jq are needed for the requests of docs/studio.md");
        return;
    }
    let mut studio = Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(["studio", "--no-open", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(studio.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split('"').nth(3).unwrap().trim_end_matches('/').to_owned();
    let is_request = |script: &String| script.contains(SERVER) && !script.lines().any(is_elsewhere);
    let requests: Vec<String> = pages().iter().flat_map(|page| scripts(page)).filter(is_request).collect();
    let results: Vec<_> = requests
        .iter()
        .map(|script| {
            std::panic::catch_unwind(|| run(&script.replace(SERVER, &address).replace("-s ", "-sf "), folder.path()))
        })
        .collect();
    studio.kill().unwrap();
    studio.wait().unwrap();
    assert!(requests.len() >= 3 && results.iter().all(Result::is_ok));
}

#[test]
fn every_snippet_of_the_pages_is_compiled_here() {
    let pages = SNIPPET_PAGES.map(|name| (name, page(name)));
    let source = blocks::rust_source(&pages);
    if std::env::var_os("UNDERCROFT_BLESS").is_some() {
        fs::write(root(SNIPPETS), &source).unwrap();
    }
    let kept = fs::read_to_string(root(SNIPPETS)).unwrap();
    assert!(kept == source, "{SNIPPETS} is not what the pages hold; `UNDERCROFT_BLESS=1` writes it, then test again");
}

#[test]
fn every_snippet_of_the_pages_runs() {
    assert!(snippets::ALL.len() >= SNIPPET_PAGES.len());
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

#[test]
fn no_manifest_names_an_address_that_does_not_exist() {
    let folders = fs::read_dir(root("crates")).unwrap().map(|entry| entry.unwrap().path());
    for manifest in folders.chain([root(".")]).map(|folder| folder.join("Cargo.toml")) {
        let text = fs::read_to_string(&manifest).unwrap();
        let named = text.lines().find(|line| ["repository", "homepage"].iter().any(|key| line.starts_with(key)));
        assert_eq!(named, None, "{}", manifest.display());
    }
}

#[test]
fn the_readme_tells_how_long_the_first_build_takes() {
    let text = fs::read_to_string(root("README.md")).unwrap().replace('\n', " ");
    assert!(text.contains("The first build") && text.contains("four minutes on two cores"), "{text}");
}
