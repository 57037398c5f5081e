//! Rolls with pins: sound with everything that is pinned, or refused by name.

use undercroft::dungeon::{Dungeon, LinkId, Pin, PinId, RoomId, RoomPin, Run};
use undercroft::format::json;
use undercroft::grid::{Cell, Rect};
use undercroft::pin::{PinMaker, hold_stages};
use undercroft::seed::Stream;
use undercroft::verify::verify;
use undercroft::{Error, Generator, Seed};

use crate::law_size::{pin_sets, report, seeds};

/// One recipe of each method that keeps rooms, small enough to be rolled often.
const RECIPES: [(&str, &str); 6] = [
    ("bsp", "method = \"bsp\"\nrooms.count = 12\nstock.mode = \"none\""),
    ("accrete", "method = \"accrete\"\nrooms.count = 12\nstock.mode = \"none\""),
    ("levels", "method = \"accrete\"\nrooms.count = 16\nlevels = [-1, 0]\nstock.mode = \"none\""),
    ("attach", "method = \"plan\"\nrooms.count = 12\nlocks = 1\nstock.mode = \"none\""),
    ("slots", "method = \"plan\"\narrange = \"slots\"\nrooms.count = 10\nstock.mode = \"none\""),
    ("storeys", "method = \"plan\"\nrooms.count = 12\nlevels = [-1, 0]\nstock.mode = \"none\""),
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
fn check_irreducible(all: &[Pin], named: &[PinId], roll: &dyn Fn(Vec<Pin>) -> Result<Dungeon, Error>) {
    let only = |keep: &dyn Fn(PinId) -> bool| -> Vec<Pin> {
        let mut pins: Vec<Pin> = all.iter().filter(|pin| keep(pin.id())).cloned().collect();
        let rooms: Vec<PinId> = pins.iter().filter(|pin| matches!(pin, Pin::Room(_))).map(Pin::id).collect();
        pins.retain(|pin| pin.needs().iter().all(|room| rooms.contains(room)));
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
                assert_eq!(differs, None, "{name} {seed}: level {}", level.z);
            }
        }
    }
}

#[test]
fn a_room_that_is_moved_by_hand_leaves_all_others_where_they_are() {
    for (name, text) in [RECIPES[0], RECIPES[4]] {
        let mut kept = Vec::new();
        for seed in 0..seeds(4) {
            let first = generator(text, seed).generate().unwrap();
            let room = &first.rooms[seed as usize % first.rooms.len()];
            let mut maker = PinMaker::new(&first);
            maker.pin_room(room.id);
            let again = generator(text, seed).pins(maker.finish(), Some(&first)).generate().unwrap();
            let same =
                first.rooms.iter().filter(|room| again.rooms.iter().any(|other| other.floor == room.floor)).count();
            kept.push(same * 100 / first.rooms.len());
        }
        assert!(kept.iter().all(|&share| share == 100), "{name}: {kept:?}");
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
fn methods_that_cannot_keep_rooms_say_so() {
    for method in ["house", "templates"] {
        let text = format!("method = \"{method}\"");
        let first = generator(&text, 3).generate().unwrap();
        let mut maker = PinMaker::new(&first);
        maker.pin_room(RoomId(0));
        let error = generator(&text, 4).pins(maker.finish(), Some(&first)).generate().unwrap_err().to_string();
        assert!(error.contains(&format!("method = {method:?} cannot keep rooms")), "{error}");
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
