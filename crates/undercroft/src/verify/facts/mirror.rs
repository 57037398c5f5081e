//! Rooms that have a mirror image: themselves or another room, in the line through the entrance's door.

use std::collections::BTreeMap;

use undercroft_grid::{Dir, Rect};

use crate::dungeon::{Dungeon, Room, Run, StairAlcoves};

/// The axis of a dungeon, and its rooms by level and bounding box.
pub(super) struct Mirror<'a> {
    axis: Option<Axis>,
    rooms: BTreeMap<(i32, [i32; 4]), Vec<&'a Room>>,
    /// What was cut for stairs, which need not be symmetric.
    alcoves: StairAlcoves,
}

/// A line straight through a door: a column or a row of cells, or the border between two.
#[derive(Clone, Copy, Debug)]
struct Axis {
    is_column: bool,
    /// The sum of a coordinate and that of its image.
    sum: i32,
}

impl<'a> Mirror<'a> {
    pub(super) fn new(dungeon: &'a Dungeon) -> Self {
        let door = dungeon.entrance.as_ref().map(|entrance| dungeon.door(entrance.door));
        let axis = door.map(|door| {
            let bounds = door.bounds();
            match door.normal {
                Dir::North | Dir::South => Axis { is_column: true, sum: bounds.left + bounds.right - 1 },
                Dir::East | Dir::West => Axis { is_column: false, sum: bounds.top + bounds.bottom - 1 },
            }
        });
        let alcoves = StairAlcoves::new(dungeon);
        let mut rooms: BTreeMap<_, Vec<&Room>> = BTreeMap::new();
        for room in dungeon.rooms.iter().filter(|_| axis.is_some()) {
            rooms.entry(key(room.z, alcoves.bounds_without(room))).or_default().push(room);
        }
        Self { axis, rooms, alcoves }
    }

    /// Whether the mirror image of the room's floor is the floor of a room on its level.
    pub(super) fn has_image(&self, room: &Room) -> bool {
        let Some(axis) = self.axis else { return false };
        let images = self.rooms.get(&key(room.z, axis.image(self.alcoves.bounds_without(room))));
        let floor = self.alcoves.floor_without(room);
        images.into_iter().flatten().any(|other| axis.are_images(&floor, &self.alcoves.floor_without(other)))
    }
}

fn key(z: i32, Rect { left, top, right, bottom }: Rect) -> (i32, [i32; 4]) {
    (z, [left, top, right, bottom])
}

impl Axis {
    const fn image(self, Rect { left, top, right, bottom }: Rect) -> Rect {
        if self.is_column {
            Rect::new(self.sum + 1 - right, top, self.sum + 1 - left, bottom)
        } else {
            Rect::new(left, self.sum + 1 - bottom, right, self.sum + 1 - top)
        }
    }

    fn are_images(self, floor: &[Run], other: &[Run]) -> bool {
        let sorted = |runs: &mut dyn Iterator<Item = Rect>| {
            let mut starts: Vec<[i32; 3]> = runs.map(|run| [run.top, run.left, run.width()]).collect();
            starts.sort_unstable();
            starts
        };
        let image = sorted(&mut floor.iter().map(|run| self.image(run.rect())));
        image == sorted(&mut other.iter().copied().map(Run::rect))
    }
}
