//! Every map is closed by a border of solid cells.

use undercroft_grid::Cell;

use super::{Flaw, FlawCode};
use crate::dungeon::{Dungeon, Level};

pub(super) fn check(dungeon: &Dungeon, flaws: &mut Vec<Flaw>) {
    for level in &dungeon.levels {
        let open: Vec<Cell> = rim(level).filter(|&cell| !level.at(cell).is_massive()).collect();
        if !open.is_empty() {
            flaws.push(Flaw::new(FlawCode::BorderOpen, "The border of the map is not closed.").at(level.z, &open));
        }
    }
}

/// The outermost cells. Those of a corner, or of a map one cell wide, may come twice.
fn rim(level: &Level) -> impl Iterator<Item = Cell> {
    let (right, bottom) = (level.size().width() - 1, level.size().height() - 1);
    let rows = (0..=right).flat_map(move |x| [Cell::new(x, 0), Cell::new(x, bottom)]);
    let columns = (1..bottom).flat_map(move |y| [Cell::new(0, y), Cell::new(right, y)]);
    rows.chain(columns)
}
