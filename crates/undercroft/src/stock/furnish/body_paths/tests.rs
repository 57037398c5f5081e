use std::collections::BTreeSet;

use super::super::floor_cells::FLOOR;
use super::*;
use crate::seed::Stream;

/// The cells that a body of `side` cells can reach from a cell, as the positions of its north-west corner.
fn reach(free: &BTreeSet<Cell>, start: Cell, side: i32) -> BTreeSet<Cell> {
    let fits = |cell: Cell| Rect::at(cell, side, side).cells().all(|cell| free.contains(&cell));
    let mut seen = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(cell) = waiting.pop() {
        if fits(cell) && seen.insert(cell) {
            waiting.extend(cell.neighbors4());
        }
    }
    seen
}

fn are_joined(free: &BTreeSet<Cell>, a: Cell, b: Cell) -> bool {
    let starts = Rect::new(a.x - 1, a.y - 1, a.x + 1, a.y + 1).cells();
    starts.flat_map(|start| reach(free, start, 2)).any(|at| Rect::at(at, 2, 2).contains(b))
}

/// The slow judge: sets of cells, every pair of anchors, every pair of free cells.
fn keeps_paths(free: &BTreeSet<Cell>, rect: Rect, anchors: &[Cell]) -> bool {
    let after: BTreeSet<Cell> = free.iter().copied().filter(|&cell| !rect.contains(cell)).collect();
    let pieces_stay = after.iter().all(|&cell| {
        let before: BTreeSet<Cell> = reach(free, cell, 1).into_iter().filter(|&cell| !rect.contains(cell)).collect();
        reach(&after, cell, 1) == before
    });
    let pairs = anchors.iter().flat_map(|&a| anchors.iter().map(move |&b| (a, b))).filter(|(a, b)| a < b);
    pieces_stay && pairs.filter(|&(a, b)| are_joined(free, a, b)).all(|(a, b)| are_joined(&after, a, b))
}

#[test]
fn a_look_at_the_ring_and_a_flood_judge_as_sets_of_cells_do() {
    let mut stream = Stream::new(7, "test");
    let (mut kept, mut parted) = (0, 0);
    for _ in 0..4_000 {
        let (width, height) = (stream.range(2..9), stream.range(2..8));
        let room = Rect::at(Cell::new(1, 1), width, height);
        let holes = stream.below(100) < 50;
        let free: BTreeSet<Cell> = room.cells().filter(|_| !holes || stream.below(100) < 85).collect();
        let mut cells: Vec<Cell> = free.iter().copied().collect();
        stream.shuffle(&mut cells);
        let anchors: Vec<Cell> = cells.iter().copied().take(3).collect();
        let Some(&at) = cells.get(3) else { continue };
        let rect = Rect::at(at, stream.range(1..3), stream.range(1..3));
        if !rect.cells().all(|cell| free.contains(&cell) && !anchors.contains(&cell)) {
            continue;
        }
        let mut cells = FloorCells::default();
        cells.reset(room);
        free.iter().for_each(|&cell| cells.set(cell, FLOOR));
        let mut paths = BodyPaths::default();
        paths.reset(&anchors);
        let fast = paths.stays_joined(&mut cells, rect);
        assert_eq!(fast, keeps_paths(&free, rect, &anchors), "{free:?} {rect:?} {anchors:?}");
        if fast { kept += 1 } else { parted += 1 }
    }
    assert!(kept > 500 && parted > 200, "{kept} {parted}");
}
