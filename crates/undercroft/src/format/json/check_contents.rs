//! The same for what rooms contain: features, spawns, groups, notes and the story.

use super::checked::{Checked, each, is_position, is_text, is_text_of, on_level};
use super::path::{Fault, Path};
use crate::dungeon::{Dungeon, Feature, Group, Level, MAX_FEATURE_SIDE, Note, RoomId, Spawn};
use crate::field::MAX_TEXT;

/// The longest note, hook or rumor. [Unit: characters]
const MAX_NOTE: usize = 2_000;
/// The most notes of a room, and the most rumors.
const MAX_NOTES: usize = 64;
/// The farthest light. [Unit: feet]
const MAX_LIGHT: u16 = 1_000;

/// Checks what the rooms of a dungeon contain.
pub fn check_contents(dungeon: &Dungeon) -> Checked {
    let contents = Contents { dungeon };
    each("features", &dungeon.features, |i, feature, path| contents.feature(i, feature, path))?;
    each("spawns", &dungeon.spawns, |i, spawn, path| contents.spawn(i, spawn, path))?;
    each("groups", &dungeon.groups, |i, group, path| contents.group(i, group, path))?;
    each("rooms", &dungeon.rooms, |_, room, path| {
        is_text(room.surface.as_deref().unwrap_or_default(), || path.clone().key("surface"))?;
        notes(&room.notes, &path.clone().key("notes"))
    })?;
    contents.story()
}

struct Contents<'a> {
    dungeon: &'a Dungeon,
}

impl Contents<'_> {
    fn feature(&self, i: usize, feature: &Feature, path: &Path) -> Checked {
        is_position(feature.id as usize, i, path)?;
        let level = self.level(feature.z, path)?;
        is_word(&feature.kind, || path.clone().key("kind"))?;
        if feature.size.iter().any(|side| !(1..=MAX_FEATURE_SIDE).contains(side)) {
            let problem = format!("need sides of 1 to {MAX_FEATURE_SIDE} cells, got {:?}", feature.size);
            return Err(path.clone().key("size").fault(problem));
        }
        if feature.turn > 3 {
            return Err(path.clone().key("turn").fault(format!("need 0 to 3 quarter turns, got {}", feature.turn)));
        }
        on_level(level.size(), [feature.cell], || path.clone().key("cell"))?;
        on_level(level.size(), feature.cells(), || path.clone().key("size"))?;
        if let Some(room) = feature.room {
            self.room_exists(room, || path.clone().key("room"))?;
        }
        if let Some(light) = feature.light.filter(|light| light.bright_feet.max(light.dim_feet) > MAX_LIGHT) {
            let farthest = light.bright_feet.max(light.dim_feet);
            return Err(path.clone().key("light").fault(format!("need at most {MAX_LIGHT} feet, got {farthest}")));
        }
        is_in_list(feature.spawn, self.dungeon.spawns.len(), "spawn", path)
    }

    fn spawn(&self, i: usize, spawn: &Spawn, path: &Path) -> Checked {
        is_position(spawn.id as usize, i, path)?;
        let level = self.level(spawn.z, path)?;
        on_level(level.size(), [spawn.cell], || path.clone().key("cell"))?;
        self.room_exists(spawn.room, || path.clone().key("room"))?;
        is_text(spawn.name.as_deref().unwrap_or_default(), || path.clone().key("name"))?;
        is_in_list(spawn.group, self.dungeon.groups.len(), "group", path)
    }

    fn group(&self, i: usize, group: &Group, path: &Path) -> Checked {
        is_position(group.id as usize, i, path)?;
        for (key, text) in [("one", &group.one), ("many", &group.many), ("mood", &group.mood), ("table", &group.table)]
        {
            is_text(text, || path.clone().key(key))?;
        }
        self.room_exists(group.home, || path.clone().key("home"))?;
        for (i, &room) in group.rooms.iter().enumerate() {
            self.room_exists(room, || path.clone().key("rooms").index(i))?;
        }
        Ok(())
    }

    fn story(&self) -> Checked {
        let (story, path) = (&self.dungeon.story, || Path::of("story"));
        is_text_of(MAX_NOTE, &story.hook, || path().key("hook"))?;
        is_short(story.rumours.len(), || path().key("rumours"))?;
        for (i, rumour) in story.rumours.iter().enumerate() {
            is_text_of(MAX_NOTE, rumour, || path().key("rumours").index(i))?;
        }
        Ok(())
    }

    fn level(&self, z: i32, path: &Path) -> Result<&Level, Fault> {
        self.dungeon.level(z).ok_or_else(|| path.clone().key("z").fault(format!("there is no level {z}")))
    }

    fn room_exists(&self, id: RoomId, path: impl Fn() -> Path) -> Checked {
        let room = self.dungeon.rooms.get(id.index());
        room.map(|_| ()).ok_or_else(|| path().fault(format!("there is no room {id}")))
    }
}

fn notes(notes: &[Note], path: &Path) -> Checked {
    is_short(notes.len(), || path.clone())?;
    for (i, note) in notes.iter().enumerate() {
        is_text_of(MAX_NOTE, &note.text, || path.clone().index(i).key("text"))?;
        is_text_of(MAX_NOTE, &note.plain, || path.clone().index(i).key("plain"))?;
    }
    Ok(())
}

fn is_short(length: usize, path: impl Fn() -> Path) -> Checked {
    if length <= MAX_NOTES {
        return Ok(());
    }
    Err(path().fault(format!("need at most {MAX_NOTES} texts, got {length}")))
}

fn is_word(text: &str, path: impl Fn() -> Path) -> Checked {
    if text.is_empty() {
        return Err(path().fault(format!("need a word of at most {MAX_TEXT} characters, got none")));
    }
    is_text(text, path)
}

fn is_in_list(id: Option<u32>, length: usize, key: &str, path: &Path) -> Checked {
    match id.filter(|&id| id as usize >= length) {
        Some(id) => Err(path.clone().key(key).fault(format!("there is no {key} {id}"))),
        None => Ok(()),
    }
}
