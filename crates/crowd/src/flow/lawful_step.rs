//! What a step of the whole crowd may be: the definition that files and tests are judged by.

use std::collections::BTreeSet;

use crate::open_moves::{OpenMoves, SubcellId, sides};

/// Whether every actor goes to a neighbour or stays, no one to the same sub-cell, and no two change places or cross.
pub(super) fn is_lawful_step(moves: &OpenMoves, now: &[SubcellId], next: &[SubcellId]) -> bool {
    let lawful_alone = |(&from, &to): (&SubcellId, &SubcellId)| from == to || moves.direction(from, to).is_some();
    if now.len() != next.len() || !now.iter().zip(next).all(lawful_alone) {
        return false;
    }
    let steps: BTreeSet<(SubcellId, SubcellId)> = now.iter().copied().zip(next.iter().copied()).collect();
    let ends: BTreeSet<SubcellId> = next.iter().copied().collect();
    let clashes = |&(from, to): &(SubcellId, SubcellId)| {
        let beside = moves.direction(from, to).and_then(sides);
        let crosses = beside.is_some_and(|(a, b)| {
            let (a, b) = (moves.step(from, a), moves.step(from, b));
            steps.contains(&(a, b)) || steps.contains(&(b, a))
        });
        crosses || from != to && steps.contains(&(to, from))
    };
    ends.len() == next.len() && !steps.iter().any(clashes)
}
