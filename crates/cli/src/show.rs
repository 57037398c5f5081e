//! `undercroft show`: a map in the terminal.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use undercroft::dungeon::{Dungeon, Level};
use undercroft::format::text_commentary;
use undercroft::template::{self, Pool};
use undercroft_draw::Edition;
use undercroft_draw::terminal::{self, Style, TerminalOptions};

use crate::console::Console;
use crate::input;
use crate::level;

/// Draw a map or dungeon in the terminal
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft show hall.txt                  draw a map
  undercroft show keep.txt --player         without the secrets
  undercroft show tower.txt --level -1      only the cellar
  undercroft show crypt.json --room-key     with the names and notes of its rooms
  undercroft show rooms.txt                 draw room templates in all their turns
  undercroft show huge.map --half-blocks    two cells to a letter, or more
  undercroft show hall.json --json          what is in it, in figures
  undercroft export keep.txt --format json | undercroft show -")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub struct Show {
    /// The map or dungeon; `-` is standard input
    file: PathBuf,
    /// Only this level
    #[arg(long, value_name = "Z", allow_negative_numbers = true)]
    level: Option<i32>,
    /// Use the characters of dungeon text instead of lines
    #[arg(long, conflicts_with = "half_blocks")]
    ascii: bool,
    /// Draw two cells in one letter, and more where even that is too wide; without it, large maps are drawn so
    #[arg(long)]
    half_blocks: bool,
    /// Leave out what players must not know
    #[arg(long)]
    player: bool,
    /// List the rooms with their names and notes below the map
    #[arg(long, conflicts_with = "player")]
    room_key: bool,
}

impl Show {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let content = input::source(&self.file)?;
        if let Some(text) = str::from_utf8(&content).ok().filter(|text| template::is_template(text)) {
            let pool = Pool::parse_loose(&[(&self.file.display().to_string(), text)])?;
            Console::print(template::sheet(pool.templates()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let dungeon = input::dungeon_in(&self.file, &content)?;
        if let Some(z) = self.level {
            level::level(&dungeon, z)?;
        }
        if console.json {
            Console::print_json(&self.figures(&dungeon))?;
            return Ok(ExitCode::SUCCESS);
        }
        let sketch = terminal::render(&dungeon, &self.options(console));
        Console::print(sketch.text + &sketch.legend)?;
        if self.room_key {
            Console::print(format!("\n{}", text_commentary::room_key(&self.shown(dungeon))))?;
        }
        sketch.note.iter().for_each(|note| console.print_note(note));
        Ok(ExitCode::SUCCESS)
    }

    fn options(&self, console: &Console) -> TerminalOptions {
        let style = match (self.ascii, self.half_blocks) {
            (true, _) => Style::Ascii,
            (_, true) => Style::HalfBlock,
            _ => Style::Auto,
        };
        TerminalOptions {
            width: Console::width(),
            color: console.colour,
            style,
            z: self.level,
            edition: self.edition(),
        }
    }

    /// The dungeon with the levels that are shown.
    fn shown(&self, mut dungeon: Dungeon) -> Dungeon {
        dungeon.levels.retain(|level| self.level.is_none_or(|z| z == level.z));
        dungeon
    }

    fn edition(&self) -> Edition {
        if self.player { Edition::Player } else { Edition::GameMaster }
    }

    /// What is in the levels that are shown, counted.
    fn figures(&self, dungeon: &Dungeon) -> Value {
        let known = self.edition().known(dungeon);
        let levels = known.levels.iter().filter(|level| self.level.is_none_or(|z| z == level.z));
        let seed = if self.player { "" } else { &dungeon.provenance.seed };
        json!({
            "name": dungeon.name,
            "seed": seed,
            "levels": levels.map(|level| level_figures(&known, level)).collect::<Vec<_>>(),
        })
    }
}

fn level_figures(dungeon: &Dungeon, level: &Level) -> Value {
    let open = level.terrain.values().iter().filter(|terrain| !terrain.is_massive()).count();
    json!({
        "z": level.z,
        "width": level.size().width(),
        "height": level.size().height(),
        "open_cells": open,
        "rooms": dungeon.rooms.iter().filter(|room| room.z == level.z && !room.floor.is_empty()).count(),
        "doors": dungeon.doors_on(level.z).count(),
    })
}
