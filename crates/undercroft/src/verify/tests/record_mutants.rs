//! Every check that reads the record fires on a generated dungeon of each method that it applies to.
//!
//! Records come from the parser: a mutant keeps the dungeon and takes the record of a recipe that differs in one field,
//! so a look-up of a key that recipes no longer have shows here.

use super::super::*;
use super::mutants::Mutant;
use crate::dungeon::Dungeon;
use crate::events::NoEvents;
use crate::field::MethodKind;
use crate::recipe::{Recipe, RecipeFile};
use crate::seed::Seed;

use FlawCode as F;
use MethodKind as M;

/// A recipe of each method whose dungeon all checks apply to.
const RECIPES: [(MethodKind, &str); 4] = [
    (M::Bsp, "method = \"bsp\"\nrooms.count = 12\nrooms.grid = [3, 3]\nextra_links = 0.5"),
    (M::House, "method = \"house\"\nrooms.count = 12\nrooms.grid = [3, 3]"),
    (M::Templates, "method = \"templates\"\nwidth = 96\nheight = 96\ntemplates.floor_cells = 400"),
    (M::Plan, "method = \"plan\"\narrange = \"slots\"\nrooms.count = 9\nrooms.natural = true"),
];

/// The field that differs in the record, the methods whose dungeons show it, and the code.
const RECORDS: &[(&str, &[MethodKind], FlawCode)] = &[
    ("rooms.count = 13", &[M::Bsp, M::House, M::Plan], F::CountDisagrees),
    ("rooms.count = 5", &[M::Bsp, M::House, M::Plan], F::CountDisagrees),
    ("templates.floor_cells = 20000", &[M::Templates], F::CountDisagrees),
    ("width = 97", &[M::Bsp, M::House, M::Templates], F::CountDisagrees),
    ("height = 97", &[M::Bsp, M::House, M::Templates], F::CountDisagrees),
    ("corridors.runway = 4", &[M::Bsp, M::Plan], F::FallbackDisagrees),
    ("method = \"plan\"", &[M::Bsp], F::CorridorNotAlone),
    ("method = \"bsp\"", &[M::House], F::AlignmentFalse),
    ("method = \"house\"", &[M::Bsp], F::AlignmentFalse),
];

/// Changes that are flaws of generated dungeons only, which a dungeon is as long as it has a record.
const GENERATED: &[(FlawCode, Mutant)] = &[
    (F::EntranceMissing, |d| d.entrance = None),
    (F::GoalMissing, |d| d.goal = None),
    (F::ProvenanceBroken, |d| d.provenance.seed.clear()),
    (F::ProvenanceBroken, |d| d.provenance.epoch = crate::dungeon::EPOCH + 1),
];

/// Later lines replace earlier ones.
fn recipe(texts: &[&str], seed: u64) -> Recipe {
    let mut file = RecipeFile::default();
    for text in texts {
        file = file.overlay(RecipeFile::parse("record.toml", text).unwrap());
    }
    file.check(Seed::new(seed)).unwrap()
}

/// The sound dungeons of a recipe without warnings, which would explain what is missing, from seed 1 on.
fn dungeons(text: &'static str) -> impl Iterator<Item = (u64, Dungeon)> {
    let dungeon = move |seed| Some((seed, recipe(&[text], seed).generate(&mut NoEvents).ok()?));
    (1..20).filter_map(dungeon).filter(|(_, d)| d.warnings.is_empty() && verify(d).is_sound())
}

fn shows(d: &Dungeon, code: FlawCode) -> bool {
    verify(d).flaws.iter().any(|flaw| flaw.code == code)
}

#[test]
fn a_record_that_differs_is_seen_with_every_method() {
    let mut unseen = Vec::new();
    for &(field, methods, code) in RECORDS {
        for (method, text) in RECIPES.into_iter().filter(|(method, _)| methods.contains(method)) {
            let is_seen = |(seed, mut d): (u64, Dungeon)| {
                d.provenance.recipe = recipe(&[text, field], seed).record;
                shows(&d, code)
            };
            if !dungeons(text).take(5).any(is_seen) {
                unseen.push(format!("{method:?} with {field} should show {code}"));
            }
        }
    }
    assert!(unseen.is_empty(), "{unseen:#?}");
}

#[test]
fn what_only_generated_dungeons_need_is_missed_with_every_method() {
    for (method, text) in RECIPES {
        let (_, sound) = dungeons(text).next().unwrap_or_else(|| panic!("{method:?} has a sound dungeon"));
        for &(code, mutant) in GENERATED {
            let mut d = sound.clone();
            mutant(&mut d);
            assert!(shows(&d, code), "{method:?}: {code}");
            d.provenance.recipe.clear();
            assert!(!shows(&d, code), "{method:?}: {code} without a record");
        }
    }
}

#[test]
fn a_dungeon_that_its_recipe_does_not_give_is_not_reproduced() {
    for (method, text) in RECIPES {
        let (seed, d) = dungeons(text).next().unwrap_or_else(|| panic!("{method:?} has a sound dungeon"));
        assert_eq!(not_reproduced(&d, &recipe(&[text], seed).generate(&mut NoEvents).unwrap()), None, "{method:?}");
        let other = recipe(&[text], seed + 20).generate(&mut NoEvents).unwrap();
        assert_eq!(not_reproduced(&d, &other).map(|flaw| flaw.code), Some(F::NotReproduced), "{method:?}");
    }
}
