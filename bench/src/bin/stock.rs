//! What contents cost: the stage `stock` against all stages before it, in one run, on one thread.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml --bin stock`
//!
//! Medians over 200 seeds; each seed is made without contents, then stocked, then judged with and without its
//! features. Answers are asserted: the tiles stay as they were, and nothing has a flaw. Times are processor time of the
//! thread, so that other programs count little.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use undercroft::contents::Contents;
use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::recipe::{RecipeFile, StockMode, StockSpec, preset};
use undercroft::seed::Seed;
use undercroft::stock::stock;
use undercroft::verify::verify;

const PRESETS: [&str; 5] = ["small-dungeon", "crypt", "walker-keep", "dungeon", "house-inn"];
const SEEDS: u64 = 200;

fn main() {
    let (tables, time) = timed(|| {
        // Tables are read when they are asked for: ask for all.
        Contents::shipped().tables().count()
    });
    println!("parsing all {tables} tables once: {:.2} ms (limit 10)", time.as_secs_f64() * 1e3);
    println!("\n{:16}{:>12}{:>12}{:>12}{:>12}{:>14}", "preset", "before", "stock", "share", "none", "verify with");
    println!("{:16}{:>12}{:>12}{:>12}{:>12}{:>14}", "limit", "", "", "0.30", "0.01", "1.50");
    PRESETS.into_iter().for_each(|name| measure(name, Contents::shipped()));
    large(Contents::shipped());
}

fn recipe(name: &str) -> RecipeFile {
    let mut file = preset(name).expect("a preset").recipe().expect("a good preset");
    file.set("stock.mode=none").expect("a field");
    file
}

fn measure(name: &str, contents: &Contents) {
    let file = recipe(name);
    let mut times = [const { Vec::new() }; 5];
    for seed in 1..=SEEDS {
        let recipe = file.check(Seed::new(seed)).expect("a good preset");
        let (bare, before) = timed(|| recipe.generate(&mut NoEvents).expect("the preset can be met"));
        let (full, stocked) = self::stocked(&bare, StockMode::Full, contents, &recipe.seed);
        let (_, none) = self::stocked(&bare, StockMode::None, contents, &recipe.seed);
        assert_eq!(tiles(&bare), tiles(&full));
        let [without, with] = [&bare, &full].map(|dungeon| {
            let (report, time) = timed(|| verify(dungeon));
            assert!(report.is_sound(), "{name} {seed}: {:?}", report.flaws);
            time
        });
        times.iter_mut().zip([before, stocked, none, without, with]).for_each(|(all, time)| all.push(time));
    }
    let [before, stocked, none, without, with] = times.map(median);
    println!(
        "{name:16}{:>9.0} µs{:>9.0} µs{:>12.2}{:>12.3}{:>14.2}",
        before * 1e6,
        stocked * 1e6,
        stocked / before,
        none / before,
        with / without
    );
}

/// A dungeon with contents, and the time that they took.
fn stocked(bare: &Dungeon, mode: StockMode, contents: &Contents, seed: &Seed) -> (Dungeon, Duration) {
    let mut dungeon = bare.clone();
    let mut spec = StockSpec::default();
    spec.mode = mode;
    let ((), time) = timed(|| stock(&mut dungeon, &spec, contents, seed, &mut NoEvents).expect("it ends"));
    (dungeon, time)
}

/// Ten thousand rooms at once.
fn large(contents: &Contents) {
    let mut file = recipe("small-dungeon");
    for setting in
        ["method=bsp", "rooms.count=10000", "rooms.min=4", "rooms.max=8", "rooms.grid=1", "width=2400", "height=2400"]
    {
        file.set(setting).expect("a field");
    }
    let recipe = file.check(Seed::new(1)).expect("a good recipe");
    let (bare, before) = timed(|| recipe.generate(&mut NoEvents).expect("it can be met"));
    let (dungeon, time) = stocked(&bare, StockMode::Full, contents, &recipe.seed);
    let rooms = dungeon.rooms.len();
    println!(
        "\n{rooms} rooms stocked in {:.3} s (limit 0.5), made in {:.3} s",
        time.as_secs_f64(),
        before.as_secs_f64()
    );
    assert!(verify(&dungeon).is_sound());
}

fn tiles(dungeon: &Dungeon) -> impl PartialEq + std::fmt::Debug {
    let levels = dungeon.levels.iter().map(|level| (level.terrain.clone(), level.ground.clone()));
    (levels.collect::<Vec<_>>(), dungeon.doors.clone(), dungeon.links.clone())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = processor_time();
    let result = work();
    (result, processor_time() - start)
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
