//! What can be asked of a document, and which formats listen.

use super::DocumentFormat;
use DocumentFormat::{Foundry, Ldtk, Pdf, Png, Scen, Svg, Text, Tmj, Tmx, Uvtt};

/// Something that can be asked of a document beyond its format, its levels and its edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// Explain the characters below the map.
    Legend,
    /// Pixels along the side of a cell.
    Px,
    /// How many walks.
    Walks,
    /// Colours and weights.
    Theme,
    /// Rock without hatching.
    Plain,
    /// No grid on the floor.
    NoGrid,
    /// Names of columns and rows.
    Coordinates,
    /// The rooms listed beside the map.
    RoomKey,
    /// Nothing but the map.
    MapOnly,
    /// Another title.
    Title,
    /// The paper in the printer.
    Paper,
    /// Which pages.
    Pages,
    /// The most pages.
    MaxPages,
    /// Pixels along the side of a tile.
    TilePx,
    /// A tileset of the user's own.
    Tileset,
    /// Squares of the table along the side of a tile.
    SquaresPerTile,
    /// Pixels along a square.
    SquarePx,
    /// How far walls stand back.
    Inset,
    /// What secret doors are.
    SecretDoors,
    /// Numbers and symbols in the picture.
    Marks,
    /// The version of Foundry.
    FoundryVersion,
    /// A folder instead of an archive.
    Unpacked,
}

impl Setting {
    /// All, in the order in which people are shown them.
    pub const ALL: [Self; 22] = [
        Self::Legend,
        Self::Px,
        Self::Walks,
        Self::Theme,
        Self::Plain,
        Self::NoGrid,
        Self::Coordinates,
        Self::RoomKey,
        Self::MapOnly,
        Self::Title,
        Self::Paper,
        Self::Pages,
        Self::MaxPages,
        Self::TilePx,
        Self::Tileset,
        Self::SquaresPerTile,
        Self::SquarePx,
        Self::Inset,
        Self::SecretDoors,
        Self::Marks,
        Self::FoundryVersion,
        Self::Unpacked,
    ];

    /// What it is called on the command line, without the hyphens before it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Legend => "legend",
            Self::Px => "px",
            Self::Walks => "walks",
            Self::Theme => "theme",
            Self::Plain => "plain",
            Self::NoGrid => "no-grid",
            Self::Coordinates => "coordinates",
            Self::RoomKey => "room-key",
            Self::MapOnly => "map-only",
            Self::Title => "title",
            Self::Paper => "paper",
            Self::Pages => "pages",
            Self::MaxPages => "max-pages",
            Self::TilePx => "tile-px",
            Self::Tileset => "tileset",
            Self::SquaresPerTile => "squares-per-tile",
            Self::SquarePx => "square-px",
            Self::Inset => "inset",
            Self::SecretDoors => "secret-doors",
            Self::Marks => "marks",
            Self::FoundryVersion => "foundry",
            Self::Unpacked => "unpacked",
        }
    }

    /// The formats that listen to it; the others would not change by a byte.
    pub const fn formats(self) -> &'static [DocumentFormat] {
        match self {
            Self::Legend => &[Text],
            Self::Px => &[Png],
            Self::Walks => &[Scen],
            Self::Theme => &[Svg, Png, Pdf, Uvtt, Foundry],
            Self::Plain | Self::NoGrid | Self::Title => &[Svg, Png, Pdf],
            Self::Coordinates | Self::RoomKey | Self::MapOnly => &[Svg, Png],
            Self::Paper | Self::Pages | Self::MaxPages => &[Pdf],
            Self::TilePx => &[Tmx, Tmj, Ldtk],
            Self::Tileset => &[Tmx, Tmj],
            Self::SquaresPerTile => &[Pdf, Uvtt, Foundry],
            Self::SquarePx | Self::Inset | Self::Marks => &[Uvtt, Foundry],
            Self::SecretDoors => &[Uvtt],
            Self::FoundryVersion | Self::Unpacked => &[Foundry],
        }
    }
}

impl DocumentFormat {
    /// What can be asked of it.
    pub fn settings(self) -> impl Iterator<Item = Setting> {
        Setting::ALL.into_iter().filter(move |setting| setting.formats().contains(&self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{DocumentOptions, write};
    use crate::outline::SecretDoors;
    use crate::pdf::{Pages, Paper};
    use crate::read;
    use crate::tiled::OwnTileset;
    use crate::tileset::TilePixels;
    use crate::{WriteError, foundry};
    use undercroft::dungeon::Dungeon;
    use undercroft_draw::{Rock, Theme};

    /// Options that ask for something else than is usual.
    fn asked(setting: Setting, mut options: DocumentOptions) -> DocumentOptions {
        let tiles = "image = 'a.png'\ntile = 8\ncolumns = 1\ncount = 9\n[tiles]\nfloor = 0\nwall = 1\ndoor = 2\nthreshold = 3\n";
        match setting {
            Setting::Legend => options.legend = true,
            Setting::Px => options.pixels = Some(3),
            Setting::Walks => options.walks = Some(1),
            Setting::Theme => options.drawing.theme = Theme::named("blueprint").unwrap(),
            Setting::Plain => options.drawing.rock = Rock::Bare,
            Setting::NoGrid => options.drawing.grid = false,
            Setting::Coordinates => options.drawing.coordinates = true,
            Setting::RoomKey => options.drawing.room_key = true,
            Setting::MapOnly => options.drawing.sheet = false,
            Setting::Title => options.drawing.title = Some("Another".to_owned()),
            Setting::Paper => options.print.paper = Paper::Letter,
            Setting::Pages => options.print.pages = Pages::Overview,
            Setting::MaxPages => options.print.max_pages = 1,
            Setting::TilePx => options.tiles.size = TilePixels::ThirtyTwo,
            Setting::Tileset => options.tiles.own = Some(OwnTileset::from_toml(tiles).unwrap()),
            Setting::SquaresPerTile => options.table.squares_per_tile = Some(1),
            Setting::SquarePx => options.table.pixels_per_square = Some(20),
            Setting::Inset => options.table.inset = 100,
            Setting::SecretDoors => options.secret_doors = SecretDoors::Door,
            Setting::Marks => options.table.marks = true,
            Setting::FoundryVersion => options.foundry = foundry::Version::V13,
            Setting::Unpacked => options.unpacked = true,
        }
        options
    }

    fn hall() -> Dungeon {
        read(Some("hall.txt"), b"#########\n#..+..S.#\n#..#..#.#\n#########\n").unwrap()
    }

    #[test]
    fn a_format_changes_by_exactly_the_settings_that_it_listens_to() {
        for format in DocumentFormat::ALL {
            let make = |options: &DocumentOptions| -> Result<_, WriteError> { write(&hall(), format, options) };
            // Small pictures show a difference as well as large ones.
            let mut usual = DocumentOptions { pixels: Some(8), ..DocumentOptions::usual(format) };
            usual.table.pixels_per_square = Some(8);
            let before = make(&usual);
            for setting in Setting::ALL {
                let differs = make(&asked(setting, usual.clone())) != before;
                let listens = format.settings().any(|its| its == setting);
                assert_eq!(differs, listens, "{} and --{}", format.card().name, setting.name());
            }
        }
    }
}
