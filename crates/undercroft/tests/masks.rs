//! Laws of masks: every method keeps floor, rings, corridors and runways on the free cells, whatever their shape.

use undercroft::dungeon::{Dungeon, Terrain};
use undercroft::field::MethodKind;
use undercroft::grid::{BitGrid, Cell, Dir, Size};
use undercroft::verify::verify;
use undercroft::{Error, Generator};

/// A letter of seven rows, drawn large: each `.` becomes a square of free cells.
fn letter(rows: &[&str], side: usize) -> String {
    let wide = |row: &str| row.chars().map(|cell| cell.to_string().repeat(side)).collect::<String>() + "\n";
    rows.iter().map(|row| wide(row).repeat(side)).collect()
}

/// Masks that are long, bent, full of holes and nearly free.
fn masks() -> Vec<(&'static str, String)> {
    let disc = |size: i32| {
        let is_free = |x: i32, y: i32| (2 * x - size).pow(2) + (2 * y - size).pow(2) < size.pow(2);
        let row = |y| (0..size).map(|x| if is_free(x, y) { '.' } else { ' ' }).collect::<String>() + "\n";
        (0..size).map(row).collect::<String>()
    };
    let pillars = |x: usize, y: usize| if x % 31 < 2 && y % 29 < 2 { '#' } else { '.' };
    vec![
        ("S", letter(&["#####", "#...#", "#.###", "#...#", "###.#", "#...#", "#####"], 15)),
        ("H", letter(&["#####", "#.#.#", "#.#.#", "#...#", "#.#.#", "#.#.#", "#####"], 16)),
        ("disc", disc(90)),
        ("pillars", (0..90).map(|y| (0..110).map(|x| pillars(x, y)).collect::<String>() + "\n").collect()),
    ]
}

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

#[test]
fn every_method_keeps_to_every_mask() {
    let mut made = [0; MethodKind::ALL.len()];
    for (name, mask) in masks() {
        let free = free_cells(&mask);
        for (index, method) in MethodKind::ALL.into_iter().enumerate() {
            for (seed, side) in (0..).zip(Dir::ALL).take(4).flat_map(|(i, side)| [(i, side), (i + 100, side)]) {
                // A plan that does not fit, or rooms that nothing joins, are errors that say so.
                let Ok(dungeon) = generate(method, &mask, side, seed) else { continue };
                made[index] += 1;
                assert_eq!(dungeon.levels[0].size(), free.size(), "{name} {method:?} {seed}");
                let report = verify(&dungeon);
                assert!(report.is_sound(), "{name} {method:?} {side:?} {seed}: {:?}", report.flaws);
                for level in &dungeon.levels {
                    let is_kept = |cell: Cell| level.terrain[cell] == Terrain::Rock || free.contains(cell);
                    assert!(level.size().cells().all(is_kept), "{name} {method:?} {side:?} {seed}");
                }
            }
        }
    }
    let all = 8 * masks().len();
    let least = [all, all * 3 / 4, all * 3 / 4, all * 3 / 4, all / 4];
    assert!(made.iter().zip(least).all(|(made, least)| *made >= least), "{made:?} of {all}, at least {least:?}");
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
    check(&[], &blocked, "mask.file: lot.txt:1:1: 0 connected free cells; two rooms of 5×5 need at least 98");
    let north = format!("{}\n", ".".repeat(30)).repeat(10) + &format!("{}\n", "#".repeat(30)).repeat(20);
    check(
        &[],
        &north,
        "mask.file: lot.txt:1:1: no free cell in the south half, where the entrance is; free some or change entrance_side",
    );
    check(&[("templates.set", "keep")], "..\n.\n", "lot.txt:2:2: line has 1 cells, the first has 2");
}
