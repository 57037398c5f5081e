//! The edges that lead on, packed for searches.
//!
//! ```text
//!     row 7    starts   0   3   4   8        What a search reads of an edge is its step: where it ends follows from the
//!              steps    a b c │ d │ e f g h  corner where it begins, and which number that corner has from the bits of
//!                                            the row (`corner_index.rs`). Two bytes an edge, corner by corner, or six
//!                                            in a row with an edge of more than 127 columns or rows.
//! ```
//!
//! A search over scattered walls takes up thousands of corners, each once. It mostly waits for memory, so what counts is
//! how few lines of it hold the edges of a region. Rows are apart, so that an edit replaces only those that it changes.

use std::hint::black_box;

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::edge::{CornerEdge, EdgeFan};
use super::taut::{self, Sides, Walls};

/// The edges that lead on from each corner, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ThroughEdges {
    rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    /// Of each corner the walls, in the lower four bits, and where its steps begin; at last where those of the last one
    /// end. [Limits: fewer than 2²⁸ steps]
    heads: Box<[u32]>,
    steps: RowSteps,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum RowSteps {
    Near(Box<[[i8; 2]]>),
    Far(Box<[FarStep]>),
}

/// The steps of the edges that lead on from a corner.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Steps<'a> {
    /// None is longer than 127 in either direction.
    Near(&'a [[i8; 2]]),
    Far(&'a [FarStep]),
}

/// A step in few bytes.
pub(crate) trait PackedStep: Copy {
    /// The step as such.
    fn cell(self) -> Cell;

    /// The quadrants that a path can have turned round which leaves by this step.
    fn sides_before(self) -> Sides;
}

impl PackedStep for [i8; 2] {
    #[inline]
    fn cell(self) -> Cell {
        Cell::new(self[0].into(), self[1].into())
    }

    #[inline]
    fn sides_before(self) -> Sides {
        taut::sides_before_near(self)
    }
}

/// Of more than 127 columns or rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FarStep {
    step: [i16; 2],
    sides: Sides,
}

impl FarStep {
    fn new(step: Cell) -> Self {
        Self { step: [step.x as i16, step.y as i16], sides: taut::sides_before(step) }
    }
}

impl PackedStep for FarStep {
    #[inline]
    fn cell(self) -> Cell {
        Cell::new(self.step[0].into(), self.step[1].into())
    }

    #[inline]
    fn sides_before(self) -> Sides {
        self.sides
    }
}

impl ThroughEdges {
    /// Those of a floor with so many rows.
    pub(crate) fn new(corners: &CornerIndex, fans: &[EdgeFan], rows: i32) -> Self {
        Self { rows: (0..rows).map(|y| Row::new(&fans[corners.row(y)], corners.walls_of_row(y))).collect() }
    }

    /// Reads a row again in which fans have changed.
    pub(crate) fn renew_row(&mut self, corners: &CornerIndex, fans: &[EdgeFan], y: i32) {
        self.rows[y as usize] = Row::new(&fans[corners.row(y)], corners.walls_of_row(y));
    }

    /// The walls of a corner, which is in this row, and the steps of the edges that lead on from it.
    #[inline]
    pub(crate) fn at(&self, corners: &CornerIndex, corner: CornerId, y: i32) -> (Walls, Steps<'_>) {
        let Row { heads, steps } = &self.rows[y as usize];
        let place = (corner - corners.first_of_row(y)) as usize;
        let range = start(heads[place])..start(heads[place + 1]);
        let steps = match steps {
            RowSteps::Near(steps) => Steps::Near(&steps[range]),
            RowSteps::Far(steps) => Steps::Far(&steps[range]),
        };
        (heads[place] as Walls & 0x0F, steps)
    }

    /// Loads what is at a corner of this row, so that a search need not wait for it later.
    #[inline]
    pub(crate) fn touch(&self, corners: &CornerIndex, corner: CornerId, y: i32) {
        let Row { heads, steps } = &self.rows[y as usize];
        let at = start(heads[(corner - corners.first_of_row(y)) as usize]);
        // Corners with far steps are few, and have many.
        if let RowSteps::Near(steps) = steps {
            black_box(steps.get(at).copied());
        }
    }

