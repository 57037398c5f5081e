//! Doors and stairs of a house.
//!
//! Stairs come first, along walls of the first rooms, where they cost the fewest places for doors; then the front door in
//! the first room, a door for each wall of the tree that spares private rooms, loops between public rooms, and last a back
//! door, so that it changes no other one.

use std::cmp::Reverse;

use undercroft_grid::{Cell, Rect, UnionFind};

use super::builder::RouteBuilder;
use super::house_doors::{OpenDoors, StoreyWalls, choose_site, open_door};
use super::link_plan::tree_hops;
use super::outer_doors::{open_back, open_front};
use super::{RouteError, Routes, stair_links};
use crate::dungeon::{HiddenDoor, Link, LinkId, LinkKind, RoomId};
use crate::fraction::Fraction;
use crate::meter::Meter;
use crate::place::{FoundStairs, LOOP_WALL, Layout, SharedWall, is_near_stairs};
use crate::recipe::{HouseSpec, Recipe};
use crate::seed::Stream;

/// The fewest links between two rooms that a loop joins.
const SHORTEST_DETOUR: u64 = 3;

/// Joins the rooms of each storey and the storeys. Only the ground floor has doors to the outside.
///
/// # Errors
/// When a storey cannot be joined.
pub fn route(recipe: &Recipe, spec: &HouseSpec, layout: &Layout, meter: &mut Meter) -> Result<Routes, RouteError> {
    let mut builder = RouteBuilder::new(recipe, layout);
    let storeys = StoreyWalls::of_house(layout, meter)?;
    let mut outside = None;
    for storey in &storeys {
        let mut open = OpenDoors::new(layout.size);
        if storey.z == 0 {
            open_front(&mut builder, &mut open, storey, meter)?;
        }
        add_tree(&mut builder, &mut open, storey, meter)?;
        add_loops(&mut builder, &mut open, storey, meter)?;
        if storey.z == 0 {
            outside = Some((storey, open));
        }
    }
    if let Some((storey, open)) = outside.filter(|_| spec.back_door) {
        open_back(&mut builder, &open, storey, meter);
    }
    for pair in &layout.house_stairs {
        let Some(runs) = pair.runs.clone() else { continue };
        let is_near = pair.rooms.iter().zip(&runs).any(|(room, run)| is_near_door(&builder, *room, run));
        stair_links::add_found(&mut builder, pair.rooms, FoundStairs { runs, is_near });
    }
    for pair in layout.house_stairs.iter().filter(|pair| pair.runs.is_none()) {
        stair_links::add_stairs(&mut builder, pair.rooms, meter)?;
    }
    builder.finish(&[], meter)
}

fn is_near_door(builder: &RouteBuilder, room: RoomId, run: &[Cell]) -> bool {
    let z = builder.layout.rooms[room.index()].z;
    builder.doors.iter().any(|door| door.z == z && is_near_stairs(door.bounds(), run))
}

/// Opens a door for every wall of the tree. Rooms that stay apart are joined by any other wall.
fn add_tree(
    builder: &mut RouteBuilder,
    open: &mut OpenDoors,
    storey: &StoreyWalls,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    let mut joined = UnionFind::new(storey.spaces.len());
    let spare = (0..storey.walls.len()).filter(|&wall| !storey.is_in_tree[wall]);
    // Short walls have the fewest places.
    let mut tree = storey.tree.walls.clone();
    tree.sort_by_key(|&wall| storey.walls[wall].length());
    let (mut chosen, mut is_crowded) = (Vec::with_capacity(tree.len()), false);
    for wall in tree.into_iter().chain(spare) {
        meter.spend(1)?;
        let SharedWall { rooms: [a, b], .. } = storey.walls[wall];
        if joined.sets() == 1 {
            break;
        }
        if joined.find(a) != joined.find(b)
            && let Some((site, (_, is_close, _))) = choose_site(builder, open, storey, storey.walls[wall].cells)
        {
            chosen.push((wall, site.cells));
            open.add(site.cells);
            is_crowded |= is_close;
            joined.unite(a, b);
        }
    }
    if is_crowded {
        spread(builder, open, storey, &mut chosen);
    }
    chosen.into_iter().for_each(|(wall, cells)| add_door(builder, storey, wall, cells, meter));
    if let Some(room) = (1..storey.spaces.len() as u32).find(|&room| joined.find(room) != joined.find(0)) {
        return Err(RouteError::Apart { a: storey.id(0), b: storey.id(room) });
    }
    for &room in &storey.tree.passed {
        let purpose = &storey.purposes[room as usize];
        builder.warn(format!("Room {}, a private {purpose}, leads to another room.", storey.id(room)));
    }
    Ok(())
}

/// Chooses the place of each door again: of two that are close, the one that was chosen first may have a better place.
fn spread(builder: &RouteBuilder, open: &mut OpenDoors, storey: &StoreyWalls, chosen: &mut [(usize, Rect)]) {
    for (wall, cells) in chosen {
        open.remove(*cells);
        if let Some((site, _)) = choose_site(builder, open, storey, storey.walls[*wall].cells) {
            *cells = site.cells;
        }
        open.add(*cells);
    }
}

fn add_door(builder: &mut RouteBuilder, storey: &StoreyWalls, wall: usize, cells: Rect, meter: &mut Meter) {
    let SharedWall { rooms, normal, .. } = storey.walls[wall];
    let rooms = rooms.map(|room| storey.id(room));
    let door = open_door(builder, rooms[0], cells, normal, meter);
    builder.links.push(Link::new(LinkId(0), rooms, LinkKind::Shared { door, hidden: HiddenDoor::None }));
}

/// Adds loops between public rooms that are far apart along the doors, the longest detours first.
fn add_loops(
    builder: &mut RouteBuilder,
    open: &mut OpenDoors,
    storey: &StoreyWalls,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    let rooms = storey.spaces.len();
    let is_public = |wall: &SharedWall| wall.rooms.iter().all(|&room| !storey.requests.private[room as usize]);
    let is_free = |wall: &usize| !storey.is_in_tree[*wall] && is_public(&storey.walls[*wall]);
    let free: Vec<usize> = (0..storey.walls.len()).filter(is_free).collect();
    meter.spend(1 + storey.walls.len() as u64)?;
    let pairs: Vec<[u32; 2]> = free.iter().map(|&wall| storey.walls[wall].rooms).collect();
    let links = storey.tree.walls.iter().map(|&wall| storey.walls[wall].rooms);
    let detours = tree_hops(rooms, links, &pairs);
    let far = free.into_iter().zip(detours).filter(|&(_, detour)| detour >= SHORTEST_DETOUR);
    let mut candidates: Vec<(usize, u64)> = far.filter(|&(wall, _)| storey.walls[wall].length() >= LOOP_WALL).collect();
    let parts = usize::from(builder.recipe.extra_links.parts()) * candidates.len();
    let mut wanted = parts.div_ceil(usize::from(Fraction::WHOLE)).min(rooms / 4 + 1);
    let mut stream: Stream = builder.recipe.seed.stream(&format!("route/loops/{}", storey.z));
    stream.shuffle(&mut candidates);
    candidates.sort_by_key(|&(_, detour)| Reverse(detour));
    for (wall, _) in candidates {
        if wanted == 0 {
            break;
        }
        meter.spend(1)?;
        if let Some((site, (false, false, false))) = choose_site(builder, open, storey, storey.walls[wall].cells) {
            add_door(builder, storey, wall, site.cells, meter);
            open.add(site.cells);
            wanted -= 1;
        }
    }
    Ok(())
}
