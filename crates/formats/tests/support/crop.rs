//! What of a level a virtual tabletop shows, found cell by cell.

use undercroft::dungeon::Level;
use undercroft::grid::Rect;

/// The bounds of the floor of some levels and two squares round them.
pub fn crop<'a>(levels: impl IntoIterator<Item = &'a Level>, squares: i32) -> Rect {
    let (mut left, mut top, mut right, mut bottom) = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
    for level in levels {
        for cell in level.size().cells().filter(|&cell| !level.at(cell).is_massive()) {
            (left, top) = (left.min(cell.x), top.min(cell.y));
            (right, bottom) = (right.max(cell.x + 1), bottom.max(cell.y + 1));
        }
    }
    let margin = 2 / squares;
    Rect::new(left - margin, top - margin, right + margin, bottom + margin)
}
