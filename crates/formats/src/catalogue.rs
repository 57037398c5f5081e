//! Every format that a dungeon can be written in: its names, what it carries and who reads it.
//!
//! This table is what the command line, the studio and the documentation show; a format that is not in it cannot be
//! written, and one that is in it can.

/// A format that a dungeon can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentFormat {
    /// A drawing in lines.
    Svg,
    /// A drawing in pixels.
    Png,
    /// Dungeon text.
    Text,
    /// Dungeon JSON: everything there is to know.
    Json,
    /// A print at true scale.
    Pdf,
    /// A map of Tiled, in XML.
    Tmx,
    /// A map of Tiled, in JSON.
    Tmj,
    /// A project of LDtk.
    Ldtk,
    /// A Universal VTT map for each level.
    Uvtt,
    /// A module of Foundry VTT.
    Foundry,
    /// A MovingAI map, one level.
    Map,
    /// A MovingAI map with walks on it, one level.
    Scen,
}

/// What people want to know of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its name on the command line.
    pub name: &'static str,
    /// The endings of its files without the dot; the first one is given to new files.
    pub endings: &'static [&'static str],
    /// What it is, in a few words.
    pub title: &'static str,
    /// What of a dungeon it holds.
    pub carries: &'static str,
    /// What of a dungeon it cannot hold.
    pub lacks: &'static str,
    /// The programs that our files are tested with.
    pub readers: &'static str,
    /// Whether Undercroft reads it, too.
    pub is_read: bool,
    /// Whether a terminal can show it.
    pub is_text: bool,
    /// Whether it can be told without what players must not know.
    pub has_player_edition: bool,
}

impl DocumentFormat {
    /// All, in the order in which people are shown them.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::Json,
        Self::Svg,
        Self::Png,
        Self::Pdf,
        Self::Tmx,
        Self::Tmj,
        Self::Ldtk,
        Self::Uvtt,
        Self::Foundry,
        Self::Map,
        Self::Scen,
    ];

    /// What people want to know of it.
    pub const fn card(self) -> &'static Card {
        match self {
            Self::Text => &TEXT,
            Self::Json => &JSON,
            Self::Svg => &SVG,
            Self::Png => &PNG,
            Self::Pdf => &PDF,
            Self::Tmx => &TMX,
            Self::Tmj => &TMJ,
            Self::Ldtk => &LDTK,
            Self::Uvtt => &UVTT,
            Self::Foundry => &FOUNDRY,
            Self::Map => &MAP,
            Self::Scen => &SCEN,
        }
    }

    /// The format with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.card().name == name)
    }

    /// The format that a file's ending means, whatever its case.
    pub fn by_ending(ending: &str) -> Option<Self> {
        let ending = ending.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.card().endings.contains(&ending.as_str()))
    }

    /// Whether a file can show one level by itself; the others hold a dungeon as a whole.
    pub const fn shows_single_levels(self) -> bool {
        !matches!(self, Self::Json | Self::Tmx | Self::Tmj | Self::Ldtk | Self::Foundry)
    }

    /// The theme of those who name none: prints save ink.
    pub const fn usual_theme(self) -> &'static str {
        if matches!(self, Self::Pdf) { "mono" } else { "parchment" }
    }

    /// The ending that new files get, without the dot.
    pub const fn ending(self) -> &'static str {
        self.card().endings[0]
    }
}

const TEXT: Card = Card {
    name: "text",
    endings: &["txt"],
    title: "Dungeon text: characters that people draw and read",
    carries: "tiles, doors with their states, stairs, levels",
    lacks: "room ids, links, keys, markers, the recipe",
    readers: "Undercroft, any editor",
    is_read: true,
    is_text: true,
    has_player_edition: true,
};

const JSON: Card = Card {
    name: "json",
    endings: &["json"],
    title: "Dungeon JSON: everything there is to know",
    carries: "everything",
    lacks: "nothing",
    readers: "Undercroft; its JSON Schema is schema/dungeon-1.schema.json",
    is_read: true,
    is_text: true,
    has_player_edition: false,
};

