//! Walls and doors.

use super::id::Ids;
use super::scene_layout::Plot;
use super::schema::{Flags, Wall};
use crate::outline::{Outline, SecretDoors};
use undercroft::dungeon::{Door, DoorKind, DoorState, Dungeon};

/// Restrictions: nothing passes, everything passes.
const NORMAL: u8 = 20;
const NONE: u8 = 0;

/// The walls and doors of a level.
pub fn walls(dungeon: &Dungeon, plot: &Plot, ids: Ids) -> Vec<Wall> {
    let outline = Outline::from_level(dungeon, &plot.level, plot.scale, SecretDoors::Door);
    let mut walls = Vec::new();
    for pair in outline.walls.iter().flat_map(|wall| wall.windows(2)) {
        walls.extend(wall(plot, ids, walls.len(), [plot.at(pair[0]), plot.at(pair[1])], Kind::WALL));
    }
    for window in &outline.windows {
        walls.extend(wall(plot, ids, walls.len(), window.map(|end| plot.at(end)), Kind::WINDOW));
    }
    for portal in &outline.portals {
        let kind = Kind::from_door(dungeon.door(portal.door));
        walls.extend(wall(plot, ids, walls.len(), portal.ends.map(|end| plot.at(end)), kind));
    }
    walls
}

/// What a wall is to those who come to it.
#[derive(Clone, Copy)]
struct Kind {
    /// Whether light, sight and sound stop at it.
    opaque: bool,
    /// 0 wall, 1 door, 2 secret door.
    door: u8,
    /// 0 closed, 1 open, 2 locked.
    state: u8,
}

impl Kind {
    const WALL: Self = Self { opaque: true, door: 0, state: 0 };
    const WINDOW: Self = Self { opaque: false, door: 0, state: 0 };

    fn from_door(door: &Door) -> Self {
        let state = match (door.kind, door.state) {
            (_, DoorState::Open) => 1,
            (DoorKind::Barred, _) | (_, DoorState::Locked) => 2,
            (_, DoorState::Closed) => 0,
        };
        Self { opaque: door.kind != DoorKind::Portcullis, door: if door.secret { 2 } else { 1 }, state }
    }
}

/// A wall, unless it is so short that both ends are the same pixel.
fn wall(plot: &Plot, ids: Ids, index: usize, [[x0, y0], [x1, y1]]: [[i32; 2]; 2], kind: Kind) -> Option<Wall> {
    let passes = if kind.opaque { NORMAL } else { NONE };
    let wall = Wall {
        id: ids.id(&format!("wall {} {index}", plot.level.z)),
        c: [x0, y0, x1, y1],
        light: passes,
        movement: NORMAL,
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
