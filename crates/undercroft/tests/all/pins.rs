//! Rolls with pins: sound with everything that is pinned, or refused by name.

use undercroft::dungeon::{Dungeon, LinkId, Pin, PinId, Room, RoomId, RoomPin, Run};
use undercroft::edit::{Edit, RoomRef, apply};
use undercroft::format::json;
use undercroft::grid::{Cell, Rect};
use undercroft::pin::{PinMaker, hold_stages};
use undercroft::seed::Stream;
use undercroft::verify::verify;
use undercroft::{Error, Generator, Seed};

use crate::law_size::{pin_sets, report, seeds};

/// One recipe of each method that keeps rooms, small enough to be rolled often.
const RECIPES: [(&str, &str); 9] = [
    ("bsp", "method = \"bsp\"\nrooms.count = 12\nstock.mode = \"none\""),
    ("accrete", "method = \"accrete\"\nrooms.count = 12\nstock.mode = \"none\""),
    ("levels", "method = \"accrete\"\nrooms.count = 16\nlevels = [-1, 0]\nstock.mode = \"none\""),
    ("attach", "method = \"plan\"\nrooms.count = 12\nlocks = 1\nstock.mode = \"none\""),
    ("slots", "method = \"plan\"\narrange = \"slots\"\nrooms.count = 10\nstock.mode = \"none\""),
    ("storeys", "method = \"plan\"\nrooms.count = 12\nlevels = [-1, 0]\nstock.mode = \"none\""),
    ("house", "method = \"house\"\nrooms.count = 9\nstock.mode = \"none\""),
    (
        "floors",
        "method = \"house\"\nrooms.count = 16\nstoreys = [4, 7, 5]\nhouse.lowest = -1\nhouse.back_door = true\nstock.mode = \"none\"",
    ),
    ("templates", "method = \"templates\"\ntemplates.floor_cells = 300\nstock.mode = \"none\""),
];

fn generator(text: &str, seed: u64) -> Generator {
    Generator::recipe("pins.toml", text).unwrap().seed(seed)
}

/// Pins some rooms, and some links between them.
fn some_pins(dungeon: &Dungeon, stream: &mut Stream) -> Vec<Pin> {
    let mut maker = PinMaker::new(dungeon);
    let count = 1 + stream.below(dungeon.rooms.len() as u32);
    for _ in 0..count {
        maker.pin_room(RoomId(stream.below(dungeon.rooms.len() as u32)));
    }
    for _ in 0..stream.below(4) {
        maker.pin_link(LinkId(stream.below(dungeon.links.len() as u32)));
    }
    if stream.below(3) == 0 {
        let door = stream.choose(&dungeon.doors).expect("a dungeon has doors").id;
        maker.pin_door(door);
    }
    if stream.below(4) == 0 {
        maker.pin_entrance();
    }
    maker.finish()
}

#[test]
fn a_roll_with_pins_is_sound_or_refused_by_name() {
    let sets = pin_sets(36);
    let (mut rolled, mut refused) = (0, 0);
    let mut reasons = Vec::new();
    for case in 0..sets {
        let (name, text) = RECIPES[case as usize % RECIPES.len()];
        let Ok(first) = generator(text, case).generate() else { continue };
        let mut stream = Stream::new(case, "pins");
        let pins = some_pins(&first, &mut stream);
        let with_pins = |pins: Vec<Pin>| generator(text, case + 1_000).pins(pins, Some(&first)).generate();
        match with_pins(pins.clone()) {
            Ok(again) => {
                rolled += 1;
                let flaws = verify(&again).flaws;
                assert!(flaws.is_empty(), "{name} {case}: {flaws:?}");
                assert_eq!(again.provenance.pins, pins, "{name} {case}");
            }
            Err(Error::Pins(conflict)) => {
                refused += 1;
                println!("refused: {name} {case}: {conflict}");
                reasons.push(format!("{name} {case}: {conflict}"));
                if conflict.is_irreducible {
                    check_irreducible(&pins, &conflict.pins, &with_pins);
                }
            }
            Err(error) => panic!("{name} {case}: {error}"),
        }
    }
    report(
        "rolls with pins of a real dungeon are sound or refused",
        sets,
        format!("{rolled} sound, {refused} refused"),
    );
    assert!(refused * 20 <= rolled, "{refused} of {rolled} are refused: {reasons:#?}");
}

