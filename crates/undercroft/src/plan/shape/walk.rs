//! A line northwards that turns by chance and never meets itself.

use std::collections::BTreeSet;

use undercroft_grid::Dir;

use super::{PlanCell, Sketch};
use crate::fraction::Fraction;
use crate::meter::{Halt, Meter};
use crate::seed::Stream;

/// Rooms that are taken back where the walk is trapped.
const BACK: usize = 4;
/// How often rooms are taken back for each room of the line, and besides.
const RETREATS: usize = 2;
const MORE_RETREATS: usize = 64;

/// A walk of this many rooms over free cells with the chance of a turn at each step; `None` where it stays trapped.
///
/// # Errors
/// When the meter halts.
pub fn draw(
    size: usize,
    bend: Fraction,
    is_free: impl Fn(PlanCell) -> bool,
    stream: &mut Stream,
    meter: &mut Meter,
) -> Result<Option<Sketch>, Halt> {
    let mut cells = vec![PlanCell::START];
    let mut taken = BTreeSet::from([PlanCell::START]);
    let mut retreats = RETREATS * size + MORE_RETREATS;
    while cells.len() < size {
        meter.spend(2)?;
        let (at, heading) = (cells[cells.len() - 1], heading(&cells));
        let open = |dir: &Dir| is_free(at.step(*dir)) && !taken.contains(&at.step(*dir));
        if let Some(dir) = next(heading, bend, open, stream) {
            taken.insert(at.step(dir));
            cells.push(at.step(dir));
        } else if retreats == 0 || cells.len() == 1 {
            return Ok(None);
        } else {
            retreats -= 1;
            let kept = cells.len().saturating_sub(BACK).max(1);
            cells.drain(kept..).for_each(|cell| {
                taken.remove(&cell);
            });
        }
    }
    let links = (1..cells.len()).map(|room| [room - 1, room]).collect();
    Ok(Some(Sketch { cells, links }))
}

/// The direction of the last step; north at first.
fn heading(cells: &[PlanCell]) -> Dir {
    let [.., from, to] = cells else { return Dir::North };
    Dir::ALL.into_iter().find(|&dir| from.step(dir) == *to).unwrap_or(Dir::North)
}

/// The next step: a turn to either side by chance, else straight on; any direction that is open where that one is not.
fn next(heading: Dir, bend: Fraction, open: impl Fn(&Dir) -> bool, stream: &mut Stream) -> Option<Dir> {
    let mut sides = [heading.left(), heading.right()];
    stream.shuffle(&mut sides);
    let [first, second] = sides;
    let order = if stream.chance(bend) { [first, second, heading] } else { [heading, first, second] };
    order.into_iter().find(open)
}
