//! A fast answer counts only when it is right: what everyone sees is compared before the clock starts.

use undercroft_sight::oracle;

use crate::fov_backends::{FovBackend, symmetric};
use crate::maps::Trial;

/// Cells of a large map that are asked about for each observer.
const SAMPLES: usize = 60;

/// Checks the answers for the first few observers of a map.
///
/// # Panics
/// When exact views differ from its definition, when shadowcasting differs from the crate that implements the same
/// rule, or when someone does not see what is in clear sight.
pub fn check(trial: &Trial, backends: &mut [Box<dyn FovBackend>]) {
    let size = trial.solid.size();
    let mut same_rule = symmetric(&trial.solid);
    for &from in trial.observers.iter().step_by(trial.observers.len().div_ceil(6)) {
        backends.iter_mut().for_each(|backend| backend.look(from));
        same_rule.look(from);
        let step = if size.area() <= 64 * 64 { 1 } else { size.area() / SAMPLES };
        for cell in (0..size.area()).step_by(step).map(|id| size.cell(id)) {
            let (clear, truth) = (backends[0].sees(cell), oracle::sees(&trial.solid, from, cell));
            assert_eq!(clear, truth, "clear sight on {}, from {from} to {cell}", trial.name);
        }
        for cell in size.cells() {
            let (own, peer) = (backends[1].sees(cell), same_rule.sees(cell));
            assert_eq!(own, peer, "shadowcasting on {}, from {from} to {cell}", trial.name);
            let everyone = || backends.iter().all(|backend| backend.sees(cell));
            assert!(!backends[0].sees(cell) || everyone(), "{cell} is visible from {from} on {}", trial.name);
        }
    }
}
