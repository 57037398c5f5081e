//! Discovering secret passages and secret doors.

use super::EditError;
use crate::dungeon::{Dungeon, HiddenDoor, LinkId};

/// Marks a link as discovered: its secret doors are doors like others from now on. Depths and proofs still count without
/// it, so a sound dungeon stays sound.
///
/// # Errors
/// When there is no such link, it never had a secret door, or it is discovered already.
///
/// ```
/// use undercroft::Generator;
/// use undercroft::edit::{EditError, discover_link};
///
/// let dungeon = Generator::preset("dungeon")?.set("secrets.chance", 1)?.seed(4).generate()?;
/// let secret = dungeon.links.iter().find(|link| link.is_secret_passage()).expect("this dungeon has one").id;
/// let found = discover_link(&dungeon, secret)?;
/// assert!(found.link(secret).doors().iter().all(|&door| !found.door(door).secret));
/// assert_eq!(discover_link(&found, secret), Err(EditError::AlreadyDiscovered(secret)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn discover_link(dungeon: &Dungeon, id: LinkId) -> Result<Dungeon, EditError> {
    let links = dungeon.links.len();
    let link = dungeon.links.get(id.index()).ok_or(EditError::NoSuchLink { link: id, links })?;
    match link.hidden() {
        HiddenDoor::Undiscovered => discovered(dungeon, &[id]),
        HiddenDoor::Discovered => Err(EditError::AlreadyDiscovered(id)),
        HiddenDoor::None => Err(EditError::NotSecret { link: id, secret: undiscovered_links(dungeon) }),
    }
}

/// Marks every secret link as discovered.
///
/// # Errors
/// When nothing is left to discover.
///
/// ```
/// use undercroft::Generator;
/// use undercroft::edit::{discover_all, undiscovered_links};
///
/// let dungeon = Generator::preset("dungeon")?.set("secrets.chance", 1)?.seed(4).generate()?;
/// let found = discover_all(&dungeon)?;
/// assert!(undiscovered_links(&found).is_empty() && undercroft::verify(&found).is_sound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn discover_all(dungeon: &Dungeon) -> Result<Dungeon, EditError> {
    match undiscovered_links(dungeon).as_slice() {
        [] => Err(EditError::NothingSecret),
        secret => discovered(dungeon, secret),
    }
}

/// The links with a secret door that is not discovered, by number.
pub fn undiscovered_links(dungeon: &Dungeon) -> Vec<LinkId> {
    let is_hidden = dungeon.links.iter().filter(|link| link.hidden() == HiddenDoor::Undiscovered);
    is_hidden.map(|link| link.id).collect()
}

fn discovered(dungeon: &Dungeon, links: &[LinkId]) -> Result<Dungeon, EditError> {
    let mut new = dungeon.clone();
    for &link in links {
        let is_there = |door: &crate::dungeon::DoorId| door.index() < dungeon.doors.len();
        if !dungeon.link(link).doors().iter().all(is_there) {
            return Err(EditError::Malformed(format!("Link {link} names a door that does not exist.")));
        }
        new.discover(link);
    }
    new.set_edited();
    Ok(new)
}
