//! The outline of a building.

use undercroft_grid::Rect;

use crate::dungeon::{Link, Room};

/// The smallest rectangle round all rooms with their walls and all corridors but the entrance's.
pub fn building_outline(rooms: &[Room], links: &[Link]) -> Rect {
    let rooms = rooms.iter().map(|room| room.bounds().grow(1));
    let corridors = links.iter().filter_map(Link::corridor).flat_map(|corridor| {
        let width = i32::from(corridor.width);
        corridor.path.iter().map(move |&at| Rect::at(at, width, width).grow(1))
    });
    rooms.chain(corridors).fold(Rect::new(0, 0, 0, 0), Rect::hull)
}
