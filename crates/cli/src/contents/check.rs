//! `undercroft contents check`: the verdict on content files, and sentences that are never chosen.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use undercroft::contents::{ContentError, Contents};
use undercroft::unused_sentences;

use crate::console::Console;
use crate::input::text;
use crate::io_words;

/// Dungeons that are stocked to find sentences that are never chosen.
const DUNGEONS: usize = 200;

/// Check content files of your own
#[derive(Args)]
pub struct ContentsCheck {
    /// The content files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl ContentsCheck {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let mut files = Vec::new();
        for path in &self.files {
            match text(path) {
                Ok(text) => files.push((path.display().to_string(), text)),
                Err(error) => {
                    console.complain(&io_words::one_line(&error));
                    return Ok(ExitCode::from(2));
                }
            }
        }
        let named: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        match Contents::with_files(&named) {
            Ok(contents) => report_sound(&contents, &named, console)?,
            Err(error) => {
                report_mistakes(&error, console)?;
                return Ok(ExitCode::from(1));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn report_sound(contents: &Contents, files: &[(&str, &str)], console: &Console) -> anyhow::Result<()> {
    for (name, text) in files {
        let table = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let unused = unused_sentences(contents, table, DUNGEONS)?;
        if console.json {
            Console::print_json(&json!({ "file": name, "sound": true, "unused": unused }))?;
            continue;
        }
        for sentence in unused {
            let place = line_of(sentence, text).map(|line| format!(":{line}")).unwrap_or_default();
            Console::warn(&format!("{name}{place}: no dungeon of {DUNGEONS} could use {sentence:?}"));
        }
        if !console.quiet {
            Console::print(format!("{name}: sound\n"))?;
        }
    }
    Ok(())
}

/// The line where a sentence begins. One that is broken over several lines of its file is found by its first words.
fn line_of(sentence: &str, text: &str) -> Option<usize> {
    let is_start = |line: &str| {
        let line = line.trim_start().trim_start_matches('"').trim_end_matches(['\\', '"', ',', ' ']);
        line.len() > 12 && sentence.starts_with(line)
    };
    let whole = || text.lines().position(|line| line.contains(sentence));
    text.lines().position(is_start).or_else(whole).map(|line| line + 1)
}

fn report_mistakes(error: &ContentError, console: &Console) -> anyhow::Result<()> {
    for mistake in std::iter::once(error).chain(&error.others) {
        if console.json {
            let ContentError { file, line, column, message, .. } = mistake;
            let mistake = json!({ "file": file, "sound": false, "line": line, "column": column, "message": message });
            Console::print_json(&mistake)?;
        } else {
            Console::print(format!("{mistake}\n"))?;
        }
    }
    Ok(())
}
