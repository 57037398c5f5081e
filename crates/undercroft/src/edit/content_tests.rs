//! Contents after every kind of edit: sound, or set aside and listed.

use undercroft_grid::Cell;

use super::*;
use crate::dungeon::{DoorId, DoorKind, DoorState, LinkId, NoteKind, SpawnKind};
use crate::events::NoEvents;
use crate::recipe::{RecipeFile, preset};
use crate::seed::{Seed, Stream};
use crate::verify::tests::fixture;
use crate::verify::tests::fixture_contents::add_feature;

const BUDGET: u64 = 100_000_000;
/// What only contents can have.
const CONTENT_CODES: [FlawCode; 16] = [
    FlawCode::FeatureOutsideRoom,
    FlawCode::FeatureSize,
    FlawCode::FeaturesOverlap,
    FlawCode::FeatureInDoor,
    FlawCode::FeatureBlocksPath,
    FlawCode::FeatureNarrows,
    FlawCode::FeatureWallMount,
    FlawCode::SpawnBlocked,
    FlawCode::SpawnsOverlap,
    FlawCode::PlayerSpawnMissing,
    FlawCode::ReferenceBroken,
    FlawCode::TextStale,
    FlawCode::KeyNoteWrong,
    FlawCode::SecretRevealed,
    FlawCode::GroupCount,
    FlawCode::TableUnknown,
];

fn furnished(name: &str, seed: u64, overlay: &str) -> Dungeon {
    let overlay = RecipeFile::parse("test", overlay).unwrap();
    let recipe = preset(name).unwrap().recipe().unwrap().overlay(overlay).check(Seed::new(seed)).unwrap();
    let dungeon = recipe.generate(&mut NoEvents).unwrap();
    assert_eq!(verify(&dungeon).flaws, [], "{name} {seed}");
    dungeon
}

/// Dungeons with contents: with locks, with water and chasms, with caves, and with shared walls.
fn all_furnished() -> Vec<(String, Dungeon)> {
    let kinds = [
        ("small-dungeon", ""),
        ("dungeon", "locks = 2\nextra_links = 0.3"),
        ("winding-dungeon", "ground.chance = 1\nground.water = 0.4\nground.deep = 1\nground.chasm = 1"),
        ("cave", ""),
        ("walker-keep", ""),
        ("cottage", ""),
        ("tower", ""),
    ];
    let one = |(name, overlay): (&str, &str), seed| (format!("{name} {seed}"), furnished(name, seed, overlay));
    kinds.into_iter().flat_map(|kind| [3, 8].map(|seed| one(kind, seed))).collect()
}

fn content_flaws(dungeon: &Dungeon) -> Vec<String> {
    let flaws = verify(dungeon).flaws.into_iter();
    flaws.filter(|flaw| CONTENT_CODES.contains(&flaw.code)).map(|flaw| flaw.to_string()).collect()
}

/// What is missing is listed in the last warning; what is not missing is not.
fn assert_listed(before: &Dungeon, after: &Dungeon, gone_with_room: usize, what: &str) {
    let features = before.features.len() - gone_with_room;
    let listed = after.warnings.len() > before.warnings.len();
    assert!(listed || features == after.features.len(), "{what}: features are gone without a warning");
    assert!(after.warnings.len() <= before.warnings.len() + 1, "{what}: {:?}", after.warnings);
    if listed {
        let warning = after.warnings.last().unwrap();
        assert!(warning.ends_with("set aside."), "{what}: {warning}");
        let lost = features - after.features.len();
        assert_eq!(lost > 0, warning.contains(" feature"), "{what}: {warning}");
    }
}

#[test]
fn contents_are_sound_or_listed_after_every_deletion() {
    for (name, dungeon) in all_furnished() {
        let entrance = dungeon.entrance.as_ref().unwrap().room;
        for room in dungeon.rooms.iter().filter(|room| room.id != entrance) {
            let less = delete_room(&dungeon, room.id).unwrap();
            assert_eq!(content_flaws(&less), [""; 0], "{name} without room {}", room.id);
            let inside = dungeon.features.iter().filter(|feature| feature.room == Some(room.id)).count();
            assert_listed(&dungeon, &less, inside, &name);
            assert!(less.spawns.iter().any(|spawn| spawn.kind == SpawnKind::Player));
        }
    }
}

#[test]
fn contents_move_along_and_are_sound_or_listed_after_every_move() {
    let (mut moves, mut lists) = (0, 0);
    for (name, mut dungeon) in all_furnished() {
        let mut stream = Stream::new(1, "edit");
        for _ in 0..12 {
            let room = RoomId(stream.below(dungeon.rooms.len() as u32));
            let at = dungeon.room(room).bounds().min();
            let to = at + Cell::new(stream.range(-12..13), stream.range(-12..13));
            let Ok(moved) = move_room(&dungeon, room, to, BUDGET) else { continue };
            assert_eq!(verify(&moved).flaws, [], "{name}: room {room} to {to}");
            assert_listed(&dungeon, &moved, 0, &name);
            let by = moved.room(room).bounds().min() - at;
            for spawn in moved.spawns.iter().filter(|spawn| spawn.room == room && spawn.group.is_none()) {
                let stood = |old: &&crate::dungeon::Spawn| old.cell + by == spawn.cell && old.kind == spawn.kind;
                assert!(dungeon.spawns.iter().any(|old| stood(&old)), "{name}: {spawn:?}");
            }
            lists += moved.warnings.len() - dungeon.warnings.len();
            (moves, dungeon) = (moves + 1, moved);
        }
    }
    assert!(moves > 20 && lists > 3, "{moves} moves, {lists} of them with something set aside");
}

