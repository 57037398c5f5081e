//! Contents after a change: what the change made wrong is set aside, and plain texts are written again.
//!
//! Verify is the judge. Faults that were there before the change stay: a person who put a table before a door keeps it
//! there when a room elsewhere is moved.

use std::collections::BTreeSet;

use super::remove::remove;
use super::renumber::Removal;
use super::set_aside::SetAside;
use crate::dungeon::{DoorState, Dungeon, Link, NoteKind, Reference, RoomId, references};
use crate::verify::{ContentFault, Culprit, FlawCode, TextPlace, content_faults, feature_faults, has_valid_entities};

/// What was wrong with contents before a change, with the ids of rooms after it.
pub(super) struct ContentsBefore {
    faults: BTreeSet<(FlawCode, Vec<RoomId>)>,
    /// Rooms with a locked link.
    locked: BTreeSet<RoomId>,
}

impl ContentsBefore {
    /// Judges a dungeon whose rooms get other ids, or none. Features and spawns are judged in the rooms that are asked for.
    pub(super) fn new(
        dungeon: &Dungeon,
        new_id: impl Fn(RoomId) -> Option<RoomId>,
        is_asked: impl Fn(RoomId) -> bool,
    ) -> Self {
        let faults = if has_valid_entities(dungeon) { content_faults(dungeon, is_asked) } else { Vec::new() };
        let key = |fault: ContentFault| {
            let rooms = fault.flaw.rooms.into_iter().map(&new_id).collect::<Option<Vec<RoomId>>>()?;
            Some((fault.flaw.code, rooms))
        };
        Self {
            faults: faults.into_iter().filter_map(key).collect(),
            locked: locked_rooms(dungeon).into_iter().filter_map(&new_id).collect(),
        }
    }

    fn has(&self, fault: &ContentFault) -> bool {
        self.faults.contains(&(fault.flaw.code, fault.flaw.rooms.clone()))
    }

    /// What is wrong now and was not then.
    pub(super) fn new_faults(&self, dungeon: &Dungeon, is_asked: impl Fn(RoomId) -> bool) -> Vec<ContentFault> {
        let faults = content_faults(dungeon, is_asked);
        faults.into_iter().filter(|fault| !self.has(fault)).collect()
    }
}

/// Sets aside what was sound before a change and is not any more.
pub(super) fn settle_contents(
    dungeon: &mut Dungeon,
    before: &ContentsBefore,
    is_asked: impl Fn(RoomId) -> bool,
    aside: &mut SetAside,
) {
    drop_lock_notes(dungeon, before, aside);
    if !has_valid_entities(dungeon) {
        return;
    }
    loop {
        write_notes_out(dungeon);
        let faults = before.new_faults(dungeon, &is_asked);
        if !settle_texts(dungeon, &faults, aside) && !settle_placed(dungeon, &faults, aside) {
            return;
        }
    }
}

/// Writes the plain texts of all notes again.
fn write_notes_out(dungeon: &mut Dungeon) {
    for room in 0..dungeon.rooms.len() {
        for note in 0..dungeon.rooms[room].notes.len() {
            let plain = dungeon.write_out(&dungeon.rooms[room].notes[note].text);
            dungeon.rooms[room].notes[note].plain = plain;
        }
    }
}

/// Takes features and spawns away. Returns whether there was one.
fn settle_placed(dungeon: &mut Dungeon, faults: &[ContentFault], aside: &mut SetAside) -> bool {
    let mut removal = Removal::default();
    for fault in faults {
        match fault.culprit {
            Culprit::Feature(id) => removal.features.extend([id]),
            Culprit::Spawn(id) => removal.spawns.extend([id]),
            _ => {}
        }
    }
    if removal.features.is_empty() {
        // What blocks may be gone with what was set aside; only then is it asked which one it is.
        let rooms = faults.iter().filter_map(|fault| match fault.culprit {
            Culprit::BlockingFeatures(room) => Some(room),
            _ => None,
        });
        removal.features = rooms.filter_map(|room| obstacle(dungeon, room)).collect();
    }
    removal.features.iter().for_each(|&id| aside.feature(&dungeon.features[id as usize]));
    removal.spawns.iter().for_each(|&id| aside.spawn(&dungeon.spawns[id as usize]));
    let is_any = !removal.features.is_empty() || !removal.spawns.is_empty();
    if is_any {
        remove(dungeon, &removal, aside);
    }
    is_any
}

