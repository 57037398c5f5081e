//! Laws of method `accrete` on finished dungeons.
//!
//! `cargo test -p undercroft --test all accrete:: -- --nocapture` prints the figures of the presets.

use std::fmt::Write;

use rayon::prelude::*;
use undercroft::dungeon::{DoorState, Dungeon, Link, MarkerKind, Shape, Terrain};
use undercroft::events::NoEvents;
use undercroft::format::json;
use undercroft::grid::{Cell, Dir, Rect};
use undercroft::recipe::RecipeFile;
use undercroft::seed::{Seed, Stream};
use undercroft::verify::verify;

/// Random recipes of the law of soundness.
const RECIPES: u64 = 250;

fn generate(text: &str, seed: u64) -> Dungeon {
    let recipe = RecipeFile::parse("law.toml", text).and_then(|file| file.check(Seed::new(seed)));
    let recipe = recipe.unwrap_or_else(|error| panic!("{error}\n{text}"));
    recipe.generate(&mut NoEvents).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"))
}

fn delve(seed: u64) -> Dungeon {
    undercroft::generate("delve", seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// Shapes × widths × grids × runways × sizes × lengths, drawn by number.
fn random_recipe(number: u64) -> String {
    let mut stream = Stream::new(number, "law");
    let grid = stream.range(1..9);
    let min = stream.range(3..8).max(grid);
    let mut text = String::from("method = \"accrete\"\n");
    let mut set = |key: &str, value: String| writeln!(text, "{key} = {value}").unwrap();
    set("rooms.grid", if stream.below(4) == 0 { format!("[{grid}, 1]") } else { grid.to_string() });
    set("rooms.min", min.to_string());
    set("rooms.max", (min + stream.range(0..10)).to_string());
    set("rooms.max_aspect", stream.range(100..400).to_string());
    for shape in Shape::DRAWN {
        set(&format!("rooms.shapes.{}", shape.name()), (1 + stream.below(40) * stream.below(3)).to_string());
    }
    set("corridors.width", stream.range(1..5).to_string());
    set("corridors.runway", stream.range(0..5).to_string());
    set("extra_links", format!("0.{}", stream.below(10)));
    set("accrete.compactness", format!("0.{}", stream.below(10)));
    set("accrete.chain", format!("0.{}", stream.below(10)));
    set("accrete.bend", format!("0.{}", stream.below(10)));
    set("entrance_side", format!("{:?}", ["north", "east", "south", "west"][stream.below(4) as usize]));
    let lengths: Vec<u32> = (0..=stream.below(12)).map(|_| 1 + stream.below(30)).collect();
    set("accrete.lengths", format!("{lengths:?}"));
    if stream.below(3) == 0 {
        set("rooms.count", stream.range(8..40).to_string());
        set("levels", format!("[-{}, {}]", stream.below(3), stream.below(2)));
    } else {
        set("rooms.count", stream.range(2..40).to_string());
    }
    set("locks", stream.below(5).to_string());
    set("secrets.chance", "0.5".to_owned());
    set("secrets.count", (1 + stream.below(3)).to_string());
    if stream.below(3) == 0 {
        set("width", stream.range(50..120).to_string());
    }
    if stream.below(3) == 0 {
        set("height", stream.range(50..120).to_string());
    }
    text
}

#[test]
fn every_shape_width_and_grid_gives_sound_dungeons() {
    let recipes = std::env::var("UNDERCROFT_RECIPES").ok().and_then(|count| count.parse().ok()).unwrap_or(RECIPES);
    let complaints: Vec<String> = (0..recipes)
        .into_par_iter()
        .flat_map_iter(|number| {
            let text = random_recipe(number);
            let report = verify(&generate(&text, number));
            report.flaws.first().map(|flaw| format!("recipe {number}: {flaw}\n{text}"))
        })
        .collect();
    assert!(complaints.is_empty(), "{} of {recipes} are flawed:\n{}", complaints.len(), complaints[0]);
}

#[test]
fn the_presets_are_complete_and_sound() {
    for (name, count) in [("delve", 12), ("broken-vaults", 14)] {
        let complaints: Vec<String> = (1..=250u64)
            .into_par_iter()
            .flat_map_iter(|seed| {
                let dungeon = undercroft::generate(name, seed).unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
                let flaw = verify(&dungeon).flaws.first().map(|flaw| format!("{name} {seed}: {flaw}"));
                let short =
                    (dungeon.rooms.len() != count).then(|| format!("{name} {seed}: {} rooms", dungeon.rooms.len()));
                flaw.or(short)
            })
            .collect();
        assert!(complaints.is_empty(), "{complaints:?}");
    }
}

/// Box of the walkable cells of a level.
fn walkable_box(dungeon: &Dungeon) -> Rect {
    let level = &dungeon.levels[0];
    Rect::around(level.size().cells().filter(|&cell| !level.at(cell).is_massive())).unwrap()
}

/// What the figures of a family of presets count.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    fill: f64,
    corridor: f64,
    longest: f64,
    median: f64,
    rectangles: f64,
    loops: f64,
    dead_ends: f64,
    sheet: f64,
    shared: f64,
}

impl Figures {
    fn new(dungeon: &Dungeon) -> Self {
        let (level, bounds) = (&dungeon.levels[0], walkable_box(dungeon));
        let open = level.size().cells().filter(|&cell| !level.at(cell).is_massive()).count();
        let links: Vec<&Link> = dungeon.links.iter().filter(|link| !link.is_secret_passage()).collect();
        let corridors: Vec<usize> =
            links.iter().filter(|link| link.corridor().is_some()).map(|link| link.path().len()).collect();
        let mut areas: Vec<i64> = dungeon.rooms.iter().map(undercroft::Room::area).collect();
        areas.sort_unstable();
        let rooms = dungeon.rooms.len() as f64;
        let share = |count: usize| 100.0 * count as f64 / rooms;
        let is_rect = |room: &&undercroft::Room| room.area() == room.bounds().area();
        let degree = |room: &undercroft::Room| links.iter().filter(|link| link.touches(room.id)).count();
        let (long, short) = (bounds.width().max(bounds.height()), bounds.width().min(bounds.height()));
        Self {
            fill: 100.0 * open as f64 / bounds.area() as f64,
            corridor: corridors.iter().sum::<usize>() as f64 / corridors.len().max(1) as f64,
            longest: corridors.iter().copied().max().unwrap_or(0) as f64,
            median: areas[(areas.len() - 1) / 2] as f64,
            rectangles: share(dungeon.rooms.iter().filter(is_rect).count()),
            loops: (links.len() + 1 - dungeon.rooms.len()) as f64,
            dead_ends: share(dungeon.rooms.iter().filter(|room| degree(room) == 1).count()),
            sheet: f64::from(long) / f64::from(short),
            shared: 100.0 * links.iter().filter(|link| link.is_shared()).count() as f64 / links.len() as f64,
        }
    }
}

fn mean(figures: &[Figures], of: impl Fn(&Figures) -> f64) -> f64 {
    figures.iter().map(of).sum::<f64>() / figures.len() as f64
}

#[test]
fn grown_presets_are_dense_and_have_loops() {
    for (name, fill) in [("delve", 28.0..=46.0), ("broken-vaults", 28.0..=46.0)] {
        let all: Vec<Figures> =
            (1..=60u64).into_par_iter().map(|seed| Figures::new(&undercroft::generate(name, seed).unwrap())).collect();
        let worst = |of: fn(&Figures) -> f64| all.iter().map(of).fold(f64::MIN, f64::max);
        println!(
            "{name}: fill {:.1} (from {:.1}), corridors {:.2} / {:.0}, median room {:.1}, rectangles {:.0} %, loops {:.2}, dead \
             ends {:.0} %, sheet {:.2} / {:.2}, shared {:.0} %",
            mean(&all, |f| f.fill),
            -worst(|f| -f.fill),
            mean(&all, |f| f.corridor),
            worst(|f| f.longest),
            mean(&all, |f| f.median),
            mean(&all, |f| f.rectangles),
            mean(&all, |f| f.loops),
            mean(&all, |f| f.dead_ends),
            mean(&all, |f| f.sheet),
            worst(|f| f.sheet),
            mean(&all, |f| f.shared),
        );
        assert!(fill.contains(&mean(&all, |f| f.fill)), "{name}");
        assert!(mean(&all, |f| f.corridor) <= 3.5, "{name}");
        assert!((40.0..=80.0).contains(&mean(&all, |f| f.rectangles)), "{name}");
        assert!((1.5..=4.0).contains(&mean(&all, |f| f.loops)), "{name}");
    }
}

#[test]
fn nothing_lies_before_the_entrance() {
    for seed in 1..=60 {
        let dungeon = delve(seed);
        let entrance = dungeon.entrance.as_ref().unwrap();
        let door = dungeon.door(entrance.door);
        assert_eq!(door.normal, Dir::South);
        let level = &dungeon.levels[0];
        let beyond = door.bounds().bottom + i32::from(entrance.runway);
        let strip = Rect::new(door.bounds().left - 4, beyond, door.bounds().right + 4, level.size().height());
        let is_rock = |cell: Cell| level.at(cell) == Terrain::Rock;
        assert!(strip.cells().all(is_rock), "seed {seed}");
        let lowest = dungeon.rooms.iter().map(|room| room.bounds().bottom).max().unwrap();
        assert!(lowest <= door.bounds().top + 6, "seed {seed}");
    }
}

/// Links between two rooms, by relaxing all of them again and again.
fn hops(dungeon: &Dungeon, links: &[Link], from: u32, to: u32) -> u32 {
    let mut hops = vec![u32::MAX; dungeon.rooms.len()];
    hops[from as usize] = 0;
    for _ in 0..dungeon.rooms.len() {
        for [a, b] in links.iter().map(|link| link.rooms.map(undercroft::RoomId::index)) {
            let near = hops[a].min(hops[b]).saturating_add(1);
            (hops[a], hops[b]) = (hops[a].min(near), hops[b].min(near));
        }
    }
    hops[to as usize]
}

#[test]
fn loops_join_rooms_that_were_three_links_apart() {
    for seed in 1..=60 {
        let dungeon = delve(seed);
        let tree = dungeon.rooms.len() - 1;
        let ordinary = dungeon.links.iter().filter(|link| !link.is_secret_passage()).count();
        assert!(ordinary - tree <= dungeon.rooms.len() / 4 + 1);
        for (i, link) in dungeon.links.iter().enumerate().skip(tree).filter(|(_, link)| !link.is_secret_passage()) {
            let [a, b] = link.rooms.map(|room| room.0);
            assert!(hops(&dungeon, &dungeon.links[..i], a, b) >= 3, "seed {seed}: link {i}");
            assert!(link.path().len() <= 16, "seed {seed}: link {i}");
        }
    }
}

#[test]
fn doors_of_different_links_keep_two_cells_between_them() {
    for seed in 1..=120 {
        let dungeon = delve(seed);
        let links = dungeon.links.iter().flat_map(|link| link.doors().iter().map(move |&door| (door, link.id.0)));
        let entrance = dungeon.entrance.iter().map(|entrance| (entrance.door, u32::MAX));
        let doors: Vec<(Cell, u32)> = links
            .chain(entrance)
            .flat_map(|(door, link)| dungeon.door(door).cells.iter().map(move |&cell| (cell, link)))
            .collect();
        for (i, (a, link)) in doors.iter().enumerate() {
            for (b, other) in &doors[..i] {
                assert!(link == other || a.manhattan(*b) > 2, "seed {seed}: {a} and {b}");
            }
        }
    }
}

#[test]
fn the_entrance_side_turns_the_dungeon_and_changes_nothing_else() {
    let areas = |dungeon: &Dungeon| dungeon.rooms.iter().map(undercroft::Room::area).collect::<Vec<_>>();
    for seed in 1..=20 {
        let text = |side: &str| format!("method = \"accrete\"\nrooms.grid = 1\nentrance_side = \"{side}\"");
        let plain = generate(&text("south"), seed);
        for side in ["north", "east", "west"] {
            let turned = generate(&text(side), seed);
            assert_eq!(areas(&plain), areas(&turned), "seed {seed} {side}");
            assert!(verify(&turned).is_sound());
        }
    }
}

/// Rooms by level, highest first.
fn rooms_by_level(dungeon: &Dungeon) -> Vec<(i32, usize)> {
    let count = |z: i32| dungeon.rooms.iter().filter(|room| room.z == z).count();
    dungeon.levels.iter().map(|level| (level.z, count(level.z))).collect()
}

#[test]
fn levels_get_even_shares_and_begin_at_stairs() {
    for seed in 1..=40 {
        let text =
            "method = \"accrete\"\nrooms.grid = 1\nrooms.count = 23\nrooms.min = 3\nrooms.max = 7\nlevels = [-2, 1]";
        let dungeon = generate(text, seed);
        assert_eq!(rooms_by_level(&dungeon), [(1, 5), (0, 6), (-1, 6), (-2, 6)], "seed {seed}");
        assert_eq!(dungeon.links.iter().filter(|link| link.stairs().is_some()).count(), 3, "seed {seed}");
        assert!(verify(&dungeon).is_sound(), "seed {seed}");
    }
}

#[test]
fn locks_have_keys_and_secret_passages_join_rooms_two_or_three_links_apart() {
    let text = "method = \"accrete\"\nrooms.grid = 1\nrooms.count = 16\nrooms.min = 3\nrooms.max = 7\nlocks = 3\n\
                secrets.chance = 1\naccrete.lengths = [1, 1, 2, 2, 2, 2]";
    let mut secrets = 0;
    for seed in 1..=60 {
        let dungeon = generate(text, seed);
        let keys = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key).count();
        let locked = dungeon
            .links
            .iter()
            .filter(|link| link.doors().iter().any(|&door| dungeon.door(door).state == DoorState::Locked));
        assert!((1..=3).contains(&keys) && locked.count() >= keys, "seed {seed}");
        assert_eq!(keys < 3, dungeon.warnings.iter().any(|warning| warning.starts_with("locks:")), "seed {seed}");
        for link in dungeon.links.iter().filter(|link| link.is_secret_passage()) {
            let open: Vec<Link> = dungeon.links.iter().filter(|other| !other.is_secret_passage()).cloned().collect();
            let hops = hops(&dungeon, &open, link.rooms[0].0, link.rooms[1].0);
            assert!((2..=3).contains(&hops) && link.path().len() <= 16, "seed {seed}: {hops}");
            secrets += 1;
        }
        assert!(verify(&dungeon).is_sound(), "seed {seed}");
    }
    assert!(secrets >= 40, "{secrets}");
}

#[test]
fn locks_beyond_the_links_are_left_out_with_a_warning() {
    let dungeon = generate("method = \"accrete\"\nrooms.grid = 1\nrooms.count = 3\nlocks = 9\nextra_links = 0", 2);
    assert_eq!(
        dungeon.warnings,
        [
            "locks: 2 of 9 links are locked; no other link is the only one to what lies behind it. Lower locks or extra_links, \
             or raise rooms.count."
        ]
    );
}

#[test]
fn ten_thousand_rooms_are_placed_and_sound() {
    let text = "method = \"accrete\"\nrooms.grid = 1\nrooms.min = 3\nrooms.max = 7\nrooms.count = 10000";
    let dungeon = generate(text, 1);
    assert_eq!(dungeon.rooms.len(), 10_000);
    assert!(verify(&dungeon).is_sound());
}

#[test]
fn the_same_recipe_and_seed_grow_the_same_bytes() {
    for seed in [1, 9, 77] {
        assert_eq!(json::write(&delve(seed)), json::write(&delve(seed)));
    }
}
