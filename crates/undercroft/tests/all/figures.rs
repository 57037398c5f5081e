//! The figures of the presets: a hundred seeds each against the ranges of `data/figures.toml`.
//!
//! `cargo test -p undercroft --test all figures:: -- --nocapture` prints the tables of all families. Families with
//! `judged = false` are printed only.

use rayon::prelude::*;
use undercroft::figures::{FigureFamily, FigureTable, Figures, VARIETY_SEEDS, Variety};
use undercroft::recipe::{Preset, preset, presets};
use undercroft::verify::Facts;
use undercroft::{Dungeon, generate, verify};

const SEEDS: u64 = 100;

fn dungeon(preset: &Preset, seed: u64) -> Dungeon {
    generate(preset.name, seed).unwrap_or_else(|error| panic!("{} {seed}: {error}", preset.name))
}

fn facts(preset: &Preset) -> Vec<Facts> {
    (1..=SEEDS).into_par_iter().map(|seed| verify(&dungeon(preset, seed)).facts).collect()
}

/// Of as many seeds as are judged; of none where nothing is.
fn variety(preset: &Preset, family: &FigureFamily) -> Variety {
    let seeds = if family.judged { VARIETY_SEEDS as u64 } else { 0 };
    let one = |seed| {
        let mut variety = Variety::default();
        variety.insert(&dungeon(preset, seed));
        variety
    };
    let merge = |mut a: Variety, b| {
        a.merge(b);
        a
    };
    (1..=seeds).into_par_iter().map(one).reduce(Variety::default, merge)
}

#[test]
fn presets_have_their_figures() {
    let figures = Figures::shipped();
    let mut out = Vec::new();
    for family in figures.families() {
        for preset in family.presets.iter().filter_map(|name| preset(name)) {
            let table: FigureTable = figures.judge(preset.name, &facts(preset), &variety(preset, family));
            let judged = family.reason.as_deref().filter(|_| !family.judged).unwrap_or("judged");
            println!("{table}{judged}\n");
            if family.judged && !table.misses().is_empty() {
                out.push(format!("{}: {}\n{table}", preset.name, table.misses().join(", ")));
            }
        }
    }
    assert!(out.is_empty(), "{}", out.join("\n"));
}

#[test]
fn every_preset_is_in_a_family() {
    let lost: Vec<&str> =
        presets().iter().map(|preset| preset.name).filter(|name| Figures::shipped().family(name).is_none()).collect();
    assert!(lost.is_empty(), "{}", lost.join(", "));
}

#[test]
fn every_family_has_a_range_for_every_figure_of_the_table() {
    let columns = [
        "fill",
        "corridor_mean_tenths",
        "corridor_longest",
        "median_room",
        "rectangle_share",
        "dead_end_share",
        "sheet_aspect_tenths",
        "close_doors",
        "long_room_share",
        "silhouettes",
    ];
    for family in Figures::shipped().families() {
        let table = Figures::shipped().judge(&family.presets[0], &[], &Variety::default()).to_string();
        for column in columns {
            let line = table.lines().find(|line| line.starts_with(&format!("{column} "))).unwrap();
            assert!(line.contains(".."), "{}: {line}", family.name);
        }
    }
}

#[test]
fn plans_and_silhouettes_are_counted_as_what_they_are() {
    let mut variety = Variety::default();
    let first = dungeon(preset("tomb").unwrap(), 1);
    variety.insert(&first);
    // Another name and other keys are no other place.
    let mut same = first.clone();
    same.name = "Another".to_owned();
    same.markers.clear();
    variety.insert(&same);
    assert_eq!((variety.dungeons(), variety.silhouettes(), variety.plans()), (2, 1, 1));
    // Rooms without plan coordinates have no plan.
    same.rooms[0].plan = None;
    variety.insert(&same);
    assert_eq!((variety.silhouettes(), variety.plans()), (1, 1));
    // A link more is another plan.
    let mut other = first.clone();
    other.links.truncate(other.links.len() - 1);
    variety.insert(&other);
    assert_eq!(variety.plans(), 2);
    // Other tiles are another silhouette.
    variety.insert(&dungeon(preset("tomb").unwrap(), 2));
    assert_eq!(variety.silhouettes(), 2);
}
