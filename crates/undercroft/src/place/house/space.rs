//! Rooms of a storey as parts of the plane between wall lines.

use std::ops::Range;

use undercroft_grid::{Cell, Dir, Rect};

use crate::dungeon::Run;
use crate::place::partition::Plane;

/// The floor between wall lines, from modules to cells.
pub fn floor_of(plane: &Plane, area: Rect) -> Rect {
    let walls = plane.cells(area);
    Rect::new(walls.left + 1, walls.top + 1, walls.right, walls.bottom)
}

/// The floor inside the wall of a round house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disc {
    /// The smallest square round it.
    pub bounds: Rect,
}

impl Disc {
    /// The columns of a row that lie inside.
    fn columns(self, y: i32) -> Range<i32> {
        let Rect { left, top, right, .. } = self.bounds;
        let diameter = i64::from(right - left);
        let inside = |x: i32| {
            let off = |at: i32| 2 * i64::from(at) - (diameter - 1);
            off(x - left).pow(2) + off(y - top).pow(2) <= diameter * diameter
        };
        if y < top || y >= self.bounds.bottom {
            return left..left;
        }
        let start = (left..right).find(|&x| inside(x)).unwrap_or(left);
        // The disc is its own mirror.
        let end = if inside(start) { left + right - start } else { start };
        start..end
    }

    /// Number of its cells.
    pub fn area(self) -> i64 {
        (self.bounds.top..self.bounds.bottom).map(|y| self.columns(y).len() as i64).sum()
    }
}

/// The floor of a room: all between its wall lines, as far as it lies inside the disc of a round house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// All between its wall lines. [Unit: cells]
    pub rect: Rect,
    /// The smallest rectangle round its floor.
    pub bounds: Rect,
    /// Number of its cells.
    pub area: i64,
    /// The columns of each row of `rect`, where a disc cuts into it.
    rows: Vec<Range<i32>>,
}

impl Space {
    /// The floor between wall lines.
    pub fn new(rect: Rect, disc: Option<Disc>) -> Self {
        let Some(disc) = disc else {
            return Self { rect, bounds: rect, area: rect.area(), rows: Vec::new() };
        };
        let clip = |y: i32| {
            let columns = disc.columns(y);
            let start = columns.start.clamp(rect.left, rect.right);
            start..columns.end.clamp(start, rect.right)
        };
        let rows: Vec<Range<i32>> = (rect.top..rect.bottom).map(clip).collect();
        let cells = || (rect.top..).zip(&rows).filter(|(_, row)| !row.is_empty());
        let bounds = cells().map(|(y, row)| Rect::new(row.start, y, row.end, y + 1)).reduce(Rect::hull);
        let area = rows.iter().map(|row| row.len() as i64).sum();
        Self { rect, bounds: bounds.unwrap_or(Rect::new(0, 0, 0, 0)), area, rows }
    }

    /// Whether it is all between its wall lines.
    pub fn is_full(&self) -> bool {
        self.area == self.rect.area()
    }

    /// Whether the cell is floor.
    pub fn contains(&self, cell: Cell) -> bool {
        self.rect.contains(cell)
            && (self.rows.is_empty() || self.rows[(cell.y - self.rect.top) as usize].contains(&cell.x))
    }

    /// The floor, row by row.
    pub fn floor(&self) -> Vec<Run> {
        if self.rows.is_empty() {
            return Run::of_rect(self.rect);
        }
        let rows = (self.rect.top..).zip(&self.rows).filter(|(_, row)| !row.is_empty());
        rows.map(|(y, row)| Run { start: Cell::new(row.start, y), length: row.len() as i32 }).collect()
    }

    /// Whether every cell lies in a block of two by two cells. Neighbouring rows of a disc overlap, so that the floor is in
    /// one piece then.
    pub fn is_blocky(&self) -> bool {
        if self.rows.is_empty() {
            return self.rect.width() >= 2 && self.rect.height() >= 2;
        }
        let rows: Vec<&Range<i32>> = self.rows.iter().filter(|row| !row.is_empty()).collect();
        let common = |row: &Range<i32>, other: Option<&&Range<i32>>| {
            let both = other.map_or(0..0, |other| row.start.max(other.start)..row.end.min(other.end));
            if both.len() >= 2 { both } else { row.start..row.start }
        };
        !rows.is_empty()
            && rows.iter().enumerate().all(|(i, row)| {
                let above = common(row, i.checked_sub(1).and_then(|i| rows.get(i)));
                let below = common(row, rows.get(i + 1));
                (row.start..row.end).all(|x| above.contains(&x) || below.contains(&x))
            })
    }

    /// The wall cells with floor of both rooms on their sides, and the direction from this room to the other.
    pub fn common_wall(&self, other: &Self) -> Option<(Dir, Rect)> {
        let (a, b) = (self.rect, other.rect);
        let normal = match () {
            () if a.right + 1 == b.left => Dir::East,
            () if b.right + 1 == a.left => Dir::West,
            () if a.bottom + 1 == b.top => Dir::South,
            () if b.bottom + 1 == a.top => Dir::North,
            () => return None,
        };
        let wall = match normal {
            Dir::East => Rect::new(a.right, a.top.max(b.top), a.right + 1, a.bottom.min(b.bottom)),
            Dir::West => Rect::new(b.right, a.top.max(b.top), b.right + 1, a.bottom.min(b.bottom)),
            Dir::South => Rect::new(a.left.max(b.left), a.bottom, a.right.min(b.right), a.bottom + 1),
            Dir::North => Rect::new(a.left.max(b.left), b.bottom, a.right.min(b.right), b.bottom + 1),
        };
        if wall.is_empty() {
            return None;
        }
        if self.rows.is_empty() && other.rows.is_empty() {
            return Some((normal, wall));
        }
        let joins = |cell: &Cell| self.contains(*cell + normal.opposite()) && other.contains(*cell + normal);
        Rect::around(wall.cells().filter(joins)).map(|wall| (normal, wall))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_is_the_circle_of_the_shapes() {
        for diameter in (5..=21).step_by(2) {
            let disc = Disc { bounds: Rect::at(Cell::new(3, 4), diameter, diameter) };
            let shape = crate::dungeon::Shape::Circle;
            let draft = crate::shape::MaskDraft { shape, sides: [diameter; 2], cut: [0; 2], turns: 0 };
            let circle = draft.mask();
            for cell in disc.bounds.cells() {
                let inside = Space::new(disc.bounds, Some(disc)).contains(cell);
                assert_eq!(inside, circle.contains(cell - disc.bounds.min()), "{diameter} {cell}");
            }
        }
    }
}
