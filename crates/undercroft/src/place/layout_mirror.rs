//! The axis of a layout, and which of its rooms are images of each other.

use undercroft_grid::{Dir, Rect, Symmetry};

use super::gate::Gate;
use crate::dungeon::RoomId;

/// The line through the entrance's door, and the image of each room that has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutMirror {
    is_column: bool,
    /// The sum of a coordinate across the axis and that of its image.
    sum: i32,
    images: Vec<Option<RoomId>>,
}

impl LayoutMirror {
    /// The axis through a gate. Rooms on it are their own images.
    pub fn new(gate: &Gate, images: Vec<Option<RoomId>>) -> Self {
        let Rect { left, top, right, bottom } = gate.cells;
        let is_column = !gate.normal.is_horizontal();
        Self { is_column, sum: if is_column { left + right - 1 } else { top + bottom - 1 }, images }
    }

    /// The image of a room.
    pub fn image(&self, room: RoomId) -> Option<RoomId> {
        self.images.get(room.index()).copied().flatten()
    }

    /// The image of a rectangle.
    pub const fn rect(&self, Rect { left, top, right, bottom }: Rect) -> Rect {
        if self.is_column {
            Rect::new(self.sum + 1 - right, top, self.sum + 1 - left, bottom)
        } else {
            Rect::new(left, self.sum + 1 - bottom, right, self.sum + 1 - top)
        }
    }

    /// The image of a direction.
    pub const fn dir(&self, dir: Dir) -> Dir {
        if self.is_column { Symmetry::MirrorX.dir(dir) } else { Symmetry::MirrorY.dir(dir) }
    }

    /// The same axis for some of the rooms, which get new numbers in this order. [Limits: ascending]
    pub fn of_rooms(&self, rooms: &[RoomId]) -> Self {
        let local = |image: RoomId| rooms.binary_search(&image).ok().map(|room| RoomId(room as u32));
        let images = rooms.iter().map(|&room| self.image(room).and_then(local)).collect();
        Self { images, ..*self }
    }
}
