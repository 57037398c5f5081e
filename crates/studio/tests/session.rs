//! The session by its commands, as a page sends them.

#![expect(clippy::needless_pass_by_value, reason = "commands are written where they are given")]

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use serde_json::{Value, json};
use undercroft::edit::{DoorRef, Edit, RoomRef};
use undercroft::format::json::{CorridorEntry, LinkEntryKind};
use undercroft::grid::Cell;
use undercroft_crowd::Mode;
use undercroft_formats as format;
use undercroft_studio::protocol::{
    Body, Command, CrowdReply, DocumentReply, ErrorCode, FieldInfo, FieldValues, FovReply, PayloadBlob, PresetInfo,
    ProtocolError, Reply,
};
use undercroft_studio::{NoProgress, Progress, Session};

fn ask(session: &mut Session, command: Value) -> Result<Reply, ProtocolError> {
    let command: Command = serde_json::from_value(command).expect("the command is one of the protocol");
    session.handle(command, &mut NoProgress)
}

/// The document after a command; edits are answered with what they changed.
fn document(session: &mut Session, command: Value) -> DocumentReply {
    match ask(session, command.clone()).map(|reply| reply.body) {
        Ok(Body::Document(document)) => *document,
        Ok(Body::Changed(_)) => document(session, json!({"type": "document"})),
        other => panic!("{command}: {other:?}"),
    }
}

fn text(session: &mut Session, command: Value) -> String {
    match ask(session, command).map(|reply| reply.body) {
        Ok(Body::Text { text, .. }) => text,
        other => panic!("{other:?}"),
    }
}

fn crowd(session: &mut Session, command: Value) -> CrowdReply {
    match ask(session, command.clone()).map(|reply| reply.body) {
        Ok(Body::Crowd(crowd)) => *crowd,
        other => panic!("{command}: {other:?}"),
    }
}

fn failure(session: &mut Session, command: Value) -> ProtocolError {
    let before = state(session);
    let error = ask(session, command.clone()).expect_err(&command.to_string());
    assert_eq!(before, state(session), "{command}");
    assert!(error.message.ends_with('.'), "{}", error.message);
    error
}

/// Everything that decides how a session goes on.
fn state(session: &Session) -> String {
    format!("{session:?}")
}

fn exported(session: &mut Session, format: &str) -> Vec<Vec<u8>> {
    let reply = ask(session, json!({"type": "export", "format": format})).unwrap();
    let Body::Export(export) = &reply.body else { panic!("{:?}", reply.body) };
    export.files.iter().map(|file| bytes(&reply, file.data).to_vec()).collect()
}

fn bytes(reply: &Reply, blob: PayloadBlob) -> &[u8] {
    blob.slice(&reply.payload).expect("the blob lies in the payload")
}

fn small(seed: u32) -> Value {
    json!({"type": "generate", "preset": "small-dungeon", "seed": seed.to_string(), "trace": true})
}

const HALL: &str = "■■■■■■■■\n■s□□□□□■\n■□□■□□□■\n■□□□□□□■\n■■■■■■■■\n";

#[test]
fn hello_tells_everything_a_page_must_know() {
    let mut session = Session::new(0);
    let Ok(Reply { body: Body::Hello(hello), .. }) = ask(&mut session, json!({"type": "hello"})) else { panic!() };
    let keys: BTreeSet<&str> = hello.fields.iter().map(|field| field.key).collect();
    assert!(keys.contains("rooms.count") && hello.fields.iter().all(|field| !field.default.is_null()));
    for preset in &hello.presets {
        assert!(preset.values.keys().all(|key| keys.contains(key.as_str())), "{}", preset.name);
        assert!(!preset.description.is_empty());
    }
    assert!(hello.presets.iter().any(|preset| preset.name == hello.default_preset));
    assert_eq!(hello.crowd_modes.len(), Mode::ALL.len());
    assert_eq!(hello.terrain.len(), undercroft::dungeon::Terrain::ALL.len());
}

/// What a preset with a change makes, but for the record of the recipe.
fn made_with(preset: &PresetInfo, key: &str, value: &Value) -> Result<String, ProtocolError> {
    let mut session = Session::new(0);
    let set = json!({key.to_owned(): value});
    let command = json!({"type": "generate", "preset": preset.name, "seed": "3", "set": set});
    let reply = ask(&mut session, command)?;
    let Body::Document(made) = reply.body else { panic!() };
    let mut made = *made;
    made.dungeon.provenance.recipe.clear();
    (made.session.source, made.session.share_link, made.session.roll_link) = (None, None, None);
    Ok(format!("{made:?} {:?}", reply.payload))
}

/// Another value of a recipe's field.
fn another(field: &FieldInfo, now: &Value) -> Value {
    match (&field.kind, field.key) {
        (FieldValues::Integer { min, .. } | FieldValues::IntegerOrAuto { min, .. }, _) => {
            json!(if now == min { min + 1 } else { *min })
        }
        (FieldValues::Fraction {}, _) => json!(i32::from(*now != json!(1))),
        (FieldValues::Bool {}, _) => json!(!now.as_bool().unwrap()),
        (FieldValues::Choice { choices }, _) => {
            json!(choices.iter().find(|choice| *now != choice.value).unwrap().value)
        }
        (FieldValues::Modules { .. }, _) => json!(if *now == json!(2) { 3 } else { 2 }),
        (_, "levels") => json!([-1, 1]),
        (_, "bounds") => json!([-4, 4, 0, 9]),
        (FieldValues::IntegerList { .. }, _) => json!([4, 4]),
        _ => json!("hall"),
    }
}

#[test]
fn a_field_that_is_said_to_have_no_say_changes_nothing() {
    let mut session = Session::new(0);
    let Ok(Reply { body: Body::Hello(hello), .. }) = ask(&mut session, json!({"type": "hello"})) else { panic!() };
    let mut idle = 0;
    for name in ["small-dungeon", "townhouse", "walker-keep", "temple", "tomb"] {
        let preset = hello.presets.iter().find(|preset| preset.name == name).unwrap();
        let value = |key: &str| {
            let default = || &hello.fields.iter().find(|field| field.key == key).unwrap().default;
            preset.values.get(key).unwrap_or_else(default)
        };
        let method = value("method");
        let plain = made_with(preset, "entrance_side", value("entrance_side")).unwrap();
        for field in hello.fields.iter().filter(|field| !field.applies_to.iter().any(|name| method == name)) {
            let other = another(field, value(field.key));
            idle += 1;
            match made_with(preset, field.key, &other) {
                Ok(made) => assert!(made == plain, "{name}: {} = {other} applies", field.key),
                Err(error) => assert_eq!(error.field.as_deref(), Some(field.key), "{}", error.message),
            }
        }
    }
    assert!(idle > 50, "only {idle} fields do not apply");
}

