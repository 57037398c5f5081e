//! A level as a drawing, with layers over it.

use anyhow::{Context, bail};
use undercroft::dungeon::Dungeon;
use undercroft_draw as draw;
use undercroft_draw::Metadata;
use undercroft_draw::Overlay;
use undercroft_draw::{Levels, raster};
use undercroft_formats::svg;

use crate::format_args::{DrawingsOnly, FormatArgs};

/// What to draw on: some levels.
pub struct Canvas<'a> {
    pub dungeon: &'a Dungeon,
    pub levels: Levels,
    pub drawing: &'a FormatArgs<DrawingsOnly>,
    pub pixels_per_cell: u32,
}

impl Canvas<'_> {
    /// The drawing in lines.
    pub fn svg(&self, overlays: &[Overlay]) -> anyhow::Result<Vec<u8>> {
        Ok(svg::write(&self.draw(overlays)?, &self.notes()).into_bytes())
    }

    /// The drawing in pixels.
    pub fn png(&self, overlays: &[Overlay]) -> anyhow::Result<Vec<u8>> {
        let picture = self.draw(overlays)?;
        raster::png(&picture.to_svg(), picture.area, self.pixels_per_cell, &self.notes()).context("--px")
    }

    fn notes(&self) -> Vec<Metadata> {
        undercroft_draw::png_metadata(self.dungeon, self.drawing.edition())
    }

    fn draw(&self, overlays: &[Overlay]) -> anyhow::Result<draw::Picture> {
        let drawn = self.dungeon.levels.iter().filter(|level| self.levels.shows(level.z));
        let (cells, most) = (drawn.map(|level| level.size().area()).sum::<usize>(), undercroft_draw::MAX_DRAWN_CELLS);
        if cells > most {
            bail!("a map of {cells} cells is too large to be drawn, {most} is the most; use text or JSON");
        }
        let options = self.drawing.draw_options(self.levels)?;
        Ok(draw::draw_with(self.dungeon, &options, overlays))
    }
}
