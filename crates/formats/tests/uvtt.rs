//! Universal VTT: what is written is valid, its lines obey their laws, and one sees through them what the engine sees.
//!
//! `cargo test -p undercroft-formats --test uvtt -- --nocapture` prints sizes and times.

#[path = "support/casting.rs"]
mod casting;
#[path = "support/crop.rs"]
mod crop;
#[path = "../../undercroft/tests/support/dungeons.rs"]
mod dungeons;
#[path = "support/stocked.rs"]
mod stocked;

use std::collections::{BTreeMap, BTreeSet};

use casting::{Place, cross, passes, passes_cells};
use rayon::prelude::*;
use serde_json::Value;
use undercroft::dungeon::{DoorKind, DoorState, Dungeon, Entrance, Feature, Level};
use undercroft::format::text;
use undercroft::grid::{BitGrid, Cell, Dir};
use undercroft::seed::Stream;
use undercroft::sight::oracle;
use undercroft_draw::{Edition, Levels, raster};
use undercroft_formats::outline::{Scale, SecretDoors, WallLines, WallPoint, WallStyle, open};
use undercroft_formats::tabletop::TableOptions;
use undercroft_formats::uvtt::{Ending, UvttOptions, write};

/// Two squares to a cell, walls at the floor's edge.
const PLAIN: Scale = Scale { squares: 2, inset: 0 };

fn place(point: WallPoint) -> Place {
    (point.x.into(), point.y.into())
}

/// The straight lines of walls.
fn lines(walls: &[Vec<WallPoint>]) -> Vec<[Place; 2]> {
    walls.iter().flat_map(|wall| wall.windows(2).map(|pair| [place(pair[0]), place(pair[1])])).collect()
}

/// The dungeon with every door that can be shut standing like this. Windows are walled up: they are openings of their own,
/// beyond which nothing is modelled.
fn standing(dungeon: &Dungeon, state: DoorState) -> Dungeon {
    let mut copy = dungeon.clone();
    copy.windows.clear();
    copy.doors.iter_mut().for_each(|door| door.state = state);
    copy
}

/// What stops light: walls, the portals of doors that are shut and stop it, and furniture that does.
fn obstacles(dungeon: &Dungeon, level: &Level, outline: &WallLines, scale: Scale) -> Vec<[Place; 2]> {
    let shut = outline.portals.iter().filter(|portal| !dungeon.door(portal.door).is_transparent());
    let shut = shut.map(|portal| portal.ends.map(place));
    lines(&outline.walls).into_iter().chain(shut).chain(lines(&feature_loops(dungeon, level, scale))).collect()
}

fn feature_loops(dungeon: &Dungeon, level: &Level, scale: Scale) -> Vec<Vec<WallPoint>> {
    let stops = |feature: &&Feature| feature.z == level.z && feature.opaque && feature.is_on_floor();
    dungeon.features.iter().filter(stops).map(|feature| scale.cell_loop(feature.rect()).to_vec()).collect()
}

/// Some pairs of cells that are not opaque: from a few, to some near and some anywhere.
fn pairs(opaque: &BitGrid, stream: &mut Stream) -> Vec<[Cell; 2]> {
    let free: Vec<Cell> = opaque.size().cells().filter(|&cell| !opaque.contains(cell)).collect();
    let mut pairs = Vec::new();
    for _ in 0..5 {
        let Some(&from) = stream.choose(&free) else { return pairs };
        let near: Vec<Cell> = free.iter().copied().filter(|&to| from.chebyshev(to) < 9).collect();
        for _ in 0..60 {
            pairs.extend(stream.choose(&near).map(|&to| [from, to]));
            pairs.extend(stream.choose(&free).map(|&to| [from, to]));
        }
    }
    pairs
}

/// Compares sight on a level and counts the pairs that see each other and those that do not.
fn compare(name: &str, dungeon: &Dungeon, level: &Level, scale: Scale, stream: &mut Stream) -> [usize; 2] {
    let outline = WallLines::from_level(dungeon, level, scale, SecretDoors::Wall, WallStyle::Exact);
    let (obstacles, opaque) = (obstacles(dungeon, level, &outline, scale), dungeon.opaque(level));
    let mut counts = [0; 2];
    for [from, to] in pairs(&opaque, stream) {
        let seen = passes(&obstacles, place(scale.middle(from)), place(scale.middle(to)));
        assert_eq!(seen, passes_cells(&opaque, from, to), "{name}, level {}: {from:?} to {to:?}", level.z);
        assert!(seen || !oracle::sees(&opaque, from, to), "{name}: in clear sight, yet behind a wall");
        counts[usize::from(seen)] += 1;
    }
    counts
}

