//! Rooms: what their objects say, on the floor that the tiles show.
//!
//! A region of floor with the object of one room on it belongs to that room as a whole, so that a room can be made larger
//! with the brush alone. Where walls between rooms were taken away, each room keeps what its object covers. A region without
//! an object is a room without a name. A room whose floor is gone keeps what its object says, for the judge to see.

use undercroft_grid::{BitGrid, Cell, Grid, Rect, Regions};

use super::ids::Ids;
use super::map_file::{Fault, Object, ObjectSource, Shape};
use super::map_level::MapLevel;
use super::shape::filled;
use crate::room_notes::read_notes;
use undercroft::Fraction;
use undercroft::dungeon::{PlacedTemplate, Role, Room, RoomId, Run, Socket, Terrain};
use undercroft::format::MAX_CELLS;

/// No room.
const NO_ROOM: u32 = u32::MAX;

/// The rooms of a map.
pub(super) struct Rooms {
    pub list: Vec<Room>,
    pub spots: Vec<ObjectSource>,
    pub ids: Ids,
    /// For each storey, whose floor a cell is.
    owners: Vec<Grid<u32>>,
}

/// A room before it has a number.
struct Draft<'a> {
    z: i32,
    object: Option<&'a Object>,
    /// The cells that the object covers.
    claim: Vec<Run>,
    floor: Vec<Run>,
}

impl Rooms {
    pub fn from_levels(storeys: &[MapLevel]) -> Result<Self, Fault> {
        let shows = |storey: &MapLevel| {
            let passages = [Terrain::Corridor, Terrain::Door];
            storey.objects.iter().any(is_room)
                || storey.terrain.values().iter().any(|terrain| passages.contains(terrain))
        };
        let mut rooms = Self { list: Vec::new(), spots: Vec::new(), ids: Ids::from_old([]), owners: Vec::new() };
        if !storeys.iter().any(shows) {
            return Ok(rooms);
        }
        let (mut drafts, mut work) = (Vec::new(), 0);
        for storey in storeys {
            let first = drafts.len();
            for object in storey.objects.iter().filter(|object| is_room(object)) {
                let claim = claim(storey, object, &mut work)?;
                drafts.push(Draft { z: storey.z, object: Some(object), claim, floor: Vec::new() });
            }
            rooms.owners.push(share_out(storey, &mut drafts, first));
        }
        let kept: Vec<bool> = drafts.iter().map(|draft| !draft.floor.is_empty() || !draft.claim.is_empty()).collect();
        rooms.settle(&drafts, &kept);
        Ok(rooms)
    }

