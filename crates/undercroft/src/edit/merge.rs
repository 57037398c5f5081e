//! Rooms that become one, and areas that are cleared.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Regions};

use super::made::{Made, PinJob};
use super::subject::{LinkRef, RoomRef};
use super::{EditError, contents, delete_room, links, reshape};
use crate::dungeon::{Dungeon, Link, LinkKind, Room, RoomId, Run};

/// Makes one room of several, with cells between them: the one with the entrance stays, else the one with the lowest number.
/// Links of the others lead to it.
pub(super) fn merge_rooms(
    dungeon: &Dungeon,
    ids: &[RoomId],
    between: &[Cell],
    budget: u64,
) -> Result<(Dungeon, RoomId), EditError> {
    let ids: BTreeSet<RoomId> = ids.iter().copied().collect();
    let entrance = dungeon.entrance.as_ref().map(|entrance| entrance.room);
    let rank = |id: &&RoomId| (Some(**id) != entrance, dungeon.room(**id).number.unwrap_or(u32::MAX), **id);
    let Some(&stays) = ids.iter().min_by_key(rank).filter(|_| ids.len() > 1) else {
        return Err(EditError::OutOfLimits { field: "rooms", problem: "need two rooms or more".to_owned() });
    };
    let floor = united_floor(dungeon, &ids, between)?;
    let gone: Vec<RoomId> = ids.iter().copied().filter(|&id| id != stays).collect();
    if let Some(id) = gone.iter().find(|&&id| has_stairs(dungeon, id)) {
        return Err(EditError::Impossible(format!("room {id} has stairs, which would be lost; delete them first")));
    }
    let neighbors = outer_neighbors(dungeon, &ids, stays);
    let kept = RoomRef::of(dungeon.room(stays));
    let mut new = dungeon.clone();
    for room in gone.iter().map(|&id| RoomRef::of(dungeon.room(id))) {
        new = delete_room(&new, room.find(&new)?)?;
    }
    new = reshape::reshape_room(&new, kept.find(&new)?, floor.clone(), budget)?;
    let merged = RoomRef::of(&Room { floor, ..dungeon.room(stays).clone() });
    for neighbor in neighbors {
        new = links::add_link(&new, [merged.find(&new)?, neighbor.find(&new)?], links::LinkStyle::default(), budget)?;
    }
    let id = merged.find(&new)?;
    Ok((new, id))
}

/// The floor of several rooms with the walls between them, in one piece.
fn united_floor(dungeon: &Dungeon, ids: &BTreeSet<RoomId>, between: &[Cell]) -> Result<Vec<Run>, EditError> {
    let levels: BTreeSet<i32> = ids.iter().map(|&id| dungeon.room(id).z).collect();
    let Some(&z) = levels.first().filter(|_| levels.len() == 1) else {
        return Err(EditError::Impossible("rooms of several levels cannot be one room".to_owned()));
    };
    let size = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?.size();
    let mut floor = BitGrid::new(size);
    ids.iter().flat_map(|&id| dungeon.room(id).cells()).chain(between.iter().copied()).for_each(|cell| {
        floor.set(cell, true);
    });
    if Regions::of(&floor).count() > 1 {
        let is_floor = |x: i32, y: i32| size.contains(Cell::new(x, y)) && floor.contains(Cell::new(x, y));
        let is_wall = |cell: &Cell| {
            let Cell { x, y } = *cell;
            is_floor(x - 1, y) && is_floor(x + 1, y) || is_floor(x, y - 1) && is_floor(x, y + 1)
        };
        let walls: Vec<Cell> =
            size.rect().grow(-1).cells().filter(|&cell| !floor.contains(cell)).filter(is_wall).collect();
        walls.into_iter().for_each(|cell| floor.set(cell, true));
    }
    match Regions::of(&floor).count() {
        1 => Ok(Run::of_cells(&floor).collect()),
        parts => Err(EditError::Impossible(format!("the rooms do not touch: their floor would be in {parts} pieces"))),
    }
}

fn has_stairs(dungeon: &Dungeon, id: RoomId) -> bool {
    dungeon.links.iter().any(|link| link.touches(id) && matches!(link.kind, LinkKind::Stairs { .. }))
}

/// Rooms that are linked to one that goes and not to the one that stays.
fn outer_neighbors(dungeon: &Dungeon, ids: &BTreeSet<RoomId>, stays: RoomId) -> Vec<RoomRef> {
    let other = |link: &Link, id: RoomId| if link.rooms[0] == id { link.rooms[1] } else { link.rooms[0] };
    let near = |id: RoomId| {
        let touching = dungeon.links.iter().filter(move |link| link.touches(id));
        touching.map(move |link| other(link, id))
    };
    let known: BTreeSet<RoomId> = near(stays).collect();
    let outer: BTreeSet<RoomId> =
        ids.iter().flat_map(|&id| near(id)).filter(|room| !ids.contains(room) && !known.contains(room)).collect();
    outer.into_iter().map(|id| RoomRef::of(dungeon.room(id))).collect()
}

/// Clears cells: rooms that lie in them altogether are deleted, corridors through them with their links, and what stands on
/// them; other rooms lose those cells.
pub(super) fn delete_area(dungeon: &Dungeon, z: i32, cells: &[Cell], budget: u64) -> Result<Made, EditError> {
    let area: BTreeSet<Cell> = cells.iter().copied().collect();
    let is_hit = |cell: Cell| area.contains(&cell);
    let on_level = |link: &&Link| dungeon.room(link.rooms[0]).z == z;
    let runs_here = |link: &&Link| dungeon.corridor_cells(link).any(is_hit);
    let cut: Vec<LinkRef> =
        dungeon.links.iter().filter(on_level).filter(runs_here).filter_map(|link| LinkRef::of(dungeon, link)).collect();
    let inside = dungeon.rooms.iter().filter(|room| room.z == z && room.cells().all(is_hit));
    let rooms: Vec<RoomRef> = inside.map(RoomRef::of).collect();
    let mut new = dungeon.clone();
    for link in cut {
        new = links::delete_link(&new, link.find(&new)?)?;
    }
    for room in rooms {
        new = delete_room(&new, room.find(&new)?)?;
    }
    while let Some(feature) = new.features.iter().find(|feature| feature.z == z && feature.cells().any(is_hit)) {
        new = contents::delete(&new, Some(feature.id), None).dungeon;
    }
    while let Some(spawn) = new.spawns.iter().find(|spawn| spawn.z == z && is_hit(spawn.cell)) {
        new = contents::delete(&new, None, Some(spawn.id)).dungeon;
    }
    let (new, cut) = reshape::cut_floor(&new, z, cells, budget)?;
    if new == *dungeon {
        return Err(EditError::Impossible("there is nothing in these cells".to_owned()));
    }
    let pins = cut.into_iter().map(|room| PinJob::Room(room, None)).collect();
    Ok(Made { pins, ..Made::without(new) })
}
