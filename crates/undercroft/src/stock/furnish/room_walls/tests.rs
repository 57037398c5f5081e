use std::collections::BTreeSet;

use undercroft_grid::Rect;

use super::super::floor_cells::FLOOR;
use super::*;
use crate::seed::Stream;

/// The slow judge: asks every cell.
fn places(frame: Rect, cells: &[u8]) -> BTreeSet<(Cell, usize)> {
    let at = |cell: Cell| cells[((cell.y - frame.top) * frame.width() + cell.x - frame.left) as usize];
    let inner = frame.grow(-1).cells().filter(|&cell| at(cell) == 1);
    inner
        .flat_map(|cell| Dir::ALL.map(|wall| (cell, wall)))
        .filter(|&(cell, wall)| at(cell + wall) == 2)
        .map(|(cell, wall)| (cell, wall.index()))
        .collect()
}

/// The rows of floor.
fn rows(frame: Rect, kinds: &[u8]) -> Vec<Run> {
    let mut rows: Vec<Run> = Vec::new();
    for (cell, _) in frame.cells().zip(kinds).filter(|(_, kind)| **kind == 1) {
        match rows.last_mut().filter(|row| row.start + Cell::new(row.length, 0) == cell) {
            Some(row) => row.length += 1,
            None => rows.push(Run { start: cell, length: 1 }),
        }
    }
    rows
}

#[test]
fn runs_hold_each_cell_along_each_wall_once_and_cannot_be_longer() {
    let mut stream = Stream::new(3, "test");
    for _ in 0..2_000 {
        let bounds = Rect::at(Cell::new(4, 7), stream.range(1..10), stream.range(1..10));
        let frame = bounds.grow(1);
        let kind = |cell: Cell| if bounds.contains(cell) && stream.below(5) > 0 { 1 } else { 2 };
        let kinds: Vec<u8> = frame.cells().map(kind).collect();
        let mut cells = FloorCells::default();
        cells.reset(bounds);
        frame.cells().zip(&kinds).for_each(|(cell, kind)| cells.set(cell, [0, FLOOR, BACKING][usize::from(*kind)]));
        let mut walls = RoomWalls::default();
        walls.reset(&mut cells, &rows(frame, &kinds));
        let at_wall = frame.cells().filter(|&cell| cells.at(cell) & AT_WALL != 0);
        let mut runs = Vec::new();
        walls.runs_of(0, |_, _| true, &mut runs);
        let held: Vec<(Cell, usize)> =
            runs.iter().flat_map(|run| (0..run.length).map(|step| (run.cell(step), run.wall.index()))).collect();
        let expected = places(frame, &kinds);
        assert_eq!(held.iter().copied().collect::<BTreeSet<_>>(), expected);
        assert_eq!(held.len(), expected.len());
        assert!(runs.iter().all(|run| !expected.contains(&(run.cell(run.length), run.wall.index()))));
        assert!(at_wall.eq(frame.cells().filter(|cell| expected.iter().any(|(other, _)| other == cell))));
        let corners = expected.iter().filter(|(cell, wall)| expected.contains(&(*cell, (wall + 1) % 4)));
        assert_eq!(walls.corners.len(), corners.count());
        let lengths: Vec<i32> = std::iter::from_fn(|| take_longest(&mut runs, 1)).map(|run| run.length).collect();
        assert!(lengths.is_sorted_by(|a, b| a >= b) && lengths.iter().sum::<i32>() == held.len() as i32);
    }
}
