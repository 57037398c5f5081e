//! `undercroft show`: a map in the terminal.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use undercroft::dungeon::{Dungeon, Level};
use undercroft::format;

use crate::console::Console;
use crate::drawing;
use crate::input;

/// Draw a map or dungeon in the terminal
#[derive(Args)]
#[command(after_help = "\
Examples:
  undercroft show hall.txt                  draw a map
  undercroft show tower.txt --level -1      only the cellar
  undercroft show hall.json --json          what is in it, in figures
  undercroft export keep.txt --format json | undercroft show -")]
pub struct Show {
    /// The map or dungeon; `-` is standard input
    file: PathBuf,
    /// Only this level
    #[arg(long, value_name = "Z", allow_negative_numbers = true)]
    level: Option<i32>,
}

impl Show {
    /// Runs the command.
    pub fn run(&self, console: &Console) -> anyhow::Result<ExitCode> {
        let mut dungeon = input::dungeon(&self.file)?;
        if let Some(z) = self.level {
            dungeon.levels = vec![drawing::level(&dungeon, z)?.clone()];
        }
        if console.json {
            Console::print_json(&figures(&dungeon))?;
        } else {
            Console::print(format::text::write(&dungeon))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What is in a dungeon, counted.
fn figures(dungeon: &Dungeon) -> Value {
    json!({
        "name": dungeon.name,
        "seed": dungeon.seed,
        "levels": dungeon.levels.iter().map(|level| level_figures(dungeon, level)).collect::<Vec<_>>(),
    })
}

fn level_figures(dungeon: &Dungeon, level: &Level) -> Value {
    let open = level.terrain.values().iter().filter(|terrain| !terrain.is_massive()).count();
    json!({
        "z": level.z,
        "width": level.size().width(),
        "height": level.size().height(),
        "open_cells": open,
        "rooms": dungeon.rooms.iter().filter(|room| room.z == level.z).count(),
        "doors": dungeon.doors_on(level.z).count(),
    })
}
