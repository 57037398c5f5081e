//! Hand-made dungeons from pictures.
//!
//! `a` to `z` floor of rooms 0 to 25, `,` corridor, `+` door, `S` secret door, `E` door of the entrance, `<` and `>`
//! stairs; everything else is solid. A door between two rooms is a shared wall; corridor cells that touch two doors are
//! a link, one cell wide.

use std::collections::{BTreeMap, VecDeque};

use undercroft_grid::{BitGrid, Cell, Dir, Grid, MAX_SIDE, Size};

use super::fixture::add_door;
use crate::dungeon::{
    Corridor, DoorId, Dungeon, Entrance, HiddenDoor, Level, Link, LinkId, LinkKind, Room, RoomId, Run, Terrain,
};

/// Solid cells round a picture.
const MARGIN: i32 = 2;

/// The dungeon of one picture.
pub(crate) fn picture(map: &str) -> Dungeon {
    pictures(&[(0, map)])
}

/// The dungeon of a picture for each level.
pub(crate) fn pictures(maps: &[(i32, &str)]) -> Dungeon {
    let grids: Vec<(i32, Grid<char>)> = maps.iter().map(|&(z, map)| (z, glyphs(map))).collect();
    let level = |(z, grid): &(i32, Grid<char>)| Level::new(*z, grid.map(|&glyph| terrain(glyph)));
    let mut d = Dungeon::bare("The picture", grids.iter().map(level).collect());
    add_rooms(&mut d, &grids);
    for (_, grid) in &grids {
        add_doors(&mut d, grid);
    }
    add_stairs(&mut d, &grids);
    d
}

fn glyphs(map: &str) -> Grid<char> {
    let lines: Vec<&str> = map.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let width = lines.iter().map(|line| line.len() - indent).max().unwrap_or(0) as i32;
    let mut grid = Grid::filled(Size::of(width + 2 * MARGIN, lines.len() as i32 + 2 * MARGIN), ' ');
    for (y, line) in lines.iter().enumerate() {
        for (x, glyph) in line[indent..].chars().enumerate() {
            grid[Cell::new(x as i32 + MARGIN, y as i32 + MARGIN)] = glyph;
        }
    }
    grid
}

fn terrain(glyph: char) -> Terrain {
    match glyph {
        'a'..='z' => Terrain::Floor,
        ',' => Terrain::Corridor,
        '+' | 'S' | 'E' => Terrain::Door,
        '<' => Terrain::StairsUp,
        '>' => Terrain::StairsDown,
        _ => Terrain::Rock,
    }
}

/// The room of a cell, where it is floor or stairs beside floor.
fn room_at(grid: &Grid<char>, cell: Cell) -> Option<RoomId> {
    let letter = |cell: Cell| grid.get(cell).copied().filter(char::is_ascii_lowercase);
    let beside = || cell.neighbors4().into_iter().find_map(letter);
    let letter = letter(cell).or_else(|| matches!(grid.get(cell), Some('<' | '>')).then(beside).flatten());
    letter.map(|letter| RoomId(letter as u32 - 'a' as u32))
}

fn add_rooms(d: &mut Dungeon, grids: &[(i32, Grid<char>)]) {
    let mut floors: BTreeMap<RoomId, (i32, Vec<Run>)> = BTreeMap::new();
    for (z, grid) in grids {
        for room in (0..26).map(RoomId) {
            let cells = BitGrid::from_fn(grid.size(), |cell| room_at(grid, cell) == Some(room));
            if !cells.is_empty() {
                floors.insert(room, (*z, Run::of_cells(&cells).collect()));
            }
        }
    }
    d.rooms.extend(floors.into_iter().map(|(id, (z, floor))| Room::bare(id, z, floor)));
}