#[test]
fn one_sees_through_the_walls_what_the_engine_sees_in_two_hundred_dungeons() {
    let dungeons = dungeons::of_all_presets(7);
    assert!(dungeons.len() >= 200);
    let counts = dungeons.par_iter().map(|(name, dungeon)| {
        let mut stream = Stream::new(7, name);
        let mut counts = [0; 2];
        for state in [DoorState::Closed, DoorState::Open] {
            let standing = standing(dungeon, state);
            for level in &standing.levels {
                let found = compare(name, &standing, level, PLAIN, &mut stream);
                counts = [counts[0] + found[0], counts[1] + found[1]];
            }
        }
        counts
    });
    let [hidden, seen] = counts.reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    println!("{} dungeons: {seen} pairs of cells see each other, {hidden} do not", dungeons.len());
    assert!(seen > 100_000 && hidden > 100_000);
}

#[test]
fn furniture_hides_what_the_engine_does_not_see_behind_it() {
    for (name, seed) in [("crypt", 4), ("tower", 1), ("walker-keep", 3), ("house-inn", 2)] {
        let standing = standing(&stocked::stocked(name, seed), DoorState::Closed);
        let mut stream = Stream::new(7, name);
        assert!(standing.levels.iter().any(|level| !feature_loops(&standing, level, PLAIN).is_empty()), "{name}");
        for level in &standing.levels {
            compare(name, &standing, level, PLAIN, &mut stream);
        }
    }
}

#[test]
fn every_lit_feature_is_a_light_on_floor_and_furniture_is_in_the_file() {
    let dungeon = stocked::stocked("crypt", 4);
    let files = write(&dungeon, &UvttOptions::default()).unwrap();
    for (file, level) in files.iter().zip(&dungeon.levels) {
        let document: Value = serde_json::from_slice(&file.bytes).unwrap();
        let lit = dungeon.features.iter().filter(|feature| feature.z == level.z && feature.light.is_some());
        let lights = document["lights"].as_array().unwrap();
        assert_eq!(lights.len(), lit.clone().count());
        let ranges: BTreeSet<i64> = lights.iter().map(|light| light["range"].as_i64().unwrap()).collect();
        let wanted: BTreeSet<i64> = lit.map(|feature| i64::from(feature.light.unwrap().dim_feet) / 5).collect();
        assert_eq!(ranges, wanted, "squares are of 5 feet");
        let corner = crop::crop([level], 1).min();
        for light in lights {
            let at = |axis: &str| light["position"][axis].as_f64().unwrap();
            let cell = Cell::new(at("x").floor() as i32, at("y").floor() as i32) + corner;
            assert!(!level.at(cell).is_massive(), "a light in the wall at {cell} lights nothing");
        }
        let loops = feature_loops(&dungeon, level, Scale { squares: 1, inset: 0 });
        let walls = document["line_of_sight"].as_array().unwrap();
        let last = &walls[walls.len() - loops.len()..];
        assert!(last.iter().all(|line| line.as_array().unwrap().len() == 5));
    }
}

/// Maps that no generator makes: doors without walls beside them, floors that touch at corners, floor at the rim.
#[test]
fn sight_agrees_on_wild_maps_too() {
    for seed in 0..300 {
        let mut stream = Stream::new(seed, "wild");
        let (width, height) = (stream.range(2..14), stream.range(2..14));
        let letters: Vec<char> = "##...+'\"H".chars().collect();
        let mut row = || (0..width).map(|_| *stream.choose(&letters).unwrap()).collect::<String>();
        let picture: String = (0..height).map(|_| row() + "\n").collect();
        let dungeon = text::read(&picture).unwrap();
        for state in [DoorState::Closed, DoorState::Open] {
            let standing = standing(&dungeon, state);
            compare(&picture, &standing, &standing.levels[0], PLAIN, &mut stream);
        }
        compare(&picture, &dungeon, &dungeon.levels[0], Scale { squares: 1, inset: 0 }, &mut stream);
    }
}