#[test]
fn the_same_recipe_and_seed_give_the_same_document() {
    let (mut one, mut two) = (Session::new(1), Session::new(2));
    let first = document(&mut one, small(7));
    assert_eq!(first, document(&mut two, small(7)));
    assert!(first.session.report.is_sound() && !first.session.edited);
    assert_eq!(first.session.share_link.as_deref(), Some("preset=small-dungeon&seed=7"));
}

#[test]
fn a_share_text_gives_the_same_dungeon_elsewhere() {
    let mut session = Session::new(1);
    let set = json!({"rooms.count": 6, "rooms.grid": [2, 4], "extra_links": 0.5, "width": 80});
    let command =
        json!({"type": "generate", "preset": "small-dungeon", "set": set, "seed": "9", "stages": {"route": "3"}});
    let made = document(&mut session, command);
    let share = made.session.share_link.unwrap();
    assert_eq!(share, "preset=small-dungeon&seed=9&seed.route=3&extra_links=0.5&rooms.count=6&rooms.grid=%5B2%2C4%5D");
    let dungeon = exported(&mut session, "json");
    let mut other = Session::new(2);
    document(&mut other, json!({"type": "open_share_link", "text": share}));
    assert_eq!(exported(&mut other, "json"), dungeon);
}

#[test]
fn seeds_that_nobody_chose_differ() {
    let mut session = Session::new(5);
    let command = json!({"type": "generate", "preset": "small-dungeon"});
    let seeds: BTreeSet<String> =
        (0..5).map(|_| document(&mut session, command.clone()).dungeon.provenance.seed).collect();
    assert_eq!(seeds.len(), 5);
}

#[test]
fn the_trace_comes_in_pages_and_counts_its_kinds() {
    let mut session = Session::new(0);
    failure(&mut session, json!({"type": "trace", "from": 0, "to": 1}));
    let trace = document(&mut session, small(3)).session.trace.unwrap();
    assert_eq!(trace.kinds.values().sum::<u32>(), trace.events);
    let Ok(Reply { body: Body::Trace(page), .. }) = ask(&mut session, json!({"type": "trace", "from": 2, "to": 999}))
    else {
        panic!()
    };
    assert_eq!(page.events.len() as u32, trace.events - 2);
    assert!(page.events.iter().all(|event| trace.kinds.contains_key(event["event"].as_str().unwrap())));
    failure(&mut session, json!({"type": "trace", "from": 9, "to": 1}));
    failure(&mut session, json!({"type": "trace", "from": 0, "to": 4_000_000_000_u32}));
    assert!(ask(&mut session, json!({"type": "trace", "from": 5000, "to": 5001})).is_ok());
}

/// The corridor of the first link.
fn first_corridor(document: &DocumentReply) -> &CorridorEntry {
    let LinkEntryKind::Corridor(corridor) = &document.dungeon.links[0].kind else { panic!("a corridor comes first") };
    corridor
}

#[test]
fn the_inspector_finds_things_and_the_events_that_made_them() {
    let mut session = Session::new(0);
    let made = document(&mut session, small(3));
    let look = |session: &mut Session, cell: undercroft::grid::Cell| match ask(
        session,
        json!({"type": "inspect", "z": 0, "cell": cell}),
    )
    .map(|reply| reply.body)
    {
        Ok(Body::Inspect(inspected)) => *inspected,
        other => panic!("{other:?}"),
    };
    let room = &made.dungeon.rooms[2];
    let found = look(&mut session, room.floor[0].start);
    assert_eq!(found.room.as_ref(), Some(room));
    assert!(!found.events.is_empty() && !found.links.is_empty() && found.flaws.is_empty());
    let door = &made.dungeon.doors[first_corridor(&made).doors[0].index()];
    let found = look(&mut session, door.cells[0]);
    assert_eq!((found.door.as_ref(), found.terrain.as_str()), (Some(door), "door"));
    assert!(found.events.len() >= 2, "the door was opened, its corridor searched and carved");
    let found = look(&mut session, first_corridor(&made).path[0]);
    assert!(found.corridor_of.contains(&made.dungeon.links[0].id));
    failure(&mut session, json!({"type": "inspect", "z": 0, "cell": [-1, 0]}));
    failure(&mut session, json!({"type": "inspect", "z": 9, "cell": [1, 1]}));
}

#[test]
fn undo_and_redo_lead_back_and_forth() {
    let mut session = Session::new(0);
    let steps = [
        small(1),
        json!({"type": "paint", "z": 0, "cells": [[1, 1]], "solid": false}),
        json!({"type": "paste_text", "text": HALL}),
        json!({"type": "new", "width": 9, "height": 5}),
        json!({"type": "paint", "z": 0, "cells": [[1, 1], [2, 1]], "solid": true}),
    ];
    let mut seen = vec![document(&mut session, json!({"type": "document"}))];
    for step in steps {
        ask(&mut session, step).unwrap();
        seen.push(document(&mut session, json!({"type": "document"})));
    }
    let bare = |mut reply: DocumentReply| {
        (reply.session.undo, reply.session.redo, reply.session.step) = (0, 0, None);
        reply
    };
    for before in seen.iter().rev().skip(1) {
        assert_eq!(bare(document(&mut session, json!({"type": "undo"}))), bare(before.clone()));
    }
    failure(&mut session, json!({"type": "undo"}));
    for after in seen.iter().skip(1) {
        assert_eq!(bare(document(&mut session, json!({"type": "redo"}))), bare(after.clone()));
    }
    failure(&mut session, json!({"type": "redo"}));
    document(&mut session, json!({"type": "undo"}));
    let now = document(&mut session, small(2));
    assert_eq!(now.session.redo, 0, "a new step forgets what was undone");
}

#[test]
fn a_gesture_is_one_step() {
    let mut session = Session::new(0);
    for x in 1..6 {
        ask(&mut session, json!({"type": "paint", "z": 0, "cells": [[x, 1]], "solid": true, "gesture": 4})).unwrap();
    }
    ask(&mut session, json!({"type": "paint", "z": 0, "cells": [[1, 3]], "solid": true, "gesture": 5})).unwrap();
    assert_eq!(document(&mut session, json!({"type": "document"})).session.undo, 2);
    for count in ["5", "6", "7"] {
        let command = json!({"type": "generate", "preset": "small-dungeon", "seed": count, "gesture": 6});
        assert_eq!(document(&mut session, command).session.undo, 3);
    }
    document(&mut session, json!({"type": "undo"}));
    assert_eq!(document(&mut session, json!({"type": "undo"})).session.undo, 1);
}

