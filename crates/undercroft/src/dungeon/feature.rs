//! Features: furniture and other objects that stand, lie or hang in rooms.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Dir, Rect};

use super::RoomId;

/// The longest side of a feature. [Unit: cells]
pub const MAX_FEATURE_SIDE: i32 = 6;

/// Where a feature is fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mount {
    /// On the floor of its room.
    #[default]
    Floor,
    /// In a wall of its room's ring, where it stops neither bodies nor sight.
    Wall,
}

impl Mount {
    /// Both, in the order of the documentation.
    pub const ALL: [Self; 2] = [Self::Floor, Self::Wall];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Wall => "wall",
        }
    }
}

/// How far a light reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FeatureLight {
    /// Bright light. [Unit: feet]
    pub bright_feet: u16,
    /// Dim light. [Unit: feet]
    pub dim_feet: u16,
}

/// A placed object, such as a table, a sarcophagus or a torch.
///
/// What it does to bodies and sight is written in the feature itself, so that nothing has to look up its kind.
///
/// ```
/// let crypt = undercroft::generate("crypt", 4)?;
/// let level = crypt.level(0).unwrap();
/// let solid = crypt.solid(level);
/// for feature in crypt.features.iter().filter(|feature| feature.z == 0 && feature.blocks) {
///     assert!(feature.cells().all(|cell| solid.contains(cell)), "{}", feature.kind);
/// }
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own in the file")]
pub struct Feature {
    /// Its position in the list.
    pub id: u32,
    /// What it is, such as `sarcophagus`.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 40)))]
    pub kind: String,
    /// The level it is on.
    pub z: i32,
    /// Its north-west cell.
    pub cell: Cell,
    /// Width and height after turning. [Unit: cells] [Limits: 1..=6]
    pub size: [i32; 2],
    /// Quarter turns clockwise; its back is to the north at 0. [Limits: 0..=3]
    #[cfg_attr(feature = "schema", schemars(range(max = 3)))]
    pub turn: u8,
    /// The room it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// Whether it stops bodies.
    pub blocks: bool,
    /// Whether it stops sight.
    pub opaque: bool,
    /// Whether visitors do not see it.
    pub secret: bool,
    /// Whether it lies flat on the floor, so that others may stand on it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flat: bool,
    /// Where it is fixed.
    pub mount: Mount,
    /// Its light.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<FeatureLight>,
    /// The spawn that it holds, such as the loot in a chest: a position in the list of spawns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spawn: Option<u32>,
}

impl Feature {
    /// The cells that it covers, as a rectangle.
    pub const fn rect(&self) -> Rect {
        Rect::at(self.cell, self.size[0], self.size[1])
    }

    /// The cells that it covers, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.rect().cells()
    }

    /// Where it looks: its back is to the north at turn 0, and turns are clockwise.
    ///
    /// ```
    /// use undercroft::grid::Dir;
    ///
    /// let crypt = undercroft::generate("crypt", 4)?;
    /// for feature in crypt.features.iter().filter(|feature| feature.turn == 1) {
    ///     assert_eq!(feature.front(), Dir::West);
    /// }
    /// # Ok::<(), undercroft::Error>(())
    /// ```
    pub fn front(&self) -> Dir {
        [Dir::South, Dir::West, Dir::North, Dir::East][usize::from(self.turn % 4)]
    }

    /// Whether it stands or lies on the floor.
    pub fn is_on_floor(&self) -> bool {
        self.mount == Mount::Floor
    }
}
