//! A dungeon from a preset, verified and printed: the first program of the README.

use undercroft::{Error, format::text, generate, verify};

fn main() -> Result<(), Error> {
    let dungeon = generate("small-dungeon", 7)?;
    assert!(verify(&dungeon).is_sound());
    println!("{}\n{}", dungeon.name, text::write(&dungeon));
    Ok(())
}