/// The named pins alone fail; without any one of them they do not.
pub fn check_irreducible(all: &[Pin], named: &[PinId], roll: &dyn Fn(Vec<Pin>) -> Result<Dungeon, Error>) {
    let only = |keep: &dyn Fn(PinId) -> bool| -> Vec<Pin> {
        let mut pins: Vec<Pin> = all.iter().filter(|pin| keep(pin.id())).cloned().collect();
        let rooms: Vec<PinId> = pins.iter().filter(|pin| matches!(pin, Pin::Room(_))).map(Pin::id).collect();
        pins.retain(|pin| pin.needed_rooms(all).iter().all(|room| rooms.contains(room)));
        pins
    };
    assert!(roll(only(&|id| named.contains(&id))).is_err(), "{named:?}");
    for leave in named {
        assert!(roll(only(&|id| named.contains(&id) && id != *leave)).is_ok(), "{named:?} without {leave}");
    }
}

#[test]
fn the_order_of_pins_does_not_matter() {
    for (name, text) in RECIPES {
        let first = generator(text, 7).generate().unwrap();
        let mut pins = some_pins(&first, &mut Stream::new(1, "pins"));
        let roll = |pins: &[Pin]| {
            generator(text, 8).pins(pins.to_vec(), Some(&first)).generate().map(|made| json::write(&made))
        };
        let ordered = roll(&pins);
        Stream::new(3, "shuffle").shuffle(&mut pins);
        assert_eq!(roll(&pins), ordered, "{name}");
        assert!(ordered.is_ok(), "{name}: {ordered:?}");
    }
}

#[test]
fn all_rooms_links_and_the_entrance_give_the_same_tiles_with_any_seed() {
    let mut rolls = 0;
    for (name, text) in RECIPES {
        for seed in 0..seeds(2) {
            let first = generator(text, seed).generate().unwrap();
            let mut maker = PinMaker::new(&first);
            first.rooms.iter().for_each(|room| {
                maker.pin_room(room.id);
            });
            first.links.iter().for_each(|link| {
                maker.pin_link(link.id);
            });
            maker.pin_entrance();
            let again = generator(text, seed + 50).pins(maker.finish(), Some(&first)).generate();
            let again = again.unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
            for (level, other) in first.levels.iter().zip(&again.levels) {
                let differs = level.terrain.iter().find(|(cell, terrain)| other.at(*cell) != **terrain);
                assert_eq!(differs, None, "{name} {seed}: level {} {}", level.z, other.z);
            }
            rolls += 1;
        }
    }
    report("all rooms, links and the entrance pinned give the same tiles with another seed", rolls, "0 others");
}

#[test]
fn stairs_of_other_levels_with_the_same_cells_are_pinned_by_themselves() {
    let first = generator(RECIPES[3].1, 112).generate().unwrap();
    let stairs: Vec<LinkId> = first.links.iter().filter(|link| link.stairs().is_some()).map(|link| link.id).collect();
    let runs = |id: LinkId| first.link(id).stairs().unwrap();
    let twice = |id: &LinkId| stairs.iter().any(|other| other != id && runs(*other) == runs(*id));
    assert!(stairs.iter().any(twice), "the dungeon has two stairs one over the other");
    let mut maker = PinMaker::new(&first);
    stairs.iter().for_each(|&id| {
        maker.pin_link(id);
    });
    let pins = maker.finish();
    assert_eq!(pins.iter().filter(|pin| matches!(pin, Pin::Link(_))).count(), stairs.len());
    let again = generator(RECIPES[3].1, 162).pins(pins, Some(&first)).generate().unwrap();
    assert!(verify(&again).is_sound());
}

/// The dungeon after a room was moved by hand to free ground; `None` where none of the places that are tried is free.
fn with_moved_room(dungeon: &Dungeon, room: RoomId, stream: &mut Stream) -> Option<Dungeon> {
    let moved = RoomRef::of(dungeon.room(room));
    (0..200).find_map(|_| {
        let by = Cell::new(stream.below(41) as i32 - 20, stream.below(41) as i32 - 20);
        let edit = Edit::MoveRoom { room: moved, by };
        let dungeon = apply(dungeon, &edit, 1_000_000).ok()?.dungeon;
        verify(&dungeon).is_sound().then_some(dungeon)
    })
}

