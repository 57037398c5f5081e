//! A spine northwards with branches of varying length to both sides.
//!
//! ```text
//!       5
//!       │
//!   8─7─4
//!       │
//!       3─9
//!       │
//!       0
//! ```

use std::cmp::Reverse;

use super::{Bounds, FORKED_FROM, PlanCell, Sketch};
use crate::seed::Stream;

/// The most rooms: every place from the start northwards.
pub fn most(bounds: Bounds) -> u64 {
    rows(bounds) * bounds.sides()[0]
}

/// The most rooms of the staircase.
pub fn most_stairs(bounds: Bounds) -> u64 {
    1 + (2 * bounds.y[1] as u64).min(2 * bounds.x[1] as u64 + 1)
}

/// North, east, north, east: (0, 0), (0, 1), (1, 1), (1, 2), (2, 2) and so on.
pub fn draw_stairs(size: usize) -> Sketch {
    let mut sketch = Sketch::start();
    for i in 1..size as i32 {
        sketch.add(PlanCell::new(i / 2, (i + 1) / 2), i as usize - 1);
    }
    sketch
}

/// A branch that may grow: its row on the spine, the side it goes to, its length and the most it may have.
struct Branch {
    row: usize,
    side: i32,
    length: i32,
    most: i32,
}

/// A spine with branches, this many rooms in all.
pub fn draw(size: usize, bounds: Bounds, stream: &mut Stream) -> Sketch {
    let spine = spine(size, bounds, stream);
    let mut branches: Vec<Branch> = (0..spine)
        .flat_map(|row| [(1, bounds.x[1]), (-1, -bounds.x[0])].map(|(side, most)| (row, side, most)))
        .map(|(row, side, most)| Branch { row, side, length: 0, most })
        .collect();
    grow(size - spine, &mut branches, stream);
    let mut sketch = Sketch::start();
    for row in 1..spine {
        sketch.add(PlanCell::new(0, row as i32), row - 1);
    }
    for branch in &branches {
        let mut last = branch.row;
        for i in 1..=branch.length {
            last = sketch.add(PlanCell::new(branch.side * i, branch.row as i32), last);
        }
    }
    sketch
}

/// How many rooms the spine has: about half of them, and as many as the branches need to hold the others.
fn spine(size: usize, bounds: Bounds, stream: &mut Stream) -> usize {
    let longest = size.min(rows(bounds) as usize);
    let shortest = size.div_ceil(bounds.sides()[0] as usize);
    // One room is kept for a branch wherever there may be one.
    let longest = if size >= FORKED_FROM && shortest < longest { longest.min(size - 1) } else { longest };
    let wanted = size / 3..size / 2 + 2;
    let wanted = stream.range(wanted.start as i32..wanted.end as i32) as usize;
    wanted.max(3).clamp(shortest.min(longest), longest)
}

/// Deals rooms to the branches, the first ones so that the spine forks.
fn grow(rooms: usize, branches: &mut [Branch], stream: &mut Stream) {
    let spine = branches.len() / 2;
    let mut left = rooms;
    for branch in forks(spine, branches, stream) {
        if left > 0 && branches[branch].length < branches[branch].most {
            branches[branch].length += 1;
            left -= 1;
        }
    }
    let mut open: Vec<usize> = (0..branches.len()).filter(|&i| branches[i].length < branches[i].most).collect();
    while left > 0 {
        let Some(&branch) = stream.choose(&open) else { return };
        // A branch gets a stretch at a time, so that some are long and some are not there at all.
        let most = (branches[branch].most - branches[branch].length).min(left as i32).min(4);
        let stretch = stream.range(1..most + 1);
        branches[branch].length += stretch;
        left -= stretch as usize;
        if branches[branch].length == branches[branch].most
            && let Ok(full) = open.binary_search(&branch)
        {
            open.remove(full);
        }
    }
}

/// The branches that must be there for a fork: one in the middle of the spine, or both at the start of a short one.
fn forks(spine: usize, branches: &[Branch], stream: &mut Stream) -> Vec<usize> {
    if spine < 3 {
        return vec![0, 1];
    }
    let row = stream.range(1..spine as i32 - 1) as usize;
    let mut sides = [2 * row, 2 * row + 1];
    stream.shuffle(&mut sides);
    sides.sort_by_key(|&branch| Reverse(branches[branch].most.min(1)));
    vec![sides[0]]
}

const fn rows(bounds: Bounds) -> u64 {
    bounds.y[1] as u64 + 1
}