#[test]
fn history_is_bounded_in_memory() {
    let mut session = Session::new(0);
    for i in 0..24 {
        let made = document(&mut session, json!({"type": "new", "width": 2000, "height": 2000 + i}));
        assert!(made.session.undo <= 17, "64 MB hold 16 maps of 4 MB, got {}", made.session.undo);
    }
}

#[test]
fn refused_commands_leave_everything_as_it_was() {
    let mut session = Session::new(0);
    document(&mut session, small(4));
    crowd(&mut session, json!({"type": "crowd_scatter", "z": 0, "count": 5}));
    for command in [
        json!({"type": "generate", "preset": "no-such"}),
        json!({"type": "generate", "seed": "-1"}),
        json!({"type": "generate", "seed": "1", "stages": {"walls": "2"}}),
        json!({"type": "generate", "seed": "1", "stages": {"route": "x"}}),
        json!({"type": "generate", "set": {"rooms.count": 1}}),
        json!({"type": "generate", "set": {"no.such": 1}}),
        json!({"type": "generate", "set": {"width": 16384, "height": 16384}}),
        json!({"type": "generate", "set": {"rooms.count": 200_000}}),
        json!({"type": "generate", "set": {"width": 16, "height": 16, "rooms.min": 60, "rooms.max": 64}}),
        json!({"type": "open_share_link", "text": "rubbish"}),
        json!({"type": "open", "name": "a.json", "base64": "§"}),
        json!({"type": "open", "name": "a.json", "base64": STANDARD.encode("{}")}),
        json!({"type": "open", "name": "a.png", "base64": STANDARD.encode(b"\x89PNG rubbish")}),
        json!({"type": "new", "width": 2, "height": 9}),
        json!({"type": "new", "width": 8000, "height": 8000}),
        json!({"type": "redo"}),
        json!({"type": "edit", "edits": []}),
        json!({"type": "edit", "edits": [{"edit": "delete_room", "room": {"z": 0, "at": [1, 1], "sum": 7}}]}),
        json!({"type": "edit", "edits": [{"edit": "set_door", "door": {"z": 0, "cell": [0, 0]}, "to": {"secret": true}}]}),
        json!({"type": "edit", "edits": [{"edit": "renumber"}, {"edit": "unpin", "ids": [99]}]}),
        json!({"type": "try", "edits": [{"edit": "add_room", "z": 4, "shape": {"rect": [1, 1, 4, 4]}}]}),
        json!({"type": "goto", "n": 9}),
        json!({"type": "journal", "from": 9}),
        json!({"type": "restore", "journal": {"journal": 1, "epoch": 4, "entries": [{"walk": 1}], "cursor": 1}}),
        json!({"type": "restore", "journal": {"journal": 9, "epoch": 4, "entries": [], "cursor": 0}}),
        json!({"type": "restore", "journal": {"journal": 1, "epoch": 4, "entries": [], "cursor": 3}}),
        json!({"type": "restore", "journal": {"journal": 1, "epoch": 2, "entries": [], "cursor": 0}}),
        json!({"type": "restore", "journal": {"journal": 1, "epoch": 4, "entries": [], "cursor": 0}, "checkpoint": "{"}),
        json!({"type": "vary", "n": 25}),
        json!({"type": "diff", "a": {"at": "now"}, "b": {"at": "step", "n": 77}}),
        json!({"type": "thumbnail", "roll": {"at": "now"}, "px": 193}),
        json!({"type": "shelved", "action": "retry"}),
        json!({"type": "open_share_link", "text": "w1.AAAA"}),
        json!({"type": "generate", "preset": "small-dungeon", "seed": "1", "pins": [
            {"id": 1, "pin": "cells", "z": 0, "at": [900, 900], "rows": ["."]}]}),
        json!({"type": "paint", "z": 3, "cells": [[1, 1]], "solid": true}),
        json!({"type": "paint", "z": 0, "cells": [[1, 1], [900, 1]], "solid": true}),
        json!({"type": "observer", "z": 0, "cell": [0, 0]}),
        json!({"type": "observer", "z": 0, "cell": [2_147_483_647, 0]}),
        json!({"type": "observer", "z": 0, "cell": [20, 20], "shape": "9x9"}),
        json!({"type": "paste_text", "text": ""}),
        json!({"type": "path", "z": 0, "from": [0, 0], "to": [1, 1]}),
        json!({"type": "sweep", "z": 0, "from": [0, 0], "to": [2_147_483_647, -5]}),
        json!({"type": "crowd_settings", "settings": {"n": 7}}),
        json!({"type": "crowd_settings", "settings": {"mode": "waltz"}}),
        json!({"type": "crowd_settings", "settings": {"offset": "z"}}),
        json!({"type": "crowd_spawn", "z": 0, "cells": [[-1, 4]]}),
        json!({"type": "crowd_spawn", "z": 0, "cells": [[1, 1]], "pace": 0}),
        json!({"type": "crowd_scatter", "z": 0, "count": 4_000_000_000_u32}),
        json!({"type": "crowd_scatter", "z": 1, "count": 1}),
        json!({"type": "crowd_remove", "actors": {"who": "these", "ids": [0, 77]}}),
        json!({"type": "crowd_remove", "actors": {"who": "nearest", "fraction": 0.5}}),
        json!({"type": "crowd_destination", "actors": {"who": "all"}, "cell": [0, 0]}),
        json!({"type": "crowd_destination", "actors": {"who": "nearest", "fraction": 0.3}, "cell": [-4, 2_147_483_647]}),
        json!({"type": "crowd_step", "ticks": 0}),
        json!({"type": "crowd_step", "ticks": 1_000_000}),
        json!({"type": "crowd_paths", "actors": {"who": "these", "ids": []}}),
        json!({"type": "load", "text": "{"}),
        json!({"type": "load", "text": "{\"format\": \"x\"}"}),
        json!({"type": "export", "format": "no-such"}),
        json!({"type": "export", "format": "png", "options": {"px": 100_000}}),
        json!({"type": "export", "format": "png", "options": {"colour": "red"}}),
    ] {
        failure(&mut session, command);
    }
}

/// Gives up after some questions.
struct Impatient(std::cell::Cell<u32>);

impl Progress for Impatient {
    fn report(&mut self, _: &str, _: u64, _: u64) {}

    fn should_continue(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() > 0
    }
}

#[test]
fn a_cancelled_command_leaves_everything_as_it_was() {
    let mut session = Session::new(0);
    document(&mut session, small(4));
    crowd(&mut session, json!({"type": "crowd_scatter", "z": 0, "count": 9}));
    let before = state(&session);
    for timeout in [0, 1, 2, 3, 5, 8] {
        let command = json!({"type": "generate", "preset": "large-dungeon", "seed": "1", "set": {"method": "bsp"}});
        for command in [command, json!({"type": "crowd_step", "ticks": 50})] {
            let command = serde_json::from_value(command).unwrap();
            let error = session.handle(command, &mut Impatient(std::cell::Cell::new(timeout))).unwrap_err();
            assert_eq!(error.code, ErrorCode::Cancelled);
            assert_eq!(before, state(&session));
        }
    }
}

