//! See: pasted maps with blank first lines, and paths of an observer that starts between cells.

use serde_json::{Value, json};
use undercroft_studio::protocol::{Body, PathReply, ProtocolError, Reply};
use undercroft_studio::{NoProgress, Session};

fn ask(session: &mut Session, command: Value) -> Result<Reply, ProtocolError> {
    session.handle(serde_json::from_value(command).unwrap(), &mut NoProgress)
}

fn path(session: &mut Session, command: Value) -> PathReply {
    let Body::Path(path) = ask(session, command).unwrap().body else { panic!("a path") };
    path
}

/// A room, a door of one cell, and a goal behind it.
const DOOR: &str = "■■■■■■■\n■s□■□□■\n■□□□□□■\n■□□■□□■\n■■■■■■■\n";

fn session(text: &str) -> Session {
    let mut session = Session::new(0);
    ask(&mut session, json!({"type": "paste_text", "text": text})).unwrap();
    session
}

#[test]
fn blank_lines_above_a_pasted_map_change_nothing() {
    let map = |text: &str| {
        let Body::Text { text, .. } = ask(&mut session(text), json!({"type": "copy_text"})).unwrap().body else {
            panic!()
        };
        text
    };
    for blank in ["\n", "\r\n", "  \n", " \n\n"] {
        assert_eq!(map(&format!("{blank}{DOOR}")), map(DOOR), "{blank:?}");
    }
    let error = ask(&mut session(DOOR), json!({"type": "paste_text", "text": "\n□s?□\n"})).unwrap_err();
    assert!(error.message.starts_with("pasted text:2:3: unknown character '?'"), "{}", error.message);
}

#[test]
fn a_wide_observer_that_walks_as_one_cell_gets_through_a_door_of_one() {
    let mut session = session(DOOR);
    ask(&mut session, json!({"type": "observer", "z": 0, "cell": [1, 1], "shape": "1x2"})).unwrap();
    let keeps = path(&mut session, json!({"type": "goal", "cell": [5, 2]}));
    assert!(!keeps.found && keeps.centers.is_empty());
    let walks = path(&mut session, json!({"type": "goal", "cell": [5, 2], "start": "straddle"}));
    assert!(walks.found);
    assert_eq!(walks.centers, [[1.5, 2.0], [2.5, 2.5], [5.5, 2.5]]);
    assert!((walks.length - (1.25_f64.sqrt() + 3.0)).abs() < 1e-9);
    let row = |y: i32| walks.swept.iter().filter(|cell| cell.y == y).map(|cell| cell.x).collect::<Vec<_>>();
    assert_eq!((row(1), row(2)), (vec![1, 2], vec![1, 2, 3, 4, 5]));
    let asked = json!({"type": "path", "z": 0, "from": [1, 1], "to": [5, 2], "shape": "1x2", "start": "straddle"});
    assert_eq!(path(&mut session, asked), walks);
    // The choice stays with the goal.
    let Body::Fov(fov) = ask(&mut session, json!({"type": "fov"})).unwrap().body else { panic!() };
    assert_eq!(fov.path, Some(walks));
}

#[test]
fn the_centers_of_a_path_are_those_of_the_body() {
    let mut session = session(DOOR);
    let small = path(&mut session, json!({"type": "path", "z": 0, "from": [1, 1], "to": [1, 3]}));
    assert_eq!(small.centers, [[1.5, 1.5], [1.5, 3.5]]);
    let block = path(&mut session, json!({"type": "path", "z": 0, "from": [1, 1], "to": [1, 2], "shape": "2x2"}));
    assert_eq!(block.centers, [[2.0, 2.0], [2.0, 3.0]]);
}
