//! The engine of a page answers as a session does: frames, progress, cancelling, deadline.
#![cfg(feature = "session")]

use std::cell::{Cell, RefCell};

use serde_json::{Value, json};
use undercroft_studio::protocol::{Request, answer_frame};
use undercroft_studio::{NoProgress, Session};
use undercroft_wasm::{Engine, Host};

/// A worker whose clock goes on by a fixed time at each question, and which cancels after some questions.
struct TestHost {
    step: f64,
    now: Cell<f64>,
    questions: Cell<u32>,
    cancels_after: u32,
    frames: RefCell<Vec<Value>>,
}

impl TestHost {
    fn new(step: f64, cancels_after: u32) -> Self {
        let (now, questions) = (Cell::new(0.0), Cell::new(0));
        Self { step, now, questions, cancels_after, frames: RefCell::default() }
    }

    fn stages(&self) -> Vec<String> {
        let frames = self.frames.borrow();
        frames.iter().map(|frame| frame["progress"]["stage"].as_str().unwrap().to_owned()).collect()
    }
}

impl Host for TestHost {
    fn now(&self) -> f64 {
        self.now.replace(self.now.get() + self.step)
    }

    fn send_progress(&self, frame: &[u8]) {
        self.frames.borrow_mut().push(header(frame));
    }

    fn is_cancelled(&self) -> bool {
        self.questions.replace(self.questions.get() + 1) >= self.cancels_after
    }
}

fn header(frame: &[u8]) -> Value {
    let length = u32::from_le_bytes(frame[..4].try_into().unwrap()) as usize;
    serde_json::from_slice(&frame[4..4 + length]).unwrap()
}

fn request(id: u32, command: &Value) -> String {
    json!({"id": id, "command": command}).to_string()
}

#[test]
fn frames_are_those_of_a_session() {
    let commands = [
        json!({"type": "hello"}),
        json!({"type": "generate", "preset": "small-dungeon", "seed": "7", "trace": true}),
        json!({"type": "observer", "z": 0, "cell": [1, 1]}),
        json!({"type": "check"}),
        json!({"type": "generate"}),
        json!({"type": "export", "format": "svg"}),
        json!({"type": "undo"}),
        json!({"type": "edit", "edits": [{"edit": "delete_door", "door": {"z": 0, "cell": [0, 0]}}]}),
        json!({"type": "save"}),
    ];
    let (mut engine, mut session) = (Engine::new(5), Session::new(5));
    for (id, command) in (1..).zip(&commands) {
        let text = request(id, command);
        let command = Request::parse(&text).unwrap().command;
        let expected = answer_frame(id, session.handle(command, &mut NoProgress));
        assert!(engine.handle(&text, &TestHost::new(0.0, u32::MAX)) == expected, "{text}");
    }
    let broken = engine.handle("{", &TestHost::new(0.0, u32::MAX));
    assert_eq!(header(&broken)["error"]["code"], "invalid_request");
}

#[test]
fn progress_comes_at_each_stage_and_not_more_often_than_every_50_milliseconds() {
    let text = request(1, &json!({"type": "generate", "preset": "small-dungeon", "seed": "7"}));
    let still = TestHost::new(0.0, u32::MAX);
    Engine::new(0).handle(&text, &still);
    let mut stages = still.stages();
    assert!(stages.len() > 3, "{stages:?}");
    stages.dedup();
    assert_eq!(stages, still.stages(), "without time each stage is reported once");
    let slow = TestHost::new(60.0, u32::MAX);
    Engine::new(0).handle(&text, &slow);
    assert!(slow.stages().len() > stages.len(), "with time it is reported more often");
}

#[test]
fn a_cancelled_command_leaves_the_session_as_it_was() {
    let mut engine = Engine::new(3);
    engine.handle(&request(1, &json!({"type": "generate", "seed": "1"})), &TestHost::new(0.0, u32::MAX));
    let before = format!("{engine:?}");
    let frame = engine.handle(&request(2, &json!({"type": "generate", "seed": "2"})), &TestHost::new(0.0, 3));
    assert_eq!(header(&frame)["error"]["code"], "cancelled");
    assert_eq!(format!("{engine:?}"), before);
}

#[test]
fn a_command_ends_after_two_minutes() {
    let host = TestHost::new(50_000.0, u32::MAX);
    let frame = Engine::new(0).handle(&request(1, &json!({"type": "generate", "seed": "2"})), &host);
    assert_eq!(header(&frame)["error"]["code"], "timeout");
}
