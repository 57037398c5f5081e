//! Rigid compaction of rooms in slots: columns move together, then rows, as far as gaps allow.
//!
//! ```text
//!   ┌──┐     ┌────┐          ┌──┐   ┌────┐       All rooms of a column, on all levels, move by the same cells, so that what
//!   │  │     │    │    ──▶   │  │   │    │       lay in one line still does: straight links stay straight, and rooms with
//!   └──┘     └────┘          └──┘   └────┘       stairs keep their common floor. The gap that is least anywhere decides.
//!   ┌────┐      ┌─┐          ┌────┐   ┌─┐
//!   └────┘      └─┘          └────┘   └─┘
//! ```

use undercroft_grid::{Cell, Dir, Rect};

use super::Placement;
use crate::meter::{Halt, Meter};

/// A room with its column and row, both counted as the map does.
#[derive(Clone, Copy, Debug)]
pub struct SlotLine {
    /// Column and row.
    pub lines: [i32; 2],
    /// The side towards which nothing may lie before the room: that of its front door.
    pub front: Option<Dir>,
}

/// Two rooms of neighbouring lines that face each other.
#[derive(Clone, Copy, Debug)]
struct Facing {
    /// Their lines, the lower first.
    lines: [i32; 2],
    /// Cells that they have between them beyond the gap.
    slack: i32,
}

/// Moves columns and rows together. `gap` cells stay between rooms, and moves are multiples of the modules. Returns how
/// much narrower and lower the whole is.
///
/// # Errors
/// When the meter halts.
pub fn compact(
    rooms: &mut [Placement],
    lines: &[SlotLine],
    gap: i32,
    modules: [i32; 2],
    meter: &mut Meter,
) -> Result<[i32; 2], Halt> {
    let mut saved = [0; 2];
    for axis in [0, 1] {
        let (first, shifts) = line_shifts(rooms, lines, axis, gap, modules[axis], meter)?;
        for (room, line) in rooms.iter_mut().zip(lines) {
            let back = -shifts[(line.lines[axis] - first) as usize];
            room.shift(if axis == 0 { Cell::new(back, 0) } else { Cell::new(0, back) });
        }
        saved[axis] = shifts.last().copied().unwrap_or(0);
    }
    Ok(saved)
}

/// The first line, and by how much it and each after it move back.
fn line_shifts(
    rooms: &[Placement],
    lines: &[SlotLine],
    axis: usize,
    gap: i32,
    module: i32,
    meter: &mut Meter,
) -> Result<(i32, Vec<i32>), Halt> {
    let all = || lines.iter().map(|line| line.lines[axis]);
    let (Some(first), Some(last)) = (all().min(), all().max()) else { return Ok((0, Vec::new())) };
    let mut facing = facing_rooms(rooms, lines, axis, gap, meter)?;
    facing.sort_by_key(|pair| pair.lines[0]);
    let (mut shifts, mut next, mut active) = (vec![0], 0, Vec::<Facing>::new());
    for line in first..last {
        while facing.get(next).is_some_and(|pair| pair.lines[0] == line) {
            active.push(facing[next]);
            next += 1;
        }
        active.retain(|pair| pair.lines[1] > line);
        meter.spend(1 + active.len() as u64)?;
        let moved = shifts[(line - first) as usize];
        let left = |pair: &Facing| pair.slack - (moved - shifts[(pair.lines[0] - first) as usize]);
        let least = active.iter().map(left).min().unwrap_or(0).max(0);
        shifts.push(moved + least / module * module);
    }
    Ok((first, shifts))
}

/// The pairs of rooms between which nothing lies along an axis, found line by line: each room faces the last ones before it
/// on the cells across the axis that it and its gap take up.
fn facing_rooms(
    rooms: &[Placement],
    lines: &[SlotLine],
    axis: usize,
    gap: i32,
    meter: &mut Meter,
) -> Result<Vec<Facing>, Halt> {
    let mut order: Vec<usize> = (0..rooms.len()).collect();
    order.sort_by_key(|&room| (rooms[room].z, lines[room].lines[axis], room));
    let end = rooms.iter().map(|room| across(room.bounds, axis).1).max().unwrap_or(0);
    let mut pairs = Vec::new();
    for level in order.chunk_by(|&a, &b| rooms[a].z == rooms[b].z) {
        let mut last: Vec<Option<usize>> = vec![None; end as usize];
        for &room in level {
            let (from, to) = reach(&rooms[room], &lines[room], axis, end);
            let near = (from - gap).max(0) as usize..(to + gap).min(end) as usize;
            meter.spend(1 + near.len() as u64 / 8)?;
            let mut before: Vec<usize> = last[near].iter().flatten().copied().collect();
            before.dedup();
            pairs.extend(before.into_iter().filter_map(|other| {
                let slack = along(rooms[room].bounds, axis).0 - along(rooms[other].bounds, axis).1 - gap;
                let lines = [lines[other].lines[axis], lines[room].lines[axis]];
                (lines[0] < lines[1]).then_some(Facing { lines, slack })
            }));
            last[from as usize..to as usize].fill(Some(room));
        }
    }
    Ok(pairs)
}

/// The cells across the axis that a room takes up, with those before its front door.
fn reach(room: &Placement, line: &SlotLine, axis: usize, end: i32) -> (i32, i32) {
    let (from, to) = across(room.bounds, axis);
    match line.front.filter(|front| front.is_horizontal() == (axis == 1)) {
        Some(Dir::North | Dir::West) => (0, to),
        Some(_) => (from, end),
        None => (from, to),
    }
}

const fn along(rect: Rect, axis: usize) -> (i32, i32) {
    if axis == 0 { (rect.left, rect.right) } else { (rect.top, rect.bottom) }
}

const fn across(rect: Rect, axis: usize) -> (i32, i32) {
    along(rect, 1 - axis)
}

#[cfg(test)]
mod tests;
