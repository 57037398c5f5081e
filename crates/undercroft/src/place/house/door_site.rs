//! Places for doors in walls, and what keeps off them.

use std::ops::Add;

use undercroft_grid::{Cell, Rect};

use crate::dungeon::STAIRS_GAP;

/// A place for a door in a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoorSite {
    /// The cells.
    pub cells: Rect,
    /// Whether it is at the end of a wall that has cells more on both sides.
    pub is_corner: bool,
}

impl DoorSite {
    /// All places for a door of this width, or as wide as the wall is long.
    pub fn all(wall: Rect, width: i32) -> impl Iterator<Item = Self> + Clone {
        let is_across = wall.width() > wall.height();
        let length = wall.width().max(wall.height());
        let width = width.min(length);
        (0..=length - width).map(move |offset| {
            let (at, sides) =
                if is_across { (Cell::new(offset, 0), (width, 1)) } else { (Cell::new(0, offset), (1, width)) };
            let is_corner = length >= width + 2 && (offset == 0 || offset + width == length);
            Self { cells: Rect::at(wall.min() + at, sides.0, sides.1), is_corner }
        })
    }
}

/// The distance between the nearest cells of two rectangles, as |dx| + |dy|.
pub fn gap(a: Rect, b: Rect) -> i32 {
    let apart = |from: i32, to: i32, start: i32, end: i32| (start - to + 1).max(from - end + 1).max(0);
    apart(a.left, a.right, b.left, b.right) + apart(a.top, a.bottom, b.top, b.bottom)
}

/// Whether a door is within the gap that stairs keep.
pub fn is_near_stairs(door: Rect, run: &[Cell]) -> bool {
    Rect::around(run.iter().copied()).is_some_and(|run| gap(door, run) <= STAIRS_GAP)
}

/// What stairs cost the doors of a room, worst first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LostDoors {
    /// Walls without any place for a door.
    pub walls: i32,
    /// Walls without a place away from corners.
    pub good_walls: i32,
    /// Places away from corners.
    pub places: i32,
}

impl Add for LostDoors {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            walls: self.walls + other.walls,
            good_walls: self.good_walls + other.good_walls,
            places: self.places + other.places,
        }
    }
}

/// What runs of stairs together cost the doors of these walls.
pub fn lost_doors(walls: &[Rect], width: i32, runs: &(impl Iterator<Item = Rect> + Clone)) -> LostDoors {
    walls.iter().map(|&wall| lost_in_wall(wall, width, runs)).fold(LostDoors::default(), Add::add)
}

/// The same for one wall. The places that a run takes lie in a row, so that their ends are enough.
fn lost_in_wall(wall: Rect, width: i32, runs: &(impl Iterator<Item = Rect> + Clone)) -> LostDoors {
    let is_across = wall.width() > wall.height();
    let span = |rect: Rect, is_across: bool| if is_across { (rect.left, rect.right) } else { (rect.top, rect.bottom) };
    let ((start, end), (near, far)) = (span(wall, is_across), span(wall, !is_across));
    let width = width.min(end - start);
    let taken = |run: Rect| {
        let ((run_start, run_end), (from, to)) = (span(run, is_across), span(run, !is_across));
        let reach = STAIRS_GAP - (near - to + 1).max(from - far + 1).max(0);
        // None where the reach is negative.
        let first = if reach < 0 { end } else { run_start - width + 1 - reach };
        first..=run_end - 1 + reach
    };
    let corner = i32::from(end - start >= width + 2);
    let (mut free, mut good, mut places) = (0, 0, 0);
    for at in start..=end - width {
        let is_taken = runs.clone().any(|run| taken(run).contains(&at));
        let is_good = at >= start + corner && at <= end - width - corner;
        free += i32::from(!is_taken);
        good += i32::from(is_good && !is_taken);
        places += i32::from(is_good && is_taken);
    }
    LostDoors { walls: i32::from(free == 0), good_walls: i32::from(good == 0), places }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_the_distance_of_the_nearest_cells() {
        let rects: Vec<Rect> = (0..6)
            .flat_map(|x| {
                (0..6).flat_map(move |y| [(1, 1), (2, 1), (1, 3)].map(|(w, h)| Rect::at(Cell::new(x, y), w, h)))
            })
            .collect();
        for (a, b) in rects.iter().flat_map(|&a| rects.iter().map(move |&b| (a, b))) {
            let slow = a.cells().flat_map(|a| b.cells().map(move |b| a.manhattan(b))).min();
            assert_eq!(Some(gap(a, b)), slow, "{a:?} {b:?}");
        }
    }

    #[test]
    fn stairs_cost_the_places_that_lie_near_them() {
        for (x, y, width) in (-3..12).flat_map(|x| (-4..5).flat_map(move |y| (1..=3).map(move |w| (x, y, w)))) {
            for (length, is_turned, run) in
                [(7, false, (2, 1)), (3, true, (1, 2)), (1, false, (1, 1)), (5, true, (3, 1))]
            {
                let sides = if is_turned { (1, length) } else { (length, 1) };
                let wall = Rect::at(Cell::new(0, 0), sides.0, sides.1);
                let run = Rect::at(Cell::new(x, y), run.0, run.1);
                let other = Rect::at(Cell::new(6 - x, 1), 1, 1);
                let runs = [run, other].map(|run| run.cells().collect::<Vec<Cell>>());
                let is_near = |site: &DoorSite| runs.iter().any(|run| is_near_stairs(site.cells, run));
                let sites: Vec<DoorSite> = DoorSite::all(wall, width).collect();
                let good = || sites.iter().filter(|site| !site.is_corner);
                let slow = LostDoors {
                    walls: i32::from(sites.iter().all(is_near)),
                    good_walls: i32::from(good().all(is_near)),
                    places: good().filter(|site| is_near(site)).count() as i32,
                };
                assert_eq!(lost_doors(&[wall], width, &[run, other].into_iter()), slow, "{wall:?} {run:?} {width}");
            }
        }
    }
}
