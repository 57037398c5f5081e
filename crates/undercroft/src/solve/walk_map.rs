//! The cells of all levels as numbers, and what stops a visitor on each.
//!
//! Every level has a frame of solid cells round it, so that the four neighbors of an open cell need no check of bounds.

use std::collections::BTreeMap;

use undercroft_grid::{Cell, Size};

use super::gates::Gates;
use crate::dungeon::{Dungeon, Level, Terrain};
use crate::multi_level::LevelCell;

/// What a cell is to a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passage {
    /// It can never be entered.
    Solid,
    /// It can be entered.
    Open,
    /// It can be entered, and another level from it.
    Stairs,
    /// It can be entered when its gate is open.
    Gate,
}

/// One level in the list of cells.
#[derive(Clone, Copy, Debug)]
struct LevelRange {
    z: i32,
    /// The number of the frame's north-west cell.
    first: u32,
    /// From a cell to the one south of it.
    stride: u32,
    size: Size,
}

/// The cells of a dungeon by number.
#[derive(Clone, Debug)]
pub(super) struct WalkMap {
    levels: Vec<LevelRange>,
    passages: Vec<Passage>,
    /// Where stairs lead, up and down.
    flights: BTreeMap<u32, u32>,
    /// The gate that each cell of a locked door belongs to.
    gate_cells: BTreeMap<u32, usize>,
}

impl WalkMap {
    /// The map of a dungeon whose entities are valid, with the gates of its locks.
    pub(super) fn new(dungeon: &Dungeon, gates: &Gates) -> Self {
        let mut map =
            Self { levels: Vec::new(), passages: Vec::new(), flights: BTreeMap::new(), gate_cells: BTreeMap::new() };
        dungeon.levels.iter().for_each(|level| map.add_level(dungeon, level, gates));
        map.hang_gates(dungeon, gates);
        map.join_levels(dungeon);
        map
    }

    fn add_level(&mut self, dungeon: &Dungeon, level: &Level, gates: &Gates) {
        let (width, height) = (level.size().width() as usize, level.size().height() as usize);
        let (first, stride) = (self.passages.len() as u32, width as u32 + 2);
        self.levels.push(LevelRange { z: level.z, first, stride, size: level.size() });
        let solid = dungeon.solid_with(level, |door| gates.is_shut(door.id));
        self.passages.resize(self.passages.len() + width + 2, Passage::Solid);
        for y in 0..height as i32 {
            self.passages.push(Passage::Solid);
            let row = (0..width as i32).map(|x| solid.contains(Cell::new(x, y)));
            self.passages.extend(row.map(|is_solid| if is_solid { Passage::Solid } else { Passage::Open }));
            self.passages.push(Passage::Solid);
        }
        self.passages.resize(self.passages.len() + width + 2, Passage::Solid);
    }

    fn hang_gates(&mut self, dungeon: &Dungeon, gates: &Gates) {
        for (gate, door) in gates.doors().map(|door| dungeon.door(door)).enumerate() {
            for &cell in &door.cells {
                let node = self.node(LevelCell { z: door.z, cell });
                if let Some(node) = node.filter(|&node| self.passages[node as usize] == Passage::Open) {
                    self.passages[node as usize] = Passage::Gate;
                    self.gate_cells.insert(node, gate);
                }
            }
        }
    }

    fn join_levels(&mut self, dungeon: &Dungeon) {
        for upper in &dungeon.levels {
            let goes_down = |cell: &Cell| upper.terrain[*cell] == Terrain::StairsDown;
            for cell in upper.size().cells().filter(goes_down) {
                let Some(z) = dungeon.stairs_lead(upper.z, cell) else { continue };
                let ends = [upper.z, z].map(|z| self.node(LevelCell { z, cell }));
                let [Some(above), Some(below)] = ends else { continue };
                if [above, below].iter().all(|&end| self.passages[end as usize] != Passage::Solid) {
                    for (from, to) in [(above, below), (below, above)] {
                        self.flights.insert(from, to);
                        if self.passages[from as usize] == Passage::Open {
                            self.passages[from as usize] = Passage::Stairs;
                        }
                    }
                }
            }
        }
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.passages.len()
    }

    /// The number of a cell that lies on a level.
    pub(super) fn node(&self, LevelCell { z, cell }: LevelCell) -> Option<u32> {
        let level = self.levels.iter().find(|level| level.z == z && level.size.contains(cell))?;
        Some(level.first + (cell.y as u32 + 1) * level.stride + cell.x as u32 + 1)
    }

    /// The cell with a number.
    pub(super) fn place(&self, node: u32) -> LevelCell {
        let level = self.level_of(node);
        let at = node - level.first;
        let cell = Cell::new((at % level.stride) as i32 - 1, (at / level.stride) as i32 - 1);
        LevelCell { z: level.z, cell }
    }

    /// Whether a visitor can ever stand on a cell, if only with a key.
    pub(super) fn is_free(&self, node: u32) -> bool {
        self.passages[node as usize] != Passage::Solid
    }

    /// The gate that a cell belongs to.
    pub(super) fn gate(&self, node: u32) -> Option<usize> {
        let is_gate = self.passages[node as usize] == Passage::Gate;
        if is_gate { self.gate_cells.get(&node).copied() } else { None }
    }

    /// The cells of all gates, in order.
    pub(super) fn gate_cells(&self) -> impl Iterator<Item = (u32, usize)> {
        self.gate_cells.iter().map(|(&node, &gate)| (node, gate))
    }

    /// Shuts the cells of gates for good.
    pub(super) fn shut_gates(&mut self, is_shut: impl Fn(usize) -> bool) {
        let shut: Vec<u32> = self.gate_cells().filter(|&(_, gate)| is_shut(gate)).map(|(node, _)| node).collect();
        for node in shut {
            self.passages[node as usize] = Passage::Solid;
            self.gate_cells.remove(&node);
            if let Some(other) = self.flights.remove(&node) {
                self.flights.remove(&other);
            }
        }
    }

    /// Tells every cell that one step from a cell leads to, gates included: four neighbors, and the stairs.
    pub(super) fn for_each_step(&self, node: u32, mut tell: impl FnMut(u32)) {
        let stride = self.level_of(node).stride;
        for next in [node - stride, node + 1, node + stride, node - 1] {
            if self.passages[next as usize] != Passage::Solid {
                tell(next);
            }
        }
        let may_lead = matches!(self.passages[node as usize], Passage::Stairs | Passage::Gate);
        if may_lead && let Some(&next) = self.flights.get(&node) {
            tell(next);
        }
    }

    fn level_of(&self, node: u32) -> LevelRange {
        if let [only] = self.levels[..] {
            return only;
        }
        self.levels[self.levels.partition_point(|level| level.first <= node) - 1]
    }
}
