//! A warning about too few rooms, and an error about no place, name what makes place, and it does.

use undercroft::dungeon::Dungeon;
use undercroft::field::Value;
use undercroft::{Error, Generator};

/// A recipe, and the mask that it is laid out on.
#[derive(Clone, Copy)]
struct Case<'a> {
    recipe: &'a str,
    mask: Option<&'a str>,
}

/// A change of one field, or of both sides of the map.
type Changes = Vec<(String, i64)>;

impl<'a> Case<'a> {
    const fn new(recipe: &'a str) -> Self {
        Self { recipe, mask: None }
    }

    fn generate(self, changes: &[(String, i64)], seed: u64) -> Result<Dungeon, Error> {
        let mut generator = Generator::recipe("tight.toml", self.recipe)?;
        if let Some(mask) = self.mask {
            generator = generator.attach("mask.file", "lot.txt", mask.as_bytes())?;
        }
        for (key, value) in changes {
            generator = generator.set(key, Value::Integer(*value))?;
        }
        generator.seed(seed).generate()
    }

    /// Rooms, or floor cells where rooms are from templates.
    fn amount(self, dungeon: &Dungeon) -> usize {
        let floor = || dungeon.rooms.iter().map(|room| room.area() as usize).sum();
        if self.recipe.contains("templates") { floor() } else { dungeon.rooms.len() }
    }

    /// Every hint of a warning helps as much as it promises, and these fields are among them.
    #[track_caller]
    fn check(self, seed: u64, fields: &[&str]) {
        let short = self.generate(&[], seed).unwrap_or_else(|error| panic!("{error}"));
        let placed = self.amount(&short);
        self.check_hints(&short.warnings.join("\n"), placed, seed, fields);
    }

    /// The same for an error: without a change there is nothing.
    #[track_caller]
    fn check_error(self, seed: u64, fields: &[&str]) {
        let error = self.generate(&[], seed).map(|dungeon| dungeon.warnings).unwrap_err();
        self.check_hints(&error.to_string(), 0, seed, fields);
    }

    #[track_caller]
    fn check_hints(self, message: &str, placed: usize, seed: u64, fields: &[&str]) {
        let hints = hints(message);
        let named: Vec<&str> = hints.iter().map(|(changes, _)| changes[0].0.as_str()).collect();
        assert!(!hints.is_empty() && fields.iter().all(|field| named.contains(field)), "{named:?} in {message}");
        for (changes, promised) in hints {
            let made = self.generate(&changes, seed).unwrap_or_else(|error| panic!("{changes:?}: {error}"));
            let amount = self.amount(&made);
            assert!(amount >= promised && promised > placed, "{changes:?}: {amount} of {promised} in {message}");
        }
    }
}

