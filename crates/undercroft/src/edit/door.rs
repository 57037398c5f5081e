//! Changing a door.

use super::EditError;
use super::set_aside::SetAside;
use super::settle_contents::{ContentsBefore, settle_contents};
use super::settle_ground::settle_ground;
use crate::derive::progression::assign_progression;
use crate::dungeon::{Door, DoorId, DoorKind, DoorState, Dungeon, HiddenDoor, Link, MarkerKind};

/// What should be different; `None` stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DoorChange {
    /// What hangs in the gap.
    pub kind: Option<DoorKind>,
    /// How it stands.
    pub state: Option<DoorState>,
    /// Whether it looks like wall to those who do not know.
    pub secret: Option<bool>,
}

/// Changes a door. Both doors of a secret passage are secret, or none; a link that is not locked any more loses its key; and
/// depths are counted without what is secret now. Notes about a key or a lock that is gone are set aside with a warning, and
/// notes that refer to what is secret now become secret.
///
/// # Errors
/// When there is no such door, or an archway or a doorway should be shut.
///
/// ```
/// use undercroft::dungeon::{DoorKind, DoorState};
/// use undercroft::edit::{DoorChange, set_door};
///
/// let crypt = undercroft::generate("crypt", 7)?;
/// let door = crypt.doors.iter().find(|door| door.kind == DoorKind::Door).expect("a crypt has doors");
/// let change = DoorChange { state: Some(DoorState::Locked), ..DoorChange::default() };
/// let locked = set_door(&crypt, door.id, change)?;
/// assert!(!locked.doors[door.id.index()].is_passable() && locked.provenance.edited);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn set_door(dungeon: &Dungeon, id: DoorId, change: DoorChange) -> Result<Dungeon, EditError> {
    let before = ContentsBefore::new(dungeon, Some, |_| true);
    let (mut new, mut aside) = (dungeon.clone(), SetAside::default());
    let doors = new.doors.len();
    let door = new.doors.get_mut(id.index()).ok_or(EditError::NoSuchDoor { door: id, doors })?;
    apply(door, change)?;
    let (secret, z) = (door.secret, door.z);
    if let Some(link) = new.links.iter_mut().find(|link| link.doors().contains(&id)) {
        agree(link, &mut new.doors, secret);
    }
    drop_keys(&mut new);
    assign_progression(&mut new);
    // A leaf stops water.
    settle_ground(&mut new, z);
    settle_contents(&mut new, &before, |_| true, &mut aside);
    aside.warn(&mut new);
    new.set_edited();
    Ok(new)
}

fn apply(door: &mut Door, change: DoorChange) -> Result<(), EditError> {
    door.kind = change.kind.unwrap_or(door.kind);
    door.state = change.state.unwrap_or(door.state);
    door.secret = change.secret.unwrap_or(door.secret);
    if !door.kind.has_leaf() {
        if change.state.is_some_and(|state| state != DoorState::Open) {
            return Err(EditError::NoLeaf { door: door.id, kind: door.kind });
        }
        door.state = DoorState::Open;
    }
    Ok(())
}

/// A link knows whether it is discovered: that must agree with its doors.
fn agree(link: &mut Link, doors: &mut [Door], secret: bool) {
    if link.is_secret_passage() {
        link.doors().iter().for_each(|door| doors[door.index()].secret = secret);
        link.set_hidden(if secret { HiddenDoor::Undiscovered } else { HiddenDoor::Discovered });
        return;
    }
    let has_secret = link.doors().iter().any(|door| doors[door.index()].secret);
    link.set_hidden(if has_secret { HiddenDoor::Undiscovered } else { HiddenDoor::None });
}

fn drop_keys(dungeon: &mut Dungeon) {
    let (links, doors) = (&dungeon.links, &dungeon.doors);
    let is_locked = |link: &Link| link.doors().iter().any(|door| doors[door.index()].state == DoorState::Locked);
    dungeon.markers.retain(|marker| {
        let link = marker.link.and_then(|link| links.get(link.index()));
        marker.kind != MarkerKind::Key || link.is_none_or(is_locked)
    });
}
