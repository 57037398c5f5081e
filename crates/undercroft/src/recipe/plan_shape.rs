//! The shape of a plan's levels and the part of its lattice that they may use.

/// How the rooms of a level lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PlanShape {
    /// A line; where it meets the bounds it bends into a snake.
    Linear,
    /// A spine away from the entry with branches to both sides.
    Branching,
    /// The historic branching: north, east, north, east.
    Staircase,
    /// A center with spokes in the four directions.
    Hub,
    /// A growing tree with loops.
    Maze,
}

/// The coordinates that a plan may use: a rectangle, its edges included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// West and east edge.
    pub x: [i32; 2],
    /// South and north edge.
    pub y: [i32; 2],
}

/// Where the front door of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanGate {
    /// In room 0.
    Center,
    /// In the last room towards the visitor, where rooms lie between the visitor and room 0, as in hubs.
    Outer,
}

/// How the rooms of a plan get their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Arrange {
    /// Each is attached to the one before it, on the side that the plan says.
    Attach,
    /// Each lies in a slot of a lattice.
    Slots,
}
