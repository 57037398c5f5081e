//! Applies an edit: the new dungeon, what changed, and which pins came and went.

use undercroft_grid::{Cell, MAX_SIDE, Rect};

use super::action::{Edit, Naming};
use super::cell_edits::{cells_of, lay_ground, paint_cells, set_cells};
use super::floor_shape::FloorShape;
use super::made::{Made, PinJob};
use super::pin_jobs::{pin, pin_what};
use super::pin_upkeep::keep_pins;
use super::subject::RoomRef;
use super::{
    DoorChange, EditError, add_door, adopt, contents, delete_room, discover_all, discover_link, links, merge,
    move_room, paste, reshape, resize_map, room_text, set_door, set_entrance,
};
use crate::dungeon::{Dungeon, Level, LinkId, Pin, PinId, RoomId};
use crate::pin::PinMaker;

/// A part of a level that an edit changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchedRect {
    /// The level.
    pub z: i32,
    /// The smallest rectangle round all cells that are different.
    pub rect: Rect,
}

/// What an edit made.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The dungeon after it.
    pub dungeon: Dungeon,
    /// What is different on each level.
    pub touched: Vec<TouchedRect>,
    /// Pins that came, or have other content.
    pub new_pins: Vec<Pin>,
    /// Pins that are gone.
    pub removed_pins: Vec<PinId>,
}

/// Applies an edit to a dungeon. `budget` is the number of search steps that may be taken.
///
/// Refused is what is structurally impossible. Everything else is applied, and [`verify`](mod@crate::verify) judges it.
///
/// # Errors
/// When the edit cannot be made; the dungeon is as it was.
pub fn apply(dungeon: &Dungeon, edit: &Edit, budget: u64) -> Result<Applied, EditError> {
    let made = make(dungeon, edit, budget)?;
    let mut new = made.dungeon;
    if made.is_edited {
        new.set_edited();
    }
    new.provenance.pins = match made.moved_pins {
        Some(pins) => pins,
        None => keep_pins(dungeon, &new, made.keeps_ids),
    };
    let mut maker = PinMaker::new(&new).made_by(made.author);
    made.pins.iter().try_for_each(|task| pin(task, &new, dungeon, &mut maker))?;
    let mut pins = maker.finish();
    if let Some(gone) = &made.unpinned {
        let before = pins.clone();
        pins.retain(|pin| !gone.contains(&pin.id()));
        crate::pin::without_dangling(&mut pins, &before);
    }
    if pins.len() > crate::dungeon::MAX_PINS {
        return Err(EditError::Impossible(format!("a dungeon has at most {} pins", crate::dungeon::MAX_PINS)));
    }
    if new.provenance.pins_size.is_none() && !pins.is_empty() {
        new.provenance.pins_size = new.levels.first().map(|level| [level.size().width(), level.size().height()]);
    }
    if pins.is_empty() {
        new.provenance.pins_size = None;
    }
    let old = &dungeon.provenance.pins;
    let new_pins = pins.iter().filter(|pin| !old.contains(pin)).cloned().collect();
    let removed_pins = old.iter().map(Pin::id).filter(|id| !pins.iter().any(|pin| pin.id() == *id)).collect();
    new.provenance.pins = pins;
    Ok(Applied { touched: touched(dungeon, &new), dungeon: new, new_pins, removed_pins })
}