fn add_doors(d: &mut Dungeon, grid: &Grid<char>) {
    let is_door = |cell: Cell| matches!(grid.get(cell), Some('+' | 'S' | 'E'));
    let mut doors = Vec::new();
    for cell in grid.size().cells().filter(|&cell| is_door(cell)) {
        if is_door(cell + Dir::West) || is_door(cell + Dir::North) {
            continue;
        }
        let along = if is_door(cell + Dir::East) { Dir::East } else { Dir::South };
        let cells: Vec<Cell> = (0..MAX_SIDE).map(|i| cell.step(along, i)).take_while(|&cell| is_door(cell)).collect();
        doors.push(add_wall_door(d, grid, cells));
    }
    add_corridors(d, grid, &doors.into_iter().flatten().collect::<Vec<_>>());
}

/// Adds a door, and its link where the wall is shared; `None` where it has no corridor to be joined to another by.
fn add_wall_door(d: &mut Dungeon, grid: &Grid<char>, cells: Vec<Cell>) -> Option<DoorId> {
    let side = |dir: Dir| Some((room_at(grid, cells[0] + dir.opposite())?, dir));
    let mut sides: Vec<(RoomId, Dir)> = Dir::ALL.into_iter().filter_map(side).collect();
    sides.sort_unstable();
    let (at, (room, normal)) = (cells[0], sides[0]);
    let door = add_door(d, room.0, cells, normal);
    d.doors[door.index()].secret = grid[at] == 'S';
    if let Some(&(other, _)) = sides.get(1) {
        add_link(d, [room, other], LinkKind::Shared { door, hidden: hidden(grid[at] == 'S') });
        return None;
    }
    if grid[at] == 'E' {
        let runway = (1..MAX_SIDE).take_while(|&i| grid.get(at.step(normal, i)) == Some(&',')).count() as u8;
        d.entrance = Some(Entrance { room, door, runway, open_end: false });
        return None;
    }
    Some(door)
}

fn add_corridors(d: &mut Dungeon, grid: &Grid<char>, doors: &[DoorId]) {
    let approach = |d: &Dungeon, door: DoorId| d.door(door).cells[0] + d.door(door).normal;
    for (i, &from) in doors.iter().enumerate() {
        for &to in &doors[i + 1..] {
            let Some(path) = path(grid, approach(d, from), approach(d, to)) else { continue };
            let rooms = [from, to].map(|door| d.door(door).room.unwrap());
            let secret = [from, to].map(|door| d.door(door).secret);
            let corridor = Corridor { runway: [1, 1], ..Corridor::new([from, to], path) };
            let kind = if secret == [true, true] {
                LinkKind::Secret { corridor, discovered: false }
            } else {
                LinkKind::Corridor { corridor, hidden: hidden(secret.contains(&true)) }
            };
            add_link(d, rooms, kind);
        }
    }
}

const fn hidden(secret: bool) -> HiddenDoor {
    if secret { HiddenDoor::Undiscovered } else { HiddenDoor::None }
}

/// A shortest path over corridor cells.
fn path(grid: &Grid<char>, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let is_corridor = |cell: Cell| grid.get(cell) == Some(&',');
    let mut before: BTreeMap<Cell, Cell> = BTreeMap::from([(to, to)]);
    let mut queue = VecDeque::from([to]);
    while let Some(cell) = queue.pop_front().filter(|&cell| is_corridor(cell)) {
        for next in cell.neighbors4().into_iter().filter(|&next| is_corridor(next)) {
            before.entry(next).or_insert_with(|| {
                queue.push_back(next);
                cell
            });
        }
    }
    before.get(&from)?;
    let mut path = vec![from];
    while path.last() != Some(&to) {
        path.push(before[&path[path.len() - 1]]);
    }
    Some(path)
}

fn add_stairs(d: &mut Dungeon, grids: &[(i32, Grid<char>)]) {
    for pair in grids.windows(2) {
        let [(_, upper), (_, lower)] = pair else { continue };
        for cell in upper.size().cells().filter(|&cell| upper[cell] == '>' && lower[cell] == '<') {
            let rooms = [upper, lower].map(|grid| room_at(grid, cell).unwrap());
            add_link(d, rooms, LinkKind::stairs_at(cell));
        }
    }
}

fn add_link(d: &mut Dungeon, rooms: [RoomId; 2], kind: LinkKind) {
    d.links.push(Link::new(LinkId(d.links.len() as u32), rooms, kind));
}
