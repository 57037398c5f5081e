//! Prints how fast Undercroft sees, next to published field-of-view crates: `cargo run --release` in this folder.
//!
//! Every looker looks from the same cells of the same maps; the rounds of the lookers alternate, and the best round
//! of each counts. `UNDERCROFT_MAPS=folder` adds the MovingAI maps of a folder.

mod lookers;
mod maps;
mod truth;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use lookers::{Looker, OURS, PEERS};
use maps::Trial;

/// Time that a looker may spend on a map, after one round.
const PATIENCE: Duration = Duration::from_millis(250);
const ROUNDS: usize = 40;

fn main() -> std::io::Result<()> {
    let mut trials = maps::generated();
    if let Some(folder) = std::env::var_os("UNDERCROFT_MAPS") {
        trials.extend(maps::from_folder(&PathBuf::from(folder))?);
    }
    let names = || OURS.iter().chain(&PEERS).map(|(name, _)| name);
    println!("nanoseconds per look, best of up to {ROUNDS} rounds");
    print!("{:<24}", "map");
    names().for_each(|name| print!("{name:>19}"));
    println!("{:>14}{:>14}", "clear ×", "glimpse ×");
    let ratios: Vec<[f64; 2]> = trials.iter().map(|trial| report(trial, &measure(trial))).collect();
    for (kind, (name, _)) in OURS.iter().enumerate() {
        let logs: f64 = ratios.iter().map(|ratio| ratio[kind].ln()).sum();
        let mean = (logs / ratios.len() as f64).exp();
        println!("{name} sight: {mean:.1} × the fastest peer, geometric mean over {} maps", ratios.len());
    }
    Ok(())
}

/// The best time per look of every looker, in nanoseconds; ours come first.
fn measure(trial: &Trial) -> Vec<f64> {
    let everyone = OURS.iter().chain(&PEERS);
    let mut lookers: Vec<Box<dyn Looker>> = everyone.map(|(_, prepare)| prepare(&trial.solid)).collect();
    truth::check(trial, &mut lookers);
    let mut best = vec![Duration::MAX; lookers.len()];
    let mut spent = vec![Duration::ZERO; lookers.len()];
    for _ in 0..ROUNDS {
        for (i, looker) in lookers.iter_mut().enumerate().filter(|(i, _)| spent[*i] < PATIENCE) {
            let start = Instant::now();
            trial.observers.iter().for_each(|&from| looker.look(from));
            let time = start.elapsed();
            best[i] = best[i].min(time);
            spent[i] += time;
        }
    }
    best.iter().map(|time| time.as_nanos() as f64 / trial.observers.len() as f64).collect()
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
