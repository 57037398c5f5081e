//! The laws of placement and routing, over many seeds of the founding recipes read as partitions.
//!
//! `UNDERCROFT_SEEDS=1000 cargo test -p undercroft --all-features --test all laws:: -- --nocapture` prints the table.

use crate::law_size;

use std::ops::RangeInclusive;

use law_size::{report, seeds};

use rayon::prelude::*;
use undercroft::dungeon::{Dungeon, Fallback, Link, Role};
use undercroft::events::NoEvents;
use undercroft::recipe::RecipeFile;
use undercroft::seed::Seed;
use undercroft::verify::verify;

/// The presets with the numbers of the founding recipes, which a partition can read.
const FOUNDING: [&str; 5] = ["small-dungeon", "large-dungeon", "winding-dungeon", "small-house", "large-manor"];

/// What a number of dungeons have in common.
#[derive(Clone, Debug, Default)]
struct Tally {
    dungeons: u64,
    /// Seeds whose dungeon could not be made or has a flaw, with the first complaint.
    complaints: Vec<String>,
    /// Dungeons with as many rooms as were asked for.
    complete: u64,
    rooms: u64,
    aligned: u64,
    links: u64,
    /// Links with two cells of runway at both ends.
    full_runways: u64,
    /// Ends of links by what was given up there: one cell, no runway, last resort.
    fallbacks: [u64; 3],
    steps: u64,
    hugging: u64,
    /// Sums of the rooms' centres, in ten-thousandths of the map.
    centres: [u64; 2],
}

impl Tally {
    fn of(file: &RecipeFile, seeds: RangeInclusive<u64>) -> Self {
        seeds.into_par_iter().map(|seed| Self::of_seed(file, seed)).reduce(Self::default, Self::and)
    }

    fn of_seed(file: &RecipeFile, seed: u64) -> Self {
        let recipe = file.check(Seed::new(seed)).unwrap_or_else(|error| panic!("{error}"));
        match recipe.generate(&mut NoEvents) {
            Ok(dungeon) => Self::of_dungeon(&dungeon),
            Err(error) => Self { dungeons: 1, complaints: vec![format!("seed {seed}: {error}")], ..Self::default() },
        }
    }

