//! One cell of a prepared floor changes: only what it can affect is looked at again.
//!
//! ```text
//!      . t t t .      Corners at most one step away (t) may appear, vanish or turn differently: their edges are rebuilt.
//!      . t X t .      All others keep their edges. A new wall takes away those that it hides; a wall that falls opens
//!      . t t t .      new ones, and all of these pass over X, so that only a narrow beam is followed, and only from
//!                     corners in its row and north of it, as each new edge has such an end.
//! ```
//!
//! Levels follow from there (`update_levels.rs`). The graph is then the one that a full build would give, bit by bit.

use std::ops::Range;

use undercroft_grid::Cell;

use super::corner_index::{CornerId, CornerIndex};
use super::edge::{CornerEdge, EdgeFan};
use super::graph::CornerGraph;
use super::update_levels::{self, DirectedEdge, Lost};
use super::visible_corners::VisibleCorners;
use crate::fov::{Observer, OutsideError};

impl CornerGraph {
    /// Frees a cell or makes it solid, and brings the graph up to date.
    ///
    /// # Errors
    /// When the cell lies outside the map.
    pub fn set_free(&mut self, cell: Cell, free: bool) -> Result<(), OutsideError> {
        Observer::one(cell).check(self.floor.size())?;
        if self.floor.is_free(cell) == free {
            return Ok(());
        }
        self.floor.set_free(cell, free);
        // A cell between four walls is on no path and makes no corner.
        if cell.neighbors4().into_iter().any(|near| self.floor.is_free(near)) {
            Update::new(self, cell).run(free);
        }
        Ok(())
    }
}

/// Edges that an edit has room for at first.
const ROOM: usize = 128;

/// A graph whose floor has changed at a cell.
struct Update<'a> {
    graph: &'a mut CornerGraph,
    cell: Cell,
    /// Edges that are no more, at corners that have not changed.
    lost: Vec<Lost>,
    gained: Vec<DirectedEdge>,
    visible: VisibleCorners,
}

impl<'a> Update<'a> {
    fn new(graph: &'a mut CornerGraph, cell: Cell) -> Self {
        Self {
            graph,
            cell,
            lost: Vec::with_capacity(ROOM),
            gained: Vec::with_capacity(ROOM),
            visible: VisibleCorners::default(),
        }
    }

    fn run(mut self, freed: bool) {
        if !freed {
            self.drop_hidden();
        }
        self.drop_edges_nearby();
        self.renew_corners();
        self.look_from_nearby();
        if freed {
            self.look_through();
        }
        let CornerGraph { corners, fans, .. } = &mut *self.graph;
        let turned = update_levels::update(corners, fans, &mut self.lost, &mut self.gained);
        self.renew_rows(&turned);
    }

    /// Packs the rows again in which edges have been lost or gained or lead on otherwise than before.
    fn renew_rows(self, turned: &[CornerId]) {
        let CornerGraph { floor, corners, fans, through } = self.graph;
        let (lost, gained) = (self.lost.iter().map(|lost| lost.from), self.gained.iter().map(|&(from, _)| from));
        let mut changed = vec![false; floor.size().height() as usize];
        for corner in lost.chain(gained).chain(turned.iter().copied()) {
            changed[corners.cell(corner).y as usize] = true;
        }
        let near = (self.cell.y - 1).max(0)..(self.cell.y + 2).min(floor.size().height());
        near.for_each(|y| changed[y as usize] = true);
        for (y, _) in (0..).zip(changed).filter(|(_, changed)| *changed) {
            through.renew_row(corners, fans, y);
        }
    }

    /// Whether a corner is so near that it may have changed.
    fn is_near(&self, corner: CornerId) -> bool {
        is_near(&self.graph.corners, corner, self.cell)
    }

    /// Takes away the edges between other corners that the new wall hides.
    fn drop_hidden(&mut self) {
        let (corners, cell) = (&self.graph.corners, self.cell);
        let (row, next_row) = (corners.first_of_row(cell.y), corners.first_of_row(cell.y + 1));
        let mut hidden: Vec<DirectedEdge> = Vec::new();
        for (from, fan) in (0..next_row).zip(&self.graph.fans).filter(|(_, fan)| fan.reaches(row)) {
            let shade = Shade { from: corners.cell(from), wall: cell };
            let edges = fan.edges().iter().map(|edge| edge.to).filter(|&to| to >= row.max(from + 1));
            hidden.extend(edges.filter(|&to| shade.hides(corners.cell(to))).map(|to| (from, to)));
        }
        hidden.retain(|&(from, to)| !self.is_near(from) && !self.is_near(to));
        for (from, to) in hidden {
            self.lose(from, to);
            self.lose(to, from);
        }
    }

    /// Takes away the edges that lead to corners nearby.
    fn drop_edges_nearby(&mut self) {
        for near in self.graph.corners.around(self.cell).into_iter().flatten() {
            for edge in std::mem::take(&mut self.graph.fans[near as usize]).edges() {
                if !self.is_near(edge.to) {
                    self.lose(edge.to, near);
                }
            }
        }
    }

