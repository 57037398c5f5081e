//! Applies an edit: the new dungeon, what changed, and which pins came and went.

use undercroft_grid::{Cell, MAX_SIDE, Rect};

use super::action::{Edit, Naming, PaintTo, PinWhat};
use super::made::{Made, PinJob, RoomField};
use super::pin_upkeep::keep_pins;
use super::{DoorChange, EditError, contents, delete_room, links, move_room, paint, reshape, room_text, set_door};
use crate::dungeon::{Dungeon, Ground, Level, LinkId, Pin, PinAuthor, PinId, PinnedCell, RoomId, Run, Terrain};
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
    let pins = keep_pins(dungeon, &new, made.keeps_ids);
    new.provenance.pins = pins;
    let mut maker = PinMaker::new(&new).made_by(made.author);
    made.pins.iter().try_for_each(|task| pin(task, &new, dungeon, &mut maker))?;
    let mut pins = maker.finish();
    if let Some(gone) = &made.unpinned {
        pins.retain(|pin| !gone.contains(&pin.id()));
        crate::pin::without_dangling(&mut pins);
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
    let first = |room: RoomId| dungeon.room(room).floor.first().map(|run| run.start);
    match edit {
        Edit::AddRoom { z, shape } => {
            let level = dungeon.level(*z).ok_or(EditError::NoSuchLevel(*z))?;
            let new = reshape::add_room(dungeon, *z, shape.floor(level.size())?, budget)?;
            let room = RoomId(dungeon.rooms.len() as u32);
            Ok(Made::new(new, vec![PinJob::Room(room, None)]))
        }
        Edit::MoveRoom { room, by } => {
            let id = room.find(dungeon)?;
            // Farther is off every map, and sums with it would not fit.
            let [x, y] = [by.x, by.y].map(|side| side.clamp(-2 * MAX_SIDE, 2 * MAX_SIDE));
            let to = dungeon.room(id).bounds().min() + Cell::new(x, y);
            Ok(Made::new(move_room(dungeon, id, to, budget)?, vec![PinJob::Room(id, first(id))]))
        }
        Edit::ResizeRoom { room, shape } => {
            let id = room.find(dungeon)?;
            let level = dungeon.level(dungeon.room(id).z).ok_or(EditError::NoSuchLevel(room.z))?;
            let new = reshape::reshape_room(dungeon, id, shape.floor(level.size())?, budget)?;
            Ok(Made::new(new, vec![PinJob::Room(id, first(id))]))
        }
        Edit::DeleteRoom { room } => Ok(Made::without(delete_room(dungeon, room.find(dungeon)?)?)),
        Edit::SetDoor { door, to } => {
            let id = door.find(dungeon)?;
            let change = DoorChange { kind: to.kind, state: to.state, secret: to.secret };
            Ok(Made::new(set_door(dungeon, id, change)?, vec![PinJob::Door(id)]))
        }
        Edit::DeleteDoor { door } => links::delete_door(dungeon, door.find(dungeon)?).map(Made::without),
        Edit::AddLink { from, to } => {
            let new = links::add_link(dungeon, [from.find(dungeon)?, to.find(dungeon)?], budget)?;
            let link = LinkId(dungeon.links.len() as u32);
            Ok(Made::new(new, vec![PinJob::Link(link)]))
        }
        Edit::Reroute { link } => {
            let id = link.find(dungeon)?;
            Ok(Made::new(links::reroute(dungeon, id, budget)?, vec![PinJob::Link(id)]))
        }
        Edit::DeleteLink { link } => links::delete_link(dungeon, link.find(dungeon)?).map(Made::without),
        Edit::Stairs { from, to } => {
            let new = links::add_stairs(dungeon, [from.find(dungeon)?, to.find(dungeon)?])?;
            let link = LinkId(dungeon.links.len() as u32);
            Ok(Made::new(new, vec![PinJob::Link(link)]))
        }
        Edit::Lock { door, key } => {
            let id = door.find(dungeon)?;
            Ok(Made::new(links::lock(dungeon, id, key.find(dungeon)?)?, vec![PinJob::Door(id)]))
        }
        Edit::Unlock { door } => {
            let change = DoorChange { state: Some(crate::dungeon::DoorState::Closed), ..DoorChange::default() };
            Ok(Made::new(set_door(dungeon, door.find(dungeon)?, change)?, Vec::new()))
        }
        Edit::Paint { z, to, runs } => paint_cells(dungeon, *z, *to, runs, budget),
        Edit::Ground { z, to, runs } => lay_ground(dungeon, *z, *to, runs),
        Edit::Pin { what } => pin_what(dungeon, what),
        Edit::Unpin { ids } => {
            if let Some(id) = ids.iter().find(|id| dungeon.provenance.pin(**id).is_none()) {
                return Err(EditError::Impossible(format!("there is no pin {id}")));
            }
            let made = Made::new(dungeon.clone(), Vec::new());
            Ok(Made { unpinned: Some(ids.clone()), is_edited: false, ..made })
        }
        Edit::Name { of: Naming::Dungeon, text } => {
            room_text::check_text("text", text, room_text::MAX_NAME)?;
            let new = Dungeon { name: text.clone(), ..dungeon.clone() };
            Ok(Made::new(new, vec![PinJob::Name]))
        }
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
            moved.cell += *by;
            contents::replace_feature(dungeon, old.id, &moved)
        }
        Edit::SetFeature { feature, to } => contents::replace_feature(dungeon, feature.find(dungeon)?, to),
        Edit::DeleteFeature { feature } => Ok(contents::delete(dungeon, Some(feature.find(dungeon)?), None)),
        Edit::AddSpawn { spawn } => contents::add_spawn(dungeon, spawn),
        Edit::MoveSpawn { spawn, by } => {
            let old = &dungeon.spawns[spawn.find(dungeon)? as usize];
            let mut moved = crate::dungeon::SpawnPin::new(PinId(0), old);
            moved.cell += *by;
            contents::replace_spawn(dungeon, old.id, &moved)
        }
        Edit::DeleteSpawn { spawn } => Ok(contents::delete(dungeon, None, Some(spawn.find(dungeon)?))),
    }
}

