//! Moving a room.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::set_aside::SetAside;
use super::settle_contents::{ContentsBefore, settle_contents};
use super::settle_ground::{carry_ground, settle_ground};
use super::{EditError, check, derive_again, room, stubs};
use crate::derive::tiles::rebuild_tiles;
use crate::derive::wall_fixtures::drop_misplaced;
use crate::dungeon::{Dungeon, Link, LinkId, MarkerKind, Room, RoomId, Run, Shape, is_stair_alcove};
use crate::place::is_aligned;
use crate::recipe::{Recipe, RecipeFile};
use crate::route::reroute::{self, ReopenedEntrance};
use crate::seed::Seed;

/// Moves a room so that its floor begins near `to`, on the module grid. Its links are rerouted, and so are those whose
/// corridors it comes to lie on. What it contains moves along; what blocks a new door is set aside with a warning.
/// `budget` is the number of search steps that may be taken.
///
/// # Errors
/// When it does not fit there, or a link finds no way; the message says which.
pub fn move_room(dungeon: &Dungeon, id: RoomId, to: Cell, budget: u64) -> Result<Dungeon, EditError> {
    let moved = room(dungeon, id)?;
    let at = snap_to_grid(dungeon, moved, to);
    check_map(dungeon, moved, at)?;
    let by = at - moved.bounds().min();
    if by == Cell::new(0, 0) {
        return Err(EditError::SamePlace(id));
    }
    check(dungeon)?;
    let mut recipe = recorded(dungeon)?;
    recipe.budget = recipe.budget.min(budget);
    let floor: Vec<Run> = moved.floor.iter().map(|run| Run { start: run.start + by, ..*run }).collect();
    let taken = check_place(dungeon, moved, &floor, at)?;
    let cut = cut_links(dungeon, moved, &taken);

    let before = ContentsBefore::new(dungeon, Some, |_| true);
    let (mut new, mut aside) = (dungeon.clone(), SetAside::default());
    shift(&mut new, id, by);
    carry_ground(&mut new, moved, by);
    stubs::drop_stubs(&mut new, moved.z);
    if dungeon.entrance.as_ref().is_some_and(|entrance| entrance.room == id) {
        open_entrance(&mut new, &recipe, id, &cut)?;
    }
    route(&mut new, &mut recipe, cut)?;
    stubs::drop_stubs(&mut new, moved.z);
    derive_again(&mut new);
    rebuild_tiles(dungeon, &mut new, moved.z);
    settle_ground(&mut new, moved.z);
    drop_misplaced(&mut new);
    settle_contents(&mut new, &before, |_| true, &mut aside);
    aside.warn(&mut new);
    new.set_edited();
    Ok(new)
}

/// The place nearest to `to` where a room's floor can begin on the module grid of the dungeon.
pub fn snap_to_grid(dungeon: &Dungeon, room: &Room, to: Cell) -> Cell {
    let Some([gx, gy]) = dungeon.module_grid.filter(|[gx, gy]| *gx > 0 && *gy > 0) else { return to };
    // Of adjoining rooms the walls lie on the lines; of rooms that never did, the distance from them is kept.
    let from = room.bounds().min();
    let near = |to: i32, module: i32, from: i32| {
        let rest = from.rem_euclid(module);
        let steps = (i64::from(to) - i64::from(rest) + i64::from(module / 2)).div_euclid(module.into());
        (steps * i64::from(module) + i64::from(rest)).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    };
    if room.aligned { Cell::new(near(to.x, gx, from.x), near(to.y, gy, from.y)) } else { to }
}

/// The recipe that a dungeon was made from; that of the defaults where it was not generated.
pub(super) fn recorded(dungeon: &Dungeon) -> Result<Recipe, EditError> {
    let provenance = &dungeon.provenance;
    let generated = dungeon.is_generated().then(|| RecipeFile::from_provenance("recipe", provenance));
    let file = generated.transpose()?.unwrap_or_default();
    Ok(file.check(dungeon.provenance.seed.parse().unwrap_or_else(|_| Seed::new(0)))?)
}

/// A room lies on its map with its walls.
fn check_map(dungeon: &Dungeon, moved: &Room, at: Cell) -> Result<(), EditError> {
    let size = dungeon.level(moved.z).ok_or(EditError::NoSuchLevel(moved.z))?.size();
    let bounds = moved.bounds();
    let fits = |from: i32, length: i32, whole: i32| from >= 1 && i64::from(from) + i64::from(length) < i64::from(whole);
    if !fits(at.x, bounds.width(), size.width()) || !fits(at.y, bounds.height(), size.height()) {
        return Err(EditError::LeavesMap { room: moved.id, at, size });
    }
    Ok(())
}

/// The cells that the room will have, walls included, if it may have them.
fn check_place(dungeon: &Dungeon, moved: &Room, floor: &[Run], at: Cell) -> Result<BitGrid, EditError> {
    let id = moved.id;
    let level = dungeon.level(moved.z).ok_or(EditError::NoSuchLevel(moved.z))?;
    let mut taken = BitGrid::new(level.size());
    floor.iter().for_each(|run| taken.fill_rect(run.rect().grow(1)));
    let others = dungeon.rooms.iter().filter(|other| other.z == moved.z && other.id != id);
    if let Some(other) = others.into_iter().find(|other| other.cells().any(|cell| taken.contains(cell))) {
        return Err(EditError::Occupied { room: id, at, other: other.id });
    }
    for link in dungeon.links.iter().filter(|link| link.touches(id)) {
        check_link(moved, floor, link)?;
    }
    if let Some(entrance) = dungeon.entrance.as_ref().filter(|entrance| entrance.room != id) {
        let door = dungeon.door(entrance.door);
        let front = door.runway_rect(i32::from(entrance.runway).max(1)).grow(1).hull(door.bounds());
        if door.z == moved.z && front.cells().any(|cell| taken.contains(cell)) {
            return Err(EditError::BlocksEntrance(id));
        }
    }
    Ok(taken)
}

