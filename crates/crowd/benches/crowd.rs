//! How strong and how fast crowds are. Run with `cargo bench -p undercroft-crowd --bench crowd`; for the first table
//! `UNDERCROFT_MAPS` must name a folder with `MovingAI` maps and scenarios. With the word `frames` after `--` it prints the
//! last table alone: worst and median frame of a game in which doors open and close.

use std::path::Path;
use std::time::{Duration, Instant};

use undercroft_crowd::{Crowd, CrowdSettings, Mode, StepNavigator, Steps, SubCell, Summary};
use undercroft_grid::{BitGrid, Cell, Size};

/// Maps, and the sums of costs that `LaCAM3` (K. Okumura 2024) reaches on them with 1,000 actors.
const MAPS: [(&str, u64); 3] =
    [("random-64-64-20", 112_668), ("room-64-64-8", 334_731), ("warehouse-10-20-10-2-1", 245_651)];
/// The side of the large map. [Unit: cells]
const SIDE: i32 = 512;
/// The most ticks measured on the large map.
const TICKS: u64 = 2000;

fn main() {
    if std::env::args().any(|word| word == "frames") {
        return frames();
    }
    match std::env::var("UNDERCROFT_MAPS") {
        Ok(folder) => scenarios(Path::new(&folder)),
        Err(_) => println!("UNDERCROFT_MAPS is not set: the scenarios are left out"),
    }
    large_map();
    frames();
}

/// The side of the map for frames, the actors on it, and the frames measured. [Unit: cells, actors, ticks]
const FRAMES: (i32, u32, u64) = (121, 300, 1200);
/// A door opens or closes in one frame of so many.
const DOOR_EVERY: u64 = 40;

/// The same run is measured so often; the shortest time of each frame counts, so that other programs do not.
const RUNS: usize = 7;

/// The worst frame of a game against its median, while doors open and close: one tick with the edit before it.
fn frames() {
    println!(
        "\n| frames: n | median | worst tick | worst frame | of the median | arrivals | without a budget | waits for a plan |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for n in [1, 2] {
        let mut best = vec![(Duration::MAX, Duration::MAX); FRAMES.2 as usize];
        let mut figures = (0, 0);
        for _ in 0..RUNS {
            let (times, arrived, planning) = frame_times(n, CrowdSettings::default().distances_per_tick);
            figures = (arrived, planning);
            for (best, (tick, frame)) in best.iter_mut().zip(times) {
                *best = (best.0.min(tick), best.1.min(frame));
            }
        }
        let worst_tick = best.iter().map(|&(tick, _)| tick).max().unwrap_or_default();
        let mut frames: Vec<Duration> = best.into_iter().map(|(_, frame)| frame).collect();
        frames.sort_unstable();
        let (median, worst) = (frames[frames.len() / 2], frames[frames.len() - 1]);
        let share = worst.as_secs_f64() / median.as_secs_f64();
        let (_, unlimited, _) = frame_times(n, u32::MAX);
        let (arrived, planning) = figures;
        println!(
            "| {n} | {median:?} | {worst_tick:?} | {worst:?} | {share:.1} | {arrived} | {unlimited} | {planning} |"
        );
    }
}

/// The times of every tick and frame of a run, how many arrived, and how often one waited for its plan.
fn frame_times(n: u8, budget: u32) -> (Vec<(Duration, Duration)>, usize, u64) {
    let mut settings = CrowdSettings::new(Mode::Flow);
    (settings.n, settings.distances_per_tick) = (n, budget);
    let mut crowd = Crowd::new(rooms(FRAMES.0), settings).unwrap();
    let mut dice = Dice(11);
    let mut routes = StepNavigator::default();
    send_at_random(&mut crowd, FRAMES.1, FRAMES.0, &mut dice);
    let (mut times, mut arrived) = (Vec::new(), 0);
    for frame in 0..FRAMES.2 {
        let start = Instant::now();
        if frame % DOOR_EVERY == DOOR_EVERY - 1 {
            toggle_door(&mut crowd, &mut dice);
        }
        let before = start.elapsed();
        let report = crowd.step(&mut routes);
        let after = start.elapsed();
        times.push((after.saturating_sub(before), after));
        arrived += report.arrived.len();
        send_settled(&mut crowd, &mut dice);
    }
    (times, arrived, crowd.summary().waits.planning)
}

