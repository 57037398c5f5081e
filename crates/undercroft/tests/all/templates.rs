//! Laws of template rooms, over many seeds.

use std::collections::VecDeque;

use undercroft::Generator;
use undercroft::dungeon::{Dungeon, Role, Room};
use undercroft::events::{Event, EventLog, NoEvents};
use undercroft::grid::Symmetry;
use undercroft::recipe::{Method, Recipe, RecipeFile, TemplateSpec, preset};
use undercroft::seed::Seed;
use undercroft::template::{OrientedTemplate, Pool, SETS, ShippedSet};
use undercroft::verify::verify;

const PRESETS: [&str; 5] =
    ["walker-keep", "walker-keep-compact", "walker-keep-sprawling", "crypt-of-tees", "great-hall"];

fn recipe(name: &str, settings: &[&str], seed: u64) -> Recipe {
    let mut file = preset(name).unwrap().recipe().unwrap();
    for setting in settings {
        file.set(setting).unwrap();
    }
    file.check(Seed::new(seed)).unwrap()
}

fn dungeon(name: &str, settings: &[&str], seed: u64) -> Dungeon {
    recipe(name, settings, seed).generate(&mut NoEvents).unwrap_or_else(|error| panic!("{name} {seed}: {error}"))
}

/// Rooms of templates with a tag.
fn tagged<'a>(dungeon: &'a Dungeon, pool: &Pool, tag: &str) -> Vec<&'a Room> {
    let names: Vec<&str> = pool.templates().iter().filter(|t| t.has_tag(tag)).map(|t| t.name.as_str()).collect();
    let is_tagged = |room: &&Room| room.template.as_ref().is_some_and(|t| names.contains(&t.name.as_str()));
    dungeon.rooms.iter().filter(is_tagged).collect()
}

/// Flood fill over the tiles, from the first floor cell; whether it reaches every floor cell.
fn is_one_component(dungeon: &Dungeon) -> bool {
    let level = &dungeon.levels[0];
    let open = |cell| level.terrain.get(cell).is_some_and(|terrain| !terrain.is_massive());
    let cells: Vec<_> = level.size().cells().filter(|&cell| open(cell)).collect();
    let mut seen = undercroft::grid::BitGrid::new(level.size());
    let mut queue = VecDeque::from([cells[0]]);
    seen.insert(cells[0]);
    while let Some(cell) = queue.pop_front() {
        queue.extend(cell.neighbors4().into_iter().filter(|&next| open(next) && seen.insert(next)));
    }
    seen.count() == cells.len()
}

#[derive(Default)]
struct Tally {
    rooms: usize,
    floor: usize,
    tees: usize,
    shut: usize,
    parts: usize,
    flaws: usize,
    short: usize,
}

fn tally(name: &str, settings: &[&str], seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    let recipe = recipe(name, settings, 0);
    let Method::Templates(TemplateSpec { pool, .. }) = &recipe.method else { panic!("{name}") };
    for seed in seeds {
        let dungeon = dungeon(name, settings, seed);
        let report = verify(&dungeon);
        tally.flaws += report.flaws.len();
        assert!(report.flaws.is_empty(), "{name} {seed}: {}", report.flaws[0]);
        tally.rooms += dungeon.rooms.len();
        tally.floor += dungeon.rooms.iter().map(Room::area).sum::<i64>() as usize;
        let required = || dungeon.rooms.iter().flat_map(|room| &room.sockets).filter(|socket| socket.required);
        tally.shut += required().filter(|socket| !socket.open).count();
        tally.tees += tagged(&dungeon, pool, "tee").len();
        tally.parts += usize::from(!is_one_component(&dungeon));
        if let Some(warning) = dungeon.warnings.first() {
            println!("{name} {seed}: {warning}");
            tally.short += 1;
        }
    }
    tally
}