#[test]
fn contents_are_sound_whatever_a_door_becomes() {
    for (name, dungeon) in all_furnished() {
        for door in (0..dungeon.doors.len() as u32).map(DoorId) {
            let changes = [
                DoorChange { kind: Some(DoorKind::Door), state: Some(DoorState::Closed), secret: None },
                DoorChange { kind: Some(DoorKind::Door), state: Some(DoorState::Locked), secret: None },
                DoorChange { secret: Some(true), ..DoorChange::default() },
                DoorChange { secret: Some(false), ..DoorChange::default() },
            ];
            for change in changes {
                let changed = set_door(&dungeon, door, change).unwrap();
                assert_eq!(content_flaws(&changed), [""; 0], "{name}: door {door}, {change:?}");
            }
        }
    }
}

#[test]
fn walls_over_contents_take_them_away_and_undo_brings_them_back() {
    let mut strokes = 0;
    for (name, dungeon) in all_furnished() {
        for room in dungeon.rooms.iter().step_by(2) {
            for is_solid in [true, false] {
                let bounds = room.bounds();
                let row = (bounds.left - 1..=bounds.right).map(|x| Cell::new(x, bounds.top + i32::from(is_solid) - 1));
                let mut painted = dungeon.clone();
                let patch = paint(&mut painted, room.z, &row.collect::<Vec<_>>(), is_solid).unwrap();
                let flaws: Vec<String> = content_flaws(&painted);
                let flaws: Vec<_> = flaws.iter().filter(|flaw| !flaw.starts_with("player-spawn-missing")).collect();
                assert!(flaws.is_empty(), "{name}: room {}, {flaws:?}", room.id);
                assert_listed(&dungeon, &painted, 0, &name);
                strokes += usize::from(patch.changes_contents());
                let after = painted.clone();
                let redo = patch.undo(&mut painted);
                assert_eq!(painted, dungeon, "{name}");
                drop(redo.undo(&mut painted));
                assert_eq!(painted, after, "{name}");
            }
        }
    }
    assert!(strokes > 10, "{strokes} strokes changed contents");
}

#[test]
fn a_deleted_room_takes_all_that_speaks_of_it() {
    let sound = fixture::dungeon();
    let less = delete_room(&sound, RoomId(4)).unwrap();
    assert_eq!(
        less.warnings,
        ["1 group (hermits), 2 notes of room 0, 1 note of room 1 and the hook were set aside."],
        "the lock to room 4 is gone with its key, and so is the secret passage"
    );
    assert_eq!((less.groups.len(), less.groups[0].home, less.spawns.len()), (1, RoomId(3), 8));
    assert_eq!(less.story.rumours, ["From {room:5} no one comes back."]);
    assert_eq!(less.features[3].room, Some(RoomId(5)));
    assert_eq!(content_flaws(&less), [""; 0]);
}

#[test]
fn a_group_that_loses_a_member_is_counted_again() {
    let mut sound = fixture::dungeon();
    sound.groups[0].rooms = vec![RoomId(5), RoomId(3)];
    sound.groups[0].home = RoomId(5);
    (sound.spawns[6].room, sound.spawns[6].z, sound.spawns[6].cell) = (RoomId(5), -1, Cell::new(38, 22));
    assert!(verify(&sound).is_sound());
    let less = delete_room(&sound, RoomId(5)).unwrap();
    assert_eq!((less.groups[0].count, less.groups[0].home), (1, RoomId(3)));
    assert_eq!(less.warnings, ["1 note of room 3 was set aside."], "it told of two of them");
}

#[test]
fn what_was_wrong_before_stays_where_it_is() {
    let mut odd = fixture::dungeon();
    add_feature(&mut odd, "crate", 0, (9, 12), [1, 1]);
    assert_eq!(content_flaws(&odd).len(), 1);
    let less = delete_room(&odd, RoomId(6)).unwrap();
    assert_eq!(less.features.last().unwrap().kind, "crate");
    assert_eq!(
        content_flaws(&less),
        ["feature-in-door: Feature 3 (crate) lies before a door, on stairs or beside them, \
        or on a key: level 0, cell (9, 12)."]
    );
}

#[test]
fn a_wall_over_half_a_table_takes_the_table_and_its_note() {
    let mut d = fixture::dungeon();
    let patch = paint(&mut d, 0, &[Cell::new(43, 12)], true).unwrap();
    assert!(patch.changes_contents());
    let warning = "2 features of room 2 (long table, rug) and 1 note of room 2 were set aside.";
    assert_eq!(d.warnings, [warning]);
    let kinds: Vec<&str> = d.features.iter().map(|feature| feature.kind.as_str()).collect();
    assert_eq!((kinds, d.features[1].spawn), (vec!["torch", "chest", "pit"], Some(4)));
}

#[test]
fn an_opened_lock_takes_its_notes_and_a_hidden_door_makes_notes_secret() {
    let sound = fixture::dungeon();
    let locked = sound.link(LinkId(3)).doors()[0];
    let open = DoorChange { state: Some(DoorState::Open), ..DoorChange::default() };
    let opened = set_door(&sound, locked, open).unwrap();
    assert_eq!(opened.warnings, ["1 note of room 0 and 1 note of room 1 were set aside."]);
    let about_locks = |kind: NoteKind| matches!(kind, NoteKind::Key | NoteKind::Lock);
    assert!(opened.rooms.iter().all(|room| room.notes.iter().all(|note| !about_locks(note.kind))));

    let hidden = set_door(&sound, locked, DoorChange { secret: Some(true), ..DoorChange::default() }).unwrap();
    assert!(hidden.warnings.is_empty(), "{:?}", hidden.warnings);
    assert!(hidden.rooms[0].notes[0].secret && hidden.rooms[1].notes[0].secret);
    assert_eq!(content_flaws(&hidden), [""; 0]);
}
