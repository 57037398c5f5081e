//! How long a dungeon takes, from recipe to tiles and through `verify`, beside the `mapgen` crate's `BspInterior`, which
//! cuts a map of the same size into rooms and draws no routed corridors at all.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml --bin generate [huge]`; `huge` adds 16384×16384 with 100,000
//! rooms. The two take turns, so that a busy machine is busy for both; the best of all rounds counts, in CPU time of one
//! thread. Dungeons have rooms and corridors alone, as the maps of the peer have rooms alone: no ground and no contents.

use std::time::Duration;

use mapgen::{BspInterior, MapBuffer, MapFilter};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rustix::time::{ClockId, clock_gettime};
use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::recipe::{Recipe, RecipeFile};
use undercroft::seed::Seed;
use undercroft::verify::verify;

/// Rounds of each measurement.
const ROUNDS: u64 = 15;

fn main() {
    small();
    against_mapgen();
    growth();
    accreted();
    if std::env::args().any(|argument| argument == "huge") {
        huge();
    }
}

fn recipe(side: i32, rooms: u32, seed: u64) -> Recipe {
    let size = format!("width={side}\nheight={side}\nrooms.count={rooms}\nrooms.min=5\nrooms.max=10\nrooms.grid=2");
    let text = format!("method=\"bsp\"\n{size}\nground.chance=0\nground.rubble=0\nstock.mode=\"none\"");
    RecipeFile::parse("benchmark", &text).and_then(|file| file.check(Seed::new(seed))).expect("a good recipe")
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = processor_time();
    let result = work();
    (processor_time() - start, result)
}

/// What this thread has worked so far: other programs on the machine do not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn make(recipe: &Recipe, rooms: usize) -> (Duration, Dungeon) {
    let (time, dungeon) = timed(|| recipe.generate(&mut NoEvents).expect("the recipe can be met"));
    assert_eq!(dungeon.rooms.len(), rooms);
    (time, dungeon)
}

fn judge(dungeon: &Dungeon) -> Duration {
    let (time, report) = timed(|| verify(dungeon));
    assert!(report.is_sound(), "{:?}", report.flaws);
    time
}

fn small() {
    let best = (0..200).map(|seed| make(&recipe(64, 8, seed), 8).0).min().unwrap_or_default();
    println!("64×64 with 8 rooms: {best:.0?}\n");
}

fn against_mapgen() {
    let (mut ours, mut verified, mut theirs) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for seed in 0..ROUNDS {
        let (time, dungeon) = make(&recipe(1024, 2_800, seed), 2_800);
        ours = ours.min(time);
        verified = verified.min(judge(&dungeon));
        let mut random = StdRng::seed_from_u64(seed);
        let (time, map) = timed(|| BspInterior::new().modify_map(&mut random, &MapBuffer::new(1024, 1024)));
        assert!(map.rooms.len() > 2_000);
        theirs = theirs.min(time);
    }
    let ratio = |time: Duration| time.as_secs_f64() / theirs.as_secs_f64();
    println!("1024×1024 with 2,800 rooms, best of {ROUNDS} rounds");
    println!("  mapgen BspInterior         {theirs:>9.2?}");
    println!("  placed, routed and built   {ours:>9.2?}  {:>5.1} ×", ratio(ours));
    println!("  verified                   {verified:>9.2?}  {:>5.1} ×", ratio(verified));
    println!("  both                       {:>9.2?}  {:>5.1} ×\n", ours + verified, ratio(ours + verified));
}

fn growth() {
    println!("{:>8} {:>8} {:>10} {:>16} {:>14}", "rooms", "side", "time", "µs per room", "verified");
    for rooms in [100, 300, 1_000, 3_000, 10_000] {
        // The same density for all: about 374 cells a room, as above.
        let side = (f64::from(rooms) * 374.0).sqrt() as i32 + 16;
        let runs = (0..5).map(|seed| make(&recipe(side, rooms, seed), rooms as usize));
        let (time, dungeon) = runs.min_by_key(|(time, _)| *time).expect("five runs");
        let per_room = time.as_secs_f64() * 1e6 / f64::from(rooms);
        println!("{rooms:>8} {side:>8} {time:>10.2?} {per_room:>16.2} {:>14.2?}", judge(&dungeon));
    }
    println!();
}

/// Method `accrete` beside `bsp`, and how its time grows with the rooms.
fn accreted() {
    let recipe_of = |method: &str, rooms: u32, seed: u64| {
        let side = (f64::from(rooms) * 374.0).sqrt() as i32 + 16;
        let size = if method == "bsp" { format!("width={side}\nheight={side}\n") } else { String::new() };
        let text = format!("method=\"{method}\"\n{size}rooms.count={rooms}\nrooms.min=5\nrooms.max=10\nrooms.grid=2");
        RecipeFile::parse("benchmark", &text).and_then(|file| file.check(Seed::new(seed))).expect("a good recipe")
    };
    let mut best = [Duration::MAX; 3];
    for seed in 0..5 {
        for (best, (method, rooms)) in best.iter_mut().zip([("bsp", 10_000), ("accrete", 10_000), ("accrete", 100)]) {
            *best = (*best).min(make(&recipe_of(method, rooms, seed), rooms as usize).0);
        }
    }
    let [bsp, large, small] = best.map(|time| time.as_secs_f64());
    println!("10,000 rooms: bsp {bsp:.3} s, accrete {large:.3} s, {:.2} ×", large / bsp);
    println!("accrete per room: {:.2} × that at 100 rooms\n", large / 10_000.0 / (small / 100.0));
}

fn huge() {
    let (time, dungeon) = make(&recipe(16_384, 100_000, 1), 100_000);
    println!("16384×16384 with 100,000 rooms: {time:.1?}, {}", peak_memory());
    println!("  verified in {:.1?}, {}", judge(&dungeon), peak_memory());
}

/// The most memory the process has held so far, where the system says it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    peak.map_or("peak memory unknown".to_owned(), |line| format!("peak memory {}", line[6..].trim()))
}