/// Shared walls and stairs hold a room where it is.
fn check_link(moved: &Room, floor: &[Run], link: &Link) -> Result<(), EditError> {
    let id = moved.id;
    let is_floor = |cell: Cell| floor.iter().any(|run| run.rect().contains(cell));
    if link.is_shared() {
        let other = if link.rooms[0] == id { link.rooms[1] } else { link.rooms[0] };
        return Err(EditError::SharesWall { room: id, other });
    }
    // An alcove was cut out of the wall where it is.
    let run = link.stairs_in(id);
    let is_held = !run.is_empty() && is_stair_alcove(run, |cell| moved.contains(cell));
    match run.iter().find(|&&cell| is_held || !is_floor(cell)) {
        Some(&stairs) => Err(EditError::LeavesStairs { room: id, stairs }),
        None => Ok(()),
    }
}

/// The links to reroute, longest first, as in a generation.
fn cut_links(dungeon: &Dungeon, moved: &Room, taken: &BitGrid) -> Vec<LinkId> {
    let is_routed = |link: &&Link| link.corridor().is_some();
    let on_level = |link: &&Link| dungeon.room(link.rooms[0]).z == moved.z;
    let is_cut = |link: &&Link| {
        let roughened = link.roughened().iter().copied();
        let doors = link.doors().iter().flat_map(|&door| dungeon.door(door).cells.iter().copied());
        let mut cells = dungeon.corridor_cells(link).chain(roughened).chain(doors);
        link.touches(moved.id) || cells.any(|cell| taken.contains(cell))
    };
    let mut links: Vec<&Link> = dungeon.links.iter().filter(is_routed).filter(on_level).filter(is_cut).collect();
    links.sort_by_key(|link| (std::cmp::Reverse(link.path().len()), link.id));
    links.into_iter().map(|link| link.id).collect()
}

/// Moves the room with everything in it.
fn shift(dungeon: &mut Dungeon, id: RoomId, by: Cell) {
    let room = &mut dungeon.rooms[id.index()];
    room.floor.iter_mut().for_each(|run| run.start += by);
    room.sockets.iter_mut().for_each(|socket| socket.cell += by);
    room.dais = room.dais.map(|dais| Rect::at(dais.min() + by, dais.width(), dais.height()));
    if let Some(template) = &mut room.template {
        template.at += by;
    }
    // A room off the grid can be moved onto it; rooms that share walls stay where they are.
    if let Some(grid) = dungeon.module_grid.filter(|_| dungeon.provenance.recipe.has_module_grid()) {
        room.aligned |= room.shape != Shape::Cave && is_aligned(room.bounds(), grid);
    }
    let within = |marker: &&mut crate::dungeon::Marker| marker.room == Some(id) && marker.kind != MarkerKind::Stairs;
    dungeon.markers.iter_mut().filter(within).for_each(|marker| marker.cell += by);
    let features = dungeon.features.iter_mut().filter(|feature| feature.room == Some(id));
    features.for_each(|feature| feature.cell += by);
    dungeon.spawns.iter_mut().filter(|spawn| spawn.room == id).for_each(|spawn| spawn.cell += by);
}

pub(super) fn open_entrance(
    dungeon: &mut Dungeon,
    recipe: &Recipe,
    id: RoomId,
    cut: &[LinkId],
) -> Result<(), EditError> {
    let ReopenedEntrance { gap, runway, open_end } = reroute::reopen_entrance(recipe, dungeon, id, cut)?;
    if let Some(entrance) = &mut dungeon.entrance {
        let door = &mut dungeon.doors[entrance.door.index()];
        (door.cells, door.normal) = (gap.cells, gap.normal);
        (entrance.runway, entrance.open_end) = (runway, open_end);
    }
    Ok(())
}

/// Reroutes links, one after the other; those that are still to come do not count.
pub(super) fn route(dungeon: &mut Dungeon, recipe: &mut Recipe, mut cut: Vec<LinkId>) -> Result<(), EditError> {
    while let Some(&id) = cut.first() {
        let found = reroute::reroute_link(recipe, dungeon, id, &cut)?;
        let [a, b] = dungeon.link(id).rooms;
        let found = found.ok_or(EditError::NoWay { a, b, link: id })?;
        recipe.budget -= found.steps.min(recipe.budget);
        cut.remove(0);
        let Some(corridor) = dungeon.links[id.index()].corridor_mut() else { continue };
        for (&door, gap) in corridor.doors.iter().zip(found.doors) {
            let door = &mut dungeon.doors[door.index()];
            (door.cells, door.normal) = (gap.cells, gap.normal);
        }
        (corridor.path, corridor.width) = (found.path, found.width);
        (corridor.runway, corridor.fallback) = (found.runway, found.fallback);
        corridor.roughened.clear();
    }
    Ok(())
}
