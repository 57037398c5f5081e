//! What lies on the floor: on floor alone, never between doors, stairs and keys of a room or a corridor, and bridges that
//! lead across something.
//!
//! Each room and each corridor is judged by itself, with all doors open: a flood over the whole dungeon would pass a cut
//! that only a barred or a locked door goes round.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Dir, Grid, Rect, RegionId, Regions, Size, flood};

use super::owner::Owners;
use super::{Flaw, FlawCode};
use crate::dungeon::{Door, DoorKind, Dungeon, Ground, Level, Marker, MarkerKind, Room, RoomId, Terrain};

/// What the tiles alone tell: size, kinds of cells, bridges.
pub(super) fn check_tiles(dungeon: &Dungeon, level: &Level, flaws: &mut Vec<Flaw>) {
    let Some(ground) = &level.ground else { return };
    if ground.size() != level.size() {
        let sentence = format!("The ground of level {} is {}, the level {}.", level.z, ground.size(), level.size());
        flaws.push(Flaw::new(FlawCode::GroundMalformed, sentence));
        return;
    }
    flaws.extend(on_no_floor(dungeon, level));
    flaws.extend(disconnected_bridges(level));
}

/// What needs the rooms too: nothing is cut off.
pub(super) fn check_rooms(dungeon: &Dungeon, level: &Level, owners: &Owners, flaws: &mut Vec<Flaw>) {
    let has_solid = |ground: &Grid<Ground>| ground.values().iter().any(|lies| lies.is_solid());
    if !level.ground.as_ref().is_some_and(|ground| ground.size() == level.size() && has_solid(ground)) {
        return;
    }
    flaws.extend(cut_rooms(dungeon, level, owners));
    flaws.extend(cut_corridors(dungeon, level));
    flaws.extend(dungeon.doors_on(level.z).filter_map(|door| flooded_door(level, door)));
}

/// Ground on rock, on walls, or in a door that is no doorway.
fn on_no_floor(dungeon: &Dungeon, level: &Level) -> Option<Flaw> {
    let doorways = dungeon.doors_on(level.z).filter(|door| door.kind == DoorKind::Doorway);
    let doorways: Vec<Cell> = doorways.flat_map(|door| door.cells.iter().copied()).collect();
    let is_wrong = |cell: Cell| match level.at(cell) {
        Terrain::Floor | Terrain::Corridor | Terrain::StairsUp | Terrain::StairsDown => false,
        Terrain::Door => !doorways.contains(&cell),
        Terrain::Rock | Terrain::Wall => true,
    };
    let wrong: Vec<Cell> = level.ground_cells(|ground| ground != Ground::Bare).filter(|&cell| is_wrong(cell)).collect();
    let first = *wrong.first()?;
    let sentence = format!(
        "Ground ({}) lies on {} at {first} of level {}, which has no floor there.",
        level.ground_at(first).name(),
        format!("{:?}", level.at(first)).to_lowercase(),
        level.z
    );
    Some(Flaw::new(FlawCode::GroundMalformed, sentence).at(level.z, &wrong))
}

/// Bridge cells that do not lie on a straight line between two ends where people can stand, or cross nothing.
fn disconnected_bridges(level: &Level) -> Option<Flaw> {
    let mut bridges = BitGrid::new(level.size());
    level.ground_cells(|ground| ground == Ground::Bridge).for_each(|cell| bridges.set(cell, true));
    if bridges.is_empty() {
        return None;
    }
    let can_stand = |cell: Cell| !level.at(cell).is_massive() && !level.ground_at(cell).is_solid();
    let end = |mut cell: Cell, dir: Dir| {
        while bridges.contains(cell) {
            cell += dir.delta();
        }
        cell
    };
    let leads = |cell: Cell| {
        let is_across = |dir: Dir| can_stand(end(cell, dir)) && can_stand(end(cell, dir.opposite()));
        [Dir::North, Dir::East].into_iter().any(is_across)
    };
    let regions = Regions::of(&bridges);
    let touches = |cell: Cell| cell.neighbors4().into_iter().any(|next| level.ground_at(next).is_solid());
    let mut crossing = vec![false; regions.count()];
    for region in bridges.iter().filter(|&cell| touches(cell)).filter_map(|cell| regions.at(cell)) {
        crossing[region.index()] = true;
    }
    let crosses = |cell: Cell| regions.at(cell).is_some_and(|region| crossing[region.index()]);
    let wrong: Vec<Cell> = bridges.iter().filter(|&cell| !leads(cell) || !crosses(cell)).collect();
    let first = *wrong.first()?;
    let what = if leads(first) { "crosses nothing" } else { "does not lead from floor to floor" };
    let sentence = format!("The bridge at {first} of level {} {what}.", level.z);
    Some(Flaw::new(FlawCode::BridgeDisconnected, sentence).at(level.z, &wrong))
}

