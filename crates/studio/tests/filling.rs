//! *Fill the rest* in a session: everything on a map without recipe is kept, and a preset's rooms come round it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use undercroft::dungeon::Room;
use undercroft_studio::protocol::{Body, Command, DocumentReply, ErrorCode, ProtocolError};
use undercroft_studio::{NoProgress, Session};

const DRAWN: &str = "
##############
#....######..#
#....+,,,,+..#
#....######..#
##############
";

fn ask(session: &mut Session, command: Value) -> Result<Body, ProtocolError> {
    let command: Command = serde_json::from_value(command).expect("the command is one of the protocol");
    session.handle(command, &mut NoProgress).map(|reply| reply.body)
}

fn document(session: &mut Session, command: Value) -> DocumentReply {
    match ask(session, command) {
        Ok(Body::Document(document)) => *document,
        other => panic!("{other:?}"),
    }
}

fn opened(session: &mut Session, map: &str) -> DocumentReply {
    document(session, json!({"type": "open", "name": "drawn.txt", "base64": STANDARD.encode(map)}))
}

#[test]
fn the_rest_of_an_opened_map_is_filled_undone_and_rolled_again_with_it() {
    let mut session = Session::new(0);
    let map = opened(&mut session, DRAWN.trim_start());
    assert!(map.session.source.is_none() && map.dungeon.rooms.len() >= 2, "a plain map has rooms and no recipe");
    let fill = json!({"type": "generate", "preset": "crypt", "seed": "9", "fill": true});
    let filled = document(&mut session, fill);
    let again = document(&mut session, json!({"type": "generate", "preset": "crypt", "seed": "10"}));
    for made in [&filled, &again] {
        assert!(made.session.report.flaws.is_empty(), "{:?}", made.session.report.flaws);
        assert!(made.dungeon.rooms.len() > map.dungeon.rooms.len() + 2, "rooms came");
        // Stairs may add a cell of their own to a room.
        let is_kept = |old: &Room| {
            made.dungeon.rooms.iter().any(|room| room.z == old.z && old.cells().all(|cell| room.contains(cell)))
        };
        assert!(map.dungeon.rooms.iter().all(is_kept), "the rooms of the map are there");
    }
    assert_ne!(filled.dungeon.rooms, again.dungeon.rooms, "another seed, other rooms round them");
    document(&mut session, json!({"type": "undo"}));
    let back = document(&mut session, json!({"type": "undo"}));
    assert_eq!(back.dungeon.rooms, map.dungeon.rooms);
}

#[test]
fn a_map_with_floor_at_its_edge_is_refused_and_stays() {
    let mut session = Session::new(0);
    let map = opened(&mut session, ".....\n.....\n.....\n");
    let refused = ask(&mut session, json!({"type": "generate", "preset": "crypt", "seed": "9", "fill": true}));
    let problem = refused.expect_err("its rooms would have no walls");
    assert!(problem.message.contains("enlarge the map first"), "{}", problem.message);
    assert_eq!(document(&mut session, json!({"type": "document"})).dungeon, map.dungeon);
    let odd =
        ask(&mut session, json!({"type": "generate", "preset": "crypt", "set": {"rooms.count": -1}, "fill": true}));
    assert_eq!(
        odd.map_err(|problem| (problem.code, problem.field)),
        Err((ErrorCode::InvalidField, Some("rooms.count".to_owned())))
    );
}
