//! What is generated is sound, and large maps are judged quickly.

use std::collections::BTreeSet;

use super::super::{FlawCode, verify};
use super::fixture;
use crate::events::NoEvents;
use crate::metrics::measure;
use crate::recipe::{PRESETS, RecipeFile};
use crate::seed::Seed;

#[test]
fn a_map_with_2_809_rooms_is_judged_quickly() {
    let d = fixture::checkerboard(53, 19);
    let report = verify(&d);
    assert_eq!(report.flaws, []);
    assert_eq!((report.facts.rooms, report.facts.loops, report.facts.critical_hops), (2_809, 0, Some(104)));
}

/// `cargo test --release -p undercroft --lib largest -- --ignored --nocapture` prints how long it takes.
#[test]
#[ignore = "takes 1.6 GB"]
fn the_largest_map_with_100_000_rooms_is_judged_in_seconds() {
    for (side, pitch) in [(53, 19), (317, 51)] {
        let d = fixture::checkerboard(side, pitch);
        for _ in 0..3 {
            let begin = std::time::Instant::now();
            assert!(verify(&d).is_sound());
            let verified = begin.elapsed();
            let begin = std::time::Instant::now();
            let analysis = measure(&d);
            let analysed = begin.elapsed();
            println!(
                "{}: {} rooms, verify {verified:?}, measure {analysed:?}, {analysis:?}",
                d.levels[0].size(),
                d.rooms.len()
            );
        }
    }
}

#[test]
fn generated_dungeons_of_every_preset_are_sound() {
    for preset in PRESETS {
        for seed in 0..20 {
            let recipe = preset.recipe().unwrap().check(Seed::new(seed)).unwrap();
            let dungeon = recipe.generate(&mut NoEvents).unwrap();
            let report = verify(&dungeon);
            let flaws: Vec<String> = report.flaws.iter().map(ToString::to_string).collect();
            assert!(flaws.is_empty(), "{} with seed {seed}: {flaws:#?}", preset.name);
        }
    }
}

#[test]
fn rooms_of_templates_have_their_floors_in_every_turn() {
    let mut turns = BTreeSet::new();
    for seed in 0..4 {
        let mut d = crate::generate("walker-keep", seed).unwrap();
        assert_eq!(verify(&d).flaws, []);
        turns.extend(
            d.rooms.iter().filter_map(|room| room.template.as_ref()).map(|placed| (placed.turn, placed.mirror)),
        );
        let placed = d.rooms.iter_mut().find_map(|room| room.template.as_mut()).unwrap();
        placed.at.x += 1;
        let codes: Vec<FlawCode> = verify(&d).flaws.iter().map(|flaw| flaw.code).collect();
        assert!(codes.contains(&FlawCode::TemplateMismatch), "{codes:?}");
    }
    assert!(turns.len() >= 6, "{turns:?}");
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
        "doors.secret = 0.8\nextra_links = 1",
        "doors.locked = 0.4\ndoors.barred = 0.4\nextra_links = 1",
        "rooms.padding = 2\nrooms.count = 40\nrooms.min = 3",
        "rooms.grid = [3, 5]",
        "rooms.grid = \"auto\"",
        "method = \"house\"",
        "method = \"house\"\nrooms.grid = [2, 3]\nrooms.count = 20\ncorridors.width = 2",
    ] {
        for seed in 0..20 {
            let file = RecipeFile::parse("odd.toml", settings).unwrap();
            let recipe = file.check(Seed::new(seed)).unwrap();
            let Ok(dungeon) = recipe.generate(&mut NoEvents) else { continue };
            let flaws: Vec<String> = verify(&dungeon).flaws.iter().map(ToString::to_string).collect();
            if !flaws.is_empty() {
                wrong.push(format!("{settings:?} with seed {seed}: {flaws:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} dungeons: {}", wrong.len(), wrong.join("\n"));
}