fn pin_what(dungeon: &Dungeon, what: &PinWhat) -> Result<Made, EditError> {
    let job = match what {
        PinWhat::Room(room) => PinJob::Room(room.find(dungeon)?, None),
        PinWhat::Link(link) => PinJob::Link(link.find(dungeon)?),
        PinWhat::Door(door) => PinJob::Door(door.find(dungeon)?),
        PinWhat::Feature(feature) => PinJob::Feature(feature.find(dungeon)?),
        PinWhat::Spawn(spawn) => PinJob::Spawn(spawn.find(dungeon)?),
        PinWhat::Entrance => PinJob::Entrance,
        PinWhat::Name => PinJob::Name,
        PinWhat::Stage(stage) if crate::seed::Seed::STAGES.contains(&stage.as_str()) => PinJob::Stage(stage.clone()),
        PinWhat::Stage(stage) => {
            let problem = format!("need one of {}, got {stage:?}", crate::seed::Seed::STAGES.join(", "));
            return Err(EditError::OutOfLimits { field: "stage", problem });
        }
    };
    Ok(Made { author: PinAuthor::User, is_edited: false, ..Made::new(dungeon.clone(), vec![job]) })
}

fn pin(job: &PinJob, new: &Dungeon, old: &Dungeon, maker: &mut PinMaker) -> Result<(), EditError> {
    match job {
        PinJob::Room(room, from) => {
            let id = maker.pin_room(*room);
            let replaced =
                old.pinned_rooms().into_iter().find(|(other, _)| other == room).and_then(|(_, pin)| pin.from);
            if let (Some(pin), Some(from)) = (maker.room_pin_mut(id), *from) {
                pin.from = replaced.or(Some(from));
            }
        }
        PinJob::RoomText(room, field) => {
            let id = maker.pin_room(*room);
            let content = new.room(*room);
            let Some(pin) = maker.room_pin_mut(id) else { return Ok(()) };
            match field {
                RoomField::Name => pin.name = Some(content.name.clone()),
                RoomField::Number => pin.number = content.number,
                RoomField::Purpose => pin.purpose.clone_from(&content.purpose),
                RoomField::Notes => pin.notes = Some(room_text::plain_notes(content)),
                RoomField::Roles => pin.roles = Some(content.roles.clone()),
            }
        }
        PinJob::Link(link) => {
            maker.pin_link(*link);
        }
        PinJob::Door(door) => {
            let is_linked = |pin: &Pin| matches!(pin, Pin::Link(pin) if pin.kind.doors().iter().any(|other| other.is_at(new.door(*door))));
            if !new.provenance.pins.iter().any(is_linked) {
                maker.pin_door(*door);
            }
        }
        PinJob::Cells(z, cells) => {
            maker.pin_single_cells(*z, cells.clone());
        }
        PinJob::Feature(feature) => maker.pin_feature(*feature),
        PinJob::Spawn(spawn) => maker.pin_spawn(*spawn),
        PinJob::Name => maker.pin_name(),
        PinJob::Entrance => {
            let none = || EditError::Impossible("the dungeon has no entrance".to_owned());
            maker.pin_entrance().ok_or_else(none)?;
        }
        PinJob::Stage(stage) => maker.pin_stage(stage),
    }
    Ok(())
}

