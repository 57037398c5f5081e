//! Keys that recipes had before they were renamed: the only trace of them, gone with version 1.0.

use crate::dungeon::Record;
use crate::field::{MethodKind, Value};

/// Old and new key.
const RENAMED: &[(&str, &str)] = &[
    ("entry", "entrance_side"),
    ("tile", "tile_feet"),
    ("loops", "extra_links"),
    ("corridors.step", "corridors.cost.step"),
    ("corridors.merge", "corridors.cost.merge"),
    ("corridors.turn", "corridors.cost.turn"),
    ("corridors.hug", "corridors.cost.hug"),
    ("corridors.beside", "corridors.cost.parallel"),
    ("corridors.off_centre", "corridors.cost.off_center"),
    ("corridors.crowded", "corridors.cost.door_gap"),
    ("corridors.wander", "corridors.cost.hard_rock"),
    ("templates.floor", "templates.floor_cells"),
    ("templates.patience", "templates.stall_limit"),
];

/// What to write instead of an old key with this value; `None` for a key that never was.
pub fn hint(key: &str, value: &Value) -> Option<String> {
    let is = |text: &str| value.as_text() == Some(text);
    Some(match key {
        "place" => {
            let new = if is("lattice") { "plan" } else { value.as_text().unwrap_or_default() };
            let known = MethodKind::ALL.into_iter().map(MethodKind::name).find(|&name| name == new);
            match known {
                Some(method) => format!("renamed to method; write method = \"{method}\""),
                None => "renamed to method; write method = \"bsp\", \"house\", \"templates\" or \"plan\"".to_owned(),
            }
        }
        "rooms.style" if is("adjoining") => "replaced by method; write method = \"house\"".to_owned(),
        "rooms.style" => "replaced by method; omit it, or write method = \"bsp\"".to_owned(),
        "rooms.house" => format!("renamed to outline; write outline = {value}"),
        "branching" if is("staircase") => "replaced by shape; write shape = \"staircase\"".to_owned(),
        "branching" => "replaced by shape; omit it, or write shape = \"branching\"".to_owned(),
        _ => {
            let (_, new) = RENAMED.iter().find(|(old, _)| *old == key)?;
            format!("renamed to {new}; write {new} = {value}")
        }
    })
}

/// The value of a field as it is written today: `rooms.natural` was true or false.
pub fn current_value(key: &str, value: Value) -> Value {
    match value {
        Value::Bool(on) if key == "rooms.natural" => Value::Integer(on.into()),
        value => value,
    }
}

/// The first key of a record that was renamed since, and what to write instead.
pub fn renamed_key(record: &Record) -> Option<(&str, String)> {
    record.iter().find_map(|(key, value)| Some((key, hint(key, &Value::from_json(value)?)?)))
}