#[test]
fn a_thousand_keeps_have_tees_with_all_arms_connected() {
    let pool = ShippedSet::Keep.pool();
    let weight = |tee: bool| -> u32 {
        pool.templates().iter().filter(|t| !tee || t.has_tag("tee")).map(|t| t.quota.weight).sum()
    };
    assert!(pool.templates().len() >= 24, "{} templates", pool.templates().len());
    assert!(weight(true) * 100 <= weight(false) * 15, "tees have {} of {}", weight(true), weight(false));
    println!("required  dungeons  rooms  floor  tees  shut  in parts  with warnings");
    for (mode, seeds) in [("groups", 1_000), ("strict", 200)] {
        let setting = format!("templates.required={mode}");
        let tally = tally("walker-keep", &["templates.floor_cells=500", &setting], 0..seeds);
        let mean = |sum: usize| sum as f64 / seeds as f64;
        println!(
            "{mode:9} {seeds:8} {:6.1} {:6.1} {:5.2} {:5} {:9} {:14}",
            mean(tally.rooms),
            mean(tally.floor),
            mean(tally.tees),
            tally.shut,
            tally.parts,
            tally.short
        );
        assert_eq!((tally.shut, tally.parts, tally.flaws), (0, 0, 0));
        assert!(mode == "strict" || mean(tally.tees) >= 5.0, "{} tees", mean(tally.tees));
    }
}

#[test]
fn every_template_preset_is_sound() {
    for name in PRESETS {
        let tally = tally(name, &[], 0..100);
        println!(
            "{name:24} {:6.1} rooms {:7.1} floor cells, {} with warnings",
            tally.rooms as f64 / 100.0,
            tally.floor as f64 / 100.0,
            tally.short
        );
        assert_eq!((tally.shut, tally.parts), (0, 0), "{name}");
    }
}

#[test]
fn template_rooms_keep_to_a_map_of_given_size() {
    for (seed, entry) in (0..20).zip(["north", "east", "south", "west"].iter().cycle()) {
        let settings = ["width=60", "height=50", &format!("entrance_side={entry}")];
        let dungeon = dungeon("walker-keep", &settings, seed);
        assert_eq!((dungeon.levels[0].size().width(), dungeon.levels[0].size().height()), (60, 50));
        assert_eq!(verify(&dungeon).flaws, [], "{entry} {seed}");
    }
}

#[test]
fn turning_four_times_is_the_identity_and_no_turn_loses_a_socket() {
    for template in SETS.iter().flat_map(|set| set.pool().templates().to_vec()) {
        let mut drawing = template.drawing.clone();
        let sockets = OrientedTemplate::new(&drawing).sockets.len();
        for _ in 0..4 {
            drawing = Symmetry::TurnRight.grid(&drawing);
            assert_eq!(OrientedTemplate::new(&drawing).sockets.len(), sockets, "{}", template.name);
        }
        assert_eq!(drawing, template.drawing, "{}", template.name);
        assert_eq!(
            template.turned(Symmetry::HalfTurn),
            Symmetry::TurnRight.grid(&template.turned(Symmetry::TurnRight))
        );
    }
}

#[test]
fn watching_changes_nothing_and_tells_the_same_story_each_time() {
    for name in PRESETS {
        let recipe = recipe(name, &[], 5);
        let (mut first, mut second) = (EventLog::default(), EventLog::default());
        let silent = recipe.generate(&mut NoEvents).unwrap();
        assert_eq!(recipe.generate(&mut first).unwrap(), silent);
        recipe.generate(&mut second).unwrap();
        assert_eq!(first.events, second.events);
        let placed = first.events.iter().filter(|event| matches!(event, Event::Placed { .. })).count();
        assert_eq!(placed, silent.rooms.len());
    }
}

#[test]
fn no_walker_places_two_rooms_of_one_template_in_a_row() {
    for seed in 0..30 {
        let mut recorder = EventLog::default();
        let dungeon = recipe("walker-keep", &[], seed).generate(&mut recorder).unwrap();
        let name = |room: &undercroft::dungeon::RoomId| dungeon.room(*room).template.clone().unwrap().name;
        for event in &recorder.events {
            if let Event::Walked { from, to, teleport: false, .. } = event {
                assert_ne!(name(from), name(to));
            }
        }
    }
}

#[test]
fn groups_begin_and_end() {
    let mut recorder = EventLog::default();
    recipe("crypt-of-tees", &[], 1).generate(&mut recorder).unwrap();
    let (mut open, mut committed, mut undone) = (None, 0, 0);
    for event in &recorder.events {
        match event {
            Event::GroupBegan { group, .. } => assert_eq!(open.replace(*group), None),
            Event::GroupCommitted { group, rooms, sockets } => {
                assert_eq!(open.take(), Some(*group));
                assert!(rooms.len() > 1 && !sockets.is_empty());
                committed += 1;
            }
            Event::GroupRolledBack { group, .. } => {
                assert_eq!(open.take(), Some(*group));
                undone += 1;
            }
            _ => {}
        }
    }
    assert!(committed > 3, "{committed} committed, {undone} rolled back");
}

