//! How a level or a room is laid over pages of squares: as few pages as possible, and none with only rock.

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::PdfOptions;
use super::paper::{INCH, Sheet, sheet};
use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::parts::column;
use undercroft_draw::{Area, Point};

/// The pages of one level or room. Everything is counted in squares; a tile has one or two along its side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    /// The level.
    pub z: i32,
    /// The sheet of every page.
    pub sheet: Sheet,
    /// Where columns of pages begin, and where the last one ends.
    x: Vec<i32>,
    /// The same for rows.
    y: Vec<i32>,
    /// For each page, row by row, whether it is printed.
    printed: Vec<bool>,
}

impl Tiling {
    /// The best of all shifts, on paper upright or on its side: with the fewest pages, then the one most in the middle.
    pub fn from_level(dungeon: &Dungeon, level: &Level, options: &PdfOptions) -> Self {
        let house = dungeon.outline.unwrap_or(Rect::new(0, 0, 0, 0));
        let shown = BitGrid::from_fn(level.size(), |cell| !level.at(cell).is_massive() || house.contains(cell));
        let ground = Ground::new(&shown, i32::from(options.squares_per_tile));
        let tries = [false, true].into_iter().flat_map(|landscape| {
            let sheet = sheet(options.paper, landscape);
            let (across, down) = sheet.squares();
            (0..across).flat_map(move |dx| (0..down).map(move |dy| (sheet, Cell::new(dx, dy))))
        });
        let tilings = tries.map(|(sheet, shift)| Self::shifted(level.z, sheet, shift, &ground));
        let best = tilings.min_by_key(|tiling| (tiling.page_count(), tiling.slant(ground.bounds)));
        best.expect("a sheet holds at least a square")
    }

    /// A rectangle of squares on as few pages as hold what is shown in it. Pages share the squares evenly, so that none of
    /// them is left with the last strip of a wall; where that saves pages, they share only those that are shown.
    pub fn from_squares(z: i32, squares: Rect, shown: &BitGrid, options: &PdfOptions) -> Self {
        let ground = Ground::new(shown, i32::from(options.squares_per_tile));
        let inner = ground.bounds.intersection(squares);
        let tries = [false, true].map(|landscape| {
            let sheet = sheet(options.paper, landscape);
            let (across, down) = sheet.squares();
            let x = fewer(shares(squares.left, squares.right, across), shares(inner.left, inner.right, across));
            let y = fewer(shares(squares.top, squares.bottom, down), shares(inner.top, inner.bottom, down));
            Self { z, sheet, x, y, printed: Vec::new() }.printed_on(&ground)
        });
        tries.into_iter().min_by_key(Self::page_count).expect("there are two")
    }

    fn shifted(z: i32, sheet: Sheet, shift: Cell, ground: &Ground) -> Self {
        let ((across, down), bounds) = (sheet.squares(), ground.bounds);
        let steps =
            |from: i32, to: i32, step: i32| (0..=(to - from + step - 1) / step).map(|i| from + i * step).collect();
        let x = steps(bounds.left - shift.x, bounds.right, across);
        let y = steps(bounds.top - shift.y, bounds.bottom, down);
        Self { z, sheet, x, y, printed: Vec::new() }.printed_on(ground)
    }

    fn printed_on(mut self, ground: &Ground) -> Self {
        let all = 0..self.columns() * self.rows();
        self.printed = all.map(|i| ground.touches(self.squares(self.place(i)))).collect();
        self
    }

    /// How far the map is from the middle of the pages.
    fn slant(&self, bounds: Rect) -> i32 {
        let off = |pages: &[i32], from: i32, to: i32| match *pages {
            [first, .., last] => (from - first - (last - to)).abs(),
            _ => 0,
        };
        off(&self.x, bounds.left, bounds.right) + off(&self.y, bounds.top, bounds.bottom)
    }

    const fn place(&self, index: i32) -> Cell {
        Cell::new(index % self.columns(), index / self.columns())
    }

    /// Columns of pages.
    pub const fn columns(&self) -> i32 {
        self.x.len() as i32 - 1
    }

    /// Rows of pages.
    pub const fn rows(&self) -> i32 {
        self.y.len() as i32 - 1
    }

    /// How many pages are printed.
    pub fn page_count(&self) -> usize {
        self.printed.iter().filter(|&&printed| printed).count()
    }

