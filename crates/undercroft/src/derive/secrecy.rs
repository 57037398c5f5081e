//! Which links are secret.

use crate::dungeon::{HiddenDoor, Link};

/// Whether a link is a secret passage or has, or had, a secret door: depths and proofs do without it.
pub fn is_secret(link: &Link) -> bool {
    link.is_secret_passage() || link.hidden() != HiddenDoor::None
}
