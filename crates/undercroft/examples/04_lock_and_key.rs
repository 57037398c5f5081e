//! A plan with locked doors: every lock has a key that can be reached before it.

use undercroft::dungeon::{DoorState, MarkerKind};
use undercroft::{Error, Generator, verify};

fn main() -> Result<(), Error> {
    let dungeon = Generator::preset("crypt")?.set("locks", 2)?.seed(5).generate()?;
    assert!(verify(&dungeon).is_sound());

    let keys: Vec<_> = dungeon.markers.iter().filter(|marker| marker.kind == MarkerKind::Key).collect();
    for key in &keys {
        let (Some(room), Some(link)) = (key.room, key.link) else { continue };
        let [a, b] = dungeon.link(link).rooms;
        println!("a key lies in room {room}; the link from {a} to {b} is locked");
        let locked = |door: &_| dungeon.door(*door).state == DoorState::Locked;
        assert!(dungeon.link(link).doors().iter().any(locked));
    }
    assert_eq!(keys.len(), 2);
    Ok(())
}
