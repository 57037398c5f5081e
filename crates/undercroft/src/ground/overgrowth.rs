//! Rubble in corners, and grass. Neither stops anyone, and both lie on bare cells only.

use undercroft_grid::{Cell, Dir, Rect};

use super::draft::GroundDraft;
use super::level_floor::{FloorRoom, LevelFloor};
use crate::dungeon::Ground;
use crate::fraction::Fraction;
use crate::seed::Stream;
use crate::value_noise::ValueNoise;

/// Cells of a heap of rubble.
const HEAP: std::ops::Range<i32> = 2..6;
/// Distance of the lattice points of meadows. [Unit: cells]
const MEADOW: i32 = 7;

/// Strews heaps of rubble into corners of rooms until they take this share of the floor.
pub fn strew_rubble(floor: &LevelFloor, draft: &mut GroundDraft, share: Fraction, stream: &mut Stream) {
    let mut left = share.times(floor.cells);
    if left < HEAP.start as usize {
        return;
    }
    let is_free = |draft: &GroundDraft, cell: Cell| floor.may_sink.contains(cell) && draft.is_bare(cell);
    let is_wall = |cell: Cell| !floor.walkable.contains(cell);
    let is_corner = |cell: Cell| Dir::ALL.into_iter().any(|dir| is_wall(cell + dir) && is_wall(cell + dir.right()));
    let cells = floor.rooms.iter().flat_map(FloorRoom::cells);
    let mut corners: Vec<Cell> = cells.filter(|&cell| is_free(draft, cell) && is_corner(cell)).collect();
    stream.shuffle(&mut corners);
    for corner in corners {
        let size = left.min(stream.range(HEAP) as usize);
        if size < HEAP.start as usize {
            break;
        }
        if !is_free(draft, corner) {
            continue;
        }
        let heap = heap(corner, size, stream, |cell| is_free(draft, cell));
        if heap.len() >= HEAP.start as usize {
            left -= heap.len();
            heap.into_iter().for_each(|cell| draft.lay(cell, Ground::Rubble));
        }
    }
    draft.commit();
}

/// Cells round a corner, each beside one before it.
fn heap(corner: Cell, size: usize, stream: &mut Stream, is_free: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut heap = vec![corner];
    while heap.len() < size {
        let beside = |cell: &Cell| cell.neighbors4();
        let mut next: Vec<Cell> = heap.iter().flat_map(beside).filter(|&cell| is_free(cell)).collect();
        next.retain(|cell| !heap.contains(cell));
        next.sort_unstable_by_key(|cell| (cell.distance_squared(corner), *cell));
        next.dedup();
        next.truncate(3);
        let Some(&cell) = stream.choose(&next) else { break };
        heap.push(cell);
    }
    heap
}

/// Grows grass in the garths of cloisters.
pub fn sow_garths(floor: &LevelFloor, draft: &mut GroundDraft) {
    let garths = floor.rooms.iter().filter_map(|room| room.garth);
    let cells: Vec<Cell> = garths.flat_map(Rect::cells).filter(|&cell| draft.is_bare(cell)).collect();
    cells.into_iter().filter(|&cell| floor.walkable.contains(cell)).for_each(|cell| draft.lay(cell, Ground::Grass));
    draft.commit();
}

/// Grows grass over this share of the floor, where noise is highest.
pub fn sow_grass(floor: &LevelFloor, draft: &mut GroundDraft, share: Fraction, stream: &mut Stream) {
    let count = share.times(floor.cells);
    if count == 0 {
        return;
    }
    let noise = ValueNoise::new(stream.bits(), MEADOW);
    let height = |cell: Cell| -noise.at(cell.x.into(), cell.y.into());
    let bare = floor.walkable.iter().filter(|&cell| draft.is_bare(cell));
    let mut cells: Vec<(i32, Cell)> = bare.map(|cell| (height(cell), cell)).collect();
    if count < cells.len() {
        cells.select_nth_unstable(count);
        cells.truncate(count);
    }
    cells.into_iter().for_each(|(_, cell)| draft.lay(cell, Ground::Grass));
    draft.commit();
}
