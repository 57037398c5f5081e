//! Reroutes one link of a finished dungeon, or the entrance, with everything else as it is.
//!
//! The routing map is written from the dungeon instead of during generation; the router is the same, so that corridors
//! that were moved by hand keep the same rules as all others.

use undercroft_grid::{Cell, Dir, Rect};

use super::builder::{LevelRooms, LevelRoutes, straight_runs};
use super::corridor::Router;
use super::link_plan::Edge;
use super::wall::Site;
use super::{RouteError, entrance};
use crate::dungeon::{Corridor, Door, Dungeon, Fallback, Link, LinkId, MarkerKind, Room, RoomId, Shape};
use crate::events::NoEvents;
use crate::meter::Meter;
use crate::place::{Layout, Placement};
use crate::recipe::Recipe;

/// A door in its wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorGap {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Outwards.
    pub normal: Dir,
}

/// A new corridor for a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reroute {
    /// The doors at its ends.
    pub doors: [DoorGap; 2],
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

/// Finds the best corridor of a link in the dungeon as it is. The corridors and doors of the links `gone` do not count.
///
/// # Errors
/// When the recipe's budget is used up.
pub fn reroute_link(
    recipe: &Recipe,
    dungeon: &Dungeon,
    id: LinkId,
    gone: &[LinkId],
) -> Result<Option<Reroute>, RouteError> {
    let mut sink = NoEvents;
    let wanted = dungeon.link(id);
    let finished = FinishedLevel { dungeon, z: dungeon.room(wanted.rooms[0]).z, gone };
    let layout = finished.layout();
    let level = LevelRooms::new(&layout, finished.z);
    let mut meter = Meter::new(&mut sink, recipe.budget);
    let mut routes = LevelRoutes::new(recipe, &level.layout, &mut meter)?;
    finished.write(is_alone(dungeon, wanted), &mut routes);
    let [a, b] = wanted.rooms.map(|room| level.local(room).0);
    let mut router = Router::new(recipe);
    if !routes.add_corridor(Edge { length: 1, a, b }, &mut router, &mut meter)? {
        return Ok(None);
    }
    let Some(link) = routes.links.pop() else { return Ok(None) };
    let Some(corridor) = link.corridor().cloned() else { return Ok(None) };
    let doors = corridor.doors.map(|door| door_gap(&routes.doors[door.index()]));
    let Corridor { path, width, runway, fallback, .. } = corridor;
    Ok(Some(Reroute { doors, path, width, runway, fallback, steps: router.steps }))
}

/// A new door for the entrance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReopenedEntrance {
    /// The door.
    pub gap: DoorGap,
    /// Straight cells before it.
    pub runway: u8,
    /// Whether nothing lies straight on.
    pub open_end: bool,
}

/// Finds a door for the entrance in a room of the dungeon as it is.
///
/// # Errors
/// When the room has no space for it on the entrance side.
pub fn reopen_entrance(
    recipe: &Recipe,
    dungeon: &Dungeon,
    room: RoomId,
    gone: &[LinkId],
) -> Result<ReopenedEntrance, RouteError> {
    let mut sink = NoEvents;
    let finished = FinishedLevel { dungeon, z: dungeon.room(room).z, gone };
    let layout = finished.layout();
    let level = LevelRooms::new(&layout, finished.z);
    let mut meter = Meter::new(&mut sink, recipe.budget);
    let mut routes = LevelRoutes::new(recipe, &level.layout, &mut meter)?;
    finished.write_links(true, &mut routes);
    entrance::open_in(&mut routes, &[level.local(room)], &mut meter)?;
    let opened = routes.entrance.ok_or_else(|| RouteError::no_entrance(recipe))?;
    let gap = door_gap(&routes.doors[opened.door.index()]);
    Ok(ReopenedEntrance { gap, runway: opened.runway, open_end: opened.open_end })
}

fn door_gap(door: &Door) -> DoorGap {
    DoorGap { cells: door.cells.clone(), normal: door.normal }
}

