//! Every check that reads the record finds its mutant in a generated dungeon: a look-up of a key that is gone would
//! return nothing and the check would pass.

use undercroft::dungeon::{Dungeon, LinkKind, Shape};
use undercroft::events::NoEvents;
use undercroft::recipe::RecipeFile;
use undercroft::seed::Seed;
use undercroft::verify::{FlawCode, verify};

const BSP: &str = "rooms.count = 10\nextra_links = 0.5";
const HOUSE: &str = "method = \"house\"\nwidth = 40\nheight = 40\nrooms.count = 8";
const TEMPLATES: &str =
    "method = \"templates\"\nwidth = 120\nheight = 120\ntemplates.corridors = true\nextra_links = 1";
const PLAN: &str = "method = \"plan\"\nrooms.count = 20\nlevels = [0, 0]";
const CAVE: &str = "method = \"plan\"\nrooms.count = 12\nrooms.natural = true\ncategory = \"cave\"\nlevels = [0, 0]";

fn dungeon(recipe: &str) -> Dungeon {
    let file = RecipeFile::parse("recipe.toml", recipe).unwrap();
    let dungeon = file.check(Seed::new(3)).unwrap().generate(&mut NoEvents).unwrap();
    assert!(verify(&dungeon).is_sound(), "{recipe}");
    dungeon
}

#[track_caller]
fn check(recipe: &str, code: FlawCode, mutate: impl FnOnce(&mut Dungeon)) {
    let mut dungeon = dungeon(recipe);
    dungeon.warnings.clear();
    mutate(&mut dungeon);
    let flaws = verify(&dungeon).flaws;
    assert!(flaws.iter().any(|flaw| flaw.code == code), "{recipe}: {code} is not among {flaws:?}");
}

#[test]
fn too_few_rooms_are_found_by_every_method_that_counts_them() {
    for recipe in [BSP, HOUSE, PLAN, CAVE] {
        check(recipe, FlawCode::CountDisagrees, |dungeon| dungeon.provenance.recipe.insert("rooms.count", 100));
    }
}

#[test]
fn too_little_floor_is_found_with_templates() {
    check(TEMPLATES, FlawCode::CountDisagrees, |dungeon| {
        dungeon.provenance.recipe.insert("templates.floor_cells", 100_000);
    });
}

#[test]
fn another_size_is_found_by_every_method_that_has_one() {
    for recipe in [BSP, HOUSE, TEMPLATES] {
        check(recipe, FlawCode::CountDisagrees, |dungeon| dungeon.provenance.recipe.insert("width", 99));
        check(recipe, FlawCode::CountDisagrees, |dungeon| dungeon.provenance.recipe.insert("height", 99));
    }
    let mut planned = dungeon(PLAN);
    planned.provenance.recipe.insert("width", 99);
    assert!(verify(&planned).is_sound(), "a plan makes its own size");
}

#[test]
fn a_longer_runway_is_found_wherever_there_are_corridors() {
    for recipe in [BSP, TEMPLATES] {
        check(recipe, FlawCode::FallbackDisagrees, |dungeon| dungeon.provenance.recipe.insert("corridors.runway", 8));
    }
}

#[test]
fn rooms_off_the_lines_of_their_method_are_found() {
    check(BSP, FlawCode::AlignmentFalse, |dungeon| dungeon.provenance.recipe.insert("method", "house"));
    check(HOUSE, FlawCode::AlignmentFalse, |dungeon| dungeon.provenance.recipe.insert("method", "bsp"));
    // Before epoch 3 all rooms of such a recipe were caves, which lie on no grid.
    check(BSP, FlawCode::AlignmentFalse, |dungeon| dungeon.provenance.recipe.insert("rooms.natural", true));
}

#[test]
fn corridors_of_a_plan_that_meet_are_found() {
    // So many corridors that some merge.
    let crowded = "rooms.count = 20\nextra_links = 1";
    check(crowded, FlawCode::CorridorNotAlone, |dungeon| dungeon.provenance.recipe.insert("method", "plan"));
    check(PLAN, FlawCode::CorridorNotAlone, |dungeon| {
        let taken = dungeon.links[1].path().to_vec();
        let LinkKind::Corridor { corridor, .. } = &mut dungeon.links[0].kind else { panic!("link 0 is a corridor") };
        corridor.roughened.extend(taken);
    });
}

#[test]
fn wide_mouths_belong_to_caves() {
    check(CAVE, FlawCode::LinkDoorMismatch, |dungeon| {
        dungeon.rooms.iter_mut().for_each(|room| room.shape = Shape::Free);
    });
}
