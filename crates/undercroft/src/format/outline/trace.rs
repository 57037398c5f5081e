//! The way round a set of cells.
//!
//! Like the outline of drawings, but cells that touch only at a corner are walked round together:
//!
//! ```text
//!   ┌──┐        The two meet at x. Nothing passes there: at x the loop touches itself, and where walls stand back
//!   │ .x──┐     from the floor a short line joins the two corners of rock.
//!   └──x. │
//!      └──┘
//! ```

use undercroft_grid::{BitGrid, Cell, Dir};

/// A side of a cell on the way round, with the cell on the right hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The cell of the set.
    pub cell: Cell,
    /// The direction of the walk.
    pub dir: Dir,
}

impl Edge {
    /// The corner of the lattice where it begins.
    pub fn start(self) -> Cell {
        let Cell { x, y } = self.cell;
        match self.dir {
            Dir::East => Cell::new(x, y),
            Dir::South => Cell::new(x + 1, y),
            Dir::West => Cell::new(x + 1, y + 1),
            Dir::North => Cell::new(x, y + 1),
        }
    }
}

/// All loops round a set, each a list of edges, ordered by their first edge from the north-west.
pub fn loops(set: &BitGrid) -> Vec<Vec<Edge>> {
    let mut walked = BitGrid::new(set.size());
    let mut loops = Vec::new();
    for y in 0..set.size().height() {
        for x in set.iter_row(y) {
            let cell = Cell::new(x, y);
            // Every loop has an edge that goes east, so that marking those is enough.
            if !set.contains(cell + Dir::North) && !walked.contains(cell) {
                loops.push(walk(set, Edge { cell, dir: Dir::East }, &mut walked));
            }
        }
    }
    loops
}

fn walk(set: &BitGrid, first: Edge, walked: &mut BitGrid) -> Vec<Edge> {
    let mut edges = Vec::new();
    let mut edge = first;
    loop {
        if edge.dir == Dir::East {
            walked.insert(edge.cell);
        }
        edges.push(edge);
        edge = next(set, edge);
        if edge == first {
            return edges;
        }
    }
}

fn next(set: &BitGrid, edge: Edge) -> Edge {
    let ahead = edge.cell + edge.dir;
    let beyond = ahead + edge.dir.left();
    if set.contains(beyond) {
        Edge { cell: beyond, dir: edge.dir.left() }
    } else if set.contains(ahead) {
        Edge { cell: ahead, ..edge }
    } else {
        Edge { dir: edge.dir.right(), ..edge }
    }
}
