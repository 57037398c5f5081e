//! Where a house has place for its front door.

use std::ops::Range;

use undercroft_grid::{Cell, Dir, Rect};

use super::space::Space;

/// How far the path to the front door keeps from walls beside it, with the wall itself. [Unit: cells]
const FRONT_GAP: i32 = 3;
/// The shortest wall for a front door. [Unit: cells]
const FRONT_WALL: i32 = 3;

/// The longest stretch of a room's wall on a side from which nothing of the house lies straight on. `is_wide` asks for one
/// that has nothing beside the path either, and is long enough for a door away from corners.
pub fn front_wall(spaces: &[Space], room: usize, side: Dir, is_wide: bool) -> Option<Rect> {
    let space = &spaces[room];
    let row = Row { edge: edge(space.bounds, side), is_across: !side.is_horizontal() };
    let gap = if is_wide { FRONT_GAP } else { 1 };
    let ahead =
        || spaces.iter().filter(|other| is_ahead(other.bounds, space.bounds, side)).map(|other| other.bounds.grow(gap));
    let (mut floor, mut run, mut longest) = (0, 0, 0..0);
    for at in 0..row.length() {
        let is_floor = space.contains(row.cell(at));
        let is_open = is_floor && !ahead().any(|rect| row.span(rect).contains(&at));
        floor += i32::from(is_floor);
        run = if is_open { run + 1 } else { 0 };
        if run >= longest.end - longest.start && run > 0 {
            longest = at + 1 - run..at + 1;
        }
    }
    let shortest = if is_wide { FRONT_WALL.min(floor) } else { 1 };
    (longest.end - longest.start >= shortest.max(1)).then(|| row.part(longest).shift(side.delta()))
}

/// Whether a rectangle reaches farther to a side than another one.
const fn is_ahead(rect: Rect, than: Rect, side: Dir) -> bool {
    match side {
        Dir::North => rect.top < than.top,
        Dir::East => rect.right > than.right,
        Dir::South => rect.bottom > than.bottom,
        Dir::West => rect.left < than.left,
    }
}

/// The outermost row or column of a rectangle.
const fn edge(rect: Rect, side: Dir) -> Rect {
    match side {
        Dir::North => Rect { bottom: rect.top + 1, ..rect },
        Dir::East => Rect { left: rect.right - 1, ..rect },
        Dir::South => Rect { top: rect.bottom - 1, ..rect },
        Dir::West => Rect { right: rect.left + 1, ..rect },
    }
}

/// A row or column of cells, counted from its north-western end.
#[derive(Clone, Copy)]
struct Row {
    edge: Rect,
    is_across: bool,
}

impl Row {
    const fn length(self) -> i32 {
        if self.is_across { self.edge.width() } else { self.edge.height() }
    }

    const fn cell(self, at: i32) -> Cell {
        let Rect { left, top, .. } = self.edge;
        if self.is_across { Cell::new(left + at, top) } else { Cell::new(left, top + at) }
    }

    /// The cells that a rectangle has beside or before it.
    const fn span(self, rect: Rect) -> Range<i32> {
        let Rect { left, top, .. } = self.edge;
        if self.is_across { rect.left - left..rect.right - left } else { rect.top - top..rect.bottom - top }
    }

    const fn part(self, range: Range<i32>) -> Rect {
        let length = range.end - range.start;
        let (width, height) = if self.is_across { (length, 1) } else { (1, length) };
        Rect::at(self.cell(range.start), width, height)
    }
}
