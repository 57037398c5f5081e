//! The outline of a set of cells as closed loops.
//!
//! Cells that touch only at a corner belong to different loops, for no body can pass there. A loop keeps one edge for each
//! side of a cell.

use undercroft_grid::{BitGrid, Cell, Edge, Touching, boundary};

/// One closed loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Its edges in walking order; the last leads back to the first.
    pub edges: Vec<Edge>,
}

impl Loop {
    /// The corners of the lattice where it turns.
    pub fn corners(&self) -> Vec<Cell> {
        let before = self.edges.iter().cycle().skip(self.edges.len() - 1);
        let turns = self.edges.iter().zip(before).filter(|(edge, before)| edge.dir != before.dir);
        turns.map(|(edge, _)| edge.start()).collect()
    }
}

/// All loops round a set of cells, ordered by their first edge from the north-west.
pub fn outline(set: &BitGrid) -> Vec<Loop> {
    boundary(set, Touching::Apart).into_iter().map(|edges| Loop { edges }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use undercroft_grid::{Dir, Size};

    fn set(picture: &[&str]) -> BitGrid {
        let size = Size::of(picture[0].len() as i32, picture.len() as i32);
        BitGrid::from_fn(size, |cell| picture[cell.y as usize].as_bytes()[cell.x as usize] == b'.')
    }

    /// Twice the area, by the shoelace formula; holes count below zero.
    fn twice_area(corners: &[Cell]) -> i64 {
        let after = corners.iter().cycle().skip(1);
        corners.iter().zip(after).map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(b.x) * i64::from(a.y)).sum()
    }

    /// The slow truth: maximal runs of cell sides that face the same direction.
    fn runs(set: &BitGrid) -> usize {
        let starts = |cell: Cell, dir: Dir| {
            let is_side = |cell: Cell| set.contains(cell) && !set.contains(cell.step(dir, 1));
            is_side(cell) && !is_side(cell.step(dir.right(), 1))
        };
        set.size().cells().flat_map(|cell| Dir::ALL.map(|dir| starts(cell, dir))).filter(|&starts| starts).count()
    }

    #[test]
    fn a_hole_is_a_loop_of_its_own_walked_the_other_way() {
        let loops = outline(&set(&["...", ". .", "..."]));
        let corners: Vec<_> = loops.iter().map(Loop::corners).collect();
        let cells = |places: &[(i32, i32)]| places.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>();
        assert_eq!(corners[0], cells(&[(0, 0), (3, 0), (3, 3), (0, 3)]));
        assert_eq!(corners[1], cells(&[(1, 2), (2, 2), (2, 1), (1, 1)]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn loops_hold_the_floor_and_have_one_segment_for_each_run(
            (width, height) in (1..12_i32, 1..12_i32), bits in prop::collection::vec(any::<bool>(), 144)
        ) {
            let size = Size::of(width, height);
            let set = BitGrid::from_fn(size, |cell| bits[size.id(cell)]);
            let loops = outline(&set);
            let corners: Vec<_> = loops.iter().map(Loop::corners).collect();
            let area: i64 = corners.iter().map(|corners| twice_area(corners)).sum();
            prop_assert_eq!(area, 2 * set.count() as i64);
            prop_assert_eq!(corners.iter().map(Vec::len).sum::<usize>(), runs(&set));
        }
    }
}
