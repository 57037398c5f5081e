//! What rooms hold, as the page asks for it.

#[path = "../../formats/tests/support/stocked.rs"]
mod stocked;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use undercroft::dungeon::{Dungeon, SpawnKind};
use undercroft::grid::Cell;
use undercroft_studio::protocol::{Body, Command, DocumentReply, InspectReply};
use undercroft_studio::{NoProgress, Session};

/// A session with a dungeon in it, opened as a file.
fn opened(dungeon: &Dungeon) -> (Session, DocumentReply) {
    let base64 = STANDARD.encode(undercroft::format::json::write(dungeon));
    let mut session = Session::new(0);
    let command = Command::Open { name: "crypt.json".to_owned(), base64 };
    let Body::Document(document) = session.handle(command, &mut NoProgress).unwrap().body else { panic!("a document") };
    (session, *document)
}

fn inspected(session: &mut Session, z: i32, cell: Cell) -> InspectReply {
    let reply = session.handle(Command::Inspect { z, cell }, &mut NoProgress).unwrap();
    let Body::Inspect(found) = reply.body else { panic!("a cell") };
    *found
}

#[test]
fn the_observer_stands_where_players_begin() {
    let dungeon = stocked::stocked("crypt", 4);
    let player = dungeon.spawns.iter().find(|spawn| spawn.kind == SpawnKind::Player).unwrap();
    let observer = opened(&dungeon).1.session.observer.unwrap();
    assert_eq!((observer.z, observer.cell), (player.z, player.cell));
}

#[test]
fn without_a_spawn_of_players_the_observer_stands_in_the_entrance_room() {
    let mut dungeon = stocked::stocked("crypt", 4);
    dungeon.spawns.clear();
    dungeon.features.clear();
    let observer = opened(&dungeon).1.session.observer.unwrap();
    let entrance = dungeon.room(dungeon.entrance.as_ref().unwrap().room);
    assert!(observer.z == entrance.z && entrance.contains(observer.cell), "{observer:?}");
}

#[test]
fn the_document_and_the_inspector_hold_what_is_in_rooms() {
    let dungeon = stocked::stocked("crypt", 4);
    let (mut session, document) = opened(&dungeon);
    assert_eq!(document.dungeon.features, dungeon.features);
    assert_eq!((&document.dungeon.spawns, &document.dungeon.groups), (&dungeon.spawns, &dungeon.groups));
    let torch = dungeon.features.iter().find(|feature| feature.kind == "torch").unwrap();
    let room = dungeon.room(torch.room.unwrap());
    let found = inspected(&mut session, room.z, room.floor[0].start);
    assert_eq!(found.room.as_ref(), Some(room));
    assert!(found.features.contains(torch) && found.features.iter().all(|feature| feature.room == Some(room.id)));
    assert!(found.spawns.iter().all(|spawn| spawn.room == room.id));
    let fact = |name: &str| found.facts.iter().find(|(fact, _)| fact == name).map(|(_, value)| value.as_str());
    assert_eq!((fact("Purpose"), fact("Surface")), (Some("xylotheca"), Some("flagstones")));
    // A torch is found in its wall, too.
    assert_eq!(inspected(&mut session, torch.z, torch.cell).features, std::slice::from_ref(torch));
}
