//! The shapes of rooms.

use serde::{Deserialize, Serialize};
use undercroft_grid::Rect;

/// The rule by which a room's floor was laid.
///
/// ```
/// use undercroft::dungeon::Shape;
///
/// assert_eq!(Shape::default(), Shape::Free);
/// assert!(Shape::ALL.iter().all(|shape| Shape::from_name(shape.name()) == Some(*shape)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RoomShape"))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Shape {
    /// A full rectangle.
    Rect,
    /// A rectangle without one corner.
    L,
    /// A bar and a stem.
    T,
    /// Two bars that cross in the middle.
    Cross,
    /// A square with its corners cut off.
    Octagon,
    /// A disc.
    Circle,
    /// A rectangle with half a disc for one short side.
    Apse,
    /// A rectangle with two rows of pillars.
    Pillared,
    /// A rectangle with niches along two sides.
    Alcoves,
    /// A rectangle with a raised end.
    Dais,
    /// A walk round a solid core.
    Ring,
    /// A walk and pillars round a garth.
    Cloister,
    /// A rectangle under the sky.
    Court,
    /// A cave.
    Cave,
    /// No rule: drawn by hand, from a template or from a file.
    #[default]
    Free,
}

impl Shape {
    /// The shapes that have a weight in recipes, in the order of their fields.
    pub const DRAWN: [Self; 11] = [
        Self::Rect,
        Self::L,
        Self::T,
        Self::Cross,
        Self::Octagon,
        Self::Circle,
        Self::Apse,
        Self::Pillared,
        Self::Alcoves,
        Self::Dais,
        Self::Ring,
    ];

    /// All shapes, in the order of the documentation.
    pub const ALL: [Self; 15] = [
        Self::Rect,
        Self::L,
        Self::T,
        Self::Cross,
        Self::Octagon,
        Self::Circle,
        Self::Apse,
        Self::Pillared,
        Self::Alcoves,
        Self::Dais,
        Self::Ring,
        Self::Cloister,
        Self::Court,
        Self::Cave,
        Self::Free,
    ];

    /// The cells of a room of this shape that lie under the sky and have grass: of a cloister those inside its pillars.
    ///
    /// ```
    /// use undercroft::dungeon::Shape;
    /// use undercroft::grid::Rect;
    ///
    /// assert_eq!(Shape::Cloister.garth(Rect::new(10, 10, 19, 21)), Some(Rect::new(13, 13, 16, 18)));
    /// assert_eq!(Shape::Ring.garth(Rect::new(10, 10, 19, 21)), None);
    /// ```
    pub fn garth(self, bounds: Rect) -> Option<Rect> {
        // The walk and the line of pillars.
        (self == Self::Cloister).then(|| bounds.grow(-3))
    }

    /// Its name in recipes and in dungeon JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rect => "rect",
            Self::L => "l",
            Self::T => "t",
            Self::Cross => "cross",
            Self::Octagon => "octagon",
            Self::Circle => "circle",
            Self::Apse => "apse",
            Self::Pillared => "pillared",
            Self::Alcoves => "alcoves",
            Self::Dais => "dais",
            Self::Ring => "ring",
            Self::Cloister => "cloister",
            Self::Court => "court",
            Self::Cave => "cave",
            Self::Free => "free",
        }
    }

    /// The shape with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_one_name_everywhere() {
        for shape in Shape::ALL {
            assert_eq!(serde_json::to_value(shape).unwrap(), shape.name());
        }
    }
}
