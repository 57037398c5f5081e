//! Commands under a limit of memory.

#![cfg(target_os = "linux")]

use std::process::Command;

/// 512 MiB of addresses, of which the program and its libraries take a few dozen. [Unit: KiB]
const LIMIT: &str = "524288";

/// Walkers on a full map once kept an event for every attempt, some hundred megabytes a second.
#[test]
fn a_trace_of_walkers_without_end_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let settings = [
        "width=16",
        "height=16",
        "templates.floor_cells=500000",
        "templates.iterations=10000000",
        "templates.stall_limit=1000000",
        "templates.attempts=1000",
        "budget=30000000",
    ];
    let output = Command::new("sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\"", LIMIT, env!("CARGO_BIN_EXE_undercroft")])
        .args(["generate", "walker-keep", "--seed", "1", "-o", "keep.json", "--trace", "trace.jsonl"])
        .args(settings.iter().flat_map(|setting| ["--set", setting]))
        .current_dir(&folder)
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("the budget of 30000000 search steps was used up while rooms were placed"), "{err}");
    let trace = std::fs::read_to_string(folder.path().join("trace.jsonl")).unwrap();
    let last = trace.lines().last().unwrap();
    assert!(last.starts_with("{\"event\":\"left_out\",\"events\":"), "{last}");
}