#[test]
fn walls_that_stand_back_hide_nothing_and_let_nothing_through_a_pinched_corner() {
    let pinched = text::read("####\n#.##\n##.#\n####\n").unwrap();
    let scale = Scale { squares: 1, inset: 250 };
    let outline = WallLines::from_level(&pinched, &pinched.levels[0], scale, SecretDoors::Wall, WallStyle::Exact);
    let [from, to] = [Cell::new(1, 1), Cell::new(2, 2)].map(|cell| place(scale.middle(cell)));
    assert!(!passes(&lines(&outline.walls), from, to));
    for (name, dungeon) in dungeons::of_all_presets(1) {
        let mut stream = Stream::new(3, &name);
        for level in &dungeon.levels {
            let opaque = dungeon.opaque(level);
            let back = WallLines::from_level(
                &dungeon,
                level,
                Scale { squares: 2, inset: 150 },
                SecretDoors::Wall,
                WallStyle::Exact,
            );
            let obstacles = obstacles(&dungeon, level, &back, PLAIN);
            for [from, to] in pairs(&opaque, &mut stream) {
                let seen = passes(&obstacles, place(PLAIN.middle(from)), place(PLAIN.middle(to)));
                assert!(seen || !passes_cells(&opaque, from, to), "{name}: {from:?} to {to:?}");
            }
        }
    }
}

/// Every law about lines, for one level.
fn check_laws(name: &str, dungeon: &Dungeon, level: &Level, scale: Scale) {
    let outline = WallLines::from_level(dungeon, level, scale, SecretDoors::Wall, WallStyle::Exact);
    let inset = i32::from(scale.inset);
    let [right, bottom] = [level.size().width(), level.size().height()].map(|cells| cells * scale.cell() + inset);
    let is_inside = |point: &WallPoint| (-inset..=right).contains(&point.x) && (-inset..=bottom).contains(&point.y);
    let ends = outline.portals.iter().flat_map(|portal| portal.ends);
    assert!(outline.walls.iter().flatten().copied().chain(ends).all(|point| is_inside(&point)), "{name}: off the map");
    check_polylines(name, &outline, scale);
    let walls = lines(&outline.walls);
    let portals: Vec<[Place; 2]> = outline.portals.iter().map(|portal| portal.ends.map(place)).collect();
    let all: Vec<[Place; 2]> = walls.iter().chain(&portals).copied().collect();
    for (i, &line) in all.iter().enumerate() {
        assert!(line[0] != line[1], "{name}: a line without length at {:?}", line[0]);
        let crossed = all[..i].iter().find(|&&other| cross(line, other) || lie_on_each_other(line, other));
        assert!(crossed.is_none(), "{name}: {line:?} crosses or covers {crossed:?}");
    }
    let doors = dungeon.doors_on(level.z);
    let hung = doors.filter(|door| door.kind.has_leaf() && !door.secret).count();
    assert_eq!(outline.portals.len(), hung, "{name}: one portal for each door");
}

/// Closed loops repeat their first point, all others run from one portal's end to another's; no two joined lines are
/// collinear but where a portal ends; where one ends, two walls do.
fn check_polylines(name: &str, outline: &WallLines, scale: Scale) {
    let is_straight =
        |a: WallPoint, b: WallPoint, c: WallPoint| (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y);
    let bounds: BTreeSet<WallPoint> = outline.portals.iter().flat_map(|portal| portal.ends).collect();
    let mut ends: BTreeMap<WallPoint, usize> = bounds.iter().map(|&end| (end, 0)).collect();
    for wall in &outline.walls {
        let is_bridge = wall.len() == 2 && wall[0].x != wall[1].x && wall[0].y != wall[1].y;
        assert!(!is_bridge || scale.inset > 0, "{name}: a slanting wall");
        if is_bridge {
            continue;
        }
        let bent = wall.windows(3).all(|three| !is_straight(three[0], three[1], three[2]));
        assert!(bent, "{name}: joined lines that are one");
        let (first, last) = (wall[0], wall[wall.len() - 1]);
        if first == last && !bounds.contains(&first) {
            assert!(!is_straight(wall[wall.len() - 2], first, wall[1]), "{name}: a loop that begins on a straight");
            continue;
        }
        for end in [first, last] {
            *ends.get_mut(&end).unwrap_or_else(|| panic!("{name}: a wall ends at {end:?}, where no portal does")) += 1;
        }
    }
    for portal in outline.portals.iter().filter(|portal| !portal.freestanding) {
        assert!(portal.ends.iter().all(|end| ends[end] == 2), "{name}: {portal:?} touches no gap");
    }
    assert_eq!(ends.values().sum::<usize>() % 2, 0);
}

