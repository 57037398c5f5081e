//! A view drawn with letters: the alphabet of the case files.

use undercroft_grid::{BitGrid, Cell};

use super::observer::Observer;

/// The letters for what has two spellings. Everything else is the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FovGlyphs {
    /// A solid cell.
    pub solid: char,
    /// A free cell that is not seen.
    pub free: char,
    /// An interesting corner.
    pub interesting: char,
}

impl FovGlyphs {
    /// `#`, `.` and `c`.
    pub const PLAIN: Self = Self { solid: '#', free: '.', interesting: 'c' };
    /// `■`, `□` and `▲`.
    pub const SQUARES: Self = Self { solid: '■', free: '□', interesting: '▲' };
}

/// What there is to draw. All sets belong to one map; those that should not show are empty.
#[derive(Clone, Copy, Debug)]
pub struct FovText<'a> {
    /// The solid cells.
    pub solid: &'a BitGrid,
    /// Who looks, if anybody.
    pub observer: Option<Observer>,
    /// The seen cells.
    pub seen: &'a BitGrid,
    /// The corners of the map.
    pub corners: &'a BitGrid,
    /// The interesting ones.
    pub interesting: &'a BitGrid,
}

impl FovText<'_> {
    /// One line for each row, each with a line end.
    pub fn draw(&self, letters: FovGlyphs) -> String {
        let size = self.solid.size();
        let row = |y| (0..size.width()).map(move |x| self.letter(Cell::new(x, y), letters)).chain(['\n']);
        (0..size.height()).flat_map(row).collect()
    }

    fn letter(&self, cell: Cell, letters: FovGlyphs) -> char {
        let (seen, corner, interesting) =
            (self.seen.contains(cell), self.corners.contains(cell), self.interesting.contains(cell));
        if self.observer.is_some_and(|observer| observer.rect().contains(cell)) {
            return if interesting { 'z' } else { 's' };
        }
        match (self.solid.contains(cell), seen, corner, interesting) {
            (true, ..) => letters.solid,
            (_, _, _, true) => letters.interesting,
            (_, true, true, _) => 'n',
            (_, true, false, _) => 'o',
            (_, false, true, _) => 'u',
            (_, false, false, _) => letters.free,
        }
    }
}
