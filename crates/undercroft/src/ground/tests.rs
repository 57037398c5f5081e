//! Laws of the stage, judged by slow floods over sets of cells.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use super::draft::GroundDraft;
use super::level_floor::{LevelFloor, level_floors};
use super::{chasm, pool};
use crate::dungeon::{Dungeon, Ground, Level, Marker, MarkerKind, Room};
use crate::events::NoEvents;
use crate::field::MethodKind;
use crate::fraction::Fraction;
use crate::meter::Meter;
use crate::method;
use crate::recipe::{PRESETS, Recipe, RecipeFile};
use crate::seed::{Seed, Stream};
use crate::verify::verify;

/// As much ground as a recipe can ask for.
const DROWNED: &str = "ground.chance = 1\nground.water = 0.4\nground.deep = 1\nground.chasm = 1\nground.rubble = 0.1";

fn recipes(text: &str, seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Recipe)> {
    let overlay = RecipeFile::parse("test", text).unwrap();
    PRESETS.iter().flat_map(move |preset| {
        let file = preset.recipe().unwrap().overlay(overlay.clone());
        let recipe = move |seed| (format!("{} {seed}", preset.name), file.check(Seed::new(seed)).unwrap());
        seeds.clone().map(recipe).filter(|(_, recipe)| recipe.method.kind() != MethodKind::House)
    })
}

fn dungeons(text: &str, seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Dungeon)> {
    recipes(text, seeds).map(|(name, recipe)| (name, recipe.generate(&mut NoEvents).unwrap()))
}

fn floors(recipe: &Recipe) -> Vec<LevelFloor> {
    let mut sink = NoEvents;
    let mut meter = Meter::new(&mut sink, u64::MAX);
    let blueprint = method::lay_out(recipe, &mut meter).unwrap();
    level_floors(&blueprint.layout, &blueprint.routes, &mut meter).unwrap()
}

/// The cells that steps inside a set lead to.
fn joined(cells: &BTreeSet<Cell>, from: Cell) -> BTreeSet<Cell> {
    let (mut reached, mut waiting) = (BTreeSet::new(), vec![from]);
    while let Some(cell) = waiting.pop() {
        if cells.contains(&cell) && reached.insert(cell) {
            waiting.extend(cell.neighbors4());
        }
    }
    reached
}

/// The cells before the doors of a room, its stairs, and the keys in it.
fn ends(dungeon: &Dungeon, room: &Room) -> Vec<Cell> {
    let beside = dungeon.doors_on(room.z).flat_map(|door| {
        door.cells.iter().flat_map(|&cell| [cell + door.normal, cell - door.normal]).collect::<Vec<_>>()
    });
    let stairs = dungeon.links.iter().flat_map(|link| link.stairs_in(room.id).to_vec());
    let is_key = |marker: &&Marker| marker.kind == MarkerKind::Key && marker.room == Some(room.id);
    let keys = dungeon.markers.iter().filter(is_key);
    beside.chain(stairs).chain(keys.map(|key| key.cell)).filter(|&cell| room.contains(cell)).collect()
}

fn dry(room: &Room, level: &Level) -> BTreeSet<Cell> {
    room.cells().filter(|&cell| !level.ground_at(cell).is_solid()).collect()
}

#[test]
fn doors_stairs_and_keys_of_every_room_stay_joined_and_half_of_it_can_be_walked() {
    let mut bridges = 0;
    for (name, dungeon) in dungeons(DROWNED, 0..12) {
        let flaws = verify(&dungeon).flaws;
        assert!(flaws.is_empty(), "{name}: {flaws:?}");
        for room in &dungeon.rooms {
            let level = dungeon.level(room.z).unwrap();
            let ends = ends(&dungeon, room);
            let reached = joined(&dry(room, level), ends[0]);
            assert!(ends.iter().all(|end| reached.contains(end)), "{name}: room {} is parted", room.id);
            assert!(2 * reached.len() as i64 >= room.area(), "{name}: room {} lost too much", room.id);
        }
        bridges += dungeon.levels.iter().filter(|level| level.has_ground(Ground::Bridge)).count();
    }
    assert!(bridges > 20, "{bridges} levels with bridges");
}