fn lie_on_each_other([a, b]: [Place; 2], [c, d]: [Place; 2]) -> bool {
    let overlap = |a: i64, b: i64, c: i64, d: i64| a.max(b).min(c.max(d)) > a.min(b).max(c.min(d));
    (a.1 == b.1 && c.1 == d.1 && a.1 == c.1 && overlap(a.0, b.0, c.0, d.0))
        || (a.0 == b.0 && c.0 == d.0 && a.0 == c.0 && overlap(a.1, b.1, c.1, d.1))
}

#[test]
fn lines_touch_and_never_cross_and_are_as_long_as_can_be_in_two_hundred_dungeons() {
    let scales = [PLAIN, Scale { squares: 1, inset: 250 }, Scale { squares: 2, inset: 100 }];
    dungeons::of_all_presets(7).par_iter().enumerate().for_each(|(i, (name, dungeon))| {
        assert!(dungeon.levels.len() < 100);
        let mut dungeon = dungeon.clone();
        dungeon.windows.clear();
        for level in &dungeon.levels {
            check_laws(name, &dungeon, level, scales[i % 3]);
        }
    });
}

/// Soft walls touch and never cross, are cut at every portal and at every window, and are few.
#[test]
fn soft_lines_never_cross_are_cut_at_portals_and_are_few() {
    let scales = [Scale { squares: 1, inset: 0 }, PLAIN, Scale { squares: 1, inset: 250 }];
    let mut soft = 0;
    for (i, (name, dungeon)) in dungeons::of_all_presets(3).iter().enumerate() {
        for level in &dungeon.levels {
            let from = |style| WallLines::from_level(dungeon, level, scales[i % 3], SecretDoors::Wall, style);
            let [outline, exact] = [from(WallStyle::Soft), from(WallStyle::Exact)];
            assert_eq!(outline.portals.len(), exact.portals.len(), "{name}");
            if outline == exact {
                continue;
            }
            soft += 1;
            assert!(outline.windows.len() <= exact.windows.len(), "{name}");
            assert_eq!(outline.windows.is_empty(), exact.windows.is_empty(), "{name}");
            check_soft(name, &outline);
            let edges = boundary_edges(&open(dungeon, level, SecretDoors::Wall));
            assert!(10 * outline.segments() <= 16 * edges, "{name}: {} lines, {edges} sides", outline.segments());
        }
    }
    assert!(soft > 60, "{soft}");
}

fn check_soft(name: &str, outline: &WallLines) {
    let walls = lines(&outline.walls);
    let bounds: BTreeSet<WallPoint> = outline.portals.iter().flat_map(|portal| portal.ends).collect();
    let ends: BTreeMap<Place, usize> = outline.walls.iter().fold(BTreeMap::new(), |mut ends, wall| {
        // A loop that a single portal touches begins and ends there.
        if wall.first() != wall.last() || bounds.contains(&wall[0]) {
            for end in [wall[0], wall[wall.len() - 1]] {
                *ends.entry(place(end)).or_default() += 1;
            }
        }
        ends
    });
    let openings = outline.portals.iter().filter(|portal| !portal.freestanding).map(|portal| portal.ends);
    for end in openings.flatten() {
        assert_eq!(ends.get(&place(end)), Some(&2), "{name}: no gap at {end:?}");
    }
    for end in outline.windows.iter().flatten() {
        // Two windows may meet in a corner.
        assert!(
            ends.contains_key(&place(*end)) || outline.windows.iter().flatten().filter(|at| *at == end).count() > 1
        );
    }
    let portals: Vec<[Place; 2]> = outline.portals.iter().map(|portal| portal.ends.map(place)).collect();
    let all: Vec<[Place; 2]> = walls.iter().chain(&portals).copied().collect();
    for (i, &line) in all.iter().enumerate() {
        assert!(line[0] != line[1], "{name}: a line without length at {:?}", line[0]);
        let crossed = all[..i].iter().find(|&&other| cross(line, other) || lie_on_each_other(line, other));
        assert!(crossed.is_none(), "{name}: {line:?} crosses or covers {crossed:?}");
    }
}

