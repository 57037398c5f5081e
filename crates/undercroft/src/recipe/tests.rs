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
    let Method::Bsp(spec) = &recipe.method else { panic!("{:?}", recipe.method) };
    assert_eq!((spec.size.width(), spec.rooms.count, recipe.corridors.cost.turn), (80, 8, 40));
    let recorded = FIELDS.iter().filter(|field| field.applies_to.contains(&MethodKind::Bsp));
    assert_eq!(recipe.record.len(), recorded.count());
    assert_eq!(recipe.record.to_map()["extra_links"], 0.15);
    assert_eq!(recipe.record.to_map()["width"], 80);
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
fn no_row_of_the_table_is_left_unread() {
    let builder = [
        include_str!("build.rs"),
        include_str!("house_fields.rs"),
        include_str!("map_size.rs"),
        include_str!("own_files.rs"),
        include_str!("passage_fields.rs"),
        include_str!("plan_fields.rs"),
        include_str!("room_fields.rs"),
        include_str!("stock_fields.rs"),
    ]
    .concat();
    for field in FIELDS {
        assert!(
            builder.contains(&format!("(\"{}\"", field.key))
                || builder.contains(&format!("\"{}\"]", field.key))
                || builder.contains(&format!("[\"{}\"", field.key)),
            "{} is read by no code",
            field.key
        );
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
    let toml = recipe("outline = true\nwidth = 64\nextra_links = 0.3\n[rooms]\ngrid = [2, 3]\n").unwrap();
    let json = recipe(r#"{"outline": true, "width": 64, "extra_links": 0.3, "rooms": {"grid": [2, 3]}}"#).unwrap();
    assert_eq!(toml, json);
}

#[test]
fn later_layers_win() {
    let mut top = RecipeFile::default();
    top.set("rooms.count = 5").unwrap();
    top.set("entrance_side=north").unwrap();
    let file = RecipeFile::parse("a", "rooms.count = 9\nrooms.min = 4").unwrap().overlay(top);
    let recipe = file.check(Seed::new(1)).unwrap();
    let Method::Bsp(spec) = &recipe.method else { panic!("{:?}", recipe.method) };
    assert_eq!((spec.rooms.count, spec.rooms.min, recipe.entrance_side), (5, 4, Dir::North));
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
    check("width = -5", "width: need 16 to 16384, or \"auto\", got -5 (recipe.toml:1:1)");
    check("width = 99999999999999999999", "width: need a number, a text, true or false, or a list (recipe.toml:1:1)");
    check("extra_links = 1.5", "extra_links: need 0 to 1, at most four decimals, got 1.5 (recipe.toml:1:1)");
    check("extra_links = 0.12345", "extra_links: need 0 to 1, at most four decimals, got 0.12345 (recipe.toml:1:1)");
    check("rooms.grid = 9", "rooms.grid: need 1 to 8, or [x, y], or \"auto\", got 9 (recipe.toml:1:7)");
    check("rooms.grid = [1, 2, 3]", "rooms.grid: need 1 to 8, or [x, y], or \"auto\", got [1, 2, 3] (recipe.toml:1:7)");
    check(
        "rooms.max = 5\nrooms.grid = 6",
        "rooms.grid: need at most rooms.max = 5, or no room could lie on it, got 6 (recipe.toml:2:7)",
    );
    check("entrance_side = \"up\"", "entrance_side: need north, east, south, west, got \"up\" (recipe.toml:1:1)");
    check(
        "corridors.cost.merge = 20",
        "corridors.cost.merge: need at most corridors.cost.step = 10, got 20 (recipe.toml:1:16)",
    );
    check("doors.open = 0.9", "doors.open: need doors.archway + doors.open <= 1, got a sum of 1.1 (recipe.toml:1:7)");
    check(
        "rooms.mim = 3",
        "rooms.mim: unknown field; did you mean rooms.min? `undercroft fields` lists all (recipe.toml:1:7)",
    );
    check("colour = 3", "colour: unknown field; `undercroft fields` lists all (recipe.toml:1:1)");
    check("width = 1979-05-27", "width: need a number, a text, true or false, or a list (recipe.toml:1:1)");
    check("{\"rooms\": {\n  \"min\": 2}}", "rooms.min: need 3 to 64, got 2 (recipe.toml:2:10)");
    check("{\"width\": null}", "width: need a number, a text, true or false, or a list (recipe.toml:1:11)");
}

#[test]
fn weights_that_make_no_sense_are_refused() {
    let check = |text: &str, message: &str| assert_eq!(complaint(text), message, "{text}");
    check(
        "[rooms.shapes]\noctogon = 3",
        "rooms.shapes.octogon: unknown shape; did you mean octagon? (recipe.toml:2:1)",
    );
    check(
        "rooms.shapes.banana = 3",
        "rooms.shapes.banana: unknown shape; need rect, l, t, cross, octagon, circle, apse, pillared, alcoves, dais, ring \
         (recipe.toml:1:14)",
    );
    check(
        "method = \"accrete\"\nrooms.shapes.rect = 0",
        "rooms.shapes: all weights are 0; raise one of them (recipe.toml:2:14)",
    );
    check("rooms.shapes.ring = 1001", "rooms.shapes.ring: need 0 to 1000, got 1001 (recipe.toml:1:14)");
    let lengths = "accrete.lengths: need 1 to 13 weights from 0 to 1000, not all 0, got";
    check("accrete.lengths = [0, 0]", &format!("{lengths} [0, 0] (recipe.toml:1:9)"));
    check("accrete.lengths = []", &format!("{lengths} [] (recipe.toml:1:9)"));
    check("accrete.lengths = \"auto\"", &format!("{lengths} \"auto\" (recipe.toml:1:9)"));
    check(
        "method = \"accrete\"\nrooms.count = 5\nlevels = [-2, 0]",
        "levels: need at most 2 levels, two rooms on each of rooms.count = 5, got [-2, 0] (recipe.toml:3:1)",
    );
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

#[test]
fn an_old_key_is_an_error_that_names_the_new_one() {
    let check = |text: &str, message: &str| assert_eq!(complaint(text), message, "{text}");
    check("place = \"lattice\"", "place: renamed to method; write method = \"plan\" (recipe.toml:1:1)");
    check("place = \"bsp\"", "place: renamed to method; write method = \"bsp\" (recipe.toml:1:1)");
    check("rooms.style = \"adjoining\"", "rooms.style: replaced by method; write method = \"house\" (recipe.toml:1:7)");
    check("[rooms]\nhouse = true", "rooms.house: renamed to outline; write outline = true (recipe.toml:2:1)");
    check("branching = \"staircase\"", "branching: replaced by shape; write shape = \"staircase\" (recipe.toml:1:1)");
    check("loops = 0.5", "loops: renamed to extra_links; write extra_links = 0.5 (recipe.toml:1:1)");
    let mut file = RecipeFile::default();
    let error = file.set("corridors.wander=40").unwrap_err().to_string();
    assert_eq!(
        error,
        "corridors.wander: renamed to corridors.cost.hard_rock; write corridors.cost.hard_rock = 40 (--set corridors.wander=40)"
    );
}

#[test]
fn the_record_of_an_old_dungeon_is_refused_with_the_new_key() {
    let mut record = recipe("").unwrap().record;
    assert_eq!(renamed_key(&record), None);
    record.insert("tile", 5);
    let hint = "renamed to tile_feet; write tile_feet = 5".to_owned();
    assert_eq!(renamed_key(&record), Some(("tile", hint)));
}

#[test]
fn fields_that_do_not_apply_are_ignored_and_listed() {
    let recipe = recipe("method = \"templates\"\nrooms.count = 5\nstoreys = [2, 3]\nwidth = 90").unwrap();
    assert_eq!(recipe.ignored(), ["rooms.count", "storeys"]);
    assert_eq!(recipe.record.to_map()["height"], "auto");
    assert!(complaint("method = \"templates\"\nrooms.count = \"many\"").starts_with("rooms.count: need 2 to 200000"));
}
