//! Rooms that are drawn, get another floor, or grow and shrink by paint.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Rect, Regions};

use super::move_room::{open_entrance, recorded, route};
use super::set_aside::SetAside;
use super::settle_contents::{ContentsBefore, settle_contents};
use super::settle_ground::settle_ground;
use super::{EditError, check, derive_again, room, stubs};
use crate::derive::progression::assign_progression;
use crate::derive::tiles::rebuild_tiles;
use crate::derive::wall_fixtures::drop_misplaced;
use crate::dungeon::{Door, Dungeon, Link, LinkId, Room, RoomId, Run, Shape};
use crate::place::is_aligned;

/// Draws a room; corridors that it comes to lie on are rerouted.
pub(super) fn add_room(dungeon: &Dungeon, z: i32, floor: Vec<Run>, budget: u64) -> Result<Dungeon, EditError> {
    let id = RoomId(dungeon.rooms.len() as u32);
    let mut with_room = dungeon.clone();
    let mut drawn = Room::bare(id, z, floor.clone());
    let last = dungeon.rooms.iter().filter_map(|room| room.number).max();
    drawn.number = last.or_else(|| dungeon.rooms.is_empty().then_some(0)).map(|last| last + 1);
    with_room.rooms.push(drawn);
    lay_floor(dungeon, with_room, id, floor, budget)
}

/// Gives a room another floor; links whose doors are not in its walls any more are rerouted.
pub(super) fn reshape_room(dungeon: &Dungeon, id: RoomId, floor: Vec<Run>, budget: u64) -> Result<Dungeon, EditError> {
    if room(dungeon, id)?.floor == floor {
        return Err(EditError::SamePlace(id));
    }
    lay_floor(dungeon, dungeon.clone(), id, floor, budget)
}

/// Takes cells away from floors. Returns the rooms that had them.
pub(super) fn cut_floor(
    dungeon: &Dungeon,
    z: i32,
    cells: &[Cell],
    budget: u64,
) -> Result<(Dungeon, Vec<RoomId>), EditError> {
    let gone: BTreeSet<Cell> = cells.iter().copied().collect();
    let is_hit = |room: &&Room| room.z == z && room.cells().any(|cell| gone.contains(&cell));
    let hit: Vec<RoomId> = dungeon.rooms.iter().filter(is_hit).map(|room| room.id).collect();
    let mut new = dungeon.clone();
    for &id in &hit {
        let size = new.level(z).ok_or(EditError::NoSuchLevel(z))?.size();
        let mut left = BitGrid::new(size);
        new.room(id).cells().filter(|cell| !gone.contains(cell)).for_each(|cell| left.set(cell, true));
        match Regions::of(&left).count() {
            0 => return Err(EditError::Impossible(format!("nothing of room {id} would be left; delete it instead"))),
            1 => new = reshape_room(&new, id, Run::of_cells(&left).collect(), budget)?,
            parts => {
                return Err(EditError::Impossible(format!("room {id} would fall into {parts} parts")));
            }
        }
    }
    Ok((new, hit))
}

/// Lays the floor of a room of `new`, which is `dungeon` with that room.
fn lay_floor(
    dungeon: &Dungeon,
    mut new: Dungeon,
    id: RoomId,
    floor: Vec<Run>,
    budget: u64,
) -> Result<Dungeon, EditError> {
    check(dungeon)?;
    let z = new.room(id).z;
    let taken = check_place(&new, id, &floor)?;
    let mut recipe = recorded(dungeon)?;
    recipe.budget = recipe.budget.min(budget);
    let cut = cut_links(&new, id, &floor, &taken);
    let before = ContentsBefore::new(dungeon, Some, |_| true);
    let mut aside = SetAside::default();
    write_floor(&mut new, id, floor);
    stubs::drop_stubs(&mut new, z);
    let own = new.entrance.as_ref().filter(|entrance| entrance.room == id).map(|entrance| entrance.door);
    if own.is_some_and(|door| !is_in_wall(&new.room(id).floor, new.door(door))) {
        open_entrance(&mut new, &recipe, id, &cut)?;
    }
    route(&mut new, &mut recipe, cut)?;
    stubs::drop_stubs(&mut new, z);
    assign_progression(&mut new);
    derive_again(&mut new);
    rebuild_tiles(dungeon, &mut new, z);
    settle_ground(&mut new, z);
    drop_misplaced(&mut new);
    settle_contents(&mut new, &before, |_| true, &mut aside);
    aside.warn(&mut new);
    Ok(new)
}

