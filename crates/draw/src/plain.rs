//! Very large maps: a plain raster, one to four pixels to a cell, written row by row straight from the terrain.

use std::io::Write;

use undercroft_grid::{BitGrid, Cell};

use super::ground_color::ground_color;
use super::image::{Image, RasterError};
use super::metadata::Metadata;
use super::options::DrawOptions;
use super::theme::Theme;
use super::work_meter::WorkMeter;
use undercroft::dungeon::{Dungeon, Ground, Level, Terrain};

/// What a plain raster aims at; a map that has more cells gets one pixel for each all the same.
const WANTED_PIXELS: u64 = 1 << 26;

/// Draws the levels side by side, with at most `limit` pixels to the side of a cell.
pub fn plain(
    dungeon: &Dungeon,
    options: &DrawOptions,
    limit: u32,
    notes: &[Metadata],
    meter: &WorkMeter,
) -> Result<Image, RasterError> {
    let strips: Vec<Strip> =
        dungeon.levels.iter().filter(|level| options.levels.shows(level.z)).map(Strip::from_level).collect();
    // One cell of rock between two levels.
    let columns = strips.iter().map(|strip| strip.level.size().width() + 1).sum::<i32>().max(2) - 1;
    let rows = strips.iter().map(|strip| strip.level.size().height()).max().unwrap_or(1);
    let cells = columns as u64 * rows as u64;
    let fits = |&scale: &u32| cells * u64::from(scale * scale) <= WANTED_PIXELS;
    let scale = (1..=limit.clamp(1, 4)).rev().find(fits).unwrap_or(1);
    let (width, height) = (columns as u32 * scale, rows as u32 * scale);
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette(&options.theme));
    encoder.set_compression(png::Compression::Fast);
    for note in notes {
        encoder.add_itxt_chunk(note.keyword.clone(), note.text.clone())?;
    }
    write_rows(encoder.write_header()?, &strips, rows, scale, meter)?;
    meter.ask()?;
    Ok(Image { png, width, height, plain: Some(scale) })
}

fn write_rows(
    mut writer: png::Writer<&mut Vec<u8>>,
    strips: &[Strip],
    rows: i32,
    scale: u32,
    meter: &WorkMeter,
) -> Result<(), png::EncodingError> {
    let mut stream = writer.stream_writer()?;
    let mut line: Vec<u8> = Vec::new();
    for y in 0..rows {
        // What is not finished is an error of the encoder.
        meter.spend(line.len() as u64 * u64::from(scale) / 4).map_err(std::io::Error::other)?;
        line.clear();
        for (i, strip) in strips.iter().enumerate() {
            line.extend(std::iter::repeat_n(ROCK, if i > 0 { scale as usize } else { 0 }));
            let row = (0..strip.level.size().width()).map(|x| strip.ink(Cell::new(x, y)));
            line.extend(row.flat_map(|ink| std::iter::repeat_n(ink, scale as usize)));
        }
        for _ in 0..scale {
            stream.write_all(&line)?;
        }
    }
    stream.finish()
}

/// Positions in the palette.
const ROCK: u8 = 0;
const WALL: u8 = 1;
const FLOOR: u8 = 2;
const CORRIDOR: u8 = 3;
const DOOR: u8 = 4;
const STAIRS: u8 = 5;
/// Kinds of ground follow, by their codes, which begin with 1.
const GROUND: u8 = 5;

fn palette(theme: &Theme) -> Vec<u8> {
    let door = theme.ink.mix(theme.floor, 45);
    let corridor = theme.corridor.mix(theme.ink, 8);
    let ground = Ground::ALL[1..].iter().map(|&kind| ground_color(kind, theme));
    let built = [theme.paper, theme.ink, theme.floor, corridor, door, super::overlay::PALETTE[0]];
    built.into_iter().chain(ground).flat_map(|color| color.rgb).collect()
}

/// A level with the rock that borders its floor.
struct Strip<'a> {
    level: &'a Level,
    near: BitGrid,
}

impl<'a> Strip<'a> {
    fn from_level(level: &'a Level) -> Self {
        let open = BitGrid::from_fn(level.size(), |cell| !level.at(cell).is_massive());
        let mut near = open.clone();
        for step in Cell::new(0, 0).neighbors8() {
            near |= &open.shifted(step);
        }
        Self { level, near }
    }

    fn ink(&self, cell: Cell) -> u8 {
        let lies = self.level.ground_at(cell);
        if lies != Ground::Bare {
            return GROUND + lies.code();
        }
        match self.level.at(cell) {
            Terrain::Floor => FLOOR,
            Terrain::Corridor => CORRIDOR,
            Terrain::Door => DOOR,
            Terrain::StairsUp | Terrain::StairsDown => STAIRS,
            _ if self.near.contains(cell) => WALL,
            _ => ROCK,
        }
    }
}
