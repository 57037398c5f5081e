//! The legs of one corner.

use undercroft_grid::Cell;

use super::corner_index::CornerId;
use super::taut::{self, Sides};
use super::{edge_levels, length};

/// One direction of a leg between two corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) length: u64,
    pub(crate) to: CornerId,
    pub(crate) level: u16,
    /// The quadrants that a way can have turned round which leaves by this leg; most turns are ruled out by these alone.
    pub(crate) sides: Sides,
    /// Bits [`FALLS`] and [`RISES`]: a leg takes 16 bytes.
    flags: u8,
}

/// All taut ways on from the end of the leg have lower levels.
const FALLS: u8 = 1;
/// The same for the other direction.
const RISES: u8 = 2;

/// The legs of a corner: first those that lead on, then those that only lead down into dead ends, each in the order of
/// the corners where they end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fan {
    legs: Vec<Leg>,
    /// How many lead on.
    onward: u32,
}

/// Lists are made for a multiple of so many legs.
const SPARE: usize = 4;

impl Leg {
    /// A leg of which nothing is known yet but where it leads.
    pub(crate) fn new(to: CornerId, step: Cell) -> Self {
        Self { length: length::leg(step), to, level: edge_levels::TOP, sides: taut::sides_before(step), flags: 0 }
    }

    /// Whether all taut ways on from its end have lower levels.
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

impl Fan {
    /// Legs in any order, with room for a few more, as edits bring mostly two or three.
    pub(crate) fn new(list: &[Leg]) -> Self {
        let mut legs = Vec::with_capacity((list.len() + SPARE).next_multiple_of(SPARE));
        legs.extend_from_slice(list);
        let mut fan = Self { legs, onward: 0 };
        fan.tidy();
        fan
    }

    /// Bytes that the fan takes.
    pub(crate) const fn bytes(&self) -> usize {
        size_of::<Self>() + self.legs.capacity() * size_of::<Leg>()
    }

    /// All legs.
    #[inline]
    pub(crate) fn legs(&self) -> &[Leg] {
        &self.legs
    }

    /// The legs that lead on.
    #[inline]
    pub(crate) fn onward(&self) -> &[Leg] {
        &self.legs[..self.onward as usize]
    }

    /// Whether a leg leads to this corner or one after it.
    #[inline]
    pub(crate) fn reaches(&self, corner: CornerId) -> bool {
        let last = |legs: &[Leg]| legs.last().is_some_and(|leg| leg.to >= corner);
        last(&self.legs) || last(self.onward())
    }

    /// All legs, to change what is known of them. When one falls or does so no more, the fan must be made
    /// [tidy](Self::tidy).
    pub(crate) fn legs_mut(&mut self) -> &mut [Leg] {
        &mut self.legs
    }

    /// Adds a leg that leads on.
    pub(crate) fn insert(&mut self, leg: Leg) {
        let at = self.onward().partition_point(|other| other.to < leg.to);
        self.legs.insert(at, leg);
        self.onward += 1;
    }

    /// The leg to a corner.
    pub(crate) fn leg_to(&mut self, to: CornerId) -> &mut Leg {
        self.legs.iter_mut().find(|leg| leg.to == to).expect("legs are there in both directions")
    }

    /// Takes out the leg to a corner.
    pub(crate) fn remove(&mut self, to: CornerId) -> Leg {
        let at = self.legs.iter().position(|leg| leg.to == to).expect("legs are there in both directions");
        self.onward -= u32::from(at < self.onward as usize);
        self.legs.remove(at)
    }

    /// Brings the legs in order. Mostly only a few are not, which a stable sort makes use of.
    pub(crate) fn tidy(&mut self) {
        self.legs.sort_by_key(|leg| (leg.falls(), leg.to));
        self.onward = self.legs.partition_point(|leg| !leg.falls()) as u32;
    }
}
