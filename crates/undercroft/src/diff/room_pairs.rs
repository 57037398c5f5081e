//! Which rooms of two dungeons are the same, or one that changed.

use serde::Serialize;

use crate::dungeon::{Dungeon, Room, RoomId};

/// What became of a room or a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomFate {
    /// Both have it.
    Same,
    /// Both have it, in other form.
    Changed,
    /// Only the second has it.
    Added,
    /// Only the first has it.
    Removed,
}

/// A room of either dungeon, or of both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomDiff {
    /// What became of it.
    pub fate: RoomFate,
    /// Its id in the first dungeon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<RoomId>,
    /// Its id in the second dungeon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<RoomId>,
    /// What it is called, in the second dungeon where it is there.
    pub label: String,
    /// Its level.
    pub z: i32,
    /// Cells that both have.
    pub common: i64,
    /// Cells that either has.
    pub either: i64,
}

/// All rooms of both dungeons: the same, then changed, added and removed ones, each in the order of their ids.
pub(super) fn pair_rooms(a: &Dungeon, b: &Dungeon) -> Vec<RoomDiff> {
    let mut left: [Vec<&Room>; 2] = [a.rooms.iter().collect(), b.rooms.iter().collect()];
    let mut rooms = Vec::new();
    let pair = |fate: RoomFate, x: &Room, y: &Room| {
        let common = common_cells(x, y);
        let (label, either) = (b.room_label(y.id), x.area() + y.area() - common);
        RoomDiff { fate, a: Some(x.id), b: Some(y.id), label, z: y.z, common, either }
    };
    for room in &a.rooms {
        let same = left[1].iter().position(|other| other.z == room.z && other.floor == room.floor);
        if let Some(at) = same {
            let other = left[1].remove(at);
            left[0].retain(|first| first.id != room.id);
            rooms.push(pair(RoomFate::Same, room, other));
        }
    }
    let mut pairs: Vec<(i64, RoomId, RoomId)> = Vec::new();
    for x in &left[0] {
        let near = left[1].iter().filter(|y| y.z == x.z && y.bounds().overlaps(x.bounds()));
        pairs.extend(near.map(|y| (common_cells(x, y), x.id, y.id)).filter(|(common, ..)| *common > 0));
    }
    pairs.sort_by_key(|&(common, x, y)| (std::cmp::Reverse(common), x, y));
    let mut changed = Vec::new();
    for (common, x, y) in pairs {
        let is_left = left[0].iter().any(|room| room.id == x) && left[1].iter().any(|room| room.id == y);
        let either = a.room(x).area() + b.room(y).area() - common;
        if is_left && 2 * common >= either {
            left[0].retain(|room| room.id != x);
            left[1].retain(|room| room.id != y);
            changed.push(pair(RoomFate::Changed, a.room(x), b.room(y)));
        }
    }
    changed.sort_by_key(|room| room.b);
    rooms.extend(changed);
    let single = |fate: RoomFate, dungeon: &Dungeon, room: &Room| {
        let (label, either) = (dungeon.room_label(room.id), room.area());
        let is_added = fate == RoomFate::Added;
        let (a, b) = ((!is_added).then_some(room.id), is_added.then_some(room.id));
        RoomDiff { fate, a, b, label, z: room.z, common: 0, either }
    };
    rooms.extend(left[1].iter().map(|room| single(RoomFate::Added, b, room)));
    rooms.extend(left[0].iter().map(|room| single(RoomFate::Removed, a, room)));
    rooms
}

/// Cells that both floors have: runs of the same row are laid over each other.
fn common_cells(x: &Room, y: &Room) -> i64 {
    let mut common = 0;
    for run in &x.floor {
        let first = y.floor.partition_point(|other| other.start.y < run.start.y);
        for other in y.floor[first..].iter().take_while(|other| other.start.y == run.start.y) {
            let left = run.start.x.max(other.start.x);
            let right = (run.start.x + run.length).min(other.start.x + other.length);
            common += i64::from((right - left).max(0));
        }
    }
    common
}
