//! Options of tile maps, for every command that writes Tiled or LDtk files.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use undercroft_formats::Setting;
use undercroft_formats::document::TileOptions;
use undercroft_formats::tiled::OwnTileset;
use undercroft_formats::tileset::TilePixels;

use crate::input;
use crate::render;

/// The tiles of a map.
#[derive(Args)]
#[command(next_help_heading = "Tiles (Tiled, LDtk)")]
pub struct TileArgs {
    /// Pixels along the side of a tile of our own tileset; without it 16
    #[arg(long, value_name = "N", conflicts_with = "tileset")]
    tile_px: Option<TilePixelsArg>,
    /// Tiled: a tileset of your own, as a .toml that says where in its image our tiles are
    #[arg(long, value_name = "FILE")]
    tileset: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum TilePixelsArg {
    #[value(name = "16")]
    Sixteen,
    #[value(name = "32")]
    ThirtyTwo,
}

impl TileArgs {
    /// The tiles that are wanted.
    pub fn options(&self, per_level: bool) -> anyhow::Result<TileOptions> {
        let size = self.tile_px.map_or_else(TilePixels::default, |size| match size {
            TilePixelsArg::Sixteen => TilePixels::Sixteen,
            TilePixelsArg::ThirtyTwo => TilePixels::ThirtyTwo,
        });
        let own = self.tileset.as_ref().map(|path| {
            let name = path.display().to_string();
            let text = String::from_utf8(input::bytes(path)?).with_context(|| name.clone())?;
            OwnTileset::from_toml(&text).context(name)
        });
        Ok(TileOptions { size, per_level, own: own.transpose()? })
    }

    /// What was asked for.
    pub fn given(&self) -> Vec<Setting> {
        render::given([(self.tile_px.is_some(), Setting::TilePx), (self.tileset.is_some(), Setting::Tileset)])
    }
}