#[test]
fn an_export_that_could_not_be_cancelled_stops_in_every_format() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "generate", "preset": "large-dungeon", "seed": "1"}));
    let before = state(&session);
    for format in format::FORMATS.iter().filter(|format| format.write.is_some()) {
        let command: Command =
            serde_json::from_value(json!({"type": "export", "format": format.name, "options": {}})).unwrap();
        let mut patient = Impatient(std::cell::Cell::new(1_000_000));
        session.handle(command.clone(), &mut patient).unwrap();
        let asked = 1_000_000 - patient.0.get();
        assert!(asked > 1, "{} is asked within its work", format.name);
        for questions in [1, asked.div_ceil(2), asked] {
            let mut impatient = Impatient(std::cell::Cell::new(questions));
            let error = session.handle(command.clone(), &mut impatient).unwrap_err();
            assert_eq!(error.code, ErrorCode::Cancelled, "{} after {questions} questions", format.name);
            assert_eq!(before, state(&session));
        }
    }
}

#[test]
fn a_plan_that_grows_too_large_ends_with_a_clear_message() {
    let mut session = Session::new(0);
    let set = json!({"method": "plan", "shape": "maze", "rooms.count": 20_000, "levels": [0, 0]});
    let error = failure(&mut session, json!({"type": "generate", "set": set, "seed": "1"}));
    assert!(error.message.contains("cells; the studio shows up to"), "{}", error.message);
}

#[test]
fn walls_are_painted_but_never_over_the_observer() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "paste_text", "text": HALL}));
    let reply =
        ask(&mut session, json!({"type": "paint", "z": 0, "cells": [[1, 1], [5, 1], [5, 1]], "solid": true})).unwrap();
    let Body::Paint(painted) = &reply.body else { panic!() };
    assert_eq!(painted.cells, [undercroft::grid::Cell::new(5, 1)]);
    assert_eq!(bytes(&reply, painted.terrain), [1]);
    assert_eq!(painted.skipped[0].1, "the observer stands there");
    let error = failure(&mut session, json!({"type": "paint", "z": 0, "cells": [[1, 1]], "solid": true}));
    assert_eq!(error.message, "(1, 1) stays as it is: the observer stands there.");
    let nothing = ask(&mut session, json!({"type": "paint", "z": 0, "cells": [[5, 1]], "solid": true})).unwrap();
    let Body::Paint(nothing) = nothing.body else { panic!() };
    assert!(nothing.cells.is_empty() && nothing.undo == painted.undo, "what is wall already is no step");
}

fn fov(session: &mut Session, command: Value) -> (FovReply, Vec<u8>) {
    let reply = ask(session, command.clone()).unwrap_or_else(|error| panic!("{command}: {error:?}"));
    match reply.body {
        Body::Fov(fov) => (fov, reply.payload),
        Body::Paint(paint) => (paint.fov.expect("the observer is on this level"), reply.payload),
        other => panic!("{command}: {other:?}"),
    }
}

/// The sets of a field of view, wherever they lie in the payload.
fn sets((fov, payload): &(FovReply, Vec<u8>)) -> Vec<Vec<u8>> {
    [fov.visible, fov.corners, fov.interesting].map(|blob| blob.slice(payload).unwrap().to_vec()).to_vec()
}

#[test]
fn a_stroke_brings_the_new_view_and_the_new_path() {
    for kind in ["exact", "shadowcast"] {
        let mut session = Session::new(0);
        document(&mut session, json!({"type": "paste_text", "text": HALL}));
        fov(&mut session, json!({"type": "fov", "kind": kind}));
        let goal = ask(&mut session, json!({"type": "goal", "cell": [6, 3]})).unwrap();
        assert!(matches!(goal.body, Body::Path(path) if path.found));
        for (cells, solid) in [(json!([[3, 1], [4, 3]]), true), (json!([[3, 2], [4, 3]]), false)] {
            let painted = fov(&mut session, json!({"type": "paint", "z": 0, "cells": cells, "solid": solid}));
            let asked = fov(&mut session, json!({"type": "fov"}));
            assert_eq!(sets(&painted), sets(&asked), "{kind} {cells}");
            assert_eq!((&painted.0.path, painted.0.visible_count), (&asked.0.path, asked.0.visible_count));
            // A session that has seen nothing before agrees.
            let mut fresh = session.clone();
            let saved = text(&mut fresh, json!({"type": "save"}));
            document(&mut fresh, json!({"type": "load", "text": saved}));
            assert_eq!(sets(&fov(&mut fresh, json!({"type": "fov", "kind": kind}))), sets(&asked), "{kind} {cells}");
            let path = ask(&mut fresh, json!({"type": "path", "z": 0, "from": [1, 1], "to": [6, 3]})).unwrap();
            assert_eq!(path.body, Body::Path(asked.0.path.unwrap()));
        }
    }
}

#[test]
fn the_goal_follows_the_observer_on_its_level_and_ends_with_the_document() {
    let mut session = Session::new(0);
    failure(&mut session, json!({"type": "goal", "cell": [0, 0]}));
    ask(&mut session, json!({"type": "goal", "cell": [6, 3]})).unwrap();
    let (moved, _) = fov(&mut session, json!({"type": "observer", "z": 0, "cell": [3, 3], "shape": "2x2"}));
    assert_eq!(moved.path.map(|path| path.waypoints.len()), Some(2));
    let walled = json!({"type": "paint", "z": 0, "cells": [[6, 3]], "solid": true});
    assert!(!fov(&mut session, walled).0.path.unwrap().found, "a goal that has become solid has no path");
    document(&mut session, json!({"type": "undo"}));
    assert!(fov(&mut session, json!({"type": "fov"})).0.path.is_none());
    ask(&mut session, json!({"type": "goal", "cell": [6, 3]})).unwrap();
    assert_eq!(ask(&mut session, json!({"type": "goal"})).unwrap().body, Body::Done {});
    assert!(fov(&mut session, json!({"type": "fov"})).0.path.is_none());
}

#[test]
fn a_gesture_of_paint_and_replacement_is_undone_as_one() {
    let mut session = Session::new(0);
    let paint = |x: i32| json!({"type": "paint", "z": 0, "cells": [[x, 1]], "solid": true, "gesture": 7});
    let generate = json!({"type": "generate", "preset": "small-dungeon", "seed": "5", "gesture": 7});
    let first = text(&mut session, json!({"type": "copy_text"}));
    for command in [paint(1), paint(2), generate, paint(3)] {
        drop(ask(&mut session, command));
    }
    let last = text(&mut session, json!({"type": "copy_text"}));
    assert_eq!(document(&mut session, json!({"type": "undo"})).session.undo, 0);
    assert_eq!(text(&mut session, json!({"type": "copy_text"})), first);
    assert_eq!(document(&mut session, json!({"type": "redo"})).session.redo, 0);
    assert_eq!(text(&mut session, json!({"type": "copy_text"})), last);
}

