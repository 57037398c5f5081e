//! Sight through soft walls, cast at the walls of files that were written: what is promised, and what is not.
//!
//! Sound: whatever the exact field of view shows is seen from the middle of one cell to that of the other. Bounded: a ray
//! that no wall cuts misses a disc round the middle of every rock or wall cell, of radius 180 thousandths of a cell, in houses
//! with their thin walls 100. Equality is not claimed: the share of pairs that differ is printed.
//!
//! `UNDERCROFT_SEEDS=10000` looks at as many levels.

#[path = "support/casting.rs"]
mod casting;
#[path = "support/crop.rs"]
mod crop;
#[path = "../../undercroft/tests/support/dungeons.rs"]
mod dungeons;
#[path = "support/level_log.rs"]
mod level_log;

use casting::{Place, passes, passes_cells};
use rayon::prelude::*;
use serde_json::Value;
use undercroft::dungeon::{DoorState, Dungeon, Level};
use undercroft::grid::{BitGrid, Cell};
use undercroft::recipe::RecipeFile;
use undercroft::seed::Stream;
use undercroft::sight::oracle;
use undercroft_formats::foundry::{self, FoundryOptions, Version};
use undercroft_formats::tabletop::TableOptions;
use undercroft_formats::uvtt::{self, UvttOptions};

/// Levels in the sample.
const SAMPLE: usize = 60;
/// Pairs of cells for each level, and how far apart they are at most.
const PAIRS: usize = 60;
const FAR: u32 = 14;
/// What rays keep from the middles of rock and wall cells, and in houses. [Unit: thousandths of a cell]
const DISC: i64 = 180;
const THIN_DISC: i64 = 100;

