//! What a flaw is about, in one word and a number, so that judges can be compared.

use std::fmt;

use undercroft_grid::Cell;

use super::{Flaw, FlawCode};
use crate::dungeon::{DoorId, LinkId, RoomId};

/// What a flaw is about: `room 4`, `door 7`, `link 3`, `level -1`, `cell 0:12,5` (level, x, y) or `dungeon`.
///
/// Of several things it is the one with the lowest id, of several cells the first in row order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlawSubject {
    /// A room.
    Room(RoomId),
    /// A door.
    Door(DoorId),
    /// A link.
    Link(LinkId),
    /// A level, by its height.
    Level(i32),
    /// A cell of the level with this height.
    Cell(i32, Cell),
    /// The dungeon as a whole.
    Dungeon,
}

impl Flaw {
    /// What the flaw is about.
    ///
    /// ```
    /// use undercroft::grid::Cell;
    /// use undercroft::verify::{Flaw, FlawCode};
    ///
    /// let flaw = Flaw::new(FlawCode::WallWithoutRoom, "Wall is in no room's ring.");
    /// assert_eq!(flaw.subject().to_string(), "dungeon");
    /// assert_eq!(flaw.at(-1, &[Cell::new(4, 7), Cell::new(9, 2)]).subject().to_string(), "cell -1:9,2");
    /// ```
    pub fn subject(&self) -> FlawSubject {
        let cell = || Some(FlawSubject::Cell(self.z?, *self.cells.iter().min()?));
        let level = || self.z.map(FlawSubject::Level);
        let room = || self.rooms.iter().min().copied().map(FlawSubject::Room);
        let door = || self.doors.iter().min().copied().map(FlawSubject::Door);
        let link = || self.links.iter().min().copied().map(FlawSubject::Link);
        let first = match aim(self.code) {
            Aim::Thing => None,
            Aim::Room => room(),
            Aim::Cell => cell(),
            Aim::Level => level(),
        };
        first.or_else(link).or_else(door).or_else(room).or_else(cell).or_else(level).unwrap_or(FlawSubject::Dungeon)
    }
}

impl fmt::Display for FlawSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(id) => write!(f, "room {id}"),
            Self::Door(id) => write!(f, "door {id}"),
            Self::Link(id) => write!(f, "link {id}"),
            Self::Level(z) => write!(f, "level {z}"),
            Self::Cell(z, Cell { x, y }) => write!(f, "cell {z}:{x},{y}"),
            Self::Dungeon => f.write_str("dungeon"),
        }
    }
}

/// What the flaws of a code are about in the first place.
enum Aim {
    /// Their link, else their door, else their room, else their cell.
    Thing,
    Room,
    Cell,
    Level,
}

fn aim(code: FlawCode) -> Aim {
    match code {
        // Its door only tells where the dais should be.
        FlawCode::DaisMisplaced => Aim::Room,
        FlawCode::BorderOpen | FlawCode::MaskedCell => Aim::Level,
        // Rooms may have many of these; their cells tell them apart.
        FlawCode::FeatureOutsideRoom
        | FlawCode::FeatureSize
        | FlawCode::FeaturesOverlap
        | FlawCode::FeatureInDoor
        | FlawCode::FeatureWallMount
        | FlawCode::SpawnBlocked
        | FlawCode::SpawnsOverlap
        | FlawCode::MarkerMisplaced
        | FlawCode::SocketMisplaced
        | FlawCode::SocketShut
        | FlawCode::SocketStateFalse
        | FlawCode::HearthMisplaced
        | FlawCode::PinCellChanged => Aim::Cell,
        _ => Aim::Thing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(flaw: &Flaw) -> String {
        flaw.subject().to_string()
    }

    #[test]
    fn a_link_comes_before_its_doors_and_a_door_before_its_room() {
        let flaw = Flaw::new(FlawCode::DoorPair, "Both ends have a door.").rooms([RoomId(5), RoomId(2)]);
        assert_eq!(subject(&flaw), "room 2");
        let flaw = flaw.doors([DoorId(9)]);
        assert_eq!(subject(&flaw), "door 9");
        assert_eq!(subject(&flaw.links([LinkId(4)])), "link 4");
    }

    #[test]
    fn contents_are_told_apart_by_their_cells_and_borders_by_their_levels() {
        let cells = [Cell::new(3, 8), Cell::new(7, 6)];
        let flaw = Flaw::new(FlawCode::SpawnBlocked, "It lies in a wall.").at(0, &cells).rooms([RoomId(1)]);
        assert_eq!(subject(&flaw), "cell 0:7,6");
        assert_eq!(subject(&Flaw::new(FlawCode::BorderOpen, "It is open.").at(-2, &cells)), "level -2");
    }
}
