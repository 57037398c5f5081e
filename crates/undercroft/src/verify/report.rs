//! What verify returns.

use serde::{Deserialize, Serialize};

use super::{Facts, Flaw};

/// What verify found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// What is wrong, in the order of the checks.
    pub flaws: Vec<Flaw>,
    /// The checks that do not apply, with the reason.
    pub skipped: Vec<Skipped>,
    /// Numbers about the dungeon; all zero when its entities are invalid by themselves.
    pub facts: Facts,
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.flaws.is_empty()
    }
}

/// A check that does not apply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Skipped {
    /// Which one.
    pub check: Check,
    /// Why, as a sentence.
    pub reason: String,
}

/// The families of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Ids, limits, everything on its map.
    Things,
    /// Each map is closed by a solid border.
    Border,
    /// Floors in one piece, disjoint, outside the rings of others, and as shape and template describe.
    Rooms,
    /// The tiles show exactly the rooms, doors and links.
    Terrain,
    /// Doors lie in rings and join what they say.
    Doors,
    /// Corridors are simple, connected, and have the runways they claim.
    Corridors,
    /// Stairs are straight and come in pairs.
    Stairs,
    /// Sockets are open where they must be.
    Sockets,
    /// Ground lies on floor and cuts nothing off; bridges cross something.
    Ground,
    /// Markers lie in their rooms.
    Markers,
    /// There is one entrance, a goal, and depths and numbers count from the entrance.
    Entrance,
    /// Every room can be reached without secrets.
    Reach,
    /// The keys suffice in every order of spending them.
    Keys,
    /// Secret passages are marked and join rooms that are apart.
    Secrets,
    /// Rooms that say so lie on the module grid.
    Alignment,
    /// Features lie in their rooms, apart from doors, and part nothing.
    Features,
    /// Spawns lie where something can stand, and there is one for visitors.
    Spawns,
    /// Notes, story and groups agree with the dungeon.
    Contents,
    /// Counts, sizes, seed and epoch agree with the recipe.
    Provenance,
    /// What is pinned is there as its pin says.
    Pins,
}

impl Check {
    /// All families, in the order in which they are judged.
    pub const ALL: [Self; 20] = [
        Self::Things,
        Self::Border,
        Self::Rooms,
        Self::Terrain,
        Self::Doors,
        Self::Corridors,
        Self::Stairs,
        Self::Sockets,
        Self::Ground,
        Self::Markers,
        Self::Entrance,
        Self::Reach,
        Self::Keys,
        Self::Secrets,
        Self::Alignment,
        Self::Features,
        Self::Spawns,
        Self::Contents,
        Self::Provenance,
        Self::Pins,
    ];
}
