//! Universal VTT (`.uvtt`, `.dd2vtt`): a picture with its walls, doors and lights, one file for each level, or one for each
//! part of a level that is too large for one picture.
//!
//! The format is Dungeondraft's, version 0.3, as its makers and importers describe it
//! (<https://arkenforge.com/universal-vtt-files/>). All lengths are in squares of the table. `closed` means *blocks light*
//! to those who read it: a portal that is not closed becomes a window, or nothing. So every door that can be shut is
//! closed here, however it stands, and a portcullis, which stops feet but not light, is not.

mod base64;
mod uvtt_format;
mod wire;

use super::outline::{SecretDoors, WallLines, WallPoint};
use super::table_contents::{self, TableLight};
use super::table_frame::TableFrame;
use super::table_picture::{self, Backdrop, PartPlace, PicturePart};
use super::tabletop::{self, TableOptions};
use super::wall_clip::clip_wall;
use crate::output::{File, WriteError};
use undercroft::dungeon::{Door, DoorKind, Dungeon, Level};
use undercroft_draw::{Cancelled, Levels, MeteredWriter, WorkMeter};
pub use uvtt_format::FORMAT;
use wire::{At, Document, Environment, Light, Opening, Resolution};

/// The colour of a flame: alpha, red, green, blue.
const FLAME: &str = "ffffc87f";

/// The ending of a file's name; what is in the file is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// `.uvtt`
    #[default]
    Uvtt,
    /// `.dd2vtt`, for readers that want Dungeondraft's.
    Dd2vtt,
}

/// What to write and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UvttOptions {
    /// Squares, pixels, picture.
    pub table: TableOptions,
    /// What secret doors are.
    pub secret_doors: SecretDoors,
    /// Which levels are written.
    pub levels: Levels,
    /// The files' name without its ending; `None` for the dungeon's.
    pub stem: Option<String>,
    /// The ending of the files' names.
    pub ending: Ending,
}

/// Writes a dungeon, one file for each level, the highest first.
///
/// # Errors
/// When an option is out of its limits, or a level is so large that no picture of it can be made.
pub fn write(dungeon: &Dungeon, options: &UvttOptions) -> Result<Vec<File>, WriteError> {
    write_metered(dungeon, options, &WorkMeter::unlimited())
}

/// Writes a dungeon as [`write()`] does, unless the meter stops.
///
/// # Errors
/// As [`write()`], and [`WriteError::Cancelled`] where the sink of the meter asked to stop.
pub fn write_metered(dungeon: &Dungeon, options: &UvttOptions, meter: &WorkMeter) -> Result<Vec<File>, WriteError> {
    let dungeon = options.table.known(dungeon);
    let scale = options.table.scale(&dungeon)?;
    let levels: Vec<&Level> = dungeon.levels.iter().filter(|level| options.levels.shows(level.z)).collect();
    let several = levels.len() > 1;
    let mut files = Vec::new();
    for level in levels {
        let frame = TableFrame::around_floor([level], scale);
        let backdrop = table_picture::backdrop(&options.table, &dungeon, level, frame, meter)?;
        meter.ask()?;
        let outline = WallLines::from_level(&dungeon, level, scale, options.secret_doors, options.table.walls);
        for part in &backdrop.parts {
            meter.ask()?;
            let name = file_name(&dungeon, level.z, several, part.place, options);
            files.push(File::new(name, write_part(&dungeon, level, &outline, part, backdrop.pixels, meter)?));
        }
    }
    Ok(files)
}

/// The pictures of the levels that are written.
fn backdrops(dungeon: &Dungeon, options: &UvttOptions, meter: &WorkMeter) -> Result<Vec<Backdrop>, WriteError> {
    let dungeon = options.table.known(dungeon);
    let scale = options.table.scale(&dungeon)?;
    let levels = dungeon.levels.iter().filter(|level| options.levels.shows(level.z));
    let backdrop = |level: &Level| {
        let frame = TableFrame::around_floor([level], scale);
        table_picture::backdrop(&options.table, &dungeon, level, frame, meter)
    };
    levels.map(backdrop).collect()
}