#[test]
fn author_made_groups_are_placed_whole() {
    for seed in 0..20 {
        let dungeon = dungeon("great-hall", &[], seed);
        let count = |name: &str| dungeon.rooms.iter().filter(|r| r.template.as_ref().unwrap().name == name).count();
        assert_eq!(count("tower"), 2 * count("gate"), "{seed}");
        assert!(count("gate") >= 1 && count("nave") == 1, "{seed}");
    }
}

#[test]
fn a_keep_has_one_boss_in_its_own_room_and_treasure_in_dead_ends() {
    for seed in 0..20 {
        let dungeon = dungeon("walker-keep", &[], seed);
        let with = |role: Role| dungeon.rooms.iter().filter(|room| room.roles.contains(&role)).collect::<Vec<_>>();
        let [boss] = with(Role::Boss)[..] else { panic!("{} bosses", with(Role::Boss).len()) };
        assert_eq!(boss.template.as_ref().unwrap().name, "throne-room");
        assert_eq!(dungeon.goal, Some(boss.id));
        let links = |room: &Room| dungeon.links.iter().filter(|link| link.touches(room.id)).count();
        assert!(with(Role::Treasure).iter().chain(&with(Role::Merchant)).all(|room| links(room) == 1), "{seed}");
        assert!(with(Role::Entrance).len() == 1 && !with(Role::Event).is_empty());
    }
}

#[test]
fn a_dungeon_of_templates_is_made_again_from_its_own_record() {
    let made = dungeon("walker-keep", &[], 3);
    let text = serde_json::to_string(&made.provenance.recipe).unwrap();
    let nested = RecipeFile::parse("record", &text);
    assert!(nested.is_ok(), "{nested:?}");
    let again = nested.unwrap().check(made.provenance.seed.parse().unwrap()).unwrap().generate(&mut NoEvents).unwrap();
    assert_eq!(again, made);
}

/// Prints the table of `docs/templates.md`; it is about time, so it is asked for by name:
/// `cargo test -p undercroft --release --test all templates:: -- --ignored --nocapture`.
#[test]
#[ignore = "measures time"]
fn the_time_grows_with_the_floor() {
    println!("floor cells  rooms   map          generate");
    for floor in [500, 1_000, 5_000, 10_000, 50_000, 100_000] {
        let settings = [format!("templates.floor_cells={floor}"), "templates.iterations=1000000".to_owned()];
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let runs = (100_000 / floor).clamp(1, 50);
        let recipes: Vec<Recipe> = (0..runs).map(|seed| recipe("walker-keep", &settings, seed)).collect();
        let start = std::time::Instant::now();
        let made: Vec<Dungeon> = recipes.iter().map(|recipe| recipe.generate(&mut NoEvents).unwrap()).collect();
        let each = start.elapsed().as_secs_f64() * 1e3 / runs as f64;
        let last = &made[made.len() - 1];
        println!("{floor:11} {:6} {:>11} {each:9.2} ms", last.rooms.len(), last.levels[0].size().to_string());
        assert_eq!(verify(last).flaws, []);
    }
}

/// A T-room of one's own, and a group of it with a shipped room.
const OWN: &str = "\
name: own-tee
weight: 400
#####
A...B
##.##
 #C#

name: own-hall
weight: 0
#######
+.....+
#.....#
#######

name: own-cell
weight: 0
####
+..#
#..#
####

group: own-wing
weight: 200
member: own-hall 0,0
member: own-cell 6,0
";

fn with_own(preset: &str, text: &str) -> Generator {
    Generator::preset(preset).unwrap().attach("templates.file", "own.txt", text.as_bytes()).unwrap()
}

