//! Universal VTT (`.uvtt`, `.dd2vtt`): a picture with its walls, doors and lights, one file for each level.
//!
//! The format is Dungeondraft's, version 0.3, as its makers and importers describe it
//! (<https://arkenforge.com/universal-vtt-files/>). All lengths are in squares of the table. `closed` means *blocks light*
//! to those who read it: a portal that is not closed becomes a window, or nothing. So every door that can be shut is
//! closed here, however it stands, and a portcullis, which stops feet but not light, is not.

mod base64;
mod uvtt_format;
mod wire;

use super::outline::{Outline, Scale, SecretDoors, WallPoint};
use super::table_contents::{self, TableLight};
use super::tabletop::{self, TableOptions};
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
    let write = |level: &&Level| {
        let name = file_name(&dungeon, several.then_some(level.z), options);
        write_level(&dungeon, level, scale, options, meter).map(|bytes| File::new(name, bytes))
    };
    levels.iter().map(write).collect()
}

fn write_level(
    dungeon: &Dungeon,
    level: &Level,
    scale: Scale,
    options: &UvttOptions,
    meter: &WorkMeter,
) -> Result<Vec<u8>, WriteError> {
    let backdrop = options.table.backdrop(dungeon, level, scale, meter)?;
    meter.ask()?;
    let outline = Outline::from_level(dungeon, level, scale, options.secret_doors);
    meter.ask()?;
    let squares = |cells: i32| cells * i32::from(scale.squares);
    let document = Document {
        format: 0.3,
        resolution: Resolution {
            map_origin: At::squares(0, 0),
            map_size: At::squares(squares(level.size().width()), squares(level.size().height())),
            pixels_per_grid: backdrop.pixels,
        },
        line_of_sight: lines_of_sight(dungeon, level, scale, &outline),
        objects_line_of_sight: Vec::new(),
        portals: outline
            .portals
            .iter()
            .map(|portal| opening(portal.ends, stops_light(dungeon.door(portal.door)), portal.freestanding))
            .chain(outline.windows.iter().map(|&window| opening(window, false, false)))
            .collect(),
        environment: Environment { baked_lighting: false, ambient_light: "ffffffff" },
        lights: lights(dungeon, level, scale),
        image: base64::encode(&backdrop.png),
    };
    let mut writer = MeteredWriter::new(meter);
    // Memory takes every byte: only the meter makes writing fail.
    serde_json::to_writer(&mut writer, &document).map_err(|_| Cancelled)?;
    Ok(writer.bytes)
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

fn lights(dungeon: &Dungeon, level: &Level, scale: Scale) -> Vec<Light> {
    let light = |TableLight { at, light }: TableLight| Light {
        position: at.into(),
        range: (i32::from(light.dim_feet) / tabletop::square_feet(dungeon, scale)).max(1),
        intensity: 1,
        color: FLAME,
        shadows: true,
    };
    table_contents::lights(dungeon, level, scale).into_iter().map(light).collect()
}

/// What stops sight: walls, then furniture as closed loops.
fn lines_of_sight(dungeon: &Dungeon, level: &Level, scale: Scale, outline: &Outline) -> Vec<Vec<At>> {
    let line = |points: &[WallPoint]| points.iter().copied().map(At::from).collect();
    let walls = outline.walls.iter().map(|wall| line(wall));
    let features = table_contents::opaque_features(dungeon, level);
    walls.chain(features.map(|feature| line(&scale.cell_loop(feature.rect())))).collect()
}

/// `drowned-crypt.uvtt`, or `drowned-crypt-z-1.uvtt` where there are several levels.
fn file_name(dungeon: &Dungeon, z: Option<i32>, options: &UvttOptions) -> String {
    let ending = match options.ending {
        Ending::Uvtt => "uvtt",
        Ending::Dd2vtt => "dd2vtt",
    };
    let stem = options.stem.clone().unwrap_or_else(|| tabletop::slug(&dungeon.name));
    z.map_or_else(|| format!("{stem}.{ending}"), |z| format!("{stem}-z{z}.{ending}"))
}
