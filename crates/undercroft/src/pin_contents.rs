//! Writes pinned attributes, ground and contents into a dungeon that is built.

use std::collections::BTreeSet;

use undercroft_grid::Cell;

use crate::dungeon::{Dungeon, FeaturePin, Ground, Level, Note, Pin, Room, RoomId, SpawnKind, SpawnPin};
use crate::edit::drop_contents;
use crate::verify::{FlawCode, feature_faults, verify};

/// Writes what stocking takes into account: purposes, and the ground of pinned cells.
pub(crate) fn write_before_stock(dungeon: &mut Dungeon) {
    let purposes: Vec<(RoomId, String)> =
        dungeon.pinned_rooms().into_iter().filter_map(|(room, pin)| Some((room, pin.purpose.clone()?))).collect();
    purposes.into_iter().for_each(|(room, purpose)| dungeon.rooms[room.index()].purpose = Some(purpose));
    lay_pinned_ground(dungeon);
}

/// Lays pinned ground. Where it cuts something off, other deep water turns shallow and other chasms are filled.
fn lay_pinned_ground(dungeon: &mut Dungeon) {
    let cells: Vec<(i32, Cell, Ground)> = dungeon.provenance.pins.iter().flat_map(ground_of).collect();
    if cells.is_empty() {
        return;
    }
    for level in &mut dungeon.levels {
        let here = cells.iter().filter(|(z, _, _)| *z == level.z).map(|&(_, cell, ground)| (cell, ground));
        let _ = level.replace_ground(here.collect::<Vec<_>>());
    }
    let is_cut = |dungeon: &Dungeon| {
        let codes = [FlawCode::GroundCutsOff, FlawCode::BridgeDisconnected];
        verify(dungeon).flaws.iter().any(|flaw| codes.contains(&flaw.code))
    };
    if !is_cut(dungeon) {
        return;
    }
    for level in &mut dungeon.levels {
        let free: Vec<(Cell, Ground)> =
            drained(level, |cell| !cells.iter().any(|(z, at, _)| *z == level.z && *at == cell));
        let _ = level.replace_ground(free);
    }
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
    for pin in &pins {
        match pin {
            Pin::Name(pin) => dungeon.name.clone_from(&pin.name),
            Pin::Feature(pin) => put_feature(dungeon, pin, &pins),
            Pin::Spawn(pin) => put_spawn(dungeon, pin),
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
    let wall = |mount: crate::dungeon::Mount| mount == crate::dungeon::Mount::Wall;
    let is_in_way = |feature: &crate::dungeon::Feature| {
        feature.z == pin.z
            && feature.rect().overlaps(pin.rect())
            && feature.flat == pin.flat
            && wall(feature.mount) == wall(pin.mount)
    };
    let gone = dungeon.features.iter().filter(|feature| is_in_way(feature)).map(|feature| feature.id).collect();
    let under = |spawn: &crate::dungeon::Spawn| pin.blocks && spawn.z == pin.z && pin.rect().contains(spawn.cell);
    let spawns = dungeon.spawns.iter().filter(|spawn| under(spawn)).map(|spawn| spawn.id).collect();
    drop_contents(dungeon, gone, spawns);
    let front = pin.to_feature(0, None).front();
    let floor = if wall(pin.mount) { pin.cell + front } else { pin.cell };
    let room = room_at(dungeon, pin.z, floor);
    let id = dungeon.features.len() as u32;
    dungeon.features.push(pin.to_feature(id, room));
    let Some(room) = room else { return };
    if feature_faults(dungeon, |asked| asked == room).is_empty() {
        return;
    }
    let is_pinned = |feature: &crate::dungeon::Feature| {
        pins.iter().any(|pin| matches!(pin, Pin::Feature(pin) if pin.is_same(feature)))
    };
    let is_obstacle =
        |feature: &&crate::dungeon::Feature| feature.room == Some(room) && feature.blocks && !is_pinned(feature);
    let blocking = dungeon.features.iter().filter(is_obstacle).map(|feature| feature.id).collect();
    drop_contents(dungeon, blocking, BTreeSet::default());
}

/// Puts a pinned spawn in place of one on the same cell; a pinned visitor replaces the others.
fn put_spawn(dungeon: &mut Dungeon, pin: &SpawnPin) {
    let is_same = |spawn: &crate::dungeon::Spawn| {
        pin.is_at(spawn) && (&spawn.name, spawn.difficulty) == (&pin.name, pin.difficulty)
    };
    if dungeon.spawns.iter().any(is_same) {
        return;
    }
    let Some(room) = room_at(dungeon, pin.z, pin.cell) else { return };
    let is_gone = |spawn: &crate::dungeon::Spawn| {
        (spawn.z, spawn.cell) == (pin.z, pin.cell) || pin.kind == SpawnKind::Player && spawn.kind == SpawnKind::Player
    };
    let gone = dungeon.spawns.iter().filter(|spawn| is_gone(spawn)).map(|spawn| spawn.id).collect();
    drop_contents(dungeon, BTreeSet::default(), gone);
    let id = dungeon.spawns.len() as u32;
    dungeon.spawns.push(pin.to_spawn(id, room));
}
