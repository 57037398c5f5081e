//! The legs of one corner.

use crate::corner_index::CornerId;
use crate::level;

/// One direction of a leg between two corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leg {
    pub(crate) length: u64,
    pub(crate) to: CornerId,
    pub(crate) level: u16,
    /// Whether all taut ways on from its end have lower levels.
    pub(crate) falls: bool,
    /// The same for the other direction.
    pub(crate) rises: bool,
}

/// The legs of a corner: first those that lead on, then those that only lead down into dead ends, each in the order of
/// the corners where they end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fan {
    legs: Vec<Leg>,
    /// How many lead on.
    onward: u32,
}

impl Leg {
    /// A leg of which nothing is known yet but where it leads.
    pub(crate) const fn new(to: CornerId, length: u64) -> Self {
        Self { length, to, level: level::TOP, falls: false, rises: false }
    }
}

impl Fan {
    /// Legs in any order.
    pub(crate) fn new(legs: Vec<Leg>) -> Self {
        let mut fan = Self { legs, onward: 0 };
        fan.tidy();
        fan
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
        self.legs.sort_by_key(|leg| (leg.falls, leg.to));
        self.onward = self.legs.partition_point(|leg| !leg.falls) as u32;
    }
}