    /// The places of the printed pages, by column and row.
    pub fn pages(&self) -> impl Iterator<Item = Cell> {
        let printed = self.printed.iter().enumerate().filter(|(_, printed)| **printed);
        printed.map(|(i, _)| self.place(i as i32))
    }

    /// Whether there is a page at this column and row.
    pub fn has(&self, place: Cell) -> bool {
        let all = Rect::new(0, 0, self.columns(), self.rows());
        all.contains(place) && self.printed[(place.x + place.y * self.columns()) as usize]
    }

    /// The squares of the page at this column and row.
    pub fn squares(&self, place: Cell) -> Rect {
        let (x, y) = (place.x as usize, place.y as usize);
        Rect::new(self.x[x], self.y[y], self.x[x + 1], self.y[y + 1])
    }

    /// Where those squares lie on the sheet: in its middle.
    pub fn core(&self, place: Cell) -> Area {
        let squares = self.squares(place);
        let (width, height) = (squares.width() * INCH, squares.height() * INCH);
        let min = Point::new((self.sheet.width - width) / 2, (self.sheet.height - height) / 2);
        Area::new(min, min.shift(width, height))
    }

    /// What the page at this column and row is called: A1, B1 …
    pub fn label(place: Cell) -> String {
        format!("{}{}", column(place.x), place.y + 1)
    }
}

/// The second of two lists where it is shorter, else the first.
fn fewer(all: Vec<i32>, inner: Vec<i32>) -> Vec<i32> {
    if inner.len() < all.len() { inner } else { all }
}

/// The ends of equal shares of a line, as few as are no longer than this; lengths differ by one at most.
fn shares(from: i32, to: i32, longest: i32) -> Vec<i32> {
    let count = (to - from + longest - 1) / longest;
    (0..=count).map(|i| from + i * (to - from) / count.max(1)).collect()
}

/// Where on a level there is something, as sums over all cells north-west of each corner.
struct Ground {
    size: Size,
    squares_per_tile: i32,
    /// The squares that have something on them lie in this.
    bounds: Rect,
    sums: Vec<u32>,
}

impl Ground {
    fn new(shown: &BitGrid, squares_per_tile: i32) -> Self {
        let size = shown.size();
        let mut sums = vec![0; (size.width() as usize + 1) * (size.height() as usize + 1)];
        let stride = size.width() as usize + 1;
        let mut bounds = Rect::new(0, 0, 0, 0);
        for y in 0..size.height() {
            let mut row = 0;
            for x in 0..size.width() {
                let cell = Cell::new(x, y);
                if shown.contains(cell) {
                    row += 1;
                    bounds = bounds.hull(Rect::at(cell, 1, 1));
                }
                let above = sums[y as usize * stride + x as usize + 1];
                sums[(y as usize + 1) * stride + x as usize + 1] = above + row;
            }
        }
        let n = squares_per_tile;
        let bounds = Rect::new(bounds.left * n, bounds.top * n, bounds.right * n, bounds.bottom * n);
        Self { size, squares_per_tile, bounds, sums }
    }

    /// Whether there is something on these squares.
    fn touches(&self, squares: Rect) -> bool {
        let n = self.squares_per_tile;
        let up = |squares: i32| (squares + n - 1).div_euclid(n);
        let cells =
            Rect::new(squares.left.div_euclid(n), squares.top.div_euclid(n), up(squares.right), up(squares.bottom));
        let cells = cells.intersection(self.size.rect());
        if cells.is_empty() {
            return false;
        }
        let stride = self.size.width() as usize + 1;
        let sum = |x: i32, y: i32| self.sums[y as usize * stride + x as usize];
        let inside = sum(cells.right, cells.bottom) + sum(cells.left, cells.top);
        inside > sum(cells.left, cells.bottom) + sum(cells.right, cells.top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_equal_to_a_square_and_as_few_as_can_be() {
        assert_eq!((shares(3, 11, 7), shares(0, 7, 7), shares(5, 5, 7)), (vec![3, 7, 11], vec![0, 7], vec![5]));
        for length in 1..200 {
            let ends = shares(-4, length - 4, 7);
            let lengths: Vec<i32> = ends.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert_eq!((lengths.len() as i32, lengths.iter().sum()), ((length + 6) / 7, length));
            let least = if length > 7 { 4 } else { length };
            assert!(lengths.iter().all(|share| (least..=7).contains(share)), "{lengths:?}");
        }
    }
}