#[test]
fn the_inset_of_soft_walls_is_at_most_a_tenth_of_a_square() {
    let cave = dungeons::made(&dungeons::preset("cave"), 3);
    let walls = |inset: u16| {
        let scale = Scale { squares: 1, inset };
        WallLines::from_level(&cave, &cave.levels[0], scale, SecretDoors::Wall, WallStyle::Soft)
    };
    assert_eq!(walls(250), walls(100));
    assert_ne!(walls(100), walls(0));
}

/// What a reader makes of a file: numbers in thousandths of a square, exactly.
fn thousandths(value: &Value) -> i32 {
    let number = value.as_f64().unwrap() * 1000.0;
    assert!((number - number.round()).abs() < 1e-6, "{value}");
    number.round() as i32
}

fn point(value: &Value) -> WallPoint {
    WallPoint { x: thousandths(&value["x"]), y: thousandths(&value["y"]) }
}

fn unbase64(text: &str) -> Vec<u8> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|&letter| letter != b'=').collect();
    let decode = |four: &[u8]| {
        let bits = four.iter().fold(0_u32, |bits, &letter| bits << 6 | u32::from(digit(letter)));
        let bits = bits << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    letters.chunks(4).flat_map(decode).collect()
}

/// Sides of the picture in pixels, with the whole of it decoded.
fn picture_size(document: &Value) -> (u64, u64) {
    let bytes = unbase64(document["image"].as_str().unwrap());
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width.into(), info.height.into())
}

fn validator() -> jsonschema::Validator {
    let schema = include_str!("../../../schema/universal-vtt-0.3.schema.json");
    jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap()
}

/// Two squares to a cell, as where a cell is ten feet.
fn two_squares() -> TableOptions {
    TableOptions { squares_per_tile: Some(2), ..TableOptions::default() }
}

fn coarse() -> UvttOptions {
    let table = TableOptions { pixels_per_square: Some(20), ..two_squares() };
    UvttOptions { table, ..UvttOptions::default() }
}

#[test]
fn every_preset_makes_valid_files_that_say_what_the_outline_says() {
    let validator = validator();
    dungeons::of_all_presets(1).par_iter_mut().for_each(|(name, dungeon)| {
        // What one cannot see past has walls of its own.
        dungeon.features.clear();
        for style in [WallStyle::Soft, WallStyle::Exact] {
            check_files(name, dungeon, style, &validator);
        }
    });
}

fn check_files(name: &str, dungeon: &Dungeon, style: WallStyle, validator: &jsonschema::Validator) {
    let table = TableOptions { walls: style, ..coarse().table };
    let files = write(dungeon, &UvttOptions { table, ..UvttOptions::default() }).unwrap();
    assert_eq!(files.len(), dungeon.levels.len(), "{name}");
    for (file, level) in files.iter().zip(&dungeon.levels) {
        let document: Value = serde_json::from_slice(&file.bytes).unwrap();
        let wrong: Vec<_> = validator.iter_errors(&document).map(|error| error.to_string()).take(3).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        let shown = crop::crop([level], 2);
        let size = [shown.width(), shown.height()].map(|cells| 2 * u64::from(cells as u32));
        let resolution = &document["resolution"];
        let told = &resolution["map_size"];
        assert_eq!([&told["x"], &told["y"]].map(|side| side.as_u64().unwrap()), size, "{name}");
        assert_eq!(point(&resolution["map_origin"]), WallPoint { x: 0, y: 0 });
        assert_eq!(picture_size(&document), (size[0] * 20, size[1] * 20), "{name}");
        let outline = moved(WallLines::from_level(dungeon, level, PLAIN, SecretDoors::Wall, style), shown.min());
        assert_eq!(walls_of(&document), outline.walls, "{name}");
        check_portals(dungeon, &outline, &document);
    }
}

