//! What is different between two dungeons: tiles, rooms, doors, links, contents, names, facts and pins.
//!
//! Rooms with the same floor are the same; of the others, those are a pair that have most cells in common, and at least half
//! of all cells that either has.

mod room_pairs;
mod tile_diff;

use std::collections::BTreeSet;

use serde::Serialize;
use undercroft_grid::Cell;

pub use room_pairs::{RoomDiff, RoomFate};
pub use tile_diff::{LevelDiff, TileChange};

use crate::dungeon::{Door, Dungeon, Feature, Link, Pin, PinnedDoor, PinnedLink, Room, Spawn};
use crate::verify::{Facts, verify};

/// A thing that only one of two dungeons has, or that both have in other form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ThingDiff {
    /// `added`, `removed` or `changed`.
    pub fate: RoomFate,
    /// What it is: `door`, `link`, `feature`, `spawn`, `note`, `name` or `pin`.
    pub what: &'static str,
    /// It in words.
    pub text: String,
    /// Its level, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// Its first cell, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<Cell>,
}

/// A figure that is different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactDiff {
    /// Its name.
    pub name: String,
    /// What it is in either dungeon.
    pub values: [String; 2],
}

/// What is different between two dungeons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DungeonDiff {
    /// Levels with other tiles or other ground.
    pub levels: Vec<LevelDiff>,
    /// All rooms of both, those that are the same included.
    pub rooms: Vec<RoomDiff>,
    /// Doors, links, features, spawns, notes, names and pins.
    pub things: Vec<ThingDiff>,
    /// Figures.
    pub facts: Vec<FactDiff>,
}

impl DungeonDiff {
    /// Whether nothing is different.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
            && self.things.is_empty()
            && self.facts.is_empty()
            && self.rooms.iter().all(|room| room.fate == RoomFate::Same)
    }
}

/// Compares two dungeons.
///
/// ```
/// use undercroft::diff::{RoomFate, diff};
///
/// let (first, second) = (undercroft::generate("crypt", 7)?, undercroft::generate("crypt", 8)?);
/// assert!(diff(&first, &first).is_empty());
/// let between = diff(&first, &second);
/// assert!(!between.is_empty() && between.rooms.iter().any(|room| room.fate != RoomFate::Same));
/// # Ok::<(), undercroft::Error>(())
/// ```
pub fn diff(a: &Dungeon, b: &Dungeon) -> DungeonDiff {
    let rooms = room_pairs::pair_rooms(a, b);
    let mut things = Vec::new();
    compare(&mut things, "door", [&a.doors, &b.doors], |x, y| x.z == y.z && x.cells == y.cells, same_door, door_words);
    link_things(&mut things, a, b);
    compare(&mut things, "feature", [&a.features, &b.features], same_feature_place, same_feature, feature_words);
    compare(&mut things, "spawn", [&a.spawns, &b.spawns], same_spawn_place, same_spawn, spawn_words);
    names_and_notes(&mut things, a, b, &rooms);
    compare(
        &mut things,
        "pin",
        [&a.provenance.pins, &b.provenance.pins],
        |x, y| x.id() == y.id(),
        |x, y| x == y,
        pin_words,
    );
    DungeonDiff { levels: tile_diff::compare_levels(a, b), rooms, things, facts: facts(a, b) }
}

/// What a thing is in words, with level and cell.
type Words = (String, Option<i32>, Option<Cell>);

/// Adds the things of two lists that are not the same.
fn compare<T>(
    things: &mut Vec<ThingDiff>,
    what: &'static str,
    [a, b]: [&[T]; 2],
    is_at: impl Fn(&T, &T) -> bool,
    is_same: impl Fn(&T, &T) -> bool,
    words: impl Fn(&T) -> Words,
) {
    let mut add = |fate: RoomFate, thing: &T| {
        let (text, z, cell) = words(thing);
        things.push(ThingDiff { fate, what, text, z, cell });
    };
    for thing in a {
        match b.iter().find(|other| is_at(thing, other)) {
            None => add(RoomFate::Removed, thing),
            Some(other) if !is_same(thing, other) => add(RoomFate::Changed, other),
            Some(_) => {}
        }
    }
    b.iter().filter(|thing| !a.iter().any(|other| is_at(other, thing))).for_each(|thing| add(RoomFate::Added, thing));
}

fn same_door(x: &Door, y: &Door) -> bool {
    (x.kind, x.state, x.secret) == (y.kind, y.state, y.secret)
}

