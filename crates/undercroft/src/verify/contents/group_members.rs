//! Groups: as many as have a spawn, in rooms of their own.

use std::collections::BTreeMap;

use crate::dungeon::{Dungeon, Group, RoomId, Spawn};
use crate::verify::content_fault::{ContentFault, Culprit};
use crate::verify::{Flaw, FlawCode};

pub(super) fn faults(dungeon: &Dungeon) -> Vec<ContentFault> {
    let mut members: Vec<Vec<&Spawn>> = vec![Vec::new(); dungeon.groups.len()];
    for spawn in &dungeon.spawns {
        if let Some(group) = spawn.group {
            members[group as usize].push(spawn);
        }
    }
    let mut faults: Vec<ContentFault> =
        dungeon.groups.iter().zip(&members).filter_map(|(group, members)| group_fault(group, members)).collect();
    faults.extend(shared_rooms(dungeon));
    faults
}

/// What is wrong with a group by itself.
fn group_fault(group: &Group, members: &[&Spawn]) -> Option<ContentFault> {
    let stray = members.iter().find(|spawn| !group.rooms.contains(&spawn.room));
    let why = if group.count as usize != members.len() {
        format!("counts {}, but has {} spawns", group.count, members.len())
    } else if !group.rooms.contains(&group.home) {
        format!("lives in room {}, which is not among its rooms", group.home)
    } else {
        format!("has a spawn in room {}, which is not among its rooms", stray?.room)
    };
    Some(group_flaw(group, &why, group.home))
}

/// The first room of each group that an earlier one has, too.
fn shared_rooms(dungeon: &Dungeon) -> Vec<ContentFault> {
    let mut owners: BTreeMap<RoomId, u32> = BTreeMap::new();
    let shared = |group: &Group| {
        let taken = |room: &&RoomId| *owners.entry(**room).or_insert(group.id) != group.id;
        let room = *group.rooms.iter().find(taken)?;
        Some(group_flaw(group, &format!("shares room {room} with group {}", owners[&room]), room))
    };
    dungeon.groups.iter().filter_map(shared).collect()
}

fn group_flaw(group: &Group, why: &str, room: RoomId) -> ContentFault {
    let sentence = format!("Group {} ({}) {why}.", group.id, group.many);
    ContentFault::new(Flaw::new(FlawCode::GroupCount, sentence).rooms([room]), Culprit::Group(group.id))
}
