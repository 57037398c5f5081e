//! What the export module does for a session without formats is what a session with all of them answers.
#![cfg(feature = "export")]

use serde_json::{Value, json};
use undercroft_studio::protocol::{Body, Command, Request, answer_frame};
use undercroft_studio::{NoProgress, Session};
use undercroft_wasm::{Host, export_frame};

struct Still;

impl Host for Still {
    fn now(&self) -> f64 {
        0.0
    }

    fn send_progress(&self, _: &[u8]) {}

    fn is_cancelled(&self) -> bool {
        false
    }
}

fn command(text: &str) -> Command {
    Request::parse(text).unwrap().command
}

fn request(command: &Value) -> String {
    json!({"id": 9, "command": command}).to_string()
}

/// A session with a dungeon, and that dungeon as JSON.
fn session() -> (Session, Vec<u8>) {
    let mut session = Session::new(0);
    let generate = json!({"type": "generate", "preset": "small-dungeon", "seed": "7"});
    session.handle(command(&request(&generate)), &mut NoProgress).unwrap();
    let export = json!({"type": "export", "format": "json"});
    let json = session.handle(command(&request(&export)), &mut NoProgress).unwrap().payload;
    (session, json)
}

#[test]
fn every_export_is_that_of_the_session() {
    let (mut session, dungeon) = session();
    for format in ["png", "pdf", "tmx", "tmj", "ldtk", "uvtt", "foundry", "no-such-format"] {
        let text = request(&json!({"type": "export", "format": format}));
        let expected = answer_frame(9, session.handle(command(&text), &mut NoProgress));
        assert!(export_frame(&text, &dungeon, &Still) == expected, "{format}");
    }
    for kind in ["count_pages", "preview"] {
        let text = request(&json!({"type": kind, "format": "pdf"}));
        let expected = answer_frame(9, session.handle(command(&text), &mut NoProgress));
        assert!(export_frame(&text, &dungeon, &Still) == expected, "{kind}");
    }
}

#[test]
fn a_foreign_file_is_opened_as_the_session_opens_it() {
    let (mut session, dungeon) = session();
    for format in ["tmx", "tmj", "ldtk", "png"] {
        let export = request(&json!({"type": "export", "format": format}));
        let file = session.handle(command(&export), &mut NoProgress).unwrap();
        let Body::Export(listed) = &file.body else { panic!("an export replies with files") };
        let bytes = listed.files[0].data.slice(&file.payload).unwrap();
        let text = request(&json!({"type": "open", "name": listed.files[0].name, "base64": base64(bytes)}));
        let frame = export_frame(&text, &dungeon, &Still);
        let length = u32::from_le_bytes(frame[..4].try_into().unwrap()) as usize;
        let mut other = session.clone();
        let expected = session.handle(command(&text), &mut NoProgress);
        let finished = other.finish(&command(&text), &frame[4 + length..], &mut NoProgress);
        assert_eq!(finished, expected, "{format}");
        assert_eq!(format!("{other:?}"), format!("{session:?}"), "{format}");
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |chunk: &[u8]| {
        let bits = (0..3).fold(0u32, |bits, at| bits << 8 | u32::from(*chunk.get(at).unwrap_or(&0)));
        let digit =
            |at: usize| if at > chunk.len() { '=' } else { char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize]) };
        [0, 1, 2, 3].map(digit)
    };
    bytes.chunks(3).flat_map(digits).collect()
}
