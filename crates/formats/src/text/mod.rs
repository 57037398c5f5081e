//! Dungeon text: characters that people draw and read.

use undercroft::dungeon::Dungeon;
use undercroft::field::Field;
use undercroft::format::text;
use undercroft_draw::WorkMeter;

use crate::format::{Format, FormatInfo, Scope};
use crate::fov_text::{self, MapAlphabet};
use crate::option_fields::{CONTENTS, LEVEL, PLAYER, SPLIT, switch};
use crate::options::Options;
use crate::output::{Output, WriteError};

static LEGEND: Field = switch("legend", "Legend", CONTENTS, "Explain the characters below the map");

/// Dungeon text.
pub static FORMAT: Format = Format {
    name: "text",
    extensions: &["txt"],
    media_type: "text/plain; charset=utf-8",
    is_text: true,
    has_player_edition: true,
    info: FormatInfo {
        title: "Dungeon text: characters that people draw and read",
        preserves: "tiles, doors with their states, stairs, levels",
        omits: "room ids, links, keys, markers, the recipe",
        readers: "Undercroft, any editor",
    },
    scope: Scope::AnyLevels,
    options: &[&PLAYER, &LEVEL, &SPLIT, &LEGEND],
    recognize: Some(|input| fov_text::map_alphabet(input.text) == Some(MapAlphabet::Dungeon)),
    read: Some(|input| fov_text::read_drawn(input.text)),
    write: Some(write),
    count_pages: None,
};

fn write(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let mut shown = options.edition().known(dungeon).into_owned();
    shown.levels = options.shown(&shown).into_iter().cloned().collect();
    meter.ask()?;
    let map = text::write(&shown);
    meter.ask()?;
    let text = if options.is_on("legend") { format!("{map}\n{}", text::legend(&shown)) } else { map };
    Ok(Output::file(options.file_name("txt"), text))
}
