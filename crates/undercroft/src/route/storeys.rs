//! A house of several storeys: doors in shared walls on each, and stairs between rooms that lie over each other.

use undercroft_grid::Cell;

use super::builder::{LevelRooms, RouteBuilder};
use super::{RouteError, Routes, entrance, shared_doors};
use crate::dungeon::{Role, RoomId};
use crate::events::EventSink;
use crate::place::{Layout, stair_cell};
use crate::recipe::Recipe;
use crate::seed::Stream;

/// Stairs between two rooms.
struct Stairs {
    rooms: [RoomId; 2],
    cell: Cell,
}

/// Joins the rooms of each storey and the storeys. Only the ground floor has a door to the outside.
///
/// # Errors
/// When a storey cannot be joined.
pub fn route(
    recipe: &Recipe,
    layout: &Layout,
    mut stream: Stream,
    events: &mut dyn EventSink,
) -> Result<Routes, RouteError> {
    let mut heights: Vec<i32> = layout.rooms.iter().map(|room| room.z).collect();
    heights.dedup();
    let stairs = stairs(layout, &heights)?;
    let mut builder = RouteBuilder::new(recipe, layout);
    for z in heights {
        builder.route_level(z, |routes, level| {
            let first = if z == 0 { entrance::open(routes, events)? } else { landing(level, &stairs) };
            shared_doors::join(routes, first, &mut stream, events)
        })?;
    }
    stairs.iter().for_each(|stairs| builder.add_stairs(stairs.rooms, stairs.cell));
    builder.finish(&[], &mut stream)
}

/// The first room of a storey that has stairs.
fn landing(level: &LevelRooms, stairs: &[Stairs]) -> RoomId {
    let landing = stairs.iter().flat_map(|stairs| stairs.rooms).find(|room| level.rooms.contains(room));
    landing.map_or(RoomId(0), |room| level.local(room))
}

/// One flight of stairs between each two storeys, no two on the same cell.
fn stairs(layout: &Layout, heights: &[i32]) -> Result<Vec<Stairs>, RouteError> {
    let mut all: Vec<Stairs> = Vec::new();
    for &z in heights.iter().filter(|&&z| heights.contains(&(z + 1))) {
        let taken: Vec<Cell> = all.iter().map(|stairs| stairs.cell).collect();
        let [below, above] = [z, z + 1].map(|z| LevelRooms::new(layout, z).rooms);
        let flight = flight(layout, &below, &above, &taken);
        all.push(flight.ok_or(RouteError::Apart { a: below[0], b: above[0] })?);
    }
    Ok(all)
}

/// The stairs between the two rooms that have most floor in common; halls come first.
fn flight(layout: &Layout, below: &[RoomId], above: &[RoomId], taken: &[Cell]) -> Option<Stairs> {
    let room = |id: RoomId| &layout.rooms[id.index()];
    let halls = |pair: [RoomId; 2]| pair.iter().filter(|&&id| room(id).roles.contains(&Role::Hall)).count();
    let common = |[a, b]: [RoomId; 2]| room(a).bounds.intersection(room(b).bounds).area();
    let mut pairs: Vec<[RoomId; 2]> = below.iter().flat_map(|&a| above.iter().map(move |&b| [a, b])).collect();
    pairs.sort_by_key(|&pair| std::cmp::Reverse((halls(pair), common(pair))));
    pairs.into_iter().find_map(|rooms| {
        let cell = stair_cell(room(rooms[0]), room(rooms[1]), taken)?;
        Some(Stairs { rooms, cell })
    })
}
