//! Along walls: the longest free wall first, from its middle outwards.

use undercroft_grid::{Cell, Dir};

use super::placement::Placement;
use super::room_floor::RoomFloor;
use super::room_walls::WallRun;
use crate::contents::FeatureKind;
use crate::seed::Stream;

/// Places along walls for something that stands before them.
pub fn standing_places(
    floor: &RoomFloor,
    kind: &FeatureKind,
    number: u8,
    stream: &mut Stream,
    most: usize,
) -> Vec<Placement> {
    let is_place = |cell: Cell, _| floor.is_open(cell);
    let width = i32::from(kind.size[0]);
    let mut places = Vec::new();
    for run in runs(floor, stream, is_place) {
        for offset in from_the_middle(run.length - width) {
            let placement = before_wall(kind, &run, offset);
            let beside = [run.cell(offset - 1), run.cell(offset + width)];
            if !beside.into_iter().any(|cell| floor.has_other(cell, number)) {
                places.push(placement);
            }
            if places.len() == most {
                return places;
            }
        }
    }
    places
}

/// Places in walls for something that hangs there. The placement covers cells of the wall.
pub fn mounted_places(floor: &RoomFloor, kind: &FeatureKind, stream: &mut Stream, most: usize) -> Vec<Placement> {
    let is_place = |cell: Cell, wall: Dir| floor.is_bare_wall(cell + wall);
    let width = i32::from(kind.size[0]);
    let place = |run: &WallRun| {
        let offset = from_the_middle(run.length - width).next()?;
        let ends = [run.cell(offset), run.cell(offset + width - 1)].map(|cell| cell + run.wall);
        let at = Cell::new(ends[0].x.min(ends[1].x), ends[0].y.min(ends[1].y));
        Some(Placement::new(kind, at, run.wall))
    };
    runs(floor, stream, is_place).iter().filter_map(place).take(most).collect()
}

/// The runs of places along walls; of equals a drawn side comes first.
fn runs(floor: &RoomFloor, stream: &mut Stream, is_place: impl Fn(Cell, Dir) -> bool) -> Vec<WallRun> {
    let first = stream.below(4) as usize;
    floor.walls.runs_of(first, is_place)
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
