//! What is wrong with the contents of a dungeon, with the one thing that would have to go.
//!
//! Reports hold the flaws alone; edits also read the culprit, so that they take away what verify would blame.

use super::Flaw;
use crate::dungeon::RoomId;

/// A flaw of contents.
#[derive(Clone, Debug)]
pub(crate) struct ContentFault {
    /// What the report lists.
    pub(crate) flaw: Flaw,
    /// What would have to go.
    pub(crate) culprit: Culprit,
}

impl ContentFault {
    pub(super) const fn new(flaw: Flaw, culprit: Culprit) -> Self {
        Self { flaw, culprit }
    }
}

/// What a flaw of contents blames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Culprit {
    /// A feature; of two in one place the later one.
    Feature(u32),
    /// The features of a room that block, together.
    BlockingFeatures(RoomId),
    /// A spawn; of two in one place the later one.
    Spawn(u32),
    /// A group.
    Group(u32),
    /// A text.
    Text(TextPlace),
    /// Nothing that is there.
    Missing,
}

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TextPlace {
    /// A note of a room, by its position.
    Note(RoomId, usize),
    /// The hook of the story.
    Hook,
    /// A rumor, by its position.
    Rumor(usize),
}
