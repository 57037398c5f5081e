//! A fast answer counts only when it is right: what everyone sees is compared before the clock starts.

use undercroft_sight::oracle;

use crate::lookers::{Looker, symmetric};
use crate::maps::Trial;

/// Cells of a large map that are asked about for each observer.
const SAMPLES: usize = 60;

/// Checks the answers for the first few observers of a map.
///
/// # Panics
/// When clear sight differs from its definition, when glimpse sight differs from the crate that implements the same
/// rule, or when someone does not see what is in clear sight.
pub fn check(trial: &Trial, lookers: &mut [Box<dyn Looker>]) {
    let size = trial.solid.size();
    let mut same_rule = symmetric(&trial.solid);
    for &from in trial.observers.iter().step_by(trial.observers.len().div_ceil(6)) {
        lookers.iter_mut().for_each(|looker| looker.look(from));
        same_rule.look(from);
        let step = if size.area() <= 64 * 64 { 1 } else { size.area() / SAMPLES };
        for cell in (0..size.area()).step_by(step).map(|id| size.cell(id)) {
            let (clear, truth) = (lookers[0].sees(cell), oracle::sees(&trial.solid, from, cell));
            assert_eq!(clear, truth, "clear sight on {}, from {from} to {cell}", trial.name);
        }
        for cell in size.cells() {
            let (glimpse, peer) = (lookers[1].sees(cell), same_rule.sees(cell));
            assert_eq!(glimpse, peer, "glimpse sight on {}, from {from} to {cell}", trial.name);
            let everyone = || lookers.iter().all(|looker| looker.sees(cell));
            assert!(!lookers[0].sees(cell) || everyone(), "{cell} is in clear sight of {from} on {}", trial.name);
        }
    }
}
