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
mod tests {
    use super::*;
    use crate::events::NoEvents;
    use crate::seed::Stream;

    /// Rooms in slots of 12 cells with gaps of `gap`, on two levels.
    fn rooms(stream: &mut Stream, gap: i32) -> (Vec<Placement>, Vec<SlotLine>) {
        let (mut rooms, mut lines) = (Vec::new(), Vec::new());
        for (z, x, y) in (0..2).flat_map(|z| (0..5).flat_map(move |x| (0..5).map(move |y| (z, x, y)))) {
            if stream.below(3) == 0 {
                continue;
            }
            let sides = [stream.range(2..12), stream.range(2..12)];
            let corner = [0, 1].map(|axis| stream.range(0..13 - sides[axis]) + [x, y][axis] * (12 + gap) + 20);
            let rect = Rect::at(Cell::new(corner[0], corner[1]), sides[0], sides[1]);
            rooms.push(Placement { z, ..Placement::rectangle(rect, false) });
            lines.push(SlotLine { lines: [x, y], front: None });
        }
        (rooms, lines)
    }

    /// Cells between two rooms, along the axis where they are farther apart.
    fn distance(a: Rect, b: Rect) -> i32 {
        let apart = |axis: usize| (along(b, axis).0 - along(a, axis).1).max(along(a, axis).0 - along(b, axis).1);
        apart(0).max(apart(1))
    }

    #[test]
    fn rooms_keep_their_gap_and_what_lies_in_line_stays_in_line() {
        let mut saved_most = 0;
        for seed in 0..400 {
            let mut stream = Stream::new(seed, "compact");
            let gap = stream.range(2..8);
            let (before, lines) = rooms(&mut stream, gap);
            let mut after = before.clone();
            let mut sink = NoEvents;
            let saved =
                compact(&mut after, &lines, gap, [1, 1], &mut Meter::new(&mut sink, u64::MAX)).expect("no limit");
            saved_most = saved_most.max(saved[0]);
            for (i, a) in after.iter().enumerate() {
                for (j, b) in after.iter().enumerate().take(i).filter(|(_, b)| b.z == a.z) {
                    assert!(distance(a.bounds, b.bounds) >= gap, "seed {seed}: rooms {i} and {j}");
                }
                for (j, b) in after.iter().enumerate() {
                    for axis in [0, 1].into_iter().filter(|&axis| lines[i].lines[axis] == lines[j].lines[axis]) {
                        let offset =
                            |rooms: &[Placement]| along(rooms[i].bounds, axis).0 - along(rooms[j].bounds, axis).0;
                        assert_eq!(offset(&before), offset(&after), "seed {seed}: {:?}", b.bounds);
                    }
                }
            }
        }
        assert!(saved_most > 20, "{saved_most}");
    }

    #[test]
    fn the_least_gap_of_all_rows_and_levels_decides() {
        let room = |x: i32, y: i32, width: i32, z: i32| Placement {
            z,
            ..Placement::rectangle(Rect::at(Cell::new(x, y), width, 3), false)
        };
        // Rows of one column each side: 6 cells between the first pair, 4 on the level below.
        let mut all = vec![room(0, 0, 4, 0), room(10, 0, 4, 0), room(0, 0, 6, -1), room(10, 0, 4, -1)];
        let line = |x: i32| SlotLine { lines: [x, 0], front: None };
        let mut sink = NoEvents;
        let saved = compact(&mut all, &[0, 1, 0, 1].map(line), 3, [1, 1], &mut Meter::new(&mut sink, u64::MAX));
        assert_eq!(saved.ok(), Some([1, 0]));
        assert_eq!(all.iter().map(|room| room.bounds.left).collect::<Vec<_>>(), [0, 9, 0, 9]);
    }

    #[test]
    fn nothing_moves_before_a_front_door() {
        let room = |x: i32, y: i32| Placement::rectangle(Rect::at(Cell::new(x, y), 4, 4), false);
        let lines = [
            SlotLine { lines: [0, 0], front: Some(Dir::South) },
            SlotLine { lines: [1, 0], front: None },
            SlotLine { lines: [1, 1], front: None },
        ];
        let mut all = [room(0, 0), room(20, 0), room(16, 20)];
        let mut sink = NoEvents;
        compact(&mut all, &lines, 2, [1, 1], &mut Meter::new(&mut sink, u64::MAX)).expect("no limit");
        // Alone, the second column could move by 14 cells; the room below the door may move by 10.
        assert_eq!((all[1].bounds.left, all[2].bounds.left), (10, 6));
    }
}
