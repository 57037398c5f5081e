//! Files of hand work that were changed at random are read or refused, never a panic; what is read can be used.
//!
//! `UNDERCROFT_RECIPES=20000 cargo test -p undercroft --all-features --test all hand_files::` changes more of them.

use serde_json::json;
use undercroft::dungeon::{Dungeon, Pin};
use undercroft::edit::{DoorRef, Edit, RoomRef, apply};
use undercroft::format::json::{parse, read, read_pins, write};
use undercroft::journal::{Journal, JournalReplay, JournalStep, RollEntry};
use undercroft::pin::{PinMaker, PinSelector};
use undercroft::seed::Stream;
use undercroft::share::SharedWork;
use undercroft::verify::verify;

use crate::law_size::{recipes, report};

/// Changed files where the environment asks for no other number.
const CHANGES: u64 = 300;
/// Search steps that an edit may take.
const BUDGET: u64 = 1 << 14;
/// What a byte is replaced by: the letters of JSON, of numbers and of links.
const LETTERS: &[u8] = b"0123456789-+.,:[]{}\"\\ etrufalsnw1_Z\n";

fn tomb() -> Dungeon {
    undercroft::generate("tomb", 7).expect("a preset")
}

/// A text with one to four changes: a byte replaced, a part cut out, doubled or moved to the end, or the rest cut off.
fn changed(text: &str, stream: &mut Stream) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..stream.range(1..5) {
        let at = stream.below(bytes.len() as u32 + 1) as usize;
        let end = (at + stream.below(40) as usize).min(bytes.len());
        match stream.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(end..end, part);
            }
            3 => {
                let part: Vec<u8> = bytes.drain(at..end).collect();
                bytes.extend(part);
            }
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = LETTERS[stream.below(36) as usize]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Gives changed texts to a reader and counts those that it read.
fn shake(name: &str, text: &str, mut is_read: impl FnMut(&str) -> bool) {
    let count = recipes(CHANGES);
    let read = (0..count).filter(|&number| is_read(&changed(text, &mut Stream::new(number, name)))).count();
    report(&format!("{name} changed at random are read or refused"), count, format!("{read} read"));
    assert!(is_read(text), "the text itself is read");
}

fn is_written_whole(dungeon: &Dungeon) -> bool {
    verify(dungeon);
    read(&write(dungeon)).is_ok_and(|again| again == *dungeon)
}

fn pins(dungeon: &Dungeon) -> Vec<Pin> {
    let mut maker = PinMaker::new(dungeon);
    for selector in ["rooms", "links", "entrance", "features", "spawns", "title", "stage=place", "cells=0:3,3,9,8"] {
        let selector: PinSelector = selector.parse().expect("a selector");
        selector.select(dungeon, &mut maker).expect("the tomb has some");
    }
    maker.finish()
}

fn edits(dungeon: &Dungeon) -> Vec<Edit> {
    let room = RoomRef::of(&dungeon.rooms[1]);
    let log = json!([
        {"edit": "name", "of": "dungeon", "text": "The old mill"},
        {"edit": "move_room", "room": room, "by": [1, 0]},
        {"edit": "note", "room": room, "text": "Flour.", "secret": false},
        {"edit": "set_door", "door": DoorRef::of(&dungeon.doors[0]), "to": {"kind": "portcullis", "state": "open"}},
        {"edit": "paint", "z": 0, "to": "floor", "runs": [[4, 4, 3]]},
        {"edit": "ground", "z": 0, "to": "~", "runs": [[4, 4, 3]]},
        {"edit": "add_room", "z": 0, "shape": {"rect": {"left": 3, "top": 3, "right": 7, "bottom": 6}}},
        {"edit": "renumber"},
    ]);
    serde_json::from_value(log).expect("a log of edits")
}

#[test]
fn pins_changed_at_random_are_read_and_judged_or_refused() {
    let tomb = tomb();
    let text = serde_json::to_string(&pins(&tomb)).expect("pins are JSON");
    shake("pins", &text, |text| {
        let Ok(pins) = read_pins(text) else { return false };
        let mut dungeon = tomb.clone();
        dungeon.provenance.pins = pins;
        assert!(is_written_whole(&dungeon));
        true
    });
}

#[test]
fn selectors_changed_at_random_are_written_as_they_are_read() {
    let tomb = tomb();
    shake("selectors", "cells=0:3,3,9,8", |text| {
        let Ok(selector) = text.parse::<PinSelector>() else { return false };
        assert_eq!(selector.to_string().parse().as_ref(), Ok(&selector));
        let mut maker = PinMaker::new(&tomb);
        if selector.select(&tomb, &mut maker).is_ok() {
            let mut dungeon = tomb.clone();
            dungeon.provenance.pins = maker.finish();
            assert!(verify(&dungeon).is_sound());
        }
        true
    });
}

