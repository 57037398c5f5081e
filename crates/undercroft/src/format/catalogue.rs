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
    /// A MovingAI map, one level.
    Map,
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
    pub const ALL: [Self; 5] = [Self::Text, Self::Json, Self::Svg, Self::Png, Self::Map];

    /// What people want to know of it.
    pub const fn card(self) -> &'static Card {
        match self {
            Self::Text => &TEXT,
            Self::Json => &JSON,
            Self::Svg => &SVG,
            Self::Png => &PNG,
            Self::Map => &MAP,
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
    carries: "the map as it is printed: walls, doors, stairs, numbers, title, legend",
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