#[test]
fn a_room_that_is_moved_by_hand_leaves_all_others_where_they_are() {
    for (name, text) in [RECIPES[0], RECIPES[4]] {
        let (mut moves, mut lost) = (0, Vec::new());
        for seed in 0..seeds(4) {
            let first = generator(text, seed).generate().unwrap();
            let room = RoomId(seed as u32 % first.rooms.len() as u32);
            let Some(edited) = with_moved_room(&first, room, &mut Stream::new(seed, "moves")) else { continue };
            moves += 1;
            let pins = edited.provenance.pins.clone();
            let again = generator(text, seed).pins(pins, Some(&edited)).generate();
            let again = again.unwrap_or_else(|error| panic!("{name} {seed}: {error}"));
            let stays = |room: &&Room| again.rooms.iter().any(|other| (other.z, &other.floor) == (room.z, &room.floor));
            if !edited.rooms.iter().all(|room| stays(&room)) {
                lost.push(seed);
            }
        }
        let law = format!("after a move by hand all other rooms of `{name}` keep their floor");
        report(&law, moves, format!("{} moves lost one", lost.len()));
        assert!(lost.is_empty() && moves > 0, "{name}: seeds {lost:?} of {moves} moves");
    }
}

#[test]
fn two_rooms_on_the_same_cells_contradict_each_other_by_name() {
    let room = |id: u32, at: i32, name: &str| {
        let floor = Run::of_rect(Rect::at(Cell::new(at, 10), 6, 6));
        Pin::Room(RoomPin { name: Some(name.to_owned()), number: Some(id), ..RoomPin::new(PinId(id), 0, floor) })
    };
    let (name, text) = RECIPES[0];
    let refused = |pins: Vec<Pin>| generator(text, 1).pins(pins, None).generate().unwrap_err().to_string();
    assert_eq!(
        refused(vec![room(1, 10, "Salt store"), room(2, 14, "Cellar")]),
        "pins 1 (room 1 \"Salt store\") and 2 (room 2 \"Cellar\") contradict each other: (14, 10) is floor of both rooms",
        "{name}"
    );
    assert_eq!(
        refused(vec![room(1, 10, "Salt store"), room(2, 16, "Cellar")]),
        "pins 1 (room 1 \"Salt store\") and 2 (room 2 \"Cellar\") contradict each other: floor of one room at (16, 10) is \
         in the walls of the other"
    );
    let far = refused(vec![room(1, 900, "Salt store")]);
    assert!(far.starts_with("pin 1 (room 1 \"Salt store\") cannot be kept: (900, 10) does not lie on a map"), "{far}");
}

#[test]
fn a_pin_lies_where_rooms_of_its_recipe_reach() {
    let room = |x: i32| Pin::Room(RoomPin::new(PinId(1), 0, Run::of_rect(Rect::at(Cell::new(x, 10), 5, 5))));
    for (name, text) in [RECIPES[1], RECIPES[3], RECIPES[4]] {
        let far = generator(text, 1).pins(vec![room(900)], None).generate().unwrap_err().to_string();
        assert!(
            far.starts_with("pin 1 (room at 900, 10) cannot be kept: (900, 10) does not lie on a map of"),
            "{name}: {far}"
        );
    }
    // On a map that reaches there, it can.
    let first = generator(RECIPES[3].1, 1).generate().unwrap();
    let larger = Edit::ResizeMap { w: 950, h: 100, dx: 0, dy: 0 };
    let larger = apply(&first, &larger, 1_000_000).unwrap().dungeon;
    let far = generator(RECIPES[3].1, 1).pins(vec![room(900)], Some(&larger)).generate();
    assert!(!far.is_err_and(|error| error.to_string().contains("does not lie on a map")));
}

#[test]
fn a_pinned_room_of_an_unknown_template_is_refused_by_name() {
    let text = RECIPES[8].1;
    let first = generator(text, 2).generate().unwrap();
    let mut maker = PinMaker::new(&first);
    let made = first.rooms.iter().find(|room| room.template.is_some()).unwrap();
    maker.pin_room(made.id);
    let mut pins = maker.finish();
    assert!(generator(text, 3).pins(pins.clone(), Some(&first)).generate().is_ok());
    let Pin::Room(pin) = &mut pins[0] else { unreachable!() };
    let template = pin.template.as_mut().unwrap();
    let known = template.name.clone();
    template.name.push('x');
    let error = generator(text, 3).pins(pins, Some(&first)).generate().unwrap_err().to_string();
    let words = format!("cannot be kept: template: the recipe has none called \"{known}x\"; did you mean \"{known}\"?");
    assert!(error.starts_with("pin 1 (room") && error.ends_with(&words), "{error}");
}

