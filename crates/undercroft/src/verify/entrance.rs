//! One entrance that ends blind, one goal, and depths that count from the entrance.

use undercroft_grid::Cell;

use super::as_generated::is_as_generated;
use super::{Flaw, FlawCode, RoomGraph};
use crate::dungeon::{Dungeon, Entrance, Role, RoomId};
use crate::plural::count;

/// The flaw of a generated dungeon without an entrance.
pub(super) fn missing_entrance() -> Flaw {
    Flaw::new(FlawCode::EntranceMissing, "The dungeon has no entrance.")
}

pub(super) fn check(dungeon: &Dungeon, entrance: &Entrance, graph: &RoomGraph, flaws: &mut Vec<Flaw>) {
    flaws.extend(
        mismatch(dungeon, entrance).or_else(|| not_blind(dungeon, entrance)).or_else(|| blocked(dungeon, entrance)),
    );
    flaws.extend(misplaced_roles(dungeon, Role::Entrance, Some(entrance.room)));
    let depths = graph.hops(entrance.room, |link| !graph.is_secret(link));
    for (room, depth) in dungeon.rooms.iter().zip(depths) {
        if let Some(depth) = depth.filter(|&depth| depth != room.depth) {
            let said = count(room.depth as usize, "link");
            let sentence = format!("Room {} says it is {said} from the entrance, it is {depth}.", room.id);
            flaws.push(Flaw::new(FlawCode::DepthWrong, sentence).rooms([room.id]));
        }
    }
}

pub(super) fn check_goal(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    if dungeon.goal.is_none() && dungeon.is_generated() {
        flaws.push(Flaw::new(FlawCode::GoalMissing, "The dungeon has no goal."));
    }
    flaws.extend(misplaced_roles(dungeon, Role::Goal, dungeon.goal));
}

fn mismatch(dungeon: &Dungeon, entrance: &Entrance) -> Option<Flaw> {
    let door = dungeon.door(entrance.door);
    if door.room == Some(entrance.room) {
        return None;
    }
    let sentence = format!("The entrance's door {} is not a door of room {}.", door.id, entrance.room);
    let flaw = Flaw::new(FlawCode::EntranceMismatch, sentence).at(door.z, &door.cells);
    Some(flaw.rooms([entrance.room]).doors([door.id]))
}

/// Round the last cells of the runway, everything but the runway itself is solid.
fn not_blind(dungeon: &Dungeon, entrance: &Entrance) -> Option<Flaw> {
    let door = dungeon.door(entrance.door);
    let level = dungeon.level(door.z)?;
    let last: Vec<Cell> = door.cells.iter().map(|cell| cell.step(door.normal, entrance.runway.into())).collect();
    let is_way_back = |from: Cell, to: Cell| to == from - door.normal || last.contains(&to);
    // Without a runway the last cells are the door itself, whose neighbours in the wall are judged with the doors.
    let around = |cell: Cell| if entrance.runway == 0 { vec![cell + door.normal] } else { cell.neighbors4().to_vec() };
    let is_open = |from: Cell, to: Cell| !is_way_back(from, to) && !level.at(to).is_massive();
    let open: Vec<Cell> =
        last.iter().flat_map(|&from| around(from).into_iter().filter(move |&to| is_open(from, to))).collect();
    if open.is_empty() {
        return None;
    }
    let sentence = format!("The corridor before the entrance, door {}, does not end blind.", door.id);
    Some(Flaw::new(FlawCode::EntranceNotBlind, sentence).at(door.z, &open).rooms([entrance.room]).doors([door.id]))
}

/// Nothing walkable lies straight on from the runway, up to the edge of the map.
fn blocked(dungeon: &Dungeon, entrance: &Entrance) -> Option<Flaw> {
    let door = dungeon.door(entrance.door);
    let level = dungeon.level(door.z).filter(|_| is_as_generated(dungeon))?;
    let map = level.size().rect();
    let beyond = |cell: Cell| (i32::from(entrance.runway) + 1..).map(move |steps| cell.step(door.normal, steps));
    let ahead = door.cells.iter().flat_map(|&cell| beyond(cell).take_while(|&cell| map.contains(cell)));
    let open: Vec<Cell> = ahead.filter(|&cell| !level.at(cell).is_massive()).collect();
    if open.is_empty() {
        return None;
    }
    let sentence =
        format!("The line straight on from the entrance, door {}, is not free to the edge of the map.", door.id);
    Some(Flaw::new(FlawCode::EntranceBlocked, sentence).at(door.z, &open).rooms([entrance.room]).doors([door.id]))
}

fn misplaced_roles(dungeon: &Dungeon, role: Role, place: Option<RoomId>) -> Option<Flaw> {
    let has_role = |room: &&crate::dungeon::Room| room.roles.contains(&role) && Some(room.id) != place;
    let room = dungeon.rooms.iter().find(has_role)?.id;
    let sentence = format!("Room {room} has the role {role:?}, which belongs to another room.");
    Some(Flaw::new(FlawCode::RoleMisplaced, sentence).rooms([room]))
}
