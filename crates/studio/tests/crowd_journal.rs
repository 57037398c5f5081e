//! Orders to the crowd are steps: undone, redone, restored, folded, refused.

use serde_json::{Value, json};
use undercroft::seed::Stream;
use undercroft_studio::protocol::{Body, Command, CrowdReply, DocumentReply, JournalReply, Reply};
use undercroft_studio::{NoProgress, Session};

fn try_ask(session: &mut Session, command: Value) -> Result<Reply, String> {
    let command: Command = serde_json::from_value(command).unwrap();
    session.handle(command, &mut NoProgress).map_err(|error| error.message)
}

fn ask(session: &mut Session, command: Value) -> Reply {
    try_ask(session, command).unwrap()
}

fn document(session: &mut Session, command: Value) -> DocumentReply {
    let Body::Document(document) = ask(session, command).body else { panic!("it is not answered by a document") };
    *document
}

fn crowd(session: &mut Session, command: Value) -> CrowdReply {
    let Body::Crowd(crowd) = ask(session, command).body else { panic!("it is not answered by the crowd") };
    *crowd
}

fn journal(session: &mut Session) -> JournalReply {
    let Body::Journal(reply) = ask(session, json!({"type": "journal"})).body else { panic!() };
    reply
}

/// A session that has nothing but a journal.
fn restored(JournalReply { journal, epoch, entries, .. }: &JournalReply, cursor: usize) -> Session {
    let mut session = Session::new(7);
    let kept = json!({"journal": journal, "epoch": epoch, "entries": entries, "cursor": cursor});
    ask(&mut session, json!({"type": "restore", "journal": kept}));
    session
}

type Look = (Value, Vec<Vec<i32>>);

/// Settings, level and bodies of the crowd. Numbers of actors are left out: those of actors that came after others had gone
/// are free to differ.
fn look(session: &mut Session) -> Look {
    let reply = ask(session, json!({"type": "crowd"}));
    let Body::Crowd(crowd) = &reply.body else { panic!() };
    let words: Vec<i32> =
        crowd.actors.slice(&reply.payload).unwrap().as_chunks().0.iter().copied().map(i32::from_le_bytes).collect();
    let mut bodies: Vec<Vec<i32>> = words.chunks(CrowdReply::WORDS).map(|actor| actor[1..].to_vec()).collect();
    bodies.sort();
    let state = &crowd.state;
    (json!([state.z, state.mode, state.subcell_grid.n, state.offset, state.early, state.seed, state.actors]), bodies)
}

fn scatter(count: u32) -> Value {
    json!({"type": "crowd_scatter", "z": 0, "count": count, "seed": 3})
}

fn send(cell: [i32; 2]) -> Value {
    json!({"type": "crowd_destination", "actors": {"who": "all"}, "cell": cell})
}

fn walk(ticks: u32) -> Value {
    json!({"type": "crowd_step", "ticks": ticks})
}

#[test]
fn undo_of_an_order_brings_back_the_crowd_before_it_with_its_ticks() {
    let mut session = Session::new(0);
    let entries = |reply: &CrowdReply| reply.step.as_ref().map(|step| (step.entries.len(), step.cursor));
    assert_eq!(entries(&crowd(&mut session, scatter(12))), Some((1, 1)));
    assert_eq!(entries(&crowd(&mut session, send([25, 15]))), Some((1, 2)));
    let ticked = crowd(&mut session, walk(9));
    assert_eq!((entries(&ticked), ticked.undo), (None, 2), "ticks are no entries");
    let before = look(&mut session);
    crowd(&mut session, send([2, 2]));
    let sent = look(&mut session);
    crowd(&mut session, walk(5));
    document(&mut session, json!({"type": "undo"}));
    assert_eq!(look(&mut session), before);
    document(&mut session, json!({"type": "redo"}));
    assert_eq!(look(&mut session), sent);
    let gone = crowd(&mut session, json!({"type": "crowd_clear"}));
    assert_eq!((gone.state.actors, gone.undo, gone.redo), (0, 4, 0));
    let back = document(&mut session, json!({"type": "undo"}));
    assert_eq!((back.session.crowd.actors, back.session.undo, back.session.redo), (12, 3, 1));
    for _ in 0..3 {
        document(&mut session, json!({"type": "undo"}));
    }
    assert_eq!(
        look(&mut session),
        look(&mut Session::new(0)),
        "the first undo step of all brings back the first crowd"
    );
}

