//! Which axes of the sub-cell grid are shifted by half a sub-cell.

use undercroft_grid::Cell;

/// Which axes of the sub-cell grid are shifted by half a sub-cell towards smaller coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Offset {
    /// None: sub-cells divide cells evenly.
    #[default]
    None,
    /// To the west.
    X,
    /// To the north.
    Y,
    /// Both.
    Xy,
}

impl Offset {
    /// Every offset.
    pub const ALL: [Self; 4] = [Self::None, Self::X, Self::Y, Self::Xy];

    /// Half sub-cells on each axis.
    pub(crate) const fn halves(self) -> Cell {
        Cell::new(matches!(self, Self::X | Self::Xy) as i32, matches!(self, Self::Y | Self::Xy) as i32)
    }
}
