//! The doors of a house to the outside: front door and back door.

use undercroft_grid::Rect;

use super::RouteError;
use super::builder::RouteBuilder;
use super::house_doors::{OpenDoors, SiteFaults, StoreyWalls, open_door, rank_site};
use crate::dungeon::Entrance;
use crate::meter::Meter;
use crate::place::{DoorSite, front_wall};
use crate::program::KITCHEN;

/// Opens the front door: in the first room, else in a public one, else in any that has a wall on the entrance side.
pub fn open_front(
    builder: &mut RouteBuilder,
    open: &mut OpenDoors,
    storey: &StoreyWalls,
    meter: &mut Meter,
) -> Result<(), RouteError> {
    let side = builder.recipe.entrance_side;
    let mut order: Vec<usize> = (0..storey.spaces.len()).collect();
    order.sort_by_key(|&room| (room != 0, storey.requests.private[room]));
    let tries = [true, false].into_iter().flat_map(|is_wide| order.iter().map(move |&room| (room, is_wide)));
    let found = tries.into_iter().find_map(|(room, is_wide)| {
        let wall = front_wall(&storey.spaces, room, side, is_wide)?;
        Some((room, middle_site(builder, open, storey, wall)?.1))
    });
    let (room, cells) = found.ok_or_else(|| RouteError::no_entrance(builder.recipe))?;
    let room = storey.id(room as u32);
    open.add(cells);
    let door = open_door(builder, room, cells, side, meter);
    let runway = builder.recipe.corridors.runway.max(1) as u8;
    builder.entrance = Some(Entrance { room, door, runway, open_end: true });
    Ok(())
}

/// Opens a back door in the kitchen, away from the front if it can be. Nothing is dug before it: the outside is no part of
/// the map.
pub fn open_back(builder: &mut RouteBuilder, open: &OpenDoors, storey: &StoreyWalls, meter: &mut Meter) {
    let front = builder.recipe.entrance_side;
    let found = storey.purposes.iter().position(|purpose| purpose == KITCHEN).and_then(|room| {
        let sides = [front.opposite(), front.left(), front.right(), front];
        let tries = [true, false].into_iter().flat_map(|is_wide| sides.map(|side| (side, is_wide)));
        // The first side of those that have the least faults.
        let sites = tries.filter_map(|(side, is_wide)| {
            let wall = front_wall(&storey.spaces, room, side, is_wide)?;
            let (faults, cells) = middle_site(builder, open, storey, wall)?;
            Some(((side == front, faults), cells, side))
        });
        sites.min_by_key(|(faults, ..)| *faults).map(|(_, cells, side)| (room, cells, side))
    });
    match found {
        Some((room, cells, side)) => {
            open_door(builder, storey.id(room as u32), cells, side, meter);
        }
        None => builder.warn("house.back_door: the ground floor has no kitchen with a wall to the outside.".to_owned()),
    }
}

/// The best place for a door in an outer wall, as near to its middle as can be.
fn middle_site(
    builder: &RouteBuilder,
    open: &OpenDoors,
    storey: &StoreyWalls,
    wall: Rect,
) -> Option<(SiteFaults, Rect)> {
    let middle = |rect: Rect| rect.left + rect.right + rect.top + rect.bottom;
    let ranked = DoorSite::all(wall, builder.recipe.corridors.width)
        .filter_map(|site| Some((rank_site(open, storey, &site)?, (middle(site.cells) - middle(wall)).abs(), site)));
    let (faults, _, site) = ranked.min_by_key(|&(rank, off, site)| (rank, off, site.cells.min()))?;
    Some((faults, site.cells))
}
