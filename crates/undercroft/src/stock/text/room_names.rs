//! Names of rooms, by their purposes: "Ossuary", "Bone store", "Second ossuary".

use std::collections::{BTreeMap, BTreeSet};

use super::super::room_streams::RoomStreams;
use super::scene::Scene;
use super::writer::Writer;
use crate::contents::ContentTable;
use crate::derive::level_names::ordinal;
use crate::dungeon::{Dungeon, Room, RoomId};
use crate::seed::{Seed, fnv};

/// The names of all numbered rooms, in the order of their numbers. None comes twice while others remain.
pub fn room_names<'a>(
    dungeon: &Dungeon,
    table: &'a ContentTable,
    writer: &mut Writer<'a>,
    seed: &Seed,
) -> Vec<(RoomId, String)> {
    let mut rooms: Vec<&Room> = dungeon.rooms.iter().filter(|room| room.number.is_some()).collect();
    rooms.sort_by_key(|room| room.number);
    let mut streams = RoomStreams::new(seed);
    // Digests of names that rooms have.
    let mut taken = BTreeSet::new();
    let mut counts: BTreeMap<String, i32> = BTreeMap::new();
    let mut named = Vec::new();
    for room in rooms {
        let Some(purpose) = &room.purpose else { continue };
        let mut stream = streams.stream("name", room, "");
        let names = table.purpose(purpose).into_iter().flat_map(|known| &known.names);
        let written = writer.write(names, &Scene::default(), &mut stream).map(|written| written.plain);
        let plain = || dungeon.write_out(&purpose.replace('-', " "));
        let mut name = written.unwrap_or_else(plain);
        if !taken.insert(fnv(&name)) {
            let count = counts.entry(name.clone()).or_insert(1);
            *count += 1;
            name = format!("{} {}", ordinal(*count), lower_case(&name));
            taken.insert(fnv(&name));
        }
        named.push((room.id, name));
    }
    named
}

/// The name inside another one.
fn lower_case(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
