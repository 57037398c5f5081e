//! Routing in a finished dungeon: one link anew, or the entrance, with everything else as it is.
//!
//! The ground is written from the dungeon instead of from a generation's books; what searches it is the same router, so
//! that corridors that were moved by hand keep the same rules as all others.

use undercroft_grid::{Cell, Dir, Rect};

use super::corridor::Router;
use super::link_plan::Edge;
use super::wall::Site;
use super::{RouteError, Works, entrance, legs};
use crate::dungeon::{Corridor, Door, Dungeon, Fallback, Link, LinkId, MarkerKind, Room, RoomId};
use crate::events::NoEvents;
use crate::place::{Layout, Placement};
use crate::recipe::Recipe;

/// A door in its wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Outwards.
    pub normal: Dir,
}

/// A way that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The doors at its ends.
    pub doors: [Gap; 2],
    /// North-west cells of the brush, from approach to approach.
    pub path: Vec<Cell>,
    /// Width of the corridor.
    pub width: u8,
    /// Straight cells at each end.
    pub runway: [u8; 2],
    /// What was given up at each end.
    pub fallback: [Fallback; 2],
    /// Steps that the search took.
    pub steps: u64,
}

/// The best way of a link as things stand. The corridors and doors of the links `gone` do not count.
///
/// # Errors
/// When the recipe's budget is used up.
pub fn link(recipe: &Recipe, dungeon: &Dungeon, id: LinkId, gone: &[LinkId]) -> Result<Option<Found>, RouteError> {
    let wanted = dungeon.link(id);
    let storey = Storey::new(dungeon, dungeon.room(wanted.rooms[0]).z);
    let mut works = Works::new(recipe, &storey.layout);
    storey.write(dungeon, gone, is_alone(dungeon, wanted), &mut works);
    let [a, b] = wanted.rooms.map(|room| storey.local(room));
    let mut router = Router::new(recipe);
    if !works.corridor(Edge { length: 1, a, b }, &mut router, &mut NoEvents)? {
        return Ok(None);
    }
    let Some(link) = works.links.pop() else { return Ok(None) };
    let Some(corridor) = link.corridor().cloned() else { return Ok(None) };
    let doors = corridor.doors.map(|door| gap(&works.doors[door.index()]));
    let Corridor { path, width, runway, fallback, .. } = corridor;
    Ok(Some(Found { doors, path, width, runway, fallback, steps: recipe.budget - router.budget }))
}

/// A place for the entrance in a room as things stand, with the length of its runway.
///
/// # Errors
/// When the room has none on the entry side.
pub fn entrance(recipe: &Recipe, dungeon: &Dungeon, room: RoomId, gone: &[LinkId]) -> Result<(Gap, u8), RouteError> {
    let storey = Storey::new(dungeon, dungeon.room(room).z);
    let mut works = Works::new(recipe, &storey.layout);
    storey.write_links(dungeon, gone, true, &mut works);
    let opened = entrance::open_in(&mut works, &[RoomId(storey.local(room))], &mut NoEvents)?;
    Ok((gap(&works.doors[opened.door.index()]), opened.runway))
}

fn gap(door: &Door) -> Gap {
    Gap { cells: door.cells.clone(), normal: door.normal }
}

/// Whether no other corridor may meet that of a link: planned ones, keyed locks, secret passages.
fn is_alone(dungeon: &Dungeon, link: &Link) -> bool {
    let planned = dungeon.provenance.recipe.is_planned();
    let is_key = |marker: &crate::dungeon::Marker| marker.kind == MarkerKind::Key && marker.link == Some(link.id);
    planned || link.is_secret_passage() || dungeon.markers.iter().any(is_key)
}

/// The rooms of one level.
struct Storey {
    z: i32,
    layout: Layout,
    rooms: Vec<RoomId>,
}

impl Storey {
    fn new(dungeon: &Dungeon, z: i32) -> Self {
        let on_level = || dungeon.rooms.iter().filter(|room| room.z == z);
        let size = dungeon.level(z).map_or(dungeon.levels[0].size(), crate::dungeon::Level::size);
        let rooms = on_level().map(|room| room.id).collect();
        let placements = on_level().map(placement).collect();
        let lattice = dungeon.module_grid.unwrap_or([1, 1]);
        Self { z, layout: Layout::of_rooms(size, placements, lattice, Vec::new()), rooms }
    }

    /// The number of a room among those of this level.
    fn local(&self, room: RoomId) -> u32 {
        self.rooms.binary_search(&room).unwrap_or(0) as u32
    }

    /// Writes what there is into the ground for a corridor that must be alone, or need not.
    fn write(&self, dungeon: &Dungeon, gone: &[LinkId], alone: bool, works: &mut Works) {
        self.write_links(dungeon, gone, alone, works);
        for stub in dungeon.stubs.iter().filter(|stub| stub.z == self.z) {
            let width = i32::from(stub.width);
            legs(&stub.path, width).for_each(|leg| works.ground.carve(leg));
        }
        let Some(entrance) = &dungeon.entrance else { return };
        let door = dungeon.door(entrance.door);
        if door.z != self.z {
            return;
        }
        let bounds = door.bounds();
        let width = bounds.width().max(bounds.height());
        let site = Site { normal: door.normal, first: bounds.min(), width, runway: entrance.runway.into(), cost: 0 };
        works.ground.open_door(bounds);
        entrance::reserve(works, &site);
        let recipe = works.recipe;
        if recipe.is_front_outside() {
            entrance::reserve_outside(works, &site);
        }
    }

    fn write_links(&self, dungeon: &Dungeon, gone: &[LinkId], alone: bool, works: &mut Works) {
        let on_level = |link: &&Link| dungeon.room(link.rooms[0]).z == self.z && link.stairs().is_none();
        for link in dungeon.links.iter().filter(on_level).filter(|link| !gone.contains(&link.id)) {
            for (end, &door) in link.doors().iter().enumerate() {
                let door = dungeon.door(door);
                works.ground.open_door(door.bounds());
                if !link.is_shared() {
                    works.ground.carve_runway(door.runway_rect(link.runway()[end].into()));
                }
            }
            legs(link.brush_positions(), dungeon.link_width(link).into()).for_each(|leg| works.ground.carve(leg));
            link.roughened().iter().for_each(|&cell| works.ground.carve(Rect::at(cell, 1, 1)));
            if alone || is_alone(dungeon, link) {
                keep_away(dungeon, link, works);
            }
        }
    }
}

/// A corridor's cells and their orthogonal neighbours are out of bounds.
fn keep_away(dungeon: &Dungeon, link: &Link, works: &mut Works) {
    let roughened = link.roughened().iter().map(|&cell| Rect::at(cell, 1, 1));
    for Rect { left, top, right, bottom } in dungeon.corridor_rects(link).chain(roughened) {
        works.ground.reserve(Rect::new(left - 1, top, right + 1, bottom));
        works.ground.reserve(Rect::new(left, top - 1, right, bottom + 1));
    }
}

fn placement(room: &Room) -> Placement {
    Placement {
        z: room.z,
        bounds: room.bounds(),
        floor: room.floor.clone(),
        aligned: room.aligned,
        roles: room.roles.clone(),
        template: room.template.clone(),
        sockets: room.sockets.clone(),
    }
}