fn door_words(door: &Door) -> Words {
    let PinnedDoor { kind, secret, .. } = PinnedDoor::from(door);
    let state = format!("{:?}", door.state).to_lowercase();
    let secret = if secret { "secret " } else { "" };
    (format!("{secret}{}, {state}", kind.name()), Some(door.z), door.cells.first().copied())
}

fn link_things(things: &mut Vec<ThingDiff>, a: &Dungeon, b: &Dungeon) {
    let levels = |dungeon: &Dungeon, link: &Link| link.rooms.map(|room| dungeon.room(room).z).into_iter().collect();
    for (from, to, fate) in [(a, b, RoomFate::Removed), (b, a, RoomFate::Added)] {
        let has = |link: &&Link| {
            let (pinned, own): (_, BTreeSet<i32>) = (PinnedLink::of(from, link), levels(from, link));
            to.links.iter().any(|other| pinned.is_at(to, other) && levels(to, other) == own)
        };
        for link in from.links.iter().filter(|link| !has(link)) {
            let (text, z, cell) = link_words(from, link);
            things.push(ThingDiff { fate, what: "link", text, z, cell });
        }
    }
}

fn link_words(dungeon: &Dungeon, link: &Link) -> Words {
    let [a, b] = link.rooms.map(|room| dungeon.room_label(room));
    let cell = PinnedLink::of(dungeon, link).first_cell();
    (format!("between rooms {a} and {b}"), Some(dungeon.room(link.rooms[0]).z), cell)
}

fn same_feature_place(x: &Feature, y: &Feature) -> bool {
    (x.z, x.cell, &x.kind) == (y.z, y.cell, &y.kind)
}

fn same_feature(x: &Feature, y: &Feature) -> bool {
    let content =
        |feature: &Feature| (feature.size, feature.turn, feature.blocks, feature.opaque, feature.secret, feature.light);
    content(x) == content(y)
}

fn feature_words(feature: &Feature) -> Words {
    (feature.kind.replace('-', " "), Some(feature.z), Some(feature.cell))
}

fn same_spawn_place(x: &Spawn, y: &Spawn) -> bool {
    (x.z, x.cell, x.kind) == (y.z, y.cell, y.kind)
}

fn same_spawn(x: &Spawn, y: &Spawn) -> bool {
    (&x.name, x.difficulty) == (&y.name, y.difficulty)
}

fn spawn_words(spawn: &Spawn) -> Words {
    let name = spawn.name.clone().unwrap_or_else(|| spawn.kind.name().to_owned());
    (name, Some(spawn.z), Some(spawn.cell))
}

fn pin_words(pin: &Pin) -> Words {
    (format!("{} {}", pin.kind_name(), pin.id()), pin.z(), pin.first_cell())
}

/// Names of the dungeon and of rooms that are in both, and their notes.
fn names_and_notes(things: &mut Vec<ThingDiff>, a: &Dungeon, b: &Dungeon, rooms: &[RoomDiff]) {
    let mut add = |what: &'static str, text: String, room: Option<&Room>| {
        let cell = room.and_then(|room| room.floor.first()).map(|run| run.start);
        things.push(ThingDiff { fate: RoomFate::Changed, what, text, z: room.map(|room| room.z), cell });
    };
    if a.name != b.name {
        add("name", format!("{:?} to {:?}", a.name, b.name), None);
    }
    for (first, second) in rooms.iter().filter_map(|pair| Some((a.room(pair.a?), b.room(pair.b?)))) {
        if first.name != second.name {
            add("name", format!("{:?} to {:?}", first.name, second.name), Some(second));
        }
        let plain = |room: &Room| room.notes.iter().map(|note| note.plain.clone()).collect::<Vec<_>>();
        if plain(first) != plain(second) {
            add("note", format!("of room {}", b.room_label(second.id)), Some(second));
        }
    }
}

fn facts(a: &Dungeon, b: &Dungeon) -> Vec<FactDiff> {
    if a == b {
        return Vec::new();
    }
    let rows = [a, b].map(|dungeon| verify(dungeon).facts.csv_row());
    let [first, second] = rows.each_ref().map(|row| row.split(',').map(str::to_owned).collect::<Vec<String>>());
    let names = Facts::csv_header();
    let figures = names.split(',').zip(first).zip(second);
    let differ = figures.filter(|((_, a), b)| a != b);
    differ.map(|((name, a), b)| FactDiff { name: name.replace('_', " "), values: [a, b] }).collect()
}

#[cfg(test)]
mod tests;
