//! Features and spawns that are pinned, and the rooms that they claim.

use undercroft::dungeon::{Dungeon, FeaturePin, Mount, Pin, PinAuthor, Room, SpawnKind, SpawnPin};
use undercroft::edit::{Edit, EditError, PinWhat, SpawnRef, apply};
use undercroft::grid::{Cell, Dir};
use undercroft::journal::{JournalEntry, JournalState, JournalStep, RollEntry};
use undercroft::pin::PinMaker;
use undercroft::seed::Stream;
use undercroft::verify::verify;
use undercroft::{Error, Generator};

use crate::law_size::{pin_sets, report};
use crate::pins::check_irreducible;

/// One recipe of each method, with contents; those whose methods lay ground have much of it.
const RECIPES: [(&str, &str); 9] = [
    (
        "bsp",
        "method = \"bsp\"\nrooms.count = 12\nground.chance = 1\nground.water = 0.4\nground.deep = 1\nground.chasm = 1",
    ),
    ("accrete", "method = \"accrete\"\nrooms.count = 12"),
    ("levels", "method = \"accrete\"\nrooms.count = 16\nlevels = [-1, 0]"),
    ("attach", "method = \"plan\"\nrooms.count = 12\nlocks = 1"),
    ("slots", "method = \"plan\"\narrange = \"slots\"\nrooms.count = 10"),
    ("storeys", "method = \"plan\"\nrooms.count = 12\nlevels = [-1, 0]"),
    ("house", "method = \"house\"\nrooms.count = 9"),
    ("floors", "method = \"house\"\nrooms.count = 16\nstoreys = [4, 7, 5]\nhouse.lowest = -1\nhouse.back_door = true"),
    ("templates", "method = \"templates\"\ntemplates.floor_cells = 300"),
];

fn generator(text: &str, seed: u64) -> Generator {
    Generator::recipe("pins.toml", text).unwrap().seed(seed)
}

/// All features, all spawns, both, or some of each.
fn content_pins(dungeon: &Dungeon, case: u64) -> Vec<Pin> {
    let mut stream = Stream::new(case, "contents");
    let kind = stream.below(4);
    let mut maker = PinMaker::new(dungeon);
    for feature in 0..dungeon.features.len() as u32 {
        if kind == 0 || kind == 2 || kind == 3 && stream.below(8) == 0 {
            maker.pin_feature(feature);
        }
    }
    for spawn in 0..dungeon.spawns.len() as u32 {
        if kind == 1 || kind == 2 || kind == 3 && stream.below(8) == 0 {
            maker.pin_spawn(spawn);
        }
    }
    maker.finish()
}

fn has_all(dungeon: &Dungeon, pins: &[Pin]) -> bool {
    pins.iter().all(|pin| match pin {
        Pin::Room(pin) => dungeon.pinned_rooms().iter().any(|(_, other)| other.id == pin.id),
        Pin::Feature(pin) => dungeon.features.iter().any(|feature| pin.is_same(feature)),
        Pin::Spawn(pin) => {
            dungeon.spawns.iter().any(|spawn| SpawnPin { by: pin.by, ..SpawnPin::new(pin.id, spawn) } == *pin)
        }
        _ => true,
    })
}

