//! Natural rooms: caves and clearings with uneven walls.
//!
//! A rectangle is strewn with rock, thickly along its edges and thinly inside, and smoothed twice: a cell stays floor
//! where most of the nine cells round it are floor (L. Johnson, G. N. Yannakakis and J. Togelius, "Cellular automata for
//! real-time generation of infinite cave levels", 2010). What is left in one piece is the room; rock that it encloses is
//! taken out.

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use super::Placement;
use crate::dungeon::Run;
use crate::dungeon::Shape;
use crate::fraction::Fraction;
use crate::seed::Stream;

/// Rock by the distance from the edge of the rectangle; the last share holds for all cells further inside.
const ROCK: [Fraction; 4] =
    [Fraction::constant(8_000), Fraction::constant(5_000), Fraction::constant(2_000), Fraction::constant(800)];
/// Rounds of smoothing.
const ROUNDS: usize = 2;

/// A natural room in a rectangle. It contains the cross round the `anchor`, and always something round its middle.
pub fn carve(rect: Rect, anchor: Option<Cell>, stream: &mut Stream) -> Placement {
    let size = Size::of(rect.width(), rect.height());
    let local = size.rect();
    let core = core(local, anchor.map(|cell| cell - rect.min()));
    let is_core = |cell: Cell| core.iter().any(|&rect| rect.contains(cell));
    let mut rock = |cell: Cell| {
        let from_edge = (0..ROCK.len() - 1).find(|&inset| !local.grow(-1 - inset as i32).contains(cell));
        stream.chance(ROCK[from_edge.unwrap_or(ROCK.len() - 1)])
    };
    let mut floor = BitGrid::from_fn(size, |cell| !rock(cell) || is_core(cell));
    for _ in 0..ROUNDS {
        floor = BitGrid::from_fn(size, |cell| is_core(cell) || is_mostly_floor(&floor, cell));
    }
    let floor = without_holes(&connected(&floor, core[0].min()));
    let runs = Run::of_cells(&floor).map(|run| Run { start: rect.min() + run.start, ..run });
    let runs: Vec<Run> = runs.collect();
    let bounds = runs.iter().fold(Rect::new(0, 0, 0, 0), |bounds, run| bounds.hull(run.rect()));
    Placement { bounds, floor: runs, shape: Shape::Cave, ..Placement::rectangle(rect, false) }
}

/// What is floor in any case, all in one piece: the middle, and a path with one corner from it to the anchor.
fn core(local: Rect, anchor: Option<Cell>) -> Vec<Rect> {
    let middle = Rect::at(local.center(), 1, 1);
    let inner = local.grow(-1);
    let mut core = vec![middle.grow(1).intersection(inner)];
    if let Some(anchor) = anchor {
        let corner = Rect::at(Cell::new(anchor.x, local.center().y), 1, 1);
        let anchor = Rect::at(anchor, 1, 1);
        core.extend([middle.hull(corner), corner.hull(anchor), anchor.grow(1).intersection(local)]);
    }
    core
}

fn is_mostly_floor(floor: &BitGrid, cell: Cell) -> bool {
    let round = Rect::at(cell, 1, 1).grow(1);
    round.cells().filter(|&cell| floor.size().contains(cell) && floor.contains(cell)).count() >= 5
}

/// The piece that holds the cell.
fn connected(floor: &BitGrid, from: Cell) -> BitGrid {
    let mut piece = BitGrid::new(floor.size());
    let mut open = vec![from];
    while let Some(cell) = open.pop() {
        if floor.size().contains(cell) && floor.contains(cell) && piece.insert(cell) {
            open.extend(cell.neighbors4());
        }
    }
    piece
}

/// The floor with all that it encloses.
fn without_holes(floor: &BitGrid) -> BitGrid {
    let size = floor.size();
    let mut outside = BitGrid::new(size);
    let is_rim = |cell: &Cell| !size.rect().grow(-1).contains(*cell);
    let mut open: Vec<Cell> = size.cells().filter(is_rim).collect();
    while let Some(cell) = open.pop() {
        if size.contains(cell) && !floor.contains(cell) && outside.insert(cell) {
            open.extend(cell.neighbors4());
        }
    }
    BitGrid::from_fn(size, |cell| !outside.contains(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(room: &Placement) -> Vec<Cell> {
        room.floor.iter().flat_map(|run| run.cells()).collect()
    }

    #[test]
    fn caves_are_in_one_piece_uneven_and_hold_their_anchor() {
        let mut uneven = 0;
        for seed in 0..2_000 {
            let mut stream = Stream::new(seed, "cave");
            let rect = Rect::at(Cell::new(10, 20), stream.range(3..20), stream.range(3..20));
            let anchor = Cell::new(stream.range(rect.left..rect.right), stream.range(rect.top..rect.bottom));
            let room = carve(rect, Some(anchor), &mut stream);
            let cells = cells(&room);
            assert!(cells.contains(&anchor) && rect.contains_rect(room.bounds));
            let mut reached = vec![cells[0]];
            let mut next = 0;
            while next < reached.len() {
                let beside = reached[next].neighbors4().into_iter().filter(|cell| cells.contains(cell));
                let new: Vec<Cell> = beside.filter(|cell| !reached.contains(cell)).collect();
                reached.extend(new);
                next += 1;
            }
            assert_eq!(reached.len(), cells.len(), "{rect:?}");
            uneven += usize::from((cells.len() as i64) < rect.area());
        }
        assert!(uneven > 1_900, "{uneven} of 2,000 are no rectangles");
    }
}
