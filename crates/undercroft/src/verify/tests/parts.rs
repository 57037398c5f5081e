//! Some levels of a dungeon by themselves: what the others decide is left out, and named among the checks that were
//! skipped.

use super::super::*;
use super::fixture;
use super::mutants::{take_key, tile};
use crate::dungeon::{DoorState, Dungeon, RoomId, Terrain};

/// Wrong tiles, which a part shows by itself, and a depth, which counts from an entrance that may be elsewhere.
fn broken() -> Dungeon {
    let mut d = fixture::dungeon();
    tile(&mut d, 22, 12, Terrain::Rock);
    d.rooms[6].depth = 9;
    d
}

fn codes_of(report: &Report) -> Vec<FlawCode> {
    report.flaws.iter().map(|flaw| flaw.code).collect()
}

#[test]
fn all_levels_of_a_dungeon_are_judged_as_a_whole() {
    let d = broken();
    let report = verify_part(&d, 0);
    assert_eq!(report, verify(&d));
    assert!(!report.is_sound() && verify_part(&fixture::dungeon(), 0).is_sound());
    assert_eq!(codes_of(&report), [FlawCode::FloorMissing, FlawCode::DepthWrong]);
}

#[test]
fn what_missing_levels_decide_is_skipped_with_their_number() {
    let families = [Check::Stairs, Check::Entrance, Check::Reach, Check::Keys, Check::Secrets, Check::Contents];
    for (missing, levels) in [(1, "1 level is"), (2, "2 levels are"), (3, "3 levels are")] {
        let report = verify_part(&broken(), missing);
        assert_eq!(codes_of(&report), [FlawCode::FloorMissing]);
        let reason = format!("This is a part of a dungeon: {levels} not in the file.");
        assert_eq!(report.skipped, families.map(|check| Skipped { check, reason: reason.clone() }));
    }
}

#[test]
fn a_check_that_was_skipped_anyway_keeps_its_reason() {
    let mut d = broken();
    take_key(&mut d);
    d.doors[5].state = DoorState::Closed;
    d.rooms[5].depth = 9;
    let skipped = verify(&d).skipped;
    assert_eq!(skipped, [Skipped { check: Check::Keys, reason: "There are no keys.".to_owned() }]);
    let report = verify_part(&d, 1);
    assert_eq!(report.skipped.iter().filter(|skipped| skipped.check == Check::Keys).count(), 1);
    assert_eq!((&report.skipped[0], report.skipped.len()), (&skipped[0], 6));
}

#[test]
fn faults_of_contents_are_those_of_the_rooms_that_are_asked_for() {
    let mut d = fixture::dungeon();
    d.features[0].cell.x += 1;
    d.features[3].cell.x += 9;
    d.spawns[6].cell.x += 9;
    let asked = |room: u32| {
        let faults = content_faults(&d, |asked| asked == RoomId(room));
        let features = feature_faults(&d, |asked| asked == RoomId(room));
        (faults.iter().map(|fault| fault.flaw.code).collect(), features.iter().map(|fault| fault.flaw.code).collect())
    };
    let of_features: Vec<FlawCode> = vec![FlawCode::FeatureOutsideRoom];
    assert_eq!(asked(2), (of_features.clone(), of_features.clone()));
    assert_eq!(asked(3), (vec![FlawCode::SpawnBlocked], Vec::new()));
    // The chest went, and what lies in it stayed.
    assert_eq!(asked(6), (vec![FlawCode::FeatureOutsideRoom, FlawCode::SpawnBlocked], of_features));
    assert_eq!(asked(0), (Vec::new(), Vec::new()));
    assert!(has_valid_entities(&d));
    d.goal = Some(RoomId(99));
    assert!(!has_valid_entities(&d));
}