#[test]
fn pinned_features_and_spawns_are_where_they_were_with_any_seed() {
    let sets = pin_sets(36);
    let (mut rolled, mut refused) = (0, Vec::new());
    for case in 0..sets {
        let (name, text) = RECIPES[case as usize % RECIPES.len()];
        let Ok(first) = generator(text, case).generate() else { continue };
        let pins = content_pins(&first, case);
        let with_pins = |pins: Vec<Pin>| generator(text, case + 1_000).pins(pins, Some(&first)).generate();
        match with_pins(pins.clone()) {
            Ok(again) => {
                rolled += 1;
                assert_eq!(verify(&again).flaws, [], "{name} {case}");
                assert_eq!(again.provenance.pins, pins, "{name} {case}");
                assert!(has_all(&again, &pins), "{name} {case}");
            }
            Err(Error::Pins(conflict)) => {
                println!("refused: {name} {case}: {conflict}");
                if conflict.is_irreducible {
                    check_irreducible(&pins, &conflict.pins, &with_pins);
                }
                refused.push(format!("{name} {case}: {conflict}"));
            }
            Err(error) => panic!("{name} {case}: {error}"),
        }
    }
    report(
        "rolls with pinned features and spawns of a real dungeon are sound or refused",
        sets,
        format!("{rolled} sound, {} refused", refused.len()),
    );
    assert!(refused.len() * 200 <= rolled, "{} of {rolled} are refused: {refused:#?}", refused.len());
}

const BUDGET: u64 = 1_000_000;

fn edited(dungeon: &Dungeon, edit: &Edit) -> Result<Dungeon, EditError> {
    apply(dungeon, edit, BUDGET).map(|applied| applied.dungeon)
}

fn kinds(pins: &[Pin]) -> Vec<&str> {
    pins.iter().map(Pin::kind_name).collect()
}

/// A torch in the north wall before a cell.
fn torch(z: i32, floor: Cell) -> FeaturePin {
    let json = serde_json::json!({"id": 0, "kind": "torch", "z": z, "cell": floor + Dir::North, "size": [1, 1], "turn": 0,
        "mount": "wall", "light": {"bright_feet": 20, "dim_feet": 40}});
    serde_json::from_value(json).unwrap()
}

/// The room with a torch in the middle of its first row, where no door is.
fn with_torch(dungeon: &Dungeon) -> (&Room, Dungeon) {
    let lit = dungeon.rooms.iter().skip(1).find_map(|room| {
        let row = &room.floor[0];
        let feature = torch(room.z, row.start + Cell::new(row.length / 2, 0));
        let is_free = !dungeon.doors.iter().any(|door| door.cells.contains(&feature.cell))
            && !dungeon.features.iter().any(|other| other.cell == feature.cell);
        is_free.then(|| (room, edited(dungeon, &Edit::AddFeature { feature }).unwrap()))
    });
    lit.unwrap()
}

#[test]
fn a_torch_by_hand_and_its_room_stay_through_ten_rolls() {
    for stock in ["none", "full"] {
        let roll = |seed: u64| RollEntry {
            set: [("stock.mode".to_owned(), stock.into())].into(),
            ..RollEntry::preset("dungeon", seed)
        };
        let entry = |step| JournalEntry { step, gesture: None };
        let mut state = JournalState::default();
        state.step(&entry(JournalStep::Roll(Box::new(roll(1)))), BUDGET).unwrap();
        let first = state.dungeon.clone().unwrap();
        let (room, lit) = with_torch(&first);
        let Some(Pin::Feature(feature)) = lit.provenance.pins.last() else { panic!("{:?}", lit.provenance.pins) };
        assert_eq!(kinds(&lit.provenance.pins), ["room", "feature"]);
        assert!(lit.provenance.pins.iter().all(|pin| pin.author() == PinAuthor::Hand));
        state.step(&entry(JournalStep::Edit(Edit::AddFeature { feature: feature.clone() })), BUDGET).unwrap();
        for seed in 2..12 {
            let next = roll(seed).with_pins_of(state.dungeon.as_ref().unwrap());
            state.step(&entry(JournalStep::Roll(Box::new(next))), BUDGET).unwrap();
            let dungeon = state.dungeon.as_ref().unwrap();
            assert_eq!(verify(dungeon).flaws, [], "{stock} {seed}");
            assert!(dungeon.rooms.iter().any(|other| other.floor == room.floor), "{stock} {seed}");
            assert!(dungeon.features.iter().any(|other| feature.is_same(other)), "{stock} {seed}");
            assert_eq!(state.shelved, []);
        }
    }
}

