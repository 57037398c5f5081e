//! For each code a break that shows just that code, and properties that no break goes unseen.

use proptest::prelude::*;
use serde_json::json;
use undercroft_grid::{Cell, Dir, Rect};

use super::sound::{self, line, retile};
use super::*;
use crate::dungeon::{DoorKind, Fallback, Link, LinkId, MarkerKind, Role, Room, RoomId, Run, Stub, Terrain};

use FlawCode as F;

/// A way to break the sound dungeon.
type Break = fn(&mut Dungeon);

/// Each break shows its code and no other.
const BREAKS: &[(FlawCode, Break)] = &[
    (F::BrokenReference, |d| d.goal = Some(RoomId(99))),
    (F::BrokenReference, |d| d.rooms.swap(1, 2)),
    (F::BrokenReference, |d| d.doors[0].room = None),
    (F::BrokenReference, |d| d.markers[0].z = 7),
    (F::OutOfLimits, |d| d.links[0].width = 9),
    (F::OutOfLimits, |d| d.doors[0].cells.clear()),
    (F::OutOfLimits, |d| d.links[0].path.clear()),
    (F::LevelsDisordered, |d| d.levels.reverse()),
    (F::OutsideMap, |d| d.markers[1].cell = Cell::new(99, 99)),
    (F::OutsideMap, |d| d.rooms[4].floor.iter_mut().for_each(|run| run.start.x += 32)),
    (F::OutsideMap, |d| d.links[0].path[3] = Cell::new(i32::MIN, i32::MAX)),
    (F::BorderOpen, |d| {
        d.stubs[0].path = line((32, 5), (32, 0));
        retile(d);
    }),
    (F::FloorMalformed, |d| d.rooms[0].floor.swap(0, 1)),
    (F::FloorMalformed, |d| d.rooms[0].floor.clear()),
    (F::FloorMalformed, |d| d.rooms[0].floor[0].length = -1),
    (F::RoomInPieces, |d| {
        d.rooms[6].floor.remove(2);
    }),
    (F::RoomsOverlap, |d| another_room(d, Rect::new(22, 26, 24, 28))),
    (F::FloorInRing, |d| another_room(d, Rect::new(28, 26, 30, 28))),
    (F::FloorMissing, |d| tile(d, 22, 12, Terrain::Rock)),
    (F::FloorMissing, |d| tile(d, 22, 12, Terrain::Corridor)),
    (F::RingBroken, |d| tile(d, 3, 9, Terrain::Rock)),
    (F::RingBroken, |d| tile(d, 5, 9, Terrain::Door)),
    (F::DoorMissing, |d| tile(d, 19, 26, Terrain::Wall)),
    (F::CorridorMissing, |d| tile(d, 12, 26, Terrain::Rock)),
    (F::WallWithoutRoom, |d| tile(d, 50, 30, Terrain::Wall)),
    (F::FloorWithoutRoom, |d| tile(d, 50, 30, Terrain::Floor)),
    (F::CorridorWithoutLink, |d| tile(d, 50, 30, Terrain::Corridor)),
    (F::DoorTileWithoutDoor, |d| tile(d, 50, 30, Terrain::Door)),
    (F::StairsWithoutLink, |d| tile(d, 22, 12, Terrain::StairsUp)),
    (F::StairsWithoutLink, |d| tile(d, 50, 30, Terrain::StairsDown)),
    (F::DoorShape, |d| d.doors[2].cells.reverse()),
    (F::DoorOffRing, |d| move_entrance(d, Cell::new(6, 18))),
    (F::DoorAtCorner, |d| move_entrance(d, Cell::new(3, 16))),
    (F::DoorsTouch, |d| {
        let door = d.links[7].doors[1].index();
        d.doors[door].cells = vec![Cell::new(39, 9)];
        d.links[7].path = [line((6, 8), (6, 6)), line((7, 6), (39, 6)), line((39, 7), (39, 8))].concat();
        retile(d);
    }),
    (F::DoorLeadsNowhere, |d| d.links[2].rooms = [RoomId(2), RoomId(4)]),
    (F::DoorWithoutLink, |d| {
        sound::add_door(d, 6, vec![Cell::new(24, 17)], Dir::North);
        retile(d);
    }),
    (F::DoorServesTwo, |d| {
        let twin = Link { id: LinkId(d.links.len() as u32), ..d.links[5].clone() };
        d.links.push(twin);
    }),
    (F::LinkDoorMismatch, |d| d.links[5].rooms.reverse()),
    (F::PathBroken, |d| {
        d.links[4].path.remove(5);
        retile(d);
    }),
    (F::PathBroken, |d| {
        d.stubs[0].path.remove(0);
        d.stubs[0].path.extend([Cell::new(32, 5), Cell::new(32, 3)]);
        retile(d);
    }),
    (F::PathNotSimple, |d| {
        d.stubs[0].path.extend([Cell::new(32, 3), Cell::new(32, 4)]);
        retile(d);
    }),
    (F::PathMissesDoor, |d| {
        d.links[4].path.pop();
    }),
    (F::PathNotSimple, |d| {
        detour(d);
        retile(d);
    }),
    (F::CorridorThroughRoom, |d| {
        d.stubs[0].path = line((18, 13), (19, 13));
        retile(d);
        tile(d, 19, 13, Terrain::Wall);
    }),
    (F::RunwayFalse, |d| {
        d.links[6].runway[0] = 4;
        retile(d);
    }),
    (F::FallbackDisagrees, |d| d.links[5].fallback[0] = Fallback::OneCell),
    (F::FallbackDisagrees, |d| d.links[6].fallback[1] = Fallback::NoRunway),
    (F::FallbackDisagrees, |d| drop(d.recipe.insert("corridors.runway".to_owned(), json!(4)))),
    (F::CorridorNotAlone, |d| drop(d.recipe.insert("place".to_owned(), json!("lattice")))),
    (F::CorridorNotAlone, |d| {
        // One step beside the corridor of link 0, as a part of the secret passage.
        d.links[4].roughened = vec![Cell::new(9, 17)];
        d.links[0].roughened = line((11, 13), (11, 17)).into_iter().chain(line((10, 17), (10, 17))).collect();
        retile(d);
    }),
    (F::RoughenedApart, |d| {
        d.links[6].roughened = vec![Cell::new(50, 30)];
        retile(d);
    }),
    (F::StubApart, |d| {
        d.stubs[0].path = line((50, 30), (50, 31));
        retile(d);
    }),
    (F::EntranceMissing, |d| {
        d.entrance = None;
        d.doors.pop();
        retile(d);
    }),
    (F::EntranceMismatch, |d| {
        d.entrance.as_mut().unwrap().room = RoomId(1);
        d.rooms[0].roles.clear();
        (0..).zip([1, 0, 1, 2, 1, 3, 4]).for_each(|(room, depth): (usize, u32)| d.rooms[room].depth = depth);
    }),
    (F::EntranceNotBlind, |d| {
        d.stubs[0].path = line((6, 19), (6, 20));
        retile(d);
    }),
    (F::GoalMissing, |d| {
        d.goal = None;
        d.rooms[6].roles.clear();
    }),
    (F::DepthWrong, |d| d.rooms[3].depth = 7),
    (F::RoleMisplaced, |d| d.rooms[1].roles.push(Role::Goal)),
    (F::RoleMisplaced, |d| d.rooms[1].roles.push(Role::Entrance)),
    (F::RoomUnreachable, |d| another_room(d, Rect::new(50, 30, 54, 34))),
    (F::RoomShutOff, |d| door_of(d, 5).kind = DoorKind::Barred),
    (F::RoomShutOff, |d| {
        // Depths do not count secret links either, so rooms beyond have none that could be wrong.
        door_of(d, 5).secret = true;
        d.links[5].discovered = Some(false);
    }),
    (F::RoomShutOff, |d| drop(d.markers.remove(0))),
    (F::KeyWithoutLock, |d| {
        let key = crate::dungeon::Marker { link: Some(LinkId(0)), ..d.markers[0].clone() };
        d.markers.push(key);
    }),
    (F::KeysRunOut, |d| {
        d.markers[0].cell = Cell::new(22, 26);
        d.markers[0].room = Some(RoomId(4));
    }),
    (F::StairsUnpaired, |d| {
        let twin = Link { id: LinkId(d.links.len() as u32), ..d.links[8].clone() };
        d.links.push(twin);
    }),
    (F::SecretMarkWrong, |d| d.links[4].discovered = Some(true)),
    (F::SecretMarkWrong, |d| d.links[4].is_secret_passage = false),
    (F::SecretMarkWrong, |d| d.links[6].discovered = Some(false)),
    (F::SecretMarkWrong, |d| d.links[6].is_secret_passage = true),
    (F::SecretMarkWrong, |d| door_of(d, 6).secret = true),
    (F::SecretTooNear, |d| {
        d.rooms[4].plan = Some([0, -1, 0]);
        d.links[4].to_coord = d.rooms[4].plan;
    }),
    (F::SecretCoordsWrong, |d| d.links[4].to_coord = Some([9, 9, 9])),
    (F::SocketShut, |d| d.rooms[3].sockets[1].required = true),
    (F::SocketStateFalse, |d| d.rooms[3].sockets[1].open = true),
    (F::SocketStateFalse, |d| d.rooms[3].sockets[0].open = false),
    (F::SocketMisplaced, |d| d.rooms[3].sockets[1].cell = Cell::new(50, 30)),
    (F::SocketMisplaced, |d| d.rooms[3].sockets[1].dir = Dir::West),
    (F::MarkerMisplaced, |d| d.markers[1].cell = Cell::new(50, 30)),
    (F::MarkerMisplaced, |d| d.markers[1].room = Some(RoomId(1))),
    (F::AlignmentFalse, |d| d.rooms[3].aligned = true),
    (F::CountDisagrees, |d| drop(d.recipe.insert("rooms.count".to_owned(), json!(9)))),
    (F::CountDisagrees, |d| drop(d.recipe.insert("rooms.count".to_owned(), json!(6)))),
    (F::CountDisagrees, |d| drop(d.recipe.insert("height".to_owned(), json!(41)))),
    (F::ProvenanceBroken, |d| d.seed.clear()),
    (F::ProvenanceBroken, |d| d.epoch = crate::dungeon::EPOCH + 1),
];

