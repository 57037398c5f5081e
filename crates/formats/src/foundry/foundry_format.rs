//! The format `foundry` with its options.

use undercroft::dungeon::Dungeon;
use undercroft::field::{Choice, Field, FieldKind};
use undercroft_draw::WorkMeter;

use super::{FoundryOptions, Version, preview_metered, write_metered};
use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{
    INSET, MARKS, OWN_THEME, PLAYER, SQUARE_PX, SQUARES_PER_TILE, TABLETOPS, THEME, WALLS, option, switch,
};
use crate::options::Options;
use crate::output::{Output, WriteError};
use crate::preview::ExportPreview;
use crate::tabletop::TableOptions;

const VERSIONS: &[Choice] = &[Choice { value: "14", label: "14" }, Choice { value: "13", label: "13" }];

static FOUNDRY: Field = option(
    "foundry",
    "Foundry version",
    TABLETOPS,
    FieldKind::Choice(VERSIONS),
    "14",
    "The version that the module is for: 13 has a scene for each level, 14 one scene with levels",
);

static UNPACKED: Field =
    switch("unpacked", "Unpacked", TABLETOPS, "The files of the module in a folder, instead of a zip archive");

/// A module of Foundry VTT.
pub static FORMAT: Format = Format {
    name: "foundry",
    extensions: &["zip"],
    media_type: "application/zip",
    is_text: false,
    has_player_edition: true,
    info: FormatInfo {
        title: "A ready module of Foundry VTT 13 or 14",
        preserves: "pictures with furniture, walls, furniture that blocks sight, doors with states, secret doors, locks, \
                    portcullises, lights, levels, stairs, rooms as pages with names and notes, hook, groups",
        omits: "links, keys and spawns as things, the recipe",
        readers: "@foundryvtt/foundryvtt-cli and a strict schema of our own",
    },
    scope: Scope::WholeDungeon,
    options: &[&PLAYER, &THEME, &OWN_THEME, &SQUARES_PER_TILE, &SQUARE_PX, &WALLS, &INSET, &MARKS, &FOUNDRY, &UNPACKED],
    recognize: None,
    read: None,
    write: Some(export),
    count_pages: None,
    preview: Some(preview),
};

fn preview(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<ExportPreview, WriteError> {
    preview_metered(dungeon, &FoundryOptions::try_from(options)?, meter)
}

fn export(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<Output, WriteError> {
    let typed = FoundryOptions::try_from(options)?;
    let mut files = write_metered(dungeon, &typed, meter)?;
    if let ([archive], true) = (files.as_mut_slice(), typed.zip) {
        archive.name = options.file_name("zip");
    }
    Ok(files.into())
}

impl TryFrom<&Options> for FoundryOptions {
    type Error = WriteError;

    fn try_from(options: &Options) -> Result<Self, WriteError> {
        Ok(Self {
            table: TableOptions::try_from(options)?,
            version: if options.text("foundry") == Some("13") { Version::V13 } else { Version::V14 },
            zip: !options.is_on("unpacked"),
        })
    }
}