/// The known values of the sight specification: 23×20, observer (8, 8).
#[test]
fn views_have_the_known_counts() {
    let walls = [(6, 3), (4, 5), (14, 6), (7, 11), (11, 13), (12, 13), (9, 15)];
    let letter = |x: i32, y: i32| match (x, y) {
        (8, 8) => 's',
        place if walls.contains(&place) => '■',
        _ => '□',
    };
    let map: String = (0..20).flat_map(|y| (0..23).map(move |x| letter(x, y)).chain(['\n'])).collect();
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "paste_text", "text": map}));
    let reply = ask(&mut session, json!({"type": "fov"})).unwrap();
    let Body::Fov(view) = &reply.body else { panic!() };
    assert_eq!((view.visible_count, view.corner_count, view.interesting_count), (273, 22, 10));
    let bits = bytes(&reply, view.visible);
    assert_eq!(bits.len(), 20 * 3);
    assert_eq!(bits.iter().map(|byte| byte.count_ones()).sum::<u32>(), 273);
    assert_eq!(bits[8 * 3 + 1] & 1, 1, "the observer sees itself");
    let moved = ask(&mut session, json!({"type": "observer", "z": 0, "cell": [9, 8]})).unwrap();
    let Body::Fov(moved) = moved.body else { panic!() };
    assert_eq!(moved.visible_count, 271);
    let wide = ask(&mut session, json!({"type": "observer", "z": 0, "cell": [8, 8], "shape": "2x1"})).unwrap();
    assert!(matches!(wide.body, Body::Fov(view) if view.observer.shape == "2x1"));
    failure(&mut session, json!({"type": "fov", "kind": "shadowcast"}));
}

#[test]
fn a_glimpse_ends_at_a_shut_door_and_goes_through_a_portcullis() {
    let seen = |door: char, kind: &str| {
        let mut session = Session::new(0);
        let map = format!("#######\n#..{door}..#\n#######\n");
        document(&mut session, json!({"type": "paste_text", "text": map}));
        ask(&mut session, json!({"type": "observer", "z": 0, "cell": [1, 1]})).unwrap();
        let reply = ask(&mut session, json!({"type": "fov", "kind": kind})).unwrap();
        let Body::Fov(view) = &reply.body else { panic!() };
        let row = bytes(&reply, view.visible)[1];
        (row, view.visible_count, view.corner_count)
    };
    let (walls, ground, door, behind) = (0b100_0001, 0b000_0110, 0b000_1000, 0b011_0000);
    assert_eq!(seen('+', "exact"), (ground | door | behind, 5, 0), "one could walk through a shut door");
    assert_eq!(seen('+', "shadowcast"), (1 | ground | door, 2, 0), "its near side is lit, and nothing behind it");
    assert_eq!(seen('\'', "shadowcast"), (walls | ground | door | behind, 5, 0), "an open door hides nothing");
    assert_eq!(seen('H', "exact"), (ground, 2, 0), "a portcullis stops a body");
    assert_eq!(seen('H', "shadowcast"), (walls | ground | door | behind, 5, 0), "but one sees through it");
}

#[test]
fn a_copied_map_can_be_pasted() {
    let mut session = Session::new(0);
    document(&mut session, small(6));
    let copied = text(&mut session, json!({"type": "copy_text"}));
    let mut other = Session::new(0);
    let pasted = document(&mut other, json!({"type": "paste_text", "text": copied}));
    assert_eq!(pasted.session.observer, document(&mut session, json!({"type": "document"})).session.observer);
    assert_eq!(text(&mut other, json!({"type": "copy_text"})), copied);
}

#[test]
fn a_bad_paste_says_line_and_column() {
    let mut session = Session::new(0);
    let error = failure(&mut session, json!({"type": "paste_text", "text": "■■■\n■s?\n■■■\n"}));
    assert_eq!((error.line, error.column), (Some(2), Some(3)), "{}", error.message);
    let error = failure(&mut session, json!({"type": "paste_text", "text": "■s■\n■■■\n■s■\n"}));
    assert!(error.message.contains("must be one cell"), "{}", error.message);
    let error = failure(&mut session, json!({"type": "paste_text", "text": "■s■\n■■\n"}));
    assert_eq!(error.line, Some(2));
}

#[test]
fn paths_and_bands_are_told_with_their_cells() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "paste_text", "text": HALL}));
    let path = ask(&mut session, json!({"type": "path", "z": 0, "from": [2, 2], "to": [4, 2]})).unwrap();
    let Body::Path(path) = path.body else { panic!() };
    assert!(path.found && path.waypoints.len() == 4 && path.swept.len() > 4, "{path:?}");
    let band = ask(&mut session, json!({"type": "sweep", "z": 0, "from": [2, 2], "to": [4, 2]})).unwrap();
    let Body::Sweep(band) = band.body else { panic!() };
    assert_eq!((band.is_clear, band.cells.len(), band.blocked.len()), (false, 3, 1));
    ask(&mut session, json!({"type": "paint", "z": 0, "cells": [[3, 1], [3, 3]], "solid": true})).unwrap();
    let none = ask(&mut session, json!({"type": "path", "z": 0, "from": [2, 2], "to": [4, 2]})).unwrap();
    assert!(matches!(none.body, Body::Path(path) if !path.found));
}