fn write_floor(dungeon: &mut Dungeon, id: RoomId, floor: Vec<Run>) {
    let grid = dungeon.module_grid.filter(|_| dungeon.provenance.recipe.has_module_grid());
    let is_house = dungeon.provenance.recipe.is_house();
    let room = &mut dungeon.rooms[id.index()];
    room.floor = floor;
    let bounds = room.bounds();
    room.shape = if room.area() == bounds.area() { Shape::Rect } else { Shape::Free };
    let walls = if is_house { Rect::new(bounds.left - 1, bounds.top - 1, bounds.right, bounds.bottom) } else { bounds };
    room.aligned = grid.is_some_and(|grid| is_aligned(walls, grid));
    (room.template, room.template_group, room.dais) = (None, None, None);
    room.sockets.clear();
}

/// The cells that the room will have, walls included, if it may have them.
fn check_place(new: &Dungeon, id: RoomId, floor: &[Run]) -> Result<BitGrid, EditError> {
    let z = new.room(id).z;
    let size = new.level(z).ok_or(EditError::NoSuchLevel(z))?.size();
    let at = floor.first().map_or(Cell::new(0, 0), |run| run.start);
    let mut taken = BitGrid::new(size);
    floor.iter().for_each(|run| taken.fill_rect(run.rect().grow(1)));
    let others = new.rooms.iter().filter(|other| other.z == z && other.id != id);
    if let Some(other) = others.into_iter().find(|other| other.cells().any(|cell| taken.contains(cell))) {
        return Err(EditError::Occupied { room: id, at, other: other.id });
    }
    for link in new.links.iter().filter(|link| link.touches(id)) {
        if link.is_shared() && !link.doors().iter().all(|&door| is_in_shared_wall(floor, new.door(door))) {
            let other = if link.rooms[0] == id { link.rooms[1] } else { link.rooms[0] };
            return Err(EditError::SharesWall { room: id, other });
        }
        let is_floor = |cell: &Cell| floor.iter().any(|run| run.rect().contains(*cell));
        if let Some(&stairs) = link.stairs_in(id).iter().find(|cell| !is_floor(cell)) {
            return Err(EditError::LeavesStairs { room: id, stairs });
        }
    }
    if let Some(entrance) = new.entrance.as_ref().filter(|entrance| entrance.room != id) {
        let door = new.door(entrance.door);
        let front = door.runway_rect(i32::from(entrance.runway).max(1)).grow(1).hull(door.bounds());
        if door.z == z && front.cells().any(|cell| taken.contains(cell)) {
            return Err(EditError::BlocksEntrance(id));
        }
    }
    Ok(taken)
}

/// Whether a door of a room lies in the wall of a floor.
fn is_in_wall(floor: &[Run], door: &Door) -> bool {
    let is_floor = |cell: Cell| floor.iter().any(|run| run.rect().contains(cell));
    door.cells.iter().all(|&cell| !is_floor(cell) && is_floor(cell - door.normal))
}

/// The same from either side.
fn is_in_shared_wall(floor: &[Run], door: &Door) -> bool {
    let turned = Door { normal: door.normal.opposite(), ..door.clone() };
    is_in_wall(floor, door) || is_in_wall(floor, &turned)
}

/// The links to reroute, longest first: those whose door is not in the wall any more, and those that the room lies on.
fn cut_links(new: &Dungeon, id: RoomId, floor: &[Run], taken: &BitGrid) -> Vec<LinkId> {
    let z = new.room(id).z;
    let is_cut = |link: &&Link| {
        let Some(corridor) = link.corridor() else { return false };
        if new.room(link.rooms[0]).z != z {
            return false;
        }
        let own = link.rooms.iter().position(|&room| room == id).map(|end| corridor.doors[end]);
        let is_off = own.is_some_and(|door| !is_in_wall(floor, new.door(door)));
        let doors = corridor
            .doors
            .iter()
            .filter(|door| Some(**door) != own)
            .flat_map(|&door| new.door(door).cells.iter().copied());
        let mut cells = new.corridor_cells(link).chain(link.roughened().iter().copied()).chain(doors);
        is_off || cells.any(|cell| taken.contains(cell))
    };
    let mut links: Vec<&Link> = new.links.iter().filter(is_cut).collect();
    links.sort_by_key(|link| (std::cmp::Reverse(link.path().len()), link.id));
    links.into_iter().map(|link| link.id).collect()
}
