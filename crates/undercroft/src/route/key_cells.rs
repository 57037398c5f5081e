//! Where keys lie: in the middle of their rooms, apart from light, spawn, stairs and each other where there is space.

use std::collections::BTreeMap;

use undercroft_grid::Cell;

use crate::derive::middle::RoomMiddle;
use crate::dungeon::{Link, LinkId, Room, RoomId};
use crate::meter::{Halt, Meter};
use crate::place::Layout;

/// Cells of a room that are looked at in one step.
const CELLS_PER_STEP: u64 = 16;

/// A key of a locked link in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedKey {
    /// The link that it opens.
    pub link: LinkId,
    /// The room that it lies in.
    pub room: RoomId,
    /// Where it lies.
    pub cell: Cell,
}

/// Chooses the cells of keys, where a room has others not those that are closed.
///
/// # Errors
/// When the meter halts.
pub fn place_keys(
    layout: &Layout,
    links: &[Link],
    keys: impl IntoIterator<Item = (LinkId, RoomId)>,
    is_closed: impl Fn(RoomId, Cell) -> bool,
    meter: &mut Meter,
) -> Result<Vec<PlacedKey>, Halt> {
    let stairs = stairs_of_rooms(links);
    let mut taken: BTreeMap<RoomId, Vec<Cell>> = BTreeMap::new();
    let mut placed = Vec::new();
    for (link, room) in keys {
        meter.spend(1 + layout.rooms[room.index()].bounds.area() as u64 / CELLS_PER_STEP)?;
        let stairs = stairs.get(&room).map_or(&[][..], Vec::as_slice);
        let mut with_alcoves = Room::bare(room, 0, layout.rooms[room.index()].floor.clone());
        with_alcoves.add_floor(stairs);
        let middle = RoomMiddle { floor: &with_alcoves.floor, stairs };
        let taken = taken.entry(room).or_insert_with(|| vec![middle.light(), middle.beside_light()]);
        let cell = middle.free(|cell| taken.contains(&cell) || is_closed(room, cell));
        taken.push(cell);
        placed.push(PlacedKey { link, room, cell });
    }
    Ok(placed)
}

/// The cells of stairs in each room that has any.
pub fn stairs_of_rooms(links: &[Link]) -> BTreeMap<RoomId, Vec<Cell>> {
    let mut cells: BTreeMap<RoomId, Vec<Cell>> = BTreeMap::new();
    for link in links {
        for (&room, run) in link.rooms.iter().zip(link.stairs().into_iter().flatten()) {
            cells.entry(room).or_default().extend(run);
        }
    }
    cells
}
