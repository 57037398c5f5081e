//! A house of several storeys: doors in shared walls on each, and stairs between rooms that lie over each other.

use undercroft_grid::Cell;

use super::plan::renumbered;
use super::{RouteError, Routes, Works, door_kinds, entrance, shared_doors};
use crate::dungeon::{Door, Entrance, Link, LinkId, LinkKind, Role, RoomId};
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
    let (mut doors, mut links, mut warnings): (Vec<Door>, Vec<Link>, Vec<String>) = Default::default();
    let mut entrance = None;
    for z in heights {
        let rooms = rooms_on(layout, z);
        let placements = rooms.iter().map(|room| layout.rooms[room.index()].clone()).collect();
        let storey = Layout::of_rooms(layout.size, placements, layout.lattice, Vec::new());
        let mut works = Works::new(recipe, &storey);
        let first = if z == 0 {
            // The ground floor comes first, so that its numbers are those of the house.
            let opened = entrance::open(&mut works, events)?;
            entrance.insert(opened).room
        } else {
            let landing = stairs.iter().flat_map(|stairs| stairs.rooms).find(|room| rooms.contains(room));
            RoomId(landing.and_then(|room| rooms.binary_search(&room).ok()).unwrap_or(0) as u32)
        };
        shared_doors::join(&mut works, first, &mut stream, events)?;
        let (more_doors, more_links, more_warnings) = renumbered(works, &rooms, doors.len() as u32);
        doors.extend(more_doors);
        links.extend(more_links);
        warnings.extend(more_warnings);
    }
    links.extend(stairs.iter().map(stair_link));
    (0..).zip(&mut links).for_each(|(id, link)| link.id = LinkId(id));
    let side = || format!("{:?}", recipe.entrance_side).to_lowercase();
    let entrance: Entrance = entrance.ok_or_else(|| RouteError::NoEntrance { side: side() })?;
    door_kinds::dress(recipe, layout.rooms.len(), &mut links, &mut doors, entrance.room, &[], &mut stream);
    Ok(Routes { doors, links, stubs: Vec::new(), entrance, warnings })
}

fn rooms_on(layout: &Layout, z: i32) -> Vec<RoomId> {
    let rooms = (0..).zip(&layout.rooms).filter(|(_, room)| room.z == z);
    rooms.map(|(id, _)| RoomId(id)).collect()
}

/// One flight of stairs between each two storeys, no two on the same cell.
fn stairs(layout: &Layout, heights: &[i32]) -> Result<Vec<Stairs>, RouteError> {
    let mut all: Vec<Stairs> = Vec::new();
    for &z in heights.iter().filter(|&&z| heights.contains(&(z + 1))) {
        let taken: Vec<Cell> = all.iter().map(|stairs| stairs.cell).collect();
        let (below, above) = (rooms_on(layout, z), rooms_on(layout, z + 1));
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

const fn stair_link(stairs: &Stairs) -> Link {
    Link::new(LinkId(0), stairs.rooms, LinkKind::Stairs { cell: stairs.cell })
}
