//! What the rooms of the sound dungeon contain.
//!
//! ```text
//!     room 2        room 6          room 0   four players, a key with its note, and a note about the secret passage
//!     ........      C.......        room 1   a note about the lock of link 3
//!     ......RR|t    ........        room 2   a table T on a rug R, a torch t in the wall
//!     ......TT      ........        room 3   two of group 0
//!     ......RR      ........        room 4   the only one of group 1
//!     ........      ....p...        room 6   a chest C with loot, and a pit p that is a trap
//!     ........      ........
//! ```

use undercroft_grid::Cell;

use crate::dungeon::{Dungeon, Feature, FeatureLight, Group, Mount, Note, NoteKind, RoomId, Spawn, SpawnKind, Story};

pub(super) fn add_contents(d: &mut Dungeon) {
    add_features(d);
    add_spawns(d);
    add_groups(d);
    add_notes(d);
    let hook = "Salvagers dig below {room:2} by night. The {group:1} pays whoever ends it.".to_owned();
    d.story = Story { hook, rumours: vec!["From {room:6} no one comes back.".to_owned()] };
}

/// Adds a feature that stands on the floor of a room and blocks.
pub(crate) fn add_feature<'a>(
    d: &'a mut Dungeon,
    kind: &str,
    room: u32,
    (x, y): (i32, i32),
    size: [i32; 2],
) -> &'a mut Feature {
    let (id, room) = (d.features.len() as u32, RoomId(room));
    d.features.push(Feature {
        id,
        kind: kind.to_owned(),
        z: d.room(room).z,
        cell: Cell::new(x, y),
        size,
        turn: 0,
        room: Some(room),
        blocks: true,
        opaque: false,
        secret: false,
        flat: false,
        mount: Mount::Floor,
        light: None,
        spawn: None,
    });
    &mut d.features[id as usize]
}

/// Adds a spawn to a room.
pub(crate) fn add_spawn(d: &mut Dungeon, kind: SpawnKind, room: u32, (x, y): (i32, i32)) -> &mut Spawn {
    let (id, room) = (d.spawns.len() as u32, RoomId(room));
    let (z, difficulty) = (d.room(room).z, d.room(room).difficulty);
    d.spawns.push(Spawn { id, kind, z, cell: Cell::new(x, y), room, group: None, difficulty, name: None });
    &mut d.spawns[id as usize]
}

/// Adds an open note to a room.
pub(crate) fn add_note<'a>(d: &'a mut Dungeon, room: usize, kind: NoteKind, text: &str, plain: &str) -> &'a mut Note {
    let notes = &mut d.rooms[room].notes;
    notes.push(Note { text: text.to_owned(), plain: plain.to_owned(), secret: false, kind });
    notes.last_mut().expect("it was just added")
}

fn add_features(d: &mut Dungeon) {
    add_feature(d, "long-table", 2, (42, 12), [2, 1]);
    let rug = add_feature(d, "rug", 2, (42, 11), [2, 3]);
    (rug.flat, rug.blocks) = (true, false);
    let torch = add_feature(d, "torch", 2, (44, 11), [1, 1]);
    (torch.mount, torch.turn, torch.blocks) = (Mount::Wall, 1, false);
    torch.light = Some(FeatureLight { bright_feet: 20, dim_feet: 40 });
    add_feature(d, "chest", 6, (20, 18), [1, 1]).spawn = Some(4);
    let pit = add_feature(d, "pit", 6, (24, 22), [1, 1]);
    (pit.flat, pit.blocks, pit.secret) = (true, false, true);
}

fn add_spawns(d: &mut Dungeon) {
    for cell in [(4, 13), (5, 13), (4, 14), (5, 14)] {
        add_spawn(d, SpawnKind::Player, 0, cell);
    }
    add_spawn(d, SpawnKind::Loot, 6, (20, 18)).name = Some("nine brass fittings".to_owned());
    add_spawn(d, SpawnKind::Trap, 6, (24, 22));
    add_spawn(d, SpawnKind::Enemy, 3, (37, 22)).group = Some(0);
    add_spawn(d, SpawnKind::Enemy, 3, (42, 22)).group = Some(0);
    add_spawn(d, SpawnKind::Npc, 4, (26, 28)).group = Some(1);
}

fn add_groups(d: &mut Dungeon) {
    let groups = [("salvager", "salvagers", 2, 3, "crypt"), ("hermit", "hermits", 1, 4, "common")];
    for (id, (one, many, count, home, table)) in (0..).zip(groups) {
        let [one, many, table, mood] = [one, many, table, "cold"].map(ToOwned::to_owned);
        d.groups.push(Group { id, one, many, count, mood, home: RoomId(home), rooms: vec![RoomId(home)], table });
    }
}

fn add_notes(d: &mut Dungeon) {
    use NoteKind::{Goal, Inhabitant, Key, Lock, Oddity, Sense, Treasure};
    let key = "A lead {key} hangs on a nail. It fits the lock to {link:3}.";
    add_note(d, 0, Key, key, "A lead key hangs on a nail. It fits the lock to 3.");
    add_note(d, 0, Sense, "Plaster hides steps to {door:8}.", "Plaster hides steps to 3.").secret = true;
    let lock = "The door to {link:3} has a lock of lead; its key lies in {room:0}.";
    add_note(d, 1, Lock, lock, "The door to 3 has a lock of lead; its key lies in 1.");
    add_note(d, 2, Oddity, "The {feature:0} is set for one. {{Sic.}}", "The long table is set for one. {Sic.}");
    let band = "Two {group:0}, cold. They know all of {level:0}.";
    add_note(d, 3, Inhabitant, band, "Two salvagers, cold. They know all of level 0.");
    add_note(d, 4, Inhabitant, "A {group:1} waits.", "A hermit waits.");
    add_note(d, 6, Goal, "Goal: the tithe chest.", "Goal: the tithe chest.");
    add_note(d, 6, Treasure, "Under the lid, {spawn:4}.", "Under the lid, nine brass fittings.").secret = true;
}
