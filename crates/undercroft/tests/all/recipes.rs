//! The recipe's documents agree with its table of fields.
//!
//! `UNDERCROFT_BLESS=1 cargo test -p undercroft --test all recipes::` rewrites them.

use std::fs;
use std::path::PathBuf;

use undercroft::field::{json_schema, markdown_table};
use undercroft::recipe::{FIELDS, RecipeFile};
use undercroft::seed::Seed;

const BLESS: &str = "if the change is meant, run `UNDERCROFT_BLESS=1 cargo test -p undercroft --test all recipes::`";

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn is_blessed() -> bool {
    std::env::var_os("UNDERCROFT_BLESS").is_some()
}

/// The page with the part between `<!-- name -->` and `<!-- /name -->` replaced.
fn filled(page: &str, name: &str, part: &str) -> String {
    let [begin, end] = [format!("<!-- {name} -->\n"), format!("<!-- /{name} -->")];
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("the page has no {begin}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("the page has no {end}"));
    format!("{before}{begin}{part}{end}{after}")
}

fn schema() -> String {
    json_schema("Undercroft recipe, version 1", FIELDS)
}

fn presets() -> String {
    let rows = undercroft::presets().iter().map(|preset| format!("| `{}` | {} |\n", preset.name, preset.summary()));
    format!("| preset | what it makes |\n|---|---|\n{}", rows.collect::<String>())
}

#[test]
fn the_page_about_recipes_lists_all_fields_and_presets() {
    let path = file("docs/recipes.md");
    let page = fs::read_to_string(&path).unwrap();
    let right = filled(&filled(&page, "fields", &markdown_table(FIELDS)), "presets", &presets());
    if is_blessed() {
        fs::write(&path, &right).unwrap();
    } else {
        assert!(page == right, "docs/recipes.md is not what the fields and presets say; {BLESS}");
    }
}

#[test]
fn the_schema_in_the_repository_is_that_of_the_fields() {
    let path = file("schema/recipe-1.schema.json");
    if is_blessed() {
        fs::write(&path, schema()).unwrap();
    }
    // Values, not bytes: the order of keys in a schema depends on what other crates ask of the JSON library.
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(value(&kept) == value(&schema()), "schema/recipe-1.schema.json is not that of the fields; {BLESS}");
}

#[test]
fn the_schema_and_the_program_refuse_the_same_recipes() {
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema()).unwrap()).unwrap();
    let cases = [
        "{}",
        r#"{"width": 80, "outline": true, "rooms": {"grid": 4}, "extra_links": 0.25, "entrance_side": "north"}"#,
        r#"{"rooms": {"grid": [2, 3]}}"#,
        r#"{"rooms": {"grid": "auto"}}"#,
        r#"{"width": 15}"#,
        r#"{"width": -5}"#,
        r#"{"width": "wide"}"#,
        r#"{"rooms": {"grid": [2, 3, 4]}}"#,
        r#"{"rooms": {"grid": 9}}"#,
        r#"{"rooms": {"size": 9}}"#,
        r#"{"corridors": {"width": 9}}"#,
        r#"{"extra_links": 1.5}"#,
        r#"{"entrance_side": "up"}"#,
        r#"{"outline": 1}"#,
        r#"{"place": "bsp"}"#,
        r#"{"height": "auto"}"#,
    ];
    for case in cases {
        let taken = RecipeFile::parse("case", case).and_then(|file| file.check(Seed::new(1)));
        assert_eq!(validator.is_valid(&serde_json::from_str(case).unwrap()), taken.is_ok(), "{case}: {taken:?}");
    }
}

#[test]
fn presets_set_only_fields_that_apply_to_their_method() {
    for preset in undercroft::presets() {
        let recipe = preset.recipe().and_then(|file| file.check(Seed::new(1))).unwrap();
        assert!(recipe.ignored().is_empty(), "{}: {:?}", preset.name, recipe.ignored());
    }
}
