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
        let saved = compact(&mut after, &lines, gap, [1, 1], &mut Meter::new(&mut sink, u64::MAX)).expect("no limit");
        saved_most = saved_most.max(saved[0]);
        for (i, a) in after.iter().enumerate() {
            for (j, b) in after.iter().enumerate().take(i).filter(|(_, b)| b.z == a.z) {
                assert!(distance(a.bounds, b.bounds) >= gap, "seed {seed}: rooms {i} and {j}");
            }
            for (j, b) in after.iter().enumerate() {
                for axis in [0, 1].into_iter().filter(|&axis| lines[i].lines[axis] == lines[j].lines[axis]) {
                    let offset = |rooms: &[Placement]| along(rooms[i].bounds, axis).0 - along(rooms[j].bounds, axis).0;
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