#[test]
fn rooms_and_doors_are_changed_by_hand() {
    let mut session = Session::new(0);
    let made = document(&mut session, small(3));
    let moved = made.dungeon.rooms.iter().find_map(|room| {
        [[4, 0], [-4, 0], [0, 4], [0, -4]].into_iter().find_map(|[x, y]| {
            let edit = Edit::MoveRoom { room: RoomRef::of(room), by: Cell::new(x, y) };
            ask(&mut session, json!({"type": "edit", "edits": [edit]})).ok()
        })
    });
    assert!(moved.is_some(), "a room can be moved");
    let moved = document(&mut session, json!({"type": "document"}));
    assert!(
        moved.session.edited
            && moved.session.share_link.is_none()
            && moved.session.trace.is_none()
            && moved.session.report.is_sound()
    );
    let door = first_corridor(&moved).doors[0];
    let of = DoorRef::of(&moved.dungeon.doors[door.index()]);
    let lock = json!({"edit": "set_door", "door": of, "to": {"kind": "door", "state": "locked"}});
    let locked = document(&mut session, json!({"type": "edit", "edits": [lock]}));
    assert_eq!(locked.dungeon.doors[door.index()].state, undercroft::dungeon::DoorState::Locked);
    let goal = locked.dungeon.goal.unwrap();
    let gone = Edit::DeleteRoom { room: RoomRef::of(&locked.dungeon.rooms[goal.index()]) };
    let less = document(&mut session, json!({"type": "edit", "edits": [gone]}));
    assert_eq!(less.dungeon.rooms.len(), made.dungeon.rooms.len() - 1);
    for _ in 0..3 {
        document(&mut session, json!({"type": "undo"}));
    }
    let back = document(&mut session, json!({"type": "document"}));
    assert_eq!(
        (&back.dungeon.rooms, &back.session.share_link, &back.session.trace),
        (&made.dungeon.rooms, &made.session.share_link, &made.session.trace)
    );
    let stay = Edit::MoveRoom { room: RoomRef::of(&made.dungeon.rooms[0]), by: Cell::new(0, 0) };
    let still = document(&mut session, json!({"type": "edit", "edits": [stay]}));
    assert_eq!(
        (still.session.undo, still.session.edited),
        (made.session.undo, false),
        "a drag that ends where it began is no step"
    );
}

#[test]
fn a_crowd_arrives_in_every_mode() {
    for mode in Mode::ALL {
        let mut session = Session::new(0);
        document(&mut session, json!({"type": "new", "width": 24, "height": 16}));
        crowd(
            &mut session,
            json!({"type": "crowd_settings", "settings": {"mode": mode.name(), "n": 2, "fallback": true}}),
        );
        let spawned = crowd(&mut session, json!({"type": "crowd_scatter", "z": 0, "count": 12, "seed": 3}));
        assert_eq!((spawned.state.actors, spawned.moved.spawned.len(), spawned.actors.bytes), (12, 12, 12 * 14 * 4));
        crowd(&mut session, json!({"type": "crowd_destination", "actors": {"who": "all"}, "cell": [12, 8]}));
        let mut arrived = Vec::new();
        for _ in 0..40 {
            let stepped = crowd(&mut session, json!({"type": "crowd_step", "ticks": 20}));
            arrived.extend(stepped.moved.arrived);
            if stepped.state.settled {
                break;
            }
        }
        let end = crowd(&mut session, json!({"type": "crowd"}));
        assert!(end.state.arrived >= 10, "{}: {:?}", mode.name(), end.state);
        assert_eq!(end.state.arrived as usize, arrived.iter().collect::<BTreeSet<_>>().len(), "{}", mode.name());
    }
}

#[test]
fn single_actors_and_shares_are_sent_and_tracked() {
    let mut session = Session::new(0);
    crowd(
        &mut session,
        json!({"type": "crowd_spawn", "z": 0, "cells": [[2, 2], [2, 2], [20, 10], [21, 10], [22, 10]]}),
    );
    let state = crowd(&mut session, json!({"type": "crowd"})).state;
    assert_eq!(state.actors, 4, "one cell has place for one body of its size");
    crowd(
        &mut session,
        json!({"type": "crowd_destination", "actors": {"who": "nearest", "fraction": 0.5}, "cell": [25, 10]}),
    );
    let tracks = ask(&mut session, json!({"type": "crowd_paths", "actors": {"who": "all"}})).unwrap();
    let Body::Paths { paths } = tracks.body else { panic!() };
    assert_eq!(paths.iter().filter(|path| path.goal.is_some()).count(), 2);
    assert!(paths[0].goal.is_none(), "the farthest stays");
    crowd(&mut session, json!({"type": "crowd_remove", "actors": {"who": "these", "ids": [0, 1]}}));
    assert_eq!(crowd(&mut session, json!({"type": "crowd"})).state.actors, 2);
    let cleared = crowd(&mut session, json!({"type": "crowd_clear"}));
    assert_eq!((cleared.state.actors, cleared.state.z), (0, None));
}

#[test]
fn walls_spare_actors_and_a_new_map_has_none() {
    let mut session = Session::new(0);
    crowd(&mut session, json!({"type": "crowd_spawn", "z": 0, "cells": [[5, 5], [9, 9]]}));
    crowd(&mut session, json!({"type": "crowd_destination", "actors": {"who": "all"}, "cell": [20, 5]}));
    let cells: Vec<[i32; 2]> =
        (0..32).flat_map(|x| (0..20).map(move |y| [x, y])).filter(|[x, y]| (x + y) % 7 == 0).collect();
    let reply = ask(&mut session, json!({"type": "paint", "z": 0, "cells": cells, "solid": true})).unwrap();
    let Body::Paint(painted) = reply.body else { panic!() };
    assert!(painted.skipped.iter().all(|(_, reason)| reason.contains("stands there")));
    assert_eq!(crowd(&mut session, json!({"type": "crowd"})).state.actors, 2);
    document(&mut session, json!({"type": "undo"}));
    assert_eq!(crowd(&mut session, json!({"type": "crowd"})).state.actors, 2);
    let made = document(&mut session, small(1));
    assert_eq!(made.session.crowd.actors, 0);
    assert_eq!(made.session.notes, ["The map was replaced; 2 actors on it were removed."]);
}

#[test]
fn a_saved_state_goes_on_as_the_session_would_have() {
    let mut session = Session::new(0);
    document(&mut session, small(2));
    crowd(
        &mut session,
        json!({"type": "crowd_settings", "settings": {"n": 2, "offset": "xy", "mode": "flow", "early": true}}),
    );
    crowd(&mut session, json!({"type": "crowd_scatter", "z": 0, "count": 9, "seed": 1}));
    let cell = document(&mut session, json!({"type": "document"})).session.observer.unwrap().cell;
    drop(ask(&mut session, json!({"type": "crowd_destination", "actors": {"who": "all"}, "cell": cell})));
    crowd(&mut session, json!({"type": "crowd_step", "ticks": 7}));
    let saved = text(&mut session, json!({"type": "save"}));
    let mut other = Session::new(9);
    document(&mut other, json!({"type": "load", "text": saved}));
    assert_eq!(text(&mut other, json!({"type": "save"})), saved);
    let step = json!({"type": "crowd_step", "ticks": 25});
    assert_eq!(ask(&mut session, step.clone()), ask(&mut other, step));
    assert_eq!(document(&mut other, json!({"type": "goto", "n": 0})).dungeon.name, "Untitled map");
}

