//! Tiles from entities: the only place that writes them.

use undercroft_grid::{Grid, Rect};

use crate::dungeon::{Dungeon, Level, Link, Room, Terrain};

/// Builds the tiles of the level at this position, which is solid rock so far.
pub fn build_tiles(dungeon: &mut Dungeon, level: usize) {
    dungeon.levels[level].terrain = terrain(dungeon, &dungeon.levels[level]);
}

/// Builds the tiles of a level of `new`. Cells of `old` that do not follow from its entities were painted; they stay where
/// the entities give the same tile as before.
pub fn rebuild_tiles(old: &Dungeon, new: &mut Dungeon, z: i32) {
    let (Some(before), Some(index)) = (old.level(z), new.levels.iter().position(|level| level.z == z)) else { return };
    let rock = Level::solid_rock(z, before.size());
    let built_before = terrain(old, &rock);
    let mut tiles = terrain(new, &rock);
    for (cell, &painted) in before.terrain.iter() {
        if painted != built_before[cell] && tiles[cell] == built_before[cell] {
            tiles[cell] = painted;
        }
    }
    new.levels[index].terrain = tiles;
}

/// Both ends of all stairs: the link, the room, and the room at the other end.
pub fn stair_ends(dungeon: &Dungeon) -> impl Iterator<Item = (&Link, &Room, &Room)> {
    let stairs = dungeon.links.iter().filter(|link| link.stairs().is_some());
    stairs.flat_map(|link| {
        let [a, b] = link.rooms.map(|room| dungeon.room(room));
        [(link, a, b), (link, b, a)]
    })
}

/// The tiles of a level of solid rock that follow from rooms, links, doors, stubs and the entrance.
fn terrain(dungeon: &Dungeon, level: &Level) -> Grid<Terrain> {
    let (z, mut grid) = (level.z, level.terrain.clone());
    let floor = || dungeon.rooms.iter().filter(move |room| room.z == z).flat_map(|room| &room.floor);
    floor().for_each(|run| fill(&mut grid, run.rect().grow(1), Terrain::Wall));
    floor().for_each(|run| fill(&mut grid, run.rect(), Terrain::Floor));
    for link in dungeon.links.iter().filter(|link| dungeon.room(link.rooms[0]).z == z) {
        dungeon.corridor_rects(link).for_each(|rect| fill(&mut grid, rect, Terrain::Corridor));
        link.roughened().iter().for_each(|&cell| grid[cell] = Terrain::Corridor);
    }
    for stub in dungeon.stubs.iter().filter(|stub| stub.z == z) {
        let width = i32::from(stub.width);
        stub.path.iter().for_each(|&at| fill(&mut grid, Rect::at(at, width, width), Terrain::Corridor));
    }
    for (link, room, other) in stair_ends(dungeon).filter(|(_, room, _)| room.z == z) {
        let terrain = if room.z > other.z { Terrain::StairsDown } else { Terrain::StairsUp };
        link.stairs_in(room.id).iter().for_each(|&cell| grid[cell] = terrain);
    }
    if let Some(entrance) = dungeon.entrance.as_ref().filter(|entrance| dungeon.door(entrance.door).z == z) {
        let runway = dungeon.door(entrance.door).runway_rect(i32::from(entrance.runway));
        fill(&mut grid, runway, Terrain::Corridor);
    }
    let doors = dungeon.doors_on(z).flat_map(|door| &door.cells);
    doors.for_each(|&cell| grid[cell] = Terrain::Door);
    grid
}

fn fill(grid: &mut Grid<Terrain>, rect: Rect, terrain: Terrain) {
    for y in rect.top..rect.bottom {
        grid.row_mut(y)[rect.left as usize..rect.right as usize].fill(terrain);
    }
}
