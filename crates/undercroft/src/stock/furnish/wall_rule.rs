//! Along walls: the longest free wall first, from its middle outwards.

use undercroft_grid::{Cell, Dir};

use super::placement::Placement;
use super::room_floor::RoomFloor;
use crate::contents::FeatureKind;
use crate::seed::Stream;

/// Cells in one line along a wall.
struct WallRun {
    start: Cell,
    length: i32,
    wall: Dir,
}

impl WallRun {
    fn cell(&self, step: i32) -> Cell {
        self.start.step(along(self.wall), step)
    }
}

/// Towards greater coordinates along a wall.
const fn along(wall: Dir) -> Dir {
    if wall.is_horizontal() { Dir::South } else { Dir::East }
}

/// Places along walls for something that stands before them.
pub fn standing_places(
    floor: &RoomFloor,
    kind: &FeatureKind,
    number: u8,
    stream: &mut Stream,
    most: usize,
) -> Vec<Placement> {
    let is_place = |cell: Cell, wall: Dir| floor.is_open(cell) && floor.is_backing(cell + wall);
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
    let is_place = |cell: Cell, wall: Dir| floor.is_floor(cell) && floor.is_bare_wall(cell + wall);
    let width = i32::from(kind.size[0]);
    let place = |run: &WallRun| {
        let offset = from_the_middle(run.length - width).next()?;
        let ends = [run.cell(offset), run.cell(offset + width - 1)].map(|cell| cell + run.wall);
        let at = Cell::new(ends[0].x.min(ends[1].x), ends[0].y.min(ends[1].y));
        Some(Placement::new(kind, at, run.wall))
    };
    runs(floor, stream, is_place).iter().filter_map(place).take(most).collect()
}

/// All runs of cells that are places along a wall, the longest first; of equals a drawn side comes first.
fn runs(floor: &RoomFloor, stream: &mut Stream, is_place: impl Fn(Cell, Dir) -> bool) -> Vec<WallRun> {
    let mut runs: Vec<WallRun> = Vec::new();
    let first = stream.below(4) as usize;
    let mut walls = Dir::ALL;
    walls.rotate_left(first);
    for wall in walls {
        let bounds = floor.bounds;
        let (lines, cells) =
            if wall.is_horizontal() { (bounds.width(), bounds.height()) } else { (bounds.height(), bounds.width()) };
        for line in 0..lines {
            let mut open: Option<WallRun> = None;
            for step in 0..cells {
                let (x, y) = if wall.is_horizontal() { (line, step) } else { (step, line) };
                let cell = bounds.min() + Cell::new(x, y);
                match (&mut open, is_place(cell, wall)) {
                    (Some(run), true) => run.length += 1,
                    (None, true) => open = Some(WallRun { start: cell, length: 1, wall }),
                    (_, false) => runs.extend(open.take()),
                }
            }
            runs.extend(open);
        }
    }
    runs.sort_by_key(|run| -run.length);
    runs
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
