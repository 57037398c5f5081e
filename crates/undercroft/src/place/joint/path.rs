//! Doors and corridor of a joint.

use undercroft_grid::{Cell, Dir, Rect};

/// A turn of a corridor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bend {
    /// Steps before the turn. [Limits: at least 1, at most the joint's length - 1]
    pub after: i32,
    /// The direction after it, across the first one.
    pub dir: Dir,
}

/// What a joint adds beside the new room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointPath {
    /// The doors of the parent and of the new room; the same cells where they share a wall.
    pub doors: [Rect; 2],
    /// The directions in which the doors lead out of their rooms.
    pub normals: [Dir; 2],
    /// The north-west cells of the brush, from door to door; none in a shared wall.
    pub path: Vec<Cell>,
    /// The corridor's cells as one rectangle for each straight part.
    pub legs: Vec<Rect>,
    /// Width of doors and corridor.
    pub width: i32,
    /// How many cells deep each step of the path is: 1 where a wide corridor is all runway, else its width.
    pub brush: i32,
    /// How many cells the corridor runs straight out from each door.
    pub runway: [i32; 2],
}

impl JointPath {
    /// The door at the far end of a joint of `length` cells.
    pub fn far_door(door: Rect, normal: Dir, length: i32, bend: Option<Bend>) -> Rect {
        let Some(bend) = bend else {
            let depth = if length == 0 { 0 } else { length + 1 };
            return slice(door, normal, depth);
        };
        let width = door.width().max(door.height());
        let corner = slices(door, normal, bend.after, bend.after + width - 1);
        beyond(corner.shift(Cell::new(0, 0).step(bend.dir, length - bend.after)), bend.dir)
    }

    /// A joint of `length` cells: a shared wall, a straight corridor or one with a turn.
    pub fn new(door: Rect, normal: Dir, length: i32, bend: Option<Bend>, runway: i32) -> Self {
        match bend {
            _ if length == 0 => Self::shared(door, normal),
            Some(bend) => Self::bent(door, normal, length, bend, runway),
            None => Self::straight(door, normal, length, runway),
        }
    }

    /// A door in a wall that both rooms have.
    pub fn shared(door: Rect, normal: Dir) -> Self {
        let width = door.width().max(door.height());
        let normals = [normal, normal.opposite()];
        Self { doors: [door; 2], normals, path: Vec::new(), legs: Vec::new(), width, brush: 1, runway: [0; 2] }
    }

    /// A straight corridor of `length` cells. One of up to two runways is all runway, as is one in which a wide brush
    /// finds no place between them.
    pub fn straight(door: Rect, normal: Dir, length: i32, runway: i32) -> Self {
        let width = door.width().max(door.height());
        let is_runway = length <= 2 * runway || length < 2 * runway.max(1) + width - 2;
        let (brush, runway) = if is_runway { (1, length) } else { (width, runway) };
        let at = |depth: i32| slices(door, normal, depth, depth + brush - 1).min();
        Self {
            doors: [door, slice(door, normal, length + 1)],
            normals: [normal, normal.opposite()],
            path: (1..=length - brush + 1).map(at).collect(),
            legs: vec![slices(door, normal, 1, length)],
            width,
            brush,
            runway: [runway; 2],
        }
    }

    /// A corridor of `length` steps with one turn.
    pub fn bent(door: Rect, normal: Dir, length: i32, bend: Bend, runway: i32) -> Self {
        let width = door.width().max(door.height());
        let brush = |depth: i32| slices(door, normal, depth, depth + width - 1);
        let corner = brush(bend.after);
        let turned = |step: i32| corner.shift(Cell::new(0, 0).step(bend.dir, step));
        let last = turned(length - bend.after);
        let before = (1..=bend.after).map(brush);
        let after = (1..=length - bend.after).map(turned);
        Self {
            doors: [door, beyond(last, bend.dir)],
            normals: [normal, bend.dir.opposite()],
            path: before.chain(after).map(Rect::min).collect(),
            legs: vec![brush(1).hull(corner), corner.hull(last)],
            width,
            brush: width,
            runway: [runway; 2],
        }
    }

    /// Whether the rooms share a wall.
    pub fn is_shared(&self) -> bool {
        self.path.is_empty()
    }

    /// Number of walkable cells that it adds beside the room.
    pub fn area(&self) -> i64 {
        let doors = if self.is_shared() { 1 } else { 2 };
        let common = match self.legs[..] {
            [first, second] => first.intersection(second).area(),
            _ => 0,
        };
        doors * i64::from(self.width) + self.legs.iter().map(|leg| leg.area()).sum::<i64>() - common
    }
}

/// The cells at these distances straight out from a door, at its width.
fn slices(door: Rect, normal: Dir, first: i32, last: i32) -> Rect {
    slice(door, normal, first).hull(slice(door, normal, last))
}

/// The cells at this distance straight out from a door.
fn slice(door: Rect, normal: Dir, depth: i32) -> Rect {
    door.shift(Cell::new(0, 0).step(normal, depth))
}

/// The line of cells that touches a rectangle on this side.
fn beyond(Rect { left, top, right, bottom }: Rect, side: Dir) -> Rect {
    match side {
        Dir::North => Rect::new(left, top - 1, right, top),
        Dir::East => Rect::new(right, top, right + 1, bottom),
        Dir::South => Rect::new(left, bottom, right, bottom + 1),
        Dir::West => Rect::new(left - 1, top, left, bottom),
    }
}
