//! Laws of caves and woods: shares, doorways, leaves, passages, and what lies around them.

use std::collections::{BTreeMap, BTreeSet};

use undercroft::dungeon::{Door, DoorKind, DoorState, Dungeon, Link, Room, Shape, Surround};
use undercroft::events::NoEvents;
use undercroft::grid::{Cell, Dir};
use undercroft::recipe::{RecipeFile, presets};
use undercroft::seed::Seed;
use undercroft::verify::verify;

fn generate(settings: &str, seed: u64) -> Dungeon {
    let file = RecipeFile::parse("caves.toml", settings).unwrap();
    let recipe = file.check(Seed::new(seed)).unwrap_or_else(|error| panic!("{settings}: {error}"));
    recipe.generate(&mut NoEvents).unwrap_or_else(|error| panic!("{settings} seed {seed}: {error}"))
}

#[track_caller]
fn sound(settings: &str, seed: u64) -> Dungeon {
    let dungeon = generate(settings, seed);
    let flaws = verify(&dungeon).flaws;
    assert!(flaws.is_empty(), "{settings} seed {seed}: {flaws:?}");
    dungeon
}

fn is_cave(room: &Room) -> bool {
    room.shape == Shape::Cave
}

fn floor(room: &Room) -> BTreeSet<Cell> {
    room.floor.iter().flat_map(|run| run.cells()).collect()
}

const METHODS: [&str; 4] = [
    "method = \"accrete\"\nrooms.count = 10\nrooms.grid = 1\nrooms.min = 4\nrooms.max = 8",
    "method = \"plan\"\nrooms.count = 9\nrooms.grid = 1\nrooms.min = 4\nrooms.max = 8\nlevels = [-1, 0]",
    "method = \"plan\"\narrange = \"slots\"\nrooms.count = 9\nrooms.grid = 1\nrooms.min = 4\nrooms.max = 8",
    "method = \"bsp\"\nrooms.count = 8\nrooms.grid = 1\nrooms.min = 4\nrooms.max = 9\ncorridors.dead_ends = 0.3",
];

#[test]
fn dungeons_with_caves_are_sound_by_every_method_share_and_width() {
    for (method, natural) in METHODS.into_iter().flat_map(|method| ["0", "0.35", "1"].map(|natural| (method, natural)))
    {
        for (width, runway) in [(1, 2), (2, 2), (3, 1), (4, 0)] {
            let settings = format!(
                "{method}\nrooms.natural = {natural}\ncorridors.width = {width}\ncorridors.runway = {runway}\n\
                 doors.secret = 0.3\ndoors.locked = 0.3\nextra_links = 0.4"
            );
            (0..6).for_each(|seed| check_doors(&sound(&settings, seed)));
        }
    }
}

#[test]
fn dungeons_with_caves_on_a_coarse_grid_are_sound() {
    for grid in ["2", "4", "[3, 2]"] {
        for method in ["accrete", "plan", "bsp"] {
            let settings = format!(
                "method = \"{method}\"\nrooms.count = 9\nrooms.min = 4\nrooms.max = 9\nrooms.grid = {grid}\n\
                 rooms.natural = 0.5\nlevels = [0, 0]"
            );
            for seed in 0..6 {
                let dungeon = sound(&settings, seed);
                let off_grid = dungeon.rooms.iter().filter(|room| !is_cave(room) && !room.aligned);
                assert_eq!(off_grid.count(), 0, "{settings} seed {seed}");
            }
        }
    }
}

#[test]
fn locks_secrets_and_levels_go_with_caves() {
    for settings in [
        "method = \"accrete\"\nlocks = 2\nlevels = [-1, 0]\nsecrets.chance = 1",
        "method = \"plan\"\ncategory = \"mine\"\nlocks = 3\nsecrets.chance = 1\nrooms.count = 16",
    ] {
        let settings = format!("{settings}\nrooms.natural = 1\nrooms.grid = 1\nrooms.min = 4\nrooms.max = 9");
        let dungeons: Vec<Dungeon> = (0..20).map(|seed| sound(&settings, seed)).collect();
        dungeons.iter().for_each(check_doors);
        let is_warned = |dungeon: &&Dungeon| dungeon.warnings.iter().any(|warning| warning.starts_with("locks:"));
        assert!(dungeons.iter().filter(is_warned).count() <= 1, "{settings}");
        for dungeon in dungeons.iter().filter(|dungeon| !is_warned(dungeon)) {
            assert!(dungeon.doors.iter().filter(|door| door.state == DoorState::Locked).count() >= 2, "{settings}");
        }
    }
}

