//! Writes pinned attributes, ground and contents into a dungeon that is built.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use crate::dungeon::{
    Dungeon, Feature, FeaturePin, Ground, Level, Note, Pin, Room, RoomId, Spawn, SpawnKind, SpawnPin,
};
use crate::edit::drop_contents;
use crate::verify::{FlawCode, feature_faults, verify};

/// Writes what stocking takes into account: purposes, and the ground of pinned cells and below pinned contents.
pub(crate) fn write_before_stock(dungeon: &mut Dungeon) {
    let purposes: Vec<(RoomId, String)> =
        dungeon.pinned_rooms().into_iter().filter_map(|(room, pin)| Some((room, pin.purpose.clone()?))).collect();
    purposes.into_iter().for_each(|(room, purpose)| dungeon.rooms[room.index()].purpose = Some(purpose));
    lay_pinned_ground(dungeon);
}

/// Lays pinned ground, and ground that pinned contents can be on. Where that cuts something off, other deep water turns
/// shallow and other chasms are filled.
fn lay_pinned_ground(dungeon: &mut Dungeon) {
    let cells: Vec<(i32, Cell, Ground)> = dungeon.provenance.pins.iter().flat_map(ground_of).collect();
    for level in &mut dungeon.levels {
        let here: Vec<_> =
            cells.iter().filter(|(z, _, _)| *z == level.z).map(|&(_, cell, ground)| (cell, ground)).collect();
        if !here.is_empty() {
            let _ = level.replace_ground(here);
        }
    }
    let is_pinned = |z: i32, cell: Cell| cells.iter().any(|&(level, at, _)| (level, at) == (z, cell));
    if !lay_below_contents(dungeon, is_pinned) && cells.is_empty() {
        return;
    }
    let is_cut = |dungeon: &Dungeon| {
        let codes = [FlawCode::GroundCutsOff, FlawCode::BridgeDisconnected];
        verify(dungeon).flaws.iter().any(|flaw| codes.contains(&flaw.code))
    };
    if !is_cut(dungeon) {
        return;
    }
    for level in &mut dungeon.levels {
        let free: Vec<(Cell, Ground)> = drained(level, |cell| !is_pinned(level.z, cell));
        let _ = level.replace_ground(free);
    }
}

/// Drains rooms in which pinned features cannot stand on the ground that lies there, and cells of pinned spawns, as far as
/// no pin holds what lies there. Returns whether there were any.
fn lay_below_contents(dungeon: &mut Dungeon, is_pinned: impl Fn(i32, Cell) -> bool) -> bool {
    if dungeon.levels.iter().all(|level| level.ground.is_none()) {
        return false;
    }
    let (rooms, cells) = (rooms_in_ground(dungeon), spawn_cells(dungeon));
    if rooms.is_empty() && cells.is_empty() {
        return false;
    }
    let mut is_any = false;
    for level in &mut dungeon.levels {
        let is_below = |cell: Cell| {
            let is_floor = |room: &&Room| room.z == level.z && room.contains(cell);
            cells.contains(&(level.z, cell)) || rooms.iter().any(|&id| is_floor(&&dungeon.rooms[id.index()]))
        };
        let dry = drained(level, |cell| is_below(cell) && !is_pinned(level.z, cell));
        if !dry.is_empty() {
            let _ = level.replace_ground(dry);
            is_any = true;
        }
    }
    is_any
}

/// Rooms in which something is wrong with pinned features, if nothing else is there.
fn rooms_in_ground(dungeon: &mut Dungeon) -> BTreeSet<RoomId> {
    let pins =
        dungeon.provenance.pins.iter().filter_map(|pin| if let Pin::Feature(pin) = pin { Some(pin) } else { None });
    let features: Vec<Feature> =
        (0..).zip(pins).map(|(id, pin)| pin.to_feature(id, room_at(dungeon, pin.z, pin.floor_cell()))).collect();
    if features.is_empty() {
        return BTreeSet::new();
    }
    let stocked = std::mem::replace(&mut dungeon.features, features);
    let faults = feature_faults(dungeon, |_| true);
    dungeon.features = stocked;
    faults.into_iter().flat_map(|fault| fault.flaw.rooms).collect()
}

fn spawn_cells(dungeon: &Dungeon) -> BTreeSet<(i32, Cell)> {
    let pins = dungeon.provenance.pins.iter();
    pins.filter_map(|pin| if let Pin::Spawn(pin) = pin { Some((pin.z, pin.cell)) } else { None }).collect()
}

fn ground_of(pin: &Pin) -> Vec<(i32, Cell, Ground)> {
    let Pin::Cells(pin) = pin else { return Vec::new() };
    pin.cells().filter_map(|cell| Some((pin.z, cell.cell, cell.ground?))).collect()
}

/// What stops no one, for each cell that may change.
fn drained(level: &Level, may_change: impl Fn(Cell) -> bool) -> Vec<(Cell, Ground)> {
    let new = |ground: Ground| match ground {
        Ground::Deep => Some(Ground::Shallow),
        Ground::Chasm | Ground::Bridge => Some(Ground::Bare),
        _ => None,
    };
    let ground = level.ground.iter().flat_map(undercroft_grid::Grid::iter);
    ground.filter_map(|(cell, &lies)| Some((cell, new(lies)?))).filter(|(cell, _)| may_change(*cell)).collect()
}