#[test]
fn what_changes_nothing_is_no_step() {
    let mut session = Session::new(0);
    for command in [
        json!({"type": "crowd_clear"}),
        json!({"type": "crowd_settings", "settings": {}}),
        json!({"type": "crowd_settings", "settings": {"mode": "flow"}}),
        json!({"type": "crowd_spawn", "z": 0, "cells": [[0, 0]]}),
        json!({"type": "crowd"}),
    ] {
        let reply = crowd(&mut session, command.clone());
        assert_eq!((reply.undo, reply.step), (0, None), "{command}");
    }
    crowd(&mut session, scatter(3));
    let before = format!("{session:?}");
    for command in [send([0, 0]), send([99, 0]), json!({"type": "crowd_scatter", "z": 4, "count": 2})] {
        try_ask(&mut session, command.clone()).unwrap_err();
        assert_eq!(format!("{session:?}"), before, "{command}");
    }
}

#[test]
fn actors_that_a_roll_takes_away_come_back_with_the_map() {
    let mut session = Session::new(0);
    crowd(&mut session, scatter(40));
    crowd(&mut session, send([20, 10]));
    crowd(&mut session, walk(6));
    let before = look(&mut session);
    let roll = |seed: u32, gesture: u32| json!({"type": "generate", "preset": "dungeon", "seed": seed.to_string(), "gesture": gesture});
    for seed in 1..4 {
        let rolled = document(&mut session, roll(seed, 1));
        assert_eq!((rolled.session.crowd.actors, rolled.session.undo), (0, 3), "rolls of a gesture are one step");
    }
    document(&mut session, json!({"type": "undo"}));
    assert_eq!(look(&mut session), before);
    let again = document(&mut session, json!({"type": "redo"}));
    assert_eq!(again.session.crowd.actors, 0);
    assert!(again.session.notes[0].contains("40 actors"), "{:?}", again.session.notes);
    assert_eq!(again.dungeon.provenance.seed, "3");
}

#[test]
fn a_gesture_that_comes_back_to_its_beginning_leaves_the_crowd() {
    let mut session = Session::new(0);
    let roll = |seed: u32, gesture: u32| json!({"type": "generate", "preset": "dungeon", "seed": seed.to_string(), "gesture": gesture});
    document(&mut session, roll(1, 1));
    crowd(&mut session, scatter(30));
    let before = look(&mut session);
    let gone = document(&mut session, roll(2, 2));
    assert!(gone.session.crowd.actors < 30);
    let back = document(&mut session, roll(1, 2));
    assert_eq!((back.session.undo, back.session.redo), (2, 0));
    assert!(back.session.notes.is_empty(), "{:?}", back.session.notes);
    assert_eq!(look(&mut session), before);
}

/// One of the things that a person does; it may be refused.
fn any_command(stream: &mut Stream) -> Value {
    let cell = [stream.range(1..31), stream.range(1..19)];
    match stream.below(12) {
        0 => scatter(stream.below(20)),
        1 => json!({"type": "crowd_spawn", "z": 0, "cells": [cell]}),
        2 | 3 => send(cell),
        4 => json!({"type": "crowd_remove", "actors": {"who": "nearest", "fraction": 0.3, "to": cell}}),
        5 => json!({"type": "crowd_settings", "settings": {"n": stream.range(1..3), "early": stream.below(2) == 0}}),
        6 => json!({"type": "crowd_clear"}),
        7 => json!({"type": "paint", "z": 0, "cells": [cell], "solid": true, "gesture": stream.below(3)}),
        8 => json!({"type": "edit", "edits": [{"edit": "set_cells", "z": 0, "solid": true,
            "runs": [[cell[0], cell[1], stream.range(1..5)]]}]}),
        9 => json!({"type": if stream.below(4) == 0 { "redo" } else { "undo" }}),
        _ => walk(1 + stream.below(12)),
    }
}

