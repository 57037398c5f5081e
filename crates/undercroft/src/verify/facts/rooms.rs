//! Rooms: which have a number, how large they are, and what shape.

use undercroft_grid::Cell;

use crate::dungeon::{Dungeon, Role, Room};
use crate::fraction::Fraction;
use crate::template::is_shipped_corridor;
use crate::verify::RoomGraph;

use super::share::share_of;

/// The rooms that have a number: all but passages.
pub(super) struct NumberedRooms<'a>(Vec<&'a Room>);

impl<'a> NumberedRooms<'a> {
    pub(super) fn new(dungeon: &'a Dungeon, graph: &RoomGraph) -> Self {
        Self(dungeon.rooms.iter().filter(|room| !is_passage(room, graph)).collect())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The rooms with this property among all of them.
    pub(super) fn share(&self, has: impl Fn(&Room) -> bool) -> Fraction {
        share_of(self.0.iter().filter(|room| has(room)).count(), self.0.len())
    }

    /// The floor cells of the middle room by size, of an even number the smaller of the two.
    pub(super) fn median_area(&self) -> i64 {
        let mut areas: Vec<i64> = self.0.iter().map(|room| room.area()).collect();
        areas.sort_unstable();
        areas.get(areas.len().saturating_sub(1) / 2).copied().unwrap_or(0)
    }
}

/// Whether a room only leads to others: a template that is tagged so, or two links and nowhere room for two abreast.
pub(in crate::verify) fn is_passage(room: &Room, graph: &RoomGraph) -> bool {
    let is_tagged = room.template.as_ref().is_some_and(|template| is_shipped_corridor(&template.name));
    is_tagged || open_links(room, graph) >= 2 && !has_square(room)
}

/// The links of a room that are not secret.
pub(super) fn open_links(room: &Room, graph: &RoomGraph) -> usize {
    graph.neighbours(room.id).iter().filter(|(_, link)| !graph.is_secret(*link)).count()
}

/// Whether two rows of the floor have two neighbouring columns in common.
fn has_square(room: &Room) -> bool {
    room.floor.iter().enumerate().any(|(i, run)| {
        // Shifted, a run of the same row lies in another one.
        let mut next = room.floor[i..].iter().take_while(|other| other.start.y <= run.start.y + 1);
        next.any(|other| other.rect().shift(Cell::new(0, -1)).intersection(run.rect()).width() >= 2)
    })
}

/// Whether the floor fills its bounding box.
pub(super) fn is_rectangle(room: &Room) -> bool {
    room.area() == room.bounds().area()
}

/// Whether the sides of its bounding box are over 5 to 2, and nothing says that it should be long.
pub(super) fn is_too_long(room: &Room) -> bool {
    let (width, height) = (i64::from(room.bounds().width()), i64::from(room.bounds().height()));
    2 * width.max(height) > 5 * width.min(height) && !is_meant_long(room)
}

/// Halls, galleries and landings are long on purpose.
fn is_meant_long(room: &Room) -> bool {
    let is_long = |purpose: &str| ["hall", "gallery", "landing"].contains(&purpose);
    room.roles.contains(&Role::Hall) || room.purpose.as_deref().is_some_and(is_long)
}
