//! Laws of masks: every method keeps floor, rings, corridors and runways on the free cells, whatever their shape.

use crate::law_size;
use crate::mask_shapes;

use law_size::{report, seeds};
use mask_shapes::masks;
use rayon::prelude::*;
use undercroft::dungeon::{Dungeon, Terrain};
use undercroft::field::MethodKind;
use undercroft::grid::{BitGrid, Cell, Dir, Size};
use undercroft::verify::verify;
use undercroft::{Error, Generator};

fn recipe(method: MethodKind) -> &'static str {
    match method {
        MethodKind::Accrete => {
            "method = \"accrete\"\nrooms.count = 14\nrooms.min = 3\nrooms.max = 7\nrooms.grid = 1\nextra_links = 0.5\n\
             rooms.shapes.circle = 20\nrooms.shapes.alcoves = 20\nlevels = [-1, 0]\nsecrets.chance = 1"
        }
        MethodKind::Bsp => {
            "method = \"bsp\"\nrooms.count = 7\nrooms.min = 4\nrooms.max = 8\nrooms.grid = 2\nextra_links = 0.5\n\
             corridors.dead_ends = 0.3"
        }
        MethodKind::House => "method = \"house\"\nstoreys = [2, 3]\nrooms.count = 5\nrooms.min = 3\nrooms.grid = 2",
        MethodKind::Templates => "method = \"templates\"\ntemplates.floor_cells = 300\ntemplates.corridors = true",
        MethodKind::Plan => {
            "method = \"plan\"\ncategory = \"temple\"\nrooms.count = 6\nlevels = [0, 0]\nrooms.min = 3\nrooms.max = 5\n\
             rooms.grid = 1"
        }
    }
}

fn free_cells(mask: &str) -> BitGrid {
    let rows: Vec<&[u8]> = mask.lines().map(str::as_bytes).collect();
    let size = Size::of(rows[0].len() as i32, rows.len() as i32);
    BitGrid::from_fn(size, |cell| rows[cell.y as usize][cell.x as usize] == b'.')
}

fn generate(method: MethodKind, mask: &str, side: Dir, seed: u64) -> Result<Dungeon, Error> {
    let side = format!("{side:?}").to_lowercase();
    let generator = Generator::recipe("laws.toml", recipe(method))?.attach("mask.file", "lot.txt", mask.as_bytes())?;
    generator.set("entrance_side", side)?.seed(seed).generate()
}

/// Whether a dungeon was made, and that it keeps to the mask. A plan that does not fit, or rooms that nothing joins, are errors that
/// say so.
fn is_kept(name: &str, mask: &str, method: MethodKind, side: Dir, seed: u64) -> bool {
    let free = free_cells(mask);
    let Ok(dungeon) = generate(method, mask, side, seed) else { return false };
    assert_eq!(dungeon.levels[0].size(), free.size(), "{name} {method:?} {seed}");
    let flaws = verify(&dungeon).flaws;
    assert!(flaws.is_empty(), "{name} {method:?} {side:?} {seed}: {flaws:?}");
    for level in &dungeon.levels {
        let is_kept = |cell: Cell| level.terrain[cell] == Terrain::Rock || free.contains(cell);
        assert!(level.size().cells().all(is_kept), "{name} {method:?} {side:?} {seed}");
    }
    true
}

#[test]
fn every_method_keeps_to_every_mask() {
    let (masks, seeds) = (masks(), seeds(8));
    let all = seeds * masks.len() as u64;
    let mut found = Vec::new();
    for (method, least) in MethodKind::ALL.into_iter().zip([all, all * 3 / 4, all * 3 / 4, all * 3 / 4, all / 4]) {
        let runs = masks.iter().flat_map(|(name, mask)| (0..seeds).map(move |seed| (*name, mask, seed)));
        let runs: Vec<(&str, &String, u64)> = runs.collect();
        let side = |seed: u64| Dir::ALL[seed as usize % 4];
        let made = runs.into_par_iter().filter(|(name, mask, seed)| is_kept(name, mask, method, side(*seed), *seed));
        let made = made.count() as u64;
        assert!(made >= least, "{method:?}: {made} of {all}, at least {least}");
        found.push(format!("{} {made}", method.name()));
    }
    let looked_at = format!("{seeds} seeds × {} masks × 5 methods", masks.len());
    report("on a mask nothing lies outside it", looked_at, format!("0 flaws; made: {}", found.join(", ")));
}

#[test]
fn rooms_reach_into_all_of_a_letter() {
    let (_, mask) = masks().remove(0);
    let free = free_cells(&mask);
    let generator = Generator::preset("delve").unwrap().attach("mask.file", "s.txt", mask.as_bytes()).unwrap();
    let dungeon = generator.set("rooms.count", 30).unwrap().seed(3).generate().unwrap();
    assert!(dungeon.warnings.is_empty(), "{:?}", dungeon.warnings);
    // Both ends of the S, and the bar between them.
    let (third, width) = (free.size().height() / 3, free.size().width());
    for rows in [0..third, third..2 * third, 2 * third..3 * third] {
        let has_floor = |x: i32| rows.clone().any(|y| dungeon.levels[0].terrain[Cell::new(x, y)] == Terrain::Floor);
        assert!((0..width).any(has_floor), "{rows:?}");
    }
}

#[test]
fn each_level_keeps_to_its_own_block() {
    let free = format!("{}\n", ".".repeat(70)).repeat(70);
    let east = format!("{}{}\n", "#".repeat(20), ".".repeat(50)).repeat(70);
    let mask = format!("{free}level: -1\n{east}");
    for seed in 0..20 {
        let Ok(dungeon) = generate(MethodKind::Accrete, &mask, Dir::South, seed) else { continue };
        assert!(verify(&dungeon).is_sound());
        let below = dungeon.level(-1).unwrap();
        assert!((0..20).all(|x| (0..70).all(|y| below.terrain[Cell::new(x, y)] == Terrain::Rock)), "seed {seed}");
    }
}

#[test]
fn a_mask_that_cannot_be_used_is_an_error() {
    let check = |settings: &[(&str, &str)], mask: &str, message: &str| {
        let mut generator = Generator::preset("small-dungeon").unwrap();
        for (key, value) in settings {
            generator = generator.set(key, *value).unwrap();
        }
        let error = generator.attach("mask.file", "lot.txt", mask.as_bytes()).unwrap().check().unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    let blocked = format!("{}\n", "#".repeat(30)).repeat(30);
    check(
        &[],
        &blocked,
        "mask.file: lot.txt:1:1: 0 connected free cells; two rooms of 5×5 need at least 98; free more cells",
    );
    let north = format!("{}\n", ".".repeat(30)).repeat(10) + &format!("{}\n", "#".repeat(30)).repeat(20);
    check(
        &[],
        &north,
        "mask.file: lot.txt:1:1: no free cell in the south half, where the entrance is; free some or change entrance_side",
    );
    check(&[("templates.set", "keep")], "..\n.\n", "lot.txt:2:2: line has 1 cell, the first has 2");
}