#[test]
fn any_place_of_a_journal_has_the_crowd_that_was_there() {
    let logs = std::env::var("UNDERCROFT_LOGS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let mut orders = 0;
    for log in 0..logs {
        let mut stream = Stream::new(log, "crowd journal");
        let mut session = Session::new(0);
        // What the crowd was before and after each entry that is an order to it.
        let mut seen: Vec<Option<[Look; 2]>> = Vec::new();
        for _ in 0..60 {
            let command = any_command(&mut stream);
            let (before, was, length) =
                (look(&mut session), format!("{session:?}"), journal(&mut session).cursor as usize);
            if try_ask(&mut session, command.clone()).is_err() {
                assert_eq!(format!("{session:?}"), was, "log {log}: {command} is refused and changes nothing");
                continue;
            }
            let now = journal(&mut session);
            let is_travel = command["type"] == "undo" || command["type"] == "redo";
            if !is_travel && (now.cursor as usize != length || command["type"] == "paint") {
                seen.truncate(length.min(now.cursor as usize));
                seen.resize(now.entries.len(), None);
                let is_order = |entry: &Value| entry["crowd"]["order"].is_object() && entry["gesture"].is_null();
                if now.entries.last().is_some_and(is_order) && command["type"].as_str().unwrap().starts_with("crowd") {
                    *seen.last_mut().unwrap() = Some([before, look(&mut session)]);
                }
            }
            assert_eq!(seen.len(), now.entries.len(), "log {log}: {command}");
        }
        let kept = journal(&mut session);
        for (at, looks) in seen.iter().enumerate() {
            let Some([before, after]) = looks else { continue };
            orders += 1;
            assert_eq!(look(&mut restored(&kept, at + 1)), *after, "log {log}: restored after entry {at}");
            // From the end, from the beginning and one step at a time.
            document(&mut session, json!({"type": "goto", "n": kept.entries.len()}));
            document(&mut session, json!({"type": "goto", "n": at}));
            assert_eq!(look(&mut session), *before, "log {log}: back to before entry {at}");
            document(&mut session, json!({"type": "goto", "n": at + 1}));
            assert_eq!(look(&mut session), *after, "log {log}: on to after entry {at}");
            document(&mut session, json!({"type": "goto", "n": 0}));
            document(&mut session, json!({"type": "goto", "n": at + 1}));
            assert_eq!(look(&mut session), *after, "log {log}: from the beginning to after entry {at}");
        }
    }
    assert!(orders > 10 * logs, "the logs hold orders: {orders}");
}

#[test]
fn a_checkpoint_before_an_order_goes_on_to_it() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "new", "width": 30, "height": 20}));
    crowd(&mut session, scatter(20));
    let Body::Text { text: checkpoint, .. } = ask(&mut session, json!({"type": "checkpoint"})).body else { panic!() };
    crowd(&mut session, send([25, 15]));
    crowd(&mut session, walk(8));
    ask(&mut session, json!({"type": "paint", "z": 0, "cells": [[1, 1]], "solid": true}));
    let wanted = [look(&mut session)];
    let JournalReply { journal, epoch, entries, cursor, .. } = journal(&mut session);
    let kept = json!({"journal": journal, "epoch": epoch, "entries": entries, "cursor": cursor});
    let mut other = Session::new(1);
    ask(&mut other, json!({"type": "restore", "journal": kept, "checkpoint": checkpoint}));
    let restored = look(&mut other);
    assert_eq!(
        (&restored.0, restored.1.len()),
        (&wanted[0].0, 20),
        "the order is obeyed, ticks after it are not kept here"
    );
    crowd(&mut other, walk(8));
    assert_eq!(look(&mut other).1, wanted[0].1, "and it goes on as the first one did");
}

