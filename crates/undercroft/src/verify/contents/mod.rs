//! Texts and groups agree with the dungeon: references name something, secrets stay secret, counts are counts.

mod group_members;
mod key_notes;
mod shipped_tables;
mod texts;

use super::content_fault::ContentFault;
use crate::dungeon::Dungeon;

/// What is wrong with notes, story and groups.
pub(super) fn faults(dungeon: &Dungeon) -> Vec<ContentFault> {
    let mut faults = texts::faults(dungeon);
    faults.extend(key_notes::faults(dungeon));
    faults.extend(group_members::faults(dungeon));
    faults.extend(shipped_tables::faults(dungeon));
    faults
}

/// Whether there is anything to judge.
pub(super) fn has_any(dungeon: &Dungeon) -> bool {
    let has_notes = dungeon.rooms.iter().any(|room| !room.notes.is_empty());
    has_notes || !dungeon.groups.is_empty() || !dungeon.story.is_empty()
}
