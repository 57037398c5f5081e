//! Laws of `symmetry`: at 1 every level is its own mirror image in the line through the entrance's door, but for the cells of
//! stairs and secret passages.

use std::collections::BTreeSet;

use undercroft::dungeon::{Dungeon, LinkKind, RoomId, Shape, StairAlcoves, Terrain};
use undercroft::events::NoEvents;
use undercroft::format::json;
use undercroft::grid::{Cell, Dir, Rect};
use undercroft::recipe::{self, RecipeFile};
use undercroft::seed::Seed;
use undercroft::verify::{Facts, verify};

const ACCRETE: &str = "method = \"accrete\"\nsymmetry = 1\nrooms.grid = 1\nrooms.min = 3\nrooms.max = 8\nextra_links = 0.5\n\
                       rooms.shapes = { rect = 40, l = 10, octagon = 10, circle = 10, cross = 8, apse = 10, pillared = 16 }";
const PLAN: &str = "method = \"plan\"\nshape = \"hub\"\ngate = \"outer\"\nsymmetry = 1\nrooms.grid = 1\nrooms.min = 3\n\
                    rooms.max = 8\nextra_links = 0.2\nsecrets.chance = 0.5\nlevels = [-1, 1]\n\
                    rooms.shapes = { rect = 40, l = 10, octagon = 10, circle = 10, cross = 8, apse = 10, pillared = 16 }";

fn recipe(base: &str, settings: &str) -> RecipeFile {
    RecipeFile::parse("base", base).unwrap().overlay(RecipeFile::parse("test", settings).unwrap())
}

fn preset(name: &str) -> RecipeFile {
    recipe::preset(name).unwrap().recipe().unwrap()
}

fn made(file: &RecipeFile, seed: u64) -> Dungeon {
    let recipe = file.check(Seed::new(seed)).unwrap_or_else(|error| panic!("{error}"));
    recipe.generate(&mut NoEvents).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

fn facts(dungeon: &Dungeon) -> Facts {
    verify(dungeon).facts
}

/// The image of a cell in the line through the entrance's door.
fn image(dungeon: &Dungeon, cell: Cell) -> Cell {
    let entrance = dungeon.entrance.as_ref().expect("there is an entrance");
    let door = dungeon.door(entrance.door);
    let Rect { left, top, right, bottom } = door.bounds();
    match door.normal {
        Dir::North | Dir::South => Cell::new(left + right - 1 - cell.x, cell.y),
        Dir::East | Dir::West => Cell::new(cell.x, top + bottom - 1 - cell.y),
    }
}

/// Cells of stairs and of secret passages on a level, with the walls round them.
fn excepted(dungeon: &Dungeon, z: i32) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    for link in &dungeon.links {
        for room in link.rooms.iter().filter(|room| dungeon.room(**room).z == z) {
            cells.extend(link.stairs_in(*room));
        }
        if let LinkKind::Secret { corridor, .. } = &link.kind
            && dungeon.room(link.rooms[0]).z == z
        {
            cells.extend(dungeon.corridor_rects(link).flat_map(Rect::cells));
            cells.extend(corridor.doors.iter().flat_map(|door| &dungeon.door(*door).cells));
        }
    }
    cells.iter().flat_map(|&cell| Rect::at(cell, 1, 1).grow(1).cells()).collect()
}

/// The first cell whose tile is not that of its image.
fn asymmetric_cell(dungeon: &Dungeon) -> Option<(i32, Cell)> {
    dungeon.levels.iter().find_map(|level| {
        let excepted = excepted(dungeon, level.z);
        let tile = |cell: Cell| level.terrain.get(cell).copied().unwrap_or(Terrain::Rock);
        let is_odd = |cell: &Cell| {
            let other = image(dungeon, *cell);
            tile(*cell) != tile(other) && !excepted.contains(cell) && !excepted.contains(&other)
        };
        level.terrain.size().rect().cells().find(is_odd).map(|cell| (level.z, cell))
    })
}