#[test]
fn broken_orders_of_a_journal_are_named_and_change_nothing() {
    let mut session = Session::new(0);
    crowd(&mut session, scatter(5));
    crowd(&mut session, send([20, 10]));
    let kept = journal(&mut session);
    let before = format!("{session:?}");
    for odd in [
        json!({"crowd": {"order": {"dance": {}}}}),
        json!({"crowd": {"order": {"clear": {}}, "by": 1}}),
        json!({"crowd": {"order": {"spawn": {"z": 0}}}}),
        json!({"crowd": 7}),
    ] {
        let mut entries = kept.entries.clone();
        entries[1] = odd.clone();
        let journal = json!({"journal": 1, "epoch": kept.epoch, "entries": entries, "cursor": 2});
        let problem = try_ask(&mut session, json!({"type": "restore", "journal": journal})).unwrap_err();
        assert!(problem.contains("entry 2: crowd"), "{odd}: {problem}");
        assert_eq!(format!("{session:?}"), before);
    }
    for from in ["§", "AAAA", "eJw", ""] {
        let mut entries = kept.entries.clone();
        entries[1]["crowd"]["from"] = json!(from);
        let journal = json!({"journal": 1, "epoch": kept.epoch, "entries": entries, "cursor": 2});
        let problem = try_ask(&mut session, json!({"type": "restore", "journal": journal})).unwrap_err();
        assert!(problem.contains("A crowd of the journal"), "{from}: {problem}");
        assert_eq!(format!("{session:?}"), before);
    }
}

#[test]
fn orders_after_a_fold_are_undone_as_before() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "new", "width": 12, "height": 9}));
    crowd(&mut session, json!({"type": "crowd_spawn", "z": 0, "cells": [[3, 3]]}));
    let mut notes = Vec::new();
    for turn in 0..5_000 {
        let reply = crowd(&mut session, send([1 + turn % 9, 5]));
        notes.extend(reply.moved.notes);
    }
    assert!(notes.iter().any(|note| note.contains("journal is full")), "{notes:?}");
    let depth = crowd(&mut session, json!({"type": "crowd"})).undo;
    assert!(depth < 4_000, "{depth}");
    let shown = document(&mut session, json!({"type": "undo"}));
    assert_eq!((shown.session.undo, shown.session.crowd.actors), (depth - 1, 1));
    let first = document(&mut session, json!({"type": "goto", "n": 1}));
    assert_eq!(first.session.crowd.actors, 1, "the crowd before the oldest order that is left");
}

#[test]
fn an_order_to_a_thousand_actors_takes_little_room() {
    let mut session = Session::new(0);
    document(&mut session, json!({"type": "new", "width": 120, "height": 80}));
    crowd(&mut session, scatter(1000));
    crowd(&mut session, send([60, 40]));
    crowd(&mut session, walk(20));
    let step = crowd(&mut session, send([10, 10])).step.unwrap();
    let bytes = step.entries[0].to_string().len();
    println!("an order to 1,000 actors: {bytes} bytes");
    assert!(bytes < 64 * 1024, "{bytes}");
}

#[test]
fn a_wall_on_a_destination_left_a_crowd_that_could_not_be_read_again() {
    let mut session = Session::new(0);
    crowd(&mut session, json!({"type": "crowd_spawn", "z": 0, "cells": [[2, 2], [3, 4]]}));
    crowd(&mut session, send([20, 10]));
    crowd(&mut session, walk(2));
    ask(&mut session, json!({"type": "paint", "z": 0, "cells": [[20, 10]], "solid": true}));
    let before = look(&mut session);
    crowd(&mut session, send([25, 15]));
    document(&mut session, json!({"type": "undo"}));
    assert_eq!(look(&mut session), before);
    let Body::Text { text, .. } = ask(&mut session, json!({"type": "save"})).body else { panic!() };
    let mut other = Session::new(1);
    ask(&mut other, json!({"type": "load", "text": text}));
    assert_eq!(look(&mut other), before);
}
