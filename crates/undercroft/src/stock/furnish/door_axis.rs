//! The axis of a room: straight in from its main door, the one towards the entrance.

use undercroft_grid::{Cell, Dir, Rect};

use super::super::room_openings::RoomDoor;
use super::placement::Placement;
use crate::contents::FeatureKind;
use crate::dungeon::{Door, Dungeon, Room};

/// A line through a room. Along it one looks inwards; across it, places are counted in half cells, so that a line
/// between two cells has one, too.
#[derive(Clone, Copy, Debug)]
pub struct DoorAxis {
    /// Inwards from the door.
    pub inward: Dir,
    /// Twice the coordinate of the line across.
    pub across: i32,
    /// Width of the door. [Unit: cells]
    pub door_width: i32,
    bounds: Rect,
}

impl DoorAxis {
    /// The axis of a room's main door; without a door, the longer axis of its box.
    pub fn new(dungeon: &Dungeon, room: &Room, doors: &[RoomDoor]) -> Self {
        let bounds = room.bounds();
        match doors.iter().min_by_key(|door| (door.depth, door.door)) {
            Some(door) => Self::of_door(dungeon.door(door.door), room, bounds),
            None => Self::long_axis(bounds),
        }
    }

    fn of_door(door: &Door, room: &Room, bounds: Rect) -> Self {
        // A door in a shared wall opens into both rooms.
        let is_own = door.cells.iter().all(|&cell| room.contains(cell - door.normal));
        let inward = if is_own { door.normal.opposite() } else { door.normal };
        let (first, last) = (door.cells[0], door.cells[door.cells.len() - 1]);
        let across = if inward.is_horizontal() { first.y + last.y } else { first.x + last.x };
        Self { inward, across, door_width: door.cells.len() as i32, bounds }
    }

    fn long_axis(bounds: Rect) -> Self {
        let is_wide = bounds.width() > bounds.height();
        let inward = if is_wide { Dir::East } else { Dir::North };
        let axis = Self { inward, across: 0, door_width: 1, bounds };
        Self { across: axis.across_middle(), ..axis }
    }

    /// The same axis, or the long one of the room where that is at least twice as long.
    pub fn for_rows(self) -> Self {
        let (along, across) = self.lengths();
        if across < 2 * along {
            return self;
        }
        let inward = if self.inward.is_horizontal() { Dir::North } else { Dir::East };
        let axis = Self { inward, ..self };
        Self { across: axis.across_middle(), ..axis }
    }

    /// Length of the room's box along the axis, and across it.
    pub const fn lengths(self) -> (i32, i32) {
        let (width, height) = (self.bounds.width(), self.bounds.height());
        if self.inward.is_horizontal() { (width, height) } else { (height, width) }
    }

    /// Twice the coordinate of the middle of the box across the axis.
    const fn across_middle(self) -> i32 {
        let Rect { left, top, right, bottom } = self.bounds;
        if self.inward.is_horizontal() { top + bottom - 1 } else { left + right - 1 }
    }

    /// A placement whose back is towards `back`, `along` cells before the far wall of the box, and whose nearest cell
    /// across is `side`.
    pub fn placement(self, kind: &FeatureKind, back: Dir, along: i32, side: i32) -> Placement {
        let (width, height) = Placement::size(kind, back);
        let Rect { left, top, right, bottom } = self.bounds;
        let at = match self.inward {
            Dir::North => Cell::new(side, top + along),
            Dir::South => Cell::new(side, bottom - along - height),
            Dir::East => Cell::new(right - along - width, side),
            Dir::West => Cell::new(left + along, side),
        };
        Placement::new(kind, at, back)
    }

    /// The size of a kind along the axis, and across it.
    pub fn extent(self, kind: &FeatureKind, back: Dir) -> (i32, i32) {
        let (width, height) = Placement::size(kind, back);
        if self.inward.is_horizontal() { (width, height) } else { (height, width) }
    }

    /// The placement on the other side of the axis.
    pub fn mirrored(self, placement: Placement) -> Placement {
        let Placement { rect, turn } = placement;
        let Rect { left, top, right, bottom } = rect;
        if self.inward.is_horizontal() {
            let turn = if turn % 2 == 0 { 2 - turn } else { turn };
            return Placement { rect: Rect::new(left, self.across + 1 - bottom, right, self.across + 1 - top), turn };
        }
        let turn = if turn % 2 == 1 { 4 - turn } else { turn };
        Placement { rect: Rect::new(self.across + 1 - right, top, self.across + 1 - left, bottom), turn }
    }
}
