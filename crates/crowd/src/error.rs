//! What can be wrong with a request. After any of these the crowd is as it was.

use undercroft_grid::{Cell, Size};

use crate::{ActorId, SubCell};

/// A request to a crowd was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// The sub-cell grid has no such subdivision.
    #[error("n: a cell has 1, 2 or 3 sub-cells a side, got {0}")]
    Subdivision(u8),
    /// The sub-cell grid would be too large.
    #[error("n: a {map} map with n = {n} makes a sub-cell grid with a side over {limit} sub-cells")]
    GridTooLarge {
        /// The map.
        map: Size,
        /// Sub-cells a side.
        n: u8,
        /// The longest side.
        limit: i32,
    },
    /// A setting is outside its limits.
    #[error("{field}: need {need}, got {got}")]
    Setting {
        /// The setting's name.
        field: &'static str,
        /// What it must be.
        need: &'static str,
        /// What it was.
        got: u64,
    },
    /// A cell lies outside the map.
    #[error("{cell} lies outside the {map} map")]
    Outside {
        /// The cell.
        cell: Cell,
        /// The map.
        map: Size,
    },
    /// A cell has no sub-cell that is free of walls.
    #[error("{0} is a wall, or too near to one for a body on this sub-cell grid")]
    Solid(Cell),
    /// A sub-cell is in a wall or outside the map.
    #[error("sub-cell {0} is in a wall or outside the map")]
    SolidSubCell(SubCell),
    /// A sub-cell belongs to another actor.
    #[error("sub-cell {at} belongs to actor {owner}")]
    Owned {
        /// The sub-cell.
        at: SubCell,
        /// Its owner.
        owner: ActorId,
    },
    /// All ids are used up.
    #[error("a crowd has room for 1048576 actors at a time, and each place for 2048 of them in turn")]
    TooManyActors,
    /// There is no actor of that id: it was removed, or never was.
    #[error("there is no actor {0}")]
    NoSuchActor(ActorId),
    /// A pinned actor takes no orders.
    #[error("actor {0} is pinned; unpin it to send it anywhere")]
    Pinned(ActorId),
    /// The destination cannot be reached.
    #[error("actor {actor} cannot reach {cell}: no path over this sub-cell grid leads there")]
    Unreachable {
        /// Who was sent.
        actor: ActorId,
        /// Where to.
        cell: Cell,
    },
    /// All places that an actor could be given are taken.
    #[error("there is no free place for actor {0}")]
    Full(ActorId),
}
