//! Pairs of rooms that are near each other: with a wall in common, or with a short free path between their walls.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Dir, Grid, Rect};

use super::builder::LevelRoutes;
use super::wall::{Wall, walls_of};

/// The longest path between two rooms that are near. [Unit: cells]
pub const LONGEST_PATH: u32 = 16;
/// The shortest wall that two rooms have in common. [Unit: cells]
const COMMON_WALL: i32 = 3;
/// The longest straight line between two rooms that are near. [Unit: cells]
const LONGEST_LINE: i32 = 8;
/// A cell of no room.
const NO_ROOM: u32 = u32::MAX;

/// The wall that two rooms have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonWall {
    /// From the room with the lower number to the other.
    pub normal: Dir,
    /// Its cells.
    pub cells: Rect,
}

/// What lies between two near rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NearPair {
    /// The longest wall that they have in common.
    pub wall: Option<CommonWall>,
    /// Cells of the shortest free path between their walls, where there is one.
    pub path: Option<u32>,
}

impl NearPair {
    /// The fewest corridor cells that join the rooms.
    pub fn length(&self) -> u32 {
        if self.wall.is_some() { 0 } else { self.path.unwrap_or(LONGEST_PATH) }
    }
}

/// Pairs of near rooms, lower number first. Paths of up to `longest` cells are looked for.
pub fn near_pairs(routes: &LevelRoutes, longest: u32) -> BTreeMap<[u32; 2], NearPair> {
    let mut pairs = BTreeMap::new();
    let free = routes.map.clear_cells();
    add_straight_lines(routes, &free, &mut pairs);
    add_routes(routes, &free, longest, &mut pairs);
    add_common_walls(routes, &mut pairs);
    pairs
}

fn add_common_walls(routes: &LevelRoutes, pairs: &mut BTreeMap<[u32; 2], NearPair>) {
    let mut owners = Grid::filled(routes.layout.size, NO_ROOM);
    for (room, placement) in (0..).zip(&routes.layout.rooms) {
        placement.floor.iter().flat_map(|run| run.cells()).for_each(|cell| owners[cell] = room);
    }
    for (room, placement) in (0..).zip(&routes.layout.rooms) {
        for wall in walls_of(placement) {
            let beyond = |i: i32| owners.get(wall.cell(i) + wall.normal).copied().unwrap_or(NO_ROOM);
            let mut first = 0;
            while first < wall.length {
                let other = beyond(first);
                let end = (first..wall.length).find(|&i| beyond(i) != other).unwrap_or(wall.length);
                if other != NO_ROOM && other > room && end - first >= COMMON_WALL {
                    let cells = Rect::around([wall.cell(first), wall.cell(end - 1)]).unwrap_or(Rect::new(0, 0, 0, 0));
                    let longest = &mut pairs.entry([room, other]).or_default().wall;
                    if longest.is_none_or(|longest: CommonWall| longest.cells.area() < cells.area()) {
                        *longest = Some(CommonWall { normal: wall.normal, cells });
                    }
                }
                first = end;
            }
        }
    }
}

/// Marches straight out from the walls of each room until it meets a wall of another that faces it.
fn add_straight_lines(routes: &LevelRoutes, free: &BitGrid, pairs: &mut BTreeMap<[u32; 2], NearPair>) {
    let mut facing: Vec<(Cell, usize, u32)> = Vec::new();
    for (room, wall) in walls_by_room(routes) {
        facing.extend((0..wall.length).map(|i| (wall.cell(i), wall.normal.opposite().index(), room)));
    }
    facing.sort_unstable();
    for (room, wall) in walls_by_room(routes).filter(|(_, wall)| matches!(wall.normal, Dir::East | Dir::South)) {
        for first in (0..wall.length).map(|i| wall.cell(i)) {
            let is_blocked = |length: &i32| !free.contains(first.step(wall.normal, *length));
            let Some(length) = (1..=LONGEST_LINE + 1).find(is_blocked) else { continue };
            let key = (first.step(wall.normal, length), wall.normal.index());
            let at = facing.partition_point(|&(cell, normal, _)| (cell, normal) < key);
            if let Some(&(cell, normal, other)) = facing.get(at)
                && (cell, normal) == key
                && other != room
                && length > 1
            {
                add_path(pairs, [room, other], length as u32 - 1);
            }
        }
    }
}

/// Walks from the ends of the runways of each room through free cells until it comes to those of others.
fn add_routes(routes: &LevelRoutes, free: &BitGrid, longest: u32, pairs: &mut BTreeMap<[u32; 2], NearPair>) {
    let runway = routes.recipe.corridors.runway.max(1);
    let mut ends: Vec<(Cell, u32)> = Vec::new();
    for (room, wall) in walls_by_room(routes) {
        let has_runway = |first: &Cell| (1..=runway).all(|depth| free.contains(first.step(wall.normal, depth)));
        let cells = (0..wall.length).map(|i| wall.cell(i)).filter(has_runway);
        ends.extend(cells.map(|first| (first.step(wall.normal, runway), room)));
    }
    let mut end_cells = BitGrid::new(free.size());
    ends.iter().for_each(|&(end, _)| end_cells.set(end, true));
    let mut of_room: Vec<Vec<Cell>> = vec![Vec::new(); routes.walls.len()];
    ends.iter().for_each(|&(end, room)| of_room[room as usize].push(end));
    ends.sort_unstable();
    // Both runways lie before their ends.
    let runways = 2 * (runway as u32 - 1);
    for (room, starts) in (0..).zip(&of_room) {
        flood(free, &end_cells, starts, longest.saturating_sub(runways), |cell, length| {
            let from = ends.partition_point(|&(other, _)| other < cell);
            let met = ends[from..].iter().take_while(|(other, _)| *other == cell).map(|(_, other)| *other);
            met.filter(|&other| other > room).for_each(|other| add_path(pairs, [room, other], length + runways));
        });
    }
}

/// Floods free cells from some of them and reports every end that it comes to, with its distance in cells, the first being
/// 1. All cells of one distance are found together, 64 at a time.
fn flood(free: &BitGrid, ends: &BitGrid, starts: &[Cell], most: u32, mut meet: impl FnMut(Cell, u32)) {
    let Some(near) = Rect::around(starts.iter().copied()).filter(|_| most > 0) else { return };
    let window = near.grow(most as i32 - 1).intersection(free.size().rect());
    let (mut left, ends) = (free.cropped(window), ends.cropped(window));
    let mut front = BitGrid::new(left.size());
    starts.iter().for_each(|&start| front.set(start - window.min(), true));
    for length in 1..=most {
        front &= &left;
        if front.is_empty() {
            return;
        }
        left -= &front;
        let mut met = ends.clone();
        met &= &front;
        met.iter().for_each(|cell| meet(cell + window.min(), length));
        front = front.map_neighborhood(|[[_, n, _], [w, _, e], [_, s, _]]| n | e | s | w);
    }
}

/// Notes a path between two rooms, the shortest of all.
fn add_path(pairs: &mut BTreeMap<[u32; 2], NearPair>, [a, b]: [u32; 2], length: u32) {
    let shortest = &mut pairs.entry([a.min(b), a.max(b)]).or_default().path;
    *shortest = Some(shortest.map_or(length, |shortest| shortest.min(length)));
}

fn walls_by_room<'a>(routes: &'a LevelRoutes) -> impl Iterator<Item = (u32, &'a Wall)> {
    (0..).zip(&routes.walls).flat_map(|(room, walls)| walls.iter().map(move |wall| (room, wall)))
}
