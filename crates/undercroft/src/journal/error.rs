//! Why a journal cannot be replayed.

use crate::edit::EditError;
use crate::error::Error;

/// Why an entry cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// A roll is refused.
    #[error(transparent)]
    Roll(#[from] Error),
    /// An edit is refused.
    #[error(transparent)]
    Edit(#[from] EditError),
    /// There is nothing to edit yet.
    #[error("the journal edits before it rolls or opens a dungeon")]
    NothingYet,
    /// An entry makes no sense by itself.
    #[error("{0}")]
    Malformed(String),
}
