//! What all tests of the program need: a folder of its own, and what it did there.
#![allow(dead_code, reason = "not every file of tests needs all of it")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder of its own to run the program in.
pub struct Bench(TempDir);

impl Bench {
    pub fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(name), content).unwrap();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_undercroft"));
        command.args(args).current_dir(self.0.path()).env_remove("NO_COLOR").env_remove("CARGO_MANIFEST_DIR");
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        Run::from_output(&self.command(args).output().unwrap())
    }

    pub fn run_on(&self, args: &[&str], input: &[u8]) -> Run {
        let mut child =
            self.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        Run::from_output(&child.wait_with_output().unwrap())
    }

    pub fn files(&self) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }
}

/// What the program did.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn from_output(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    #[track_caller]
    pub fn well(self) -> Self {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }
}