/// Whoever has arrived walks on.
fn send_settled(crowd: &mut Crowd, dice: &mut Dice) {
    let settled: Vec<_> = crowd.actors().filter(|(_, actor)| !actor.is_seeking()).map(|(id, _)| id).collect();
    for id in settled {
        while crowd.order(id, dice.cell(FRAMES.0)).is_err() {}
    }
}

/// Opens or closes the middle of a gap between two rooms.
fn toggle_door(crowd: &mut Crowd, dice: &mut Dice) {
    loop {
        let (a, b) = (16 * dice.below(7) + 16, 16 * dice.below(7) + 8);
        let cell = if dice.below(2) == 0 { Cell::new(a, b) } else { Cell::new(b, a) };
        if crowd.set_wall(cell, !crowd.map().contains(cell)).is_ok() {
            return;
        }
    }
}

/// Every actor's path at once on classic benchmark maps, one lattice step a tick, four neighbours; three seeds each.
fn scenarios(folder: &Path) {
    println!(
        "| map | actors | planned | arrived | makespan | sum of costs | of LaCAM3 | waits | ns/actor-step | tables |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (name, reference) in MAPS {
        for actors in [100, 400, 1000] {
            for (plan, rounds) in [("step by step", None), ("ahead", Some(0)), ("ahead, 1 round", Some(1))] {
                let runs: Vec<_> = (1..=3).map(|seed| scenario(folder, name, actors, rounds, seed)).collect();
                let mean = |value: fn(&Summary) -> u64| runs.iter().map(|(run, ..)| value(run)).sum::<u64>() / 3;
                let steps: u64 = runs.iter().map(|(run, ..)| run.makespan * u64::from(run.actors)).sum();
                let time: Duration = runs.iter().map(|&(_, time, _)| time).sum();
                let share = mean(|run| run.sum_of_costs) as f64 / reference as f64;
                println!(
                    "| {name} | {actors} | {plan} | {} | {} | {} | {} | {} | {} | {} ms |",
                    runs.iter().map(|(run, ..)| run.arrived).min().unwrap_or(0),
                    mean(|run| run.makespan),
                    mean(|run| run.sum_of_costs),
                    if actors == 1000 { format!("{share:.3}") } else { "–".to_owned() },
                    mean(|run| run.waits.total()),
                    time.as_nanos() / u128::from(steps.max(1)),
                    runs[0].2.as_millis(),
                );
            }
        }
    }
}

/// One run: its summary, the time it took, and the time for the distance tables before.
fn scenario(folder: &Path, name: &str, actors: usize, rounds: Option<u32>, seed: u64) -> (Summary, Duration, Duration) {
    let map = read_map(&folder.join(name).with_extension("map"));
    let text = std::fs::read_to_string(folder.join(name).with_extension("scen")).expect("a scenario");
    let mut settings = CrowdSettings::new(Mode::Flow);
    (settings.flow_steps, settings.seed) = (Steps::Four, seed);
    let mut crowd = Crowd::new(map, settings).expect("a lattice");
    for (from, to) in text.lines().skip(1).take(actors).map(trip) {
        let id = crowd.spawn(crowd.anchor(from).expect("a free start"), 256).expect("a start for each");
        crowd.order(id, to).expect("a path");
    }
    let start = Clock::start();
    crowd.plan_ahead(1, 0);
    let tables = start.elapsed();
    let start = Clock::start();
    if let Some(rounds) = rounds {
        crowd.plan_ahead(100_000, rounds);
    }
    while !crowd.is_settled() && crowd.tick() < 20_000 {
        crowd.step(&mut StepNavigator::default());
    }
    (crowd.summary(), start.elapsed(), tables)
}

