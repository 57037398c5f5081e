//! The templates that come with the crate.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::Pool;

/// Files of templates that come with the crate and make a pool together.
///
/// ```
/// use undercroft::dungeon::Role;
/// use undercroft::template::SETS;
///
/// for set in SETS {
///     assert!(set.pool().templates().iter().any(|template| template.has_role(Role::Entrance)));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShippedSet {
    /// A castle's rooms and corridors.
    Keep,
    /// The same with many more junctions that must be met.
    Crypt,
    /// The same with groups: gatehouse, cloister, great hall.
    Hall,
    /// Rooms that plans ask for by their tags.
    Chambers,
}

/// All sets, in the order of the recipe's choice.
pub const SETS: [ShippedSet; 4] = [ShippedSet::Keep, ShippedSet::Crypt, ShippedSet::Hall, ShippedSet::Chambers];

const ROOMS: (&str, &str) = ("rooms.txt", include_str!("../../data/templates/rooms.txt"));
const KEEP: (&str, &str) = ("keep.txt", include_str!("../../data/templates/keep.txt"));
const CRYPT: (&str, &str) = ("crypt.txt", include_str!("../../data/templates/crypt.txt"));
const HALL: (&str, &str) = ("hall.txt", include_str!("../../data/templates/hall.txt"));
const CHAMBERS: (&str, &str) = ("chambers.txt", include_str!("../../data/templates/chambers.txt"));

static POOLS: LazyLock<[Arc<Pool>; 4]> = LazyLock::new(|| SETS.map(|set| Arc::new(read(set.files()))));

impl ShippedSet {
    /// Its files, as name and text.
    pub const fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Keep => &[ROOMS, KEEP],
            Self::Crypt => &[ROOMS, CRYPT],
            Self::Hall => &[ROOMS, KEEP, HALL],
            Self::Chambers => &[ROOMS, CHAMBERS],
        }
    }

    /// Its pool, read once.
    pub fn pool(self) -> Arc<Pool> {
        Arc::clone(&POOLS[self as usize])
    }
}

/// Whether a shipped template of this name is a corridor: a room that serves only to reach others.
pub fn is_shipped_corridor(name: &str) -> bool {
    shipped_template_has_tag(name, "corridor")
}

/// Whether a shipped template of this name has this tag.
pub fn shipped_template_has_tag(name: &str, tag: &str) -> bool {
    static TAGS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
        let templates = SETS.map(|set| set.pool().templates().to_vec()).into_iter().flatten();
        let mut tags: BTreeMap<String, Vec<String>> = BTreeMap::new();
        templates.for_each(|template| tags.entry(template.name).or_default().extend(template.tags));
        tags
    });
    TAGS.get(name).is_some_and(|tags| tags.iter().any(|other| other == tag))
}

fn read(files: &[(&str, &str)]) -> Pool {
    // A test reads them all.
    Pool::parse(files).unwrap_or_else(|error| unreachable!("{error}"))
}