/// The changes of a message, each with the number of rooms that it promises.
fn hints(message: &str) -> Vec<(Changes, usize)> {
    let Some((_, hints)) = message.split_once("hese make place, each alone: ") else { return Vec::new() };
    let hints = hints.lines().next().unwrap_or_default();
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

/// A cross with arms of so many cells.
fn cross(side: usize, arm: usize) -> String {
    let middle = |at: usize| at.abs_diff(side / 2) < arm.div_ceil(2);
    let row = |y: usize| (0..side).map(|x| if middle(x) || middle(y) { '.' } else { '#' }).collect::<String>() + "\n";
    (0..side).map(row).collect()
}

#[test]
fn every_hint_about_a_partition_helps() {
    Case::new("method = \"bsp\"\nwidth = 40\nheight = 40\nrooms.count = 30")
        .check(1, &["rooms.grid", "rooms.min", "width"]);
    let padded = "method = \"bsp\"\nwidth = 60\nheight = 60\nrooms.count = 16\nrooms.grid = 1\nrooms.padding = 8";
    let wide = "method = \"bsp\"\nwidth = 60\nheight = 60\nrooms.count = 20\nrooms.grid = 1\ncorridors.width = 4\n\
                corridors.runway = 4";
    for seed in 0..5 {
        Case::new(padded).check(seed, &["rooms.padding", "width"]);
        Case::new(wide).check(seed, &["corridors.width", "corridors.runway", "rooms.min", "width"]);
    }
}

#[test]
fn every_hint_about_growth_helps() {
    let tight =
        "method = \"accrete\"\nwidth = 32\nheight = 30\nrooms.count = 20\nrooms.grid = 1\nrooms.min = 5\nrooms.max = 9";
    for seed in 0..5 {
        Case::new(tight).check(seed, &["width"]);
    }
}

#[test]
fn every_hint_about_a_house_helps() {
    let tight = "method = \"house\"\nwidth = 30\nheight = 30\nrooms.count = 30\nrooms.min = 5\nrooms.grid = 3";
    let storeys = "method = \"house\"\nwidth = 24\nheight = 18\nrooms.count = 30\nstoreys = [12, 18]\nrooms.min = 4\nrooms.grid = 4";
    for seed in 0..3 {
        Case::new(tight).check(seed, &["rooms.min", "width"]);
        Case::new(storeys).check(seed, &["width"]);
    }
}

#[test]
fn every_hint_about_walkers_helps() {
    let tight = "method = \"templates\"\nwidth = 40\nheight = 40\ntemplates.floor_cells = 1500";
    for seed in 0..3 {
        Case::new(tight).check(seed, &["width"]);
    }
}

#[test]
fn every_hint_on_a_mask_helps() {
    let mask = cross(60, 15);
    let apart = "method = \"bsp\"\nrooms.count = 14\nrooms.min = 5\nrooms.max = 9\nrooms.grid = 4";
    for seed in 0..3 {
        Case { recipe: apart, mask: Some(&mask) }.check(seed, &["rooms.grid"]);
    }
}

#[test]
fn every_hint_of_an_error_helps() {
    let small = "width = 16\nheight = 16\nrooms.count = 6\nrooms.grid = 1\n";
    Case::new(&format!("method = \"bsp\"\nrooms.min = 6\nrooms.max = 8\n{small}"))
        .check_error(1, &["rooms.min", "width"]);
    Case::new(&format!("method = \"accrete\"\nrooms.min = 9\nrooms.max = 9\n{small}"))
        .check_error(1, &["rooms.min", "width"]);
    Case::new(&format!("method = \"house\"\nrooms.min = 9\nrooms.max = 12\n{small}"))
        .check_error(1, &["rooms.min", "width"]);
}

#[test]
fn every_hint_of_an_error_on_a_mask_helps() {
    let mask = cross(50, 11);
    let house = "method = \"house\"\nrooms.count = 5\nrooms.min = 12\nrooms.max = 16\nrooms.grid = 4";
    Case { recipe: house, mask: Some(&mask) }.check_error(1, &["rooms.min"]);
    let plan =
        "method = \"plan\"\ncategory = \"crypt\"\nrooms.count = 9\nlevels = [0, 0]\nrooms.min = 6\nrooms.max = 8";
    Case { recipe: plan, mask: Some(&cross(50, 13)) }.check_error(1, &["rooms.count"]);
}

#[test]
fn what_does_not_help_is_not_named() {
    let recipe = "method = \"bsp\"\nwidth = 40\nheight = 40\nrooms.count = 30\nrooms.min = 3\nrooms.max = 6\nrooms.grid = 1\n\
                  corridors.runway = 0";
    let warning = &Case::new(recipe).generate(&[], 1).unwrap().warnings[0];
    assert!(
        warning.contains("width = ") && !warning.contains("rooms.min") && !warning.contains("corridors"),
        "{warning}"
    );
    let lot = cross(19, 3);
    let hopeless = "method = \"plan\"\nrooms.count = 9\nlevels = [0, 0]\nrooms.min = 3\nrooms.max = 3\nrooms.grid = 1";
    let error =
        Case { recipe: hopeless, mask: Some(&lot) }.generate(&[], 1).map(|dungeon| dungeon.warnings).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("no change of one field alone makes place; tried were "), "{message}");
}

/// Two dungeons with one room each: neither method says that this is a dungeon.
#[test]
fn a_map_for_one_room_is_an_error_for_growth_and_for_partitions() {
    let small = "width = 16\nheight = 16\nrooms.count = 6\nrooms.grid = 1\nrooms.min = 9\nrooms.max = 9";
    for method in ["accrete", "bsp"] {
        let error = Case::new(&format!("method = \"{method}\"\n{small}")).generate(&[], 1).unwrap_err().to_string();
        assert!(error.starts_with("a map of 16×16 has "), "{error}");
        assert!(error.contains("; these make place, each alone: "), "{error}");
    }
}

#[test]
fn a_chosen_module_is_no_warning() {
    for method in ["accrete", "bsp", "house", "plan"] {
        let recipe = format!(
            "method = \"{method}\"\nrooms.grid = \"auto\"\nrooms.count = 9\nwidth = 80\nheight = 80\nlevels = [0, 0]"
        );
        let dungeon = Case::new(&recipe).generate(&[], 1).unwrap();
        assert!(dungeon.warnings.is_empty(), "{method}: {:?}", dungeon.warnings);
    }
}

#[test]
fn a_plan_of_too_many_rooms_says_that_they_were_not_attached() {
    let recipe = "method = \"plan\"\ncategory = \"dungeon\"\nrooms.count = 300\nlevels = [0, 0]";
    let warnings = Case::new(recipe).generate(&[], 1).unwrap().warnings;
    let sentence = "arrange: level 0 has 300 rooms, and those of at most 256 are attached to each other";
    assert!(warnings.iter().any(|warning| warning.starts_with(sentence)), "{warnings:?}");
}
