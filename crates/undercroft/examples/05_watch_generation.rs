//! The events of a generation: a closure is an event sink.

use undercroft::{Error, Event, Generator};

fn main() -> Result<(), Error> {
    let generator = Generator::preset("small-dungeon")?.seed(7);
    let (mut placed, mut carved) = (0, 0);
    let watched = generator.generate_with(&mut |event| match event {
        Event::Stage { name } => println!("stage {name}"),
        Event::Placed { .. } => placed += 1,
        Event::Carved { .. } => carved += 1,
        _ => {}
    })?;
    println!("{placed} rooms placed, {carved} corridors carved");
    assert_eq!(placed, watched.rooms.len());

    // Events never change a result.
    assert_eq!(watched, generator.generate()?);
    Ok(())
}
