//! A recipe of your own, an override, and the error of a bad value.

use undercroft::{Error, Generator, verify};

const RECIPE: &str = r#"
method = "bsp"
width = 60
height = 40
extra_links = 0.5

[rooms]
count = 9
min = 4
max = 9
"#;

fn main() -> Result<(), Error> {
    let generator = Generator::recipe("mine.toml", RECIPE)?.seed(3);
    let dungeon = generator.clone().set("rooms.count", 7)?.generate()?;
    assert_eq!(dungeon.rooms.len(), 7);
    assert!(verify(&dungeon).is_sound());

    let error = generator.clone().set("rooms.count", "many").unwrap_err();
    println!("{error}");
    assert!(error.to_string().starts_with("rooms.count: need 2 to "));

    // A field that does not apply to the method is ignored, and listed.
    let recipe = generator.set("locks", 3)?.check()?;
    assert_eq!(recipe.ignored(), ["locks"]);
    println!("{}: {} rooms", dungeon.name, dungeon.rooms.len());
    Ok(())
}