/// A part of a level, or the whole of it, complete in itself.
fn write_part(
    dungeon: &Dungeon,
    level: &Level,
    outline: &WallLines,
    part: &PicturePart,
    pixels: u32,
    meter: &WorkMeter,
) -> Result<Vec<u8>, WriteError> {
    let frame = part.frame;
    let [width, height] = frame.squares();
    let document = Document {
        format: 0.3,
        resolution: Resolution {
            map_origin: At::squares(0, 0),
            map_size: At::squares(width, height),
            pixels_per_grid: pixels,
        },
        line_of_sight: lines_of_sight(dungeon, level, outline, frame),
        objects_line_of_sight: Vec::new(),
        portals: openings(dungeon, outline, frame),
        environment: Environment { baked_lighting: false, ambient_light: "ffffffff" },
        lights: lights(dungeon, level, frame),
        image: base64::encode(&part.png),
    };
    let mut writer = MeteredWriter::new(meter);
    // Memory takes every byte: only the meter makes writing fail.
    serde_json::to_writer(&mut writer, &document).map_err(|_| Cancelled)?;
    Ok(writer.bytes)
}

/// Doors, then windows.
fn openings(dungeon: &Dungeon, outline: &WallLines, frame: TableFrame) -> Vec<Opening> {
    let doors = outline.portals.iter().map(|portal| {
        let closed = stops_light(dungeon.door(portal.door));
        (portal.ends, closed, portal.freestanding)
    });
    let windows = outline.windows.iter().map(|&window| (window, false, false));
    let here = doors.chain(windows).filter(|(ends, ..)| frame.has_line(*ends));
    here.map(|(ends, closed, freestanding)| {
        opening(ends.map(|end| frame.local(frame.nearest(end))), closed, freestanding)
    })
    .collect()
}

fn opening([from, to]: [WallPoint; 2], closed: bool, freestanding: bool) -> Opening {
    let middle = WallPoint { x: i32::midpoint(from.x, to.x), y: i32::midpoint(from.y, to.y) };
    Opening {
        position: middle.into(),
        bounds: [from.into(), to.into()],
        rotation: if from.y == to.y { 0.0 } else { std::f64::consts::FRAC_PI_2 },
        closed,
        freestanding,
    }
}

/// Whether a door stops light when it is shut.
const fn stops_light(door: &Door) -> bool {
    matches!(door.kind, DoorKind::Door | DoorKind::Barred) || door.secret
}

fn lights(dungeon: &Dungeon, level: &Level, frame: TableFrame) -> Vec<Light> {
    let light = |TableLight { at, light }: TableLight| Light {
        position: frame.local(at).into(),
        range: (i32::from(light.dim_feet) / tabletop::square_feet(dungeon, frame.scale)).max(1),
        intensity: 1,
        color: FLAME,
        shadows: true,
    };
    let all = table_contents::lights(dungeon, level, frame.scale).into_iter();
    all.filter(|light| frame.has_point(light.at)).map(light).collect()
}

/// What stops sight: walls, then furniture as closed loops.
fn lines_of_sight(dungeon: &Dungeon, level: &Level, outline: &WallLines, frame: TableFrame) -> Vec<Vec<At>> {
    let features = table_contents::opaque_features(dungeon, level);
    let furniture = features.map(|feature| frame.scale.cell_loop(feature.rect()).to_vec());
    let lines = outline.walls.iter().cloned().chain(furniture);
    let place = |point: WallPoint| At::from(frame.local(point));
    let shown = lines.flat_map(|line| clip_wall(&line, frame));
    shown.map(|line| line.into_iter().map(place).collect()).collect()
}

/// `drowned-crypt.uvtt`, `drowned-crypt-z-1.uvtt` where there are several levels, or `drowned-crypt-z-1-r1c2.uvtt` where a
/// level is cut into parts.
fn file_name(dungeon: &Dungeon, z: i32, several: bool, place: Option<PartPlace>, options: &UvttOptions) -> String {
    let ending = match options.ending {
        Ending::Uvtt => "uvtt",
        Ending::Dd2vtt => "dd2vtt",
    };
    let stem = options.stem.clone().unwrap_or_else(|| tabletop::slug(&dungeon.name));
    let level = if several || place.is_some() { format!("-z{z}") } else { String::new() };
    let part = place.map_or_else(String::new, |place| format!("-{place}"));
    format!("{stem}{level}{part}.{ending}")
}
