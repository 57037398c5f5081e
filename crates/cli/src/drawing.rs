//! Options of drawings, for every command that draws.

use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::{DrawOptions, Edition, Levels, Rock, THEME_NAMES, Theme};
use undercroft_formats::Setting;

use crate::input;
use crate::render;

/// How a drawing looks.
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(next_help_heading = "Drawings")]
pub struct DrawingArgs {
    /// parchment (as PDF: mono), blueprint, dark, mono, or a theme of your own in a .toml file
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Leave out what players must not know: secret doors, what lies behind them, numbers and symbols
    #[arg(long)]
    pub player: bool,
    /// Leave the rock along the walls bare, without hatching
    #[arg(long)]
    plain: bool,
    /// Leave out the grid on the floor
    #[arg(long)]
    no_grid: bool,
    /// Name columns and rows along the border
    #[arg(long)]
    coordinates: bool,
    /// List the rooms beside the map
    #[arg(long)]
    room_key: bool,
    /// Draw nothing but the map, edge to edge, as virtual tabletops want it
    #[arg(long)]
    map_only: bool,
    /// The title, instead of the dungeon's name
    #[arg(long)]
    title: Option<String>,
}

impl DrawingArgs {
    /// The options for a drawing of some levels.
    pub fn options(&self, levels: Levels) -> anyhow::Result<DrawOptions> {
        self.options_or(levels, "parchment")
    }

    /// The same, with another theme for those who name none.
    pub fn options_or(&self, levels: Levels, usual: &str) -> anyhow::Result<DrawOptions> {
        Ok(DrawOptions {
            theme: theme(self.theme.as_deref().unwrap_or(usual))?,
            edition: self.edition(),
            levels,
            sheet: !self.map_only,
            title: self.title.clone(),
            grid: !self.no_grid,
            coordinates: self.coordinates,
            rock: if self.plain { Rock::Bare } else { Rock::default() },
            room_key: self.room_key,
            ..DrawOptions::default()
        })
    }

    /// For whom it is.
    pub const fn edition(&self) -> Edition {
        if self.player { Edition::Player } else { Edition::GameMaster }
    }

    /// What was asked for.
    pub fn given(&self) -> Vec<Setting> {
        render::given([
            (self.theme.is_some(), Setting::Theme),
            (self.plain, Setting::Plain),
            (self.no_grid, Setting::NoGrid),
            (self.coordinates, Setting::Coordinates),
            (self.room_key, Setting::RoomKey),
            (self.map_only, Setting::MapOnly),
            (self.title.is_some(), Setting::Title),
        ])
    }
}

/// The number of the level that is wanted; where nobody says, of the only one, or 0.
pub fn wanted_level(dungeon: &Dungeon, level: Option<i32>) -> i32 {
    match (level, dungeon.levels.as_slice()) {
        (Some(z), _) => z,
        (None, [only]) => only.z,
        (None, _) => 0,
    }
}

/// The level with this number, or a sentence that lists those there are.
pub fn level(dungeon: &Dungeon, z: i32) -> anyhow::Result<&Level> {
    let there: Vec<_> = dungeon.levels.iter().map(|level| level.z.to_string()).collect();
    dungeon.level(z).with_context(|| format!("there is no level {z}; the map has {}", there.join(", ")))
}

fn theme(name: &str) -> anyhow::Result<Theme> {
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        bail!("there is no theme {name:?}; there are {}, or name a .toml file", THEME_NAMES.join(", "));
    }
    let text = String::from_utf8(input::bytes(path)?).with_context(|| name.to_owned())?;
    Theme::from_toml(&text).with_context(|| name.to_owned())
}