/// Writes names, notes, features and spawns, and the name of the dungeon.
pub(crate) fn write_after_stock(dungeon: &mut Dungeon) {
    if dungeon.provenance.pins.is_empty() {
        return;
    }
    let texts: Vec<(RoomId, Option<String>, Option<Vec<Note>>)> =
        dungeon.pinned_rooms().into_iter().map(|(room, pin)| (room, pin.name.clone(), pin.notes.clone())).collect();
    for (room, name, notes) in texts {
        let room = &mut dungeon.rooms[room.index()];
        room.name = name.unwrap_or_else(|| std::mem::take(&mut room.name));
        let stocked = std::mem::take(&mut room.notes);
        let pinned = notes.unwrap_or_default();
        let others = stocked.into_iter().filter(|note| !pinned.contains(note));
        room.notes = pinned.iter().cloned().chain(others).collect();
    }
    let pins = dungeon.provenance.pins.clone();
    drop_other_players(dungeon, &pins);
    for pin in &pins {
        match pin {
            Pin::Name(pin) => dungeon.name.clone_from(&pin.name),
            Pin::Feature(pin) => put_feature(dungeon, pin, &pins),
            Pin::Spawn(pin) => put_spawn(dungeon, pin, &pins),
            _ => {}
        }
    }
    rewrite_notes(dungeon);
}

fn rewrite_notes(dungeon: &mut Dungeon) {
    for room in 0..dungeon.rooms.len() {
        for note in 0..dungeon.rooms[room].notes.len() {
            let plain = dungeon.write_out(&dungeon.rooms[room].notes[note].text);
            dungeon.rooms[room].notes[note].plain = plain;
        }
    }
}

fn room_at(dungeon: &Dungeon, z: i32, cell: Cell) -> Option<RoomId> {
    dungeon.rooms.iter().find(|room: &&Room| room.z == z && room.contains(cell)).map(|room| room.id)
}

/// Puts a pinned feature; what stands in its place is dropped, and what parts the room with it.
fn put_feature(dungeon: &mut Dungeon, pin: &FeaturePin, pins: &[Pin]) {
    if dungeon.features.iter().any(|feature| pin.is_same(feature)) {
        return;
    }
    let is_in_way = |feature: &Feature| {
        feature.z == pin.z
            && feature.rect().overlaps(pin.rect())
            && feature.flat == pin.flat
            && feature.mount == pin.mount
    };
    let gone = dungeon.features.iter().filter(|feature| is_in_way(feature)).map(|feature| feature.id).collect();
    let under = |spawn: &Spawn| pin.blocks && spawn.z == pin.z && pin.rect().contains(spawn.cell);
    let spawns = dungeon.spawns.iter().filter(|spawn| under(spawn)).map(|spawn| spawn.id).collect();
    drop_contents(dungeon, gone, spawns);
    let room = room_at(dungeon, pin.z, pin.floor_cell());
    let id = dungeon.features.len() as u32;
    dungeon.features.push(pin.to_feature(id, room));
    let Some(room) = room else { return };
    if feature_faults(dungeon, |asked| asked == room).is_empty() {
        return;
    }
    let is_obstacle =
        |feature: &&Feature| feature.room == Some(room) && feature.blocks && !is_pinned_feature(pins, feature);
    let blocking = dungeon.features.iter().filter(is_obstacle).map(|feature| feature.id).collect();
    drop_contents(dungeon, blocking, BTreeSet::default());
}

fn is_pinned_feature(pins: &[Pin], feature: &Feature) -> bool {
    pins.iter().any(|pin| matches!(pin, Pin::Feature(pin) if pin.is_same(feature)))
}

/// Pinned visitors replace all others.
fn drop_other_players(dungeon: &mut Dungeon, pins: &[Pin]) {
    let players = || pins.iter().filter_map(|pin| if let Pin::Spawn(pin) = pin { Some(pin) } else { None });
    let players = || players().filter(|pin| pin.kind == SpawnKind::Player);
    if players().next().is_some() {
        let is_other = |spawn: &&Spawn| spawn.kind == SpawnKind::Player && !players().any(|pin| pin.is_at(spawn));
        let gone = dungeon.spawns.iter().filter(is_other).map(|spawn| spawn.id).collect();
        drop_contents(dungeon, BTreeSet::default(), gone);
    }
}

/// Puts a pinned spawn in place of one on the same cell. A pinned feature that blocks its cell holds it, others that do are
/// dropped.
fn put_spawn(dungeon: &mut Dungeon, pin: &SpawnPin, pins: &[Pin]) {
    let is_same = |spawn: &Spawn| pin.is_at(spawn) && (&spawn.name, spawn.difficulty) == (&pin.name, pin.difficulty);
    if dungeon.spawns.iter().any(is_same) {
        return;
    }
    let Some(room) = room_at(dungeon, pin.z, pin.cell) else { return };
    let is_over = |feature: &Feature| feature.blocks && feature.z == pin.z && feature.rect().contains(pin.cell);
    let is_in_way = |feature: &&Feature| is_over(feature) && feature.is_on_floor() && !is_pinned_feature(pins, feature);
    let features = dungeon.features.iter().filter(is_in_way).map(|feature| feature.id).collect();
    let gone = dungeon.spawns.iter().filter(|spawn| (spawn.z, spawn.cell) == (pin.z, pin.cell));
    let gone = gone.map(|spawn| spawn.id).collect();
    drop_contents(dungeon, features, gone);
    let id = dungeon.spawns.len() as u32;
    dungeon.spawns.push(pin.to_spawn(id, room));
    let holder = dungeon.features.iter_mut().find(|feature| feature.is_on_floor() && is_over(feature));
    holder.into_iter().for_each(|holder| holder.spawn = Some(id));
}