/// Start and goal of a line: fields 5 to 8 of nine.
fn trip(line: &str) -> (Cell, Cell) {
    let fields: Vec<i32> = line.split_whitespace().skip(4).map_while(|field| field.parse().ok()).collect();
    (Cell::new(fields[0], fields[1]), Cell::new(fields[2], fields[3]))
}

fn read_map(path: &Path) -> BitGrid {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let size = Size::of(rows[0].len() as i32, rows.len() as i32);
    BitGrid::from_fn(size, |cell| !b".GS".contains(&rows[cell.y as usize][cell.x as usize]))
}

/// Every mode on a large map of rooms: how long planning takes, and how long ticks.
fn large_map() {
    println!(
        "\n| mode | actors | ticks/s | ns/actor-tick | arrived | makespan | sum of costs | taken | anti-cross | distance | wall | planning | crossings | separation | plans |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for mode in Mode::ALL {
        let actors = if mode == Mode::Flow { 2000 } else { 10_000 };
        let mut settings = CrowdSettings::new(mode);
        settings.plans_per_tick = u32::MAX;
        settings.distances_per_tick = u32::MAX;
        let mut crowd = Crowd::new(rooms(SIDE), settings).unwrap();
        let mut dice = Dice(7);
        send_at_random(&mut crowd, actors, SIDE, &mut dice);
        let mut routes = StepNavigator::default();
        let start = Clock::start();
        crowd.step(&mut routes);
        let plans = start.elapsed();
        let start = Clock::start();
        while !crowd.is_settled() && crowd.tick() <= TICKS {
            crowd.step(&mut routes);
        }
        let (time, ticks) = (start.elapsed(), crowd.tick() - 1);
        let summary = crowd.summary();
        println!(
            "| {} | {actors} | {:.0} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2} | {} ms |",
            mode.name(),
            ticks as f64 / time.as_secs_f64(),
            time.as_nanos() / u128::from(ticks * u64::from(actors)),
            summary.arrived,
            summary.makespan,
            summary.sum_of_costs,
            summary.waits.taken,
            summary.waits.anti_cross,
            summary.waits.distance,
            summary.waits.wall,
            summary.waits.planning,
            summary.crossings,
            summary.separation_squared.map_or(f64::INFINITY, |squared| (squared as f64).sqrt() / 256.0),
            plans.as_millis(),
        );
    }
}

fn send_at_random(crowd: &mut Crowd, actors: u32, side: i32, dice: &mut Dice) {
    let mut sent = 0;
    while sent < actors {
        let Ok(id) = crowd.spawn(SubCell(dice.cell(side)), 128) else { continue };
        while crowd.order(id, dice.cell(side)).is_err() {}
        sent += 1;
    }
}

/// Rooms of 15×15 cells whose walls have a gap of three cells each.
fn rooms(side: i32) -> BitGrid {
    let is_wall = |a: i32, b: i32| a % 16 == 0 && !(7..10).contains(&(b % 16));
    BitGrid::from_fn(Size::of(side, side), |cell| is_wall(cell.x, cell.y) || is_wall(cell.y, cell.x))
}

/// Time on the processor where the system tells it, so that other programs do not count; else time on the wall.
struct Clock {
    wall: Instant,
    worked: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), worked: worked() }
    }

    fn elapsed(&self) -> Duration {
        self.worked.zip(worked()).map_or_else(|| self.wall.elapsed(), |(start, now)| now.saturating_sub(start))
    }
}

/// Nanoseconds that this thread has run (Linux).
fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Marsaglia's xorshift64.
struct Dice(u64);

impl Dice {
    fn cell(&mut self, side: i32) -> Cell {
        Cell::new(self.below(side as u64), self.below(side as u64))
    }

    fn below(&mut self, bound: u64) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound) as i32
    }
}
