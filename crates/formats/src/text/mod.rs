//! Dungeon text: characters that people draw and read.

use undercroft::dungeon::Dungeon;
use undercroft::field::Field;
use undercroft::format::{text, text_commentary};
use undercroft_draw::{Edition, WorkMeter};

use crate::format::{Format, FormatInfo, Scope};
use crate::fov_text::{self, MapAlphabet};
use crate::option_fields::{CONTENTS, LEGEND, LEVEL, PLAYER, ROOM_KEY, SPLIT, switch};
use crate::options::Options;
use crate::output::{Output, WriteError};

static FEATURES: Field = switch(
    "features",
    "Features",
    CONTENTS,
    "Draw the map again below it, with a letter for each kind of feature, and explain the letters",
);

/// Dungeon text.
pub static FORMAT: Format = Format {
    name: "text",
    extensions: &["txt"],
    media_type: "text/plain; charset=utf-8",
    is_text: true,
    has_player_edition: true,
    info: FormatInfo {
        title: "Dungeon text: characters that people draw and read",
        preserves: "tiles, doors with their states, stairs, ground, windows, levels",
        omits: "room ids, links, keys, markers, the recipe; features and the room key are commentary, which is not read \
                back",
        readers: "Undercroft, any editor",
    },
    scope: Scope::AnyLevels,
    options: &[&PLAYER, &LEVEL, &SPLIT, &LEGEND, &FEATURES, &ROOM_KEY],
    recognize: Some(|input| fov_text::map_alphabet(input.text) == Some(MapAlphabet::Dungeon)),
    read: Some(|input| fov_text::read_drawn(input.text)),
    write: Some(write),
    count_pages: None,
    preview: None,
};

fn write(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let mut shown = options.edition().known(dungeon).into_owned();
    shown.levels = options.shown(&shown).into_iter().cloned().collect();
    meter.ask()?;
    let map = text::write(&shown);
    meter.ask()?;
    let is_master = options.edition() == Edition::GameMaster;
    let commentary = [
        options.is_on("legend").then(|| text::legend(&shown)),
        options.is_on("features").then(|| text_commentary::features(&shown)),
        (options.is_on("room_key") && is_master).then(|| text_commentary::room_key(&shown)),
    ];
    let text =
        commentary.iter().flatten().filter(|block| !block.is_empty()).fold(map, |text, block| text + "\n" + block);
    Ok(Output::file(options.file_name("txt"), text))
}
