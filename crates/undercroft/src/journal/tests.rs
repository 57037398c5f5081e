//! Replay gives what was there, whatever was undone, restored or folded.

use super::*;
use crate::dungeon::{Dungeon, RoomId};
use crate::edit::{DoorRef, DoorSetting, Edit, Naming, RoomRef};
use crate::seed::Stream;

const PRESET: &str = "small-dungeon";
const BUDGET: u64 = 400_000;

fn roll(seed: u64, dungeon: Option<&Dungeon>) -> JournalStep {
    let entry = RollEntry { set: [("stock.mode".to_owned(), "none".into())].into(), ..RollEntry::preset(PRESET, seed) };
    JournalStep::Roll(Box::new(match dungeon {
        Some(dungeon) => entry.with_pins_of(dungeon),
        None => entry,
    }))
}

/// Something that a person could do next; it may be refused.
fn step(dungeon: &Dungeon, stream: &mut Stream) -> JournalStep {
    let room = RoomRef::of(dungeon.room(RoomId(stream.below(dungeon.rooms.len() as u32))));
    let door = DoorRef::of(stream.choose(&dungeon.doors).unwrap());
    match stream.below(8) {
        0 => roll(u64::from(stream.below(4)), Some(dungeon)),
        1 => JournalStep::Edit(Edit::DeleteRoom { room }),
        2 | 3 => {
            let by = undercroft_grid::Cell::new(stream.range(-6..7), stream.range(-6..7));
            JournalStep::Edit(Edit::MoveRoom { room, by })
        }
        4 => JournalStep::Edit(Edit::Name { of: Naming::Room(room), text: format!("Room {}", stream.below(99)) }),
        5 => JournalStep::Edit(Edit::Renumber {}),
        6 => JournalStep::Edit(Edit::DeleteDoor { door }),
        _ => {
            let to = DoorSetting { secret: Some(stream.below(2) == 0), ..DoorSetting::default() };
            JournalStep::Edit(Edit::SetDoor { door, to })
        }
    }
}

#[test]
fn a_replay_gives_the_state_that_was_there() {
    let logs = std::env::var("UNDERCROFT_LOGS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let length = if logs > 2 { 200 } else { 40 };
    for log in 0..logs {
        let mut stream = Stream::new(log, "journal");
        let (mut journal, mut state) = (Journal::default(), JournalState::default());
        journal.push(roll(log, None), None);
        state.step(&journal.entries[0], BUDGET).unwrap();
        for gesture in 0..length {
            let entry =
                JournalEntry { step: step(state.dungeon.as_ref().unwrap(), &mut stream), gesture: Some(gesture) };
            let before = format!("{state:?}");
            match state.step(&entry, BUDGET) {
                Ok(()) => journal.push(entry.step, entry.gesture),
                Err(_) => assert_eq!(format!("{state:?}"), before, "a refused entry changes nothing"),
            }
        }
        let replayed = JournalReplay::default().state(&journal, BUDGET).unwrap().clone();
        assert_eq!(replayed, state, "log {log}");
        let text = serde_json::to_string(&journal).unwrap();
        assert_eq!(serde_json::from_str::<Journal>(&text).unwrap(), journal, "log {log}");
        // Undone to the first entry and redone, with the states that were kept.
        let mut replay = JournalReplay::default();
        assert_eq!(*replay.state(&journal, BUDGET).unwrap(), state);
        while journal.undo() {}
        assert_eq!(journal.cursor, 1);
        replay.state(&journal, BUDGET).unwrap();
        while journal.redo() {}
        assert_eq!(*replay.state(&journal, BUDGET).unwrap(), state, "log {log}");
        let mut folded = journal.clone();
        let cut = folded.cursor / 2;
        let mut half = journal.clone();
        half.cursor -= cut;
        let middle = JournalReplay::default().state(&half, BUDGET).unwrap().clone();
        if folded.fold(cut, "half", &middle) {
            assert_eq!(JournalReplay::default().state(&folded, BUDGET).unwrap().dungeon, state.dungeon, "log {log}");
        }
    }
}

#[test]
fn a_gesture_is_undone_as_a_whole() {
    let mut journal = Journal::default();
    journal.push(roll(1, None), None);
    journal.push(JournalStep::Edit(Edit::Renumber {}), Some(4));
    journal.push(JournalStep::Edit(Edit::Renumber {}), Some(4));
    journal.push(JournalStep::Edit(Edit::Renumber {}), Some(5));
    assert!(journal.undo() && journal.cursor == 3 && journal.undo() && journal.cursor == 1 && !journal.undo());
    assert!(journal.redo() && journal.cursor == 3);
    journal.push(JournalStep::Edit(Edit::Renumber {}), None);
    assert_eq!((journal.entries.len(), journal.redo()), (4, false), "what could be redone is gone");
}

#[test]
fn entries_without_a_dungeon_and_odd_rolls_are_refused() {
    let mut state = JournalState::default();
    let entry = |step| JournalEntry { step, gesture: None };
    assert_eq!(state.step(&entry(JournalStep::Edit(Edit::Renumber {})), 1), Err(JournalError::NothingYet));
    for roll in [
        RollEntry { preset: Some("nowhere".to_owned()), ..RollEntry::preset("crypt", 1) },
        RollEntry { seed: String::new(), ..RollEntry::preset("crypt", 1) },
        RollEntry { stages: [("paint".to_owned(), "3".to_owned())].into(), ..RollEntry::preset("crypt", 1) },
        RollEntry {
            set: [("rooms.count".to_owned(), serde_json::Value::Null)].into(),
            ..RollEntry::preset("crypt", 1)
        },
    ] {
        assert!(state.step(&entry(JournalStep::Roll(Box::new(roll))), 1).is_err());
        assert_eq!(state, JournalState::default());
    }
}
