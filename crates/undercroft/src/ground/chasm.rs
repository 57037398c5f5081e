//! A chasm: a bent line through the largest room, and on into a room beyond a doorway.

use undercroft_grid::Cell;

use super::crossing;
use super::draft::GroundDraft;
use super::level_floor::{FloorRoom, LevelFloor};
use crate::dungeon::Ground;
use crate::seed::Stream;
use crate::value_noise::ValueNoise;

/// Parts of a cell in which distances from the line are counted.
const UNIT: i64 = 1024;
/// How far the line bends to each side. [Unit: parts of a cell]
const BEND: i64 = 3 * UNIT / 2;
/// Distance of the points between which the line bends. [Unit: cells]
const BEND_SPACING: i32 = 5;
/// Half of the least width. Lines that fall anywhere between cells are then 2 to 4 cells wide. [Unit: parts of a cell]
const HALF_WIDTH: i64 = UNIT;
/// The smallest room that has a chasm. [Unit: cells]
const LEAST_ROOM: usize = 20;
/// Fewer cells are a hole.
const LEAST_CELLS: usize = 8;

/// Cleaves the largest room of the level. A chasm that cannot be crossed where someone must leaves no trace.
pub fn cleave(floor: &LevelFloor, draft: &mut GroundDraft, stream: &mut Stream) {
    let rooms = floor.rooms.iter().enumerate().filter(|(_, room)| !room.is_entrance && room.area >= LEAST_ROOM);
    let Some((largest, room)) = rooms.max_by_key(|(position, room)| (room.area, std::cmp::Reverse(*position))) else {
        return;
    };
    let is_inner = |&&other: &&usize| !floor.rooms[other].is_entrance && other != largest;
    let beyond: Vec<usize> = room.beyond_doorways.iter().filter(is_inner).copied().collect();
    let beyond = stream.choose(&beyond).copied();
    let center = room.bounds.center();
    let towards = beyond.map_or_else(|| random_direction(stream), |other| floor.rooms[other].bounds.center() - center);
    let line = ChasmLine::new(center, towards, stream);
    let is_sound = cleave_room(floor, room, line, draft)
        && beyond.is_none_or(|other| {
            let other = &floor.rooms[other];
            !takes_enough(floor, other, line) || cleave_room(floor, other, line, draft)
        });
    if is_sound { draft.commit() } else { draft.undo() }
}

/// Cleaves one room and bridges the chasm. Returns whether the room is sound.
fn cleave_room(floor: &LevelFloor, room: &FloorRoom, line: ChasmLine, draft: &mut GroundDraft) -> bool {
    let cells = cleft_cells(floor, room, line).filter(|&cell| draft.is_bare(cell)).collect::<Vec<_>>();
    cells.iter().for_each(|&cell| draft.lay(cell, Ground::Chasm));
    cells.len() >= LEAST_CELLS && crossing::cross_room(floor, room, draft)
}

/// Whether a chasm takes more of a room than a hole.
fn takes_enough(floor: &LevelFloor, room: &FloorRoom, line: ChasmLine) -> bool {
    cleft_cells(floor, room, line).count() >= LEAST_CELLS
}

fn cleft_cells(floor: &LevelFloor, room: &FloorRoom, line: ChasmLine) -> impl Iterator<Item = Cell> {
    room.cells().filter(move |&cell| floor.may_sink.contains(cell) && line.covers(cell))
}

/// A direction where no neighbour gives one.
fn random_direction(stream: &mut Stream) -> Cell {
    let directions = [(1, 0), (0, 1), (2, 1), (1, 2), (1, 1), (1, -1), (2, -1), (1, -2)];
    let (x, y) = directions[stream.below(directions.len() as u32) as usize];
    Cell::new(x, y)
}

/// The middle line of a chasm.
#[derive(Clone, Copy, Debug)]
struct ChasmLine {
    center: Cell,
    /// A step along it, of length [`UNIT`].
    step: [i64; 2],
    bend: ValueNoise,
    width: ValueNoise,
}

impl ChasmLine {
    fn new(center: Cell, towards: Cell, stream: &mut Stream) -> Self {
        let [x, y] = [towards.x, towards.y].map(i64::from);
        let length = (UNIT * UNIT * (x * x + y * y)).isqrt().max(1);
        let step = [x, y].map(|part| part * UNIT * UNIT / length);
        let [bend, width] = [0; 2].map(|_: u64| ValueNoise::new(stream.bits(), BEND_SPACING));
        Self { center, step, bend, width }
    }

    /// Whether the chasm takes a cell.
    fn covers(self, cell: Cell) -> bool {
        let [x, y] = [cell.x - self.center.x, cell.y - self.center.y].map(i64::from);
        let along = (x * self.step[0] + y * self.step[1]) / UNIT;
        let across = x * self.step[1] - y * self.step[0];
        let middle = i64::from(ValueNoise::LIMIT / 2);
        let bend = (i64::from(self.bend.at(along, 0)) - middle) * BEND / middle;
        let half = HALF_WIDTH + i64::from(self.width.at(along, 0)) * (UNIT / 2 - 1) / i64::from(ValueNoise::LIMIT);
        (across - bend).abs() <= half
    }
}