fn make(dungeon: &Dungeon, edit: &Edit, budget: u64) -> Result<Made, EditError> {
    match edit {
        Edit::AddRoom { z, shape } => add_room(dungeon, *z, shape, budget),
        Edit::MoveRoom { room, by } => shift_room(dungeon, *room, *by, budget),
        Edit::ResizeRoom { room, shape } => resize_room(dungeon, *room, shape, budget),
        Edit::DeleteRoom { room } => Ok(Made::without(delete_room(dungeon, room.find(dungeon)?)?)),
        Edit::MergeRooms { rooms } => {
            let ids = rooms.iter().map(|room| room.find(dungeon)).collect::<Result<Vec<_>, _>>()?;
            let (new, id) = merge::merge_rooms(dungeon, &ids, &[], budget)?;
            Ok(Made { pins: vec![PinJob::Room(id, None)], ..Made::without(new) })
        }
        Edit::SetDoor { door, to } => {
            let id = door.find(dungeon)?;
            let change = DoorChange { kind: to.kind, state: to.state, secret: to.secret };
            Ok(Made::new(set_door(dungeon, id, change)?, vec![PinJob::Door(id)]))
        }
        Edit::DeleteDoor { door } => links::delete_door(dungeon, door.find(dungeon)?).map(Made::without),
        Edit::AddDoor { z, cells, kind, state, secret } => {
            let leaf = add_door::DoorLeaf { kind: *kind, state: *state, secret: *secret };
            let (new, link) = add_door::add_door(dungeon, *z, cells, leaf, budget)?;
            Ok(Made::new(new, vec![PinJob::Link(link)]))
        }
        Edit::Entrance { door } => {
            let new = set_entrance::set_entrance(dungeon, *door)?;
            Ok(Made { pins: vec![PinJob::Entrance], ..Made::without(new) })
        }
        Edit::Adopt { z, cell } => adopt::adopt(dungeon, *z, *cell),
        Edit::ResizeMap { w, h, dx, dy } => resize_map::resize_map(dungeon, [*w, *h], Cell::new(*dx, *dy)),
        Edit::Paste { z, at, turn, mirror, clip } => {
            paste::paste(dungeon, *z, paste::Turned { clip, at: *at, turn: *turn, mirror: *mirror }, budget)
        }
        Edit::AddLink { from, to, width, secret } => {
            let style = links::LinkStyle { width: *width, secret: *secret };
            let new = links::add_link(dungeon, [from.find(dungeon)?, to.find(dungeon)?], style, budget)?;
            let link = LinkId(dungeon.links.len() as u32);
            Ok(Made::new(new, vec![PinJob::Link(link)]))
        }
        Edit::Reroute { link } => {
            let id = link.find(dungeon)?;
            Ok(Made::new(links::reroute(dungeon, id, budget)?, vec![PinJob::Link(id)]))
        }
        Edit::DeleteLink { link } => links::delete_link(dungeon, link.find(dungeon)?).map(Made::without),
        Edit::DeleteArea { z, runs } => {
            let level = dungeon.level(*z).ok_or(EditError::NoSuchLevel(*z))?;
            merge::delete_area(dungeon, *z, &cells_of(runs, level)?, budget)
        }
        Edit::Stairs { from, to } => {
            let new = links::add_stairs(dungeon, [from.find(dungeon)?, to.find(dungeon)?])?;
            let link = LinkId(dungeon.links.len() as u32);
            Ok(Made::new(new, vec![PinJob::Link(link)]))
        }
        Edit::Lock { door, key } => {
            let id = door.find(dungeon)?;
            Ok(Made::new(links::lock(dungeon, id, *key)?, vec![PinJob::Door(id)]))
        }
        Edit::Unlock { door } => {
            let change = DoorChange { state: Some(crate::dungeon::DoorState::Closed), ..DoorChange::default() };
            Ok(Made::new(set_door(dungeon, door.find(dungeon)?, change)?, Vec::new()))
        }
        Edit::Paint { z, to, runs } => paint_cells(dungeon, *z, *to, runs, budget),
        Edit::SetCells { z, solid, runs } => set_cells(dungeon, *z, *solid, runs),
        Edit::Discover { link: Some(link) } => {
            discover_link(dungeon, link.find(dungeon)?).map(|new| Made::new(new, Vec::new()))
        }
        Edit::Discover { link: None } => discover_all(dungeon).map(|new| Made::new(new, Vec::new())),
        Edit::Ground { z, to, runs } => lay_ground(dungeon, *z, *to, runs),
        Edit::Pin { what } => pin_what(dungeon, what),
        Edit::Unpin { ids } => unpin(dungeon, ids),
        Edit::Name { of: Naming::Dungeon, text } => name_dungeon(dungeon, text),
        Edit::Name { of: Naming::Room(room), text } => room_text::set_name(dungeon, room.find(dungeon)?, text),
        Edit::Number { room, n } => room_text::set_number(dungeon, room.find(dungeon)?, *n),
        Edit::Renumber {} => Ok(room_text::renumber(dungeon)),
        Edit::Purpose { room, text } => room_text::set_purpose(dungeon, room.find(dungeon)?, text),
        Edit::Note { room, index, text, secret } => {
            room_text::set_note(dungeon, room.find(dungeon)?, *index, text, *secret)
        }
        Edit::Role { room, role, on } => Ok(room_text::set_role(dungeon, room.find(dungeon)?, *role, *on)),
        Edit::AddFeature { feature } => contents::add_feature(dungeon, feature),
        Edit::MoveFeature { feature, by } => {
            let old = &dungeon.features[feature.find(dungeon)? as usize];
            let mut moved = crate::dungeon::FeaturePin::new(PinId(0), old);
            moved.cell += within_reach(*by);
            contents::replace_feature(dungeon, old.id, &moved)
        }
        Edit::SetFeature { feature, to } => contents::replace_feature(dungeon, feature.find(dungeon)?, to),
        Edit::DeleteFeature { feature } => Ok(contents::delete(dungeon, Some(feature.find(dungeon)?), None)),
        Edit::AddSpawn { spawn } => contents::add_spawn(dungeon, spawn),
        Edit::MoveSpawn { spawn, by } => {
            let old = &dungeon.spawns[spawn.find(dungeon)? as usize];
            let mut moved = crate::dungeon::SpawnPin::new(PinId(0), old);
            moved.cell += within_reach(*by);
            contents::replace_spawn(dungeon, old.id, &moved)
        }
        Edit::SetSpawn { spawn, to } => contents::replace_spawn(dungeon, spawn.find(dungeon)?, to),
        Edit::DeleteSpawn { spawn } => Ok(contents::delete(dungeon, None, Some(spawn.find(dungeon)?))),
    }
}

