//! Spawns: where inhabitants, visitors, loot and traps begin.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::RoomId;
use crate::fraction::Fraction;

/// What begins at a spawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SpawnKind {
    /// A visitor.
    Player,
    /// An inhabitant that defends its place.
    Enemy,
    /// Something worth taking.
    Loot,
    /// A trap.
    Trap,
    /// A peaceful inhabitant.
    Npc,
}

impl SpawnKind {
    /// All kinds, in the order of the format.
    pub const ALL: [Self; 5] = [Self::Player, Self::Enemy, Self::Loot, Self::Trap, Self::Npc];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Enemy => "enemy",
            Self::Loot => "loot",
            Self::Trap => "trap",
            Self::Npc => "npc",
        }
    }
}

/// A typed point where a game puts something.
///
/// ```
/// use undercroft::dungeon::SpawnKind;
///
/// let crypt = undercroft::generate("crypt", 4)?;
/// let entrance = crypt.entrance.as_ref().unwrap().room;
/// let players = crypt.spawns.iter().filter(|spawn| spawn.kind == SpawnKind::Player);
/// assert!(players.clone().count() > 0 && players.clone().all(|spawn| spawn.room == entrance));
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Spawn {
    /// Its position in the list.
    pub id: u32,
    /// What begins here.
    pub kind: SpawnKind,
    /// The level.
    pub z: i32,
    /// The cell.
    pub cell: Cell,
    /// The room it lies in.
    pub room: RoomId,
    /// The group it is a member of: a position in the list of groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// How hard or how precious it should be.
    pub difficulty: Fraction,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}