    fn lose(&mut self, from: CornerId, to: CornerId) {
        let step = self.graph.corners.cell(to) - self.graph.corners.cell(from);
        let level = self.graph.fans[from as usize].remove(to).level;
        self.lost.push(Lost { from, step, level });
    }

    /// Rebuilds the corners nearby, and gives all others their new numbers.
    fn renew_corners(&mut self) {
        let CornerGraph { floor, corners, fans, .. } = &mut *self.graph;
        let old = corners.around(self.cell);
        corners.renew_around(floor, self.cell);
        let new = corners.around(self.cell);
        for (old, new) in old.iter().zip(&new).rev() {
            fans.splice(old.start as usize..old.end as usize, new.clone().map(|_| EdgeFan::default()));
        }
        if old != new {
            let renumbering = Renumbering::new(&old, &new);
            for fan in fans.iter_mut().filter(|fan| fan.reaches(old[0].start)) {
                fan.edges_mut().iter_mut().for_each(|edge| edge.to = renumbering.number(edge.to));
            }
            self.lost.iter_mut().for_each(|lost| lost.from = renumbering.number(lost.from));
        }
    }

    /// Adds the edges of corners nearby.
    fn look_from_nearby(&mut self) {
        let CornerGraph { floor, corners, .. } = &*self.graph;
        for near in corners.around(self.cell).into_iter().flatten() {
            for &to in self.visible.all(floor, corners, near) {
                if near < to || !is_near(corners, to, self.cell) {
                    self.gained.extend([(near, to), (to, near)]);
                }
            }
        }
        self.add_gained(0);
    }

    /// Adds the edges between other corners that were hidden.
    fn look_through(&mut self) {
        let known = self.gained.len();
        let CornerGraph { floor, corners, .. } = &*self.graph;
        let others = (0..corners.first_of_row(self.cell.y + 1)).filter(|&from| !is_near(corners, from, self.cell));
        for from in others {
            for &to in self.visible.through(floor, corners, from, self.cell) {
                if !is_near(corners, to, self.cell) {
                    self.gained.extend([(from, to), (to, from)]);
                }
            }
        }
        self.add_gained(known);
    }

    /// Adds the edges of the list from some place on.
    fn add_gained(&mut self, first: usize) {
        let CornerGraph { corners, fans, .. } = &mut *self.graph;
        for &(from, to) in &self.gained[first..] {
            fans[from as usize].insert(CornerEdge::new(to, corners.cell(to) - corners.cell(from)));
        }
    }
}

/// What a wall hides from a cell in its row or north of it.
struct Shade {
    from: Cell,
    wall: Cell,
}

impl Shade {
    /// Whether a cell is hidden that is in the row of the wall or south of it: [`crate::oracle::hides`] without branches.
    #[inline]
    fn hides(&self, to: Cell) -> bool {
        let (d, r) = (to - self.from, self.wall - self.from);
        let cross = i64::from(d.x) * i64::from(r.y) - i64::from(d.y) * i64::from(r.x);
        let between = i64::from(r.x) * i64::from(r.x - d.x) <= 0;
        between & (cross.abs() < i64::from(d.x.abs()) + i64::from(d.y))
    }
}

/// New numbers for corners that are not near an edit.
struct Renumbering {
    /// The ends of three ranges of corners nearby, and how much further all corners after each have moved.
    moves: [(CornerId, CornerId); 3],
}

impl Renumbering {
    /// From the corners near an edit before and after it.
    fn new(old: &[Range<CornerId>; 3], new: &[Range<CornerId>; 3]) -> Self {
        let count = |range: &Range<CornerId>| range.end - range.start;
        Self { moves: [0, 1, 2].map(|row| (old[row].end, count(&new[row]).wrapping_sub(count(&old[row])))) }
    }

    /// The new number of a corner that is not near.
    #[inline]
    fn number(&self, corner: CornerId) -> CornerId {
        let shift = |(end, by): (CornerId, CornerId)| if corner >= end { by } else { 0 };
        self.moves.iter().fold(corner, |number, &shifted| number.wrapping_add(shift(shifted)))
    }
}

fn is_near(corners: &CornerIndex, corner: CornerId, cell: Cell) -> bool {
    corners.cell(corner).chebyshev(cell) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fov::oracle;

    #[test]
    fn a_wall_hides_what_the_definition_says() {
        let wall = Cell::new(5, 5);
        let cells = |rows: Range<i32>| rows.flat_map(|y| (0..11).map(move |x| Cell::new(x, y)));
        for (from, to) in cells(0..6).flat_map(|from| cells(5..11).map(move |to| (from, to))) {
            assert_eq!(Shade { from, wall }.hides(to), oracle::hides(wall, from, to), "{from} to {to}");
        }
    }
}
