//! The columns that can be chosen, in groups.

use serde::{Deserialize, Serialize};

use super::DatasetError;

macro_rules! groups {
    ($($(#[doc = $doc:literal])+ $group:ident = $name:literal,)*) => {
        /// A group of columns of a data set.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        #[non_exhaustive]
        pub enum ColumnGroup {
            $($(#[doc = $doc])+ $group,)*
        }

        impl ColumnGroup {
            /// All groups, in the order of the columns.
            pub const ALL: &[Self] = &[$(Self::$group),*];

            /// Its name in plans and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$group => $name,)* }
            }

            /// A sentence about its columns.
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$group => concat!($($doc),+).trim_ascii(),)* }
            }
        }
    };
}

groups! {
    /// Tile codes in order z, y, x, four bits a cell.
    Tiles = "tiles",
    /// Ground codes, packed like tiles; null where all is bare.
    Ground = "ground",
    /// The name of the dungeon.
    Names = "names",
    /// Rooms with their boxes and areas.
    Rooms = "rooms",
    /// A row for each cell of a door.
    Doors = "doors",
    /// The edges of the room graph.
    Links = "links",
    /// Where keys lie, and the link that each opens.
    Keys = "keys",
    /// Furniture and other objects.
    Features = "features",
    /// Where inhabitants, visitors, loot and traps begin.
    Spawns = "spawns",
    /// The shortest solution, a byte a step, with its figures.
    Solution = "solution",
    /// Every fact of the dungeon.
    Facts = "facts",
}

/// The columns of a data set that names none.
pub const DEFAULT_COLUMNS: [ColumnGroup; 3] = [ColumnGroup::Tiles, ColumnGroup::Solution, ColumnGroup::Facts];

impl ColumnGroup {
    /// The group with this name.
    ///
    /// # Errors
    /// When there is none; the message lists all.
    pub fn parse(name: &str) -> Result<Self, DatasetError> {
        let found = Self::ALL.iter().find(|group| group.name() == name).copied();
        found.ok_or_else(|| {
            let all: Vec<_> = Self::ALL.iter().map(|group| group.name()).collect();
            DatasetError::Setting {
                field: "columns",
                problem: format!("need some of {}, got {name:?}", all.join(", ")),
            }
        })
    }

    /// The groups of a list such as `tiles,facts`, each once, in the order of the columns.
    ///
    /// # Errors
    /// As [`ColumnGroup::parse`].
    ///
    /// ```
    /// use undercroft_formats::dataset::ColumnGroup;
    ///
    /// assert_eq!(ColumnGroup::parse_list("facts, tiles").unwrap(), [ColumnGroup::Tiles, ColumnGroup::Facts]);
    /// assert!(ColumnGroup::parse_list("tile").is_err());
    /// ```
    pub fn parse_list(list: &str) -> Result<Vec<Self>, DatasetError> {
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        let mut groups = names.map(Self::parse).collect::<Result<Vec<_>, _>>()?;
        groups.sort_unstable();
        groups.dedup();
        Ok(groups)
    }
}
