//! The outline of a set of cells, as closed loops.
//!
//! ```text
//!   ┌───┐       Every loop is walked with the set on its right hand: clockwise round the outside, anticlockwise
//!   │ . └───┐   round a hole. It keeps one edge for each side of a cell.
//!   │ . . . │
//!   └───────┘
//! ```
//! Where cells touch only at a corner there are two continuations, and the caller chooses:
//!
//! ```text
//!   ┌──┐
//!   │ .x──┐     Apart there are two loops that pass x once each, together there is one that passes it twice.
//!   └──x. │
//!      └──┘
//! ```

use crate::{BitGrid, Cell, Dir};

/// A side of a cell on the outline of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The cell of the set, which lies on the right hand.
    pub cell: Cell,
    /// The direction of the walk.
    pub dir: Dir,
}

/// How cells that touch only at a corner are walked round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touching {
    /// Each in its own loop, since a body cannot pass there.
    Apart,
    /// In one loop, which touches itself at the corner.
    Together,
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

    /// The corner of the lattice where it ends.
    pub fn end(self) -> Cell {
        self.start() + self.dir
    }

    fn next(self, set: &BitGrid, touching: Touching) -> Self {
        let ahead = self.cell + self.dir;
        let beyond = ahead + self.dir.left();
        let (goes_on, turns) = (set.contains(ahead), set.contains(beyond));
        if turns && (goes_on || touching == Touching::Together) {
            Self { cell: beyond, dir: self.dir.left() }
        } else if goes_on {
            Self { cell: ahead, ..self }
        } else {
            Self { dir: self.dir.right(), ..self }
        }
    }
}

/// All loops round a set of cells, ordered by their first edge from the north-west. The last edge of a loop leads back to
/// its first.
pub fn boundary(set: &BitGrid, touching: Touching) -> Vec<Vec<Edge>> {
    let mut walked = BitGrid::new(set.size());
    let mut loops = Vec::new();
    for cell in set.iter() {
        // Every loop has an edge that goes east, so that marking those is enough.
        if !set.contains(cell + Dir::North) && !walked.contains(cell) {
            let edges = walk(set, Edge { cell, dir: Dir::East }, touching);
            for edge in edges.iter().filter(|edge| edge.dir == Dir::East) {
                walked.insert(edge.cell);
            }
            loops.push(edges);
        }
    }
    loops
}

fn walk(set: &BitGrid, first: Edge, touching: Touching) -> Vec<Edge> {
    let mut edges = vec![first];
    let mut edge = first.next(set, touching);
    while edge != first {
        edges.push(edge);
        edge = edge.next(set, touching);
    }
    edges
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Size;

    #[test]
    fn cells_that_touch_at_a_corner_are_walked_round_as_the_caller_says() {
        let slant = BitGrid::from_fn(Size::of(2, 2), |cell| cell.x == cell.y);
        assert_eq!(boundary(&slant, Touching::Apart).len(), 2);
        assert_eq!(boundary(&slant, Touching::Together).len(), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn loops_close_and_have_every_side_of_the_set_once(
            (width, height) in (1..12_i32, 1..12_i32), bits in prop::collection::vec(any::<bool>(), 144)
        ) {
            let size = Size::of(width, height);
            let set = BitGrid::from_fn(size, |cell| bits[size.id(cell)]);
            let sides = |cell: Cell| Dir::ALL.map(|dir| Edge { cell, dir: dir.right() });
            let mut all: Vec<Edge> = set.iter().flat_map(sides).collect();
            all.retain(|edge| !set.contains(edge.cell + edge.dir.left()));
            all.sort_unstable();
            for touching in [Touching::Apart, Touching::Together] {
                let loops = boundary(&set, touching);
                for edges in &loops {
                    let after = edges.iter().cycle().skip(1);
                    prop_assert!(edges.iter().zip(after).all(|(edge, next)| edge.end() == next.start()));
                }
                let mut found = loops.concat();
                found.sort_unstable();
                prop_assert_eq!(&found, &all);
            }
        }
    }
}
