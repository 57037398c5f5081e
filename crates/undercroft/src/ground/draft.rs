//! The ground of a level while it is laid: changes since the last commit can be undone.

use undercroft_grid::{Cell, Grid, Size};

use crate::dungeon::Ground;

/// Ground with a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundDraft {
    ground: Grid<Ground>,
    /// The cells changed since the last commit, with what lay there before.
    journal: Vec<(Cell, Ground)>,
}

impl GroundDraft {
    /// Bare ground.
    pub fn new(size: Size) -> Self {
        Self { ground: Grid::filled(size, Ground::Bare), journal: Vec::new() }
    }

    /// What lies on a cell; nothing outside the map.
    pub fn at(&self, cell: Cell) -> Ground {
        self.ground.get(cell).copied().unwrap_or_default()
    }

    /// Whether nothing lies on a cell.
    pub fn is_bare(&self, cell: Cell) -> bool {
        self.at(cell) == Ground::Bare
    }

    /// Whether what lies on a cell stops bodies.
    pub fn is_solid(&self, cell: Cell) -> bool {
        self.at(cell).is_solid()
    }

    /// Lays ground on a cell of the map.
    pub fn lay(&mut self, cell: Cell, ground: Ground) {
        let old = std::mem::replace(&mut self.ground[cell], ground);
        self.journal.push((cell, old));
    }

    /// Keeps what was changed.
    pub fn commit(&mut self) {
        self.journal.clear();
    }

    /// Takes back what was changed since the last commit.
    pub fn undo(&mut self) {
        while let Some((cell, old)) = self.journal.pop() {
            self.ground[cell] = old;
        }
    }

    /// The ground, if any was laid.
    pub fn finish(self) -> Option<Grid<Ground>> {
        self.ground.values().iter().any(|&ground| ground != Ground::Bare).then_some(self.ground)
    }
}
