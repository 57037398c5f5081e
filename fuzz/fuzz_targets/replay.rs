//! Replays are read or refused; what is read survives writing, and everybody can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undercroft_crowd::Replay;

fuzz_target!(|text: &str| {
    let Ok(replay) = Replay::from_json(text) else { return };
    assert_eq!(Replay::from_json(&replay.to_json()).expect("what we write we can read"), replay);
    for snapshot in replay.snapshots() {
        snapshot.bodies.keys().for_each(|&id| assert!(snapshot.body_millicells(id).is_some()));
    }
});
