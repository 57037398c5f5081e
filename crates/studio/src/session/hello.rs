//! The reply to `hello`: presets, fields, formats, choices and limits.

use undercroft::dungeon::{DoorKind, EPOCH};
use undercroft::field::Field;
use undercroft::recipe::{DEFAULT_PRESET, FIELDS, Preset, presets};
use undercroft::seed::Seed;
use undercroft_crowd::Mode;
#[cfg(feature = "formats")]
use undercroft_formats::FORMATS;

#[cfg(not(feature = "formats"))]
use super::delegate::{FormatTable, table};
#[cfg(feature = "formats")]
use super::export;
use crate::limits;
use crate::protocol::{ChoiceInfo, FieldInfo, Hello, Limits, PresetInfo};

/// The reply to `hello`.
pub fn hello() -> Hello {
    #[cfg(feature = "formats")]
    let (formats, opens) = (export::formats(), opens());
    #[cfg(not(feature = "formats"))]
    let FormatTable { formats, opens } = table();
    Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        epoch: EPOCH,
        presets: presets().iter().map(preset_info).collect(),
        default_preset: DEFAULT_PRESET.to_owned(),
        fields: FIELDS.iter().map(field).collect(),
        formats,
        opens,
        door_kinds: choices(&DoorKind::ALL.map(DoorKind::name)),
        door_states: choices(&["open", "closed", "locked"]),
        crowd_modes: choices(&Mode::ALL.map(Mode::name)),
        crowd_offsets: choices(&["none", "x", "y", "xy"]),
        shapes: choices(&["1x1", "2x1", "1x2", "2x2"]),
        terrain: TERRAIN.map(str::to_owned).to_vec(),
        limits: limits(),
    }
}

/// Fields that a session bounds further than the recipe does.
const LIMITS: [(&str, i64); 2] =
    [("rooms.count", limits::MAX_ROOMS as i64), ("templates.floor_cells", limits::MAX_FLOOR as i64)];

/// A field of a recipe, with the limits of a session.
fn field(field: &Field) -> FieldInfo {
    let most = LIMITS.iter().find(|(key, _)| *key == field.key).map(|(_, most)| *most);
    FieldInfo::from(field).up_to(most)
}

/// Terrain by its number.
pub const TERRAIN: [&str; 7] = ["rock", "wall", "floor", "corridor", "door", "stairs_up", "stairs_down"];

/// Extensions of what can be read, and of pictures that carry their recipe.
#[cfg(feature = "formats")]
fn opens() -> Vec<String> {
    let read = FORMATS.iter().filter(|format| format.read.is_some());
    read.flat_map(|format| format.extensions).chain(&["png"]).map(|extension| format!(".{extension}")).collect()
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
    names.iter().map(|name| ChoiceInfo { value: (*name).to_owned(), label: label(name) }).collect()
}

fn preset_info(preset: &Preset) -> PresetInfo {
    let recipe = preset.recipe().and_then(|file| file.check(Seed::new(0)));
    PresetInfo {
        name: preset.name.to_owned(),
        label: label(preset.name),
        description: preset.summary().to_owned(),
        values: recipe.map(|recipe| recipe.record.to_map()).unwrap_or_default(),
    }
}

/// A name as people read it: `small-dungeon` is `Small dungeon`.
fn label(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
