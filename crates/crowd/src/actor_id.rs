//! The id of an actor: a place in the list of actors, and how often that place was given away before.

use std::fmt;

/// Bits of an id that hold the place in the list.
const SLOT_BITS: u32 = 20;
/// The most actors that a crowd holds.
pub(crate) const MAX_SLOTS: usize = 1 << SLOT_BITS;
/// The last generation of a place. Ids stay below 2^31, so that every language has a whole number for them.
pub(crate) const MAX_GENERATION: u16 = (1 << (31 - SLOT_BITS)) - 1;

/// The id of an actor.
///
/// When an actor is removed its place in the list goes to a later one, with the next generation: a stale id is the id
/// of no actor. In files an id is one whole number.
///
/// ```
/// use undercroft_crowd::{ActorId, Crowd, CrowdError, CrowdSettings, SubCell};
/// use undercroft_grid::{BitGrid, Cell, Size};
///
/// let mut crowd = Crowd::new(BitGrid::new(Size::of(4, 4)), CrowdSettings::default())?;
/// let first = crowd.spawn(SubCell::new(1, 1), 64)?;
/// crowd.remove(first)?;
/// let second = crowd.spawn(SubCell::new(1, 1), 64)?;
/// assert_ne!(first, second);
/// assert_eq!(crowd.order(first, Cell::new(3, 3)), Err(CrowdError::NoSuchActor(first)));
/// assert_eq!(ActorId::from_bits(second.to_bits()), second);
/// # Ok::<(), CrowdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "u32", into = "u32"))]
pub struct ActorId {
    slot: u32,
    generation: u16,
}

impl ActorId {
    pub(crate) const fn new(slot: usize, generation: u16) -> Self {
        Self { slot: slot as u32, generation }
    }

    /// The id as one whole number, below 2^31 for every actor.
    pub const fn to_bits(self) -> u32 {
        self.slot | (self.generation as u32) << SLOT_BITS
    }

    /// The id that [`to_bits`](Self::to_bits) made this number of.
    pub const fn from_bits(bits: u32) -> Self {
        Self { slot: bits & ((1 << SLOT_BITS) - 1), generation: (bits >> SLOT_BITS) as u16 }
    }

    pub(crate) const fn slot(self) -> usize {
        self.slot as usize
    }

    pub(crate) const fn generation(self) -> u16 {
        self.generation
    }
}

impl From<u32> for ActorId {
    fn from(bits: u32) -> Self {
        Self::from_bits(bits)
    }
}

impl From<ActorId> for u32 {
    fn from(id: ActorId) -> Self {
        id.to_bits()
    }
}

impl fmt::Display for ActorId {
    /// The number of the place, and the generation after a point unless it is the first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.generation {
            0 => write!(f, "{}", self.slot),
            generation => write!(f, "{}.{generation}", self.slot),
        }
    }
}