#[track_caller]
fn check_symmetric(dungeon: &Dungeon, what: &str) {
    assert_eq!(asymmetric_cell(dungeon), None, "{what}\n{}", undercroft::format::text::write(dungeon));
    assert_eq!(verify(dungeon).flaws, [], "{what}");
    assert_eq!(facts(dungeon).symmetry_share.parts(), 10_000, "{what}");
}

fn fell_back(dungeon: &Dungeon) -> bool {
    dungeon.warnings.iter().any(|warning| warning.contains("lie in slots"))
}

#[test]
fn every_level_that_grows_with_symmetry_is_its_own_image() {
    let (mut loops, mut pairs) = (0, 0);
    for seed in 0..200 {
        let sides = ["south", "west", "north", "east"];
        let settings = format!(
            "rooms.count = {}\ncorridors.width = {}\nentrance_side = \"{}\"\nlevels = [{}, 0]\nsecrets.chance = 0.3",
            6 + seed % 15,
            1 + seed % 3,
            sides[seed as usize % 4],
            -i64::from(seed % 5 == 0),
        );
        let dungeon = made(&recipe(ACCRETE, &settings), seed);
        check_symmetric(&dungeon, &format!("seed {seed}: {settings}"));
        loops += facts(&dungeon).loops;
        pairs += dungeon.rooms.len() / 2;
    }
    assert!(loops > 200 && pairs > 800, "{loops} loops, {pairs} pairs");
}

#[test]
fn every_level_of_a_symmetric_hub_is_its_own_image() {
    let (mut loops, mut slots) = (0, 0);
    for seed in 0..200 {
        let sides = ["south", "west", "north", "east"];
        let settings = format!(
            "rooms.count = {}\ncorridors.width = {}\nentrance_side = \"{}\"",
            8 + seed % 20,
            1 + seed % 3,
            sides[seed as usize % 4],
        );
        let dungeon = made(&recipe(PLAN, &settings), seed);
        if fell_back(&dungeon) {
            slots += 1;
            continue;
        }
        check_symmetric(&dungeon, &format!("seed {seed}: {settings}"));
        loops += facts(&dungeon).loops;
    }
    assert!(loops > 150 && slots <= 10, "{loops} loops, {slots} in slots");
}

#[test]
fn temples_and_monasteries_are_their_own_images() {
    for name in ["temple", "monastery"] {
        for seed in 0..200 {
            let dungeon = made(&preset(name), seed);
            if !fell_back(&dungeon) {
                check_symmetric(&dungeon, &format!("{name} {seed}"));
            }
        }
    }
}

/// A porch or nave, a crossing, and an apse straight on, whose rounded end is away from the visitor.
#[test]
fn temples_have_nave_crossing_and_apse() {
    for seed in 0..24 {
        let dungeon = made(&preset("temple"), seed);
        let at = |place: [i32; 3]| dungeon.rooms.iter().find(|room| room.plan == Some(place)).expect("it is planned");
        let [nave, crossing, apse] = [at([0, -1, 0]), at([0, 0, 0]), at([0, 1, 0])];
        assert!(nave.bounds().height() > nave.bounds().width(), "seed {seed}");
        assert_eq!(crossing.template.as_ref().map(|template| template.name.as_str()), Some("rotunda"), "seed {seed}");
        assert!(apse.shape == Shape::Apse && apse.floor[0].length < apse.bounds().width(), "seed {seed}");
        assert!(apse.bounds().bottom <= crossing.bounds().top && crossing.bounds().bottom <= nave.bounds().top);
    }
}

#[test]
fn the_center_of_a_monastery_is_a_cloister_whatever_the_size_of_rooms() {
    let mut sides = BTreeSet::new();
    for seed in 0..60 {
        let dungeon = made(&preset("monastery"), seed);
        let center = dungeon.room(RoomId(0));
        assert_eq!(center.shape, Shape::Cloister, "seed {seed}");
        let bounds = center.bounds();
        assert!((9..=13).contains(&bounds.width()) && (9..=13).contains(&bounds.height()), "{bounds:?}");
        let garth = center.shape.garth(bounds).expect("a cloister has a garth");
        assert!(garth.cells().all(|cell| center.contains(cell)), "seed {seed}");
        sides.insert([bounds.width(), bounds.height()]);
    }
    assert!(sides.len() >= 6, "{sides:?}");
}