#[test]
fn broken_saved_states_are_refused_whole() {
    let mut session = Session::new(0);
    document(&mut session, small(2));
    crowd(&mut session, json!({"type": "crowd_scatter", "z": 0, "count": 3}));
    let saved = text(&mut session, json!({"type": "save"}));
    let value: Value = serde_json::from_str(&saved).unwrap();
    for (path, wrong) in [
        ("/version", json!(3)),
        ("/journal/cursor", json!(7)),
        ("/journal/journal", json!(2)),
        ("/journal/entries/0", json!({"jump": 1})),
        ("/checkpoint/observer/cell", json!([900, 900])),
        ("/checkpoint/observer/shape", json!("7x7")),
        ("/checkpoint/dungeon/levels", json!([])),
        ("/checkpoint/crowd/z", json!(4)),
        ("/checkpoint/crowd/crowd/actors", json!([{"current": [0, 0]}])),
        ("/checkpoint/crowd/crowd/settings/search_budget", json!(1_000_000)),
        ("/checkpoint/crowd/settings/n", json!("two")),
    ] {
        let mut broken = value.clone();
        *broken.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = wrong;
        failure(&mut session, json!({"type": "load", "text": broken.to_string()}));
    }
    for end in (0..saved.len()).step_by(saved.len() / 40).filter(|&end| saved.is_char_boundary(end)) {
        failure(&mut session, json!({"type": "load", "text": &saved[..end]}));
    }
}

#[test]
fn every_format_is_exported_and_what_can_be_read_is_read_again() {
    let mut session = Session::new(0);
    let Ok(Reply { body: Body::Hello(hello), .. }) = ask(&mut session, json!({"type": "hello"})) else { panic!() };
    document(&mut session, small(2));
    for format in &hello.formats {
        let files = exported(&mut session, &format.name);
        assert!(!files.is_empty() && files.iter().all(|file| !file.is_empty()), "{}", format.name);
    }
    let dungeon = exported(&mut session, "json").remove(0);
    for (name, format) in [("map.json", "json"), ("map.png", "png")] {
        let file = exported(&mut session, format).remove(0);
        let mut other = Session::new(0);
        document(&mut other, json!({"type": "open", "name": name, "base64": STANDARD.encode(file)}));
        assert_eq!(exported(&mut other, "json").remove(0), dungeon, "{format}");
    }
    document(&mut session, json!({"type": "generate", "preset": "tower", "seed": "1"}));
    let levels = document(&mut session, json!({"type": "document"})).dungeon.levels.len();
    assert!(levels > 1 && exported(&mut session, "map").len() == levels);
}

/// Another value than the usual one.
fn other_value(option: &FieldInfo) -> Value {
    match (option.key, &option.kind) {
        ("level", _) => json!(1),
        ("own_theme", _) => json!("ink = \"#00ff10\""),
        ("tileset", _) => {
            let names = ["floor", "wall", "corridor", "door", "threshold", "stairs-up", "stairs-down"];
            let tiles: Vec<String> = (0..).zip(names).map(|(number, name)| format!("{name} = {number}\n")).collect();
            json!(format!("image = 'own.png'\ntile = 16\ncolumns = 8\ncount = 64\n[tiles]\n{}", tiles.concat()))
        }
        ("theme", _) => json!("blueprint"),
        (_, FieldValues::Bool {}) => json!(!option.default.as_bool().unwrap()),
        (_, FieldValues::Choice { choices }) => {
            json!(choices.iter().find(|choice| option.default != choice.value).unwrap().value)
        }
        ("squares_per_tile", _) => json!(2),
        ("square_px", _) => json!(24),
        (_, FieldValues::Integer { min, max } | FieldValues::IntegerOrAuto { min, max }) => {
            json!(if option.default == json!(min) { max } else { min })
        }
        _ => json!("Something else"),
    }
}

#[test]
fn every_option_of_every_format_changes_what_is_written() {
    let mut session = Session::new(0);
    let Ok(Reply { body: Body::Hello(hello), .. }) = ask(&mut session, json!({"type": "hello"})) else { panic!() };
    // Two levels, a room behind a secret door, and names for rooms.
    let command =
        json!({"type": "generate", "preset": "crypt", "seed": "3", "set": {"levels": [0, 1], "secrets.chance": 1}});
    document(&mut session, command);
    for format in &hello.formats {
        // Coarse pictures are soon made.
        let coarse = ["px", "square_px"].into_iter().find(|&key| format.options.iter().any(|option| option.key == key));
        // The options of a print show on all of its pages.
        let whole = (format.name == "pdf").then(|| ("pages", json!("all")));
        let base: BTreeMap<&str, Value> = coarse.map(|key| (key, json!(20))).into_iter().chain(whole).collect();
        let mut export = |key: &str, value: &Value| {
            let mut options = base.clone();
            options.extend([(key, value.clone())].into_iter().filter(|(key, _)| !key.is_empty()));
            let reply = ask(&mut session, json!({"type": "export", "format": format.name, "options": options}))?;
            Ok::<_, ProtocolError>((reply.payload, format!("{:?}", reply.body)))
        };
        let usual = export("", &Value::Null).unwrap();
        for option in &format.options {
            let name = format!("{} {}", format.name, option.key);
            if !base.contains_key(option.key) {
                assert!(export(option.key, &option.default).unwrap() == usual, "{name}: the default is not usual");
            }
            // These have a file for each level in any case.
            let is_split = ["uvtt split", "map split", "scen split"].contains(&name.as_str());
            match export(option.key, &other_value(option)) {
                Ok(other) => assert!((other == usual) == is_split, "{name} does nothing"),
                Err(error) => {
                    let is_named = ["max_pages", "pages"].contains(&option.key) && error.message.contains("pages");
                    assert!(is_named, "{name}: {}", error.message);
                }
            }
        }
    }
}

#[test]
fn options_that_are_wrong_are_named_with_what_they_may_be() {
    let mut session = Session::new(0);
    for (format, options, field, words) in [
        ("png", json!({"colour": "red"}), "colour", "png takes player, level, "),
        ("png", json!({"tile_px": 16}), "tile_px", "does not apply to png"),
        ("json", json!({"player": true}), "player", "json takes no options"),
        ("png", json!({"px": 0}), "px", "need 1 to 1000, or \"auto\", got 0"),
        ("png", json!({"px": 2.5}), "px", "got 2.5"),
        ("png", json!({"px": "9"}), "px", "got \"9\""),
        ("tmx", json!({"tile_px": 17}), "tile_px", "need 16, 32, got \"17\""),
        ("tmx", json!({"tileset": "rubbish"}), "tileset", "tileset: "),
        ("svg", json!({"own_theme": "no theme"}), "own_theme", "own_theme: "),
        ("svg", json!({"theme": "neon"}), "theme", "need auto, parchment, "),
        ("svg", json!({"theme": null}), "theme", "got null"),
        ("svg", json!({"level": 3}), "level", "level: need 0, got 3"),
        ("svg", json!({"level": 0, "split": true}), "split", "where `level` names one"),
        ("pdf", json!({"max_pages": 1_000_000}), "max_pages", "1 to 1000"),
        ("uvtt", json!({"inset": 251}), "inset", "0 to 250"),
        ("scen", json!({"problems": 10_001}), "problems", "1 to 10000"),
    ] {
        let error = failure(&mut session, json!({"type": "export", "format": format, "options": options}));
        assert_eq!(error.field.as_deref(), Some(field), "{}", error.message);
        assert!(error.message.contains(words), "{}", error.message);
    }
}

