//! What each cell of a room and of its margin is while the room is furnished.

use std::ops::Range;

use undercroft_grid::{Cell, Rect};

/// Floor of the room.
pub const FLOOR: u16 = 1;
/// Kept clear: before doors, at stairs and keys.
pub const CLEAR: u16 = 1 << 1;
/// Something stands here.
pub const STANDING: u16 = 1 << 2;
/// Something flat lies here.
pub const FLAT: u16 = 1 << 3;
/// No body can be here: deep water, a chasm, a feature that blocks.
pub const SOLID: u16 = 1 << 4;
/// Rock or wall, without a door.
pub const BACKING: u16 = 1 << 5;
/// Something hangs here, or a window or hearth is here.
pub const MOUNTED: u16 = 1 << 6;
/// Wall, not rock.
pub const WALL: u16 = 1 << 7;
/// Something that blocks is tried here.
pub const TRIAL: u16 = 1 << 8;
/// Floor beside rock or wall.
pub const AT_WALL: u16 = 1 << 9;
/// Next to something of the kind that is scattered.
pub const NEAR: u16 = 1 << 10;

/// Cells round the box of the floor: a body of 2×2 cells beside a feature reaches two beyond it.
pub const MARGIN: i32 = 2;

/// Flags of cells, by position in a frame: row by row.
pub struct FloorCells {
    frame: Rect,
    width: usize,
    flags: Vec<u16>,
}

impl Default for FloorCells {
    fn default() -> Self {
        Self { frame: Rect::new(0, 0, 0, 0), width: 0, flags: Vec::new() }
    }
}

impl FloorCells {
    /// Begins again, with a frame round the box of a floor and no flags.
    pub fn reset(&mut self, bounds: Rect) {
        self.frame = bounds.grow(MARGIN);
        self.width = self.frame.width() as usize;
        self.flags.clear();
        self.flags.resize(self.frame.area() as usize, 0);
    }

    /// Steps to the cells north, east, south and west.
    pub const fn steps(&self) -> [isize; 4] {
        let width = self.width as isize;
        [-width, 1, width, -1]
    }

    /// Cells in a row.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// All flags.
    pub fn flags(&self) -> &[u16] {
        &self.flags
    }

    /// The position of a cell in the frame.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let Rect { left, top, .. } = self.frame;
        self.frame.contains(cell).then(|| (cell.y - top) as usize * self.width + (cell.x - left) as usize)
    }

    /// The cell at a position.
    pub fn cell(&self, index: usize) -> Cell {
        let Rect { left, top, .. } = self.frame;
        Cell::new(left + (index % self.width) as i32, top + (index / self.width) as i32)
    }

    /// The flags of a cell; none beyond the frame.
    pub fn at(&self, cell: Cell) -> u16 {
        self.index(cell).map_or(0, |index| self.flags[index])
    }

    /// Whether a body of one cell can be at a position.
    pub fn is_free(&self, index: usize) -> bool {
        self.flags[index] & (FLOOR | SOLID | TRIAL) == FLOOR
    }

    /// Whether a body of 2×2 cells can have its north-west cell at a position. The last two columns and rows are margin.
    pub fn is_wide(&self, index: usize) -> bool {
        self.is_free(index)
            && self.is_free(index + 1)
            && self.is_free(index + self.width)
            && self.is_free(index + self.width + 1)
    }

    /// Sets flags of a cell of the frame.
    pub fn set(&mut self, cell: Cell, flags: u16) {
        if let Some(index) = self.index(cell) {
            self.flags[index] |= flags;
        }
    }

    /// The flags of the cells of a row, from its west end; none where it begins beyond the frame.
    pub fn row(&self, start: Cell, length: i32) -> &[u16] {
        self.row_range(start, length).map_or(&[], |range| &self.flags[range])
    }

    /// The same, to be changed.
    pub fn row_mut(&mut self, start: Cell, length: i32) -> &mut [u16] {
        self.row_range(start, length).map_or(&mut [], |range| &mut self.flags[range])
    }

    fn row_range(&self, start: Cell, length: i32) -> Option<Range<usize>> {
        let first = self.index(start)?;
        Some(first..(first + length.max(0) as usize).min(self.flags.len()))
    }

    /// Sets flags at a position.
    pub fn set_at(&mut self, index: usize, flags: u16) {
        self.flags[index] |= flags;
    }

    /// Sets flags of all cells of a rectangle.
    pub fn set_rect(&mut self, rect: Rect, flags: u16) {
        rect.cells().for_each(|cell| self.set(cell, flags));
    }

    /// Clears flags of all cells of a rectangle.
    pub fn clear_rect(&mut self, rect: Rect, flags: u16) {
        for cell in rect.cells() {
            if let Some(index) = self.index(cell) {
                self.flags[index] &= !flags;
            }
        }
    }

    /// Whether the cells round a rectangle that count form at most one run. The rectangle lies in the frame without its
    /// outermost cells.
    pub fn has_one_run(&self, rect: Rect, counts: impl Fn(usize) -> bool) -> bool {
        let Some(start) = self.index(Cell::new(rect.left - 1, rect.top - 1)) else { return false };
        let [north, east, south, west] = self.steps();
        let (across, down) = (rect.width() + 1, rect.height() + 1);
        let (mut at, mut last, mut changes) = (start, counts(start), 0);
        for (count, step) in [(across, east), (down, south), (across, west), (down, north)] {
            for _ in 0..count {
                at = at.wrapping_add_signed(step);
                let now = counts(at);
                changes += u32::from(now != last);
                last = now;
            }
        }
        changes <= 2
    }
}