#[test]
fn a_part_of_symmetry_gives_images_to_a_part_of_the_rooms() {
    for base in [ACCRETE, PLAN] {
        let share = |symmetry: &str| -> u32 {
            let file = recipe(base, &format!("rooms.count = 21\nsymmetry = {symmetry}"));
            let parts = |seed| {
                let dungeon = made(&file, seed);
                assert_eq!(verify(&dungeon).flaws, [], "seed {seed}");
                u32::from(facts(&dungeon).symmetry_share.parts())
            };
            (0..30).map(parts).sum::<u32>() / 30
        };
        let [none, half, all] = ["0", "0.5", "1"].map(share);
        assert!(none < 4_000 && none + 1_000 < half && half + 1_000 < all && all > 9_900, "{none} {half} {all}");
    }
}

#[test]
fn symmetry_that_a_recipe_leaves_no_place_for_is_a_warning() {
    let warned = |text: &str| made(&RecipeFile::parse("test", text).unwrap(), 1).warnings.join("\n");
    let odd = "symmetry: no side between rooms.min and rooms.max that is odd lies on rooms.grid";
    assert!(warned("method = \"accrete\"\nsymmetry = 1\nrooms.grid = 2").contains(odd));
    assert!(warned("method = \"plan\"\nshape = \"hub\"\nsymmetry = 1\nrooms.grid = 4").contains(odd));
    let hubs = "symmetry: the plan is not symmetric; only a plan with shape = \"hub\"";
    assert!(warned("method = \"plan\"\nshape = \"maze\"\nsymmetry = 1").contains(hubs));
    let narrow = warned(
        "method = \"plan\"\nshape = \"hub\"\nsymmetry = 1\nbounds = [0, 4, 0, 4]\nrooms.grid = 1\nlevels = [0, 0]",
    );
    assert!(narrow.contains("of the plan found no place for a mirror image; widen bounds"), "{narrow}");
}

#[test]
fn a_module_grid_of_odd_modules_keeps_symmetry_and_alignment() {
    for base in [ACCRETE, PLAN] {
        for seed in 0..30 {
            let dungeon = made(&recipe(base, "rooms.grid = 3\nrooms.max = 12\nrooms.count = 13"), seed);
            if !fell_back(&dungeon) {
                check_symmetric(&dungeon, &format!("seed {seed}"));
                assert!(dungeon.rooms.iter().all(|room| room.aligned), "seed {seed}");
            }
        }
    }
}

/// Sides and lengths as they are in every turn: stairs, which choose their cells on the map, left out.
fn turned_facts(dungeon: &Dungeon) -> (Vec<[i32; 2]>, Vec<usize>) {
    let alcoves = StairAlcoves::new(dungeon);
    let sides = |bounds: Rect| [bounds.width().min(bounds.height()), bounds.width().max(bounds.height())];
    let rooms = dungeon.rooms.iter().map(|room| sides(alcoves.bounds_without(room))).collect();
    (rooms, dungeon.links.iter().map(|link| link.path().len()).collect())
}

#[test]
fn turning_the_entrance_turns_a_symmetric_dungeon() {
    for base in [ACCRETE, PLAN] {
        for seed in 0..20 {
            let turned = |side: &str| {
                let settings =
                    format!("rooms.count = 15\nextra_links = 0\nsecrets.chance = 0\nentrance_side = \"{side}\"");
                turned_facts(&made(&recipe(base, &settings), seed))
            };
            let south = turned("south");
            assert!(["north", "east", "west"].into_iter().all(|side| turned(side) == south), "seed {seed}: {base}");
        }
    }
}

#[test]
fn without_symmetry_nothing_changes() {
    for name in ["delve", "dungeon", "shrine"] {
        for seed in 0..10 {
            let plain = preset(name);
            let set = preset(name).overlay(RecipeFile::parse("test", "symmetry = 0").unwrap());
            let json = |file: &RecipeFile| {
                let mut dungeon = made(file, seed);
                dungeon.provenance.recipe.clear();
                json::write(&dungeon)
            };
            assert_eq!(json(&plain), json(&set), "{name} {seed}");
        }
    }
}
