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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disc {
    /// The smallest square round it.
    pub bounds: Rect,
    /// Number of its cells.
    pub area: i64,
    /// The columns of each row that lie inside.
    rows: Vec<Range<i32>>,
}

impl Disc {
    /// The disc of a square.
    pub fn new(bounds: Rect) -> Self {
        let diameter = i64::from(bounds.width());
        let off = |at: i32| 2 * i64::from(at) - (diameter - 1);
        let is_inside = |x: i32, y: i32| off(x).pow(2) + off(y).pow(2) <= diameter * diameter;
        let mut first = bounds.width() / 2;
        let upper = (0..=bounds.width().div_euclid(2)).map(|y| {
            // Towards the middle each row is at least as long as the one before.
            while first > 0 && is_inside(first - 1, y) {
                first -= 1;
            }
            first
        });
        let upper: Vec<i32> = upper.collect();
        let first = |row: i32| upper[row.min(bounds.height() - 1 - row) as usize];
        let rows: Vec<Range<i32>> =
            (0..bounds.height()).map(|row| bounds.left + first(row)..bounds.right - first(row)).collect();
        Self { bounds, area: rows.iter().map(|row| row.len() as i64).sum(), rows }
    }

    /// The columns of a row that lie inside.
    fn columns(&self, y: i32) -> Range<i32> {
        let row = usize::try_from(y - self.bounds.top).ok().and_then(|row| self.rows.get(row));
        row.map_or(self.bounds.left..self.bounds.left, Clone::clone)
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
    pub fn new(rect: Rect, disc: Option<&Disc>) -> Self {
        let Some(disc) = disc else {
            return Self { rect, bounds: rect, area: rect.area(), rows: Vec::new() };
        };
        let clip = |y: i32| {
            let columns = disc.columns(y);
            let start = columns.start.clamp(rect.left, rect.right);
            start..columns.end.clamp(start, rect.right)
        };
        let mut rows: Vec<Range<i32>> = (rect.top..rect.bottom).map(clip).collect();
        drop_tips(&mut rows);
        let cells = || (rect.top..).zip(&rows).filter(|(_, row)| !row.is_empty());
        let bounds = cells().map(|(y, row)| Rect::new(row.start, y, row.end, y + 1)).reduce(Rect::hull);
        let area = rows.iter().map(|row| row.len() as i64).sum();
        Self { rect, bounds: bounds.unwrap_or(Rect::new(0, 0, 0, 0)), area, rows }
    }

    /// The space of a floor, as if its bounds were wall lines.
    pub fn of_floor(floor: &[Run]) -> Self {
        let rect = floor.iter().map(|run| run.rect()).reduce(Rect::hull).unwrap_or(Rect::new(0, 0, 0, 0));
        let area = floor.iter().map(|run| i64::from(run.length)).sum();
        if area == rect.area() {
            return Self::new(rect, None);
        }
        let row = |y: i32| {
            let runs = || floor.iter().filter(move |run| run.start.y == y);
            let start = runs().map(|run| run.start.x).min().unwrap_or(rect.left);
            start..runs().map(|run| run.start.x + run.length).max().unwrap_or(start)
        };
        Self { rect, bounds: rect, area, rows: (rect.top..rect.bottom).map(row).collect() }
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

    /// Whether a cell of its floor has a wall on some side.
    pub fn is_beside_wall(&self, Cell { x, y }: Cell) -> bool {
        let is_floor = |y: i32| {
            let row = usize::try_from(y - self.rect.top).ok().and_then(|row| self.rows.get(row));
            row.is_some_and(|row| row.contains(&x))
        };
        if self.rows.is_empty() {
            return x == self.rect.left || x + 1 == self.rect.right || y == self.rect.top || y + 1 == self.rect.bottom;
        }
        let row = &self.rows[(y - self.rect.top) as usize];
        x == row.start || x + 1 == row.end || !is_floor(y - 1) || !is_floor(y + 1)
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

/// Takes the ends of rows away that no block of two by two cells covers, where a wall line cuts the rim of a disc.
fn drop_tips(rows: &mut [Range<i32>]) {
    let common = |a: &Range<i32>, b: Option<&Range<i32>>| {
        let both = b.map_or(0..0, |b| a.start.max(b.start)..a.end.min(b.end));
        (both.len() >= 2).then_some(both)
    };
    for i in 0..rows.len() {
        let above = common(&rows[i], i.checked_sub(1).map(|i| &rows[i]));
        let below = common(&rows[i], rows.get(i + 1));
        let start = rows[i].start;
        rows[i] = match (above, below) {
            (Some(a), Some(b)) => a.start.min(b.start)..a.end.max(b.end),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => start..start,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_is_the_circle_of_the_shapes() {
        for diameter in (5..=21).step_by(2) {
            let disc = Disc::new(Rect::at(Cell::new(3, 4), diameter, diameter));
            let shape = crate::dungeon::Shape::Circle;
            let draft = crate::shape::MaskDraft { shape, sides: [diameter; 2], cut: [0; 2], turns: 0 };
            let circle = draft.mask();
            assert_eq!(
                disc.area,
                disc.bounds.cells().filter(|&cell| circle.contains(cell - disc.bounds.min())).count() as i64
            );
            for cell in disc.bounds.cells() {
                let inside = Space::new(disc.bounds, Some(&disc)).contains(cell);
                assert_eq!(inside, circle.contains(cell - disc.bounds.min()), "{diameter} {cell}");
            }
        }
    }
}