    /// Bytes that the edges take.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.iter().map(Row::bytes).sum()
    }
}

impl Row {
    fn new(fans: &[EdgeFan], walls: &[Walls]) -> Self {
        let (mut end, mut heads) = (0, Vec::with_capacity(fans.len() + 1));
        for (fan, &walls) in fans.iter().zip(walls) {
            heads.push(end << 4 | u32::from(walls));
            end += through(fan).count() as u32;
        }
        assert!(end < 1 << 28, "a row has fewer than 2²⁸ edges");
        heads.push(end << 4);
        let steps = || fans.iter().flat_map(through);
        let is_near = steps().all(|step| step.x.abs().max(step.y.abs()) <= i32::from(i8::MAX));
        let steps = if is_near {
            RowSteps::Near(packed(end, steps().map(|step| [step.x as i8, step.y as i8])))
        } else {
            RowSteps::Far(packed(end, steps().map(FarStep::new)))
        };
        Self { heads: heads.into(), steps }
    }

    fn bytes(&self) -> usize {
        let steps = match &self.steps {
            RowSteps::Near(steps) => size_of_val(&**steps),
            RowSteps::Far(steps) => size_of_val(&**steps),
        };
        size_of::<Self>() + size_of_val(&*self.heads) + steps
    }
}

/// Where steps begin.
#[inline]
const fn start(head: u32) -> usize {
    (head >> 4) as usize
}

/// The steps of a fan that lead on.
fn through(fan: &EdgeFan) -> impl Iterator<Item = Cell> {
    fan.edges().iter().filter(|edge| !edge.falls()).map(CornerEdge::step)
}

/// So many steps in a list without spare room.
fn packed<T>(count: u32, steps: impl Iterator<Item = T>) -> Box<[T]> {
    let mut list = Vec::with_capacity(count as usize);
    list.extend(steps);
    list.into()
}

#[cfg(test)]
mod tests {
    use undercroft_grid::{BitGrid, Size};

    use super::*;
    use crate::floor::Floor;
    use crate::path::graph::CornerGraph;

    /// The steps as they are.
    fn unpacked(steps: Steps) -> Vec<(Cell, Sides)> {
        match steps {
            Steps::Near(steps) => steps.iter().map(|step| (step.cell(), step.sides_before())).collect(),
            Steps::Far(steps) => steps.iter().map(|step| (step.cell(), step.sides_before())).collect(),
        }
    }

    #[test]
    fn near_and_far_rows_hold_the_edges_of_their_fans_that_do_not_fall() {
        // Scattered pillars in the west, so that rows there are near, and two in the far east of the first rows.
        let far = [Cell::new(390, 2), Cell::new(396, 4)];
        let is_pillar = |cell: Cell| cell.x < 60 && (cell.x * 7 + cell.y * 11) % 13 == 0 || far.contains(&cell);
        let solid = BitGrid::from_fn(Size::of(400, 24), |cell| {
            is_pillar(cell) || (60..380).contains(&cell.x) && cell.y == 8 || cell.x == 60 && cell.y > 8
        });
        let graph = CornerGraph::build(&Floor::new(&solid));
        let (mut near, mut distant) = (0, 0);
        for corner in 0..graph.corners.len() as CornerId {
            let (walls, steps) = graph.through.at(&graph.corners, corner, graph.corners.cell(corner).y);
            let fan = graph.fans[corner as usize].edges().iter().filter(|edge| !edge.falls());
            let expected: Vec<(Cell, Sides)> = fan.map(|edge| (edge.step(), taut::sides_before(edge.step()))).collect();
            assert_eq!((walls, unpacked(steps)), (graph.corners.walls(corner), expected), "{corner}");
            match steps {
                Steps::Near(steps) => near += steps.len(),
                Steps::Far(steps) => distant += steps.len(),
            }
        }
        assert!(near > 100 && distant > 100, "{near} {distant}");
    }
}