/// An outline as it is counted from a corner of the map.
fn moved(outline: WallLines, corner: Cell) -> WallLines {
    let place = |at: WallPoint| WallPoint { x: at.x - corner.x * PLAIN.cell(), y: at.y - corner.y * PLAIN.cell() };
    let mut moved = outline;
    moved.walls.iter_mut().flatten().for_each(|at| *at = place(*at));
    moved.portals.iter_mut().for_each(|portal| portal.ends = portal.ends.map(place));
    moved.windows.iter_mut().for_each(|window| *window = window.map(place));
    moved
}

fn walls_of(document: &Value) -> Vec<Vec<WallPoint>> {
    let walls = document["line_of_sight"].as_array().unwrap();
    walls.iter().map(|wall| wall.as_array().unwrap().iter().map(point).collect()).collect()
}

fn check_portals(dungeon: &Dungeon, outline: &WallLines, document: &Value) {
    let portals = document["portals"].as_array().unwrap();
    let (portals, windows) = portals.split_at(outline.portals.len());
    assert_eq!(windows.len(), outline.windows.len());
    assert!(windows.iter().all(|window| window["closed"] == false), "one sees through windows");
    for (told, portal) in portals.iter().zip(&outline.portals) {
        let [from, to] = [0, 1].map(|i| point(&told["bounds"][i]));
        assert_eq!([from, to], portal.ends);
        let middle = point(&told["position"]);
        assert_eq!((2 * middle.x, 2 * middle.y), (from.x + to.x, from.y + to.y));
        let upright = told["rotation"].as_f64().unwrap() > 1.0;
        assert_eq!(upright, from.x == to.x);
        assert_eq!(told["closed"], dungeon.door(portal.door).kind != DoorKind::Portcullis);
        let width = dungeon.door(portal.door).cells.len() as i32 * PLAIN.cell();
        assert_eq!((to.x - from.x).max(to.y - from.y), width, "a wide door is one wide portal");
    }
}

const KEEP: &str = "\
#############
#.....#.....#
#.....+.....#
#.....#.....#
##S####H#B###
 #,## #,#,#
 #,,\"\",,,,#
 ##########
";

#[test]
fn every_kind_of_door_is_told_as_its_users_need_it() {
    let dungeon = text::read(KEEP).unwrap();
    let told = |options: &UvttOptions| -> Vec<bool> {
        let document: Value = serde_json::from_slice(&write(&dungeon, options).unwrap()[0].bytes).unwrap();
        document["portals"].as_array().unwrap().iter().map(|portal| portal["closed"].as_bool().unwrap()).collect()
    };
    assert_eq!(
        told(&coarse()),
        [true, false, true],
        "door, portcullis, barred; the archway is a gap, the secret a wall"
    );
    let with_secrets = UvttOptions { secret_doors: SecretDoors::Door, ..coarse() };
    assert_eq!(told(&with_secrets).len(), 4);
}

#[test]
fn the_players_edition_has_no_trace_of_what_lies_behind_a_secret_door() {
    let secret = text::read("######\n#.S..#\n#.####\n#.+..#\n######\n").unwrap();
    let mut options = coarse();
    options.table.edition = Edition::Player;
    let document: Value = serde_json::from_slice(&write(&secret, &options).unwrap()[0].bytes).unwrap();
    let plain = text::read("######\n#.####\n#.####\n#.+..#\n######\n").unwrap();
    let dull: Value = serde_json::from_slice(&write(&plain, &options).unwrap()[0].bytes).unwrap();
    assert_eq!(document["line_of_sight"], dull["line_of_sight"]);
    assert_eq!(document["image"], dull["image"]);
}

#[test]
fn the_picture_never_betrays_a_secret_door_unless_asked() {
    let [secret, wall] = ["#####\n#.S.#\n#####\n", "#####\n#.#.#\n#####\n"].map(|map| text::read(map).unwrap());
    let image = |dungeon: &Dungeon, marks: bool| {
        let mut options = coarse();
        options.table.pixels_per_square = Some(20);
        options.table.marks = marks;
        let document: Value = serde_json::from_slice(&write(dungeon, &options).unwrap()[0].bytes).unwrap();
        document["image"].clone()
    };
    assert_eq!(image(&secret, false), image(&wall, false));
    assert_ne!(image(&secret, true), image(&wall, true));
}