#[test]
fn deep_water_keeps_off_the_shore_and_nothing_solid_lies_on_stairs_or_before_doors() {
    let mut deep = 0;
    for (name, dungeon) in dungeons(DROWNED, 0..6) {
        let entrance = dungeon.entrance.as_ref().unwrap().room;
        for level in &dungeon.levels {
            let is_dry = |cell: Cell| !level.at(cell).is_massive() && level.ground_at(cell) == Ground::Bare;
            for cell in level.size().cells().filter(|&cell| level.ground_at(cell).is_solid()) {
                assert!(
                    !dungeon.room(entrance).contains(cell) || level.z != dungeon.room(entrance).z,
                    "{name}: {cell}"
                );
                if level.ground_at(cell) == Ground::Deep {
                    deep += 1;
                    let is_leaf = |cell: Cell| dungeon.doors_on(level.z).any(|door| door.cells.contains(&cell));
                    let shore = cell.neighbors8().into_iter().find(|&next| is_dry(next) && !is_leaf(next));
                    assert_eq!(shore, None, "{name}: {cell}");
                }
            }
        }
        for room in &dungeon.rooms {
            let level = dungeon.level(room.z).unwrap();
            assert!(ends(&dungeon, room).into_iter().all(|cell| !level.ground_at(cell).is_solid()), "{name}");
        }
        for spawn in &dungeon.spawns {
            assert!(!dungeon.level(spawn.z).unwrap().ground_at(spawn.cell).is_solid(), "{name}");
        }
    }
    assert!(deep > 1_000, "{deep}");
}

#[test]
fn a_refused_chasm_or_pool_leaves_the_ground_as_it_was() {
    let (mut refused, mut made) = ([0; 2], [0; 2]);
    for (name, recipe) in recipes("rooms.max = 10", 0..12) {
        for floor in floors(&recipe) {
            let mut draft = GroundDraft::new(floor.walkable.size());
            let mut stream = Stream::new(7, "test");
            pool::pour(&floor, &mut draft, 12, Fraction::ZERO, &mut stream);
            for kind in 0..2 {
                let before = draft.clone();
                match kind {
                    0 => chasm::cleave(&floor, &mut draft, &mut stream),
                    _ => drop(pool::pour(&floor, &mut draft, 3, Fraction::ONE, &mut stream)),
                }
                let solid = floor.walkable.iter().filter(|&cell| draft.at(cell) == Ground::Chasm).count();
                if kind == 0 && solid > 0 {
                    made[kind] += 1;
                } else {
                    refused[kind] += 1;
                    assert_eq!(draft, before, "{name}");
                }
            }
        }
    }
    assert!(refused[0] > 20 && made[0] > 20 && refused[1] > 20, "{refused:?} refused, {made:?} made");
}

#[test]
fn the_room_of_a_cell_is_the_one_that_contains_it() {
    for (_, recipe) in recipes("", 3..4) {
        for floor in floors(&recipe) {
            for cell in floor.walkable.size().cells() {
                let slow = floor.rooms.iter().position(|room| room.cells().any(|own| own == cell));
                assert_eq!(floor.room_at(cell), slow);
            }
        }
    }
}

#[test]
fn water_and_grass_have_their_share() {
    let recipe = |text: &str| RecipeFile::parse("test", text).unwrap().check(Seed::new(3)).unwrap();
    let share = |text: &str, kinds: &[Ground]| {
        let dungeon = recipe(text).generate(&mut NoEvents).unwrap();
        let level = &dungeon.levels[0];
        let cells = dungeon.rooms.iter().flat_map(Room::cells);
        let lies = cells.filter(|&cell| kinds.contains(&level.ground_at(cell))).count() as i64;
        100 * lies / dungeon.rooms.iter().map(Room::area).sum::<i64>()
    };
    let base = "method = \"bsp\"\nrooms.count = 12\nground.rubble = 0\n";
    assert_eq!(share(&format!("{base}ground.chance = 0"), &Ground::ALL[1..]), 0);
    let wet = share(&format!("{base}ground.chance = 1"), &[Ground::Shallow, Ground::Deep]);
    assert!((8..=12).contains(&wet), "{wet}");
    let grass = share(&format!("{base}ground.chance = 0\nground.grass = 0.5"), &[Ground::Grass]);
    assert!((30..=50).contains(&grass), "{grass}: corridors have their part of it");
    let rubble =
        share("method = \"bsp\"\nrooms.count = 12\nground.chance = 0\nground.rubble = 0.04", &[Ground::Rubble]);
    assert!((3..=4).contains(&rubble), "{rubble}");
}
