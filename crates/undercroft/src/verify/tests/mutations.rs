//! For each code a break that shows just that code, and what is odd but no flaw.

use undercroft_grid::{Cell, Dir, Rect};

use super::super::*;
use super::content_mutants::CONTENT_MUTANTS;
use super::fixture::{self, corridor, line, retile};
use super::mutants::{MUTANTS, MUTANTS_WITH_CONSEQUENCES, Mutant, detour, lay, take_key, tile};
use super::pin_mutants::{PIN_MUTANTS, pin_all};
use crate::dungeon::{Fallback, Ground, LinkId, MarkerKind, Stub, Terrain};
use crate::fraction::Fraction;

use FlawCode as F;

/// Every break that comes alone.
pub(super) fn mutants() -> impl Iterator<Item = &'static (FlawCode, Mutant)> {
    MUTANTS.iter().chain(CONTENT_MUTANTS).chain(PIN_MUTANTS)
}

#[test]
fn the_sound_dungeon_is_sound() {
    let report = verify(&fixture::dungeon());
    assert_eq!(report.flaws, [], "{:#?}", report.flaws);
    assert_eq!(report.skipped, []);
}

#[test]
fn what_is_pinned_as_it_is_is_sound() {
    let mut d = fixture::dungeon();
    pin_all(&mut d);
    assert_eq!(verify(&d).flaws, []);
}