/// A gate to the east with much paper before it.
const GATE: &str = "#####\n#...#\n#...+,,\n#...#\n#####\n            ###\n            #.#\n            ###\n";

/// The pixels of a map's cells 8 to 11 in the rows 0 to 2, at 20 pixels to a cell: the paper before the gate. The map
/// begins two cells from the floor, at −1.
fn paper(dungeon: &Dungeon) -> Vec<[u8; 4]> {
    let mut options = coarse();
    (options.table.pixels_per_square, options.table.squares_per_tile) = (Some(20), Some(1));
    let document: Value = serde_json::from_slice(&write(dungeon, &options).unwrap()[0].bytes).unwrap();
    let bytes = unbase64(document["image"].as_str().unwrap());
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let width = reader.next_frame(&mut pixels).unwrap().width as usize;
    let rows = pixels.as_chunks::<4>().0.chunks(width).skip(40).take(60);
    rows.flat_map(|row| row[10 * 20..14 * 20].to_vec()).collect()
}

#[test]
fn the_picture_has_no_word_before_the_entrance() {
    let mut dungeon = text::read(GATE).unwrap();
    dungeon.entrance = None;
    let without = paper(&dungeon);
    let door = dungeon.doors[0].id;
    dungeon.entrance = Some(Entrance { room: dungeon.rooms[0].id, door, runway: 2, open_end: false });
    assert!(paper(&dungeon) == without);
}

/// Whoever has the seed can make the dungeon again, with its secrets.
#[test]
fn the_picture_that_all_may_see_has_no_seed_in_it() {
    let dungeon = dungeons::made(&dungeons::preset("small-dungeon"), 5);
    let document: Value = serde_json::from_slice(&write(&dungeon, &coarse()).unwrap()[0].bytes).unwrap();
    let notes = raster::read_metadata(&unbase64(document["image"].as_str().unwrap())).unwrap();
    assert!(notes.iter().all(|note| note.keyword != "Seed" && note.keyword != "Recipe"));
}

/// Pixels per square and number of files of a hall of this size, with two squares to a cell.
fn pixels_and_files(width: usize, height: usize) -> (u64, usize) {
    let map = format!("{}\n", ".".repeat(width)).repeat(height);
    let options = UvttOptions { table: two_squares(), ..UvttOptions::default() };
    let files = write(&text::read(&map).unwrap(), &options).unwrap();
    let document: Value = serde_json::from_slice(&files[0].bytes).unwrap();
    (document["resolution"]["pixels_per_grid"].as_u64().unwrap(), files.len())
}

#[test]
fn pixels_are_chosen_so_that_the_picture_fits_and_never_below_seventy() {
    // With a margin of a cell on each side: 58 cells are 8,120 pixels at 70, 59 are too many.
    let found =
        [(10, 10), (33, 30), (50, 55), (56, 56), (57, 57)].map(|(width, height)| pixels_and_files(width, height));
    assert_eq!(found, [(140, 1), (100, 1), (70, 1), (70, 1), (70, 4)]);
}

#[test]
fn parts_of_a_large_level_are_complete_and_show_what_the_whole_shows() {
    let mut file = dungeons::preset("large-dungeon");
    for setting in ["width=420", "height=420", "rooms.count=300"] {
        file.set(setting).unwrap_or_else(|error| panic!("{error}"));
    }
    let dungeon = dungeons::made(&file, 1);
    let table = TableOptions { pixels_per_square: Some(48), squares_per_tile: Some(1), ..TableOptions::default() };
    let options = UvttOptions { table, stem: Some("keep".to_owned()), ..UvttOptions::default() };
    let files = write(&dungeon, &options).unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["keep-z0-r1c1.uvtt", "keep-z0-r1c2.uvtt", "keep-z0-r2c1.uvtt", "keep-z0-r2c2.uvtt"]);
    let validator = validator();
    let (mut doors, mut sides) = (0, [0; 2]);
    for file in &files {
        let document: Value = serde_json::from_slice(&file.bytes).unwrap();
        assert!(validator.is_valid(&document));
        let told = &document["resolution"]["map_size"];
        let size = [&told["x"], &told["y"]].map(|side| side.as_u64().unwrap());
        assert_eq!(picture_size(&document), (size[0] * 48, size[1] * 48));
        let [right, bottom] = size.map(|side| 1000 * side as i32);
        let is_inside = |at: &WallPoint| (0..=right).contains(&at.x) && (0..=bottom).contains(&at.y);
        assert!(walls_of(&document).iter().flatten().all(is_inside));
        let portals = document["portals"].as_array().unwrap();
        assert!(portals.iter().all(|portal| [0, 1].iter().all(|&i| is_inside(&point(&portal["bounds"][i])))));
        doors += portals.len();
        sides = [sides[0] + size[0], sides[1] + size[1]];
    }
    let scale = Scale { squares: 1, inset: 0 };
    let outline = WallLines::from_level(&dungeon, &dungeon.levels[0], scale, SecretDoors::Wall, WallStyle::Exact);
    assert_eq!(doors, outline.portals.len(), "every door is in one part");
    let shown = crop::crop([&dungeon.levels[0]], 1);
    assert_eq!(sides, [shown.width(), shown.height()].map(|side| 2 * side as u64));
}

