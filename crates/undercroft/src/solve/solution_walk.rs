//! The walk of a solution.

use std::collections::BTreeSet;

use crate::dungeon::{DoorId, LinkId, RoomId};
use crate::fraction::Fraction;
use crate::multi_level::LevelCell;

/// A walk from the entrance, cell by cell.
///
/// Two cells in a row are neighbors in one of four directions, or the same cell on two levels that stairs join there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Every cell, the first and the last included.
    pub cells: Vec<LevelCell>,
    /// What happens on it, in order.
    pub events: Vec<WalkEvent>,
}

/// Something that happens on a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkEvent {
    /// After how many steps.
    pub step: u32,
    /// What happens.
    pub action: WalkAction,
}

/// What happens on a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WalkAction {
    /// Stairs lead to another level.
    TakeStairs {
        /// The level that is left.
        from: i32,
        /// The level that is entered.
        to: i32,
    },
    /// A lock is opened, all doors of it.
    OpenLock {
        /// The link that is locked.
        link: LinkId,
        /// The door where it happens.
        door: DoorId,
    },
    /// The walk comes into a room from elsewhere.
    Enter(RoomId),
    /// A key is taken.
    TakeKey {
        /// Its position in the list of markers.
        marker: usize,
    },
}

impl WalkAction {
    /// What comes first of actions on one cell.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::TakeStairs { .. } => 0,
            Self::OpenLock { .. } => 1,
            Self::Enter(_) => 2,
            Self::TakeKey { .. } => 3,
        }
    }
}

impl Walk {
    /// Its length.
    pub const fn steps(&self) -> u32 {
        (self.cells.len() - 1) as u32
    }

    /// The locks that it opens, in order.
    pub fn locks(&self) -> impl Iterator<Item = LinkId> {
        self.events.iter().filter_map(|event| match event.action {
            WalkAction::OpenLock { link, .. } => Some(link),
            _ => None,
        })
    }

    /// The share of its steps that lead to a cell where it has been before.
    pub fn backtracking(&self) -> Fraction {
        let mut walked = BTreeSet::new();
        let again = self.cells.iter().filter(|&&cell| !walked.insert(cell)).count();
        Fraction::ratio(again as u64, u64::from(self.steps()))
    }
}
