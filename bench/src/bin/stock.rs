//! What contents cost: the stage `stock` against all stages before it, in one run, on one thread.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml --bin stock`
//!
//! Medians over 200 seeds; each seed is made without contents, then stocked, then judged with and without its
//! features. Answers are asserted: the tiles stay as they were, and nothing has a flaw.

use std::time::{Duration, Instant};

use undercroft::contents::Contents;
use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::recipe::{RecipeFile, StockSpec, preset};
use undercroft::seed::Seed;
use undercroft::stock::stock;
use undercroft::verify::verify;

const PRESETS: [&str; 5] = ["small-dungeon", "crypt", "walker-keep", "dungeon", "house-inn"];
const SEEDS: u64 = 200;

fn main() {
    let start = Instant::now();
    let contents = Contents::shipped();
    // Tables are read when they are asked for: ask for all.
    let tables = contents.tables().count();
    println!("parsing all {tables} tables once: {:.2} ms (limit 10)", start.elapsed().as_secs_f64() * 1e3);
    println!("\n{:16}{:>12}{:>12}{:>12}{:>14}", "preset", "before", "stock", "share", "verify with");
    for name in PRESETS {
        measure(name, contents);
    }
    large(contents);
}

fn recipe(name: &str) -> RecipeFile {
    let mut file = preset(name).expect("a preset").recipe().expect("a good preset");
    file.set("stock.mode=none").expect("a field");
    file
}

fn measure(name: &str, contents: &Contents) {
    let file = recipe(name);
    let (mut before, mut stocked, mut with, mut without) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for seed in 1..=SEEDS {
        let recipe = file.check(Seed::new(seed)).expect("a good preset");
        let (bare, time) = timed(|| recipe.generate(&mut NoEvents).expect("the preset can be met"));
        before.push(time);
        let mut full = bare.clone();
        let ((), time) = timed(|| stock(&mut full, &StockSpec::default(), contents, &recipe.seed, &mut NoEvents).expect("it ends"));
        stocked.push(time);
        assert_eq!(tiles(&bare), tiles(&full));
        let (report, time) = timed(|| verify(&bare));
        without.push(time);
        assert!(report.is_sound(), "{name} {seed}");
        let (report, time) = timed(|| verify(&full));
        with.push(time);
        assert!(report.is_sound(), "{name} {seed}: {:?}", report.flaws);
    }
    let [before, stocked, with, without] = [before, stocked, with, without].map(median);
    println!(
        "{name:16}{:>9.0} µs{:>9.0} µs{:>12.2}{:>14.2}",
        before * 1e6,
        stocked * 1e6,
        stocked / before,
        with / without
    );
}

/// Ten thousand rooms at once.
fn large(contents: &Contents) {
    let mut file = recipe("small-dungeon");
    for setting in ["method=bsp", "rooms.count=10000", "rooms.min=4", "rooms.max=8", "rooms.grid=1", "width=2400", "height=2400"] {
        file.set(setting).expect("a field");
    }
    let recipe = file.check(Seed::new(1)).expect("a good recipe");
    let (mut dungeon, before) = timed(|| recipe.generate(&mut NoEvents).expect("it can be met"));
    let ((), time) = timed(|| stock(&mut dungeon, &StockSpec::default(), contents, &recipe.seed, &mut NoEvents).expect("it ends"));
    let rooms = dungeon.rooms.len();
    println!("\n{rooms} rooms stocked in {:.3} s (limit 0.5), made in {:.3} s", time.as_secs_f64(), before.as_secs_f64());
    assert!(verify(&dungeon).is_sound());
}

fn tiles(dungeon: &Dungeon) -> impl PartialEq + std::fmt::Debug {
    let levels = dungeon.levels.iter().map(|level| (level.terrain.clone(), level.ground.clone()));
    (levels.collect::<Vec<_>>(), dungeon.doors.clone(), dungeon.links.clone())
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}
