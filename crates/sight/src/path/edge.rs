//! The edges of one corner.

use undercroft_grid::{Cell, MAX_SIDE};

use super::corner_index::CornerId;
use super::taut::{self, Sides};

/// The level of edges that lead round for ever. Also those that would lead on for longer than levels can count.
pub(crate) const TOP: u16 = u16::MAX;

const _: () = assert!(MAX_SIDE <= i16::MAX as i32, "a step has 16 bits in each direction");

/// One direction of an edge between two corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CornerEdge {
    pub(crate) to: CornerId,
    /// From its beginning to its end, so that where that is need not be looked up. Sides of maps are below 2¹⁵.
    step: [i16; 2],
    pub(crate) level: u16,
    /// The quadrants that a path can have turned round which leaves by this edge; most turns are ruled out by these alone.
    pub(crate) sides: Sides,
    /// Bits [`FALLS`] and [`RISES`]: an edge takes 12 bytes.
    flags: u8,
}

/// All taut paths on from the end of the edge have lower levels.
const FALLS: u8 = 1;
/// The same for the other direction.
const RISES: u8 = 2;

/// The edges of a corner, in the order of the corners where they end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EdgeFan {
    edges: Vec<CornerEdge>,
}

impl CornerEdge {
    /// An edge of which nothing is known yet but where it leads.
    pub(crate) fn new(to: CornerId, step: Cell) -> Self {
        Self { to, step: [step.x as i16, step.y as i16], level: TOP, sides: taut::sides_before(step), flags: 0 }
    }

    /// From its beginning to its end.
    #[inline]
    pub(crate) fn step(&self) -> Cell {
        Cell::new(self.step[0].into(), self.step[1].into())
    }

    /// Whether all taut paths on from its end have lower levels.
    #[inline]
    pub(crate) const fn falls(&self) -> bool {
        self.flags & FALLS != 0
    }

    /// Whether the other direction falls.
    #[inline]
    pub(crate) const fn rises(&self) -> bool {
        self.flags & RISES != 0
    }

    /// Notes whether it falls and whether the other direction does.
    pub(crate) const fn set_slope(&mut self, falls: bool, rises: bool) {
        self.flags = (falls as u8 * FALLS) | (rises as u8 * RISES);
    }
}

impl EdgeFan {
    /// Edges in the order of the corners where they end.
    pub(crate) fn new(list: &[CornerEdge]) -> Self {
        Self { edges: list.to_vec() }
    }

    /// Bytes that the fan takes.
    pub(crate) const fn bytes(&self) -> usize {
        size_of::<Self>() + self.edges.capacity() * size_of::<CornerEdge>()
    }

    /// All edges.
    #[inline]
    pub(crate) fn edges(&self) -> &[CornerEdge] {
        &self.edges
    }

    /// Whether an edge leads to this corner or one after it.
    #[inline]
    pub(crate) fn reaches(&self, corner: CornerId) -> bool {
        self.edges.last().is_some_and(|edge| edge.to >= corner)
    }

    /// All edges, to change what is known of them.
    pub(crate) fn edges_mut(&mut self) -> &mut [CornerEdge] {
        &mut self.edges
    }

    /// Adds an edge.
    pub(crate) fn insert(&mut self, edge: CornerEdge) {
        let at = self.edges.partition_point(|other| other.to < edge.to);
        self.edges.insert(at, edge);
    }

    /// The edge to a corner.
    pub(crate) fn edge_to(&mut self, to: CornerId) -> &mut CornerEdge {
        self.edges.iter_mut().find(|edge| edge.to == to).expect("edges are there in both directions")
    }

    /// Takes out the edge to a corner.
    pub(crate) fn remove(&mut self, to: CornerId) -> CornerEdge {
        let at = self.edges.iter().position(|edge| edge.to == to).expect("edges are there in both directions");
        self.edges.remove(at)
    }
}
