//! The journal of a session: pages keep it step by step, other sessions continue it, and hand work stays through rolls.

use serde_json::{Value, json};
use undercroft::edit::{Edit, RoomRef};
use undercroft::grid::Cell;
use undercroft_studio::protocol::{Body, Command, DocumentReply, JournalReply, Reply, StepInfo};
use undercroft_studio::{NoProgress, Session};

fn try_ask(session: &mut Session, command: Value) -> Result<Reply, String> {
    let command: Command = serde_json::from_value(command).unwrap();
    session.handle(command, &mut NoProgress).map_err(|error| error.message)
}

fn ask(session: &mut Session, command: Value) -> Reply {
    try_ask(session, command).unwrap()
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

fn text(session: &mut Session, kind: &str) -> String {
    let Body::Text { text, .. } = ask(session, json!({"type": kind})).body else { panic!() };
    text
}

fn journal(session: &mut Session) -> JournalReply {
    let Body::Journal(reply) = ask(session, json!({"type": "journal"})).body else { panic!() };
    reply
}

fn roll(seed: u32) -> Value {
    json!({"type": "generate", "preset": "dungeon", "seed": seed.to_string()})
}

fn edit(edit: &Edit) -> Value {
    json!({"type": "edit", "edits": [edit]})
}

/// A move of a room that the session accepts; it is done.
fn move_a_room(session: &mut Session, from: usize) -> usize {
    let shown = document(session, json!({"type": "document"}));
    for (at, room) in shown.dungeon.rooms.iter().enumerate().skip(from) {
        for (x, y) in [(2, 0), (-2, 0), (0, 2), (0, -2), (1, 0), (-1, 0), (0, 1), (0, -1)] {
            let by = Cell::new(x, y);
            if try_ask(session, edit(&Edit::MoveRoom { room: RoomRef::of(room), by })).is_ok() {
                return at;
            }
        }
    }
    panic!("no room can move")
}

/// Deletes a room that no other needs.
fn delete_a_room(session: &mut Session) {
    let shown = document(session, json!({"type": "document"}));
    let edits = shown.dungeon.rooms.iter().rev().map(|room| Edit::DeleteRoom { room: RoomRef::of(room) });
    assert!(edits.into_iter().any(|gone| try_ask(session, edit(&gone)).is_ok()), "no room can be deleted");
}

/// What a page keeps of the replies.
#[derive(Default)]
struct Kept {
    entries: Vec<Value>,
    cursor: u32,
}

impl Kept {
    fn note(&mut self, reply: &Reply) {
        let step: Option<&StepInfo> = match &reply.body {
            Body::Document(document) => document.session.step.as_ref(),
            Body::Changed(changed) => changed.session.step.as_ref(),
            Body::Paint(painted) => painted.step.as_ref(),
            _ => None,
        };
        if let Some(StepInfo { from, entries, cursor }) = step {
            self.entries.truncate(*from as usize);
            self.entries.extend(entries.iter().cloned());
            self.cursor = *cursor;
        }
    }
}

#[test]
fn a_page_that_keeps_the_steps_has_the_journal_and_another_session_continues_it() {
    let (mut session, mut kept) = (Session::new(0), Kept::default());
    let paint =
        |x: i32, gesture: u32| json!({"type": "paint", "z": 0, "cells": [[x, 3]], "solid": true, "gesture": gesture});
    let commands = [
        json!({"type": "new", "width": 30, "height": 20}),
        paint(3, 1),
        paint(4, 1),
        paint(5, 2),
        json!({"type": "undo"}),
        paint(9, 3),
        roll(7),
        json!({"type": "generate", "preset": "dungeon", "seed": "8", "gesture": 5}),
        json!({"type": "generate", "preset": "dungeon", "seed": "9", "gesture": 5}),
        json!({"type": "edit", "edits": [{"edit": "renumber"}, {"edit": "name", "of": "dungeon", "text": "Mill"}]}),
        json!({"type": "goto", "n": 3}),
        json!({"type": "redo"}),
    ];
    for command in commands {
        kept.note(&ask(&mut session, command.clone()));
        let own = journal(&mut session);
        assert_eq!((&kept.entries, kept.cursor), (&own.entries, own.cursor), "{command}");
        let checkpoint = text(&mut session, "checkpoint");
        let saved = json!({"journal": own.journal, "epoch": own.epoch, "entries": kept.entries, "cursor": kept.cursor});
        // From a checkpoint everything is there, the observer included; without one the map is.
        let mut other = Session::new(0);
        document(&mut other, json!({"type": "restore", "journal": saved, "checkpoint": checkpoint}));
        assert_eq!(text(&mut other, "checkpoint"), checkpoint, "{command}");
        let mut cold = Session::new(0);
        let again = document(&mut cold, json!({"type": "restore", "journal": saved}));
        let shown = document(&mut session, json!({"type": "document"}));
        assert_eq!(again.dungeon.rooms, shown.dungeon.rooms, "{command}");
        assert_eq!((again.session.undo, again.session.redo), (shown.session.undo, shown.session.redo), "{command}");
        assert_eq!((again.session.edited, &again.session.source), (shown.session.edited, &shown.session.source));
    }
}

#[test]
fn moved_and_renamed_rooms_are_where_they_were_after_ten_rolls() {
    let mut session = Session::new(0);
    let first = document(&mut session, roll(7));
    let mut moved = Vec::new();
    let mut from = 0;
    for _ in 0..3 {
        let at = move_a_room(&mut session, from);
        from = at + 1;
        moved.push(document(&mut session, json!({"type": "document"})).dungeon.rooms[at].floor.clone());
    }
    let shown = document(&mut session, json!({"type": "document"}));
    let named = shown.dungeon.rooms.iter().find(|room| !moved.contains(&room.floor)).unwrap().clone();
    let of = json!({"room": RoomRef::of(&named)});
    document(&mut session, json!({"type": "edit", "edits": [{"edit": "name", "of": of, "text": "Salt store"}]}));
    for seed in 0..10 {
        let rolled = document(&mut session, roll(100 + seed));
        assert!(rolled.session.report.is_sound(), "seed {seed}: {:?}", rolled.session.report.flaws);
        for floor in &moved {
            assert!(rolled.dungeon.rooms.iter().any(|room| room.floor == *floor), "seed {seed}");
        }
        assert!(rolled.dungeon.rooms.iter().any(|room| room.floor == named.floor && room.name == "Salt store"));
    }
    for _ in 0..14 {
        document(&mut session, json!({"type": "undo"}));
    }
    assert_eq!(document(&mut session, json!({"type": "document"})).dungeon.rooms, first.dungeon.rooms);
}

#[test]
fn a_deletion_is_repeated_by_the_same_seed_and_shelved_by_another() {
    let mut session = Session::new(0);
    let rooms = document(&mut session, roll(7)).dungeon.rooms.len();
    delete_a_room(&mut session);
    let again = document(&mut session, roll(7));
    assert_eq!((again.dungeon.rooms.len(), again.session.shelved.len()), (rooms - 1, 0));
    let other = document(&mut session, roll(8));
    assert_eq!(other.session.shelved.len(), 1);
    assert!(other.session.shelved[0].reason.starts_with("There is no such room"), "{:?}", other.session.shelved);
    assert!(try_ask(&mut session, json!({"type": "shelved", "action": "retry", "index": 0})).is_err());
    let dropped = document(&mut session, json!({"type": "shelved", "action": "drop"}));
    assert!(dropped.session.shelved.is_empty());
    let back = document(&mut session, json!({"type": "undo"}));
    assert_eq!(back.session.shelved.len(), 1, "dropping is a step like others");
}

#[test]
fn a_link_holds_pins_and_edits_and_gives_the_same_bytes() {
    let mut session = Session::new(0);
    let made = document(&mut session, roll(7));
    let pin = json!({"edit": "pin", "what": {"room": RoomRef::of(&made.dungeon.rooms[3])}});
    document(&mut session, json!({"type": "edit", "edits": [pin]}));
    document(&mut session, roll(8));
    for i in 0..50 {
        let shown = document(&mut session, json!({"type": "document"}));
        let of = json!({"room": RoomRef::of(&shown.dungeon.rooms[i % shown.dungeon.rooms.len()])});
        let name = json!({"edit": "name", "of": of, "text": format!("Chamber {i}")});
        document(&mut session, json!({"type": "edit", "edits": [name]}));
    }
    let Body::Link(link) = ask(&mut session, json!({"type": "link"})).body else { panic!() };
    let link = link.text.expect("it has a link");
    println!("a link with pins and 50 edits: {} characters", link.len());
    assert!(link.starts_with("w1."));
    let mut other = Session::new(9);
    let opened = document(&mut other, json!({"type": "open_share_link", "text": link}));
    assert!(opened.session.notes.is_empty(), "{:?}", opened.session.notes);
    let dungeon = |session: &mut Session| -> Value {
        serde_json::from_str::<Value>(&text(session, "checkpoint")).unwrap()["dungeon"].take()
    };
    assert_eq!(dungeon(&mut other), dungeon(&mut session));
    for cut in [4, link.len() / 2, link.len() - 2] {
        assert!(try_ask(&mut other, json!({"type": "open_share_link", "text": &link[..cut]})).is_err());
    }
}

#[test]
fn variations_pictures_and_differences_are_of_the_document() {
    let mut session = Session::new(0);
    let plain = try_ask(&mut session, json!({"type": "vary", "n": 2})).unwrap_err();
    assert!(plain.contains("generate a dungeon first"), "{plain}");
    let made = document(&mut session, roll(7));
    let Body::Variations { variations } = ask(&mut session, json!({"type": "vary", "n": 3})).body else { panic!() };
    assert!(variations.len() == 3 && variations.iter().all(|variation| variation.facts.is_some()));
    // Each is what a roll with its seed gives, hand work included.
    let mut other = Session::new(1);
    document(&mut other, roll(7));
    delete_a_room(&mut other);
    let Body::Variations { variations: of_hand } = ask(&mut other, json!({"type": "vary", "n": 3})).body else {
        panic!()
    };
    for variation in of_hand {
        let taken =
            document(&mut other.clone(), json!({"type": "generate", "preset": "dungeon", "seed": variation.seed}));
        assert_eq!(Some(taken.session.report.facts), variation.facts, "seed {}", variation.seed);
    }
    let seed = &variations[0].seed;
    let at = json!({"at": "seed", "seed": seed});
    let Body::Diff(between) = ask(&mut session, json!({"type": "diff", "a": {"at": "now"}, "b": at})).body else {
        panic!()
    };
    assert!(!between.is_empty && between.maps[0].dungeon.rooms == made.dungeon.rooms);
    assert_eq!(&between.maps[1].dungeon.provenance.seed, seed);
    let Body::Diff(none) =
        ask(&mut session, json!({"type": "diff", "a": {"at": "now"}, "b": {"at": "step", "n": 1}})).body
    else {
        panic!()
    };
    assert!(none.is_empty);
    let Body::Thumbnail { picture } =
        ask(&mut session, json!({"type": "thumbnail", "roll": {"at": "now"}, "px": 40})).body
    else {
        panic!()
    };
    assert!(picture.width <= 40 && picture.height <= 40);
    let taken = document(&mut session, json!({"type": "generate", "preset": "dungeon", "seed": seed}));
    assert_eq!(taken.session.report.facts, variations[0].facts.clone().unwrap());
    assert_ne!(taken.dungeon.rooms, made.dungeon.rooms);
}

#[test]
fn pins_that_contradict_are_named_and_nothing_changes() {
    let mut session = Session::new(0);
    document(&mut session, roll(7));
    let room =
        |id: u32, x: i32| json!({"id": id, "pin": "room", "z": 0, "floor": [[x, 10, 4], [x, 11, 4]], "number": id});
    let before = format!("{session:?}");
    let mut command = json!({"type": "generate", "preset": "small-dungeon", "seed": "3"});
    command["pins"] = json!([room(1, 10), room(2, 12)]);
    let refused = try_ask(&mut session, command).unwrap_err();
    assert!(refused.contains("Pins 1 (room 1) and 2 (room 2) contradict each other"), "{refused}");
    assert_eq!(format!("{session:?}"), before);
}

#[test]
fn a_stage_that_is_locked_keeps_its_number() {
    let mut session = Session::new(0);
    let made = document(&mut session, roll(7));
    document(&mut session, json!({"type": "edit", "edits": [{"edit": "pin", "what": {"stage": "place"}}]}));
    let again = document(&mut session, roll(8));
    let floors = |reply: &DocumentReply| reply.dungeon.rooms.iter().map(|room| room.floor.clone()).collect::<Vec<_>>();
    assert_eq!(floors(&again), floors(&made));
    assert_ne!(again.dungeon.provenance.seed, made.dungeon.provenance.seed);
}

#[test]
fn files_of_version_one_and_of_another_epoch_are_read() {
    let mut session = Session::new(0);
    document(&mut session, roll(7));
    delete_a_room(&mut session);
    let saved: Value = serde_json::from_str(&text(&mut session, "save")).unwrap();
    let shown = document(&mut session, json!({"type": "document"}));
    let checkpoint = &saved["checkpoint"];
    let old = json!({"format": "undercroft-studio", "version": 1, "dungeon": checkpoint["dungeon"], "edited": true,
        "source": shown.session.source, "observer": checkpoint["observer"], "crowd": checkpoint["crowd"]});
    let loaded = document(&mut Session::new(1), json!({"type": "load", "text": old.to_string()}));
    assert_eq!(loaded.dungeon.rooms, shown.dungeon.rooms);
    assert_eq!((loaded.session.edited, loaded.session.source), (true, shown.session.source));
    let mut older = saved.clone();
    older["journal"]["epoch"] = json!(2);
    let opened = document(&mut Session::new(1), json!({"type": "load", "text": older.to_string()}));
    assert_eq!(opened.dungeon.rooms, shown.dungeon.rooms);
    assert!(opened.session.notes[0].contains("generator 2"), "{:?}", opened.session.notes);
}

#[test]
fn a_long_journal_is_folded_and_says_so() {
    let mut session = Session::new(0);
    let edits = |count: usize| vec![json!({"edit": "renumber"}); count];
    document(&mut session, json!({"type": "generate", "preset": "small-dungeon", "seed": "3"}));
    document(&mut session, json!({"type": "edit", "edits": edits(4990)}));
    let mut notes = Vec::new();
    for _ in 0..20 {
        notes.extend(document(&mut session, json!({"type": "edit", "edits": edits(1)})).session.notes);
    }
    assert!(notes.iter().any(|note| note.contains("journal is full")), "{notes:?}");
    assert!(journal(&mut session).entries.len() < 4000);
    document(&mut session, json!({"type": "undo"}));
    let Body::Link(link) = ask(&mut session, json!({"type": "link"})).body else { panic!() };
    assert!(link.text.is_none() && link.note.is_some_and(|note| note.contains("studio file")));
}

#[test]
fn a_restored_session_undoes_step_by_step_what_the_first_one_did() {
    let mut first = Session::new(1);
    ask(&mut first, roll(7));
    for turn in 0..40 {
        let shown = document(&mut first, json!({"type": "document"}));
        let room = RoomRef::of(&shown.dungeon.rooms[turn % shown.dungeon.rooms.len()]);
        let name = json!({"edit": "name", "of": {"room": room}, "text": format!("Hall {turn}")});
        ask(&mut first, json!({"type": "edit", "edits": [name]}));
    }
    let mut second = Session::new(2);
    let kept = serde_json::to_value(journal(&mut first)).unwrap();
    let [version, epoch, entries, cursor] = ["journal", "epoch", "entries", "cursor"].map(|key| &kept[key]);
    let kept = json!({"journal": version, "epoch": epoch, "entries": entries, "cursor": cursor});
    ask(&mut second, json!({"type": "restore", "journal": kept, "checkpoint": null}));
    for step in (0..40).rev() {
        let [a, b] = [&mut first, &mut second].map(|session| document(session, json!({"type": "undo"})));
        let [a, b] = [a, b].map(|shown| (serde_json::to_value(shown.dungeon).unwrap(), shown.session.undo));
        assert_eq!(a.1, step + 1);
        assert_eq!(a, b, "after {step} edits");
    }
}

#[test]
fn a_picture_brings_its_pins_along() {
    let mut dungeon = undercroft::generate("small-dungeon", 7).unwrap();
    let mut maker = undercroft::pin::PinMaker::new(&dungeon);
    maker.pin_room(dungeon.rooms[2].id);
    dungeon.provenance.pins = maker.finish();
    dungeon.provenance.pins_size = Some([dungeon.levels[0].size().width(), dungeon.levels[0].size().height()]);
    let format = undercroft_formats::by_name("png").unwrap();
    let options = undercroft_formats::Options::parse(format, [("px", undercroft::field::Value::Integer(4))]).unwrap();
    let picture = format.export(&dungeon, &options).unwrap().files.swap_remove(0);
    let base64 = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &picture.bytes);
    let shown = document(&mut Session::new(1), json!({"type": "open", "name": "map.png", "base64": base64}));
    let pins = serde_json::to_value(&shown.dungeon).unwrap()["provenance"]["pins"].clone();
    assert_eq!(pins, serde_json::to_value(&dungeon.provenance.pins).unwrap());
}
