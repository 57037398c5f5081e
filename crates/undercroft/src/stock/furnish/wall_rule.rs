//! Along walls: the longest free wall first, from its middle outwards.

use undercroft_grid::{Cell, Dir};

use super::placement::Placement;
use super::room_floor::RoomFloor;
use super::room_walls::{WallRun, take_longest};
use crate::contents::FeatureKind;
use crate::seed::Stream;

/// Writes places along walls for something that stands before them to a list. `number` is that of its kind, `first` the wall
/// that comes first among equals.
pub fn standing_places(
    floor: &mut RoomFloor,
    kind: &FeatureKind,
    (number, first): (u8, usize),
    (most, places): (usize, &mut Vec<Placement>),
) {
    let width = i32::from(kind.size[0]);
    let mut runs = floor.open_runs(first);
    'all: while let Some(run) = take_longest(&mut runs, width) {
        for offset in from_the_middle(run.length - width) {
            let beside = [run.cell(offset - 1), run.cell(offset + width)];
            if !beside.into_iter().any(|cell| floor.has_other(cell, number)) {
                places.push(before_wall(kind, &run, offset));
            }
            if places.len() == most {
                break 'all;
            }
        }
    }
    floor.runs = runs;
}

/// The place in a wall for something that hangs there, which covers cells of the wall.
pub fn mounted_place(floor: &mut RoomFloor, kind: &FeatureKind, stream: &mut Stream) -> Option<Placement> {
    let width = i32::from(kind.size[0]);
    let mut runs = floor.bare_runs(stream.below(4) as usize);
    let run = take_longest(&mut runs, width);
    floor.runs = runs;
    let run = run?;
    let offset = from_the_middle(run.length - width).next()?;
    let ends = [run.cell(offset), run.cell(offset + width - 1)].map(|cell| cell + run.wall);
    let at = Cell::new(ends[0].x.min(ends[1].x), ends[0].y.min(ends[1].y));
    Some(Placement::new(kind, at, run.wall))
}

/// A feature `offset` cells along a run, its back to the wall.
fn before_wall(kind: &FeatureKind, run: &WallRun, offset: i32) -> Placement {
    let depth = i32::from(kind.size[1]);
    let corner = run.cell(offset);
    let at = match run.wall {
        Dir::North | Dir::West => corner,
        Dir::South => corner.step(Dir::North, depth - 1),
        Dir::East => corner.step(Dir::West, depth - 1),
    };
    Placement::new(kind, at, run.wall)
}

/// 0 to `last`, the middle first.
fn from_the_middle(last: i32) -> impl Iterator<Item = i32> {
    let middle = last / 2;
    (0..=last.max(-1)).map(move |step| if step % 2 == 1 { middle + step.div_euclid(2) + 1 } else { middle - step / 2 })
}

#[cfg(test)]
mod tests {
    use super::from_the_middle;

    #[test]
    fn every_offset_comes_once_and_the_middle_first() {
        for last in -2..9 {
            let mut offsets: Vec<i32> = from_the_middle(last).collect();
            assert!(offsets.first().is_none_or(|&first| first == last / 2));
            offsets.sort_unstable();
            assert_eq!(offsets, (0..=last).collect::<Vec<_>>(), "{last}");
        }
    }
}
