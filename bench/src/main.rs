//! Prints how fast Undercroft sees, next to published field-of-view crates: `cargo run --release` in this folder.
//!
//! Every backend computes views from the same cells of the same maps; the rounds of the backends alternate, and the best
//! round of each counts. `--maps FOLDER` adds the MovingAI maps of a folder; other arguments choose peers by parts of
//! their names.

mod fov_backends;
mod maps;
mod truth;

use std::time::{Duration, Instant};

use fov_backends::{Entrant, FovBackend, OURS, PEERS};
use maps::Trial;

/// Time that a backend may spend on a map, after one round.
const PATIENCE: Duration = Duration::from_millis(250);
const ROUNDS: usize = 40;
/// The least time of a round, so that everyone is measured with warm caches.
const ROUND: Duration = Duration::from_millis(2);

fn main() -> std::io::Result<()> {
    let mut trials = maps::generated();
    let (folder, wanted) = maps::arguments();
    if let Some(folder) = folder {
        trials.extend(maps::from_folder(&folder)?);
    }
    let chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let entrants: Vec<Entrant> = OURS.into_iter().chain(PEERS.into_iter().filter(|peer| chosen(peer.0))).collect();
    println!("nanoseconds per look, best of up to {ROUNDS} rounds");
    print!("{:<24}", "map");
    entrants.iter().for_each(|(name, _)| print!("{name:>19}"));
    println!("{:>14}{:>14}", "exact ×", "shadowcast ×");
    let ratios: Vec<[f64; 2]> = trials.iter().map(|trial| report(trial, &measure(trial, &entrants))).collect();
    for (kind, (name, _)) in OURS.iter().enumerate() {
        let logs: f64 = ratios.iter().map(|ratio| ratio[kind].ln()).sum();
        let mean = (logs / ratios.len() as f64).exp();
        println!("{name}: {mean:.1} × the fastest peer, geometric mean over {} maps", ratios.len());
    }
    Ok(())
}

/// The best time per look of every backend, in nanoseconds; ours come first.
fn measure(trial: &Trial, entrants: &[Entrant]) -> Vec<f64> {
    let mut backends: Vec<Box<dyn FovBackend>> = entrants.iter().map(|(_, prepare)| prepare(&trial.solid)).collect();
    truth::check(trial, &mut backends);
    let mut clocks = vec![Clock { best: Duration::MAX, spent: Duration::ZERO }; backends.len()];
    for _ in 0..ROUNDS {
        for (backend, clock) in backends.iter_mut().zip(&mut clocks) {
            if clock.spent < PATIENCE {
                clock.time(|| trial.observers.iter().for_each(|&from| backend.look(from)));
            }
        }
    }
    clocks.iter().map(|clock| clock.best.as_nanos() as f64 / trial.observers.len() as f64).collect()
}

#[derive(Clone)]
struct Clock {
    best: Duration,
    spent: Duration,
}

impl Clock {
    /// One round: the work, over and over until the round is long enough, and the mean time of it.
    fn time(&mut self, mut work: impl FnMut()) {
        let (start, mut passes) = (Instant::now(), 0);
        while passes == 0 || start.elapsed() < ROUND {
            work();
            passes += 1;
        }
        self.best = self.best.min(start.elapsed() / passes);
        self.spent += start.elapsed();
    }
}

/// Prints a row and says how many times as fast as the fastest peer ours are.
fn report(trial: &Trial, times: &[f64]) -> [f64; 2] {
    let (ours, peers) = times.split_at(OURS.len());
    let fastest = peers.iter().copied().fold(f64::INFINITY, f64::min);
    let ratios = [fastest / ours[0], fastest / ours[1]];
    print!("{:<24}", trial.name);
    times.iter().for_each(|time| print!("{time:>19.0}"));
    println!("{:>14.1}{:>14.1}", ratios[0], ratios[1]);
    ratios
}