    fn of_dungeon(dungeon: &Dungeon) -> Self {
        let report = verify(dungeon);
        let complaint = report.flaws.first().map(|flaw| format!("seed {}: {flaw}", dungeon.provenance.seed));
        let rooms = dungeon.rooms.iter().filter(|room| !room.roles.contains(&Role::Hall)).count();
        // A straight joint of one cell is complete as it is.
        let is_joint = |link: &Link| link.path().len() < 2 && link.fallback() == [Fallback::None; 2];
        let routed = |link: &&Link| link.corridor().is_some() && !is_joint(link);
        let links: Vec<&Link> = dungeon.links.iter().filter(routed).collect();
        let ends = |fallback| links.iter().flat_map(|link| link.fallback()).filter(|&is| is == fallback).count() as u64;
        Self {
            dungeons: 1,
            complaints: complaint.into_iter().collect(),
            complete: u64::from(dungeon.provenance.recipe.room_count() == Some(rooms as u64)),
            rooms: dungeon.rooms.len() as u64,
            aligned: dungeon.rooms.iter().filter(|room| room.aligned).count() as u64,
            links: links.len() as u64,
            full_runways: links.iter().filter(|link| link.runway().iter().all(|&runway| runway >= 2)).count() as u64,
            fallbacks: [Fallback::OneCell, Fallback::NoRunway, Fallback::LastResort].map(ends),
            steps: report.facts.corridor_steps,
            hugging: report.facts.hugging_steps,
            centres: centres(dungeon),
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.complaints.extend(other.complaints);
        let sum = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
        Self {
            dungeons: self.dungeons + other.dungeons,
            complaints: self.complaints,
            complete: self.complete + other.complete,
            rooms: self.rooms + other.rooms,
            aligned: self.aligned + other.aligned,
            links: self.links + other.links,
            full_runways: self.full_runways + other.full_runways,
            fallbacks: [0, 1, 2].map(|i| self.fallbacks[i] + other.fallbacks[i]),
            steps: self.steps + other.steps,
            hugging: self.hugging + other.hugging,
            centres: sum(self.centres, other.centres),
        }
    }

    fn mean_centre(&self) -> [f64; 2] {
        self.centres.map(|sum| sum as f64 / 10_000.0 / self.rooms as f64)
    }

    /// Judges what must hold for every recipe; gives what does not.
    fn broken_laws(&self, name: &str) -> Vec<String> {
        let links = |count: u64| per_cent(count, self.links);
        let laws = [
            (self.complaints.is_empty(), format!("{} dungeons are flawed: {:?}", self.complaints.len(), self.some())),
            (per_cent(self.complete, self.dungeons) >= 99.0, format!("{} have all their rooms", self.complete)),
            (links(self.full_runways) >= 99.5, format!("{:.3} % full runways", links(self.full_runways))),
            (links(self.fallbacks[2]) <= 0.1, format!("{:.3} % last resorts", links(self.fallbacks[2]))),
            (per_cent(self.hugging, self.steps) <= 0.2, format!("{:.3} % hugging", per_cent(self.hugging, self.steps))),
            (self.aligned == self.rooms, format!("{} of {} rooms are aligned", self.aligned, self.rooms)),
            (
                self.mean_centre().iter().all(|centre| (0.4..=0.6).contains(centre)),
                format!("the mean centre is {:?}", self.mean_centre()),
            ),
        ];
        laws.into_iter().filter(|(holds, _)| !holds).map(|(_, complaint)| format!("{name}: {complaint}")).collect()
    }

    fn some(&self) -> &[String] {
        &self.complaints[..self.complaints.len().min(3)]
    }
}

fn centres(dungeon: &Dungeon) -> [u64; 2] {
    let size = dungeon.levels[0].size();
    let share = |twice_centre: i32, side: i32| twice_centre as u64 * 5_000 / side as u64;
    let bounds = dungeon.rooms.iter().map(undercroft::dungeon::Room::bounds);
    bounds.fold([0, 0], |[x, y], room| {
        [x + share(room.left + room.right, size.width()), y + share(room.top + room.bottom, size.height())]
    })
}

fn per_cent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

/// The recipe with `key=value` settings over it.
fn with(file: &RecipeFile, settings: &[&str]) -> RecipeFile {
    let mut file = file.clone();
    for setting in settings {
        file.set(setting).unwrap_or_else(|error| panic!("{error}"));
    }
    file
}

#[test]
fn the_laws_hold_over_many_seeds_of_each_founding_recipe() {
    let seeds = seeds(25);
    println!(
        "| recipe | seeds | links | runway % | hug % | hug % free | 1 cell | none | last | aligned % | complete % |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut broken = Vec::new();
    for name in FOUNDING {
        let preset = undercroft::recipe::preset(name).and_then(|preset| preset.recipe().ok());
        let file = with(&preset.unwrap_or_else(|| panic!("there is no {name}")), &["method=bsp"]);
        let ruled = Tally::of(&file, 1..=seeds);
        // Without the rules a corridor takes the shortest path, from any door, along any wall.
        let free = ["corridors.cost.hug=0", "corridors.runway=0", "corridors.style=routed"];
        let unruled = Tally::of(&with(&file, &free), 1..=seeds.min(200));
        println!(
            "| {name} | {} | {} | {:.3} | {:.3} | {:.3} | {} | {} | {} | {:.2} | {:.1} |",
            ruled.dungeons,
            ruled.links,
            per_cent(ruled.full_runways, ruled.links),
            per_cent(ruled.hugging, ruled.steps),
            per_cent(unruled.hugging, unruled.steps),
            ruled.fallbacks[0],
            ruled.fallbacks[1],
            ruled.fallbacks[2],
            per_cent(ruled.aligned, ruled.rooms),
            per_cent(ruled.complete, ruled.dungeons),
        );
        broken.extend(ruled.broken_laws(name));
    }
    assert!(broken.is_empty(), "{broken:#?}");
    let law = "partitions: full runways ≥ 99.5 %, hugging ≤ 0.2 %, all aligned, complete ≥ 99 %";
    report(law, format!("{seeds} seeds × {} recipes", FOUNDING.len()), "0 flaws, all kept");
}

#[test]
fn every_grid_and_width_gives_sound_and_aligned_dungeons() {
    let grids = ["1", "2", "3", "4", "5", "6", "7", "8", "[2, 5]", "[8, 3]", "\"auto\""];
    for grid in grids {
        for width in 1..=4 {
            let settings = [
                "width=93".to_owned(),
                "height=77".to_owned(),
                "rooms.min=5".to_owned(),
                "rooms.max=12".to_owned(),
                format!("rooms.grid={grid}"),
                format!("corridors.width={width}"),
                format!("rooms.padding={}", width + 1),
            ];
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            let tally = Tally::of(&with(&RecipeFile::default(), &settings), 1..=25);
            println!(
                "grid {grid:<8} width {width}: {} links, {:.2} % full runways, {:.2} % hugging, {} of {} complete",
                tally.links,
                per_cent(tally.full_runways, tally.links),
                per_cent(tally.hugging, tally.steps),
                tally.complete,
                tally.dungeons
            );
            assert!(tally.complaints.is_empty(), "{settings:?}: {:?}", tally.some());
            assert_eq!(tally.aligned, tally.rooms, "{settings:?}");
        }
    }
}

/// Corners in all corridors, and pairs of doors with a single cell of wall between them.
fn corners_and_crowds(file: &RecipeFile) -> [usize; 2] {
    let of_seed = |seed| {
        let dungeon = file.check(Seed::new(seed)).unwrap().generate(&mut NoEvents).unwrap();
        let corners =
            |link: &Link| link.path().windows(3).filter(|step| step[1] - step[0] != step[2] - step[1]).count();
        let crowd = |door: &undercroft::dungeon::Door| {
            let along = door.normal.left().delta();
            let beyond =
                |cell| dungeon.doors_on(door.z).any(|other| other.id != door.id && other.cells.contains(&cell));
            door.cells.iter().filter(|&&cell| beyond(cell + along + along)).count()
        };
        [dungeon.links.iter().map(corners).sum(), dungeon.doors.iter().map(crowd).sum()]
    };
    (1..=200).into_par_iter().map(of_seed).reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]])
}

