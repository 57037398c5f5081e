use super::super::text;
use super::*;
use crate::dungeon::{Mount, NoteKind};
use crate::fraction::Fraction;

fn hall() -> Dungeon {
    let mut hall = text::read("#####\n#...+,\n#...#\n#####\n").unwrap();
    let feature = |id: u32, kind: &str, x: i32, y: i32, size: [i32; 2], mount: Mount| Feature {
        id,
        kind: kind.to_owned(),
        z: 0,
        cell: Cell::new(x, y),
        size,
        turn: 0,
        room: None,
        blocks: false,
        opaque: false,
        secret: kind == "pit",
        flat: kind == "rug",
        mount,
        light: None,
        spawn: None,
    };
    hall.features = vec![
        feature(0, "chest", 2, 1, [1, 1], Mount::Floor),
        feature(1, "rug", 1, 1, [2, 2], Mount::Floor),
        feature(2, "torch", 2, 0, [1, 1], Mount::Wall),
        feature(3, "pit", 3, 2, [1, 1], Mount::Floor),
    ];
    let room = &mut hall.rooms[0];
    (room.number, room.name, room.purpose) = (Some(1), "Cold watch".to_owned(), Some("guard-room".to_owned()));
    let note =
        |text: &str, secret| Note { text: text.to_owned(), plain: text.to_owned(), secret, kind: NoteKind::Sense };
    room.notes = vec![note("Ash on\nthe sill.", false), note("A pit.", true)];
    hall.story.rumours = vec!["{room:0} is haunted.".to_owned()];
    hall
}

#[test]
fn features_are_letters_by_name_and_the_letters_are_explained() {
    let wanted = "\
features:
##d##
#ca.+,
#ccb#
#####

a  chest
b  pit, secret
c  rug
d  torch
";
    assert_eq!(features(&hall()).replace(" \n", "\n"), wanted);
    assert_eq!(features(&text::read("#.+\n").unwrap()), "");
}

#[test]
fn the_room_key_marks_what_is_secret() {
    let wanted = "1  Cold watch (guard room)\n   Ash on the sill.\n   Secret: A pit.\n\nRumors\n-  1 is haunted.\n";
    assert_eq!(room_key(&hall()), wanted);
}

#[test]
fn the_room_key_says_who_and_what_waits_in_a_room() {
    let mut hall = hall();
    let (home, one, many) = (hall.rooms[0].id, "rat".to_owned(), "rats".to_owned());
    let group =
        Group { id: 0, one, many, count: 2, mood: String::new(), home, rooms: vec![home], table: "crypt".to_owned() };
    hall.groups = vec![group];
    let spawn = |id: u32, kind: SpawnKind, group: Option<u32>| Spawn {
        id,
        kind,
        z: 0,
        cell: Cell::new(1, 1),
        room: home,
        group,
        difficulty: Fraction::ONE,
        name: None,
    };
    let found = |hall: &Dungeon| found_in(hall, &hall.rooms[0]).join(", ");
    hall.spawns = vec![spawn(0, SpawnKind::Enemy, Some(0)), spawn(1, SpawnKind::Player, None)];
    assert_eq!(found(&hall), "1 rat");
    hall.spawns.extend([SpawnKind::Enemy, SpawnKind::Loot, SpawnKind::Trap].map(|kind| spawn(2, kind, None)));
    hall.spawns.push(spawn(3, SpawnKind::Enemy, Some(0)));
    assert_eq!(found(&hall), "2 rats, an enemy, treasure, a trap");
    hall.goal = Some(home);
    assert!(room_key(&hall).contains("   Here: 2 rats, a guardian, treasure, a trap.\n"), "{}", room_key(&hall));
}

#[test]
fn commentary_is_not_read_back() {
    let hall = hall();
    let map = text::write(&hall);
    let written = format!("{map}\n{}\n{}", features(&hall), room_key(&hall));
    assert_eq!(text::write(&text::read(&written).unwrap()), map);
}
