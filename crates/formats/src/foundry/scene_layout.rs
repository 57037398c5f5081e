//! The ground that scenes are laid out on: levels of one size with their pictures.

use undercroft_grid::{Cell, Grid, Size};

use super::id::{Id, Ids};
use super::{FoundryOptions, Version};
use crate::outline::{SQUARE, Scale, WallPoint};
use crate::output::{File, WriteError};
use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::WorkMeter;

/// The height of a storey. [Unit: feet]
const STOREY_FEET: i32 = 10;
/// Grids of smaller squares are a nuisance to work with; a coarser picture is stretched. [Unit: pixels]
const MIN_GRID: u32 = 50;
/// The level that tokens are on by default.
const DEFAULT_LEVEL: &str = "defaultLevel0000";

/// A level with all that its documents have in common.
pub struct Plot {
    /// The level, as large as all others of its scene.
    pub level: Level,
    /// The scene it is in.
    pub scene: Id,
    /// Its id, in version 14.
    pub id: Option<Id>,
    /// The height of its floor. [Unit: feet]
    pub bottom: i32,
    /// How many levels lie below it.
    pub rank: i32,
    /// Where its picture will be.
    pub picture: String,
    /// How squares are counted.
    pub scale: Scale,
    /// The side of a square. [Unit: pixels]
    pub grid: i32,
}

impl Plot {
    /// The height of its ceiling. [Unit: feet]
    pub const fn top(&self) -> i32 {
        self.bottom + STOREY_FEET
    }

    /// A length in pixels, to the nearest.
    pub const fn pixels(&self, thousandths: i32) -> i32 {
        ((thousandths as i64 * self.grid as i64 + SQUARE as i64 / 2) / SQUARE as i64) as i32
    }

    /// A place in pixels.
    pub const fn at(&self, point: WallPoint) -> [i32; 2] {
        [self.pixels(point.x), self.pixels(point.y)]
    }

    /// A corner of the lattice of cells in pixels.
    pub fn corner(&self, corner: Cell) -> [i32; 2] {
        [corner.x, corner.y].map(|at| self.pixels(at * self.scale.cell()))
    }

    /// The list that a document on this level carries.
    pub fn levels(&self) -> Option<[Id; 1]> {
        self.id.clone().map(|id| [id])
    }

    /// The height that things on this level have.
    pub fn elevation(&self) -> i32 {
        if self.id.is_some() { self.bottom } else { 0 }
    }
}

/// The plots of a dungeon, the level of the entrance first, and their pictures.
pub fn plots(
    dungeon: &Dungeon,
    module: &str,
    ids: Ids,
    options: &FoundryOptions,
    meter: &WorkMeter,
) -> Result<(Vec<Plot>, Vec<File>), WriteError> {
    let scale = options.table.scale(dungeon)?;
    let levels = levels(dungeon, options.version);
    let (mut plots, mut pictures) = (Vec::new(), Vec::new());
    let ground = dungeon.levels.iter().filter(|level| level.z < levels.first().map_or(0, |level| level.z)).count();
    for level in levels {
        let backdrop = options.table.backdrop(dungeon, &level, scale, meter)?;
        let name = format!("maps/z{}.png", level.z);
        let rank = dungeon.levels.iter().filter(|other| other.z < level.z).count() as i32;
        let first = plots.is_empty();
        let (scene, id) = match options.version {
            Version::V13 => (ids.id(&format!("scene {}", level.z)), None),
            Version::V14 if first => (ids.id("scene"), Some(Id(DEFAULT_LEVEL.to_owned()))),
            Version::V14 => (ids.id("scene"), Some(ids.id(&format!("level {}", level.z)))),
        };
        plots.push(Plot {
            scene,
            id,
            bottom: (rank - ground as i32) * STOREY_FEET,
            rank,
            picture: format!("modules/{module}/{name}"),
            scale,
            grid: backdrop.pixels.clamp(MIN_GRID, i32::MAX as u32) as i32,
            level,
        });
        pictures.push(File::new(name, backdrop.png));
    }
    // All levels of a scene have one grid.
    if options.version == Version::V14 {
        let grid = plots.iter().map(|plot| plot.grid).max().unwrap_or(0);
        plots.iter_mut().for_each(|plot| plot.grid = grid);
    }
    Ok((plots, pictures))
}

/// The levels, that of the entrance first, the others from the highest down; in version 14 all of the same size.
fn levels(dungeon: &Dungeon, version: Version) -> Vec<Level> {
    let entrance = dungeon.entrance.as_ref().and_then(|entrance| dungeon.rooms.get(entrance.room.index()));
    let ground = entrance.map_or(0, |room| room.z);
    let side = |side: fn(Size) -> i32| dungeon.levels.iter().map(|level| side(level.size())).max().unwrap_or(1);
    let size = Size::of(side(Size::width), side(Size::height));
    let wanted = |level: &Level| if version == Version::V14 { size } else { level.size() };
    let mut levels: Vec<Level> = dungeon.levels.iter().map(|level| padded(level, wanted(level))).collect();
    // Sorting keeps the order of equals.
    levels.sort_by_key(|level| level.z != ground);
    levels
}

/// The level with rock to the east and south of it.
fn padded(level: &Level, size: Size) -> Level {
    let mut padded = Level::new(level.z, Grid::from_fn(size, |cell| level.at(cell)));
    padded.set_ground(Grid::from_fn(size, |cell| level.ground_at(cell)));
    padded
}