/// Paints floor into rooms, or rock and wall over floor.
fn paint_cells(dungeon: &Dungeon, z: i32, to: PaintTo, runs: &[Run], budget: u64) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let cells = cells_of(runs, level)?;
    if to == PaintTo::Floor {
        let (new, rooms) = reshape::paint_floor(dungeon, z, &cells, budget)?;
        let first =
            |room: &RoomId| dungeon.rooms.get(room.index()).and_then(|room| room.floor.first()).map(|run| run.start);
        let pins = rooms.iter().map(|room| PinJob::Room(*room, first(room))).collect();
        return Ok(Made::new(new, pins));
    }
    let (mut new, rooms) = reshape::cut_floor(dungeon, z, &cells, budget)?;
    let terrain = if to == PaintTo::Wall { Terrain::Wall } else { Terrain::Rock };
    // What is left is no floor of a room: single tiles.
    let bare: Vec<Cell> =
        cells.iter().copied().filter(|&cell| new.level(z).is_some_and(|level| !level.at(cell).is_massive())).collect();
    drop(paint(&mut new, z, &bare, true)?);
    if let Some(level) = new.levels.iter_mut().find(|level| level.z == z) {
        let open = |level: &Level, cell: Cell| cell.neighbors8().into_iter().any(|near| level.at(near).is_room());
        for &cell in &cells {
            // Cells beside floor are its walls, whatever was asked for.
            level.terrain[cell] = if open(level, cell) { Terrain::Wall } else { terrain };
        }
    }
    let kept = new.level(z).map(|level| {
        let pinned = |&cell: &Cell| PinnedCell { cell, terrain: Some(level.at(cell)), ground: None };
        cells.iter().filter(|cell| level.at(**cell) == Terrain::Rock).map(pinned).collect::<Vec<_>>()
    });
    let first = |room: &RoomId| dungeon.room(*room).floor.first().map(|run| run.start);
    let mut pins: Vec<PinJob> = rooms.iter().map(|room| PinJob::Room(*room, first(room))).collect();
    pins.extend(kept.filter(|cells| !cells.is_empty()).map(|cells| PinJob::Cells(z, cells)));
    Ok(Made::new(new, pins))
}

fn lay_ground(dungeon: &Dungeon, z: i32, to: char, runs: &[Run]) -> Result<Made, EditError> {
    let level = dungeon.level(z).ok_or(EditError::NoSuchLevel(z))?;
    let unknown = || EditError::OutOfLimits { field: "to", problem: format!("need a glyph of ground, got {to:?}") };
    let ground = Ground::from_glyph(to).ok_or_else(unknown)?;
    let cells = cells_of(runs, level)?;
    let lies: Vec<Cell> = cells.into_iter().filter(|&cell| !level.at(cell).is_massive()).collect();
    if lies.is_empty() {
        return Err(EditError::Impossible("nothing lies on rock and walls: no cell of it is floor".to_owned()));
    }
    let mut new = dungeon.clone();
    if let Some(level) = new.levels.iter_mut().find(|level| level.z == z) {
        drop(level.replace_ground(lies.iter().map(|&cell| (cell, ground)).collect::<Vec<_>>()));
    }
    let pinned = lies.iter().map(|&cell| PinnedCell { cell, terrain: None, ground: Some(ground) }).collect();
    // Ground needs floor below it, so the rooms that it lies in are kept with it.
    let is_under = |room: &&crate::dungeon::Room| room.z == z && lies.iter().any(|&cell| room.contains(cell));
    let rooms = dungeon.rooms.iter().filter(is_under).map(|room| PinJob::Room(room.id, None));
    let pins = rooms.chain([PinJob::Cells(z, pinned)]).collect();
    Ok(Made::new(new, pins))
}

/// The cells of runs on a level.
fn cells_of(runs: &[Run], level: &Level) -> Result<Vec<Cell>, EditError> {
    let size = level.size();
    let mut cells = Vec::new();
    for run in runs {
        let fits = (1..=size.width()).contains(&run.length)
            && size.contains(run.start)
            && run.length <= size.width() - run.start.x;
        if !fits {
            return Err(EditError::Outside { cell: run.start, size });
        }
        cells.extend(run.cells());
    }
    if cells.is_empty() {
        return Err(EditError::OutOfLimits { field: "runs", problem: "need at least one cell".to_owned() });
    }
    Ok(cells)
}

/// The smallest rectangles round what is different.
fn touched(old: &Dungeon, new: &Dungeon) -> Vec<TouchedRect> {
    let mut touched = Vec::new();
    for level in &new.levels {
        let Some(before) = old.level(level.z) else { continue };
        let is_other =
            |cell: &Cell| level.at(*cell) != before.at(*cell) || level.ground_at(*cell) != before.ground_at(*cell);
        let cells = level.size().rect().cells().filter(is_other);
        touched.extend(Rect::around(cells).map(|rect| TouchedRect { z: level.z, rect }));
    }
    touched
}