/// Draws a room.
fn add_room(dungeon: &Dungeon, z: i32, shape: &FloorShape, budget: u64) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let new = reshape::add_room(dungeon, z, shape.floor(level.size())?, budget)?;
    Ok(Made::new(new, vec![PinJob::Room(RoomId(dungeon.rooms.len() as u32), None)]))
}

/// A step that leads off every map where the given one does, and whose sum with a cell fits.
fn within_reach(by: Cell) -> Cell {
    let [x, y] = [by.x, by.y].map(|side| side.clamp(-2 * MAX_SIDE, 2 * MAX_SIDE));
    Cell::new(x, y)
}

fn shift_room(dungeon: &Dungeon, room: RoomRef, by: Cell, budget: u64) -> Result<Made, EditError> {
    let id = room.find(dungeon)?;
    let to = dungeon.room(id).bounds().min() + within_reach(by);
    Ok(Made::new(move_room(dungeon, id, to, budget)?, vec![replaced_room(dungeon, id)]))
}

fn resize_room(dungeon: &Dungeon, room: RoomRef, shape: &FloorShape, budget: u64) -> Result<Made, EditError> {
    let id = room.find(dungeon)?;
    let level = dungeon.level(room.z).ok_or(EditError::NoSuchLevel(room.z))?;
    let new = reshape::reshape_room(dungeon, id, shape.floor(level.size())?, budget)?;
    Ok(Made::new(new, vec![replaced_room(dungeon, id)]))
}

/// The pin of a room that takes the place of the one with its id.
fn replaced_room(dungeon: &Dungeon, id: RoomId) -> PinJob {
    PinJob::Room(id, dungeon.room(id).floor.first().map(|run| run.start))
}

fn name_dungeon(dungeon: &Dungeon, text: &str) -> Result<Made, EditError> {
    room_text::check_text("text", text, room_text::MAX_NAME)?;
    let new = Dungeon { name: text.to_owned(), ..dungeon.clone() };
    Ok(Made::new(new, vec![PinJob::Name]))
}

fn unpin(dungeon: &Dungeon, ids: &[PinId]) -> Result<Made, EditError> {
    if let Some(id) = ids.iter().find(|id| dungeon.provenance.pin(**id).is_none()) {
        return Err(EditError::Impossible(format!("there is no pin {id}")));
    }
    let made = Made::new(dungeon.clone(), Vec::new());
    Ok(Made { unpinned: Some(ids.to_vec()), is_edited: false, ..made })
}

/// The smallest rectangles round what is different.
fn touched(old: &Dungeon, new: &Dungeon) -> Vec<TouchedRect> {
    let mut touched = Vec::new();
    for level in &new.levels {
        let Some(before) = old.level(level.z) else { continue };
        if level == before {
            continue;
        }
        let is_other =
            |cell: &Cell| level.at(*cell) != before.at(*cell) || level.ground_at(*cell) != before.ground_at(*cell);
        let cells = changed_rows(before, level).filter(is_other);
        touched.extend(Rect::around(cells).map(|rect| TouchedRect { z: level.z, rect }));
    }
    touched
}

/// The cells of rows that are not the same in both levels.
fn changed_rows(before: &Level, level: &Level) -> impl Iterator<Item = Cell> {
    let size = level.size();
    let is_ground_same = |y: i32| match (&before.ground, &level.ground) {
        (None, None) => true,
        (Some(old), Some(new)) => old.row(y) == new.row(y),
        _ => false,
    };
    let is_same =
        move |y: i32| before.size() == size && before.terrain.row(y) == level.terrain.row(y) && is_ground_same(y);
    let rows = (0..size.height()).filter(move |&y| !is_same(y));
    rows.flat_map(move |y| (0..size.width()).map(move |x| Cell::new(x, y)))
}
