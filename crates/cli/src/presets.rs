//! `undercroft presets`: the recipes that come with the program, each with a small picture.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;
use undercroft::events::NoEvents;
use undercroft::recipe::{Preset, presets};
use undercroft::seed::Seed;
use undercroft_draw as draw;

use crate::console::Console;
use crate::source::PRESET_PARSER;
use crate::text_wrap;

/// List the presets, with a small picture of each
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft presets                               all of them, with pictures
  undercroft presets large-dungeon > mine.toml     a recipe to begin with
  undercroft generate --recipe mine.toml")]
pub struct Presets {
    /// Print this preset's recipe instead
    #[arg(value_name = "PRESET", value_parser = PRESET_PARSER)]
    preset: Option<&'static Preset>,
}

/// Width of a picture with its words, and the gap to the next. [Unit: letters]
const CARD: usize = 38;
const GAP: usize = 2;
/// Height of a picture. [Unit: lines]
const CARD_LINES: usize = 20;

/// The seed of the pictures.
const SEED: u64 = 1;

impl Presets {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        match self.preset {
            Some(preset) => Console::print(preset.text)?,
            None if console.json => Console::print_json(&presets().iter().map(described).collect())?,
            None => Console::print(sheet(console)?)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn described(preset: &Preset) -> serde_json::Value {
    json!({ "name": preset.name, "summary": preset.summary(), "recipe": preset.text })
}

/// As many cards side by side as the width has room for.
fn sheet(console: &Console) -> anyhow::Result<String> {
    let width = Console::width().unwrap_or(2 * CARD + GAP);
    let columns = ((width + GAP) / (CARD + GAP)).max(1);
    let cards: Vec<Vec<String>> =
        presets().iter().map(|preset| card(preset, CARD.min(width), console.colour)).collect::<anyhow::Result<_>>()?;
    Ok(cards.chunks(columns).map(|row| side_by_side(row) + "\n").collect())
}

fn card(preset: &Preset, width: usize, colour: bool) -> anyhow::Result<Vec<String>> {
    let dungeon = preset.recipe()?.check(Seed::new(SEED))?.generate(&mut NoEvents)?;
    let name = if colour { format!("\x1b[1m{}\x1b[0m", preset.name) } else { preset.name.to_owned() };
    let picture = draw::terminal::thumbnail(&dungeon, width, CARD_LINES, colour);
    let mut lines = vec![name];
    lines.extend(text_wrap::wrapped(preset.summary(), width));
    lines.extend(picture.lines().map(str::to_owned).filter(|line| text_wrap::visible(line) > 0));
    Ok(lines)
}

fn side_by_side(cards: &[Vec<String>]) -> String {
    let height = cards.iter().map(Vec::len).max().unwrap_or(0);
    let line = |y: usize| {
        let parts = cards.iter().map(|card| card.get(y).map_or("", String::as_str));
        let padded =
            parts.map(|part| format!("{part}{}", " ".repeat((CARD + GAP).saturating_sub(text_wrap::visible(part)))));
        padded.collect::<String>().trim_end().to_owned() + "\n"
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_stand_side_by_side_whatever_their_colours() {
        let cards = [vec!["\x1b[1mone\x1b[0m".to_owned()], vec!["two".to_owned(), "more".to_owned()]];
        let blank = |count: usize| " ".repeat(count);
        let expected = format!("\x1b[1mone\x1b[0m{}two\n{}more\n", blank(CARD + GAP - 3), blank(CARD + GAP));
        assert_eq!(side_by_side(&cards), expected);
    }
}
