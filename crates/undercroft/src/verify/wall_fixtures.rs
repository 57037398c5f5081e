//! Windows and hearths: in walls of their rooms, with what they need on both sides.

use undercroft_grid::{Cell, Dir};

use super::owner::Owners;
use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level, Room, Shape, Terrain, Window};

pub(super) fn check(dungeon: &Dungeon, level: &Level, owners: &Owners, flaws: &mut Vec<Flaw>) {
    let here: Vec<&Window> = dungeon.windows.iter().filter(|window| window.z == level.z).collect();
    let hearths: Vec<Cell> =
        dungeon.rooms.iter().filter(|room| room.z == level.z).filter_map(|room| Some(room.hearth?.cell)).collect();
    for (i, window) in here.iter().enumerate() {
        let is_twice = here[..i].iter().any(|other| other.cell == window.cell) || hearths.contains(&window.cell);
        let why =
            if is_twice { Some("shares its cell with another one") } else { window_fault(dungeon, owners, window) };
        flaws.extend(why.map(|why| {
            let sentence = format!("Window {} {why}.", window.id);
            Flaw::new(FlawCode::WindowMisplaced, sentence).at(level.z, &[window.cell])
        }));
    }
    flaws.extend(dungeon.rooms.iter().filter(|room| room.z == level.z).filter_map(|room| hearth_fault(owners, room)));
}

/// What is wrong with a window: it is in an outer wall above ground, with wall of its room on both sides.
fn window_fault(dungeon: &Dungeon, owners: &Owners, window: &Window) -> Option<&'static str> {
    let Window { z, cell, normal, .. } = *window;
    let inside = |cell: Cell| owners.at(cell + normal.opposite()).floor();
    let is_wall = |cell: Cell| owners.at(cell).terrain() == Terrain::Wall;
    let is_court = |cell: Cell| owners.at(cell).floor().is_some_and(|room| dungeon.room(room).shape == Shape::Court);
    let is_outside = |cell: Cell| owners.contains(cell) && owners.at(cell).terrain() == Terrain::Rock || is_court(cell);
    let sides = [normal.left(), normal.right()].map(|side| cell + side);
    match () {
        () if z < 0 => Some("is below ground"),
        () if !is_wall(cell) => Some("is not in a wall"),
        () if inside(cell).is_none() => Some("has no floor behind it"),
        () if !is_outside(cell + normal) => Some("does not face outside or a court"),
        () if sides.iter().any(|&side| !is_wall(side) || inside(side) != inside(cell)) => {
            Some("is beside a corner, a door or a partition")
        }
        () => None,
    }
}

/// What is wrong with a hearth: it is in a wall of its room, with two cells of plain floor before it.
fn hearth_fault(owners: &Owners, room: &Room) -> Option<Flaw> {
    let hearth = room.hearth?;
    let along = if matches!(hearth.normal, Dir::North | Dir::South) { Dir::East } else { Dir::South };
    let front = hearth.cell + hearth.normal;
    let is_floor = |cell: Cell| owners.at(cell).terrain() == Terrain::Floor && owners.at(cell).floor() == Some(room.id);
    let why = match () {
        () if owners.at(hearth.cell).terrain() != Terrain::Wall => "is not in a wall",
        () if !is_floor(front) || !is_floor(front + along) => "does not have two cells of floor before it",
        () => return None,
    };
    let sentence = format!("The hearth of room {} {why}.", room.id);
    Some(Flaw::new(FlawCode::HearthMisplaced, sentence).at(room.z, &[hearth.cell]).rooms([room.id]))
}
