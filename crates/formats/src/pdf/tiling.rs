//! How a level is laid over pages of squares: as few pages as possible, and none with only rock.

use undercroft_grid::{Cell, Rect, Size};

use super::PdfOptions;
use super::paper::{Sheet, sheet};
use undercroft::dungeon::{Dungeon, Level};
use undercroft_draw::parts::column;

/// The pages of one level. Everything is counted in squares; a tile has one or two along its side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    /// The level.
    pub z: i32,
    /// The sheet of every page.
    pub sheet: Sheet,
    /// The north-west square of the first page.
    origin: Cell,
    /// Squares on a page.
    page: (i32, i32),
    /// Columns and rows of pages.
    count: (i32, i32),
    /// For each page, row by row, whether it is printed.
    printed: Vec<bool>,
}

impl Tiling {
    /// The best of all shifts, on paper upright or on its side: with the fewest pages, then the one most in the middle.
    pub fn from_level(dungeon: &Dungeon, level: &Level, options: &PdfOptions) -> Self {
        let ground = Ground::from_level(dungeon, level, i32::from(options.squares_per_tile));
        let tries = [false, true].into_iter().flat_map(|landscape| {
            let sheet = sheet(options.paper, landscape);
            let (across, down) = sheet.squares();
            (0..across).flat_map(move |dx| (0..down).map(move |dy| (sheet, Cell::new(dx, dy))))
        });
        let tilings = tries.map(|(sheet, shift)| Self::shifted(level.z, sheet, shift, &ground));
        let best = tilings.min_by_key(|tiling| (tiling.page_count(), tiling.slant(ground.bounds)));
        best.expect("a sheet holds at least a square")
    }

    /// A rectangle of squares on as few pages as hold it; pages with only rock are left out.
    pub fn from_squares(dungeon: &Dungeon, level: &Level, options: &PdfOptions, squares: Rect) -> Self {
        let mut ground = Ground::from_level(dungeon, level, i32::from(options.squares_per_tile));
        ground.bounds = squares;
        let tries = [false, true]
            .map(|landscape| Self::shifted(level.z, sheet(options.paper, landscape), Cell::new(0, 0), &ground));
        tries.into_iter().min_by_key(Self::page_count).expect("there are two")
    }

    fn shifted(z: i32, sheet: Sheet, shift: Cell, ground: &Ground) -> Self {
        let (page, bounds) = (sheet.squares(), ground.bounds);
        let origin = bounds.min() - shift;
        let count = ((bounds.right - origin.x + page.0 - 1) / page.0, (bounds.bottom - origin.y + page.1 - 1) / page.1);
        let mut tiling = Self { z, sheet, origin, page, count, printed: Vec::new() };
        tiling.printed = (0..count.0 * count.1).map(|i| ground.touches(tiling.squares(tiling.place(i)))).collect();
        tiling
    }

    /// How far the map is from the middle of the pages.
    fn slant(&self, bounds: Rect) -> i32 {
        let (right, bottom) = (self.origin.x + self.count.0 * self.page.0, self.origin.y + self.count.1 * self.page.1);
        let off = |before: i32, after: i32| (before - after).abs();
        off(bounds.left - self.origin.x, right - bounds.right) + off(bounds.top - self.origin.y, bottom - bounds.bottom)
    }

    fn place(&self, index: i32) -> Cell {
        Cell::new(index % self.count.0, index / self.count.0)
    }

    /// Columns of pages.
    pub const fn columns(&self) -> i32 {
        self.count.0
    }

    /// Rows of pages.
    pub const fn rows(&self) -> i32 {
        self.count.1
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
        let all = Rect::new(0, 0, self.count.0, self.count.1);
        all.contains(place) && self.printed[(place.x + place.y * self.count.0) as usize]
    }

    /// The squares of the page at this column and row.
    pub const fn squares(&self, place: Cell) -> Rect {
        let corner = Cell::new(self.origin.x + place.x * self.page.0, self.origin.y + place.y * self.page.1);
        Rect::at(corner, self.page.0, self.page.1)
    }

    /// What the page at this column and row is called: A1, B1 …
    pub fn label(place: Cell) -> String {
        format!("{}{}", column(place.x), place.y + 1)
    }
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
    fn from_level(dungeon: &Dungeon, level: &Level, squares_per_tile: i32) -> Self {
        let size = level.size();
        let house = dungeon.outline.unwrap_or(Rect::new(0, 0, 0, 0));
        let shown = |cell: Cell| !level.at(cell).is_massive() || house.contains(cell);
        let mut sums = vec![0; (size.width() as usize + 1) * (size.height() as usize + 1)];
        let stride = size.width() as usize + 1;
        let mut bounds = Rect::new(0, 0, 0, 0);
        for y in 0..size.height() {
            let mut row = 0;
            for x in 0..size.width() {
                let cell = Cell::new(x, y);
                if shown(cell) {
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
