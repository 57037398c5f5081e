//! Mutants of what the sound dungeon contains.

use undercroft_grid::{Cell, Rect};

use super::super::FlawCode;
use super::fixture_contents::{add_feature, add_note, add_spawn};
use super::mutants::{Mutant, lay};
use crate::dungeon::{Dungeon, Feature, Ground, LinkId, Marker, Mount, NoteKind, RoomId, SpawnKind};

use FlawCode as F;

const TABLE: usize = 0;
const RUG: usize = 1;
const TORCH: usize = 2;
const CHEST: usize = 3;

/// Each break shows its code and no other.
pub const CONTENT_MUTANTS: &[(FlawCode, Mutant)] = &[
    (F::BrokenReference, |d| d.features[TABLE].id = 9),
    (F::BrokenReference, |d| d.features[TABLE].room = Some(RoomId(99))),
    (F::BrokenReference, |d| d.features[TABLE].z = 7),
    (F::BrokenReference, |d| d.features[CHEST].spawn = Some(99)),
    (F::BrokenReference, |d| d.spawns[0].id = 7),
    (F::BrokenReference, |d| d.spawns[0].room = RoomId(99)),
    (F::BrokenReference, |d| d.spawns[6].group = Some(9)),
    (F::BrokenReference, |d| d.groups[0].rooms.push(RoomId(99))),
    (F::BrokenReference, |d| d.groups[0].home = RoomId(99)),
    (F::BrokenReference, |d| d.groups.swap(0, 1)),
    (F::OutsideMap, |d| d.features[TABLE].cell = Cell::new(59, 12)),
    (F::OutsideMap, |d| d.features[TABLE].cell = Cell::new(i32::MAX, i32::MIN)),
    (F::OutsideMap, |d| d.spawns[0].cell = Cell::new(-1, 12)),
    // Where features lie.
    (F::FeatureOutsideRoom, |d| d.features[TABLE].cell = Cell::new(43, 12)),
    (F::FeatureOutsideRoom, |d| d.features[TABLE].room = Some(RoomId(1))),
    (F::FeatureOutsideRoom, |d| d.features[TABLE].room = None),
    (F::FeatureOutsideRoom, |d| d.features[TABLE].z = -1),
    (F::FeatureOutsideRoom, |d| in_corridor(d).blocks = true),
    (F::FeatureOutsideRoom, |d| lay(d, Rect::new(42, 13, 43, 14), Ground::Chasm)),
    (F::FeatureOutsideRoom, |d| lay(d, Rect::new(42, 12, 43, 13), Ground::Deep)),
    (F::FeatureOutsideRoom, |d| lay(d, Rect::new(42, 13, 43, 14), Ground::Deep)),
    (F::FeatureSize, |d| d.features[TABLE].size = [0, 1]),
    (F::FeatureSize, |d| d.features[TABLE].size = [2, 7]),
    (F::FeatureSize, |d| d.features[TABLE].size = [1_000_000_000; 2]),
    (F::FeatureSize, |d| d.features[TABLE].turn = 4),
    (F::FeatureSize, |d| d.features[TORCH].size = [2, 1]),
    (F::FeatureSize, |d| d.features[TORCH].flat = true),
    (F::FeatureSize, |d| d.features[RUG].blocks = true),
    (F::FeaturesOverlap, |d| put(d, "bench", 2, (41, 12), [2, 1])),
    (F::FeaturesOverlap, |d| {
        let rug = Feature { id: d.features.len() as u32, ..d.features[RUG].clone() };
        d.features.push(rug);
    }),
    (F::FeaturesOverlap, |d| {
        let torch = Feature { id: d.features.len() as u32, ..d.features[TORCH].clone() };
        d.features.push(torch);
    }),
    (F::FeaturesOverlap, |d| {
        in_corridor(d);
        in_corridor(d);
    }),
    // Before a wide door, and one cell farther in.
    (F::FeatureInDoor, |d| put(d, "crate", 2, (36, 13), [1, 1])),
    (F::FeatureInDoor, |d| add_feature(d, "chair", 2, (37, 14), [1, 1]).blocks = false),
    // Both sides of a door in a shared wall.
    (F::FeatureInDoor, |d| put(d, "crate", 2, (40, 14), [1, 1])),
    (F::FeatureInDoor, |d| put(d, "crate", 3, (40, 18), [1, 1])),
    (F::FeatureInDoor, |d| put(d, "crate", 3, (41, 20), [1, 1])),
    (F::FeatureInDoor, |d| put(d, "crate", 5, (40, 20), [1, 1])),
    (F::FeatureInDoor, |d| put(d, "crate", 0, (5, 11), [1, 1])),
    (F::FeatureInDoor, |d| put(d, "crate", 4, (21, 26), [1, 1])),
    (F::FeatureInDoor, |d| {
        let rug = &mut d.features[RUG];
        rug.cell = Cell::new(40, 11);
    }),
    (F::FeatureBlocksPath, |d| {
        add_feature(d, "crate", 6, (26, 23), [1, 1]);
        add_feature(d, "crate", 6, (27, 22), [1, 1]);
    }),
    (F::FeatureBlocksPath, |d| put(d, "long-table", 2, (39, 10), [1, 6])),
    (F::FeatureNarrows, |d| put(d, "long-table", 2, (39, 10), [1, 5])),
    (F::FeatureNarrows, |d| {
        // Between door and stairs, one cell wide.
        add_feature(d, "long-table", 3, (36, 19), [4, 1]);
        add_feature(d, "long-table", 3, (41, 19), [3, 1]);
    }),
    (F::FeatureWallMount, |d| d.features[TORCH].cell = Cell::new(44, 9)),
    (F::FeatureWallMount, |d| d.features[TORCH].cell = Cell::new(43, 11)),
    (F::FeatureWallMount, |d| d.features[TORCH].turn = 3),
    (F::FeatureWallMount, |d| (d.features[TORCH].cell, d.features[TORCH].turn) = (Cell::new(40, 9), 0)),
    (F::FeatureWallMount, |d| d.features[TORCH].room = Some(RoomId(3))),
    (F::FeatureWallMount, |d| in_corridor(d).mount = Mount::Wall),
    // Spawns.
    (F::SpawnBlocked, |d| d.spawns[6].cell = Cell::new(50, 30)),
    (F::SpawnBlocked, |d| d.spawns[6].cell = Cell::new(36, 16)),
    (F::SpawnBlocked, |d| d.spawns[0].cell = Cell::new(14, 12)),
    (F::SpawnBlocked, |d| d.spawns[0].room = RoomId(1)),
    (F::SpawnBlocked, |d| d.spawns[0].z = -1),
    (F::SpawnBlocked, |d| {
        add_spawn(d, SpawnKind::Npc, 2, (43, 12));
    }),
    (F::SpawnBlocked, |d| d.features[CHEST].spawn = None),
    (F::SpawnBlocked, |d| d.spawns[4].cell = Cell::new(22, 22)),
    (F::SpawnBlocked, |d| lay(d, Rect::new(26, 28, 27, 29), Ground::Deep)),
    (F::SpawnsOverlap, |d| d.spawns[1].cell = d.spawns[0].cell),
    (F::PlayerSpawnMissing, |d| d.spawns[..4].iter_mut().for_each(|spawn| spawn.kind = SpawnKind::Npc)),
    // Texts.
    (F::ReferenceBroken, |d| tell(d, "From {room:99}.")),
    (F::ReferenceBroken, |d| tell(d, "From {rom:1}.")),
    (F::ReferenceBroken, |d| tell(d, "From }.")),
    (F::ReferenceBroken, |d| d.story.hook = "Some dig below {feature:99}.".to_owned()),
    (F::ReferenceBroken, |d| d.story.rumours[0] = "It ends on {level:3}.".to_owned()),
    (F::TextStale, |d| d.rooms[2].notes[0].plain = "The table is set for one. {Sic.}".to_owned()),
    (F::TextStale, |d| d.features[TABLE].kind = "desk".to_owned()),
    (F::TextStale, |d| d.spawns[4].name = None),
    (F::KeyNoteWrong, |d| d.rooms[1].notes[0].kind = NoteKind::Key),
    (F::KeyNoteWrong, |d| d.rooms[0].notes[0].kind = NoteKind::Sense),
    (F::KeyNoteWrong, spare_key),
    (F::SecretRevealed, |d| d.rooms[0].notes[1].secret = false),
    (F::SecretRevealed, |d| d.rooms[6].notes[1].secret = false),
    (F::SecretRevealed, |d| d.story.hook = "Some fell into the {feature:4}.".to_owned()),
    (F::SecretRevealed, |d| d.story.rumours[0] = "There is another path to {link:4}.".to_owned()),
    (F::SecretRevealed, |d| d.story.rumours[0] = "Beware of the {spawn:5}.".to_owned()),
    // Groups.
    (F::GroupCount, |d| d.groups[0].count = 3),
    (F::GroupCount, |d| d.groups[0].home = RoomId(2)),
    (F::GroupCount, |d| d.groups[1].rooms.push(RoomId(3))),
    (F::GroupCount, |d| (d.groups[1].home, d.groups[1].rooms) = (RoomId(5), vec![RoomId(5)])),
    (F::TableUnknown, |d| d.groups[0].table = "crypts".to_owned()),
];

/// Puts a feature that blocks into a room.
fn put(d: &mut Dungeon, kind: &str, room: u32, at: (i32, i32), size: [i32; 2]) {
    add_feature(d, kind, room, at, size);
}

/// Adds a note that nothing can be written out of.
fn tell(d: &mut Dungeon, text: &str) {
    add_note(d, 5, NoteKind::Sense, text, text);
}

/// Puts bones in a corridor, which belong to no room.
fn in_corridor(d: &mut Dungeon) -> &mut Feature {
    let bones = add_feature(d, "bones", 0, (14, 12), [1, 1]);
    (bones.room, bones.blocks) = (None, false);
    bones
}

/// A second key of the lock lies behind it, and the note at the lock names that one.
fn spare_key(d: &mut Dungeon) {
    let cell = Cell::new(22, 26);
    d.markers.push(Marker { cell, room: Some(RoomId(4)), link: Some(LinkId(3)), ..d.markers[0].clone() });
    add_note(d, 4, NoteKind::Key, "A lead {key}.", "A lead key.");
    let lock = &mut d.rooms[1].notes[0];
    (lock.text, lock.plain) = ("Locked; its key lies in {room:4}.".to_owned(), "Locked; its key lies in 3.".to_owned());
}
