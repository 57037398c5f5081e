use super::*;

fn recipe(text: &str) -> Result<Recipe, RecipeError> {
    RecipeFile::parse("recipe.toml", text)?.check(Seed::new(1))
}

fn complaint(text: &str) -> String {
    recipe(text).unwrap_err().to_string()
}

#[test]
fn defaults_make_a_recipe() {
    let recipe = recipe("").unwrap();
    assert_eq!((recipe.size.width(), recipe.rooms.count, recipe.corridors.turn), (80, 8, 40));
    let recorded =
        FIELDS.iter().filter(|field| !["templates.", "tags."].iter().any(|group| field.key.starts_with(group)));
    assert_eq!(recipe.record.len(), recorded.count());
    assert_eq!(recipe.record.to_map()["loops"], 0.15);
}

#[test]
fn every_default_is_within_its_limits() {
    for field in FIELDS {
        let mut file = RecipeFile::default();
        file.set(&format!("{}={}", field.key, field.default)).unwrap();
        assert!(file.check(Seed::new(1)).is_ok(), "{}", field.key);
    }
}

#[test]
fn every_preset_is_a_recipe_and_says_what_it_makes() {
    for preset in PRESETS {
        preset.recipe().and_then(|file| file.check(Seed::new(1))).unwrap_or_else(|error| panic!("{error}"));
        assert!(preset.summary().ends_with('.'), "{}", preset.name);
        assert_eq!(super::preset(&preset.name.to_uppercase().replace('-', " ")).unwrap().name, preset.name);
    }
}

#[test]
fn toml_and_json_mean_the_same() {
    let toml = recipe("width = 64\nloops = 0.3\n[rooms]\ngrid = [2, 3]\nhouse = true\n").unwrap();
    let json = recipe(r#"{"width": 64, "loops": 0.3, "rooms": {"grid": [2, 3], "house": true}}"#).unwrap();
    assert_eq!(toml, json);
}

#[test]
fn later_layers_win() {
    let mut top = RecipeFile::default();
    top.set("rooms.count = 5").unwrap();
    top.set("entry=north").unwrap();
    let file = RecipeFile::parse("a", "rooms.count = 9\nrooms.min = 4").unwrap().overlay(top);
    let recipe = file.check(Seed::new(1)).unwrap();
    assert_eq!((recipe.rooms.count, recipe.rooms.min, recipe.entry), (5, 4, Dir::North));
}

#[test]
fn a_bad_value_names_field_value_limit_and_position() {
    let check = |text: &str, message: &str| assert_eq!(complaint(text), message, "{text}");
    check(
        "width = 80\n[rooms]\nmin = 9\nmax = 4\n",
        "rooms.min: need 3 <= min <= max <= 64, got 9 with max 4 (recipe.toml:3:1)",
    );
    check("rooms.max = 4", "rooms.max: need 3 <= min <= max <= 64, got 4 with min 5 (recipe.toml:1:7)");
    check("corridors.width = 9", "corridors.width: need 1 to 4, got 9 (recipe.toml:1:11)");
    check("width = -5", "width: need 16 to 16384, got -5 (recipe.toml:1:1)");
    check("width = 99999999999999999999", "width: need a number, a word, a switch or a list (recipe.toml:1:1)");
    check("loops = 1.5", "loops: need 0 to 1, at most four decimals, got 1.5 (recipe.toml:1:1)");
    check("loops = 0.12345", "loops: need 0 to 1, at most four decimals, got 0.12345 (recipe.toml:1:1)");
    check("rooms.grid = 9", "rooms.grid: need 1 to 8, or [x, y], or \"auto\", got 9 (recipe.toml:1:7)");
    check("rooms.grid = [1, 2, 3]", "rooms.grid: need 1 to 8, or [x, y], or \"auto\", got [1, 2, 3] (recipe.toml:1:7)");
    check(
        "rooms.max = 5\nrooms.grid = 6",
        "rooms.grid: need at most rooms.max = 5, or no room could lie on it, got 6 (recipe.toml:2:7)",
    );
    check("entry = \"up\"", "entry: need north, east, south, west, got \"up\" (recipe.toml:1:1)");
    check("corridors.merge = 20", "corridors.merge: need at most corridors.step = 10, got 20 (recipe.toml:1:11)");
    check("doors.open = 0.9", "doors.open: need doors.archway + doors.open <= 1, got a sum of 1.1 (recipe.toml:1:7)");
    check(
        "rooms.mim = 3",
        "rooms.mim: unknown field; did you mean rooms.min? `undercroft fields` lists all (recipe.toml:1:7)",
    );
    assert!(complaint("colour = 3").starts_with("colour: unknown field; did you mean "));
    check("width = 1979-05-27", "width: need a number, a word, a switch or a list (recipe.toml:1:1)");
    check("{\"rooms\": {\n  \"min\": 2}}", "rooms.min: need 3 to 64, got 2 (recipe.toml:2:10)");
    check("{\"width\": null}", "width: need a number, a word, a switch or a list (recipe.toml:1:11)");
}

#[test]
fn broken_texts_name_the_position() {
    assert!(complaint("width = \n").ends_with("(recipe.toml:1:9)"), "{}", complaint("width = \n"));
    assert!(complaint("{\"width\": 3").ends_with("(recipe.toml:1:11)"), "{}", complaint("{\"width\": 3"));
    assert!(complaint("rooms = 3").contains("rooms: unknown field"));
}

#[test]
fn set_complains_about_itself() {
    let mut file = RecipeFile::default();
    let no_value = file.set("rooms.count").unwrap_err().to_string();
    assert_eq!(no_value, "--set rooms.count: write KEY=VALUE, for example rooms.count=12");
    file.set("rooms.count=1").unwrap();
    let refused = file.check(Seed::new(1)).unwrap_err().to_string();
    assert_eq!(refused, "rooms.count: need 2 to 200000, got 1 (--set rooms.count=1)");
}