fn levels() -> usize {
    std::env::var("UNDERCROFT_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SAMPLE)
}

fn table() -> TableOptions {
    TableOptions { pixels_per_square: Some(20), squares_per_tile: Some(1), ..TableOptions::default() }
}

/// A dungeon with all doors shut, as tabletops get them. Windows are walled up: beyond them nothing is modelled.
fn shut(file: &RecipeFile, seed: u64) -> Dungeon {
    let mut dungeon = dungeons::made(file, seed);
    dungeon.windows.clear();
    dungeon.doors.iter_mut().for_each(|door| door.state = DoorState::Closed);
    dungeon
}

/// A natural place that is small, so that many are looked at.
fn natural(seed: usize) -> (String, Dungeon) {
    let name = ["cave", "grotto", "forest", "wilderness"][seed % 4];
    let mut file = dungeons::preset(name);
    let side = 34 + seed / 4 % 3 * 6;
    for setting in [format!("width={side}"), format!("height={side}")] {
        file.set(&setting).unwrap_or_else(|error| panic!("{error}"));
    }
    (format!("{name} {seed}, {side} cells"), shut(&file, seed as u64 / 4))
}

/// What stops sight on each level, in thousandths of a cell of the level.
type Obstacles = Vec<Vec<[Place; 2]>>;

fn uvtt_obstacles(dungeon: &Dungeon) -> Obstacles {
    let files = uvtt::write(dungeon, &UvttOptions { table: table(), ..UvttOptions::default() }).unwrap();
    let level = |(file, level): (&undercroft_formats::File, &Level)| {
        let document: Value = serde_json::from_slice(&file.bytes).unwrap();
        let corner = crop::crop([level], 1).min();
        let place = |at: &Value| {
            let [x, y] = ["x", "y"].map(|axis| (at[axis].as_f64().unwrap() * 1000.0).round() as i64);
            (x + 1000 * i64::from(corner.x), y + 1000 * i64::from(corner.y))
        };
        let walls = document["line_of_sight"].as_array().unwrap().iter().map(|wall| wall.as_array().unwrap());
        let walls = walls.flat_map(|wall| wall.windows(2).map(|pair| [place(&pair[0]), place(&pair[1])]));
        let portals = document["portals"].as_array().unwrap().iter().filter(|portal| portal["closed"] == true);
        let portals = portals.map(|portal| [0, 1].map(|end| place(&portal["bounds"][end])));
        walls.chain(portals).collect()
    };
    assert_eq!(files.len(), dungeon.levels.len());
    files.iter().zip(&dungeon.levels).map(level).collect()
}

/// The same for the scenes of a Foundry module, whose places are pixels.
fn foundry_obstacles(dungeon: &Dungeon) -> Obstacles {
    let options = FoundryOptions { table: table(), version: Version::V13, ..FoundryOptions::default() };
    let files = foundry::write(dungeon, &options).unwrap();
    let log = files.iter().find(|file| file.name.ends_with("packs/adventure/000002.log")).unwrap();
    let entries = level_log::entries(&log.bytes);
    let adventure: Value = serde_json::from_slice(entries.values().next().unwrap()).unwrap();
    let scenes = adventure["scenes"].as_array().unwrap();
    let level = |level: &Level| {
        let picture = format!("/z{}.png", level.z);
        let is_own = |scene: &&Value| scene["background"]["src"].as_str().unwrap().ends_with(&picture);
        let scene = scenes.iter().find(is_own).unwrap();
        let corner = crop::crop([level], 1).min();
        let stops = |wall: &&Value| wall["sight"] == 20;
        let line = |wall: &Value| {
            let [x0, y0, x1, y1] = [0, 1, 2, 3].map(|i| wall["c"][i].as_i64().unwrap() * 1000 / 20);
            let place = |x: i64, y: i64| (x + 1000 * i64::from(corner.x), y + 1000 * i64::from(corner.y));
            [place(x0, y0), place(x1, y1)]
        };
        scene["walls"].as_array().unwrap().iter().filter(stops).map(line).collect()
    };
    dungeon.levels.iter().map(level).collect()
}

/// What was found of sight.
#[derive(Clone, Copy, Default)]
struct Found {
    pairs: usize,
    /// Seen through the walls, by a ray between the square cells, and by the engine's field of view.
    passing: usize,
    between_cells: usize,
    exact: usize,
    /// Seen between the square cells, and cut by a wall.
    cut: usize,
    /// The nearest that a ray came to the middle of rock, squared.
    nearest: Option<i64>,
}

impl Found {
    fn and(self, other: Self) -> Self {
        Self {
            pairs: self.pairs + other.pairs,
            passing: self.passing + other.passing,
            between_cells: self.between_cells + other.between_cells,
            exact: self.exact + other.exact,
            cut: self.cut + other.cut,
            nearest: self.nearest.into_iter().chain(other.nearest).min(),
        }
    }

    fn report(self, law: &str, looked_at: &str) {
        let share = |more: usize| 100.0 * more as f64 / self.pairs as f64;
        println!(
            "law: {law} | {looked_at}, {} pairs of cells | 0 hidden; rays keep {:.0} from rock; {:.1} % of pairs are seen past \
             a rounded corner and not between the square cells, {:.1} % the reverse; {:.1} % are seen and not by the swept \
             square",
            self.pairs,
            (self.nearest.unwrap_or_default() as f64).sqrt(),
            share(self.passing - self.between_cells),
            share(self.cut),
            share(self.passing - self.exact),
        );
    }
}

/// The squared distance from a place to a line, rounded down.
fn distance(point: Place, [a, b]: [Place; 2]) -> i64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let (px, py) = (point.0 - a.0, point.1 - a.1);
    let (along, square) = (px * dx + py * dy, dx * dx + dy * dy);
    if along <= 0 {
        px * px + py * py
    } else if along >= square {
        (point.0 - b.0).pow(2) + (point.1 - b.1).pow(2)
    } else {
        let cross = i128::from(px * dy - py * dx);
        (cross * cross / i128::from(square)) as i64
    }
}

fn middle(cell: Cell) -> Place {
    (1000 * i64::from(cell.x) + 500, 1000 * i64::from(cell.y) + 500)
}

