//! What a session keeps of the work: rolls that change nothing are no steps, previews leave everything as it was, and an
//! edited map still has the link of its roll.

use serde_json::{Value, json};
use undercroft::edit::{Edit, RoomRef};
use undercroft::grid::Cell;
use undercroft_studio::protocol::{Body, Command, DocumentReply, Reply};
use undercroft_studio::{NoProgress, Session};

fn ask(session: &mut Session, command: Value) -> Reply {
    let command: Command = serde_json::from_value(command).unwrap();
    session.handle(command, &mut NoProgress).unwrap()
}

/// The document after a command; edits are answered with what they changed.
fn document(session: &mut Session, command: Value) -> DocumentReply {
    match ask(session, command).body {
        Body::Document(document) => *document,
        Body::Changed(changed) => {
            let mut shown = document(session, json!({"type": "document"}));
            (shown.session.step, shown.session.notes) = (changed.session.step, changed.session.notes);
            shown
        }
        other => panic!("it is not answered by a document: {other:?}"),
    }
}

fn roll(seed: u32, gesture: Option<u32>, trace: bool) -> Value {
    json!({"type": "generate", "preset": "small-dungeon", "seed": seed.to_string(), "trace": trace, "gesture": gesture})
}

/// The first move of a room by a module or two that the session accepts.
fn a_move(session: &mut Session) -> Value {
    let made = document(session, json!({"type": "document"}));
    let [gx, gy] = made.dungeon.module_grid.unwrap_or([1, 1]);
    for room in &made.dungeon.rooms {
        for (dx, dy) in [(gx, 0), (-gx, 0), (0, gy), (0, -gy)] {
            let edit = Edit::MoveRoom { room: RoomRef::of(room), by: Cell::new(dx, dy) };
            let to = json!({"type": "edit", "edits": [edit]});
            let mut other = session.clone();
            if other.handle(serde_json::from_value(to.clone()).unwrap(), &mut NoProgress).is_ok() {
                return to;
            }
        }
    }
    panic!("no room can move")
}

#[test]
fn a_roll_that_gives_the_same_document_is_no_step() {
    let mut session = Session::new(0);
    let first = document(&mut session, roll(7, None, false)).session;
    document(&mut session, roll(8, None, false));
    document(&mut session, json!({"type": "undo"}));
    let again = document(&mut session, roll(7, Some(3), true)).session;
    assert_eq!((again.undo, again.redo), (first.undo, 1), "and what was undone can still be redone");
    assert!(first.trace.is_none() && again.trace.is_some(), "the trace that was asked for is there");
    assert!(document(&mut session, roll(7, None, false)).session.trace.is_some(), "and stays");
    assert_eq!(document(&mut session, roll(9, None, false)).session.undo, first.undo + 1);
}

#[test]
fn the_roll_of_an_edited_document_is_a_step() {
    let mut session = Session::new(0);
    let depth = document(&mut session, roll(7, None, false)).session.undo;
    let moved = a_move(&mut session);
    document(&mut session, moved);
    let rolled = document(&mut session, roll(7, None, false)).session;
    assert_eq!((rolled.undo, rolled.edited), (depth + 2, false));
    assert_eq!(rolled.share_link, None, "the moved room is pinned, so the readable link gives something else");
}

#[test]
fn a_gesture_that_comes_back_to_where_it_began_is_no_step() {
    let mut session = Session::new(0);
    let depth = document(&mut session, roll(7, None, false)).session.undo;
    for (seed, steps) in [(8, 1), (9, 1), (7, 0), (8, 1)] {
        assert_eq!(document(&mut session, roll(seed, Some(4), false)).session.undo, depth + steps, "seed {seed}");
    }
    document(&mut session, json!({"type": "undo"}));
    assert_eq!(document(&mut session, json!({"type": "document"})).dungeon.provenance.seed, "7");
}

#[test]
fn a_preview_of_a_move_shows_it_and_changes_nothing() {
    let mut session = Session::new(0);
    document(&mut session, roll(7, None, false));
    document(&mut session, roll(8, None, false));
    document(&mut session, json!({"type": "undo"}));
    let mut moved = a_move(&mut session);
    let before = format!("{session:?}");
    moved["type"] = json!("try");
    let (shown, kept) = (ask(&mut session, moved.clone()), ask(&mut session, json!({"type": "document"})));
    assert_eq!(format!("{session:?}"), before);
    assert_ne!(shown.payload, kept.payload);
    moved["type"] = json!("edit");
    let done = ask(&mut session, moved);
    assert_eq!(done.payload, shown.payload, "the move gives what its preview shows");
}

#[test]
fn an_edited_document_has_the_link_of_its_roll() {
    let mut session = Session::new(0);
    let made = document(&mut session, roll(7, None, false)).session;
    assert_eq!(made.roll_link, made.share_link);
    let moved = a_move(&mut session);
    let edited = document(&mut session, moved).session;
    assert_eq!((edited.share_link, edited.roll_link), (None, made.share_link));
    assert_eq!(document(&mut session, json!({"type": "new", "width": 9, "height": 9})).session.roll_link, None);
}
