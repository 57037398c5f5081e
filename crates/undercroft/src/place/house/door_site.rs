//! Places for doors in walls, and what keeps off them.

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

/// How many of these walls a run of stairs leaves no place for a door, how many no place away from corners, and how many such
/// places it takes.
pub fn lost_doors(walls: &[Rect], width: i32, run: &[Cell]) -> [usize; 3] {
    let mut lost = [0; 3];
    for &wall in walls {
        let sites = DoorSite::all(wall, width);
        let is_near = |site: &DoorSite| is_near_stairs(site.cells, run);
        let good = sites.clone().filter(|site| !site.is_corner);
        let (all, taken) = (good.clone().count(), good.filter(is_near).count());
        lost[0] += usize::from(sites.clone().all(|site| is_near(&site)));
        lost[1] += usize::from(taken == all);
        lost[2] += taken;
    }
    lost
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
}
