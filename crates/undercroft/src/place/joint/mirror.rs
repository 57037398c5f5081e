//! Mirror images of rooms and joints in a column of cells.
//!
//! ```text
//!   ┌───┐ ┌─┴─┐ ┌───┐     The column through the middle of a room of odd width is the axis. A room on it is its own
//!   │ b +,_ 0 _,+ a │     image; a room beside it is made together with its image, both or none.
//!   └───┘ └─+─┘ └───┘
//!           │ axis
//! ```

use undercroft_grid::{Cell, Rect, Symmetry};

use super::mask::RoomMask;
use super::path::JointPath;
use crate::place::LINE_GAP;

/// The axis of a level that is its own image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// The sum of a column and its image.
    sum: i32,
}

impl Mirror {
    /// The axis through the middle of a box; `None` where that is no column of cells.
    pub const fn through(bounds: Rect) -> Option<Self> {
        if bounds.width() % 2 == 1 { Some(Self { sum: bounds.left + bounds.right - 1 }) } else { None }
    }

    /// The image of a rectangle.
    pub const fn rect(self, Rect { left, top, right, bottom }: Rect) -> Rect {
        Rect::new(self.sum + 1 - right, top, self.sum + 1 - left, bottom)
    }

    /// Where the image of a room begins that is so wide and begins here.
    pub const fn corner(self, at: Cell, width: i32) -> Cell {
        Cell::new(self.sum + 1 - at.x - width, at.y)
    }

    /// The first column of a room of odd width whose middle is on the axis.
    pub const fn centered(self, width: i32) -> i32 {
        (self.sum + 1 - width) / 2
    }

    /// Whether a room of this width that begins here has its middle on the axis.
    pub const fn is_centered(self, at: Cell, width: i32) -> bool {
        2 * at.x + width - 1 == self.sum
    }

    /// The image of a joint.
    pub fn path(self, path: &JointPath) -> JointPath {
        let [width, height] =
            if path.normals[0].is_horizontal() { [path.brush, path.width] } else { [path.width, path.brush] };
        JointPath {
            doors: path.doors.map(|door| self.rect(door)),
            normals: path.normals.map(|normal| Symmetry::MirrorX.dir(normal)),
            path: path.path.iter().map(|&at| self.rect(Rect::at(at, width, height)).min()).collect(),
            legs: path.legs.iter().map(|&leg| self.rect(leg)).collect(),
            ..*path
        }
    }

    /// Whether a room with its joint leaves at least `rock` cells between its floor and that of its image, one between
    /// their corridors, and the gap of doors between their doors.
    pub fn keeps_apart(self, mask: &RoomMask, at: Cell, path: &JointPath, rock: i32) -> bool {
        let room = mask.size().rect().shift(at);
        self.gap(room) >= rock
            && path.legs.iter().all(|&leg| self.gap(leg) >= 1)
            && path.doors.iter().all(|&door| self.gap(door) >= LINE_GAP)
    }

    /// Columns between a rectangle and its image; negative where they overlap.
    fn gap(self, rect: Rect) -> i32 {
        let image = self.rect(rect);
        (rect.left - image.right).max(image.left - rect.right)
    }
}