/// The feature of a room to take away so that nothing is parted: the last one that alone is to blame, else the last one.
fn obstacle(dungeon: &mut Dungeon, room: RoomId) -> Option<u32> {
    let blocks =
        |feature: &&crate::dungeon::Feature| feature.room == Some(room) && feature.blocks && feature.is_on_floor();
    let blocking: Vec<u32> = dungeon.features.iter().filter(blocks).map(|feature| feature.id).rev().collect();
    let is_to_blame = |id: &u32| {
        let feature = *id as usize;
        dungeon.features[feature].blocks = false;
        let faults = feature_faults(dungeon, |asked| asked == room);
        dungeon.features[feature].blocks = true;
        !faults.iter().any(|fault| fault.culprit == Culprit::BlockingFeatures(room))
    };
    let alone = blocking.iter().copied().find(is_to_blame);
    alone.or_else(|| blocking.first().copied())
}

/// Makes notes secret that refer to a secret, and takes other wrong texts away. Returns whether there was one.
fn settle_texts(dungeon: &mut Dungeon, faults: &[ContentFault], aside: &mut SetAside) -> bool {
    let mut gone: BTreeSet<TextPlace> = BTreeSet::new();
    let mut is_any = false;
    for fault in faults {
        let Culprit::Text(place) = fault.culprit else { continue };
        is_any = true;
        match place {
            TextPlace::Note(room, note) if fault.flaw.code == FlawCode::SecretRevealed => {
                dungeon.rooms[room.index()].notes[note].secret = true;
            }
            _ => gone.extend([place]),
        }
    }
    // The last ones first, so that the positions of the others hold.
    for place in gone.into_iter().rev() {
        match place {
            TextPlace::Note(room, note) => {
                dungeon.rooms[room.index()].notes.remove(note);
                aside.note(room);
            }
            TextPlace::Hook => dungeon.story.hook = aside.hook(),
            TextPlace::Rumor(rumor) => {
                dungeon.story.rumours.remove(rumor);
                aside.rumor();
            }
        }
    }
    is_any
}

/// Takes away notes about locks that are gone.
fn drop_lock_notes(dungeon: &mut Dungeon, before: &ContentsBefore, aside: &mut SetAside) {
    let locked = locked_rooms(dungeon);
    for room in before.locked.iter().map(|room| room.index()) {
        let notes = std::mem::take(&mut dungeon.rooms[room].notes);
        let (id, count) = (dungeon.rooms[room].id, notes.len());
        let is_true = |text: &str| locked.contains(&id) && names_lock(dungeon, text) != Some(false);
        let kept = notes.into_iter().filter(|note| note.kind != NoteKind::Lock || is_true(&note.text)).collect();
        dungeon.rooms[room].notes = kept;
        (dungeon.rooms[room].notes.len()..count).for_each(|_| aside.note(id));
    }
}

/// Whether a text refers to a locked link or a door of one; `None` where it refers to no link and no door.
fn names_lock(dungeon: &Dungeon, text: &str) -> Option<bool> {
    let locks = references(text).flatten().filter_map(|reference| match reference {
        Reference::Link(id) => dungeon.links.get(id.index()).map(|link| is_locked(dungeon, link)),
        Reference::Door(id) => dungeon.doors.get(id.index()).map(|door| door.state == DoorState::Locked),
        _ => None,
    });
    locks.reduce(|any, one| any || one)
}

fn locked_rooms(dungeon: &Dungeon) -> BTreeSet<RoomId> {
    dungeon.links.iter().filter(|link| is_locked(dungeon, link)).flat_map(|link| link.rooms).collect()
}

fn is_locked(dungeon: &Dungeon, link: &Link) -> bool {
    let doors = link.doors().iter().filter_map(|door| dungeon.doors.get(door.index()));
    doors.into_iter().any(|door| door.state == DoorState::Locked)
}
