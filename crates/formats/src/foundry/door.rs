//! Walls and doors.

use super::id::Ids;
use super::scene_layout::Plot;
use super::schema::{Flags, Wall};
use crate::outline::{SecretDoors, WallLines, WallPoint};
use crate::table_contents;
use undercroft::dungeon::{Door, DoorKind, DoorState, Dungeon};
use undercroft_grid::{Cell, Dir};

/// Restrictions: nothing passes, everything passes.
const NORMAL: u8 = 20;
const NONE: u8 = 0;

/// The walls and doors of a level.
pub fn walls(dungeon: &Dungeon, plot: &Plot, ids: Ids) -> Vec<Wall> {
    let outline = WallLines::from_level(dungeon, &plot.level, plot.scale(), SecretDoors::Door, plot.walls);
    let mut walls = Vec::new();
    for pair in outline.walls.iter().flat_map(|wall| wall.windows(2)) {
        walls.extend(wall(plot, ids, walls.len(), [plot.at(pair[0]), plot.at(pair[1])], Kind::WALL));
    }
    for window in &outline.windows {
        walls.extend(wall(plot, ids, walls.len(), window.map(|end| plot.at(end)), Kind::BODIES));
    }
    for portal in &outline.portals {
        let kind = Kind::from_door(dungeon.door(portal.door));
        walls.extend(wall(plot, ids, walls.len(), portal.ends.map(|end| plot.at(end)), kind));
    }
    for feature in table_contents::opaque_features(dungeon, &plot.level) {
        let corners = plot.scale().cell_loop(feature.rect());
        let kind = Kind { bodies: feature.blocks, ..Kind::WALL };
        for pair in corners.windows(2) {
            walls.extend(wall(plot, ids, walls.len(), [plot.at(pair[0]), plot.at(pair[1])], kind));
        }
    }
    for ends in shores(plot) {
        walls.extend(wall(plot, ids, walls.len(), ends.map(|end| plot.at(end)), Kind::BODIES));
    }
    walls
}

/// The straight lines between what stops bodies and floor where they can be: round deep water and chasms.
fn shores(plot: &Plot) -> Vec<[WallPoint; 2]> {
    let level = &plot.level;
    let side = plot.scale().cell();
    let parts = |a: Cell, b: Cell| {
        let is_free = |cell: Cell| !level.at(cell).is_massive() && !level.ground_at(cell).is_solid();
        level.ground_at(a).is_solid() && is_free(b) || level.ground_at(b).is_solid() && is_free(a)
    };
    let size = level.size();
    let mut lines = Vec::new();
    for (dir, across, along) in [(Dir::North, size.height(), size.width()), (Dir::West, size.width(), size.height())] {
        for line in 1..across {
            let cell = |step: i32| if dir == Dir::North { Cell::new(step, line) } else { Cell::new(line, step) };
            let is_shore = |step: i32| parts(cell(step), cell(step) + dir);
            let mut step = 0;
            while step < along {
                let length = (step..along).take_while(|&next| is_shore(next)).count() as i32;
                if length > 0 {
                    let corner = |step: i32| cell(step);
                    lines.push(
                        [corner(step), corner(step + length)].map(|at| WallPoint { x: at.x * side, y: at.y * side }),
                    );
                }
                step += length.max(1);
            }
        }
    }
    lines
}

/// What a wall is to those who come to it.
#[derive(Clone, Copy)]
struct Kind {
    /// Whether light, sight and sound stop at it.
    opaque: bool,
    /// Whether bodies stop at it.
    bodies: bool,
    /// 0 wall, 1 door, 2 secret door.
    door: u8,
    /// 0 closed, 1 open, 2 locked.
    state: u8,
}

impl Kind {
    const WALL: Self = Self { opaque: true, bodies: true, door: 0, state: 0 };
    /// Stops bodies, and nothing else: a shore, a window.
    const BODIES: Self = Self { opaque: false, ..Self::WALL };

    fn from_door(door: &Door) -> Self {
        let state = match (door.kind, door.state) {
            // What hides a doorway is shut until it is found.
            (kind, DoorState::Open) => u8::from(kind.has_leaf() || !door.secret),
            (DoorKind::Barred, _) | (_, DoorState::Locked) => 2,
            (_, DoorState::Closed) => 0,
        };
        Self { opaque: door.kind != DoorKind::Portcullis, bodies: true, door: if door.secret { 2 } else { 1 }, state }
    }
}

/// A wall, unless it is so short that both ends are the same pixel.
fn wall(plot: &Plot, ids: Ids, index: usize, [[x0, y0], [x1, y1]]: [[i32; 2]; 2], kind: Kind) -> Option<Wall> {
    let passes = if kind.opaque { NORMAL } else { NONE };
    let wall = Wall {
        id: ids.id(&format!("wall {} {index}", plot.level.z)),
        c: [x0, y0, x1, y1],
        light: passes,
        movement: if kind.bodies { NORMAL } else { NONE },
        sight: passes,
        sound: passes,
        dir: 0,
        door: kind.door,
        ds: kind.state,
        levels: plot.levels(),
        flags: Flags::new(),
    };
    ([x0, y0] != [x1, y1]).then_some(wall)
}
