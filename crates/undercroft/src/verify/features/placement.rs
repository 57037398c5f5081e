//! Where a single feature lies: on the floor of its room, off what is kept clear, or in a wall that it faces from.
//!
//! A dungeon does not hold which grounds a kind may lie on. What needs no kind is judged: nothing lies on a chasm, and
//! on deep water floats only what stands, is not flat, and lies on water with every cell, as a boat does.

use undercroft_grid::{Cell, Dir};

use super::room_space::RoomSpace;
use crate::dungeon::{Feature, Ground, Level, Mount, Terrain};
use crate::verify::FlawCode;

/// What is wrong with the place of a feature: the cells, and what it does there.
pub(super) struct Misplacement {
    pub(super) code: FlawCode,
    pub(super) why: String,
    pub(super) cells: Vec<Cell>,
}

impl Misplacement {
    fn new(code: FlawCode, why: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self { code, why: why.into(), cells }
    }
}

/// What is wrong with the place of a feature of a room.
pub(super) fn misplacement(space: &RoomSpace, feature: &Feature) -> Option<Misplacement> {
    if let Some(why) = contradiction(feature) {
        return Some(Misplacement::new(FlawCode::FeatureSize, why, vec![feature.cell]));
    }
    let room = space.room.id;
    if feature.z != space.level.z {
        let why = format!("lies on another level than room {room}");
        return Some(Misplacement::new(FlawCode::FeatureOutsideRoom, why, vec![feature.cell]));
    }
    let is_floor = |cell: Cell| space.floor.contains(space.local(cell));
    if feature.mount == Mount::Wall {
        let is_wall = |cell: Cell| space.level.at(cell) == Terrain::Wall;
        let why = || format!("is not in a wall with its front to room {room}");
        let cells = unmounted(feature, is_wall, is_floor);
        return cells.map(|cells| Misplacement::new(FlawCode::FeatureWallMount, why(), cells));
    }
    let outside: Vec<Cell> = feature.cells().filter(|&cell| !is_floor(cell)).collect();
    if !outside.is_empty() {
        let why = format!("does not lie on the floor of room {room}");
        return Some(Misplacement::new(FlawCode::FeatureOutsideRoom, why, outside));
    }
    on_bad_ground(space.level, feature).or_else(|| in_the_way(space, feature))
}

/// What is wrong with the place of a feature that belongs to no room: it lies in a corridor, where it lets bodies pass.
pub(super) fn corridor_misplacement(level: &Level, feature: &Feature) -> Option<Misplacement> {
    if let Some(why) = contradiction(feature) {
        return Some(Misplacement::new(FlawCode::FeatureSize, why, vec![feature.cell]));
    }
    let is_corridor = |cell: Cell| level.at(cell) == Terrain::Corridor;
    if feature.mount == Mount::Wall {
        let cells = unmounted(feature, |cell| level.at(cell).is_massive(), is_corridor);
        let why = "is not in the side of a corridor, with its front to it, and belongs to no room";
        return cells.map(|cells| Misplacement::new(FlawCode::FeatureWallMount, why, cells));
    }
    let outside: Vec<Cell> = feature.cells().filter(|&cell| !is_corridor(cell)).collect();
    if feature.blocks || !outside.is_empty() {
        let why = "belongs to no room, and blocks or does not lie in a corridor";
        let cells = if outside.is_empty() { vec![feature.cell] } else { outside };
        return Some(Misplacement::new(FlawCode::FeatureOutsideRoom, why, cells));
    }
    on_bad_ground(level, feature)
}

/// Size, turn and mount that do not go together. Sides and turn keep their limits.
fn contradiction(feature: &Feature) -> Option<&'static str> {
    let [width, height] = feature.size;
    let depth = if back(feature).is_horizontal() { width } else { height };
    match feature.mount {
        Mount::Wall if depth != 1 => Some("is in a wall and more than one cell deep"),
        Mount::Wall if feature.flat => Some("is in a wall, and flat on the floor"),
        Mount::Floor if feature.flat && feature.blocks => Some("is flat and blocks"),
        Mount::Wall | Mount::Floor => None,
    }
}

/// The cells of a feature that are not in a wall, or have no floor in front.
fn unmounted(feature: &Feature, is_wall: impl Fn(Cell) -> bool, is_floor: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
    let front = back(feature).opposite();
    let cells: Vec<Cell> = feature.cells().filter(|&cell| !is_wall(cell) || !is_floor(cell + front)).collect();
    (!cells.is_empty()).then_some(cells)
}

/// The side that its back is to.
fn back(feature: &Feature) -> Dir {
    Dir::from_index(feature.turn.into())
}

fn on_bad_ground(level: &Level, feature: &Feature) -> Option<Misplacement> {
    level.ground.as_ref()?;
    let ground = |cell: &Cell| level.ground_at(*cell);
    let is_water = |cell: Cell| matches!(ground(&cell), Ground::Shallow | Ground::Deep);
    let floats = !feature.flat && feature.cells().all(is_water);
    let is_bad = |cell: &Cell| ground(cell) == Ground::Chasm || ground(cell) == Ground::Deep && !floats;
    let cells: Vec<Cell> = feature.cells().filter(is_bad).collect();
    let what = ground(cells.first()?).label();
    Some(Misplacement::new(FlawCode::FeatureOutsideRoom, format!("lies on {what} and does not float"), cells))
}

fn in_the_way(space: &RoomSpace, feature: &Feature) -> Option<Misplacement> {
    let is_kept_clear = |cell: &Cell| space.kept_clear.contains(space.local(*cell));
    let cells: Vec<Cell> = feature.cells().filter(is_kept_clear).collect();
    let why = "lies before a door, on stairs or beside them, or on a key";
    (!cells.is_empty()).then(|| Misplacement::new(FlawCode::FeatureInDoor, why, cells))
}
