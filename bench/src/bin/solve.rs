//! What a solution costs, as a multiple of generating the dungeon: the two take turns, so that a busy machine is busy for
//! both; the best of all rounds counts.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml --bin solve`

use std::time::{Duration, Instant};

use undercroft::dungeon::Dungeon;
use undercroft::events::NoEvents;
use undercroft::recipe::{Recipe, RecipeFile, preset};
use undercroft::seed::Seed;
use undercroft::solve::{SolveGoal, SolveOptions, solve};

/// Seeds of each recipe, and rounds of each seed.
const SEEDS: u64 = 10;
const ROUNDS: usize = 5;

/// The most that the shortest solution may cost, as a multiple of generating.
const LIMITS: [(&str, f64); 2] = [("dungeon", 3.0), ("1024×1024, 2000 rooms", 1.0)];

fn main() {
    println!("{:<36} {:>12} {:>12} {:>7} {:>12}", "recipe", "generate", "solve", "ratio", "every room");
    let large = "width = 1024\nheight = 1024\nrooms.count = 2000\nrooms.min = 5\nrooms.max = 10\nrooms.grid = 2";
    let locked = "method = \"accrete\"\nwidth = 1024\nheight = 1024\nrooms.count = 2000\nrooms.min = 5\nrooms.max = 10\nlocks = 20";
    let files = [
        ("dungeon", preset("dungeon").expect("a preset").recipe().expect("a recipe")),
        ("1024×1024, 2000 rooms", RecipeFile::parse("large", large).expect("a recipe")),
        ("accrete, 2000 rooms, 20 locks", RecipeFile::parse("locked", locked).expect("a recipe")),
    ];
    for (name, file) in files {
        let seeds = if name == "dungeon" { SEEDS } else { 2 };
        let ratio =
            measure(name, (1..=seeds).map(|seed| file.check(Seed::new(seed)).expect("a good recipe")).collect());
        for (_, limit) in LIMITS.iter().filter(|(limited, _)| *limited == name) {
            assert!(ratio <= *limit, "{name}: {ratio:.2} × generation, {limit} is the limit");
        }
    }
}

/// Prints a row and returns the ratio.
fn measure(name: &str, recipes: Vec<Recipe>) -> f64 {
    let (mut made, mut solved, mut toured) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let count = recipes.len() as u32;
    for recipe in recipes {
        let mut best = [Duration::MAX; 3];
        for _ in 0..ROUNDS {
            let (generating, dungeon) = timed(|| recipe.generate(&mut NoEvents).expect("the recipe can be met"));
            let times = [generating, solving(&dungeon, SolveGoal::Goal), solving(&dungeon, SolveGoal::AllRooms)];
            best.iter_mut().zip(times).for_each(|(best, time)| *best = time.min(*best));
        }
        (made, solved, toured) = (made + best[0], solved + best[1], toured + best[2]);
    }
    let ratio = solved.as_secs_f64() / made.as_secs_f64();
    let [made, solved, toured] = [made, solved, toured].map(|time| time / count);
    println!("{name:<36} {made:>12.0?} {solved:>12.0?} {ratio:>7.2} {toured:>12.0?}");
    ratio
}

fn solving(dungeon: &Dungeon, goal: SolveGoal) -> Duration {
    let mut options = SolveOptions::default();
    options.goal = goal;
    let (time, solution) = timed(|| solve(dungeon, &options).expect("an entrance and a goal"));
    assert!(solution.walk().is_some() && (goal != SolveGoal::Goal || solution.is_shortest()));
    time
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}
