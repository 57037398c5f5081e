//! The founding recipes keep their numbers, whatever method reads them; five of them keep their first reading, rooms apart on
//! the module grid, with `--set method=bsp`.

use rayon::prelude::*;
use undercroft::dungeon::Dungeon;
use undercroft::grid::Cell;
use undercroft::recipe::{RecipeFile, preset};
use undercroft::seed::Seed;
use undercroft::verify::verify;

/// Name, width, height, count, then the fields that differ: min, max, grid, width of corridors, storeys.
type Numbers = (&'static str, [i64; 3], [Option<i64>; 4], Option<&'static str>);

const FOUNDING: [Numbers; 10] = [
    ("small-dungeon", [80, 80, 8], [Some(5), Some(10), Some(2), Some(1)], None),
    ("large-dungeon", [120, 120, 15], [Some(6), Some(14), Some(2), Some(2)], None),
    ("winding-dungeon", [100, 100, 12], [Some(5), Some(12), Some(2), Some(1)], None),
    ("small-house", [60, 60, 5], [Some(4), Some(8), Some(4), Some(1)], None),
    ("large-manor", [100, 100, 12], [Some(6), Some(15), Some(4), Some(2)], None),
    ("cottage", [24, 18, 9], [Some(3), None, Some(2), None], Some("[2, 4, 3]")),
    ("manor", [32, 24, 25], [Some(3), None, Some(2), None], Some("[6, 8, 7, 4]")),
    ("house-inn", [28, 21, 16], [Some(3), None, Some(2), None], Some("[3, 5, 8]")),
    ("castle", [40, 30, 32], [Some(3), None, Some(2), None], Some("[8, 10, 8, 6]")),
    ("wizard-tower", [30, 30, 11], [Some(4), None, Some(2), None], Some("[3, 3, 3, 2]")),
];

const SEEDS: u64 = 60;

fn recipe(name: &str) -> RecipeFile {
    preset(name).unwrap().recipe().unwrap()
}

#[test]
fn founding_numbers() {
    for (name, [width, height, count], others, storeys) in FOUNDING {
        let file = recipe(name);
        let given = |key: &str| file.get(key).map(|setting| setting.value.to_string());
        let check =
            |key: &str, wanted: Option<i64>| assert_eq!(given(key), wanted.map(|n| n.to_string()), "{name}: {key}");
        // The dungeons are as large as their rooms need where growth reads them; their lots stay in the recipe.
        check("width", Some(width));
        check("height", Some(height));
        check("rooms.count", Some(count));
        for (key, wanted) in ["rooms.min", "rooms.max", "rooms.grid"].into_iter().zip(others) {
            check(key, wanted);
        }
        if others[3] != Some(1) || given("corridors.width").is_some() {
            check("corridors.width", others[3]);
        }
        assert_eq!(given("storeys").as_deref(), storeys, "{name}: storeys");
    }
}

fn by_bsp(name: &str, seed: u64) -> Dungeon {
    let mut file = recipe(name);
    file.set("method=bsp").unwrap();
    file.check(Seed::new(seed)).unwrap().generate(&mut undercroft::events::NoEvents).unwrap()
}

/// 100 % aligned, sides between min and max, the exact number of rooms. Returns the corridors with more than one corner,
/// which those have that no elbow could join, and all.
fn check_first_reading(name: &str, seed: u64) -> [usize; 2] {
    let file = recipe(name);
    let number = |key: &str| file.get(key).and_then(|setting| setting.value.to_string().parse::<i32>().ok()).unwrap();
    let dungeon = by_bsp(name, seed);
    let report = verify(&dungeon);
    assert!(report.is_sound(), "{name} {seed}: {:?}", report.flaws);
    assert_eq!(dungeon.rooms.len(), number("rooms.count") as usize, "{name} {seed}");
    let sides = number("rooms.min")..=number("rooms.max");
    for room in &dungeon.rooms {
        let bounds = room.bounds();
        assert!(
            room.aligned && [bounds.width(), bounds.height()].iter().all(|side| sides.contains(side)),
            "{name} {seed}"
        );
    }
    let is_elbow = file.get("corridors.style").is_some_and(|style| style.value.to_string().contains("elbow"));
    let turns = |path: &[Cell]| path.windows(3).filter(|at| at[0].x != at[2].x && at[0].y != at[2].y).count();
    let bent = dungeon.links.iter().filter(|link| is_elbow && turns(link.path()) > 1).count();
    [bent, dungeon.links.len()]
}

#[test]
fn the_first_reading_keeps_its_laws() {
    for (name, ..) in &FOUNDING[..5] {
        let counts = (0..SEEDS).into_par_iter().map(|seed| check_first_reading(name, seed));
        let [bent, all] = counts.reduce(|| [0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
        println!("{name}: {bent} of {all} corridors have more than one corner");
        assert!(50 * bent <= all, "{name}: {bent} of {all}");
    }
}

/// Sides are measured from wall line to wall line. A storey of few rooms fills its outline, so that some of them are
/// larger than `rooms.max`.
#[test]
fn houses_read_lots_and_wall_lines() {
    for (name, [width, height, count], [min, max, grid, _], _) in &FOUNDING[3..] {
        let (min, grid) = (min.unwrap() as i32, grid.unwrap() as i32);
        let max = max.map_or(i32::MAX, |max| max as i32);
        let counts = (0..SEEDS).into_par_iter().map(|seed| {
            let dungeon = undercroft::generate(name, seed).unwrap();
            assert_eq!(dungeon.rooms.len(), *count as usize, "{name} {seed}: {:?}", dungeon.warnings);
            let size = dungeon.levels[0].size();
            assert_eq!([size.width(), size.height()].map(i64::from), [*width, *height]);
            let sides = dungeon.rooms.iter().filter(|room| room.aligned && room.roles.is_empty()).map(|room| {
                let lines = [room.bounds().width() + 1, room.bounds().height() + 1];
                assert!(lines.iter().all(|side| side % grid == 0 && *side >= min), "{name} {seed} {lines:?}");
                lines.iter().all(|side| *side <= max)
            });
            let sides: Vec<bool> = sides.collect();
            [sides.iter().filter(|fits| **fits).count(), sides.len()]
        });
        let [fitting, all] = counts.reduce(|| [0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
        println!("{name}: {fitting} of {all} rooms keep rooms.max");
        assert!(10 * fitting >= 6 * all, "{name}: {fitting} of {all}");
    }
}
