//! Where floors may lie so that they and their rings keep to the free cells of a mask.

use undercroft_grid::{BitGrid, Cell, Rect};

use crate::dungeon::Run;

/// The cells that floor may have: those whose eight neighbours are free, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaskFit(BitGrid);

impl MaskFit {
    /// From the free cells of a level.
    pub fn new(free: &BitGrid) -> Self {
        let size = free.size();
        let (mut floor, mut rows) = (BitGrid::new(size), BitGrid::new(size));
        for y in 0..size.height() {
            let row = free.row(y);
            let word = |at: Option<usize>| at.and_then(|at| row.get(at)).copied().unwrap_or(0);
            for (at, narrowed) in rows.row_mut(y).iter_mut().enumerate() {
                let (before, after) = (word(at.checked_sub(1)), word(Some(at + 1)));
                *narrowed = row[at] & (row[at] << 1 | before >> 63) & (row[at] >> 1 | after << 63);
            }
        }
        for y in 1..size.height() - 1 {
            let [above, here, below] = [y - 1, y, y + 1].map(|y| rows.row(y));
            let narrowed = (0..here.len()).map(|at| above[at] & here[at] & below[at]);
            floor.row_mut(y).iter_mut().zip(narrowed).for_each(|(word, narrowed)| *word = narrowed);
        }
        Self(floor)
    }

    /// Whether a floor may lie here.
    pub fn holds(&self, floor: &[Run], at: Cell) -> bool {
        floor.iter().all(|run| run.rect().shift(at).cells().all(|cell| self.0.contains(cell)))
    }
}

/// The largest rectangle of cells in a set, the first of equals.
pub fn largest_rect(cells: &BitGrid) -> Rect {
    let width = cells.size().width();
    let mut heights = vec![0; width as usize];
    let mut best = Rect::new(0, 0, 0, 0);
    for y in 0..cells.size().height() {
        for x in 0..width {
            heights[x as usize] = if cells.contains(Cell::new(x, y)) { heights[x as usize] + 1 } else { 0 };
        }
        // Columns whose rectangles are still open, each at least as high as the one before it.
        let mut open: Vec<(i32, i32)> = Vec::new();
        for x in 0..=width {
            let height = if x < width { heights[x as usize] } else { 0 };
            let mut left = x;
            while let Some(&(start, tall)) = open.last().filter(|&&(_, tall)| tall > height) {
                let rect = Rect::new(start, y + 1 - tall, x, y + 1);
                best = if rect.area() > best.area() { rect } else { best };
                left = start;
                open.pop();
            }
            open.push((left, height));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Size;

    use super::*;
    use crate::seed::Stream;

    fn random(stream: &mut Stream, most: i32) -> BitGrid {
        let size = Size::of(stream.range(3..most), stream.range(3..14));
        let blocked = stream.range(1..30) as u32;
        BitGrid::from_fn(size, |_| stream.below(100) >= blocked)
    }

    #[test]
    fn floor_may_lie_where_all_neighbours_are_free() {
        let mut stream = Stream::new(3, "fit");
        for _ in 0..200 {
            let free = random(&mut stream, 150);
            let fit = MaskFit::new(&free);
            for cell in free.size().cells() {
                let is_roomy = Rect::at(cell, 1, 1).grow(1).cells().all(|cell| free.contains(cell));
                assert_eq!(fit.0.contains(cell), is_roomy, "{cell}");
            }
        }
    }

    #[test]
    fn the_largest_rectangle_is_the_one_that_every_pair_of_corners_would_show() {
        let mut stream = Stream::new(4, "rect");
        for _ in 0..100 {
            let free = random(&mut stream, 14);
            let (w, h) = (free.size().width(), free.size().height());
            let corners = || free.size().cells();
            let rects = corners().flat_map(|a| corners().map(move |b| Rect::new(a.x, a.y, b.x + 1, b.y + 1)));
            let is_free = |rect: &Rect| {
                !rect.is_empty() && rect.right <= w && rect.bottom <= h && rect.cells().all(|c| free.contains(c))
            };
            let slow = rects.filter(is_free).map(Rect::area).max().unwrap_or(0);
            let fast = largest_rect(&free);
            assert!(fast.area() == slow && (slow == 0 || is_free(&fast)), "{fast:?} {slow}");
        }
    }
}
