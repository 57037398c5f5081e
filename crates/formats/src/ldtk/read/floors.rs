//! The floors of rooms in a map that may have been edited.
//!
//! The tiles are right, whatever the rooms say. A room keeps the cells it had as far as they are still floor. Floor that
//! is new belongs to the room whose floor it joins, or, where it joins none, is a new room. A room of which nothing is
//! left keeps the floor it had, so that the judge can say what is missing.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, RegionId, Regions};

use undercroft::dungeon::{Level, Run};

/// The floors of a level's rooms.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Floors {
    /// Those of the rooms that were there, in their order.
    pub kept: Vec<Vec<Run>>,
    /// Those of new rooms.
    pub new: Vec<Vec<Run>>,
}

/// The floors that the tiles show, given those that the rooms had.
pub(super) fn floors(level: &Level, rooms: &[&[Run]]) -> Floors {
    let floor = BitGrid::from_fn(level.size(), |cell| level.terrain[cell].is_room());
    let regions = Regions::of(&floor);
    let mut unclaimed = floor.clone();
    let mut shares: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    for (room, cell) in rooms.iter().enumerate().flat_map(|(i, runs)| cells(runs).map(move |cell| (i, cell))) {
        if let Some(region) = regions.at(cell) {
            unclaimed.remove(cell);
            *shares.entry(region.index()).or_default().entry(room).or_default() += 1;
        }
    }
    let mut added: Vec<Vec<Run>> = vec![Vec::new(); rooms.len()];
    let mut new: BTreeMap<usize, Vec<Run>> = BTreeMap::new();
    for run in Run::of_cells(&unclaimed) {
        let Some(region) = regions.at(run.start).map(RegionId::index) else { continue };
        match shares.get(&region).and_then(largest) {
            Some(room) => added[room].push(run),
            None => new.entry(region).or_default().push(run),
        }
    }
    let kept = rooms.iter().zip(added).map(|(had, added)| changed(had, added, &floor)).collect();
    Floors { kept, new: new.into_values().collect() }
}

/// The room with the largest share; of equals, the lowest.
fn largest(shares: &BTreeMap<usize, usize>) -> Option<usize> {
    shares.iter().max_by_key(|&(&room, &share)| (share, std::cmp::Reverse(room))).map(|(&room, _)| room)
}

fn changed(had: &[Run], added: Vec<Run>, floor: &BitGrid) -> Vec<Run> {
    if added.is_empty() && cells(had).all(|cell| floor.contains(cell)) {
        return had.to_vec();
    }
    let left = cells(had).filter(|&cell| floor.contains(cell)).map(|start| Run { start, length: 1 });
    let joined = join(left.chain(added).collect());
    if joined.is_empty() { had.to_vec() } else { joined }
}

/// The same cells as maximal runs, row by row.
fn join(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_unstable_by_key(|run| (run.start.y, run.start.x));
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        let end = run.start.x + run.length;
        match joined.last_mut() {
            Some(last) if last.start.y == run.start.y && run.start.x <= last.start.x + last.length => {
                last.length = last.length.max(end - last.start.x);
            }
            _ => joined.push(run),
        }
    }
    joined
}

fn cells(runs: &[Run]) -> impl Iterator<Item = Cell> {
    runs.iter().flat_map(|run| run.cells())
}

#[cfg(test)]
mod tests {
    use super::*;
    use undercroft::format::text;
    use undercroft_grid::Rect;

    fn check(map: &str, rooms: &[Vec<Run>], kept: &[&[[i32; 3]]], new: &[&[[i32; 3]]]) {
        let dungeon = text::read(map).unwrap();
        let had: Vec<&[Run]> = rooms.iter().map(Vec::as_slice).collect();
        let want = |floors: &[&[[i32; 3]]]| -> Vec<Vec<Run>> {
            floors.iter().map(|runs| runs.iter().map(|&run| run.into()).collect()).collect()
        };
        let found = floors(&dungeon.levels[0], &had);
        assert_eq!(found, Floors { kept: want(kept), new: want(new) });
    }

    fn rect(left: i32, top: i32, right: i32, bottom: i32) -> Vec<Run> {
        Run::of_rect(Rect::new(left, top, right, bottom))
    }

    #[test]
    fn a_room_that_nobody_touched_keeps_its_runs() {
        check("#####\n#...#\n#...#\n#####\n", &[rect(1, 1, 4, 3)], &[&[[1, 1, 3], [1, 2, 3]]], &[]);
    }

    #[test]
    fn a_pillar_is_no_floor_and_an_alcove_is() {
        check("#####\n#...#\n#.#..\n#####\n", &[rect(1, 1, 4, 3)], &[&[[1, 1, 3], [1, 2, 1], [3, 2, 2]]], &[]);
    }

    #[test]
    fn floor_that_joins_no_room_is_a_new_room() {
        check("######\n#..#.#\n######\n", &[rect(1, 1, 3, 2)], &[&[[1, 1, 2]]], &[&[[4, 1, 1]]]);
    }

    #[test]
    fn a_room_that_was_filled_up_keeps_what_it_had() {
        check("#####\n#####\n#####\n", &[rect(1, 1, 3, 2)], &[&[[1, 1, 2]]], &[]);
    }

    #[test]
    fn floor_between_two_rooms_goes_to_the_larger_one() {
        check("#######\n#.....#\n#######\n", &[rect(1, 1, 2, 2), rect(3, 1, 6, 2)], &[&[[1, 1, 1]], &[[2, 1, 4]]], &[]);
    }
}