/// Looks at sight on a level, where rays keep so much from the middles of rock.
fn look(name: &str, dungeon: &Dungeon, level: &Level, walls: &[[Place; 2]], disc: i64) -> Found {
    let opaque = dungeon.opaque(level);
    let is_secret = |cell: Cell| dungeon.doors_on(level.z).any(|door| door.secret && door.cells.contains(&cell));
    let solid = BitGrid::from_fn(level.size(), |cell| level.at(cell).is_massive() || is_secret(cell));
    let free: Vec<Cell> = level.size().cells().filter(|&cell| !opaque.contains(cell)).collect();
    let mut stream = Stream::new(11, name);
    let mut found = Found::default();
    for _ in 0..PAIRS {
        let Some(&from) = stream.choose(&free) else { break };
        let near: Vec<Cell> =
            free.iter().copied().filter(|&to| to != from && from.chebyshev(to) <= FAR as i32).collect();
        let Some(&to) = stream.choose(&near) else { continue };
        let ray = [middle(from), middle(to)];
        let passes = passes(walls, ray[0], ray[1]);
        let (is_exact, is_between) = (oracle::sees(&opaque, from, to), passes_cells(&opaque, from, to));
        assert!(passes || !is_exact, "{name}, level {}: {from} sees {to}, and a wall is between them", level.z);
        if passes {
            let rock = solid.iter().map(|rock| distance(middle(rock), ray)).min();
            assert!(rock.is_none_or(|near| near >= disc * disc), "{name}: {from} to {to} passes {rock:?} from rock");
            found.nearest = found.nearest.into_iter().chain(rock).min();
        }
        found.pairs += 1;
        found.passing += usize::from(passes);
        found.between_cells += usize::from(is_between && passes);
        found.cut += usize::from(is_between && !passes);
        found.exact += usize::from(is_exact);
    }
    found
}

/// Looks at all levels of a dungeon.
fn look_at_all(name: &str, dungeon: &Dungeon, obstacles: &Obstacles, disc: i64) -> Found {
    let levels = dungeon.levels.iter().zip(obstacles);
    levels.map(|(level, walls)| look(name, dungeon, level, walls, disc)).fold(Found::default(), Found::and)
}

#[test]
fn soft_walls_of_written_files_are_sound_and_bounded() {
    let look = |seed: usize| {
        let (name, dungeon) = natural(seed);
        let found = look_at_all(&name, &dungeon, &uvtt_obstacles(&dungeon), DISC);
        (dungeon.levels.len(), found)
    };
    let found = (0..levels()).into_par_iter().map(look);
    let (levels, found) = found.reduce(|| (0, Found::default()), |a, b| (a.0 + b.0, a.1.and(b.1)));
    found.report("soft walls of written files", &format!("{levels} natural levels"));
    assert!(found.exact > levels && found.passing > found.exact);
}

#[test]
fn thin_walls_of_written_houses_are_sound_and_bounded() {
    let houses = ["cottage", "house-inn", "manor", "castle", "wizard-tower"];
    let seeds = levels().div_ceil(20) as u64;
    let wanted: Vec<(&str, u64)> =
        houses.into_iter().flat_map(|name| (1..=seeds).map(move |seed| (name, seed))).collect();
    let look = |&(name, seed): &(&str, u64)| {
        let dungeon = shut(&dungeons::preset(name), seed);
        look_at_all(&format!("{name} {seed}"), &dungeon, &uvtt_obstacles(&dungeon), THIN_DISC)
    };
    let found = wanted.par_iter().map(look).reduce(Found::default, Found::and);
    found.report("thin walls of written files", &format!("{} houses", wanted.len()));
    assert!(found.exact > 300);
}

/// Round rooms stand among ruled ones; Foundry rounds to pixels, here to a twentieth of a cell.
#[test]
fn soft_walls_of_written_modules_are_sound_and_bounded_to_a_pixel() {
    let wanted = [("cave", 2), ("temple", 3), ("shrine", 8), ("mine", 2), ("house-inn", 2), ("forest", 4)];
    for (name, seed) in wanted {
        let dungeon = shut(&dungeons::preset(name), seed);
        let disc = if dungeon.outline.is_some() { THIN_DISC } else { DISC };
        look_at_all(name, &dungeon, &foundry_obstacles(&dungeon), disc - 50);
    }
}