const SVG: Card = Card {
    name: "svg",
    endings: &["svg"],
    title: "A drawing in lines",
    carries: "the map as it is printed: walls, doors, stairs, numbers, title, legend; seed and recipe travel in the file, `generate --like` makes it again",
    lacks: "links and keys as data",
    readers: "resvg 0.49, browsers",
    is_read: false,
    is_text: true,
    has_player_edition: true,
};

const PNG: Card = Card {
    name: "png",
    endings: &["png"],
    title: "A drawing in pixels",
    carries: "the same drawing; seed and recipe travel in the file, `generate --like` makes it again",
    lacks: "links and keys as data",
    readers: "png 0.18, any viewer",
    is_read: false,
    is_text: false,
    has_player_edition: true,
};

const MAP: Card = Card {
    name: "map",
    endings: &["map"],
    title: "A MovingAI benchmark map",
    carries: "where one can walk",
    lacks: "door kinds, rooms, everything else; one level to a file",
    readers: "Undercroft, programs of the MovingAI benchmarks",
    is_read: true,
    is_text: true,
    has_player_edition: true,
};

const SCEN: Card = Card {
    name: "scen",
    endings: &["scen"],
    title: "A MovingAI benchmark: walks from room to room with their lengths, and the map beside it",
    carries: "where one can walk; starts, goals and lengths of shortest walks",
    lacks: "everything else; one level to a file",
    readers: "Undercroft (`path --scen`, `crowd --scen`), programs of the MovingAI benchmarks",
    is_read: false,
    is_text: true,
    has_player_edition: true,
};

const PDF: Card = Card {
    name: "pdf",
    endings: &["pdf"],
    title: "A print: an overview with the room key, and pages of one inch to a square",
    carries: "the map as it is printed, rooms and what is in them, all levels",
    lacks: "links as data",
    readers: "poppler 22 (pdftoppm)",
    is_read: false,
    is_text: false,
    has_player_edition: true,
};

const TMX: Card = Card {
    name: "tmx",
    endings: &["tmx"],
    title: "A map of Tiled in XML, with its tileset",
    carries: "everything: tiles, rooms, doors, links, stairs, collision, spawns, keys, the recipe",
    lacks: "nothing",
    readers: "Tiled 1.8 (tmxrasterizer), crate tiled",
    is_read: true,
    is_text: true,
    has_player_edition: true,
};

const TMJ: Card = Card {
    name: "tmj",
    endings: &["tmj"],
    title: "A map of Tiled in JSON, with its tileset",
    readers: "Tiled 1.8 (tmxrasterizer)",
    ..TMX
};

const LDTK: Card = Card {
    name: "ldtk",
    endings: &["ldtk"],
    title: "A project of LDtk 1.5.3, with its tileset",
    carries: "everything: tiles, rooms, doors, links, stairs, spawns, lights, keys, the recipe",
    lacks: "nothing",
    readers: "crate ldtk2 0.8",
    is_read: true,
    is_text: true,
    has_player_edition: true,
};

const UVTT: Card = Card {
    name: "uvtt",
    endings: &["uvtt", "dd2vtt"],
    title: "A Universal VTT map for each level: picture, walls, doors, lights",
    carries: "the picture, lines that block sight, doors of any width, lights",
    lacks: "secret doors (walls, or doors with --secret-doors door), locks, open doors, rooms, stairs; a portcullis is a window",
    readers: "a strict schema of our own and exact sight through the exported walls",
    is_read: false,
    is_text: true,
    has_player_edition: true,
};

const FOUNDRY: Card = Card {
    name: "foundry",
    endings: &["zip"],
    title: "A ready module of Foundry VTT 13 or 14",
    carries: "pictures, walls, doors with states, secret doors, locks, portcullises, lights, levels, stairs, rooms as notes",
    lacks: "links, keys as things, the recipe",
    readers: "@foundryvtt/foundryvtt-cli and a strict schema of our own",
    is_read: false,
    is_text: false,
    has_player_edition: true,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_endings_mean_one_format_each() {
        for format in DocumentFormat::ALL {
            assert_eq!(DocumentFormat::by_name(format.card().name), Some(format));
            for ending in format.card().endings {
                assert_eq!(DocumentFormat::by_ending(&ending.to_uppercase()), Some(format));
            }
        }
        assert_eq!((DocumentFormat::by_name("gif"), DocumentFormat::by_ending("")), (None, None));
    }
}
