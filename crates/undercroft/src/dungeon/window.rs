//! Windows and hearths: what is in the walls of houses besides doors.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Dir};

/// A window: a wall cell that stops bodies and not sight.
///
/// ```
/// let cottage = undercroft::generate("cottage", 7)?;
/// let level = cottage.level(0).unwrap();
/// let window = cottage.windows.iter().find(|window| window.z == 0).unwrap();
/// assert!(cottage.solid(level).contains(window.cell) && !cottage.opaque(level).contains(window.cell));
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Its position in the list.
    pub id: u32,
    /// The level it lies on.
    pub z: i32,
    /// The wall cell.
    pub cell: Cell,
    /// Outwards.
    pub normal: Dir,
}

/// A hearth in the wall of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hearth {
    /// The wall cell.
    pub cell: Cell,
    /// Into the room.
    pub normal: Dir,
}

impl Hearth {
    /// The floor cells before it: the one in front, and the next one to the east, or to the south where the wall runs
    /// north and south.
    pub fn floor(self) -> [Cell; 2] {
        let front = self.cell + self.normal;
        [front, front + if self.normal.is_horizontal() { Dir::South } else { Dir::East }]
    }
}