#[test]
fn templates_of_ones_own_are_placed_beside_the_shipped_ones() {
    let dungeon = with_own("walker-keep", OWN).seed(1).generate().unwrap();
    assert!(verify(&dungeon).is_sound());
    let has = |name: &str| dungeon.rooms.iter().any(|room| room.template.as_ref().is_some_and(|t| t.name == name));
    assert!(has("own-tee") && (has("gate-room") || has("porch")), "{:?}", dungeon.rooms.len());
    let wings = dungeon.rooms.iter().filter(|room| room.template_group.as_deref() == Some("own-wing"));
    let names: Vec<&str> = wings.map(|room| room.template.as_ref().unwrap().name.as_str()).collect();
    let count = |name: &str| names.iter().filter(|other| **other == name).count();
    assert!(!names.is_empty() && count("own-hall") == count("own-cell") && names.len() == 2 * count("own-hall"));
    assert_eq!(dungeon.provenance.inputs.len(), 1);
}

#[test]
fn a_dungeon_with_templates_of_ones_own_is_made_again_without_their_file() {
    let dungeon = with_own("walker-keep", OWN).seed(1).generate().unwrap();
    let text = undercroft::format::json::write(&dungeon);
    let read = undercroft::format::json::read(&text).unwrap();
    assert_eq!(read, dungeon);
    let file = RecipeFile::from_provenance("it", &read.provenance).unwrap();
    let again = file.check(Seed::from_record(&read.provenance.seed).unwrap()).unwrap();
    assert_eq!(again.generate(&mut undercroft::events::NoEvents).unwrap(), dungeon);
}

#[test]
fn author_made_groups_report_that_they_begin_and_end() {
    let mut log = EventLog::default();
    with_own("walker-keep", OWN).seed(1).generate_with(&mut log).unwrap();
    let mut names: Vec<(u32, &str)> = Vec::new();
    let mut committed = 0;
    for event in &log.events {
        match event {
            Event::GroupBegan { group, what, .. } => names.push((*group, what)),
            Event::GroupCommitted { group, rooms, .. } if names.last() == Some(&(*group, "own-wing")) => {
                committed += 1;
                assert!(rooms.len() >= 2);
            }
            _ => {}
        }
    }
    assert!(committed > 0, "{names:?}");
}

#[test]
fn a_room_beyond_the_entrance_side_is_rejected_for_that() {
    let mut log = EventLog::default();
    recipe("walker-keep", &[], 1).generate(&mut log).unwrap();
    let reasons = log.events.iter().filter_map(|event| match event {
        Event::Rejected { reason, .. } => Some(reason.as_str()),
        _ => None,
    });
    let reasons: std::collections::BTreeSet<&str> = reasons.collect();
    // The map is as large as the rooms need: nothing can leave it.
    assert!(reasons.contains("beyond the entrance side") && !reasons.contains("it would leave the map"), "{reasons:?}");
}

#[test]
fn template_files_that_cannot_be_used_name_file_line_and_column() {
    let check = |generator: Generator, message: &str| assert_eq!(generator.check().unwrap_err().to_string(), message);
    check(
        with_own("walker-keep", "name: a\n###\n#.?\n###"),
        "own.txt:3:3: '?' means nothing in a drawing; known are . # + A to Z and space",
    );
    check(
        with_own("walker-keep", "name: a\n###\n#.#\n###"),
        "own.txt:2: template \"a\" has no sockets, so it cannot be entered",
    );
    let porch = with_own("walker-keep", "name: porch\n###\n#.+\n###").check().unwrap_err().to_string();
    assert!(porch.starts_with("own.txt:1:7: the name \"porch\" is taken ("), "{porch}");
    let alone = with_own("walker-keep", OWN).set("templates.set", "none").unwrap();
    check(alone, "own.txt: a pool needs a template with `roles: entrance`");
    let none = Generator::preset("walker-keep").unwrap().set("templates.set", "none").unwrap();
    let error = none.check().unwrap_err().to_string();
    assert!(error.starts_with("templates.set: need another set, or files of templates in templates.file"), "{error}");
    let gate = format!(
        "name: own-gate\nroles: entrance\n#####\n+...+\n##+##\n\n{}",
        OWN.replace("A...B", "+...+").replace("#C#", "#+#")
    );
    let only =
        with_own("walker-keep", &gate).set("templates.set", "none").unwrap().set("templates.floor_cells", 60).unwrap();
    let dungeon = only.seed(2).generate().unwrap();
    assert!(dungeon.rooms.iter().all(|room| room.template.as_ref().unwrap().name.starts_with("own-")));
}