#[test]
fn edits_changed_at_random_are_applied_or_refused() {
    let tomb = tomb();
    let text = serde_json::to_string(&edits(&tomb)).expect("edits are JSON");
    shake("edits", &text, |text| {
        let Ok(edits) = parse::<Vec<Edit>>(text) else { return false };
        let mut dungeon = tomb.clone();
        for edit in edits.iter().take(8) {
            let Ok(applied) = apply(&dungeon, edit, BUDGET) else { continue };
            dungeon = applied.dungeon;
            assert!(is_written_whole(&dungeon), "{edit:?}");
        }
        true
    });
}

#[test]
fn links_changed_at_random_are_read_or_refused() {
    let tomb = tomb();
    let roll = RollEntry { pins: pins(&tomb), ..RollEntry::preset("tomb", 7) };
    let work = SharedWork::new(roll, edits(&tomb), &tomb);
    let is_kept = |work: &SharedWork| {
        // A recipe that cannot be made is refused in words.
        let _ = work.roll.recipe();
        work.link().is_err() || work.link().is_ok_and(|link| SharedWork::read(&link).as_ref() == Ok(work))
    };
    shake("links", &work.link().expect("a short link"), |link| {
        SharedWork::read(link).is_ok_and(|work| {
            assert!(is_kept(&work));
            true
        })
    });
    shake("shared work", &serde_json::to_string(&work).expect("work is JSON"), |text| {
        serde_json::from_str(text).is_ok_and(|work| {
            assert!(is_kept(&work));
            true
        })
    });
}

#[test]
fn journals_changed_at_random_are_replayed_or_refused() {
    let tomb = tomb();
    let mut journal = Journal::default();
    journal.push(JournalStep::Roll(Box::new(RollEntry::preset("tomb", 7))), None);
    edits(&tomb).into_iter().for_each(|edit| journal.push(JournalStep::Edit(edit), Some(1)));
    shake("journals", &serde_json::to_string(&journal).expect("a journal is JSON"), |text| {
        let Ok(mut journal) = serde_json::from_str::<Journal>(text) else { return false };
        if journal.fault().is_none() && journal.active().len() < 12 {
            let _ = JournalReplay::default().state(&journal, BUDGET);
            while journal.undo() {}
            while journal.redo() {}
            assert_eq!(journal.active().len(), journal.entries.len());
        }
        true
    });
}

/// Sums of such numbers do not fit: they are refused before any is made.
#[test]
fn cells_at_the_end_of_all_numbers_are_refused() {
    let (far, tomb) = (i32::MAX, tomb());
    for selector in [format!("cells=0:0,0,{far},5"), format!("cells=0:{},0,{far},5", i32::MIN)] {
        assert!(selector.parse::<PinSelector>().is_err(), "{selector}");
    }
    let door = json!({"z": 0, "cells": [[4, 4]], "normal": "east", "kind": "door", "state": "open"});
    let carved = json!({"doors": [door, door], "path": [[far, far]], "width": 4, "runway": [1, 1], "fallback": ["none", "none"]});
    for pin in [
        json!({"pin": "feature", "id": 1, "kind": "crate", "z": 0, "cell": [far, far], "size": [2, 2], "turn": 0}),
        json!({"pin": "cells", "id": 1, "z": 0, "at": [far, 5], "rows": ["##"]}),
        json!({"pin": "room", "id": 1, "z": 0, "floor": [[far, 5, far]]}),
        json!({"pin": "link", "id": 1, "rooms": [1, 1], "kind": {"corridor": carved}}),
    ] {
        assert!(read_pins(&json!([pin]).to_string()).is_err(), "{pin}");
    }
    let room = RoomRef::of(&tomb.rooms[1]);
    let feature = tomb.features.iter().map(|f| json!({"z": f.z, "cell": f.cell, "kind": f.kind})).next();
    let spawn = tomb.spawns.iter().map(|spawn| json!({"z": spawn.z, "cell": spawn.cell, "kind": spawn.kind})).next();
    let wide = json!({"left": i32::MIN, "top": i32::MIN, "right": far, "bottom": far});
    for edit in [
        json!({"edit": "move_room", "room": room, "by": [far, 0]}),
        json!({"edit": "move_room", "room": room, "by": [i32::MIN, far]}),
        json!({"edit": "move_feature", "feature": feature, "by": [far, 0]}),
        json!({"edit": "move_spawn", "spawn": spawn, "by": [0, i32::MIN]}),
        json!({"edit": "add_room", "z": 0, "shape": {"rect": wide}}),
        json!({"edit": "add_room", "z": 0, "shape": {"ellipse": wide}}),
        json!({"edit": "add_room", "z": 0, "shape": {"polygon": [[i32::MIN, 0], [far, 0], [0, far]]}}),
        json!({"edit": "paint", "z": 0, "to": "floor", "runs": [[far, far, far]]}),
    ] {
        let edit: Edit = serde_json::from_value(edit).expect("an edit");
        assert!(apply(&tomb, &edit, BUDGET).is_err(), "{edit:?}");
    }
}
