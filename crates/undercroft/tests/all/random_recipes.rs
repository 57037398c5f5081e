//! The law of all methods together: what a recipe gives is sound, whatever its methods, shapes, widths, grids, levels and masks.
//!
//! `UNDERCROFT_RECIPES=2000 cargo test -p undercroft --all-features --test all random_recipes::` draws more of them.

use crate::dungeons::{made, preset};
use crate::law_size;
use crate::mask_shapes;

use law_size::{recipes, report};
use mask_shapes::masks;
use rayon::prelude::*;
use undercroft::dungeon::Shape;
use undercroft::events::NoEvents;
use undercroft::recipe::{RecipeError, RecipeFile};
use undercroft::seed::{Seed, Stream};
use undercroft::verify::verify;

/// Recipes that are drawn where the environment asks for no other number.
const RECIPES: u64 = 300;

/// A recipe of any method.
fn recipe(number: u64) -> String {
    let mut stream = Stream::new(number, "random-recipes");
    let method = ["accrete", "bsp", "house", "plan", "templates"][stream.below(5) as usize];
    let (min, more) = (stream.range(3..7), stream.range(0..6));
    let grid = stream.range(1..9).min(min + more);
    let mut lines = vec![
        format!("method = \"{method}\""),
        format!("rooms.min = {min}\nrooms.max = {}\nrooms.grid = {grid}", min + more),
        format!("corridors.width = {}\ncorridors.runway = {}", stream.range(1..5), stream.range(0..5)),
        format!("extra_links = 0.{}\ndoors.per_link = {}", stream.below(10), stream.range(1..3)),
        format!("stairs.run = {}", stream.range(1..4)),
        format!("entrance_side = \"{}\"", ["north", "east", "south", "west"][stream.below(4) as usize]),
    ];
    for shape in Shape::DRAWN.into_iter().filter(|_| ["accrete", "bsp", "plan"].contains(&method)) {
        lines.push(format!("rooms.shapes.{} = {}", shape.name(), stream.below(3) + u32::from(shape == Shape::Rect)));
    }
    match method {
        "house" if stream.below(2) == 0 => lines.push("rooms.count = 12\nstoreys = [3, 5, 4]".to_owned()),
        "accrete" | "plan" => {
            let (low, high) = (stream.range(-2..1), stream.range(0..2));
            lines.push(format!("rooms.count = {}\nlevels = [{low}, {high}]", stream.range(14..24)));
            lines.push(format!("locks = {}\nsecrets.chance = 0.{}", stream.below(3), stream.below(10)));
        }
        _ => lines.push(format!("rooms.count = {}", stream.range(4..24))),
    }
    lines.join("\n")
}

/// The mask that a recipe is laid out on: every third has one.
fn mask(number: u64) -> Option<(&'static str, String)> {
    number.is_multiple_of(3).then(|| masks().remove((number / 3 % 4) as usize))
}

/// The flaws of a recipe's dungeon; `None` where the recipe cannot be met.
fn flaws(number: u64) -> Option<Vec<String>> {
    let fail = |error: RecipeError| -> ! { panic!("{number}: {error}") };
    let mut file = RecipeFile::parse("random.toml", &recipe(number)).unwrap_or_else(|error| fail(error));
    if let Some((name, mask)) = mask(number) {
        file.attach("mask.file", name, mask.as_bytes()).unwrap_or_else(|error| fail(error));
    }
    let recipe = file.check(Seed::new(number)).unwrap_or_else(|error| panic!("{number}: {error}"));
    let dungeon = recipe.generate(&mut NoEvents).ok()?;
    Some(verify(&dungeon).flaws.iter().map(ToString::to_string).collect())
}

#[test]
fn random_recipes_are_sound() {
    let count = recipes(RECIPES);
    let judged: Vec<(u64, Option<Vec<String>>)> =
        (0..count).into_par_iter().map(|number| (number, flaws(number))).collect();
    let wrong: Vec<String> = judged
        .iter()
        .filter_map(|(number, flaws)| Some((number, flaws.as_ref().filter(|flaws| !flaws.is_empty())?)))
        .map(|(number, flaws)| {
            format!("{}\nmask {:?}\n{flaws:#?}", recipe(*number), mask(*number).map(|(name, _)| name))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n\n"));
    // The others ask for more than their maps hold, which is an error and no dungeon.
    let made = |is_masked: bool| {
        let of_kind = judged.iter().filter(|(number, _)| mask(*number).is_some() == is_masked);
        let [all, made] = of_kind.fold([0, 0], |[all, made], (_, flaws)| [all + 1, made + u64::from(flaws.is_some())]);
        [made, all]
    };
    let ([free, all], [masked, all_masked]) = (made(false), made(true));
    assert!(10 * free >= 7 * all, "only {free} of {all} recipes have a dungeon");
    assert!(10 * masked >= 5 * all_masked, "only {masked} of {all_masked} recipes with a mask have a dungeon");
    report(
        "every method × shapes × widths 1–4 × grids 1–8 × masks is sound",
        format!("{count} random recipes, a third on masks"),
        format!("0 flaws; {free} of {all} free ones and {masked} of {all_masked} on masks can be met"),
    );
}

/// Two flights of one house that have to be near each other: only the second one had its warning.
#[test]
fn stairs_near_other_stairs_have_a_warning_each() {
    let cases: [(&str, &[&str], u64); 3] = [
        ("cottage", &["corridors.runway=3"], 6618),
        ("manor", &["corridors.runway=6"], 4580),
        ("cottage", &["height=57", "doors.archway=0.3", "corridors.runway=7", "stairs.run=3"], 5594),
    ];
    for (name, settings, seed) in cases {
        let mut file = preset(name);
        settings.iter().for_each(|setting| file.set(setting).unwrap_or_else(|error| panic!("{error}")));
        let dungeon = made(&file, seed);
        let flaws: Vec<String> = verify(&dungeon).flaws.iter().map(ToString::to_string).collect();
        assert!(flaws.is_empty(), "{name} {seed}: {flaws:?}");
        let near = dungeon.warnings.iter().filter(|warning| warning.contains("of a door or of other stairs"));
        assert!(near.count() >= 2, "{name} {seed}: {:?}", dungeon.warnings);
    }
}