#[test]
fn options_out_of_their_limits_are_refused_in_a_sentence() {
    let dungeon = text::read(KEEP).unwrap();
    let refused = |change: fn(&mut TableOptions)| {
        let mut options = coarse();
        change(&mut options.table);
        write(&dungeon, &options).unwrap_err().to_string()
    };
    assert_eq!(refused(|table| table.inset = 251), "inset: need 0 to 0.25 of a square, got 0.251");
    assert_eq!(refused(|table| table.squares_per_tile = Some(3)), "squares per tile: need 1 or 2, got 3");
    assert_eq!(refused(|table| table.pixels_per_square = Some(19)), "pixels per square: need 20 to 1000, got 19");
    assert_eq!(refused(|table| table.pixels_per_square = Some(1001)), "pixels per square: need 20 to 1000, got 1001");
}

#[test]
fn names_and_bytes_are_the_same_every_time() {
    let dungeon = dungeons::made(&dungeons::preset("tower"), 3);
    let files = write(&dungeon, &coarse()).unwrap();
    assert_eq!(files, write(&dungeon.clone(), &coarse()).unwrap());
    let named = UvttOptions { ending: Ending::Dd2vtt, ..coarse() };
    for (file, level) in write(&dungeon, &named).unwrap().iter().zip(&dungeon.levels) {
        assert!(file.name.ends_with(&format!("-z{}.dd2vtt", level.z)), "{}", file.name);
    }
    let one = UvttOptions { levels: Levels::One(1), stem: Some("keep".to_owned()), ..coarse() };
    let names: Vec<String> = write(&dungeon, &one).unwrap().into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["keep.uvtt"]);
}

fn boundary_edges(open: &BitGrid) -> usize {
    open.iter().flat_map(|cell| Dir::ALL.map(|dir| !open.contains(cell + dir))).filter(|&is_wall| is_wall).count()
}

#[test]
fn a_large_dungeon_has_few_lines_and_is_written_quickly() {
    let mut file = dungeons::preset("large-dungeon");
    for setting in ["width=512", "height=512", "rooms.count=400"] {
        file.set(setting).unwrap_or_else(|error| panic!("{error}"));
    }
    let dungeon = dungeons::made(&file, 1);
    let level = &dungeon.levels[0];
    let outline = WallLines::from_level(&dungeon, level, PLAIN, SecretDoors::Wall, WallStyle::Exact);
    let edges = boundary_edges(&open(&dungeon, level, SecretDoors::Wall));
    let start = std::time::Instant::now();
    let table = TableOptions { pixels_per_square: Some(20), squares_per_tile: Some(1), ..TableOptions::default() };
    let files = write(&dungeon, &UvttOptions { table, ..UvttOptions::default() }).unwrap();
    println!(
        "512×512, {} rooms: {} segments for {edges} sides of cells ({:.1} %), {} bytes in {} files in {:?}",
        dungeon.rooms.len(),
        outline.segments(),
        100.0 * outline.segments() as f64 / edges as f64,
        files.iter().map(|file| file.bytes.len()).sum::<usize>(),
        files.len(),
        start.elapsed(),
    );
    assert!(3 * outline.segments() <= edges);
}
