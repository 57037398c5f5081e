//! `undercroft contents check`: the verdict on content files, and sentences that are never chosen.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use undercroft::contents::{ContentError, Contents};
use undercroft::dungeon::Dungeon;
use undercroft::recipe::{Preset, presets};
use undercroft::{Generator, Seed, unused_sentences};

use super::text;
use crate::console::Console;
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
                report_mistake(&error, console)?;
                return Ok(ExitCode::from(1));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn report_sound(contents: &Contents, files: &[(&str, &str)], console: &Console) -> anyhow::Result<()> {
    for (name, text) in files {
        let table = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let unused = unused_sentences(contents, table, &mut dungeons(table, contents)?)?;
        if console.json {
            Console::print_json(&json!({ "file": name, "sound": true, "unused": unused }))?;
            continue;
        }
        for sentence in unused {
            let line = text.lines().position(|line| line.contains(sentence)).map(|line| format!(":{}", line + 1));
            let place = line.unwrap_or_default();
            Console::warn(&format!("{name}{place}: no dungeon of {DUNGEONS} could use {sentence:?}"));
        }
        if !console.quiet {
            Console::print(format!("{name}: sound\n"))?;
        }
    }
    Ok(())
}

/// Dungeons of all presets in turn; every second one is of a preset that takes the table or one that it extends.
fn dungeons(table: &str, contents: &Contents) -> anyhow::Result<Vec<Dungeon>> {
    let own = contents.table(table);
    let is_near = |preset: &&Preset| {
        let category = preset.recipe().and_then(|file| file.check(Seed::new(1))).map(|recipe| recipe.category);
        let taken = contents.table_for(&category.unwrap_or_default()).name();
        own.is_some_and(|own| own.name() == taken || own.parents().iter().any(|parent| parent == taken))
    };
    let near: Vec<&Preset> = presets().iter().filter(is_near).collect();
    let near = if near.is_empty() { presets().iter().collect() } else { near };
    let turns = near.iter().copied().cycle().zip(presets().iter().cycle()).flat_map(|(near, any)| [near, any]);
    let bare = |(seed, preset): (usize, &Preset)| {
        Ok(Generator::preset(preset.name)?.set("stock.mode", "none")?.seed(seed as u64).generate()?)
    };
    turns.take(DUNGEONS).enumerate().map(bare).collect()
}

fn report_mistake(error: &ContentError, console: &Console) -> anyhow::Result<()> {
    if !console.json {
        return Console::print(format!("{error}\n"));
    }
    let ContentError { file, line, column, message } = error;
    Console::print_json(&json!({ "file": file, "sound": false, "line": line, "column": column, "message": message }))
}