/// Between caves there are doorways of one to three cells unless something stops a visitor, and a leaf in the wall of a
/// cave has two straight cells of wall.
fn check_doors(dungeon: &Dungeon) {
    for link in &dungeon.links {
        let caves = link.rooms.iter().filter(|&&room| is_cave(dungeon.room(room))).count();
        for door in link.doors().iter().map(|&door| dungeon.door(door)) {
            let is_bar = door.secret || door.state == DoorState::Locked || door.kind == DoorKind::Barred;
            let is_bar = is_bar || door.kind == DoorKind::Portcullis;
            if caves == 2 && !is_bar {
                assert_eq!((door.kind, door.state), (DoorKind::Doorway, DoorState::Open));
            }
            let widest = dungeon.link_width(link).max(if caves == 2 { 3 } else { 0 });
            assert!((1..=usize::from(widest)).contains(&door.cells.len()));
            assert!(!door.kind.has_leaf() || has_place_for_leaf(dungeon, link, door), "{:?}", door.cells);
        }
    }
}

/// By the cells of the floors: along the wall lies a second cell with floor behind it.
fn has_place_for_leaf(dungeon: &Dungeon, link: &Link, door: &Door) -> bool {
    let along = if door.normal.is_horizontal() { Dir::South } else { Dir::East };
    let beside = link.rooms.iter().filter(|&&room| link.is_shared() || door.room == Some(room));
    beside.map(|&room| dungeon.room(room)).filter(|room| is_cave(room)).all(|room| {
        let floor = floor(room);
        let inward = if door.room == Some(room.id) { door.normal.opposite() } else { door.normal };
        let is_wall = |cell: Cell| floor.contains(&(cell + inward)) && !floor.contains(&cell);
        let last = door.cells[door.cells.len() - 1];
        door.cells.len() > 1 || is_wall(door.cells[0].step(along, -1)) || is_wall(last.step(along, 1))
    })
}

#[test]
fn mouths_of_one_cave_have_different_widths() {
    for name in ["cave", "grotto", "forest", "wilderness"] {
        let (mut widths, mut mixed) = (BTreeMap::new(), 0);
        for dungeon in (0..40).map(|seed| undercroft::generate(name, seed).unwrap()) {
            let mouths = dungeon.doors.iter().filter(|door| !door.secret);
            let own: BTreeSet<usize> = mouths.map(|door| door.cells.len()).collect();
            dungeon.doors.iter().for_each(|door| *widths.entry(door.cells.len()).or_insert(0) += 1);
            mixed += usize::from(own.len() > 1);
        }
        assert!(mixed >= 38 && widths.keys().eq(&[1, 2, 3]), "{name}: {mixed} of 40, {widths:?}");
    }
}

#[test]
fn the_share_of_caves_is_the_one_asked_for() {
    for method in METHODS {
        let settings = format!("{method}\nrooms.natural = 0.35");
        let dungeons: Vec<Dungeon> = (0..60).map(|seed| generate(&settings, seed)).collect();
        let rooms: usize = dungeons.iter().map(|dungeon| dungeon.rooms.len()).sum();
        let caves = dungeons.iter().flat_map(|dungeon| &dungeon.rooms).filter(|room| is_cave(room)).count();
        let share = 100 * caves / rooms;
        assert!((28..=42).contains(&share), "{settings}: {share} %");
        assert!(generate(method, 1).rooms.iter().all(|room| !is_cave(room)));
        assert!(generate(&format!("{method}\nrooms.natural = 1"), 1).rooms.iter().all(is_cave));
    }
}

#[test]
fn true_and_false_are_the_shares_one_and_zero() {
    for (old, new) in [("true", "1"), ("false", "0")] {
        let natural = |value: &str| generate(&format!("{}\nrooms.natural = {value}", METHODS[0]), 5);
        assert_eq!(natural(old), natural(new));
    }
    let error = RecipeFile::parse("caves.toml", "rooms.natural = 1.5").unwrap().check(Seed::new(1)).unwrap_err();
    assert_eq!(error.to_string(), "rooms.natural: need 0 to 1, at most four decimals, got 1.5 (caves.toml:1:7)");
}

