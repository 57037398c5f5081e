//! A warning about too few rooms names what makes place for more, and it does.

use undercroft::Generator;
use undercroft::dungeon::Dungeon;
use undercroft::field::Value;

fn generate(recipe: &str, changes: &[(String, i64)], seed: u64) -> Dungeon {
    let mut generator = Generator::recipe("tight.toml", recipe).unwrap();
    for (key, value) in changes {
        generator = generator.set(key, Value::Integer(*value)).unwrap();
    }
    generator.seed(seed).generate().unwrap_or_else(|error| panic!("{changes:?}: {error}"))
}

/// The changes of the warning, each with the number of rooms that it promises.
fn hints(dungeon: &Dungeon) -> Vec<(Vec<(String, i64)>, usize)> {
    let Some(warning) = dungeon.warnings.iter().find(|warning| warning.starts_with("Placed ")) else {
        return Vec::new();
    };
    let Some((_, hints)) = warning.split_once(" These make place, each alone: ") else { return Vec::new() };
    let hint = |text: &str| {
        let (changes, rooms) = text.rsplit_once(" for ").unwrap();
        let change = |text: &str| {
            let (key, value) = text.split_once(" = ").unwrap();
            (key.to_owned(), value.parse().unwrap())
        };
        (changes.split(" and ").map(change).collect(), rooms.parse().unwrap())
    };
    hints.trim_end_matches('.').split(", ").map(hint).collect()
}

#[track_caller]
fn check(recipe: &str, seed: u64, fields: &[&str]) {
    let short = generate(recipe, &[], seed);
    let hints = hints(&short);
    let named: Vec<&str> = hints.iter().map(|(changes, _)| changes[0].0.as_str()).collect();
    assert!(fields.iter().all(|field| named.contains(field)), "{named:?} in {:?}", short.warnings);
    for (changes, promised) in hints {
        let rooms = generate(recipe, &changes, seed).rooms.len();
        assert!(rooms >= promised && promised > short.rooms.len(), "{changes:?}: {rooms} of {promised}");
    }
}

#[test]
fn every_hint_about_a_partition_helps() {
    check("method = \"bsp\"\nwidth = 40\nheight = 40\nrooms.count = 30", 1, &["rooms.grid", "rooms.min", "width"]);
    let padded = "method = \"bsp\"\nwidth = 60\nheight = 60\nrooms.count = 16\nrooms.grid = 1\nrooms.padding = 8";
    let wide = "method = \"bsp\"\nwidth = 60\nheight = 60\nrooms.count = 20\nrooms.grid = 1\ncorridors.width = 4\n\
                corridors.runway = 4";
    for seed in 0..5 {
        check(padded, seed, &["rooms.padding", "width"]);
        check(wide, seed, &["corridors.width", "corridors.runway", "rooms.min", "width"]);
    }
}

#[test]
fn every_hint_about_growth_helps() {
    let tight =
        "method = \"accrete\"\nwidth = 32\nheight = 30\nrooms.count = 20\nrooms.grid = 1\nrooms.min = 5\nrooms.max = 9";
    for seed in 0..5 {
        check(tight, seed, &["width"]);
    }
}

#[test]
fn what_does_not_help_is_not_named() {
    let recipe = "method = \"bsp\"\nwidth = 40\nheight = 40\nrooms.count = 30\nrooms.min = 3\nrooms.max = 6\nrooms.grid = 1\n\
                  corridors.runway = 0";
    let warning = &generate(recipe, &[], 1).warnings[0];
    assert!(
        warning.contains("width = ") && !warning.contains("rooms.min") && !warning.contains("corridors"),
        "{warning}"
    );
}
