//! Edits that wait for their subject.

use serde::{Deserialize, Serialize};

use crate::edit::Edit;

/// An edit that found nothing to apply to after a roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShelvedEdit {
    /// The edit.
    pub edit: Edit,
    /// Why it could not be applied, as a clause.
    pub reason: String,
}