#[test]
fn a_room_that_is_unpinned_takes_the_pins_of_its_contents_along() {
    let first = generator("method = \"bsp\"\nrooms.count = 8\nstock.mode = \"none\"", 1).generate().unwrap();
    let (_, lit) = with_torch(&first);
    let unpinned =
        |at: usize| edited(&lit, &Edit::Unpin { ids: vec![lit.provenance.pins[at].id()] }).unwrap().provenance;
    assert_eq!(unpinned(0).pins, []);
    assert_eq!(kinds(&unpinned(1).pins), ["room"], "a room may be pinned for itself, too");
}

#[test]
fn a_spawn_in_another_room_pins_that_room_and_visitors_pin_the_entrance() {
    let first = generator(RECIPES[1].1, 1).generate().unwrap();
    let spawn = first.spawns.iter().find(|spawn| spawn.kind != SpawnKind::Player).unwrap();
    let own = SpawnRef { z: spawn.z, cell: spawn.cell, kind: spawn.kind };
    let pinned = edited(&first, &Edit::Pin { what: PinWhat::Spawn(own) }).unwrap();
    assert_eq!(kinds(&pinned.provenance.pins), ["room", "spawn"]);
    let is_taken = |cell: Cell| first.spawns.iter().any(|other| (other.z, other.cell) == (spawn.z, cell));
    let others = first.rooms.iter().filter(|room| room.z == spawn.z && room.id != spawn.room);
    let to = others.flat_map(|room| room.floor[0].cells()).find(|&cell| !is_taken(cell)).unwrap();
    let moved = edited(&pinned, &Edit::MoveSpawn { spawn: own, by: to - spawn.cell }).unwrap();
    assert_eq!(kinds(&moved.provenance.pins), ["room", "room", "spawn"]);

    let player = first.spawns.iter().find(|spawn| spawn.kind == SpawnKind::Player).unwrap();
    let mut maker = PinMaker::new(&first);
    maker.pin_spawn(player.id);
    assert_eq!(kinds(&maker.finish()), ["room", "spawn", "entrance"]);
}

#[test]
fn a_feature_in_a_corridor_pins_the_link() {
    let first = generator(RECIPES[0].1, 1).generate().unwrap();
    let link = first.links.iter().find(|link| link.corridor().is_some()).unwrap();
    let cell = first.corridor_cells(link).nth(2).unwrap();
    let feature = FeaturePin { cell, mount: Mount::Floor, light: None, kind: "bones".to_owned(), ..torch(0, cell) };
    let strewn = edited(&first, &Edit::AddFeature { feature }).unwrap();
    let pins = strewn.provenance.pins.clone();
    assert!(["room", "room", "link", "feature"].iter().all(|kind| kinds(&pins).contains(kind)), "{:?}", kinds(&pins));
    for seed in 2..6 {
        let again = generator(RECIPES[0].1, seed).pins(pins.clone(), Some(&strewn)).generate().unwrap();
        assert_eq!(verify(&again).flaws, []);
        assert!(has_all(&again, &pins), "{seed}");
    }
}

#[test]
fn a_feature_without_a_room_pin_is_kept_or_refused_by_name() {
    let first = generator(RECIPES[1].1, 1).generate().unwrap();
    let mut refused = 0;
    for feature in 0..first.features.len() as u32 {
        let mut maker = PinMaker::new(&first);
        maker.pin_feature(feature);
        let mut pins = maker.finish();
        pins.retain(|pin| matches!(pin, Pin::Feature(_)));
        match generator(RECIPES[1].1, 77).pins(pins.clone(), Some(&first)).generate() {
            Ok(again) => assert!(has_all(&again, &pins), "{feature}"),
            Err(Error::Pins(conflict)) => {
                assert_eq!((conflict.pins, conflict.is_irreducible), (vec![pins[0].id()], true), "{feature}");
                refused += 1;
            }
            Err(error) => panic!("{feature}: {error}"),
        }
    }
    assert!(refused > 0);
}
