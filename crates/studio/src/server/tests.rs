//! The law of error codes: every code is produced by a request.

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::job::{JobProgress, catch_panic, run_command};
use super::socket::Tab;
use super::state::{ServerOptions, ServerState};
use crate::Session;
use crate::limits::MAX_WAITING;
use crate::protocol::{ErrorCode, ProtocolError, Request};
use std::sync::Arc;
use std::time::Duration;

#[tokio::test]
async fn every_code_is_produced_by_a_request() {
    for code in ErrorCode::ALL {
        let error = produce(code).await;
        assert_eq!(error.code, code, "{}", error.message);
        assert!(error.message.ends_with('.'), "{}", error.message);
    }
}

/// An error with this code. The match makes every new code a case of the law.
async fn produce(code: ErrorCode) -> ProtocolError {
    let outside = json!([99, 99]);
    match code {
        ErrorCode::InvalidRequest => parse(r#"{"id": 1, "command": {"type": "undo", "times": 3}}"#),
        ErrorCode::UnknownCommand => parse(r#"{"id": 1, "command": {"type": "explode"}}"#),
        ErrorCode::InvalidField => run(json!({"type": "generate", "set": {"rooms.count": 1}})),
        ErrorCode::InvalidOption => run(json!({"type": "export", "format": "png", "options": {"px": 0}})),
        ErrorCode::InvalidCell => run(json!({"type": "paint", "z": 0, "cells": [outside], "solid": true})),
        ErrorCode::NotFound => {
            run(json!({"type": "edit", "edits": [{"edit": "delete_door", "door": {"z": 0, "cell": [1, 1]}}]}))
        }
        ErrorCode::TooLarge => run(json!({"type": "new", "width": 8000, "height": 8000})),
        ErrorCode::TooManyRequests => overfill().await,
        ErrorCode::SessionLimit => server(0).acquire_session().expect_err("no session is allowed"),
        ErrorCode::GenerationFailed => {
            let set = json!({"width": 16, "height": 16, "rooms.min": 60, "rooms.max": 64});
            run(json!({"type": "generate", "set": set}))
        }
        ErrorCode::EditRejected => run(json!({"type": "undo"})),
        ErrorCode::CrowdRejected => run(json!({"type": "crowd_step", "ticks": 1})),
        ErrorCode::Unreadable => run(json!({"type": "paste_text", "text": "no map"})),
        ErrorCode::Unsupported => run(json!({"type": "count_pages", "format": "svg", "options": {}})),
        ErrorCode::Cancelled => cancel().await,
        ErrorCode::Timeout => run_within(json!({"type": "undo"}), Duration::ZERO),
        ErrorCode::Internal => {
            let broken = |_: &mut Session| -> Result<(), ProtocolError> { panic!("a bug") };
            catch_panic(&mut Session::new(0), broken).expect_err("the panic is caught")
        }
    }
}

fn parse(text: &str) -> ProtocolError {
    Request::parse(text).expect_err("the text is no request").1
}

fn run(command: Value) -> ProtocolError {
    run_within(command, Duration::from_secs(60))
}

fn run_within(command: Value, timeout: Duration) -> ProtocolError {
    let command = serde_json::from_value(command).expect("the command is one of the protocol");
    run_command(&mut Session::new(0), command, JobProgress::silent(timeout, Arc::default()))
        .expect_err("the command fails")
}

fn server(sessions: usize) -> ServerState {
    let address = "127.0.0.1:4000".parse().expect("an address");
    ServerState::new(address, ServerOptions { sessions, ..ServerOptions::default() })
}

/// One request more than a tab without a session can hold.
async fn overfill() -> ProtocolError {
    let (out, mut frames) = mpsc::channel(4);
    let mut tab = Tab::new(None, out, server(1));
    for id in 1..=MAX_WAITING as u32 + 1 {
        tab.on_message(&json!({"id": id, "command": {"type": "check"}}).to_string()).await;
    }
    drop(tab);
    error_of(&frames.recv().await.expect("one answer"))
}

/// A pending request that a second one cancels.
async fn cancel() -> ProtocolError {
    let (out, mut frames) = mpsc::channel(4);
    let mut tab = Tab::new(None, out, server(1));
    tab.on_message(&json!({"id": 1, "command": {"type": "check"}}).to_string()).await;
    tab.on_message(&json!({"id": 2, "command": {"type": "cancel", "request": 1}}).to_string()).await;
    drop(tab);
    error_of(&frames.recv().await.expect("one answer"))
}

/// The error in a frame.
fn error_of(frame: &[u8]) -> ProtocolError {
    let length = u32::from_le_bytes(frame[..4].try_into().expect("four bytes")) as usize;
    let header: Value = serde_json::from_slice(&frame[4..4 + length]).expect("the header is JSON");
    serde_json::from_value(header["error"].clone()).expect("the header holds an error")
}