fn cut_rooms(dungeon: &Dungeon, level: &Level, owners: &Owners) -> Vec<Flaw> {
    let ends = room_ends(dungeon, level, owners);
    let rooms = dungeon.rooms.iter().filter(|room| room.z == level.z);
    let is_wet = |room: &&Room| room.cells().any(|cell| level.ground_at(cell).is_solid());
    let cut = |room: &Room| {
        let floor: Vec<Cell> = room.cells().filter(|&cell| !level.at(cell).is_massive()).collect();
        let cells = cut_ends(level, &floor, ends.get(&room.id)?)?;
        let sentence = format!("Deep water or a chasm parts the doors, stairs or keys of room {}.", room.id);
        Some(Flaw::new(FlawCode::GroundCutsOff, sentence).at(level.z, &cells).rooms([room.id]))
    };
    rooms.filter(is_wet).filter_map(cut).collect()
}

/// What must stay joined in each room: the cells before its doors, its stairs and the keys in it.
fn room_ends(dungeon: &Dungeon, level: &Level, owners: &Owners) -> BTreeMap<RoomId, Vec<Cell>> {
    let mut ends: BTreeMap<RoomId, Vec<Cell>> = BTreeMap::new();
    let beside_doors = dungeon.doors_on(level.z).flat_map(both_sides);
    let is_key = |marker: &&Marker| marker.kind == MarkerKind::Key && marker.z == level.z;
    let keys = dungeon.markers.iter().filter(is_key).map(|marker| marker.cell);
    let runs = dungeon.links.iter().flat_map(|link| link.rooms.map(|room| (room, link.stairs_in(room))));
    let on_level = runs.filter(|(room, _)| dungeon.room(*room).z == level.z);
    let stairs = on_level.flat_map(|(_, run)| run.iter().copied());
    for cell in beside_doors.chain(keys).chain(stairs) {
        if let Some(room) = owners.at(cell).floor() {
            ends.entry(room).or_default().push(cell);
        }
    }
    ends
}

fn both_sides(door: &Door) -> impl Iterator<Item = Cell> {
    door.cells.iter().flat_map(|&cell| [cell + door.normal, cell - door.normal])
}

fn cut_corridors(dungeon: &Dungeon, level: &Level) -> Vec<Flaw> {
    if !level.ground_cells(Ground::is_solid).any(|cell| level.at(cell) == Terrain::Corridor) {
        return Vec::new();
    }
    let corridors = BitGrid::from_fn(level.size(), |cell| level.at(cell) == Terrain::Corridor);
    let ends: Vec<Cell> =
        dungeon.doors_on(level.z).flat_map(both_sides).filter(|&cell| corridors.contains(cell)).collect();
    let regions = Regions::of(&corridors);
    let mut cells: BTreeMap<RegionId, Vec<Cell>> = BTreeMap::new();
    for cell in corridors.iter().filter(|&cell| level.ground_at(cell).is_solid()) {
        cells.extend(regions.at(cell).map(|region| (region, Vec::new())));
    }
    for cell in corridors.iter() {
        let Some(own) = regions.at(cell).and_then(|region| cells.get_mut(&region)) else { continue };
        own.push(cell);
    }
    let cut = |cells: Vec<Cell>| {
        let cut = cut_ends(level, &cells, &ends)?;
        let sentence = format!("Deep water or a chasm parts the doors of the corridor at {}.", cells[0]);
        Some(Flaw::new(FlawCode::GroundCutsOff, sentence).at(level.z, &cut))
    };
    cells.into_values().filter_map(cut).collect()
}

/// The ends on a piece of floor that ground parts from another one that they are joined with without ground, or that it
/// takes.
fn cut_ends(level: &Level, floor: &[Cell], ends: &[Cell]) -> Option<Vec<Cell>> {
    let bounds = Rect::around(floor.iter().copied())?;
    let size = Size::of(bounds.width(), bounds.height());
    let (mut all, mut dry) = (BitGrid::new(size), BitGrid::new(size));
    for &cell in floor {
        all.insert(cell - bounds.min());
        dry.set(cell - bounds.min(), !level.ground_at(cell).is_solid());
    }
    let mut cut = Vec::new();
    let mut left: Vec<Cell> = ends.iter().map(|&end| end - bounds.min()).filter(|&end| all.contains(end)).collect();
    while let Some(&first) = left.first() {
        let (joined, now) = (flood(&all, first), flood(&dry, first));
        cut.extend(left.iter().copied().filter(|&end| joined.contains(end) && !now.contains(end)));
        left.retain(|&end| !joined.contains(end));
    }
    cut.iter_mut().for_each(|end| *end += bounds.min());
    (!cut.is_empty()).then_some(cut)
}

/// A doorway that is taken itself.
fn flooded_door(level: &Level, door: &Door) -> Option<Flaw> {
    let cells: Vec<Cell> = door.cells.iter().copied().filter(|&cell| level.ground_at(cell).is_solid()).collect();
    if cells.is_empty() {
        return None;
    }
    let sentence = format!("Deep water or a chasm lies in door {}.", door.id);
    Some(Flaw::new(FlawCode::GroundCutsOff, sentence).at(level.z, &cells).doors([door.id]))
}
