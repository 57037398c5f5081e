//! Stairs: a straight run of cells in each of two rooms that lie over each other, from a cell that both runs have.
//!
//! ```text
//!   #########    a run along a wall: floor with a wall beside every cell, on one side
//!   #.>>....#    an alcove: cells of the wall, one deep, with floor before them and wall on their other sides
//!   #.......##   No cell of a run lies within two cells of a door or of another run. Where no such run is possible,
//!   #.......>#   the stairs are a single cell of floor.
//!   ##########
//! ```
//!
//! Every cell of the two rooms and their rings is tried as the first one, with every direction and length on each level.

use std::cmp::Reverse;

use undercroft_grid::Cell;

use super::stair_end::{EndRun, RunRank, StairEnd};

/// Stairs that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundStairs {
    /// The runs, in the order of the rooms.
    pub runs: [Vec<Cell>; 2],
    /// Whether they have a door or other stairs within the gap.
    pub is_near: bool,
}

/// The best stairs between two rooms: away from doors, against walls, long on both levels, near the middle of what the
/// rooms have in common.
pub fn find_stairs(ends: [&StairEnd; 2], longest: usize) -> Option<FoundStairs> {
    let middle = ends[0].bounds.intersection(ends[1].bounds).center();
    let cells = ends[0].bounds.grow(1).intersection(ends[1].bounds.grow(1)).cells();
    let mut firsts: Vec<(i64, Cell)> = cells.map(|first| (first.distance_squared(middle), first)).collect();
    firsts.sort_unstable();
    let perfect = RunRank { near: 0, is_apart: false, length: Reverse(longest), is_alcove: false };
    let mut best: Option<(PairRank, [EndRun; 2])> = None;
    for (_, first) in firsts {
        let Some(a) = ends[0].best_run(first, longest) else { continue };
        let Some(b) = ends[1].best_run(first, longest) else { continue };
        let rank = pair_rank(a.rank, b.rank);
        if best.as_ref().is_none_or(|(best, _)| rank < *best) {
            best = Some((rank, [a, b]));
        }
        // Of equals the nearest to the middle is taken, which came first.
        if rank == pair_rank(perfect, perfect) {
            break;
        }
    }
    let ((near, ..), runs) = best?;
    Some(FoundStairs { runs: runs.map(EndRun::into_cells), is_near: near > 0 })
}

type PairRank = (u32, u32, Reverse<usize>, Reverse<usize>, u32);

fn pair_rank(a: RunRank, b: RunRank) -> PairRank {
    let (Reverse(first), Reverse(second)) = (a.length, b.length);
    (
        a.near + b.near,
        u32::from(a.is_apart) + u32::from(b.is_apart),
        Reverse(first.min(second)),
        Reverse(first + second),
        u32::from(a.is_alcove) + u32::from(b.is_alcove),
    )
}

#[cfg(test)]
mod tests;
