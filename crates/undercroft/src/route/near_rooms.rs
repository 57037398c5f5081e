//! Pairs of rooms that are near each other: with a wall in common, or with a short free path between their walls.

use std::collections::{BTreeMap, VecDeque};

use undercroft_grid::{Cell, Dir, Grid, Rect};

use super::builder::LevelRoutes;
use super::wall::walls_of;

/// The longest path between two rooms that are near. [Unit: cells]
pub const LONGEST_PATH: u32 = 16;
/// The shortest wall that two rooms have in common. [Unit: cells]
const COMMON_WALL: i32 = 3;
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

/// Pairs of near rooms, lower number first, with the longest wall that they have in common.
pub fn near_pairs(routes: &LevelRoutes) -> BTreeMap<[u32; 2], Option<CommonWall>> {
    let mut pairs = BTreeMap::new();
    add_free_paths(routes, &mut pairs);
    add_common_walls(routes, &mut pairs);
    pairs
}

fn add_common_walls(routes: &LevelRoutes, pairs: &mut BTreeMap<[u32; 2], Option<CommonWall>>) {
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
                    let longest = pairs.entry([room, other]).or_default();
                    if longest.is_none_or(|longest: CommonWall| longest.cells.area() < cells.area()) {
                        *longest = Some(CommonWall { normal: wall.normal, cells });
                    }
                }
                first = end;
            }
        }
    }
}

/// Walks from each room through free cells until it comes before the walls of others.
fn add_free_paths(routes: &LevelRoutes, pairs: &mut BTreeMap<[u32; 2], Option<CommonWall>>) {
    let size = routes.layout.size;
    let mut approaches: Vec<(Cell, u32)> = Vec::new();
    for (room, walls) in (0..).zip(&routes.walls) {
        let cells = walls.iter().flat_map(|wall| (0..wall.length).map(|i| wall.cell(i) + wall.normal));
        approaches.extend(cells.filter(|&cell| is_free(routes, cell)).map(|cell| (cell, room)));
    }
    let mut of_room: Vec<Vec<Cell>> = vec![Vec::new(); routes.walls.len()];
    approaches.iter().for_each(|&(cell, room)| of_room[room as usize].push(cell));
    approaches.sort_unstable();
    let mut seen = Grid::filled(size, NO_ROOM);
    for (room, starts) in (0..).zip(&of_room) {
        let mut queue: VecDeque<(Cell, u32)> = VecDeque::new();
        let mut reach = |cell: Cell, length: u32, queue: &mut VecDeque<(Cell, u32)>| {
            if std::mem::replace(&mut seen[cell], room) != room {
                queue.push_back((cell, length));
            }
        };
        starts.iter().for_each(|&cell| reach(cell, 1, &mut queue));
        while let Some((cell, length)) = queue.pop_front() {
            let from = approaches.partition_point(|&(other, _)| other < cell);
            let met = approaches[from..].iter().take_while(|(other, _)| *other == cell).map(|(_, other)| *other);
            for other in met.filter(|&other| other > room) {
                pairs.entry([room, other]).or_default();
            }
            if length < LONGEST_PATH {
                let next = cell.neighbors4().into_iter().filter(|&next| is_free(routes, next));
                next.for_each(|next| reach(next, length + 1, &mut queue));
            }
        }
    }
}

fn is_free(routes: &LevelRoutes, cell: Cell) -> bool {
    routes.map.is_clear(Rect::at(cell, 1, 1))
}
