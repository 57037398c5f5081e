//! Options that several formats share, one field each.

use undercroft::field::{Choice, Field, FieldKind};

/// A field of an export option.
pub(crate) const fn option(
    key: &'static str,
    label: &'static str,
    group: &'static str,
    kind: FieldKind,
    default: &'static str,
    doc: &'static str,
) -> Field {
    Field { key, kind, default, unit: "", label, group, applies_to: &[], doc }
}

/// A switch that is off by default.
pub(crate) const fn switch(key: &'static str, label: &'static str, group: &'static str, doc: &'static str) -> Field {
    option(key, label, group, FieldKind::Bool, "false", doc)
}

/// Headings of help and forms.
pub(crate) const CONTENTS: &str = "Contents";
pub(crate) const DRAWINGS: &str = "Drawings";
pub(crate) const TILES: &str = "Tiles";
pub(crate) const TABLETOPS: &str = "Tabletops";

pub(crate) static PLAYER: Field = switch(
    "player",
    "For players",
    CONTENTS,
    "Leave out what players must not know: secret doors, what lies behind them, numbers, names, notes and inhabitants",
);

pub(crate) static LEVEL: Field =
    option("level", "Level", CONTENTS, FieldKind::IntegerOrAuto { min: -9_999, max: 9_999 }, "auto", "Only this level");

pub(crate) static SPLIT: Field =
    switch("split", "A file for each level", CONTENTS, "One file for each level, named after its number");

const THEMES: &[Choice] = &[
    Choice { value: "auto", label: "Auto" },
    Choice { value: "parchment", label: "Parchment" },
    Choice { value: "blueprint", label: "Blueprint" },
    Choice { value: "dark", label: "Dark" },
    Choice { value: "mono", label: "Mono" },
];

pub(crate) static THEME: Field = option(
    "theme",
    "Theme",
    DRAWINGS,
    FieldKind::Choice(THEMES),
    "auto",
    "Colors and weights; auto is mono for PDF and parchment elsewhere",
);

pub(crate) static OWN_THEME: Field = option(
    "own_theme",
    "Own theme",
    DRAWINGS,
    FieldKind::TextFile,
    "",
    "A theme of your own as TOML, instead of theme",
);

pub(crate) static TITLE: Field =
    option("title", "Title", DRAWINGS, FieldKind::Text, "", "The title, instead of the dungeon's name");

pub(crate) static PLAIN: Field =
    switch("plain", "Bare rock", DRAWINGS, "Leave the rock along the walls bare, without hatching");

pub(crate) static NO_GRID: Field = switch("no_grid", "No grid", DRAWINGS, "Leave out the grid on the floor");

pub(crate) static NUMBERS: Field =
    option("numbers", "Numbers", DRAWINGS, FieldKind::Bool, "true", "The numbers of the rooms");

pub(crate) static COORDINATES: Field =
    switch("coordinates", "Coordinates", DRAWINGS, "Name columns and rows along the border");

pub(crate) static ROOM_KEY: Field =
    switch("room_key", "Room key", CONTENTS, "List the rooms with names and notes, beside a drawing or below a text");

pub(crate) static LEGEND: Field =
    switch("legend", "Legend", CONTENTS, "Explain the characters of a text, or the doors and marks of a drawing");

const SHEETS: &[Choice] = &[
    Choice { value: "none", label: "None" },
    Choice { value: "a4", label: "A4" },
    Choice { value: "letter", label: "US Letter" },
];

pub(crate) static SHEET: Field = option(
    "sheet",
    "Sheet",
    DRAWINGS,
    FieldKind::Choice(SHEETS),
    "none",
    "Draw the first page of a print on this paper, with map and key, instead of a plain picture",
);

pub(crate) static MAP_ONLY: Field =
    switch("map_only", "Map only", DRAWINGS, "Draw nothing but the map, edge to edge, as virtual tabletops need it");

const TILE_SIZES: &[Choice] = &[Choice { value: "16", label: "16" }, Choice { value: "32", label: "32" }];

pub(crate) static TILE_PX: Field = Field {
    unit: "pixels",
    ..option(
        "tile_px",
        "Tile size",
        TILES,
        FieldKind::Choice(TILE_SIZES),
        "16",
        "Pixels along the side of a tile of our own tileset",
    )
};

pub(crate) static SQUARES_PER_TILE: Field = Field {
    unit: "squares",
    ..option(
        "squares_per_tile",
        "Squares per tile",
        TABLETOPS,
        FieldKind::IntegerOrAuto { min: 1, max: 2 },
        "auto",
        "Squares of the table along the side of a tile; auto is 2 for tiles of 10 feet, else 1",
    )
};

pub(crate) static SQUARE_PX: Field = Field {
    unit: "pixels",
    ..option(
        "square_px",
        "Pixels per square",
        TABLETOPS,
        FieldKind::IntegerOrAuto { min: 20, max: 1000 },
        "auto",
        "Pixels along a square; auto is 140, 100 or 70, as the picture's size allows, and cuts larger levels into parts",
    )
};

pub(crate) static INSET: Field = Field {
    unit: "thousandths of a square",
    ..option(
        "inset",
        "Wall inset",
        TABLETOPS,
        FieldKind::Integer { min: 0, max: 250 },
        "0",
        "How far walls stand back from the floor, so that their faces are lit; at most 100 on levels with soft walls",
    )
};

const WALL_STYLES: &[Choice] =
    &[Choice { value: "soft", label: "As drawn" }, Choice { value: "exact", label: "Sides of cells" }];

pub(crate) static WALLS: Field = option(
    "walls",
    "Walls",
    TABLETOPS,
    FieldKind::Choice(WALL_STYLES),
    "soft",
    "The line of the walls: soft as caves, round rooms and thin walls are drawn, or exact along the sides of cells",
);

pub(crate) static MARKS: Field =
    switch("marks", "Marks", TABLETOPS, "Put numbers, symbols and secret doors into the picture, too");
