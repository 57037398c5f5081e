//! What a change took away besides what it was asked to, as one warning.

use std::collections::BTreeMap;

use crate::dungeon::{Dungeon, Feature, RoomId, Spawn};
use crate::plural;

/// Contents that a change took away, in the order of the sentence.
#[derive(Default)]
pub(super) struct SetAside {
    /// The kinds of features and the names or kinds of spawns, by noun and room.
    placed: BTreeMap<(&'static str, Option<RoomId>), Vec<String>>,
    groups: Vec<String>,
    notes: BTreeMap<RoomId, usize>,
    rumors: usize,
    has_hook: bool,
}

impl SetAside {
    pub(super) fn feature(&mut self, feature: &Feature) {
        self.placed.entry(("feature", feature.room)).or_default().push(feature.kind.replace('-', " "));
    }

    pub(super) fn spawn(&mut self, spawn: &Spawn) {
        let name = spawn.name.clone().unwrap_or_else(|| spawn.kind.name().to_owned());
        self.placed.entry(("spawn", Some(spawn.room))).or_default().push(name);
    }

    pub(super) fn group(&mut self, name: &str) {
        self.groups.push(name.to_owned());
    }

    pub(super) fn note(&mut self, room: RoomId) {
        *self.notes.entry(room).or_default() += 1;
    }

    pub(super) fn rumor(&mut self) {
        self.rumors += 1;
    }

    /// Notes that the hook is gone. Returns what is left of it.
    pub(super) fn hook(&mut self) -> String {
        self.has_hook = true;
        String::new()
    }

    /// Adds a warning to the dungeon where anything was set aside.
    pub(super) fn warn(&self, dungeon: &mut Dungeon) {
        dungeon.warnings.extend(self.sentence());
    }

    fn sentence(&self) -> Option<String> {
        let mut parts = Vec::new();
        for (&(noun, room), names) in &self.placed {
            let place = room.map_or_else(String::new, |room| format!(" of room {room}"));
            parts.push((names.len(), format!("{}{place} ({})", plural::count(names.len(), noun), names.join(", "))));
        }
        if !self.groups.is_empty() {
            let count = self.groups.len();
            parts.push((count, format!("{} ({})", plural::count(count, "group"), self.groups.join(", "))));
        }
        parts.extend(
            self.notes.iter().map(|(room, &count)| (count, format!("{} of room {room}", plural::count(count, "note")))),
        );
        parts.extend((self.rumors > 0).then(|| (self.rumors, plural::count(self.rumors, "rumor"))));
        parts.extend(self.has_hook.then(|| (1, "the hook".to_owned())));
        let verb = if matches!(parts.as_slice(), [(1, _)]) { "was" } else { "were" };
        let texts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
        let (last, most) = texts.split_last()?;
        let list = if most.is_empty() { last.clone() } else { format!("{} and {last}", most.join(", ")) };
        let list = list.strip_prefix("the ").map_or_else(|| list.clone(), |rest| format!("The {rest}"));
        Some(format!("{list} {verb} set aside."))
    }
}