#[test]
fn a_pinned_kitchen_keeps_its_purpose_and_its_back_door() {
    let text = RECIPES[7].1;
    let mut kept = 0;
    for seed in 0..seeds(4) {
        let first = generator(text, seed).generate().unwrap();
        let is_used = |door: &&undercroft::dungeon::Door| {
            first.links.iter().any(|link| link.doors().contains(&door.id))
                || first.entrance.as_ref().is_some_and(|entrance| entrance.door == door.id)
        };
        let Some(back) = first.doors.iter().find(|door| !is_used(door)) else { continue };
        let mut maker = PinMaker::new(&first);
        maker.pin_door(back.id);
        let again = generator(text, seed + 10).pins(maker.finish(), Some(&first)).generate();
        let again = again.unwrap_or_else(|error| panic!("{seed}: {error}"));
        let door = again.doors.iter().find(|door| door.cells == back.cells && door.z == back.z).unwrap();
        assert_eq!(again.room(door.room.unwrap()).purpose.as_deref(), Some("kitchen"), "{seed}");
        kept += 1;
    }
    assert!(kept > 0);
}

#[test]
fn pinned_rooms_of_a_house_off_its_wall_lines_are_kept() {
    let text = RECIPES[6].1;
    for seed in 0..seeds(2) {
        let first = generator(text, seed).generate().unwrap();
        let moved = with_moved_room(&first, RoomId(seed as u32 % 9), &mut Stream::new(seed, "moves"));
        let Some(edited) = moved else { continue };
        let pins = edited.provenance.pins.clone();
        let again = generator(text, seed + 10).pins(pins, Some(&edited)).generate();
        let again = again.unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert!(verify(&again).is_sound(), "{seed}");
    }
}

#[test]
fn a_pinned_stage_keeps_the_numbers_of_all_stages_before_it() {
    let text = RECIPES[0].1;
    let first = generator(text, 7).generate().unwrap();
    let mut maker = PinMaker::new(&first);
    maker.pin_stage("place");
    let pins = maker.finish();
    let seed = hold_stages(&Seed::new(7), Seed::new(9), &pins);
    let again = Generator::recipe("pins.toml", text).unwrap().pins(pins, Some(&first)).seed(seed).generate().unwrap();
    let floors = |dungeon: &Dungeon| dungeon.rooms.iter().map(|room| room.floor.clone()).collect::<Vec<_>>();
    assert_eq!(floors(&again), floors(&first));
    assert_eq!(again.provenance.seed, "9 place=7 plan=7");
}

#[test]
fn contents_of_a_pinned_dungeon_stay() {
    let crypt = undercroft::generate("crypt", 4).unwrap();
    let mut maker = PinMaker::new(&crypt);
    crypt.rooms.iter().for_each(|room| {
        maker.pin_room(room.id);
    });
    let feature = crypt.features.iter().find(|feature| feature.blocks).unwrap();
    maker.pin_feature(feature.id);
    maker.pin_name();
    let again = Generator::preset("crypt").unwrap().pins(maker.finish(), Some(&crypt)).seed(5).generate().unwrap();
    assert!(verify(&again).is_sound());
    assert_eq!(again.name, crypt.name);
    assert!(again.features.iter().any(|other| (&other.kind, other.cell) == (&feature.kind, feature.cell)));
}

#[test]
fn pins_come_back_from_json() {
    let first = generator(RECIPES[0].1, 2).generate().unwrap();
    let pins = some_pins(&first, &mut Stream::new(9, "pins"));
    let again = generator(RECIPES[0].1, 3).pins(pins, Some(&first)).generate().unwrap();
    let text = json::write(&again);
    let read = json::read(&text).unwrap();
    assert_eq!(read.provenance, again.provenance);
    assert_eq!(json::write(&read), text);
    assert!(!json::write(&first).contains("\"pins"), "without pins no byte is written");
}
