//! The first room: an entrance template with a socket on the entrance side.

use undercroft_grid::{Cell, Dir, Rect};

use super::super::PlaceError;
use super::solve::{Builder, Offer};
use super::state::Door;
use super::world::World;
use crate::dungeon::Role;
use crate::recipe::Recipe;
use crate::template::{OrientedCandidate, along_wall};

/// How many cells of each line towards the entrance side are tried for the door on a mask.
const FRONTS_PER_LINE: usize = 4;

/// Places an entrance so that one of its sockets looks to the entrance side, opens it, and keeps everything that lies
/// farther out than its runway free.
pub fn entrance(recipe: &Recipe, builder: &mut Builder) -> Result<Door, PlaceError> {
    let side = recipe.entrance_side;
    let pool = builder.pool();
    let candidates = (0..).zip(pool.candidates()).filter(|(_, candidate)| candidate.role == Some(Role::Entrance));
    let mut choices: Vec<(u32, &OrientedCandidate, Cell)> = Vec::new();
    for (id, candidate) in candidates {
        for turned in &candidate.turned {
            choices.extend(turned.sockets[side.index()].iter().map(|&(_, cell)| (id, turned, cell)));
        }
    }
    builder.stream.shuffle(&mut choices);
    for door in fronts(recipe, builder) {
        for &(candidate, turned, socket) in &choices {
            let offer = Offer { candidate, turned, at: door - socket, joint: None };
            if builder.place(&offer)?.is_ok() {
                return Ok(open_entrance(recipe, builder, door));
            }
        }
    }
    Err(PlaceError::NoEntrance { side: format!("{side:?}").to_lowercase() })
}

/// The corridor before the entrance.
pub fn runway(recipe: &Recipe, door: Rect, normal: Dir) -> Rect {
    let first = Rect { ..door }.shift(normal.delta());
    let length = recipe.corridors.runway.max(1);
    first.hull(door.shift(Cell::new(normal.delta().x * length, normal.delta().y * length)))
}

/// The cells that the door may have, best first.
fn fronts(recipe: &Recipe, builder: &Builder) -> Vec<Cell> {
    let bounds = builder.state.world.bounds();
    match &recipe.mask {
        Some(mask) if mask.free(0).is_some() => masked_fronts(recipe, bounds, &builder.state.world),
        _ => vec![front(recipe, builder.settings.size, bounds)],
    }
}

/// The outermost cells of a mask that have a free runway before them, some for each line towards the entrance side: those
/// farthest out first, and of them those near the middle.
fn masked_fronts(recipe: &Recipe, bounds: Rect, world: &World) -> Vec<Cell> {
    let (side, middle) = (recipe.entrance_side, bounds.center());
    let is_front = |&cell: &Cell| {
        let runway = runway(recipe, Rect::at(cell, 1, 1), side);
        world.at(cell).is_free() && bounds.contains_rect(runway) && runway.cells().all(|cell| world.at(cell).is_free())
    };
    let (along, lines) = if side.is_horizontal() { (Dir::South, bounds.height()) } else { (Dir::East, bounds.width()) };
    let depth = if side.is_horizontal() { bounds.width() } else { bounds.height() };
    let corner = match side {
        Dir::North | Dir::West => bounds.min(),
        Dir::South => Cell::new(bounds.left, bounds.bottom - 1),
        Dir::East => Cell::new(bounds.right - 1, bounds.top),
    };
    let mut fronts: Vec<(i32, i32, Cell)> = Vec::new();
    for line in 0..lines {
        let cells = (0..depth).map(|inward| (inward, corner.step(along, line).step(side.opposite(), inward)));
        let outermost = cells.filter(|(_, cell)| is_front(cell)).take(FRONTS_PER_LINE);
        fronts.extend(outermost.map(|(inward, cell)| (inward, (cell - middle).manhattan(Cell::new(0, 0)), cell)));
    }
    fronts.sort_unstable();
    fronts.into_iter().map(|(_, _, cell)| cell).collect()
}

/// The door's cell: in the middle of the entrance side, as near to it as the runway allows.
fn front(recipe: &Recipe, size: [Option<i32>; 2], bounds: Rect) -> Cell {
    let (middle, depth) = (bounds.center(), recipe.corridors.runway.max(1));
    let [width, height] = size;
    let (x, y) = match recipe.entrance_side {
        Dir::North => (middle.x, height.map_or(middle.y, |_| bounds.top + depth)),
        Dir::South => (middle.x, height.map_or(middle.y, |_| bounds.bottom - 1 - depth)),
        Dir::West => (width.map_or(middle.x, |_| bounds.left + depth), middle.y),
        Dir::East => (width.map_or(middle.x, |_| bounds.right - 1 - depth), middle.y),
    };
    Cell::new(x, y)
}

/// Opens the entrance: as many cells beside the chosen one as are sockets and no wider than a corridor.
pub fn open_entrance(recipe: &Recipe, builder: &mut Builder, cell: Cell) -> Door {
    let side = recipe.entrance_side;
    let world = &mut builder.state.world;
    let beside = (1..recipe.corridors.width).take_while(|&i| world.at(cell.step(along_wall(side), i)).has_socket(side));
    let last = cell.step(along_wall(side), beside.last().unwrap_or(0));
    let cells = Rect::new(cell.x, cell.y, last.x + 1, last.y + 1);
    world.set_open(cells, true);
    let runway = runway(recipe, cells, side);
    world.reserve(runway);
    let bounds = world.bounds();
    world.confine(match side {
        Dir::North => Rect { top: runway.top, ..bounds },
        Dir::East => Rect { right: runway.right, ..bounds },
        Dir::South => Rect { bottom: runway.bottom, ..bounds },
        Dir::West => Rect { left: runway.left, ..bounds },
    });
    Door { cells, normal: side, rooms: [0, 0] }
}
