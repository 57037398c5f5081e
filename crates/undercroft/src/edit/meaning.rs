//! What rooms mean after a change of the links: depth, difficulty, goal.

use crate::dungeon::{Dungeon, HiddenDoor, Link, Role, RoomId};
use crate::meaning::{Meaning, Tie, derive};

/// Gives every room its depth and difficulty. Roles stay: people may have built on them.
pub(super) fn give(dungeon: &mut Dungeon) {
    let Some((meanings, _)) = derived(dungeon) else { return };
    for (room, meaning) in dungeon.rooms.iter_mut().zip(meanings) {
        (room.depth, room.difficulty) = (meaning.depth, meaning.difficulty);
    }
}

/// Makes the deepest room the goal.
pub(super) fn choose_goal(dungeon: &mut Dungeon) {
    let Some((_, Some(far))) = derived(dungeon) else { return };
    dungeon.goal = Some(far);
    let is_entrance = dungeon.entrance.as_ref().is_some_and(|entrance| entrance.room == far);
    let room = &mut dungeon.rooms[far.index()];
    if !is_entrance && !room.roles.contains(&Role::Goal) {
        room.roles.push(Role::Goal);
    }
}

fn derived(dungeon: &Dungeon) -> Option<(Vec<Meaning>, Option<RoomId>)> {
    let entrance = dungeon.entrance.as_ref()?.room;
    let levels: Vec<i32> = dungeon.rooms.iter().map(|room| room.z).collect();
    let is_secret = |link: &Link| {
        let has_secret_door = || link.doors().iter().any(|&door| dungeon.door(door).secret);
        link.is_secret_passage() || link.hidden() != HiddenDoor::None || has_secret_door()
    };
    let tie = |link: &Link| Tie { rooms: link.rooms, secret: is_secret(link) };
    let ties: Vec<Tie> = dungeon.links.iter().map(tie).collect();
    Some(derive(&levels, &ties, entrance))
}
