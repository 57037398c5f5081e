//! What the rooms mean: depth, difficulty, goal and roles, derived from the final links.

use super::casting;
use crate::dungeon::{Dungeon, Link, Role, Room};
use crate::meaning::{Tie, derive};

/// Gives every room its depth, difficulty and roles, and the dungeon its goal. Where all rooms are from templates,
/// what these are drawn for has a say.
pub fn give(dungeon: &mut Dungeon, all_from_templates: bool) {
    let Some(entrance) = dungeon.entrance.as_ref().map(|entrance| entrance.room) else { return };
    let levels: Vec<i32> = dungeon.rooms.iter().map(|room| room.z).collect();
    let tie = |link: &Link| Tie { rooms: link.rooms, secret: is_secret(dungeon, link) };
    let ties: Vec<Tie> = dungeon.links.iter().map(tie).collect();
    let (meanings, far) = derive(&levels, &ties, entrance);
    let is_throne = |room: &&Room| all_from_templates && room.roles.contains(&Role::Boss);
    let throne = dungeon.rooms.iter().find(is_throne).map(|room| room.id);
    dungeon.goal = throne.or(far);
    for (room, meaning) in dungeon.rooms.iter_mut().zip(meanings) {
        (room.depth, room.difficulty) = (meaning.depth, meaning.difficulty);
        if !all_from_templates {
            room.roles.extend(meaning.roles);
        }
    }
    if all_from_templates {
        casting::give(dungeon, entrance, dungeon.goal);
    }
}

fn is_secret(dungeon: &Dungeon, link: &Link) -> bool {
    link.is_secret_passage() || link.doors().iter().any(|&door| dungeon.door(door).secret)
}
