//! The ground that scenes are laid out on: levels with their pictures.

use undercroft_grid::{Cell, Rect};

use super::id::{Id, Ids};
use super::{FoundryOptions, Version};
use crate::outline::{SQUARE, Scale, WallPoint, WallStyle};
use crate::output::{File, WriteError};
use crate::table_frame::TableFrame;
use crate::table_picture;
use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::WorkMeter;

/// The height of a storey. [Unit: feet]
const STOREY_FEET: i32 = 10;
/// The level that tokens are on by default.
const DEFAULT_LEVEL: &str = "defaultLevel0000";

/// A level with all that its documents have in common.
pub struct Plot {
    /// The level.
    pub level: Level,
    /// The scene it is in.
    pub scene: Id,
    /// Its id, in version 14.
    pub id: Option<Id>,
    /// The height of its floor. [Unit: feet]
    pub bottom: i32,
    /// How many levels lie below it.
    pub rank: i32,
    /// Its pictures: one, or several that lie side by side.
    pub pictures: Vec<PlacedPicture>,
    /// What of the level is shown: the same for all levels of a scene.
    pub frame: TableFrame,
    /// The side of a square. [Unit: pixels]
    pub grid: i32,
    /// The line that its walls follow.
    pub walls: WallStyle,
}

/// A picture of a level, or of a part of it.
pub struct PlacedPicture {
    /// Where it will be.
    pub src: String,
    /// The cells that it shows.
    pub cells: Rect,
}

impl Plot {
    /// How squares are counted.
    pub const fn scale(&self) -> Scale {
        self.frame.scale
    }

    /// The picture below everything, where one is enough.
    pub fn background(&self) -> Option<String> {
        match self.pictures.as_slice() {
            [only] => Some(only.src.clone()),
            _ => None,
        }
    }

    /// The height of its ceiling. [Unit: feet]
    pub const fn top(&self) -> i32 {
        self.bottom + STOREY_FEET
    }

    /// A length in pixels, to the nearest.
    pub const fn pixels(&self, thousandths: i32) -> i32 {
        ((thousandths as i64 * self.grid as i64 + SQUARE as i64 / 2) / SQUARE as i64) as i32
    }

    /// A place in pixels.
    pub fn at(&self, point: WallPoint) -> [i32; 2] {
        let WallPoint { x, y } = self.frame.local(point);
        [x, y].map(|at| self.pixels(at))
    }

    /// A corner of the lattice of cells in pixels.
    pub fn corner(&self, corner: Cell) -> [i32; 2] {
        let side = self.scale().cell();
        self.at(WallPoint { x: corner.x * side, y: corner.y * side })
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
    let levels = levels(dungeon);
    let (mut plots, mut files) = (Vec::new(), Vec::new());
    let ground = dungeon.levels.iter().filter(|level| level.z < levels.first().map_or(0, |level| level.z)).count();
    for level in levels {
        // The levels of a scene lie one above the other.
        let frame = match options.version {
            Version::V13 => TableFrame::around_floor([level], scale),
            Version::V14 => TableFrame::around_floor(&dungeon.levels, scale),
        };
        let backdrop = table_picture::backdrop(&options.table, dungeon, level, frame, meter)?;
        let rank = dungeon.levels.iter().filter(|other| other.z < level.z).count() as i32;
        let first = plots.is_empty();
        let (scene, id) = match options.version {
            Version::V13 => (ids.id(&format!("scene {}", level.z)), None),
            Version::V14 if first => (ids.id("scene"), Some(Id(DEFAULT_LEVEL.to_owned()))),
            Version::V14 => (ids.id("scene"), Some(ids.id(&format!("level {}", level.z)))),
        };
        let mut pictures = Vec::new();
        for part in backdrop.parts {
            let place = part.place.map_or_else(String::new, |place| format!("-{place}"));
            let name = format!("maps/z{}{place}.png", level.z);
            pictures.push(PlacedPicture { src: format!("modules/{module}/{name}"), cells: part.frame.cells });
            files.push(File::new(name, part.png));
        }
        plots.push(Plot {
            scene,
            id,
            bottom: (rank - ground as i32) * STOREY_FEET,
            rank,
            pictures,
            frame,
            grid: backdrop.pixels as i32,
            walls: options.table.walls,
            level: level.clone(),
        });
    }
    // All levels of a scene have one grid; a coarser picture is stretched.
    if options.version == Version::V14 {
        let grid = plots.iter().map(|plot| plot.grid).max().unwrap_or(0);
        plots.iter_mut().for_each(|plot| plot.grid = grid);
    }
    Ok((plots, files))
}

/// The levels, that of the entrance first, the others from the highest down.
fn levels(dungeon: &Dungeon) -> Vec<&Level> {
    let entrance = dungeon.entrance.as_ref().and_then(|entrance| dungeon.rooms.get(entrance.room.index()));
    let ground = entrance.map_or(0, |room| room.z);
    let mut levels: Vec<&Level> = dungeon.levels.iter().collect();
    // Sorting keeps the order of equals.
    levels.sort_by_key(|level| level.z != ground);
    levels
}