#[test]
fn winding_corridors_wind_and_doors_keep_apart() {
    let preset = |name| undercroft::presets().iter().find(|preset| preset.name == name).unwrap().recipe().unwrap();
    let winding = with(&preset("winding-dungeon"), &["method=bsp"]);
    let [corners, straight] = ["corridors.cost.hard_rock=40", "corridors.cost.hard_rock=0"]
        .map(|s| corners_and_crowds(&with(&winding, &[s]))[0]);
    println!("corners in 200 winding dungeons: {corners}, without wandering {straight}");
    assert!(corners > 2 * straight, "{corners} against {straight}");
    let large = with(&preset("large-dungeon"), &["method=bsp", "rooms.count=40", "corridors.width=1"]);
    let [apart, crowded] = ["corridors.cost.door_gap=300", "corridors.cost.door_gap=0"]
        .map(|s| corners_and_crowds(&with(&large, &[s]))[1]);
    println!("crowded doors in 200 large dungeons: {apart}, without the cost {crowded}");
    assert!(apart * 3 < crowded, "{apart} against {crowded}");
}

#[test]
fn paths_of_wide_corridors_name_cells_that_can_be_walked_on() {
    let files = undercroft::presets().iter().map(|preset| preset.recipe().unwrap());
    let widths = |file: RecipeFile| ["2", "3", "4"].map(|width| with(&file, &[&format!("corridors.width={width}")]));
    let recipes: Vec<RecipeFile> = files.flat_map(widths).collect();
    let wrong = |file: &RecipeFile, seed: u64| -> usize {
        let Ok(dungeon) = file.check(Seed::new(seed)).unwrap().generate(&mut NoEvents) else { return 0 };
        let is_rock = |link: &Link| {
            let level = dungeon.level(dungeon.room(link.rooms[0]).z).unwrap();
            link.path().iter().any(|&cell| level.terrain[cell].is_massive())
        };
        dungeon.links.iter().filter(|link| is_rock(link)).count()
    };
    let cases: Vec<(&RecipeFile, u64)> =
        recipes.iter().flat_map(|file| (1..=20).map(move |seed| (file, seed))).collect();
    assert_eq!(cases.into_par_iter().map(|(file, seed)| wrong(file, seed)).sum::<usize>(), 0);
}