/// Breaks that cannot come alone, with what follows from them.
const BREAKS_WITH_CONSEQUENCES: &[(FlawCode, &[FlawCode], Break)] = &[
    // Without stairs on the tiles nobody gets down.
    (F::StairsMissing, &[F::RoomUnreachable], |d| d.levels[1].terrain[Cell::new(40, 20)] = Terrain::Floor),
    (F::StairsUnpaired, &[F::RoomUnreachable, F::StairsWithoutLink], |d| {
        d.links[8].path[0] = Cell::new(50, 30);
        retile(d);
    }),
    // Levels that are not neighbours are not joined by any stairs.
    (F::StairsUnpaired, &[F::RoomUnreachable], |d| {
        d.levels[1].z = -2;
        d.rooms.iter_mut().filter(|room| room.z == -1).for_each(|room| room.z = -2);
        d.doors.iter_mut().filter(|door| door.z == -1).for_each(|door| door.z = -2);
    }),
    // The locked link says it joins the rooms of the secret passage, which is not where its doors are.
    (F::SecretTooNear, &[F::LinkDoorMismatch, F::DepthWrong], |d| d.links[3].rooms = [RoomId(0), RoomId(4)]),
    // The corridor ends where the rock begins.
    (F::CorridorMissing, &[F::RoomUnreachable], |d| d.levels[1].terrain[Cell::new(32, 20)] = Terrain::Rock),
];

