//! What a drawing costs: soft lines, a hand that wobbles and furniture against the same map without them, the layout of a
//! long print, and the sizes of files.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml --bin draw`. Both drawings take turns in one thread, and where the
//! system tells it, the time that this thread ran is counted; the best of all rounds counts. Every figure has a limit and is
//! judged.

use std::time::{Duration, Instant};

use undercroft::dungeon::{Dungeon, Shape};
use undercroft::events::NoEvents;
use undercroft::recipe::preset;
use undercroft::seed::Seed;
use undercroft_draw::{DrawOptions, PageKind, Paper, PrintLayout, draw};
use undercroft_formats::{Options, by_name};

/// Presets of each family, and rounds of each drawing.
const PRESETS: [&str; 10] =
    ["crypt", "cave", "forest", "temple", "walker-keep", "dungeon", "house-inn", "mine", "manor", "wilderness"];
const ROUNDS: usize = 7;

/// The most that a full drawing may cost, as a multiple of a plain one.
const MOST_RATIO: f64 = 2.0;
/// The most that laying out 20 levels and 500 entries may take.
const MOST_LAYOUT: Duration = Duration::from_millis(50);
/// The largest files. [Unit: bytes]
const MOST_SVG: usize = 600_000;
const MOST_PAGE_SVG: usize = 1_200_000;
const MOST_PAGE_PDF: usize = 1_000_000;

fn main() {
    let is_kept = [ratios(), layout(), large_maps(), pages()];
    if !is_kept.iter().all(|&kept| kept) {
        std::process::exit(1);
    }
}

fn made(name: &str, seed: u64, settings: &[&str]) -> Dungeon {
    let mut file = preset(name).expect("a preset").recipe().expect("a recipe");
    settings.iter().for_each(|setting| file.set(setting).expect("a setting"));
    file.check(Seed::new(seed)).expect("a good recipe").generate(&mut NoEvents).expect("the recipe can be met")
}

/// The dungeon with ruled lines and without furniture.
fn plain(dungeon: &Dungeon) -> Dungeon {
    let mut plain = dungeon.clone();
    plain.features.clear();
    plain.spawns.clear();
    plain.windows.clear();
    plain.outline = None;
    plain.rooms.iter_mut().for_each(|room| room.shape = Shape::Rect);
    plain
}

fn ratios() -> bool {
    println!("{:<14} {:>10} {:>10} {:>6}", "drawing", "full", "plain", "ratio");
    let full = DrawOptions::default();
    let mut ruled = DrawOptions::default();
    ruled.theme.wobble = 0;
    let (mut sums, mut worst) = ([Duration::ZERO; 2], 0.0_f64);
    for name in PRESETS {
        let dungeon = made(name, 3, &[]);
        let plain = plain(&dungeon);
        let mut best = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            let times = [timed(|| draw(&dungeon, &full).to_svg()), timed(|| draw(&plain, &ruled).to_svg())];
            best.iter_mut().zip(times).for_each(|(best, time)| *best = time.min(*best));
        }
        let ratio = best[0].as_secs_f64() / best[1].as_secs_f64();
        worst = worst.max(ratio);
        sums = [sums[0] + best[0], sums[1] + best[1]];
        println!("{name:<14} {:>10.2?} {:>10.2?} {ratio:>6.2}", best[0], best[1]);
    }
    let ratio = sums[0].as_secs_f64() / sums[1].as_secs_f64();
    println!("{:<14} {:>10.2?} {:>10.2?} {ratio:>6.2}, worst {worst:.2} (limit {MOST_RATIO})", "all", sums[0], sums[1]);
    ratio <= MOST_RATIO
}

/// The page of a dungeon with 20 levels and 500 rooms in its key.
fn layout() -> bool {
    let dungeon = made("dungeon", 3, &["levels=[-19, 0]", "rooms.count=520"]);
    let (levels, entries) = (dungeon.levels.len(), dungeon.keyed_rooms().len());
    let lay_out = || PrintLayout::new(&dungeon, &DrawOptions::default(), Paper::A4).page_count(PageKind::OnePage);
    let best = (0..ROUNDS).map(|_| timed(lay_out)).min().unwrap_or_default();
    println!("layout of {levels} levels and {entries} entries: {best:.1?} (limit {MOST_LAYOUT:?})");
    best <= MOST_LAYOUT && levels >= 20 && entries >= 450
}

/// Drawings of 100 by 100 cells.
fn large_maps() -> bool {
    let sizes = ["large-dungeon", "cave", "forest", "delve", "walker-keep"].map(|name| {
        let size = ["width=100", "height=100"];
        let map = made(name, 1, &size);
        (draw(&map, &DrawOptions::default()).to_svg().len(), name)
    });
    judge("SVG of 100 × 100 cells", &sizes, MOST_SVG)
}

/// One-page prints of all presets.
fn pages() -> bool {
    let sheet = |format: &str, dungeon: &Dungeon| {
        let format = by_name(format).expect("a format");
        let key = if format.name == "pdf" { ("pages", "one-page") } else { ("sheet", "a4") };
        let options = Options::parse(format, [(key.0, key.1.into())]).expect("an option");
        format.export(dungeon, &options).expect("a page").files[0].bytes.len()
    };
    let dungeons: Vec<(&str, Dungeon)> =
        undercroft::presets().iter().map(|it| (it.name, made(it.name, 1, &[]))).collect();
    let sizes = |format: &str| dungeons.iter().map(|(name, it)| (sheet(format, it), *name)).collect::<Vec<_>>();
    let is_kept =
        [judge("one-page SVG", &sizes("svg"), MOST_PAGE_SVG), judge("one-page PDF", &sizes("pdf"), MOST_PAGE_PDF)];
    is_kept == [true, true]
}

fn judge(what: &str, sizes: &[(usize, &str)], most: usize) -> bool {
    let (largest, name) = sizes.iter().max().copied().unwrap_or_default();
    println!("{what}: at most {largest} bytes ({name}, of {}; limit {most})", sizes.len());
    largest < most
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let (before, start) = (ran(), Instant::now());
    std::hint::black_box(work());
    let elapsed = start.elapsed();
    ran().zip(before).map_or(elapsed, |(after, before)| after - before)
}

/// How long this thread has been running, where Linux tells it.
fn ran() -> Option<Duration> {
    // The figure is brought up to date where the scheduler is asked.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
