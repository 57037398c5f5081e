//! Rooms: floors in one piece, disjoint, and never in another room's ring.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Rect, UnionFind};

use super::owner::{Claim, Owners};
use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level, Room, RoomId, Run, Terrain};

/// Two rooms and the cells they quarrel about.
type Quarrels = BTreeMap<(RoomId, RoomId), Vec<Cell>>;

/// A floor that is not written as runs in row order, or is empty, or is in pieces.
pub(super) fn malformed(room: &Room) -> Option<Flaw> {
    let positive = room.floor.iter().all(|run| run.length >= 1);
    if room.floor.is_empty() || !positive || !room.floor.is_sorted_by(|a, b| comes_before(*a, *b)) {
        let sentence = format!("The floor of room {} is not a list of disjoint runs in row order.", room.id);
        return Some(Flaw::new(FlawCode::FloorMalformed, sentence).rooms([room.id]));
    }
    (pieces(&room.floor) > 1).then(|| {
        let sentence = format!("The floor of room {} is not in one piece.", room.id);
        Flaw::new(FlawCode::RoomInPieces, sentence).rooms([room.id])
    })
}

/// Claims floors and rings.
pub(super) fn claim(dungeon: &Dungeon, level: &Level, owners: &mut Owners, flaws: &mut Vec<Flaw>) {
    let rooms = || dungeon.rooms.iter().filter(|room| room.z == level.z);
    let (mut overlaps, mut intrusions) = (Quarrels::new(), Quarrels::new());
    rooms().for_each(|room| claim_floor(room, owners, &mut overlaps));
    rooms().for_each(|room| claim_ring(room, owners, &mut intrusions));
    flaws.extend(overlaps.iter().map(|((a, b), cells)| {
        let sentence = format!("Rooms {a} and {b} have the same floor.");
        Flaw::new(FlawCode::RoomsOverlap, sentence).at(level.z, cells).rooms([*a, *b])
    }));
    // Rooms that overlap also lie in each other's rings; that would be one flaw twice.
    intrusions.retain(|(a, b), _| !overlaps.contains_key(&(*a.min(b), *a.max(b))));
    flaws.extend(intrusions.iter().map(|((ring, floor), cells)| {
        let sentence = format!("Floor of room {floor} lies in the ring of room {ring}.");
        Flaw::new(FlawCode::FloorInRing, sentence).at(level.z, cells).rooms([*ring, *floor])
    }));
}

fn claim_floor(room: &Room, owners: &mut Owners, overlaps: &mut Quarrels) {
    for cell in room.cells() {
        match owners.at(cell).floor() {
            Some(other) => overlaps.entry((other, room.id)).or_default().push(cell),
            None => owners.set(cell, Claim::new(Terrain::Floor, room.id.0)),
        }
    }
}

fn claim_ring(room: &Room, owners: &mut Owners, intrusions: &mut Quarrels) {
    for (i, run) in room.floor.iter().enumerate() {
        let [above, below] = [i.wrapping_sub(1), i + 1].map(|other| is_repeated(*run, room.floor.get(other)));
        // A row that repeats this one looks after its own ends, and has nothing but floor between them.
        let around = run.rect().grow(1);
        let rows = Rect { top: around.top + i32::from(above), bottom: around.bottom - i32::from(below), ..around };
        for cell in rows.cells() {
            let claim = owners.at(cell);
            match claim.floor() {
                Some(own) if own == room.id => {}
                Some(other) => intrusions.entry((room.id, other)).or_default().push(cell),
                None if claim == Claim::NONE => owners.set(cell, Claim::new(Terrain::Wall, room.id.0)),
                None => {}
            }
        }
    }
}

/// Whether the other run spans the same columns in the row before or after.
fn is_repeated(run: Run, other: Option<&Run>) -> bool {
    let is_beside = |other: &Run| (other.start.y - run.start.y).abs() == 1 && other.start.x == run.start.x;
    other.is_some_and(|other| is_beside(other) && other.length == run.length)
}

/// In row order, and not overlapping. The sums are wide: the runs may lie anywhere.
fn comes_before(a: Run, b: Run) -> bool {
    let a_ends = i64::from(a.start.x) + i64::from(a.length);
    a.start.y < b.start.y || (a.start.y == b.start.y && a_ends <= i64::from(b.start.x))
}

/// Number of 4-connected pieces of runs in row order: neighbouring runs are united.
fn pieces(floor: &[Run]) -> usize {
    let mut union = UnionFind::new(floor.len());
    let mut above = 0;
    for (i, run) in floor.iter().enumerate() {
        while floor[above].start.y < run.start.y.saturating_sub(1) {
            above += 1;
        }
        for (j, other) in floor[above..i].iter().enumerate() {
            if touch(*other, *run) {
                union.unite((above + j) as u32, i as u32);
            }
        }
    }
    union.sets()
}

fn touch(a: Run, b: Run) -> bool {
    let end = |run: Run| i64::from(run.start.x) + i64::from(run.length);
    // In one row neighbours meet end to end; in two rows they share a column.
    let reach = i64::from(a.start.y == b.start.y);
    i64::from(a.start.x) < end(b) + reach && i64::from(b.start.x) < end(a) + reach
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::{BitGrid, Size};

    use super::*;

    /// The simplest version: take a cell, spread, count how often that can be done.
    fn slow_pieces(mut set: BitGrid) -> usize {
        let mut count = 0;
        for start in set.clone().iter() {
            count += usize::from(set.contains(start));
            let mut stack = vec![start];
            while let Some(cell) = stack.pop() {
                if set.remove(cell) {
                    stack.extend(cell.neighbors4());
                }
            }
        }
        count
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn pieces_are_counted_as_a_flood_counts_them(members in prop::collection::vec(any::<bool>(), 48)) {
            let size = Size::of(8, 6);
            let set = BitGrid::from_fn(size, |cell| members[size.id(cell)]);
            prop_assert_eq!(pieces(&Run::of_cells(&set).collect::<Vec<_>>()), slow_pieces(set));
        }
    }
}