#[test]
fn cut_cells_touch_no_ring_no_door_and_no_other_corridor() {
    let (mut cut, mut dungeons) = (0, 0);
    for preset in ["cave", "grotto", "forest", "wilderness"] {
        for dungeon in (1..12).map(|seed| undercroft::generate(preset, seed).unwrap()) {
            dungeons += 1;
            for link in &dungeon.links {
                let z = dungeon.room(link.rooms[0]).z;
                let rooms = dungeon.rooms.iter().filter(|room| room.z == z);
                let closed: BTreeSet<Cell> =
                    rooms.flat_map(floor).flat_map(|cell| cell.neighbors8().into_iter().chain([cell])).collect();
                let doors: BTreeSet<Cell> = dungeon.doors_on(z).flat_map(|door| door.cells.clone()).collect();
                let others =
                    dungeon.links.iter().filter(|other| other.id != link.id && dungeon.room(other.rooms[0]).z == z);
                let other: BTreeSet<Cell> = others
                    .flat_map(|other| dungeon.corridor_cells(other).chain(other.roughened().iter().copied()))
                    .collect();
                for cell in link.roughened() {
                    cut += 1;
                    let near = cell.neighbors4().into_iter().chain([*cell]);
                    assert!(near.clone().all(|cell| !closed.contains(&cell)), "{preset} {:?}", dungeon.provenance.seed);
                    assert!(near.clone().all(|cell| !doors.contains(&cell) && !other.contains(&cell)));
                    assert!(
                        cell.neighbors4().into_iter().any(|cell| dungeon.corridor_cells(link).any(|own| own == cell))
                    );
                }
            }
        }
    }
    assert!(cut > dungeons, "{cut} cells in {dungeons} dungeons");
}

#[test]
fn in_the_woods_nothing_has_a_leaf_and_secret_passages_are_hidden_doorways() {
    let mut passages = 0;
    for (preset, seed) in
        ["forest", "wilderness"].into_iter().flat_map(|preset| (1..30).map(move |seed| (preset, seed)))
    {
        let mut file = undercroft::recipe::preset(preset).unwrap().recipe().unwrap();
        for setting in ["secrets.chance=1", "locks=2", "doors.secret=0.4", "doors.locked=0.4", "rooms.natural=0.7"] {
            file.set(setting).unwrap();
        }
        let dungeon = file.check(Seed::new(seed)).unwrap().generate(&mut NoEvents).unwrap();
        assert!(verify(&dungeon).is_sound(), "{preset} {seed}: {:?}", verify(&dungeon).flaws);
        assert!(dungeon.doors.iter().all(|door| (door.kind, door.state) == (DoorKind::Doorway, DoorState::Open)));
        assert!(dungeon.levels.iter().all(|level| level.surround == Surround::Trees));
        let warning = "locks: 0 of 2 links are locked; nothing is locked in the woods.";
        assert!(dungeon.warnings.iter().any(|text| text == warning), "{:?}", dungeon.warnings);
        for link in &dungeon.links {
            let secret = link.doors().iter().filter(|&&door| dungeon.door(door).secret).count();
            assert_eq!(secret, if link.is_secret_passage() { 2 } else { 0 });
            assert!(!link.is_secret_passage() || link.path().len() <= 30);
            passages += usize::from(link.is_secret_passage());
        }
        let missing = dungeon.links.iter().all(|link| !link.is_secret_passage());
        assert!(!missing || dungeon.warnings.iter().any(|text| text.contains("secret")), "{preset} {seed}");
    }
    assert!(passages > 40, "{passages}");
}

const HOUSES: [&str; 10] = [
    "small-house",
    "large-manor",
    "townhouse",
    "cottage",
    "manor",
    "house-inn",
    "castle",
    "wizard-tower",
    "inn",
    "tower",
];

#[test]
fn only_woods_have_trees_and_only_buildings_bare_ground() {
    for preset in presets() {
        let dungeon = undercroft::generate(preset.name, 1).unwrap();
        let is_house = HOUSES.contains(&preset.name);
        for level in &dungeon.levels {
            let expected = match preset.name {
                "forest" | "wilderness" => Surround::Trees,
                _ if is_house && level.z >= 0 => Surround::Bare,
                _ => Surround::Rock,
            };
            assert_eq!(level.surround, expected, "{} level {}", preset.name, level.z);
        }
    }
}

#[test]
fn the_surround_of_levels_goes_through_json() {
    let forest = undercroft::generate("forest", 4).unwrap();
    let text = undercroft::format::json::write(&forest);
    assert_eq!(undercroft::format::json::read(&text).unwrap(), forest);
    let without = text.replace("\"surround\":\"trees\",", "");
    assert_ne!(without, text);
    assert!(
        undercroft::format::json::read(&without).unwrap().levels.iter().all(|level| level.surround == Surround::Rock)
    );
    let error = undercroft::format::json::read(&text.replace("\"trees\"", "\"lava\"")).unwrap_err().to_string();
    assert!(error.contains("levels") && error.contains("lava") && error.contains("trees"), "{error}");
}
