//! Stocking: gives rooms a purpose, a name, furniture, inhabitants, danger, treasure and notes.
//!
//! The stage runs last. It reads the finished dungeon and changes neither tiles nor doors nor links: whatever its seed,
//! those are the same bytes. Every decision draws from a stream of its own, those about a room from one named by the
//! room's first cell, so that a chair more in one room changes no other.

mod furnish;
mod level_names;
mod life;
mod purposes;
mod room_facts;
mod room_features;
mod room_lists;
mod room_openings;
mod room_streams;
mod text;

use crate::recipe::{StockMode, StockSpec};

use crate::contents::{ContentTable, Contents};
use crate::derive::middle::RoomMiddle;
use crate::dungeon::{Dungeon, Marker, MarkerKind, Room, SpawnKind, Story};
use crate::error::Error;
use crate::events::{Event, EventSink};
use crate::meter::{Halt, Meter};
use crate::seed::Seed;
use room_facts::RoomFacts;
use room_openings::RoomOpenings;
use text::{BoundFacts, SentenceWatch};

/// Stocks a dungeon with rooms and an entrance: what an earlier run added is removed first. Purposes that the program of
/// a house gave stay.
///
/// # Errors
/// When the events ask to stop.
///
/// ```
/// use undercroft::contents::Contents;
/// use undercroft::events::NoEvents;
/// use undercroft::recipe::StockSpec;
/// use undercroft::stock::stock;
/// use undercroft::{Seed, generate};
///
/// let crypt = generate("crypt", 4)?;
/// let mut other = crypt.clone();
/// stock(&mut other, &StockSpec::default(), Contents::shipped(), &Seed::new(4).with_stage("stock", 3), &mut NoEvents)?;
/// assert_eq!((&other.doors, &other.links), (&crypt.doors, &crypt.links));
/// assert_ne!(other.features, crypt.features);
/// # Ok::<(), undercroft::Error>(())
/// ```
pub fn stock(
    dungeon: &mut Dungeon,
    spec: &StockSpec,
    contents: &Contents,
    seed: &Seed,
    events: &mut dyn EventSink,
) -> Result<(), Error> {
    stock_watched(dungeon, (spec, contents), seed, &mut |_| {}, events)
}

/// The same; `watch` hears of every sentence that could be written, as its file has it.
pub(crate) fn stock_watched(
    dungeon: &mut Dungeon,
    (spec, contents): (&StockSpec, &Contents),
    seed: &Seed,
    watch: SentenceWatch,
    events: &mut dyn EventSink,
) -> Result<(), Error> {
    clear(dungeon);
    Ok(add_watched(dungeon, (spec, contents), seed, watch, &mut Meter::new(events, u64::MAX))?)
}

/// Stocks a dungeon that has no contents yet.
///
/// # Errors
/// When the meter halts.
pub(crate) fn add_contents(
    dungeon: &mut Dungeon,
    spec: &StockSpec,
    contents: &Contents,
    seed: &Seed,
    meter: &mut Meter,
) -> Result<(), Halt> {
    add_watched(dungeon, (spec, contents), seed, &mut |_| {}, meter)
}

fn add_watched(
    dungeon: &mut Dungeon,
    (spec, contents): (&StockSpec, &Contents),
    seed: &Seed,
    watch: SentenceWatch,
    meter: &mut Meter,
) -> Result<(), Halt> {
    let table = table_of(dungeon, spec, contents);
    level_names::name_levels_by(dungeon, (spec.mode != StockMode::None).then_some(table));
    if spec.mode == StockMode::None {
        hang_lights(dungeon);
        return Ok(());
    }
    let facts = RoomFacts::new(dungeon, table);
    let openings = RoomOpenings::of_rooms(dungeon);
    purposes::assign_purposes(dungeon, &facts, table, &mut seed.stream("stock/assign"), meter)?;
    let bound = BoundFacts::new(dungeon, table, &mut seed.stream("stock/facts"));
    text::name_rooms(dungeon, (&facts, &openings, &bound), table, seed);
    furnish::furnish(dungeon, &openings, (table, contents), spec.density, seed, meter)?;
    life::add_players(dungeon, &openings);
    if spec.mode == StockMode::Furnish {
        report(dungeon, meter);
    } else {
        let mut life = life::populate(dungeon, (&facts, &openings), table, spec, seed, meter)?;
        let places = text::trap_places(dungeon, &life, &facts, spec.notes);
        life::set_traps(dungeon, &mut life, (&openings, contents), places, seed);
        report(dungeon, meter);
        text::write_texts(dungeon, (&facts, &openings, &bound), &life, table, (spec, seed), watch, meter)?;
    }
    Ok(())
}

/// Adds places for visitors to a dungeon that has contents and none, as one without stock that pins gave some.
pub(crate) fn add_missing_players(dungeon: &mut Dungeon) {
    let has_contents = !dungeon.features.is_empty() || !dungeon.spawns.is_empty();
    if has_contents && !dungeon.spawns.iter().any(|spawn| spawn.kind == SpawnKind::Player) {
        life::add_players(dungeon, &RoomOpenings::of_rooms(dungeon));
    }
}

/// The table of the recipe, or that of the dungeon's category.
fn table_of<'a>(dungeon: &Dungeon, spec: &StockSpec, contents: &'a Contents) -> &'a ContentTable {
    let named = spec.table.as_deref().and_then(|name| contents.table(name));
    named.unwrap_or_else(|| contents.table_for(dungeon.provenance.recipe.category().unwrap_or_default()))
}

/// Removes what an earlier run added.
fn clear(dungeon: &mut Dungeon) {
    dungeon.features.clear();
    dungeon.spawns.clear();
    dungeon.groups.clear();
    dungeon.story = Story::default();
    dungeon.markers.retain(|marker| marker.kind != MarkerKind::Light);
    dungeon.warnings.retain(|warning| !warning.starts_with(purposes::WARNING));
    let keeps_purposes = dungeon.provenance.recipe.is_house();
    for room in &mut dungeon.rooms {
        room.notes.clear();
        room.name.clear();
        room.surface = None;
        room.purpose = room.purpose.take().filter(|_| keeps_purposes);
    }
}

/// A light over the middle of each room, not over stairs: all that a dungeon without contents has.
fn hang_lights(dungeon: &mut Dungeon) {
    let mut stairs = vec![Vec::new(); dungeon.rooms.len()];
    for link in dungeon.links.iter().filter(|link| link.stairs().is_some()) {
        link.rooms.iter().for_each(|&room| stairs[room.index()].extend(link.stairs_in(room)));
    }
    let light = |room: &Room| {
        let cell = RoomMiddle { floor: &room.floor, stairs: &stairs[room.id.index()] }.light();
        Marker { kind: MarkerKind::Light, z: room.z, cell, room: Some(room.id), link: None, label: None }
    };
    let lights: Vec<Marker> = dungeon.rooms.iter().map(light).collect();
    dungeon.markers.extend(lights);
}

/// Reports features and spawns.
fn report(dungeon: &Dungeon, meter: &mut Meter) {
    if !meter.wants_events() {
        return;
    }
    for feature in &dungeon.features {
        let Some(room) = feature.room else { continue };
        let (kind, z, cells) = (feature.kind.clone(), feature.z, feature.rect());
        meter.on_event(Event::FeaturePlaced { room, kind, z, cells });
    }
    for spawn in &dungeon.spawns {
        let (room, z, at) = (spawn.room, spawn.z, spawn.cell);
        meter.on_event(Event::SpawnPlaced { room, kind: spawn.kind.name().to_owned(), z, at });
    }
}
