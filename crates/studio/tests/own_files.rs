//! Files of one's own in a session: they travel with the recipe, in links, in saved states and in pictures.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use undercroft_studio::protocol::{Body, Command, DocumentReply, ErrorCode, ProtocolError};
use undercroft_studio::{NoProgress, Session};

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

/// A T: a bar over a stem.
fn lot() -> String {
    let stem = format!("{0}{1}{0}\n", "#".repeat(20), ".".repeat(20));
    format!("{}\n", ".".repeat(60)).repeat(20) + &stem.repeat(40)
}

fn with_file(preset: &str, key: &str, name: &str, text: &str) -> Value {
    let file = json!({"key": key, "name": name, "text": text});
    json!({"type": "generate", "preset": preset, "seed": "5", "set": {key: [name]}, "files": [file]})
}

fn inputs(document: &DocumentReply) -> Vec<(String, String)> {
    let written = serde_json::to_value(document).expect("a reply is JSON");
    let inputs = written["provenance"]["inputs"].as_array().cloned().unwrap_or_default();
    let text = |input: &Value, key: &str| input[key].as_str().unwrap_or_default().to_owned();
    inputs.iter().map(|input| (text(input, "key"), text(input, "name"))).collect()
}

#[test]
fn a_dungeon_keeps_its_files_in_links_states_and_pictures() {
    let mut session = Session::new(0);
    let made = document(&mut session, with_file("delve", "mask.file", "lot.txt", &lot()));
    assert_eq!(inputs(&made), [("mask.file".to_owned(), "lot.txt".to_owned())]);
    let source = made.session.source.clone().expect("it was generated");
    assert_eq!((source.files.len(), source.files[0].text.as_str()), (1, lot().as_str()));
    assert_eq!(source.set.keys().collect::<Vec<_>>(), ["mask.file"], "width and height were not chosen");
    let link = made.session.share_link.clone().expect("it has a link");
    let opened = document(&mut Session::new(1), json!({"type": "open_share_link", "text": link}));
    assert_eq!((opened.dungeon.rooms.clone(), &opened.session.source), (made.dungeon.rooms.clone(), &Some(source)));
    let Ok(Body::Text { text, .. }) = ask(&mut session, json!({"type": "save"})) else { panic!("a state is a text") };
    let loaded = document(&mut Session::new(2), json!({"type": "load", "text": text}));
    assert_eq!(loaded.session.source, made.session.source);
    let picture = json!({"type": "export", "format": "png", "options": {"px": 2}});
    let command: Command = serde_json::from_value(picture).expect("an export");
    let reply = session.handle(command, &mut NoProgress).expect("a picture");
    let Body::Export(export) = &reply.body else { panic!("{:?}", reply.body) };
    let png = export.files[0].data.slice(&reply.payload).expect("bytes");
    let open = json!({"type": "open", "name": "delve.png", "base64": STANDARD.encode(png)});
    let again = document(&mut Session::new(3), open);
    assert_eq!((again.dungeon.rooms.clone(), inputs(&again)), (made.dungeon.rooms.clone(), inputs(&made)));
}

#[test]
fn files_that_the_method_does_not_read_are_left_out() {
    let mut session = Session::new(0);
    let rooms = "name: nook\n###\n#.+\n###\n";
    let made = document(&mut session, with_file("delve", "templates.file", "own.txt", rooms));
    assert!(inputs(&made).is_empty() && made.session.source.is_some_and(|source| source.files.is_empty()));
    let made = document(&mut session, with_file("walker-keep", "templates.file", "own.txt", rooms));
    assert_eq!(inputs(&made).len(), 1);
}

#[test]
fn a_mistake_in_a_file_blames_its_field_with_line_and_column() {
    let check =
        |preset: &str, key: &str, name: &str, text: &str, position: (Option<u32>, Option<u32>), message: &str| {
            let error = ask(&mut Session::new(0), with_file(preset, key, name, text)).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (ErrorCode::InvalidField, Some(key)), "{}", error.message);
            assert_eq!(((error.line, error.column), error.message.as_str()), (position, message));
        };
    let uneven = lot().replacen(&".".repeat(60), &".".repeat(58), 1);
    let message = "lot.txt:2:59: line has 60 cells, the first has 58.";
    check("delve", "mask.file", "lot.txt", &uneven, (Some(2), Some(59)), message);
    let message = "own.txt:3:3: '?' means nothing in a drawing; known are . # + A to Z and space.";
    check("walker-keep", "templates.file", "own.txt", "name: a\n###\n#.?\n###", (Some(3), Some(3)), message);
    let inn = "ground = [\n  { purpose = \"den\", area = 9, beside = \"taprom\" },\n]\n";
    let message = "inn.toml:2:32: beside: no room \"taprom\" on this storey.";
    check("small-house", "house.program_file", "inn.toml", inn, (Some(2), Some(32)), message);
    let large = ".".repeat(262_145);
    let message = "mask.file: lot.txt: need at most 262144 bytes, got 262145.";
    check("delve", "mask.file", "lot.txt", &large, (None, None), message);
}

#[test]
fn a_named_file_without_its_text_and_a_field_without_files_are_errors() {
    let mut session = Session::new(0);
    let missing = json!({"type": "generate", "preset": "delve", "set": {"mask.file": ["lot.txt"]}});
    let error = ask(&mut session, missing).unwrap_err();
    assert_eq!(error.message, "mask.file: \"lot.txt\" is named, but the file was not attached.");
    let astray = json!({"type": "generate", "files": [{"key": "rooms.count", "name": "a", "text": ""}]});
    let error = ask(&mut session, astray).unwrap_err();
    assert_eq!((error.code, error.field.as_deref()), (ErrorCode::InvalidField, Some("rooms.count")));
}

#[test]
fn a_link_that_would_be_too_long_is_none_and_says_why() {
    let rows: String = (0..150)
        .map(|y| (0..150).map(|x| if (x + y) % 3 == 0 { '#' } else { '.' }).collect::<String>() + "\n")
        .collect();
    let mask = format!("level: -5\n{rows}");
    let made = document(&mut Session::new(0), with_file("delve", "mask.file", "stripes.txt", &mask));
    assert_eq!((&made.session.share_link, &made.session.roll_link), (&None, &None));
    let problem = made.session.link_problem.expect("a reason");
    assert!(problem.starts_with("A link with stripes.txt would have ") && problem.contains("8,192"), "{problem}");
    let plain = document(&mut Session::new(0), json!({"type": "generate", "preset": "delve", "seed": "5"}));
    assert_eq!(plain.session.link_problem, None);
}
