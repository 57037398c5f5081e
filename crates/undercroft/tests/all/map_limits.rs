//! Recipes and readers have one limit of cells, and distant rooms are joined up to it.

use undercroft::dungeon::MAX_CELLS;
use undercroft::format::read;
use undercroft::recipe::RecipeFile;
use undercroft::seed::Seed;
use undercroft::verify::verify;
use undercroft::{Generator, format};

/// Whether a recipe of this method may have a map of these sides.
fn is_made(method: &str, width: i64, height: i64) -> Result<(), String> {
    let mut file = RecipeFile::default();
    for setting in [format!("method={method}"), format!("width={width}"), format!("height={height}")] {
        file.set(&setting).unwrap();
    }
    file.check(Seed::new(1)).map(|_| ()).map_err(|error| error.to_string())
}

/// Whether a file may have a map of these sides: one without rows is refused for them and not for its size.
fn is_read(width: i64, height: i64) -> Result<(), String> {
    let level = format!(r#"{{"z":0,"width":{width},"height":{height},"rows":[]}}"#);
    let json = format!(r#"{{"format":"undercroft","version":1,"name":"Wide","levels":[{level}]}}"#);
    let error = read(None, json.as_bytes()).unwrap_err().to_string();
    if error.contains("rows") { Ok(()) } else { Err(error) }
}

#[test]
fn what_a_recipe_may_ask_for_a_file_may_hold() {
    let sides = [16, 100, 2048, 4095, 4096, 4097, 8191, 8192, 8193, 10_000, 16_383, 16_384];
    for (width, height) in sides.into_iter().flat_map(|width| sides.map(|height| (width, height))) {
        let fits = width * height <= MAX_CELLS as i64;
        for outcome in ["bsp", "house", "templates"].map(|method| is_made(method, width, height)) {
            assert_eq!(outcome.is_ok(), fits, "{width}×{height}: {outcome:?}");
            let names_limit = |error: &String| error.contains("at most 67108864 cells");
            assert!(outcome.err().is_none_or(|error| names_limit(&error)));
        }
        let outcome = is_read(width, height);
        assert_eq!(outcome.is_ok(), fits, "{width}×{height}: {outcome:?}");
    }
}

#[test]
fn a_map_beyond_the_limit_is_refused_with_the_limit_and_not_with_a_blocked_path() {
    let error =
        Generator::default().set("width", 10_000).unwrap().set("height", 10_000).unwrap().generate().unwrap_err();
    let sentence = "width: need at most 67108864 cells in all, such as 8192×8192, got 10000×10000 (set)";
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn storeys_and_levels_share_the_limit() {
    let storeys = "method = \"house\"\nwidth = 8192\nheight = 4096\nrooms.count = 6\nstoreys = [2, 2, 2]";
    let error = RecipeFile::parse("house", storeys).unwrap().check(Seed::new(1)).unwrap_err().to_string();
    assert!(error.contains("at most 67108864 cells") && error.contains("8192×4096 on each of 3 storeys"), "{error}");
    let plan = "method = \"plan\"\nshape = \"linear\"\nrooms.count = 1400\nrooms.max = 60\nlevels = [-100, 100]";
    let error = Generator::recipe("plan", plan).unwrap().generate().map(|dungeon| dungeon.levels.len()).unwrap_err();
    assert!(error.to_string().contains("67108864 cells in all"), "{error}");
}

#[test]
fn what_is_generated_is_read_back_at_every_size() {
    for (width, height) in [(16, 40), (500, 17), (300, 1200), (2048, 1024), (16_384, 64)] {
        let generator = Generator::default().set("width", width).unwrap().set("height", height).unwrap();
        let generator =
            generator.set("rooms.min", 3).unwrap().set("rooms.max", 5).unwrap().set("rooms.grid", 1).unwrap();
        let dungeon = generator.seed(3).generate().unwrap();
        let json = format::json::write(&dungeon);
        assert_eq!(read(None, json.as_bytes()).unwrap(), dungeon, "{width}×{height}");
    }
}

/// Rooms that lie thousands of cells apart, where a rectangle round both would be larger than any search.
#[test]
fn distant_rooms_are_joined() {
    for (side, rooms, seeds) in [(4096, 2, 8), (4096, 8, 8), (8192, 2, 2), (8192, 8, 1)] {
        for seed in 1..=seeds {
            let generator = Generator::default().set("width", side).unwrap().set("height", side).unwrap();
            let dungeon = generator.set("rooms.count", rooms).unwrap().seed(seed).generate();
            let dungeon = dungeon.unwrap_or_else(|error| panic!("{side}² with {rooms} rooms, seed {seed}: {error}"));
            assert_eq!(verify(&dungeon).flaws, [], "{side}² with {rooms} rooms, seed {seed}");
        }
    }
}
