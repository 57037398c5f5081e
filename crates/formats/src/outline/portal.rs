//! Doors as lines, and where their ends cut the walls.

use std::collections::BTreeSet;

use undercroft_grid::{BitGrid, Cell, Dir};

use super::{Edge, Portal, Scale, WallPoint};
use undercroft::dungeon::{Door, Dungeon, Level};

/// The portals of a level and the sides of cells that their ends touch in the middle.
///
/// Light that crosses a door's cells enters and leaves by their two open sides, so that one line across the middle stops
/// it as the whole cell would. Where a door has no wall beside it, as on maps drawn by hand, light could pass by: such a
/// side gets a line of its own.
pub fn portals(dungeon: &Dungeon, level: &Level, open: &BitGrid, scale: Scale) -> (Vec<Portal>, BTreeSet<Edge>) {
    let mut taken = BitGrid::new(level.size());
    let (mut portals, mut cuts) = (Vec::new(), BTreeSet::new());
    // A secret doorway, as in the woods, has no leaf and still looks like what is around it.
    for door in dungeon.doors_on(level.z).filter(|door| door.kind.has_leaf() || door.secret) {
        // Two doors in one cell are a flaw that `verify` names; the first one counts.
        let is_gap = |cell: &Cell| open.contains(*cell) && !taken.contains(*cell);
        let cells: Vec<Cell> = door.cells.iter().copied().filter(is_gap).collect();
        for gap in gaps(door, cells) {
            for cell in gap.cells() {
                taken.insert(cell);
            }
            gap.attach_doors(door, open, scale, &mut portals, &mut cuts);
        }
    }
    (portals, cuts)
}

/// Cells of a door side by side.
#[derive(Clone, Copy)]
struct Gap {
    first: Cell,
    last: Cell,
    /// Along the wall: east or south.
    along: Dir,
}

/// The cells of a door in runs along its wall: one run, unless the door is misshapen.
fn gaps(door: &Door, mut cells: Vec<Cell>) -> Vec<Gap> {
    let along = if door.normal.is_horizontal() { Dir::South } else { Dir::East };
    let across = |cell: &Cell| if along == Dir::East { (cell.y, cell.x) } else { (cell.x, cell.y) };
    cells.sort_by_key(across);
    let mut gaps: Vec<Gap> = Vec::new();
    for cell in cells {
        match gaps.last_mut() {
            Some(gap) if gap.last + along == cell => gap.last = cell,
            _ => gaps.push(Gap { first: cell, last: cell, along }),
        }
    }
    gaps
}

impl Gap {
    fn cells(self) -> impl Iterator<Item = Cell> {
        std::iter::successors(Some(self.first), move |&cell| (cell != self.last).then(|| cell + self.along))
    }

    fn attach_doors(
        self,
        door: &Door,
        open: &BitGrid,
        scale: Scale,
        portals: &mut Vec<Portal>,
        cuts: &mut BTreeSet<Edge>,
    ) {
        let sides = [(self.first, self.along.opposite()), (self.last, self.along)];
        let jambs = sides.map(|(cell, out)| Edge { cell, dir: out.right() });
        let stands = |(cell, out): (Cell, Dir)| !open.contains(cell + out);
        let freestanding = !sides.into_iter().all(stands);
        let end = |i: usize| if stands(sides[i]) { jamb(jambs[i], scale) } else { bare(jambs[i], scale) };
        portals.push(Portal { door: door.id, ends: [end(0), end(1)], freestanding });
        for (&side, &edge) in sides.iter().zip(&jambs) {
            if stands(side) {
                cuts.insert(edge);
            } else {
                let [from, to] = [edge.start(), edge.start() + edge.dir];
                let mut ends = [from, to].map(|corner| scale.corner(corner, Cell::new(0, 0)));
                ends.sort();
                portals.push(Portal { door: door.id, ends, freestanding: true });
            }
        }
    }
}

/// The middle of a side of a cell that is wall, where that wall stands.
pub fn jamb(edge: Edge, scale: Scale) -> WallPoint {
    let out = edge.dir.left().delta();
    let [from, to] = [edge.start(), edge.start() + edge.dir].map(|corner| scale.corner(corner, out));
    WallPoint { x: i32::midpoint(from.x, to.x), y: i32::midpoint(from.y, to.y) }
}

/// The middle of a side of a cell.
fn bare(edge: Edge, scale: Scale) -> WallPoint {
    let middle = scale.middle(edge.cell);
    let (out, half) = (edge.dir.left().delta(), scale.cell() / 2);
    WallPoint { x: middle.x + out.x * half, y: middle.y + out.y * half }
}
