//! How strong and how fast crowds are, in one table each. Run with
//! `UNDERCROFT_MAPS=… cargo bench -p undercroft-crowd`; the folder holds `MovingAI` maps and scenarios.

use std::path::Path;
use std::time::{Duration, Instant};

use undercroft_crowd::{Crowd, Mode, Settings, StepRoutes, Steps, Summary, read_scenario};
use undercroft_grid::{BitGrid, Size};

/// Map, and sum of costs and makespan of LaCAM3 (K. Okumura 2024) with 1,000 actors.
const MAPS: [(&str, u64, u64); 3] =
    [("random-64-64-20", 112_668, 184), ("room-64-64-8", 334_731, 565), ("warehouse-10-20-10-2-1", 245_651, 459)];

fn main() {
    match std::env::var("UNDERCROFT_MAPS") {
        Ok(folder) => scenarios(Path::new(&folder)),
        Err(_) => println!("UNDERCROFT_MAPS is not set: scenarios are left out"),
    }
}

/// Everybody's way at once on classic benchmark maps.
fn scenarios(folder: &Path) {
    println!(
        "| map | actors | plan | arrived | makespan | sum of costs | × LaCAM3 | waits | ns/actor-step | tables ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (name, reference, _) in MAPS {
        for actors in [100, 400, 1000] {
            for ahead in [false, true] {
                let best = (1..=3).map(|seed| scenario(folder, name, actors, ahead, seed)).collect::<Vec<_>>();
                for (summary, time, tables) in best {
                    let steps = summary.makespan * u64::from(summary.actors);
                    let share = if actors == 1000 {
                        format!("{:.3}", summary.sum_of_costs as f64 / reference as f64)
                    } else {
                        String::new()
                    };
                    println!(
                        "| {name} | {actors} | {} | {} | {} | {} | {share} | {} | {} | {:.0} |",
                        if ahead { "ahead" } else { "step" },
                        summary.arrived,
                        summary.makespan,
                        summary.sum_of_costs,
                        summary.waits.total(),
                        time.as_nanos() as u64 / steps.max(1),
                        tables.as_secs_f64() * 1e3,
                    );
                }
            }
        }
    }
}

fn scenario(folder: &Path, name: &str, actors: usize, ahead: bool, seed: u64) -> (Summary, Duration, Duration) {
    let map = read_map(&folder.join(name).with_extension("map"));
    let text = std::fs::read_to_string(folder.join(name).with_extension("scen")).expect("a scenario");
    let trips = read_scenario(&text, map.size()).expect("a scenario of this map");
    let settings = Settings { mode: Mode::Flow, flow_steps: Steps::Four, seed, ..Settings::default() };
    let mut crowd = Crowd::new(map, settings).expect("a lattice");
    for trip in &trips[..actors] {
        let id = crowd.spawn(crowd.heart(trip.from).expect("a free start"), 256).expect("a start for each");
        crowd.order(id, trip.to).expect("a way");
    }
    let start = Instant::now();
    crowd.plan_ahead(1);
    let tables = start.elapsed();
    let start = Instant::now();
    if ahead {
        crowd.plan_ahead(100_000);
    }
    while !crowd.is_settled() && crowd.tick() < 20_000 {
        crowd.step(&mut StepRoutes::default());
    }
    (crowd.summary(), start.elapsed(), tables)
}

fn read_map(path: &Path) -> BitGrid {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let size = Size::of(rows[0].len() as i32, rows.len() as i32);
    BitGrid::from_fn(size, |cell| !b".GS".contains(&rows[cell.y as usize][cell.x as usize]))
}
