//! The format `uvtt` with its options.

use undercroft::dungeon::Dungeon;
use undercroft::field::{Choice, Field, FieldKind};
use undercroft_draw::WorkMeter;

use super::{UvttOptions, backdrops, write_metered};
use crate::format::{Format, FormatInfo, Scope};
use crate::option_fields::{
    INSET, LEVEL, MARKS, OWN_THEME, PLAYER, SQUARE_PX, SQUARES_PER_TILE, TABLETOPS, THEME, WALLS, option,
};
use crate::options::Options;
use crate::outline::SecretDoors;
use crate::output::WriteError;
use crate::preview::ExportPreview;
use crate::tabletop::TableOptions;

const SECRETS: &[Choice] =
    &[Choice { value: "wall", label: "Walls" }, Choice { value: "door", label: "Doors like others" }];

static SECRET_DOORS: Field = option(
    "secret_doors",
    "Secret doors",
    TABLETOPS,
    FieldKind::Choice(SECRETS),
    "wall",
    "What secret doors become, since the format has no secret doors",
);

/// Universal VTT.
pub static FORMAT: Format = Format {
    name: "uvtt",
    extensions: &["uvtt", "dd2vtt"],
    media_type: "application/json",
    is_text: true,
    has_player_edition: true,
    info: FormatInfo {
        title: "A Universal VTT map for each level: picture, walls, doors, lights",
        preserves: "the picture with furniture, lines that block sight, furniture that does, doors of any width, lights",
        omits: "secret doors (walls, or doors with --secret-doors door), locks, open doors, rooms, notes, spawns, stairs; \
                a portcullis is a window",
        readers: "a strict schema of our own and exact sight through the exported walls",
    },
    scope: Scope::AnyLevels,
    options: &[
        &PLAYER,
        &LEVEL,
        &THEME,
        &OWN_THEME,
        &SQUARES_PER_TILE,
        &SQUARE_PX,
        &WALLS,
        &INSET,
        &SECRET_DOORS,
        &MARKS,
    ],
    recognize: None,
    read: None,
    write: Some(|dungeon, options, meter| Ok(write_metered(dungeon, &UvttOptions::try_from(options)?, meter)?.into())),
    count_pages: None,
    preview: Some(preview),
};

/// The pixels that the pictures have, which only painting tells: a picture may be too large in bytes.
fn preview(dungeon: &Dungeon, options: &Options, meter: &WorkMeter) -> Result<ExportPreview, WriteError> {
    let backdrops = backdrops(dungeon, &UvttOptions::try_from(options)?, meter)?;
    Ok(ExportPreview {
        square_px: backdrops.iter().map(|backdrop| backdrop.pixels).min(),
        pictures: backdrops.iter().map(|backdrop| backdrop.parts.len()).sum(),
        ..ExportPreview::default()
    })
}

impl TryFrom<&Options> for UvttOptions {
    type Error = WriteError;

    fn try_from(options: &Options) -> Result<Self, WriteError> {
        Ok(Self {
            table: TableOptions::try_from(options)?,
            secret_doors: if options.text("secret_doors") == Some("door") {
                SecretDoors::Door
            } else {
                SecretDoors::Wall
            },
            levels: options.levels(),
            stem: Some(options.stem().to_owned()),
            ..Self::default()
        })
    }
}
