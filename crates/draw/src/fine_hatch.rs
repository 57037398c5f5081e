//! Hatching on maps whose cells are large on paper: the same strokes, as if every cell were several.

use undercroft_grid::{BitGrid, Cell, Size};

use super::hatch::{can_hatch, hatch};
use super::picture::{Area, Point, VectorPath};
use super::work_meter::WorkMeter;

/// The most cells that are hatched in parts.
const MAX_PARTS: usize = 1 << 23;

/// The hatching round open cells, each taken as `parts` × `parts` cells; where those would be too many, as fewer.
pub fn fine_hatch(open: &BitGrid, is_soft: bool, quiet: &[Area], parts: u8, meter: &WorkMeter) -> VectorPath {
    let size = |k: i32| {
        let [width, height] = [open.size().width(), open.size().height()].map(|side| i64::from(side) * i64::from(k));
        Size::new(width, height).ok()
    };
    let is_small = |k: &i32| size(*k).is_some_and(|size| can_hatch(size) && size.area() <= MAX_PARTS);
    let Some(k) = (2..=i32::from(parts)).rev().find(is_small) else { return hatch(open, is_soft, quiet, meter) };
    let Some(fine) = size(k) else { return hatch(open, is_soft, quiet, meter) };
    let cells = BitGrid::from_fn(fine, |cell| open.contains(Cell::new(cell.x / k, cell.y / k)));
    let larger = |p: Point| Point::new(p.x * k, p.y * k);
    let quiet: Vec<Area> = quiet.iter().map(|area| Area::new(larger(area.min), larger(area.max))).collect();
    hatch(&cells, is_soft, &quiet, meter).map(|p| Point::new(p.x / k, p.y / k))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PathCommand;
    use undercroft_grid::Rect;

    fn longest(parts: u8) -> i64 {
        let mut open = BitGrid::new(Size::of(12, 10));
        open.fill_rect(Rect::new(3, 3, 9, 7));
        let path = fine_hatch(&open, false, &[], parts, &WorkMeter::unlimited());
        let length = |pair: &[PathCommand]| match *pair {
            [PathCommand::Move(a), PathCommand::Line(b)] => {
                let (x, y) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
                (x * x + y * y).isqrt()
            }
            _ => panic!("strokes are single lines"),
        };
        path.commands.chunks(2).map(length).max().unwrap()
    }

    #[test]
    fn strokes_are_as_long_on_paper_at_one_and_at_half_an_inch_a_square() {
        // A cell of two squares is drawn with twice the parts: in squares, strokes are as long.
        let [one, two] = [longest(4), longest(8) * 2];
        assert!((one - two).abs() <= 4, "{one} and {two}");
        assert!(longest(1) > 3 * one);
    }
}
