//! The outline of a level's floor: one line for paper and tabletop.
//!
//! ```text
//!   ┌─────┐          Ruled edges keep their corners. Soft edges (caves, woods, round rooms) have one vertex in the
//!   │     └─┐  ╭──╮  middle of each side of a cell, moved along its normal, and two rounds of corner cutting
//!   │       │ ╭╯  ╰  (G. Chaikin, "An algorithm for high-speed curve generation", 1974) between the vertices that
//!   └───────┘ ╰      must stay: corners of doors, and places where ruled and soft edges meet.
//! ```
//! Middles and not corners: cutting the corners of a staircase shrinks passages one cell wide to nothing. What a line
//! does is hashed from its place, so that an edit elsewhere moves nothing. Whole numbers throughout, in thousandths of a
//! cell: no point lies more than 400 from the cells' own outline, no corner of that outline more than 550 from the line,
//! and the middles of cells keep at least 180 from it, on their side; 100 in houses, whose walls are thin.

mod chaikin;
mod edge_place;
mod edge_rule;
mod entrance_edges;
mod house_walls;
mod natural_floor;
mod room_curve;
mod simplify;
mod vertex;

use undercroft_grid::{BitGrid, Edge, Touching, boundary};

use super::picture::Point;
use edge_rule::EdgeRules;
pub(crate) use house_walls::HouseWalls;
use undercroft::dungeon::{Dungeon, Level};

/// What a stretch of the outline belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutlineTag {
    /// The wall of a room.
    RoomWall,
    /// The wall of a corridor.
    CorridorWall,
    /// The side of a door's gap.
    DoorJamb,
    /// A window.
    Window,
    /// The open end of the entrance, or the whole of a path that leads to a house.
    Entrance,
}

/// A point of the outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutlinePoint {
    /// Where it lies.
    pub at: Point,
    /// What the line from here to the next point belongs to.
    pub tag: OutlineTag,
    /// Whether it stays where it is when the line is simplified.
    pub is_fixed: bool,
}

/// A closed loop: the last point leads back to the first. Floor lies on the right hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineLoop {
    /// Its points in walking order.
    pub points: Vec<OutlinePoint>,
}

/// The outline of a level's floor.
///
/// ```
/// use undercroft_draw::Outline;
///
/// let cave = undercroft::generate("cave", 3)?;
/// let outline = Outline::trace(&cave, &cave.levels[0]);
/// let count = |outline: &Outline| outline.loops.iter().map(|it| it.points.len()).sum::<usize>();
/// assert!(count(&outline) > 2 * count(&outline.simplify()));
/// # Ok::<(), undercroft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Its loops, ordered by their first edge from the north-west; cells that touch only at a corner are apart.
    pub loops: Vec<OutlineLoop>,
    /// Whether any of it is not the outline of the cells themselves.
    pub is_soft: bool,
}

impl Outline {
    /// The outline of all that is not massive; a secret door is wall.
    pub fn trace(dungeon: &Dungeon, level: &Level) -> Self {
        Self::trace_cells(dungeon, level, &drawn_floor(dungeon, level), 0)
    }

    /// The outline of these cells of a level, standing back from them. [Unit of `inset`: thousandths of a cell] [Limits:
    /// 0..=100]
    pub fn trace_cells(dungeon: &Dungeon, level: &Level, open: &BitGrid, inset: i32) -> Self {
        Self::from_rules(&EdgeRules::new(dungeon, level, open, inset), open, inset)
    }

    /// The outline of a part of the floor: soft where more floor lies beyond it.
    pub(crate) fn trace_within(dungeon: &Dungeon, level: &Level, floor: &BitGrid, part: &BitGrid) -> Self {
        Self::from_rules(&EdgeRules::new(dungeon, level, floor, 0), part, 0)
    }

    /// The outer face of a house with thin walls; its tag is that of rooms, where it is a wall. `None` of levels without thin
    /// walls.
    pub fn trace_house(dungeon: &Dungeon, level: &Level) -> Option<Self> {
        dungeon.outline?;
        let floor = drawn_floor(dungeon, level);
        let house = HouseWalls::new(dungeon, level, &floor)?;
        let mut mass = house.walls.clone();
        mass |= &floor;
        let trace = |edges: Vec<Edge>| {
            let kinds = edge_rule::outer_kinds(&house, &edges);
            OutlineLoop { points: chaikin::smooth(vertex::vertices(&edges, &kinds, &mass, 0)) }
        };
        let loops = boundary(&mass, Touching::Apart).into_iter().map(trace).collect();
        Some(Self { loops, is_soft: true })
    }

    fn from_rules(rules: &EdgeRules, cells: &BitGrid, inset: i32) -> Self {
        let (mut loops, mut is_soft) = (Vec::new(), false);
        for edges in boundary(cells, Touching::Apart) {
            let kinds = rules.kinds(&edges);
            is_soft |= kinds.iter().any(|kind| !kind.is_plain(inset));
            let vertices = vertex::vertices(&edges, &kinds, cells, inset);
            loops.push(OutlineLoop { points: chaikin::smooth(vertices) });
        }
        Self { loops, is_soft }
    }

    /// The same line with fewer points, for tabletops: none of those left out lies more than 30 from it.
    #[must_use]
    pub fn simplify(&self) -> Self {
        let loops = self.loops.iter().map(|it| OutlineLoop { points: simplify::simplify(&it.points) }).collect();
        Self { loops, is_soft: self.is_soft }
    }
}

impl OutlineLoop {
    /// Its lines, each from a point to the next.
    pub fn segments(&self) -> impl Iterator<Item = (OutlinePoint, OutlinePoint)> {
        let next = self.points.iter().cycle().skip(1);
        self.points.iter().copied().zip(next.copied())
    }
}

/// Floor as it is drawn: all that is not massive, secret doors excepted.
pub fn drawn_floor(dungeon: &Dungeon, level: &Level) -> BitGrid {
    let mut floor = BitGrid::from_fn(level.size(), |cell| !level.at(cell).is_massive());
    for &cell in dungeon.doors_on(level.z).filter(|door| door.secret).flat_map(|door| &door.cells) {
        floor.remove(cell);
    }
    floor
}

#[cfg(test)]
mod sight_laws;
#[cfg(test)]
mod tests;
