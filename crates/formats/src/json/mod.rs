//! Dungeon JSON: the whole dungeon.

use undercroft::dungeon::Dungeon;
use undercroft::format::json;
use undercroft_draw::{Cancelled, MeteredWriter, WorkMeter};

use crate::format::{Format, FormatInfo, Scope};
use crate::options::Options;
use crate::output::{Output, WriteError};

/// Dungeon JSON.
pub static FORMAT: Format = Format {
    name: "json",
    extensions: &["json"],
    media_type: "application/json",
    is_text: true,
    has_player_edition: false,
    info: FormatInfo {
        title: "Dungeon JSON: everything there is to know",
        preserves: "everything",
        omits: "nothing",
        readers: "Undercroft; its JSON Schema is schema/dungeon-2.schema.json",
    },
    scope: Scope::WholeDungeon,
    options: &[],
    // JSON that no format recognizes and whose extension is of none is taken for dungeon JSON, too.
    recognize: Some(|input| is_ours(input.start())),
    read: Some(|input| json::read(input.text)),
    write: Some(write),
    count_pages: None,
    preview: None,
};

fn write(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let mut writer = MeteredWriter::new(meter);
    // Memory takes every byte: only the meter makes writing fail.
    json::write_to(dungeon, &mut writer).map_err(|_| Cancelled)?;
    meter.ask()?;
    Ok(Output::file(options.file_name("json"), writer.bytes))
}

/// Whether a text begins as our files do: with the name of the format.
fn is_ours(text: &str) -> bool {
    let beginning = ["{", "\"format\"", ":", "\"undercroft\""];
    beginning.iter().try_fold(text, |rest, word| rest.trim_start().strip_prefix(word)).is_some()
}