#[test]
fn the_sound_dungeon_is_sound() {
    let report = verify(&sound::dungeon());
    assert_eq!(report.flaws, [], "{:#?}", report.flaws);
    assert_eq!(report.skipped, []);
}

#[test]
fn each_break_shows_its_code_and_no_other() {
    let mut wrong = Vec::new();
    for (i, (code, breaks)) in BREAKS.iter().enumerate() {
        let mut d = sound::dungeon();
        breaks(&mut d);
        if codes(&d) != [*code] {
            let flaws: Vec<String> = verify(&d).flaws.iter().map(ToString::to_string).collect();
            wrong.push(format!("break {i} should show {code}, it shows {flaws:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn breaks_with_consequences_show_them_too() {
    for (code, follow, breaks) in BREAKS_WITH_CONSEQUENCES {
        let mut d = sound::dungeon();
        breaks(&mut d);
        let mut expected = [&[*code], *follow].concat();
        expected.sort_unstable();
        assert_eq!(codes(&d), expected, "{code}: {:#?}", verify(&d).flaws);
    }
}

#[test]
fn every_code_has_a_break() {
    let broken = |code: &FlawCode| {
        *code == F::NotReproduced
            || BREAKS.iter().any(|(other, _)| other == code)
            || BREAKS_WITH_CONSEQUENCES.iter().any(|(other, _, _)| other == code)
    };
    let missing: Vec<_> = FlawCode::ALL.iter().filter(|code| !broken(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn sentences_are_complete() {
    for (_, breaks) in BREAKS {
        let mut d = sound::dungeon();
        breaks(&mut d);
        for flaw in verify(&d).flaws {
            let sentence = &flaw.sentence;
            assert!(sentence.ends_with('.') && sentence.starts_with(char::is_uppercase), "{sentence}");
            assert!(!sentence.contains("..") && !sentence.contains("none"), "{sentence}");
        }
    }
}

#[test]
fn a_last_resort_may_cross_itself() {
    let mut d = sound::dungeon();
    detour(&mut d);
    d.links[4].runway[1] = 0;
    d.links[4].fallback[1] = Fallback::LastResort;
    retile(&mut d);
    assert_eq!(codes(&d), []);
}

#[test]
fn a_discovered_passage_is_sound_and_still_not_needed() {
    let mut d = sound::dungeon();
    assert!(d.discover(LinkId(4)));
    assert_eq!(codes(&d), []);
    d.markers.remove(0);
    assert_eq!(codes(&d), [F::RoomShutOff], "the passage to room 4 is known, but is no way to prove");
}

#[test]
fn a_straight_corridor_may_be_both_runways_whole() {
    let mut d = sound::dungeon();
    d.links[5].runway = [6, 6];
    assert_eq!(codes(&d), []);
}

#[test]
fn a_shortfall_of_rooms_with_a_warning_is_no_flaw() {
    let mut d = sound::dungeon();
    d.recipe.insert("rooms.count".to_owned(), json!(9));
    d.warnings.push("Only 7 of 9 rooms fit.".to_owned());
    assert_eq!(codes(&d), []);
}

#[test]
fn a_plain_map_is_judged_by_its_border_alone() {
    let mut d = Dungeon::bare("plain", sound::dungeon().levels);
    let report = verify(&d);
    assert!(report.is_sound());
    assert_eq!(report.skipped.len(), Check::ALL.len() - 2);
    d.levels[0].terrain[Cell::new(0, 3)] = Terrain::Floor;
    assert_eq!(codes(&d), [F::BorderOpen]);
}

#[test]
fn the_facts_of_the_sound_dungeon_are_those_of_its_picture() {
    let facts = verify(&sound::dungeon()).facts;
    assert_eq!((facts.levels, facts.rooms, facts.links, facts.loops), (2, 7, 9, 3));
    assert_eq!((facts.dead_end_rooms, facts.blind_corridors, facts.choke_rooms), (1, 1, 3));
    assert_eq!(facts.critical_hops, Some(4));
    // From (6, 15) up to y 12, where link 0 lies, through rooms 1, 2 and 3 to the stairs at (40, 20), down, and on to the
    // floor of room 6 at (27, 20).
    assert_eq!(facts.critical_steps, Some((15 - 12) + (40 - 6) + (20 - 12) + 1 + (40 - 27)));
    assert_eq!(facts.aligned_share.parts(), 8_571);
    assert_eq!(facts.runway_share.parts(), 10_000);
    assert_eq!((facts.hugging_steps, facts.one_cell_runways, facts.no_runways, facts.last_resorts), (0, 0, 0, 0));
    assert_eq!(Facts::csv_header().split(',').count(), facts.csv_row().split(',').count());
}

#[test]
fn a_corridor_along_a_wall_hugs() {
    let mut d = sound::dungeon();
    // Link 5 now steps aside and runs along the northern ring of room 6, which begins at (29, 17).
    let door = d.links[5].doors[1].index();
    d.doors[door].cells = vec![Cell::new(24, 17)];
    d.doors[door].normal = Dir::North;
    d.links[5].path = [line((34, 20), (33, 20)), line((33, 19), (33, 16)), line((32, 16), (24, 16))].concat();
    (d.links[5].runway, d.links[5].fallback) = ([2, 0], [Fallback::None, Fallback::NoRunway]);
    retile(&mut d);
    let report = verify(&d);
    assert_eq!(report.flaws, []);
    // The ring's northern row spans x 19 to 28: the corridor enters 28, 27, 26, 25 and 24 beside it.
    assert_eq!(report.facts.hugging_steps, 5);
}

#[test]
fn what_is_not_reproduced_is_named() {
    let d = sound::dungeon();
    assert_eq!(not_reproduced(&d, &d), None);
    let mut again = d.clone();
    tile(&mut again, 22, 12, Terrain::Rock);
    let flaw = not_reproduced(&d, &again).unwrap();
    assert_eq!((flaw.code, flaw.z, flaw.cells), (F::NotReproduced, Some(0), vec![Cell::new(22, 12)]));
    let mut again = d.clone();
    again.doors[3].state = crate::dungeon::DoorState::Open;
    assert!(not_reproduced(&d, &again).unwrap().sentence.ends_with("door 3 differs."));
    again = d.clone();
    again.name.clear();
    assert!(not_reproduced(&d, &again).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn any_change_of_one_tile_is_noticed(level in 0..2usize, x in 0..60, y in 0..40, terrain in 0..7usize) {
        let mut d = sound::dungeon();
        let (cell, terrain) = (Cell::new(x, y), Terrain::ALL[terrain]);
        prop_assume!(d.levels[level].at(cell) != terrain);
        d.levels[level].terrain[cell] = terrain;
        let report = verify(&d);
        prop_assert!(report.flaws.iter().any(|flaw| flaw.cells.contains(&cell)), "{:?}", report.flaws);
    }

    #[test]
    fn wild_numbers_are_flaws_and_never_panics(
        thing in 0..9usize, which in 0..64usize, x in any::<i32>(), y in any::<i32>(), number in any::<u32>(),
    ) {
        let mut d = sound::dungeon();
        let cell = Cell::new(x, y);
        match thing {
            0 => pick(&mut d.rooms, which).floor[0] = Run { start: cell, length: number as i32 },
            1 => pick(&mut d.doors, which).cells = vec![cell],
            2 => pick(&mut d.links, which).path = vec![cell],
            3 => pick(&mut d.links, which).rooms[0] = RoomId(number),
            4 => pick(&mut d.markers, which).cell = cell,
            5 => pick(&mut d.doors, which).z = x,
            6 => pick(&mut d.rooms, which).z = x,
            7 => pick(&mut d.stubs, which).path = vec![cell],
            _ => pick(&mut d.links, which).roughened.push(cell),
        }
        prop_assert!(!verify(&d).is_sound());
    }

    #[test]
    fn runways_of_any_length_never_panic(which in 0..64usize, runway in any::<[u8; 2]>(), width in 0..6u8) {
        let mut d = sound::dungeon();
        let link = pick(&mut d.links, which);
        (link.runway, link.width) = (runway, width);
        let _ = verify(&d);
    }
}

fn pick<T>(things: &mut [T], which: usize) -> &mut T {
    let count = things.len();
    &mut things[which % count]
}

fn codes(d: &Dungeon) -> Vec<FlawCode> {
    let mut codes: Vec<FlawCode> = verify(d).flaws.iter().map(|flaw| flaw.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn tile(d: &mut Dungeon, x: i32, y: i32, terrain: Terrain) {
    d.levels[0].terrain[Cell::new(x, y)] = terrain;
}

fn another_room(d: &mut Dungeon, floor: Rect) {
    let id = RoomId(d.rooms.len() as u32);
    let room = Room { id, floor: Run::of_rect(floor), sockets: Vec::new(), roles: Vec::new(), ..d.rooms[3].clone() };
    d.rooms.push(room);
    d.recipe.insert("rooms.count".to_owned(), json!(d.rooms.len()));
    retile(d);
}

fn move_entrance(d: &mut Dungeon, to: Cell) {
    d.doors.last_mut().unwrap().cells = vec![to];
    retile(d);
}

/// The secret passage takes a step aside and comes back.
fn detour(d: &mut Dungeon) {
    let path = &mut d.links[4].path;
    let at = path.iter().position(|&cell| cell == Cell::new(12, 26)).unwrap();
    path.splice(at..=at, [Cell::new(12, 26), Cell::new(12, 27), Cell::new(12, 26)]);
}

fn door_of(d: &mut Dungeon, link: usize) -> &mut crate::dungeon::Door {
    let door = d.links[link].doors[0].index();
    &mut d.doors[door]
}

#[test]
fn keys_may_lie_about_in_any_number_as_long_as_each_has_a_lock() {
    let mut d = sound::dungeon();
    let spare = d.markers[0].clone();
    assert_eq!(spare.kind, MarkerKind::Key);
    d.markers.push(spare);
    d.stubs.push(Stub { z: 0, path: line((28, 5), (28, 3)), width: 1 });
    retile(&mut d);
    assert_eq!(codes(&d), []);
}

#[test]
fn a_map_with_2_809_rooms_is_judged_quickly() {
    let d = sound::checkerboard(53, 19);
    let report = verify(&d);
    assert_eq!(report.flaws, []);
    assert_eq!((report.facts.rooms, report.facts.loops, report.facts.critical_hops), (2_809, 0, Some(104)));
}

/// `cargo test --release -p undercroft --lib largest -- --ignored --nocapture` prints how long it takes.
#[test]
#[ignore = "takes 1.6 GB"]
fn the_largest_map_with_100_000_rooms_is_judged_in_seconds() {
    for (side, pitch) in [(53, 19), (317, 51)] {
        let d = sound::checkerboard(side, pitch);
        for _ in 0..3 {
            let begin = std::time::Instant::now();
            assert!(verify(&d).is_sound());
            let verified = begin.elapsed();
            let begin = std::time::Instant::now();
            let analysis = crate::analyse::analyse(&d);
            let analysed = begin.elapsed();
            println!(
                "{}: {} rooms, verify {verified:?}, analyse {analysed:?}, {analysis:?}",
                d.levels[0].size(),
                d.rooms.len()
            );
        }
    }
}

#[test]
fn generated_dungeons_of_every_preset_are_sound() {
    for preset in crate::recipe::PRESETS {
        for seed in 0..20 {
            let recipe = preset.recipe().unwrap().check(crate::seed::Seed::new(seed)).unwrap();
            let dungeon = crate::generate::generate(&recipe, &mut crate::watch::Silent).unwrap();
            let report = verify(&dungeon);
            let flaws: Vec<String> = report.flaws.iter().map(ToString::to_string).collect();
            assert!(flaws.is_empty(), "{} with seed {seed}: {flaws:#?}", preset.name);
        }
    }
}

#[test]
fn generated_dungeons_with_odd_settings_are_sound() {
    let mut wrong = Vec::new();
    for settings in [
        "corridors.width = 2",
        "corridors.width = 3",
        "corridors.width = 4",
        "corridors.dead_ends = 0.5",
        "corridors.runway = 1",
        "corridors.runway = 4",
        "corridors.style = \"elbow\"\ncorridors.width = 2",
        "doors.secret = 0.8\nloops = 1",
        "doors.locked = 0.4\ndoors.barred = 0.4\nloops = 1",
        "rooms.padding = 2\nrooms.count = 40\nrooms.min = 3",
        "rooms.grid = [3, 5]",
        "rooms.grid = \"auto\"",
        "rooms.style = \"adjoining\"",
        "rooms.style = \"adjoining\"\nrooms.grid = [2, 3]\nrooms.count = 20\ncorridors.width = 2",
    ] {
        for seed in 0..20 {
            let file = crate::recipe::RecipeFile::parse("odd.toml", settings).unwrap();
            let recipe = file.check(crate::seed::Seed::new(seed)).unwrap();
            let Ok(dungeon) = crate::generate::generate(&recipe, &mut crate::watch::Silent) else { continue };
            let flaws: Vec<String> = verify(&dungeon).flaws.iter().map(ToString::to_string).collect();
            if !flaws.is_empty() {
                wrong.push(format!("{settings:?} with seed {seed}: {flaws:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} dungeons: {}", wrong.len(), wrong.join("\n"));
}
