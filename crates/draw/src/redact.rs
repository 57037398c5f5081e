//! The player's edition: the dungeon as it looks to those who know no secret.
//!
//! Secret doors become wall. What can then be reached only through them becomes rock, and everything in it is gone, as are
//! keys, inhabitants, notes, and the names, numbers and purposes of rooms: a map drawn from this copy cannot betray what
//! is not in it. It is made from the whole dungeon, before a level is chosen: what players can reach on a level depends
//! on the others.

use std::borrow::Cow;
use std::collections::VecDeque;

use undercroft_grid::{BitGrid, Cell};

use undercroft::dungeon::{Dungeon, Ground, Level, Terrain, Window};

use super::options::Edition;
use super::redact_contents::redact_contents;

impl Edition {
    /// What readers of this edition may know of a dungeon.
    pub fn known(self, dungeon: &Dungeon) -> Cow<'_, Dungeon> {
        match self {
            Self::GameMaster => Cow::Borrowed(dungeon),
            Self::Player => Cow::Owned(redact_secrets(dungeon)),
        }
    }
}

/// The dungeon without its secrets: no secret door, nothing behind one, no key, no inhabitant, no goal, no note, no seed,
/// and of what rooms are for only the entrance. Title, hook, names of levels, furniture in sight, windows and lights stay.
///
/// ```
/// use undercroft::format::read;
/// use undercroft_draw::redact_secrets;
///
/// let crypt = read(Some("crypt.txt"), b"########\n#..S...#\n########\n").unwrap();
/// let known = redact_secrets(&crypt);
/// assert!(crypt.doors.iter().any(|door| door.secret));
/// assert!(known.doors.iter().all(|door| !door.secret));
/// ```
pub fn redact_secrets(dungeon: &Dungeon) -> Dungeon {
    let mut copy = dungeon.clone();
    let secrets: Vec<(i32, Cell)> = dungeon
        .doors
        .iter()
        .filter(|door| door.secret)
        .flat_map(|door| door.cells.iter().map(|&cell| (door.z, cell)))
        .collect();
    for &(z, cell) in &secrets {
        set(&mut copy, z, cell, Terrain::Wall);
    }
    let hidden = hidden(&copy, &secrets);
    for (level, hidden) in copy.levels.iter_mut().zip(&hidden) {
        fill_in(level, hidden);
    }
    forget(&mut copy);
    redact_contents(&mut copy);
    copy
}

/// Turns cells to rock, with the walls that stand round nothing else.
fn fill_in(level: &mut Level, hidden: &BitGrid) {
    hidden.iter().for_each(|cell| level.terrain[cell] = Terrain::Rock);
    let is_open = |level: &Level, cell: Cell| !level.at(cell).is_massive();
    for wall in hidden.iter().flat_map(Cell::neighbors8) {
        let is_idle = level.at(wall) == Terrain::Wall && !wall.neighbors8().iter().any(|&cell| is_open(level, cell));
        if let Some(terrain) = level.terrain.get_mut(wall).filter(|_| is_idle) {
            *terrain = Terrain::Rock;
        }
    }
    if let Some(mut ground) = level.ground.take() {
        let is_gone = |&cell: &Cell| level.terrain[cell].is_massive();
        level.terrain.size().cells().filter(is_gone).for_each(|cell| ground[cell] = Ground::Bare);
        level.set_ground(ground);
    }
}

fn set(dungeon: &mut Dungeon, z: i32, cell: Cell, terrain: Terrain) {
    let level = dungeon.levels.iter_mut().find(|level| level.z == z);
    if let Some(place) = level.and_then(|level| level.terrain.get_mut(cell)) {
        *place = terrain;
    }
}

/// For each level the cells that only secret doors lead to: what lies behind such a door and is not joined to the known
/// part. Floor that no secret door touches is shown even when nothing leads there, for that is no secret.
fn hidden(dungeon: &Dungeon, secrets: &[(i32, Cell)]) -> Vec<BitGrid> {
    let mut known: Vec<BitGrid> = dungeon.levels.iter().map(|level| BitGrid::new(level.size())).collect();
    let mut hidden = known.clone();
    if secrets.is_empty() {
        return hidden;
    }
    flood(dungeon, start(dungeon), &mut known);
    for &(z, cell) in secrets {
        let Some(index) = dungeon.levels.iter().position(|level| level.z == z) else { continue };
        for beside in cell.neighbors4() {
            if !known[index].contains(beside) {
                flood(dungeon, Some((index, beside)), &mut hidden);
            }
        }
    }
    hidden
}

/// The entrance door, or else the first cell of the largest room, or of the map.
fn start(dungeon: &Dungeon) -> Option<(usize, Cell)> {
    let entrance = dungeon.entrance.as_ref().and_then(|entrance| dungeon.rooms.get(entrance.room.index()));
    let largest = dungeon.rooms.iter().max_by_key(|room| (room.area(), std::cmp::Reverse(room.id)));
    if let Some(room) = entrance.or(largest) {
        let index = dungeon.levels.iter().position(|level| level.z == room.z)?;
        return Some((index, room.cells().next()?));
    }
    let open = |terrain: &Terrain| !terrain.is_massive();
    let first = |level: &Level| level.terrain.iter().find(|(_, t)| open(t)).map(|(cell, _)| cell);
    dungeon.levels.iter().enumerate().find_map(|(i, level)| first(level).map(|cell| (i, cell)))
}

/// Marks everything that is joined to a cell, by floor of any kind and by stairs to the same cell of the next level.
fn flood(dungeon: &Dungeon, start: Option<(usize, Cell)>, marked: &mut [BitGrid]) {
    let mut queue: VecDeque<(usize, Cell)> = start.into_iter().collect();
    while let Some((index, cell)) = queue.pop_front() {
        let terrain = dungeon.levels[index].at(cell);
        if terrain.is_massive() || !marked[index].insert(cell) {
            continue;
        }
        queue.extend(cell.neighbors4().map(|beside| (index, beside)));
        if matches!(terrain, Terrain::StairsDown | Terrain::StairsUp)
            && let Some(z) = dungeon.stairs_lead(dungeon.levels[index].z, cell)
        {
            queue.extend(dungeon.levels.iter().position(|level| level.z == z).map(|other| (other, cell)));
        }
    }
}

/// Takes away what stands where there is rock now. Ids are positions, so that rooms and doors stay, without cells.
fn forget(dungeon: &mut Dungeon) {
    let levels = &dungeon.levels;
    let is_open =
        |z: i32, cell: Cell| levels.iter().find(|level| level.z == z).is_some_and(|level| !level.at(cell).is_massive());
    for room in &mut dungeon.rooms {
        room.floor.retain(|run| run.cells().all(|cell| is_open(room.z, cell)));
    }
    for door in &mut dungeon.doors {
        door.cells.retain(|&cell| is_open(door.z, cell));
        door.secret = false;
    }
    dungeon.markers.retain(|marker| is_open(marker.z, marker.cell));
    dungeon.windows.retain(|window| is_open(window.z, window.cell.step(window.normal.opposite(), 1)));
    dungeon.windows = (0..).zip(dungeon.windows.drain(..)).map(|(id, window)| Window { id, ..window }).collect();
}
