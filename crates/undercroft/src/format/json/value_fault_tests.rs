//! Complaints about entries of lists name the entry and the field.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::path::{Fault, Path};
use super::value_fault::value_fault;
use crate::dungeon::Pin;
use crate::edit::Edit;

fn fault<T: DeserializeOwned>(text: &str) -> String {
    let value: Value = serde_json::from_str(text).unwrap();
    let Fault { path, problem } = value_fault::<T>(&value, Path::default().index(2)).expect("it is refused");
    format!("{path}: {problem}")
}

#[test]
fn complaints_name_the_entry_and_the_field_that_are_to_blame() {
    for (text, words) in [
        (r#"{"edit":"delete_room"}"#, "[2]: `room` is missing"),
        (r#"{"edit":"add_room","z":0}"#, "[2]: `shape` is missing"),
        (r#"{"edit":"delete_room","room":{"z":0,"sum":5}}"#, "[2].room: `at` is missing"),
        (
            r#"{"edit":"delete_room","room":{"z":0,"at":[1,"x"],"sum":5}}"#,
            "[2].room.at[1]: need a whole number from -2147483648 to 2147483647, got \"x\"",
        ),
        (r#"{"edit":"number","room":{"z":0,"at":[1,1],"sum":5},"n":true}"#, "[2].n: need"),
        (r#"{"edit":"paint","z":0,"to":"lava","runs":[[1,1,1]]}"#, "[2].to: need one of"),
        (r#"{"edit":"paint","z":0,"to":"rock","runs":[[1,1,1],[1,2,1],[1,{},1],[2,2,2]]}"#, "[2].runs[2][1]: need"),
        (r#"{"edit":"unpin","ids":[1,2,-3]}"#, "[2].ids[2]: need a whole number from 0"),
        (r#"{"edit":"renumber","now":1}"#, "[2].now: unknown field `now`"),
        (r#"{"edit":"fly"}"#, "[2].edit: need one of"),
        (r#"{"z":1}"#, "[2]: `edit` is missing"),
        ("7", "[2]: need"),
    ] {
        assert!(fault::<Edit>(text).starts_with(words), "{text}: {}", fault::<Edit>(text));
    }
    for (text, words) in [
        (r#"{"pin":"room","id":1,"floor":[[1,1,1]]}"#, "[2]: `z` is missing"),
        (r#"{"pin":"room","id":"one","z":0,"floor":[[1,1,1]]}"#, "[2].id: need a whole number from 0"),
        (r#"{"pin":"room","id":1,"z":0,"floor":[[1,1,1],[2,2]]}"#, "[2].floor[1]: need"),
        (r#"{"pin":"room","id":1,"z":0,"floor":[[1,1,1]],"hat":2}"#, "[2].hat: unknown field `hat`"),
        (r#"{"pin":"link","id":1,"rooms":[1],"kind":{}}"#, "[2]"),
    ] {
        assert!(fault::<Pin>(text).starts_with(words), "{text}: {}", fault::<Pin>(text));
    }
}