#[test]
fn each_break_shows_its_code_and_no_other() {
    let mut wrong = Vec::new();
    for (i, (code, breaks)) in mutants().enumerate() {
        let mut d = fixture::dungeon();
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
    for (code, follow, breaks) in MUTANTS_WITH_CONSEQUENCES {
        let mut d = fixture::dungeon();
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
            || mutants().any(|(other, _)| other == code)
            || MUTANTS_WITH_CONSEQUENCES.iter().any(|(other, _, _)| other == code)
    };
    let missing: Vec<_> = FlawCode::ALL.iter().filter(|code| !broken(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn sentences_are_complete() {
    for (_, breaks) in mutants() {
        let mut d = fixture::dungeon();
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
    let mut d = fixture::dungeon();
    detour(&mut d);
    corridor(&mut d, 4).runway[1] = 0;
    corridor(&mut d, 4).fallback[1] = Fallback::LastResort;
    retile(&mut d);
    assert_eq!(codes(&d), []);
}

#[test]
fn a_discovered_passage_is_sound_and_still_not_needed() {
    let mut d = fixture::dungeon();
    assert!(d.discover(LinkId(4)));
    assert_eq!(codes(&d), []);
    take_key(&mut d);
    assert_eq!(codes(&d), [F::RoomShutOff], "the passage to room 4 is known, but does not count");
}

#[test]
fn a_straight_corridor_may_be_both_runways_whole() {
    let mut d = fixture::dungeon();
    corridor(&mut d, 5).runway = [6, 6];
    assert_eq!(codes(&d), []);
}

#[test]
fn a_shortfall_of_rooms_with_a_warning_is_no_flaw() {
    let mut d = fixture::dungeon();
    d.provenance.recipe.insert("rooms.count", 9);
    d.warnings.push("Only 7 of 9 rooms fit.".to_owned());
    assert_eq!(codes(&d), []);
}

#[test]
fn a_plain_map_is_judged_by_its_border_alone() {
    let mut d = Dungeon::bare("plain", fixture::dungeon().levels);
    let report = verify(&d);
    assert!(report.is_sound());
    assert_eq!(report.skipped.len(), Check::ALL.len() - 4);
    d.levels[0].terrain[Cell::new(0, 3)] = Terrain::Floor;
    assert_eq!(codes(&d), [F::BorderOpen]);
}

#[test]
fn the_facts_of_the_sound_dungeon_are_those_of_its_picture() {
    let facts = verify(&fixture::dungeon()).facts;
    assert_eq!((facts.levels, facts.rooms, facts.links), (2, 7, 9));
    assert_eq!((facts.loops, facts.secret_loops), (2, 1), "the secret passage is no loop for those who do not know it");
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
    let mut d = fixture::dungeon();
    // Link 5 now steps aside and runs along the northern ring of room 6, which begins at (29, 17).
    let door = d.links[5].doors()[1].index();
    d.doors[door].cells = vec![Cell::new(24, 17)];
    d.doors[door].normal = Dir::North;
    corridor(&mut d, 5).path = [line((34, 20), (33, 20)), line((33, 19), (33, 16)), line((32, 16), (24, 16))].concat();
    (corridor(&mut d, 5).runway, corridor(&mut d, 5).fallback) = ([2, 0], [Fallback::None, Fallback::NoRunway]);
    retile(&mut d);
    let report = verify(&d);
    assert_eq!(report.flaws, []);
    // The ring's northern row spans x 19 to 28: the corridor enters 28, 27, 26, 25 and 24 beside it.
    assert_eq!(report.facts.hugging_steps, 5);
}

#[test]
fn what_is_not_reproduced_is_named() {
    let d = fixture::dungeon();
    assert_eq!(not_reproduced(&d, &d), None);
    let mut again = d.clone();
    tile(&mut again, 22, 12, Terrain::Rock);
    let flaw = not_reproduced(&d, &again).unwrap();
    assert_eq!((flaw.code, flaw.z, flaw.cells), (F::NotReproduced, Some(0), vec![Cell::new(22, 12)]));
    let mut again = d.clone();
    again.doors[2].state = crate::dungeon::DoorState::Open;
    assert!(not_reproduced(&d, &again).unwrap().sentence.ends_with("door 2 differs."));
    again = d.clone();
    again.spawns[3].cell = Cell::new(4, 15);
    assert!(not_reproduced(&d, &again).unwrap().sentence.ends_with("spawn 3 differs."));
    again = d.clone();
    again.name.clear();
    assert!(not_reproduced(&d, &again).is_some());
}

pub fn codes(d: &Dungeon) -> Vec<FlawCode> {
    let mut codes: Vec<FlawCode> = verify(d).flaws.iter().map(|flaw| flaw.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn keys_may_lie_about_in_any_number_as_long_as_each_has_a_lock() {
    let mut d = fixture::dungeon();
    let spare = d.markers[0].clone();
    assert_eq!(spare.kind, MarkerKind::Key);
    d.markers.push(spare);
    d.stubs.push(Stub { z: 0, path: line((28, 5), (28, 3)), width: 1 });
    retile(&mut d);
    assert_eq!(codes(&d), []);
}

#[test]
fn promises_of_epoch_3_are_not_asked_of_older_or_edited_dungeons() {
    let promised = [F::DoorPair, F::EntranceBlocked, F::StairsNearDoor, F::PlanMismatch];
    for (code, breaks) in MUTANTS.iter().filter(|(code, _)| promised.contains(code)) {
        let mut d = fixture::dungeon();
        breaks(&mut d);
        d.set_edited();
        assert_eq!(codes(&d), [], "{code} of an edited dungeon");
        d.provenance.edited = false;
        d.provenance.epoch = 2;
        d.rooms.iter_mut().for_each(|room| room.number = None);
        fixture::rewrite_notes(&mut d);
        assert_eq!(codes(&d), [], "{code} of an older dungeon");
    }
}

#[test]
fn a_warning_explains_stairs_near_a_door() {
    for (_, breaks) in MUTANTS.iter().filter(|(code, _)| *code == F::StairsNearDoor) {
        let mut d = fixture::dungeon();
        breaks(&mut d);
        d.warnings.push(crate::dungeon::near_stairs_warning(d.links[8].rooms));
        assert_eq!(codes(&d), []);
    }
}

#[test]
fn corridors_with_a_leaf_at_both_ends_are_sound_where_the_recipe_asks_for_them_or_a_bar_explains_them() {
    let paired = || {
        let mut d = fixture::dungeon();
        let door = d.links[0].doors()[1].index();
        (d.doors[door].kind, d.doors[door].state) = (crate::dungeon::DoorKind::Door, crate::dungeon::DoorState::Closed);
        d
    };
    assert_eq!(codes(&paired()), [F::DoorPair]);
    let mut d = paired();
    d.provenance.recipe.insert("doors.per_link", 2);
    assert_eq!(codes(&d), []);
    let mut d = paired();
    d.links[0].set_hidden(crate::dungeon::HiddenDoor::Discovered);
    assert!(!codes(&d).contains(&F::DoorPair));
}

#[test]
fn bridges_wading_and_grass_in_a_doorway_are_sound() {
    let mut d = fixture::dungeon();
    // A chasm through room 4 with a bridge two cells wide, and a pool round a doorway.
    lay(&mut d, Rect::new(21, 24, 23, 30), Ground::Chasm);
    lay(&mut d, Rect::new(21, 26, 23, 28), Ground::Bridge);
    lay(&mut d, Rect::new(18, 12, 22, 13), Ground::Shallow);
    lay(&mut d, Rect::new(40, 20, 41, 21), Ground::Grass);
    let report = verify(&d);
    assert_eq!(report.flaws, []);
    assert_eq!(report.facts.ground_share, Fraction::ratio(12 + 2 + 1, report.facts.floor_cells as u64));
    // Without the bridge room 4 is reached, and still parted.
    lay(&mut d, Rect::new(21, 26, 23, 28), Ground::Chasm);
    assert_eq!(codes(&d), [F::GroundCutsOff]);
}

#[test]
fn a_room_behind_deep_water_is_not_reached() {
    let mut d = fixture::dungeon();
    lay(&mut d, Rect::new(24, 18, 25, 20), Ground::Deep);
    // The secret passage still leads there.
    let mut expected = vec![F::RoomShutOff, F::GroundCutsOff];
    expected.sort_unstable();
    assert_eq!(codes(&d), expected);
}

#[test]
fn deep_water_on_the_path_to_a_key_room_counts() {
    let mut d = fixture::dungeon();
    let reaches =
        |d: &Dungeon| own_keys::reaches_before(d, d.entrance.as_ref().unwrap(), LinkId(3), crate::dungeon::RoomId(6));
    assert!(reaches(&d));
    // The first row of room 3, which the door from room 2 opens into; the links are as they were.
    lay(&mut d, Rect::new(36, 17, 44, 18), Ground::Deep);
    assert!(!reaches(&d));
}

/// `cargo test -p undercroft --lib mutation_table -- --nocapture` prints every code with what shows it.
#[test]
fn the_mutation_table_names_every_code() {
    let mut shown = 0;
    for &code in FlawCode::ALL {
        let alone = mutants().filter(|(other, _)| *other == code).count();
        let with = MUTANTS_WITH_CONSEQUENCES.iter().filter(|(other, _, _)| *other == code).count();
        println!("{:<24} {alone:>2} alone {with:>2} with consequences", code.name());
        shown += usize::from(alone + with > 0 || code == F::NotReproduced);
    }
    assert_eq!(shown, FlawCode::ALL.len());
}
