//! Walls in letters: lines that join wherever they meet.

use undercroft_grid::{BitGrid, Cell, Dir};

/// Box-drawing letters by the sides they join: north 1, east 2, south 4, west 8.
const JOINS: [char; 16] = ['▪', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// The line of a wall cell: it joins each neighbour that is wall as well, where open space lies along the line.
pub fn wall_line(open: &BitGrid, cell: Cell) -> char {
    if !borders(open, cell) {
        return ' ';
    }
    let joins = Dir::ALL.into_iter().filter(|&dir| joins(open, cell, dir)).map(|dir| 1 << dir.index());
    JOINS[joins.sum::<usize>()]
}

/// Whether any of the eight cells around is open.
fn borders(open: &BitGrid, cell: Cell) -> bool {
    !open.contains(cell) && cell.neighbors8().iter().any(|&beside| open.contains(beside))
}

/// Two wall cells are joined when open space lies on either side of the step between them.
fn joins(open: &BitGrid, cell: Cell, dir: Dir) -> bool {
    let next = cell.step(dir, 1);
    let sides = [dir.left(), dir.right()];
    let along = sides.iter().any(|&side| open.contains(cell.step(side, 1)) || open.contains(next.step(side, 1)));
    let outside = !open.size().contains(next);
    !open.contains(next) && !outside && along
}
