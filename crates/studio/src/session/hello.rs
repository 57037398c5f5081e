//! The reply to `hello`: presets, fields, formats, choices and limits.

use undercroft::dungeon::EPOCH;
use undercroft::field::{Field, FieldKind as Kind};
use undercroft::recipe::{FIELDS, PRESETS, Preset};
use undercroft::seed::Seed;
use undercroft_crowd::Mode;
use undercroft_formats::FORMATS;

use super::generate::DEFAULT_PRESET;
use super::needs::needs;
use super::{export, words};
use crate::limits;
use crate::protocol::{ChoiceInfo, FieldInfo, FieldValues, Hello, Limits, PresetInfo};

/// The reply to `hello`.
pub fn hello() -> Hello {
    Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        epoch: EPOCH,
        presets: PRESETS.iter().map(preset_info).collect(),
        default_preset: DEFAULT_PRESET.to_owned(),
        fields: FIELDS.iter().map(field_info).collect(),
        formats: export::formats(),
        opens: opens(),
        door_kinds: choices(&["door", "archway", "portcullis", "barred"]),
        door_states: choices(&["open", "closed", "locked"]),
        crowd_modes: choices(&Mode::ALL.map(Mode::name)),
        crowd_offsets: choices(&["none", "x", "y", "xy"]),
        shapes: choices(&["1x1", "2x1", "1x2", "2x2"]),
        terrain: TERRAIN.map(str::to_owned).to_vec(),
        limits: limits(),
    }
}

/// Terrain by its number.
pub const TERRAIN: [&str; 7] = ["rock", "wall", "floor", "corridor", "door", "stairs_up", "stairs_down"];

/// Endings of what can be read, and of pictures that carry their recipe.
fn opens() -> Vec<String> {
    let read = FORMATS.iter().filter(|format| format.read.is_some());
    read.flat_map(|card| card.extensions).chain(&["png"]).map(|ending| format!(".{ending}")).collect()
}

fn limits() -> Limits {
    Limits {
        cells: limits::MAX_CELLS as u32,
        side: limits::MAX_SIDE,
        message: limits::MAX_MESSAGE as u32,
        trace_page: limits::TRACE_PAGE,
        ticks: limits::MAX_TICKS,
        actors: limits::MAX_ACTORS as u32,
        paint: limits::MAX_PAINT as u32,
        live_verify: limits::LIVE_VERIFY as u32,
        waiting: limits::MAX_WAITING as u32,
    }
}

fn choices(names: &[&str]) -> Vec<ChoiceInfo> {
    names.iter().map(|name| words::choice(name)).collect()
}

fn preset_info(preset: &Preset) -> PresetInfo {
    let recipe = preset.recipe().and_then(|file| file.check(Seed::new(0)));
    PresetInfo {
        name: preset.name.to_owned(),
        title: words::title(preset.name),
        description: preset.summary().to_owned(),
        values: recipe.map(|recipe| recipe.record.to_map()).unwrap_or_default(),
    }
}

fn field_info(field: &Field) -> FieldInfo {
    FieldInfo {
        key: field.key.to_owned(),
        title: field.label.to_owned(),
        unit: field.unit.to_owned(),
        help: field.doc.to_owned(),
        limits: field.limits(),
        default: field.default_value().to_json(),
        group: field.group.to_owned(),
        applies_to: field.applies_to.iter().map(|method| method.name().to_owned()).collect(),
        needs: needs(field),
        kind: kind(field),
    }
}

fn kind(field: &Field) -> FieldValues {
    match field.kind {
        Kind::Integer { min, max } => FieldValues::Integer { min, max },
        Kind::IntegerOrAuto { min, max } => FieldValues::IntegerOrAuto { min, max },
        Kind::Fraction => FieldValues::Number { min: 0.0, max: 1.0, step: 0.0001 },
        Kind::Bool => FieldValues::Boolean {},
        Kind::Choice(choices) => FieldValues::Choice { choices: choices.iter().map(labelled).collect() },
        Kind::Modules { min, max } => FieldValues::Pair { min, max, auto: true },
        Kind::IntegerList { least, most, min, max } => {
            FieldValues::List { least: least as u32, most: most as u32, min, max, auto: true }
        }
        _ => FieldValues::Text {},
    }
}

fn labelled(choice: &undercroft::field::Choice) -> ChoiceInfo {
    ChoiceInfo { name: choice.value.to_owned(), title: choice.label.to_owned() }
}