#[test]
fn what_a_format_cannot_do_is_said_in_the_words_of_the_studio() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "paste_text", "text": "#####\n#...#\n#####\n"}));
    let error = failure(&mut session, json!({"type": "export", "format": "scen", "options": {"problems": 50}}));
    assert!(error.message.ends_with("walks, 50 are wanted (problems)."), "{}", error.message);
}

#[test]
fn a_misspelt_field_is_answered_with_one_sentence() {
    let mut session = Session::new(0);
    let error = ask(&mut session, json!({"type": "generate", "set": {"rooms.cuont": 9}})).unwrap_err();
    assert_eq!((error.code, error.field.as_deref()), (ErrorCode::InvalidField, Some("rooms.cuont")));
    assert!(error.message.contains("did you mean rooms.count"), "{}", error.message);
    let band = json!({"type": "sweep", "z": 0, "from": [1, 1], "to": [90, 1]});
    assert_eq!(ask(&mut session, band).unwrap_err().field.as_deref(), Some("to"));
}

#[test]
fn check_says_what_verify_says() {
    let mut session = Session::new(0);
    document(&mut session, small(2));
    let dungeon = format::read(None, &exported(&mut session, "json").remove(0)).unwrap();
    let Ok(Reply { body: Body::Check { report }, .. }) = ask(&mut session, json!({"type": "check"})) else { panic!() };
    assert_eq!(report, undercroft::verify::verify(&dungeon));
}

const STATES: [&str; 3] = ["open", "closed", "locked"];
const SHAPES: [&str; 5] = ["1x1", "2x1", "1x2", "2x2", "3x3"];
const OFFSETS: [&str; 4] = ["none", "x", "y", "xy"];

/// One of the commands, with arguments that are right now and then.
fn any_command() -> impl Strategy<Value = Value> {
    let cell = || (-1..34i32, -1..22i32).prop_map(|(x, y)| json!([x, y]));
    let who = prop_oneof![
        Just(json!({"who": "all"})),
        prop::collection::vec(0..6u32, 0..3).prop_map(|ids| json!({"who": "these", "ids": ids})),
        Just(json!({"who": "nearest", "fraction": 0.3})),
    ];
    prop_oneof![
        (0..3u32).prop_map(|seed| json!({"type": "generate", "preset": "small-house", "seed": seed.to_string(), "trace": seed == 1})),
        Just(json!({"type": "paste_text", "text": HALL})),
        (2..40i32, 2..20i32).prop_map(|(width, height)| json!({"type": "new", "width": width, "height": height})),
        Just(json!({"type": "undo"})),
        Just(json!({"type": "redo"})),
        (cell(), any::<bool>()).prop_map(|(at, try_it)| {
            json!({"type": if try_it { "try" } else { "edit" }, "edits": [
                {"edit": "add_room", "z": 0, "shape": {"cells": [[at[0], at[1], 3]]}}]})
        }),
        Just(json!({"type": "edit", "edits": [{"edit": "renumber"}, {"edit": "name", "of": "dungeon", "text": "Mill"}]})),
        (cell(), 0..3usize).prop_map(|(cell, state)| {
            json!({"type": "edit", "edits": [{"edit": "set_door", "door": {"z": 0, "cell": cell}, "to": {"state": STATES[state]}}]})
        }),
        (0..9u32).prop_map(|n| json!({"type": "goto", "n": n})),
        Just(json!({"type": "shelved", "action": "drop"})),
        (prop::collection::vec(cell(), 0..6), any::<bool>(), 0..3u32)
            .prop_map(|(cells, solid, gesture)| json!({"type": "paint", "z": 0, "cells": cells, "solid": solid, "gesture": gesture})),
        (cell(), 0..5usize).prop_map(|(cell, shape)| json!({"type": "observer", "z": 0, "cell": cell, "shape": SHAPES[shape]})),
        Just(json!({"type": "fov"})),
        (cell(), cell()).prop_map(|(from, to)| json!({"type": "path", "z": 0, "from": from, "to": to})),
        (cell(), cell()).prop_map(|(from, to)| json!({"type": "sweep", "z": 0, "from": from, "to": to})),
        prop::collection::vec(cell(), 0..4).prop_map(|cells| json!({"type": "crowd_spawn", "z": 0, "cells": cells})),
        (0..4u8, 0..4usize, 0..7usize).prop_map(|(n, offset, mode)| {
            let settings = json!({"n": n, "offset": OFFSETS[offset], "mode": Mode::ALL[mode].name()});
            json!({"type": "crowd_settings", "settings": settings})
        }),
        (who.clone(), cell()).prop_map(|(actors, cell)| json!({"type": "crowd_destination", "actors": actors, "cell": cell})),
        (0..9u32).prop_map(|ticks| json!({"type": "crowd_step", "ticks": ticks})),
        who.prop_map(|actors| json!({"type": "crowd_remove", "actors": actors})),
        cell().prop_map(|cell| json!({"type": "inspect", "z": 0, "cell": cell})),
        Just(json!({"type": "copy_text"})),
        Just(json!({"type": "check"})),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_commands_keep_the_laws(commands in prop::collection::vec(any_command(), 1..40)) {
        let mut session = Session::new(0);
        let first = text(&mut session, json!({"type": "copy_text"}));
        for command in commands {
            let before = state(&session);
            let typed: Command = serde_json::from_value(command.clone()).unwrap();
            if let Err(error) = session.handle(typed, &mut NoProgress) {
                prop_assert!(error.message.ends_with('.'), "{}: {}", command, error.message);
                prop_assert_eq!(before, state(&session), "{}", command);
            }
            // What is saved can be loaded, and is saved again as the same.
            let saved = text(&mut session, json!({"type": "save"}));
            let mut other = Session::new(0);
            document(&mut other, json!({"type": "load", "text": saved}));
            prop_assert_eq!(text(&mut other, json!({"type": "save"})), saved);
        }
        let depth = document(&mut session, json!({"type": "document"})).session.undo;
        (0..depth).for_each(|_| drop(document(&mut session, json!({"type": "undo"}))));
        let map: String = text(&mut session, json!({"type": "copy_text"})).replace(['o', 's'], "□");
        prop_assert_eq!(map, first.replace(['o', 's'], "□"));
    }
}
