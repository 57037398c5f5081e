//! What stands below a drawn map as commentary: where features are, and what is to be known about rooms. Readers skip it.
//!
//! ```text
//! #######       features:          1  Gatehouse (guard room)
//! #.....#       #######               Two braziers, still warm.
//! #.....+       #b.b..#               Secret: the third is hollow.
//! #######       #.....+
//!               #######
//!
//!               b  brazier
//! ```

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::{Cell, Grid};

use super::text::level_characters;
use crate::dungeon::{Dungeon, Feature, Group, Level, Note, Room, Spawn, SpawnKind};

/// The line above the drawings of features.
const FEATURES: &str = "features:";
/// Letters of kinds, the first ones first: none of them is a character of dungeon text.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzACDEFGIJKMNOPQRTUVXYZ0123456789";
/// The letter of all kinds that are left over.
const OTHER: char = '*';

/// The letter of each kind of feature on the levels of a dungeon: a, b, … by name.
pub fn feature_letters(dungeon: &Dungeon) -> BTreeMap<&str, char> {
    let kinds: BTreeSet<&str> = shown_features(dungeon).map(|feature| feature.kind.as_str()).collect();
    kinds.into_iter().zip(LETTERS.chars().chain(std::iter::repeat(OTHER))).collect()
}

/// The letters of the features of a level by cell, those on top last: flat ones, standing ones, those in walls.
pub fn lettered_cells<'a>(
    dungeon: &'a Dungeon,
    level: &'a Level,
    letters: &BTreeMap<&str, char>,
) -> impl Iterator<Item = (Cell, char)> {
    let mut features: Vec<&Feature> = dungeon.features.iter().filter(|feature| feature.z == level.z).collect();
    features.sort_by_key(|feature| (!feature.is_on_floor(), !feature.flat, feature.id));
    let cells = |feature: &Feature| feature.rect().intersection(level.size().rect()).cells().collect::<Vec<_>>();
    let letter = |feature: &&Feature| letters.get(feature.kind.as_str()).copied().unwrap_or(OTHER);
    let lettered: Vec<(Cell, char)> =
        features.iter().flat_map(|feature| cells(feature).into_iter().map(|cell| (cell, letter(feature)))).collect();
    lettered.into_iter()
}

/// The meaning of every letter of [`feature_letters`], one to a line.
pub fn feature_legend(dungeon: &Dungeon) -> String {
    let is_secret = |kind: &str| shown_features(dungeon).filter(|feature| feature.kind == kind).all(|it| it.secret);
    let line = |(kind, letter): (&str, char)| {
        let secret = if is_secret(kind) { ", secret" } else { "" };
        format!("{letter}  {}{secret}\n", kind.replace('-', " "))
    };
    feature_letters(dungeon).into_iter().map(line).collect()
}

/// Every level with features drawn again, with a letter on each of their cells, and what the letters mean; nothing where
/// there are none.
pub fn features(dungeon: &Dungeon) -> String {
    let letters = feature_letters(dungeon);
    if letters.is_empty() {
        return String::new();
    }
    let mut text = format!("{FEATURES}\n");
    for level in dungeon.levels.iter().filter(|level| dungeon.features.iter().any(|feature| feature.z == level.z)) {
        if dungeon.levels.len() > 1 {
            text.push_str(&level_title(level));
            text.push('\n');
        }
        let mut characters = level_characters(dungeon, level);
        for (cell, letter) in lettered_cells(dungeon, level, &letters) {
            characters[cell] = letter;
        }
        text += &rows(&characters);
        text.push('\n');
    }
    text + &feature_legend(dungeon)
}

/// What is to be known about rooms, by number: name, purpose, notes, secret ones marked, and who and what waits there;
/// before them the hook, after them the rumors.
pub fn room_key(dungeon: &Dungeon) -> String {
    let mut text = paragraph(&dungeon.write_out(&dungeon.story.hook));
    let mut z = None;
    let is_shown = |room: &&&Room| dungeon.level(room.z).is_some();
    for room in dungeon.keyed_rooms().iter().filter(is_shown) {
        if dungeon.levels.len() > 1 && z != Some(room.z) {
            z = Some(room.z);
            let title = dungeon.level(room.z).map(level_title).unwrap_or_default();
            text.push_str(if text.is_empty() || text.ends_with("\n\n") { "" } else { "\n" });
            text.push_str(&title);
            text.push('\n');
        }
        text += &room_entry(dungeon, room);
    }
    let lines: Vec<String> =
        dungeon.story.rumours.iter().map(|rumor| format!("-  {}\n", plain(dungeon, rumor))).collect();
    let rumors = lines.concat();
    if rumors.is_empty() { text } else { format!("{text}\nRumors\n{rumors}") }
}

fn room_entry(dungeon: &Dungeon, room: &Room) -> String {
    let label = dungeon.floor_label(room).unwrap_or_else(|| "-".to_owned());
    let title = format!("{label:<2} {}", words(&room.title()));
    let note = |note: &Note| format!("   {}{}\n", if note.secret { "Secret: " } else { "" }, words(&note.plain));
    let notes: String = room.notes.iter().map(note).collect();
    let found = found_in(dungeon, room).join(", ");
    let found = if found.is_empty() { found } else { format!("   Here: {}.\n", words(&found)) };
    format!("{}\n{notes}{found}", title.trim_end())
}

/// Who and what waits in a room, by its spawns: members of groups, a guardian, others, treasure and traps.
fn found_in(dungeon: &Dungeon, room: &Room) -> Vec<String> {
    let here: Vec<&Spawn> = dungeon.spawns.iter().filter(|spawn| spawn.room == room.id).collect();
    let of_group = |group: &Group| match here.iter().filter(|spawn| spawn.group == Some(group.id)).count() {
        0 => None,
        1 => Some(format!("1 {}", group.one)),
        count => Some(format!("{count} {}", group.many)),
    };
    let alone = |kind: SpawnKind| here.iter().filter(move |spawn| spawn.kind == kind && spawn.group.is_none()).count();
    let enemies = match alone(SpawnKind::Enemy) {
        0 => None,
        1 if dungeon.goal == Some(room.id) => Some("a guardian".to_owned()),
        1 => Some("an enemy".to_owned()),
        count => Some(format!("{count} enemies")),
    };
    let one = |kind: SpawnKind, words: &str| (alone(kind) > 0).then(|| words.to_owned());
    let others = [
        enemies,
        one(SpawnKind::Npc, "someone to talk to"),
        one(SpawnKind::Loot, "treasure"),
        one(SpawnKind::Trap, "a trap"),
    ];
    dungeon.groups.iter().filter_map(of_group).chain(others.into_iter().flatten()).collect()
}

/// What people call a level.
fn level_title(level: &Level) -> String {
    if level.name.is_empty() { format!("Level {}", level.z) } else { words(&level.name) }
}

fn paragraph(text: &str) -> String {
    let words = words(text);
    if words.is_empty() { words } else { format!("{words}\n\n") }
}

fn plain(dungeon: &Dungeon, text: &str) -> String {
    words(&dungeon.write_out(text))
}

/// A text on one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown_features(dungeon: &Dungeon) -> impl Iterator<Item = &Feature> {
    dungeon.features.iter().filter(|feature| dungeon.level(feature.z).is_some())
}

fn rows(characters: &Grid<char>) -> String {
    characters.rows().flat_map(|row| row.iter().copied().chain(['\n'])).collect()
}

#[cfg(test)]
mod tests;
