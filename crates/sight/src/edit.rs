//! One cell of a prepared floor changes: only what it can affect is looked at again.
//!
//! ```text
//!      . t t t .      Corners at most one step away (t) may appear, vanish or turn another way: their legs are made anew.
//!      . t X t .      All others keep their legs. A new wall takes away those that it hides; a wall that falls opens
//!      . t t t .      new ones, and all of these pass over X, so that only a narrow beam is followed, and only from
//!                     corners in its row and north of it, as each new leg has such an end.
//! ```
//!
//! Levels follow from there (`relevel.rs`). The graph is then the one that a full build would give, bit by bit.

use undercroft_grid::Cell;

use crate::corner_index::{CornerId, CornerIndex};
use crate::fan::{Fan, Leg};
use crate::outlook::Outlook;
use crate::relevel::{self, Lost, Way};
use crate::{CornerGraph, Observer, OutsideError, length, oracle};

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
        // A cell between four walls is nobody's way and makes no corner.
        if cell.neighbours4().into_iter().any(|near| self.floor.is_free(near)) {
            Edit { graph: self, cell, lost: Vec::new(), gained: Vec::new(), changed: Vec::new() }.run(free);
        }
        Ok(())
    }
}

/// A graph whose floor has changed at a cell.
struct Edit<'a> {
    graph: &'a mut CornerGraph,
    cell: Cell,
    /// Legs that are no more, at corners that have not changed.
    lost: Vec<Lost>,
    gained: Vec<Way>,
    /// Corners with changed legs.
    changed: Vec<CornerId>,
}

impl Edit<'_> {
    fn run(mut self, freed: bool) {
        if !freed {
            self.drop_hidden();
        }
        self.drop_legs_nearby();
        self.renew_corners();
        self.look_from_nearby();
        if freed {
            self.look_through();
        }
        let CornerGraph { corners, fans, .. } = &mut *self.graph;
        relevel::update(corners, fans, &self.lost, &self.gained, &mut self.changed);
        self.changed.sort_unstable();
        self.changed.dedup();
        self.changed.iter().for_each(|&corner| fans[corner as usize].tidy());
    }

    /// Whether a corner is so near that it may have changed.
    fn is_near(&self, corner: CornerId) -> bool {
        self.graph.corners.cell(corner).chebyshev(self.cell) <= 1
    }

    /// Takes away the legs between other corners that the new wall hides.
    fn drop_hidden(&mut self) {
        let (corners, cell) = (&self.graph.corners, self.cell);
        let mut hidden: Vec<Way> = Vec::new();
        for from in 0..corners.first_of_row(cell.y + 1) {
            let here = corners.cell(from);
            let passes = |to: Cell| to.y >= cell.y && oracle::hides(cell, here, to);
            let legs = self.graph.fans[from as usize].legs().iter().filter(|leg| leg.to > from);
            hidden.extend(legs.filter(|leg| passes(corners.cell(leg.to))).map(|leg| (from, leg.to)));
        }
        hidden.retain(|&(from, to)| !self.is_near(from) && !self.is_near(to));
        for (from, to) in hidden {
            self.lose(from, to);
            self.lose(to, from);
        }
    }

    /// Takes away the legs that lead to corners nearby.
    fn drop_legs_nearby(&mut self) {
        for near in self.graph.corners.around(self.cell).into_iter().flatten() {
            for leg in std::mem::take(self.graph.fans[near as usize].legs_mut()) {
                if !self.is_near(leg.to) {
                    self.lose(leg.to, near);
                }
            }
        }
    }

    fn lose(&mut self, from: CornerId, to: CornerId) {
        let step = self.graph.corners.cell(to) - self.graph.corners.cell(from);
        let level = self.graph.fans[from as usize].remove(to).level;
        self.lost.push(Lost { from, step, level });
    }

    /// Finds the corners nearby anew, and gives all others their new numbers.
    fn renew_corners(&mut self) {
        let CornerGraph { floor, corners, fans } = &mut *self.graph;
        let old = corners.around(self.cell);
        corners.renew_around(floor, self.cell);
        let new = corners.around(self.cell);
        for (old, new) in old.iter().zip(&new).rev() {
            fans.splice(old.start as usize..old.end as usize, new.clone().map(|_| Fan::default()));
        }
        // Legs to corners nearby are gone, so each of the others lies wholly after some of the three.
        let shift = |corner: CornerId| {
            let passed = old.iter().zip(&new).take_while(|(old, _)| corner >= old.end);
            let (gone, come) = passed.fold((0, 0), |(gone, come), (old, new)| {
                (gone + old.len() as CornerId, come + new.len() as CornerId)
            });
            corner - gone + come
        };
        if old != new {
            fans.iter_mut().flat_map(|fan| fan.legs_mut()).for_each(|leg| leg.to = shift(leg.to));
            self.lost.iter_mut().for_each(|lost| lost.from = shift(lost.from));
        }
        self.changed.extend(self.lost.iter().map(|lost| lost.from));
    }

    /// Adds the legs of corners nearby.
    fn look_from_nearby(&mut self) {
        let mut outlook = Outlook::default();
        for near in self.graph.corners.around(self.cell).into_iter().flatten() {
            for &to in outlook.all(&self.graph.floor, &self.graph.corners, near) {
                if near < to || !self.is_near(to) {
                    self.gained.extend([(near, to), (to, near)]);
                }
            }
        }
        self.add_gained(0);
    }

    /// Adds the legs between other corners that were hidden.
    fn look_through(&mut self) {
        let known = self.gained.len();
        let mut outlook = Outlook::default();
        for from in 0..self.graph.corners.first_of_row(self.cell.y + 1) {
            if self.is_near(from) {
                continue;
            }
            for &to in outlook.through(&self.graph.floor, &self.graph.corners, from, self.cell) {
                if from < to && !self.is_near(to) {
                    self.gained.extend([(from, to), (to, from)]);
                }
            }
        }
        self.add_gained(known);
    }

    /// Adds the legs of the list from some place on.
    fn add_gained(&mut self, first: usize) {
        let CornerGraph { corners, fans, .. } = &mut *self.graph;
        for &(from, to) in &self.gained[first..] {
            fans[from as usize].legs_mut().push(leg_between(corners, from, to));
            self.changed.push(from);
        }
    }
}

fn leg_between(corners: &CornerIndex, from: CornerId, to: CornerId) -> Leg {
    Leg::new(to, length::leg(corners.cell(to) - corners.cell(from)))
}