/// Whether no other corridor may meet that of a link: planned ones, keyed locks, secret passages.
fn is_alone(dungeon: &Dungeon, link: &Link) -> bool {
    let planned = dungeon.provenance.recipe.has_lone_corridors();
    let is_key = |marker: &crate::dungeon::Marker| marker.kind == MarkerKind::Key && marker.link == Some(link.id);
    planned || link.is_secret_passage() || dungeon.markers.iter().any(is_key)
}

/// One level of a finished dungeon.
struct FinishedLevel<'a> {
    dungeon: &'a Dungeon,
    z: i32,
    /// Links whose corridors and doors do not count.
    gone: &'a [LinkId],
}

impl FinishedLevel<'_> {
    /// The rooms of the dungeon, on maps of this level's size.
    fn layout(&self) -> Layout {
        let dungeon = self.dungeon;
        let size = dungeon.level(self.z).map_or(dungeon.levels[0].size(), crate::dungeon::Level::size);
        let placements = dungeon.rooms.iter().map(placement).collect();
        Layout::of_rooms(size, placements, dungeon.module_grid.unwrap_or([1, 1]), Vec::new())
    }

    /// Writes everything on the level into the routing map, for a corridor that must be alone, or need not.
    fn write(&self, alone: bool, routes: &mut LevelRoutes) {
        let dungeon = self.dungeon;
        self.write_links(alone, routes);
        for stub in dungeon.stubs.iter().filter(|stub| stub.z == self.z) {
            let width = i32::from(stub.width);
            straight_runs(&stub.path, width).for_each(|run| routes.map.carve(run));
        }
        let Some(entrance) = &dungeon.entrance else { return };
        let door = dungeon.door(entrance.door);
        if door.z != self.z {
            return;
        }
        let bounds = door.bounds();
        let width = bounds.width().max(bounds.height());
        let site = Site { normal: door.normal, first: bounds.min(), width, runway: entrance.runway.into(), cost: 0 };
        routes.map.open_door(bounds);
        entrance::reserve(routes, &site, entrance.open_end);
        let recipe = routes.recipe;
        if recipe.is_front_outside() {
            entrance::reserve_outside(routes, &site);
        }
    }

    fn write_links(&self, alone: bool, routes: &mut LevelRoutes) {
        let dungeon = self.dungeon;
        let on_level = |link: &&Link| dungeon.room(link.rooms[0]).z == self.z && link.stairs().is_none();
        for link in dungeon.links.iter().filter(on_level).filter(|link| !self.gone.contains(&link.id)) {
            for (end, &door) in link.doors().iter().enumerate() {
                let door = dungeon.door(door);
                routes.map.open_door(door.bounds());
                if !link.is_shared() {
                    routes.map.carve_runway(door.runway_rect(link.runway()[end].into()));
                }
            }
            straight_runs(link.brush_positions(), dungeon.link_width(link).into())
                .for_each(|run| routes.map.carve(run));
            link.roughened().iter().for_each(|&cell| routes.map.carve(Rect::at(cell, 1, 1)));
            if alone || is_alone(dungeon, link) {
                reserve_corridor(dungeon, link, routes);
            }
        }
    }
}

/// Keeps corridors off a link's cells and their orthogonal neighbours.
fn reserve_corridor(dungeon: &Dungeon, link: &Link, routes: &mut LevelRoutes) {
    let roughened = link.roughened().iter().map(|&cell| Rect::at(cell, 1, 1));
    dungeon.corridor_rects(link).chain(roughened).for_each(|rect| routes.map.reserve_with_sides(rect));
}

fn placement(room: &Room) -> Placement {
    Placement {
        z: room.z,
        bounds: room.bounds(),
        floor: room.floor.clone(),
        shape: Shape::Free,
        aligned: room.aligned,
        roles: room.roles.clone(),
        template: room.template.clone(),
        template_group: room.template_group.clone(),
        sockets: room.sockets.clone(),
        house: None,
    }
}