    /// Gives rooms their numbers; objects that cover no cell are none.
    fn settle(&mut self, drafts: &[Draft<'_>], kept: &[bool]) {
        let number = |draft: &Draft<'_>| draft.object.and_then(|object| object.properties.whole("id"));
        let there: Vec<&Draft<'_>> =
            drafts.iter().zip(kept).filter(|(_, kept)| **kept).map(|(draft, _)| draft).collect();
        self.ids = Ids::from_old(there.iter().map(|draft| number(draft)));
        let mut places = self.ids.new.iter().copied();
        let places: Vec<u32> =
            kept.iter().map(|kept| if *kept { places.next().unwrap_or(NO_ROOM) } else { NO_ROOM }).collect();
        for owners in &mut self.owners {
            owners
                .values_mut()
                .iter_mut()
                .filter(|owner| **owner != NO_ROOM)
                .for_each(|owner| *owner = places[*owner as usize]);
        }
        let made = there.iter().zip(&self.ids.new).map(|(draft, &id)| draft.room(RoomId(id))).collect();
        self.list = self.ids.sorted(made);
        let spots = there.iter().map(|draft| draft.object.map(ObjectSource::from).unwrap_or_default()).collect();
        self.spots = self.ids.sorted(spots);
    }

    /// The room that has this number in the file.
    pub fn find(&self, old: u32) -> Option<RoomId> {
        self.ids.by_old.get(&old).copied().map(RoomId)
    }

    /// The room on whose floor a cell lies.
    pub fn at(&self, storey: usize, cell: Cell) -> Option<RoomId> {
        let owner = *self.owners.get(storey)?.get(cell)?;
        (owner != NO_ROOM).then_some(RoomId(owner))
    }
}

fn is_room(object: &Object) -> bool {
    object.class == "room"
}

/// The cells of a level that an object covers.
fn claim(storey: &MapLevel, object: &Object, work: &mut usize) -> Result<Vec<Run>, Fault> {
    let size = storey.terrain.size();
    let corners = if let Shape::Polygon(corners) = &object.shape {
        corners.clone()
    } else {
        let [width, height] = [object.frame[2], object.frame[3]];
        vec![[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]
    };
    let sixteenths = |pixels: f64, side: i64| (pixels / side as f64 * 16.0).round().clamp(-1e9, 1e9) as i64;
    let place = |[x, y]: [f64; 2]| {
        [sixteenths(object.frame[0] + x, storey.tile[0]), sixteenths(object.frame[1] + y, storey.tile[1])]
    };
    *work += corners.len().saturating_mul(size.height() as usize);
    if *work > 4 * MAX_CELLS {
        return Err(object.spot.fault("the rooms of this map have too many corners"));
    }
    let rows = filled(&corners.into_iter().map(place).collect::<Vec<_>>(), size);
    let runs: Vec<Run> =
        rows.into_iter().map(|(y, xs)| Run { start: Cell::new(xs.start, y), length: xs.end - xs.start }).collect();
    *work += runs.iter().map(|run| run.length as usize).sum::<usize>();
    if *work > 4 * MAX_CELLS {
        return Err(object.spot.fault("the rooms of this map cover each other many times over"));
    }
    Ok(runs)
}

/// Gives every cell of floor to a draft; drafts from `first` on are of this storey.
fn share_out(storey: &MapLevel, drafts: &mut Vec<Draft<'_>>, first: usize) -> Grid<u32> {
    let size = storey.terrain.size();
    let floor = BitGrid::from_fn(size, |cell| storey.terrain[cell].is_room());
    let mut owners = Grid::filled(size, NO_ROOM);
    // A smaller room inside a larger one is nearer to the cells in it.
    let mut order: Vec<usize> = (first..drafts.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(drafts[i].claim.iter().map(|run| i64::from(run.length)).sum::<i64>()));
    for i in order {
        let cells = drafts[i].claim.iter().flat_map(|run| run.cells()).filter(|&cell| floor.contains(cell));
        cells.for_each(|cell| owners[cell] = i as u32);
    }
    let regions = Regions::of(&floor);
    let mut claimed: Vec<Claimed> = vec![Claimed::default(); regions.count()];
    for cell in floor.iter().filter(|&cell| owners[cell] != NO_ROOM) {
        regions.at(cell).into_iter().for_each(|region| claimed[region.index()].add(owners[cell]));
    }
    for claimed in claimed.iter_mut().filter(|claimed| claimed.lowest == NO_ROOM) {
        claimed.lowest = drafts.len() as u32;
        drafts.push(Draft { z: storey.z, object: None, claim: Vec::new(), floor: Vec::new() });
    }
    for cell in floor.iter() {
        let Some(region) = regions.at(cell) else { continue };
        let claimed = claimed[region.index()];
        if owners[cell] == NO_ROOM || !claimed.several {
            owners[cell] = claimed.lowest;
        }
        drafts[owners[cell] as usize].add(cell);
    }
    owners
}

/// Who claims a region.
#[derive(Clone, Copy)]
struct Claimed {
    lowest: u32,
    several: bool,
}

impl Default for Claimed {
    fn default() -> Self {
        Self { lowest: NO_ROOM, several: false }
    }
}

impl Claimed {
    fn add(&mut self, owner: u32) {
        self.several |= self.lowest != NO_ROOM && self.lowest != owner;
        self.lowest = self.lowest.min(owner);
    }
}

impl Draft<'_> {
    /// Adds a cell of floor; cells come row by row.
    fn add(&mut self, cell: Cell) {
        match self.floor.last_mut() {
            Some(run) if run.start + Cell::new(run.length, 0) == cell => run.length += 1,
            _ => self.floor.push(Run { start: cell, length: 1 }),
        }
    }

    fn room(&self, id: RoomId) -> Room {
        let floor = if self.floor.is_empty() { self.claim.clone() } else { self.floor.clone() };
        let said = self.object.map(|object| object.properties.clone()).unwrap_or_default();
        let role = |name: &str| serde_json::from_value::<Role>(name.trim().into()).ok();
        let mut room = Room::bare(id, self.z, floor);
        room.roles = said.text("roles").unwrap_or_default().split(',').filter_map(role).collect();
        room.depth = said.whole("depth").unwrap_or(0);
        room.difficulty = said.fraction("difficulty").unwrap_or(Fraction::ZERO);
        (room.plan, room.template) = (said.json("plan"), said.json::<PlacedTemplate>("template"));
        room.template_group = said.text("template_group").map(str::to_owned);
        room.sockets = said.json::<Vec<Socket>>("sockets").unwrap_or_default();
        room.aligned = said.flag("aligned");
        room.number = said.whole("number");
        (room.purpose, room.hearth) = (said.text("purpose").map(str::to_owned), said.json("hearth"));
        said.text("name").unwrap_or_default().clone_into(&mut room.name);
        room.surface = said.text("surface").map(str::to_owned);
        let notes = |name: &str| said.text(name).unwrap_or_default();
        room.notes = read_notes(notes("notes"), notes("notes_gm"), said.json("notes_json").unwrap_or_default());
        // A floor that was made larger or smaller with the brush follows no rule.
        let hull = |runs: &[Run]| runs.iter().map(|run| run.rect()).reduce(Rect::hull);
        let is_as_drawn = self.floor.is_empty() || hull(&self.floor) == hull(&self.claim);
        room.shape = said.word("shape").filter(|_| is_as_drawn).unwrap_or_default();
        room.dais = said.json("dais").map(|[left, top, right, bottom]: [i32; 4]| Rect::new(left, top, right, bottom));
        room
    }
}

/// The cells that a rectangle of pixels covers, its sides moved to the nearest lines of the grid.
pub(super) fn covered(frame: [f64; 4], tile: [i64; 2]) -> Rect {
    let line = |pixels: f64, axis: usize| (pixels / tile[axis] as f64).round().clamp(-1e6, 1e6) as i32;
    let [left, top, width, height] = frame;
    Rect::new(line(left, 0), line(top, 1), line(left + width, 0), line(top + height, 1))
}
