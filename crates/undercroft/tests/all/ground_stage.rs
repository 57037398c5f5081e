//! The ground as a stage: its seed changes nothing else, and its rows are checked where they are read.

use crate::law_size;

use law_size::{report, seeds};
use rayon::prelude::*;
use undercroft::dungeon::{Dungeon, Ground};
use undercroft::format::{json, read, text};
use undercroft::{Generator, Seed, presets};

fn made(preset: &str, seed: Seed) -> Dungeon {
    Generator::preset(preset).unwrap().seed(seed).generate().unwrap()
}

/// The dungeon without contents: those keep off water.
fn bare(preset: &str, seed: Seed) -> Dungeon {
    Generator::preset(preset).unwrap().set("stock.mode", "none").unwrap().seed(seed).generate().unwrap()
}

/// Whether another seed for the ground changes it; it changes nothing else.
fn has_other_ground(preset: &str, seed: u64) -> bool {
    let before = bare(preset, Seed::new(seed));
    let after = bare(preset, Seed::new(seed).with_stage("ground", seed + 100));
    assert_eq!(before.levels.len(), after.levels.len());
    for (a, b) in before.levels.iter().zip(&after.levels) {
        assert_eq!((a.z, &a.name, &a.terrain), (b.z, &b.name, &b.terrain), "{preset} {seed}");
    }
    assert_eq!((&before.rooms, &before.doors), (&after.rooms, &after.doors), "{preset} {seed}");
    assert_eq!((&before.links, &before.stubs), (&after.links, &after.stubs), "{preset} {seed}");
    before.levels != after.levels
}

#[test]
fn a_seed_of_the_ground_changes_no_row_no_door_and_no_link() {
    let seeds = seeds(6);
    let runs: Vec<_> = presets().iter().flat_map(|preset| (0..seeds).map(move |seed| (preset.name, seed))).collect();
    let changed = runs.par_iter().filter(|(preset, seed)| has_other_ground(preset, *seed)).count();
    // A third of the presets are houses, and half of the levels have water or a chasm.
    assert!(10 * changed > 3 * runs.len(), "only {changed} of {} dungeons have another ground", runs.len());
    report(
        "a seed for the ground changes no row, door or link",
        format!("{seeds} seeds × {} presets, twice", presets().len()),
        format!("0 changes; {changed} of {} have another ground", runs.len()),
    );
}

#[test]
fn houses_have_no_ground() {
    for preset in ["cottage", "manor", "castle"] {
        assert!(made(preset, Seed::new(3)).levels.iter().all(|level| level.ground.is_none()), "{preset}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let mut kinds = Vec::new();
    for preset in ["broken-vaults", "forest", "cave", "dungeon"] {
        for seed in 0..8 {
            let dungeon = made(preset, Seed::new(seed));
            let written = json::write(&dungeon);
            let again = json::read(&written).unwrap();
            assert_eq!(again, dungeon);
            assert_eq!(json::write(&again), written);
            let drawn = text::write(&dungeon);
            let from_text = text::read(&drawn).unwrap();
            assert_eq!(text::write(&from_text), drawn);
            for (a, b) in dungeon.levels.iter().zip(&from_text.levels) {
                assert_eq!((a.z, &a.ground), (b.z, &b.ground));
                assert_eq!(dungeon.difficult(a), from_text.difficult(b));
            }
            kinds.extend(Ground::ALL.into_iter().filter(|&kind| dungeon.levels.iter().any(|l| l.has_ground(kind))));
        }
    }
    assert!(Ground::ALL.iter().all(|kind| kinds.contains(kind)), "every kind occurs");
}

fn refused(text: &str) -> String {
    read(Some("pool.txt"), text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn rows_of_ground_in_text_have_the_size_of_the_map() {
    let map = "#####\n#...#\n#####\n\nground:\n";
    assert_eq!(
        refused(&format!("{map}     \n ~w  \n")),
        "pool.txt:5: need 3 rows of ground, as many as the map has, got 2"
    );
    assert_eq!(
        refused(&format!("{map}     \n ~w\n     \n")),
        "pool.txt:7: need 5 cells of ground, as many as the map is wide, got 3"
    );
    assert_eq!(
        refused(&format!("{map}     \n ~q  \n     \n")),
        "pool.txt:7:3: unknown character 'q'; ground is written with ~ w : % ; = and spaces"
    );
    assert_eq!(
        refused(&format!("{map}     \n ~   \n     \n\nground:\n     \n")),
        "pool.txt:10: level 0 has two blocks `ground:`"
    );
    let bare = read(None, format!("{map}     \n     \n     \n").as_bytes()).unwrap();
    assert_eq!(bare.levels[0].ground, None, "bare ground is no ground");
}

#[test]
fn rows_of_ground_in_json_have_the_size_of_the_level() {
    let dungeon = text::read("#####\n#...#\n#####\n\nground:\n     \n ~w: \n     \n").unwrap();
    let written = json::write(&dungeon);
    let refuse = |from: &str, to: &str| json::read(&written.replace(from, to)).unwrap_err().to_string();
    let line = 1 + written.lines().position(|line| line.contains("~w:")).unwrap();
    assert_eq!(
        refuse("\" ~w: \"", "\" ~w:\""),
        format!("input:{line}:7: levels[0].ground[1]: need 5 cells, as many as the width says, got 4")
    );
    assert_eq!(
        refuse("\" ~w: \"", "\" ~x: \""),
        format!(
            "input:{line}:7: levels[0].ground[1]: unknown character 'x' at x 2; ground is written with ~ w : % ; = and spaces"
        )
    );
    let shorter = refuse("\" ~w: \",", "");
    assert!(shorter.contains("levels[0].ground: need 3 rows, as many as the height says, got 2"), "{shorter}");
}

#[test]
fn ground_on_a_wall_is_read_and_judged() {
    let dungeon = text::read("#####\n#...#\n#####\n\nground:\n  ~  \n ~w: \n     \n").unwrap();
    let flaws = undercroft::verify(&dungeon).flaws;
    assert_eq!(flaws.len(), 1, "{flaws:?}");
    assert_eq!(flaws[0].code.name(), "ground-malformed");
    assert_eq!(flaws[0].cells.len(), 1);
}
