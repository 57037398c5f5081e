//! What the rooms mean: depth, difficulty, goal and roles, derived from the final links.

use crate::dungeon::{Dungeon, Link, LinkKind};
use crate::meaning::{Tie, derive};

/// Gives every room its depth, difficulty and roles, and the dungeon its goal.
pub fn give(dungeon: &mut Dungeon) {
    let Some(entrance) = dungeon.entrance.as_ref().map(|entrance| entrance.room) else { return };
    let levels: Vec<i32> = dungeon.rooms.iter().map(|room| room.z).collect();
    let tie = |link: &Link| Tie { rooms: link.rooms, secret: is_secret(dungeon, link) };
    let ties: Vec<Tie> = dungeon.links.iter().map(tie).collect();
    let (meanings, goal) = derive(&levels, &ties, entrance);
    for (room, meaning) in dungeon.rooms.iter_mut().zip(meanings) {
        (room.depth, room.difficulty) = (meaning.depth, meaning.difficulty);
        room.roles.extend(meaning.roles);
    }
    dungeon.goal = goal;
}

fn is_secret(dungeon: &Dungeon, link: &Link) -> bool {
    link.kind == LinkKind::SecretPassage || link.doors.iter().any(|&door| dungeon.door(door).secret)
}
