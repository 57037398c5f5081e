//! Another entrance: a door, or a place in a wall, becomes where the visitor comes in.

use super::add_door::{WallSpot, wall_spot, with_single_site};
use super::links::{delete_link, finish};
use super::move_room::recorded;
use super::settle_contents::ContentsBefore;
use super::subject::DoorRef;
use super::{EditError, check};
use crate::derive::progression::choose_goal;
use crate::dungeon::{Door, DoorId, DoorKind, DoorState, Dungeon, Entrance, Role, RoomId};
use crate::route::reroute::{ReopenedEntrance, reopen_entrance};

/// Makes a door the entrance. Its link goes, and so does the entrance that was; where there is no door, one is opened.
pub(super) fn set_entrance(dungeon: &Dungeon, door: DoorRef) -> Result<Dungeon, EditError> {
    check(dungeon)?;
    let (base, spot, bare) = match door.find(dungeon) {
        Ok(id) => existing_spot(dungeon, id)?,
        Err(_) => (dungeon.clone(), wall_spot(dungeon, door.z, &[door.cell])?, None),
    };
    let mut recipe = recorded(&base)?;
    recipe.entrance_side = spot.normal;
    recipe.corridors.width = spot.cells.len() as i32;
    let found = reopen_entrance(&recipe, &with_single_site(&base, &spot), spot.room, &[])
        .map_err(|_| EditError::Impossible(format!("there is no space before a door at {}", spot.cells[0])))?;
    let levels = [base.entrance.as_ref().map_or(door.z, |entrance| base.door(entrance.door).z), door.z];
    let before = ContentsBefore::new(&base, Some, |_| true);
    let mut new = base.clone();
    write_entrance(&mut new, &spot, bare, &found);
    give_role(&mut new, spot.room);
    Ok(finish(&base, new, &before, &levels))
}

/// The place of a door, the dungeon without its link, and the door where it served none.
fn existing_spot(dungeon: &Dungeon, id: DoorId) -> Result<(Dungeon, WallSpot, Option<DoorId>), EditError> {
    if dungeon.entrance.as_ref().is_some_and(|entrance| entrance.door == id) {
        return Err(EditError::Impossible(format!("door {id} is the entrance already")));
    }
    let old = dungeon.door(id);
    let roomless = || EditError::Impossible(format!("door {id} belongs to no room; adopt the map first"));
    let spot = WallSpot { room: old.room.ok_or_else(roomless)?, cells: old.cells.clone(), normal: old.normal };
    match dungeon.links.iter().find(|link| link.doors().contains(&id)) {
        Some(link) if link.is_shared() => {
            let [a, b] = link.rooms;
            Err(EditError::Impossible(format!("door {id} leads from room {a} into room {b}, not to the outside")))
        }
        Some(link) => Ok((delete_link(dungeon, link.id)?, spot, None)),
        None if dungeon.entrance.is_some() => {
            Err(EditError::Impossible(format!("door {id} serves no link, and the dungeon has an entrance")))
        }
        None => Ok((dungeon.clone(), spot, Some(id))),
    }
}

/// The door of the old entrance moves, so that no door is left over; else one comes.
fn write_entrance(new: &mut Dungeon, spot: &WallSpot, bare: Option<DoorId>, found: &ReopenedEntrance) {
    let z = new.room(spot.room).z;
    let (kind, state) = (DoorKind::Door, DoorState::Closed);
    let (cells, normal, room) = (found.gap.cells.clone(), found.gap.normal, Some(spot.room));
    let old = new.entrance.as_ref().map(|entrance| entrance.door).or(bare);
    let id = old.unwrap_or(DoorId(new.doors.len() as u32));
    match new.doors.get_mut(id.index()) {
        Some(door) => (door.z, door.room, door.cells, door.normal) = (z, room, cells, normal),
        None => new.doors.push(Door { id, z, room, cells, normal, kind, state, secret: false }),
    }
    let (runway, open_end) = (found.runway, found.open_end);
    new.entrance = Some(Entrance { room: spot.room, door: id, runway, open_end });
}

/// One room has the role of the entrance; the goal is another one.
fn give_role(new: &mut Dungeon, room: RoomId) {
    new.rooms.iter_mut().for_each(|room| room.roles.retain(|role| *role != Role::Entrance));
    let roles = &mut new.rooms[room.index()].roles;
    roles.push(Role::Entrance);
    if new.goal == Some(room) {
        roles.retain(|role| ![Role::Goal, Role::Boss].contains(role));
        choose_goal(new);
    }
    new.rooms.iter_mut().for_each(|room| room.roles.sort_unstable());
}
