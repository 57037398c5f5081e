//! Requests under a limit of memory: the test runs itself again with less than it could use.

#![cfg(target_os = "linux")]

use std::process::Command as Process;

use serde_json::json;
use undercroft_studio::protocol::{Command, ErrorCode};
use undercroft_studio::{NoProgress, Session};

/// 512 MiB of addresses. [Unit: KiB]
const LIMIT: &str = "524288";
/// Set where the limit holds.
const LIMITED: &str = "UNDERCROFT_TEST_MEMORY_LIMITED";

#[test]
fn a_request_for_walkers_without_end_takes_little_memory() {
    if std::env::var_os(LIMITED).is_some() {
        return ask_for_walkers_without_end();
    }
    let name = "a_request_for_walkers_without_end_takes_little_memory";
    let output = Process::new("sh")
        .args(["-c", "ulimit -v \"$0\" && exec \"$@\"", LIMIT])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(LIMITED, "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
}

fn ask_for_walkers_without_end() {
    let set = json!({
        "width": 16,
        "height": 16,
        "templates.floor_cells": 500_000,
        "templates.iterations": 10_000_000,
        "templates.stall_limit": 1_000_000,
        "templates.attempts": 1000,
        "budget": 30_000_000,
    });
    let command = json!({"type": "generate", "preset": "walker-keep", "seed": "1", "trace": true, "set": set});
    let command: Command = serde_json::from_value(command).unwrap();
    let error = Session::new(0).handle(command, &mut NoProgress).unwrap_err();
    assert_eq!(error.code, ErrorCode::GenerationFailed, "{}", error.message);
    assert!(error.message.contains("budget of 30000000"), "{}", error.message);
}
