//! The grid on the floor: lines between cells, as long as they go, ending at the walls.

use undercroft_grid::{BitGrid, Cell, Grid, Rect};

use super::outline::Outline;
use super::picture::{Area, CELL, Point, VectorPath};

/// The lines of a floor with its outline.
pub struct FloorGrid<'a> {
    floor: &'a BitGrid,
    /// Slanting lines of the outline by the cells they touch; straight ones run along cells and cut nothing.
    near: Grid<Vec<[Point; 2]>>,
}

impl<'a> FloorGrid<'a> {
    pub fn new(floor: &'a BitGrid, outline: &Outline) -> Self {
        let mut near = Grid::filled(floor.size(), Vec::new());
        for (a, b) in outline.loops.iter().flat_map(super::outline::OutlineLoop::segments) {
            if a.is_fixed && b.is_fixed && (a.at.x == b.at.x || a.at.y == b.at.y) {
                continue;
            }
            let Rect { left, top, right, bottom } = Area::around(&[a.at, b.at]).cells();
            // A line along the side of a cell touches the cells on both sides.
            for cell in Rect::new(left - 1, top - 1, right + 1, bottom + 1).cells() {
                if let Some(lines) = near.get_mut(cell) {
                    lines.push([a.at, b.at]);
                }
            }
        }
        Self { floor, near }
    }

    /// Lines between cells, and through them where a cell has several squares.
    pub fn lines(&self, squares: u8) -> VectorPath {
        let mut path = VectorPath::default();
        let size = self.floor.size();
        for y in 1..size.height() {
            let both = |x: i32| self.floor.contains(Cell::new(x, y)) && self.floor.contains(Cell::new(x, y - 1));
            self.add_runs(&mut path, size.width(), both, |x| Point::corner(Cell::new(x, y)));
        }
        for x in 1..size.width() {
            let both = |y: i32| self.floor.contains(Cell::new(x, y)) && self.floor.contains(Cell::new(x - 1, y));
            self.add_runs(&mut path, size.height(), both, |y| Point::corner(Cell::new(x, y)));
        }
        (1..i32::from(squares)).for_each(|i| self.add_squares(&mut path, i * CELL / i32::from(squares)));
        path
    }

    /// Lines through floor cells, this far from their northern and western sides.
    fn add_squares(&self, path: &mut VectorPath, inside: i32) {
        let size = self.floor.size();
        for y in 0..size.height() {
            let floor = |x: i32| self.floor.contains(Cell::new(x, y));
            self.add_runs(path, size.width(), floor, |x| Point::corner(Cell::new(x, y)).shift(0, inside));
        }
        for x in 0..size.width() {
            let floor = |y: i32| self.floor.contains(Cell::new(x, y));
            self.add_runs(path, size.height(), floor, |y| Point::corner(Cell::new(x, y)).shift(inside, 0));
        }
    }

    fn add_runs(&self, path: &mut VectorPath, length: i32, member: impl Fn(i32) -> bool, place: impl Fn(i32) -> Point) {
        let mut at = 0;
        while at < length {
            if !member(at) {
                at += 1;
                continue;
            }
            let end = (at..length).find(|&i| !member(i)).unwrap_or(length);
            let (first, last) = (place(at), place(end));
            path.add_line([self.clipped(last, first), self.clipped(first, last)]);
            at = end;
        }
    }

    /// The end of a line, or where the outline cuts it within a cell of its end.
    fn clipped(&self, from: Point, to: Point) -> Point {
        let step = Point::new((to.x - from.x).signum(), (to.y - from.y).signum());
        let inner = to.shift(-step.x * CELL, -step.y * CELL);
        let cell = Cell::new((to.x - step.x).div_euclid(CELL), (to.y - step.y).div_euclid(CELL));
        let cuts = self.near.get(cell).into_iter().flatten().filter_map(|&line| cut(inner, step, line));
        cuts.min().map_or(to, |reach| inner.shift(step.x * reach, step.y * reach))
    }
}

/// How far from a point a straight line along an axis meets another, within a cell.
fn cut(from: Point, step: Point, [a, b]: [Point; 2]) -> Option<i32> {
    // As if the step went east.
    let along = |p: Point| (p.x - from.x) * step.x + (p.y - from.y) * step.y;
    let across = |p: Point| (p.x - from.x) * step.y.abs() + (p.y - from.y) * step.x.abs();
    let (c, d) = (across(a), across(b));
    if (c < 0) == (d < 0) {
        return None;
    }
    let reach = i64::from(along(a)) - i64::from(c) * i64::from(along(b) - along(a)) / i64::from(d - c);
    (0..=i64::from(CELL)).contains(&reach).then_some(reach as i32)
}
