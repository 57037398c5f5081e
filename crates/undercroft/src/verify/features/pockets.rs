//! Pockets: free cells that features part from the rest of their piece.
//!
//! A room's free cells are one 4-connected piece, or several where a chasm or deep water parts them. Features may cover
//! cells of a piece and never part it, so whatever was joined in a room stays joined; and since corridors and doors carry
//! no features that block, what holds in each room holds in the dungeon.

use undercroft_grid::{BitGrid, Cell, RegionId, Regions};

/// The cells that are parted from the largest rest of their piece, where features leave `left` of the `free` cells.
pub(super) fn parted_cells(free: &BitGrid, left: &BitGrid) -> Vec<Cell> {
    let rests = Regions::of(left);
    if rests.count() <= 1 {
        return Vec::new();
    }
    let pieces = Regions::of(free);
    let piece = |rest: RegionId| pieces.at(rests.first(rest));
    let mut largest: Vec<Option<RegionId>> = vec![None; pieces.count()];
    for rest in rests.ids() {
        let Some(kept) = piece(rest).map(|piece| &mut largest[piece.index()]) else { continue };
        *kept = Some(kept.filter(|&kept| rests.len(kept) >= rests.len(rest)).unwrap_or(rest));
    }
    let is_parted = |cell: &Cell| rests.at(*cell).is_some_and(|rest| !largest.contains(&Some(rest)));
    left.iter().filter(is_parted).collect()
}
