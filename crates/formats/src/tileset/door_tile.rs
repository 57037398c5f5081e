//! The tiles of doors.

use undercroft::dungeon::{Door, DoorKind, DoorState};

/// One cell of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DoorTile {
    /// What the door looks like.
    pub look: DoorLook,
    /// How the wall runs that it is in.
    pub wall: WallRun,
    /// Which part of the door.
    pub part: DoorPart,
}

/// What a door looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DoorLook {
    /// A leaf, shut.
    Closed,
    /// A leaf, open.
    Open,
    /// A leaf with a lock.
    Locked,
    /// Two jambs and nothing between them.
    Archway,
    /// A grating, down.
    Portcullis,
    /// A grating, up.
    PortcullisOpen,
    /// A leaf with a beam across.
    Barred,
    /// A leaf, open, its beam beside it.
    BarredOpen,
    /// A mark on the wall, for those who know.
    Secret,
    /// A worn threshold in a gap without leaf or frame.
    Doorway,
}

/// How a wall runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WallRun {
    /// West to east: one passes northwards or southwards.
    Across,
    /// North to south: one passes eastwards or westwards.
    Down,
}

/// Which part of a door a cell is, counted from the west or from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DoorPart {
    /// The whole of it.
    Whole,
    /// The first cell of several.
    First,
    /// Neither first nor last.
    Middle,
    /// The last cell of several.
    Last,
}

impl DoorTile {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let parts = |look, wall| DoorPart::ALL.into_iter().map(move |part| Self { look, wall, part });
        let walls = move |look| [WallRun::Across, WallRun::Down].into_iter().flat_map(move |wall| parts(look, wall));
        DoorLook::ALL.into_iter().flat_map(walls)
    }

    pub(super) const fn index(self) -> u16 {
        let parts = DoorPart::ALL.len() as u16;
        (self.look as u16 * 2 + self.wall as u16) * parts + self.part as u16
    }
}

impl DoorLook {
    /// All looks.
    pub const ALL: [Self; 10] = [
        Self::Closed,
        Self::Open,
        Self::Locked,
        Self::Archway,
        Self::Portcullis,
        Self::PortcullisOpen,
        Self::Barred,
        Self::BarredOpen,
        Self::Secret,
        Self::Doorway,
    ];

    /// How a door looks to those who know of it.
    pub const fn from_door(door: &Door) -> Self {
        match (door.secret, door.kind, door.state) {
            (true, ..) => Self::Secret,
            (_, DoorKind::Archway, _) => Self::Archway,
            (_, DoorKind::Doorway, _) => Self::Doorway,
            (_, DoorKind::Portcullis, DoorState::Open) => Self::PortcullisOpen,
            (_, DoorKind::Portcullis, _) => Self::Portcullis,
            (_, DoorKind::Barred, DoorState::Open) => Self::BarredOpen,
            (_, DoorKind::Barred, _) => Self::Barred,
            (_, _, DoorState::Open) => Self::Open,
            (_, _, DoorState::Locked) => Self::Locked,
            (_, _, DoorState::Closed) => Self::Closed,
        }
    }

    /// The plainest door that looks like this: its kind, its state, and whether it is secret.
    pub const fn door(self) -> (DoorKind, DoorState, bool) {
        match self {
            Self::Closed => (DoorKind::Door, DoorState::Closed, false),
            Self::Open => (DoorKind::Door, DoorState::Open, false),
            Self::Locked => (DoorKind::Door, DoorState::Locked, false),
            Self::Archway => (DoorKind::Archway, DoorState::Open, false),
            Self::Portcullis => (DoorKind::Portcullis, DoorState::Closed, false),
            Self::PortcullisOpen => (DoorKind::Portcullis, DoorState::Open, false),
            Self::Barred => (DoorKind::Barred, DoorState::Closed, false),
            Self::BarredOpen => (DoorKind::Barred, DoorState::Open, false),
            Self::Secret => (DoorKind::Door, DoorState::Closed, true),
            Self::Doorway => (DoorKind::Doorway, DoorState::Open, false),
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Closed => "door-closed",
            Self::Open => "door-open",
            Self::Locked => "door-locked",
            Self::Archway => "archway",
            Self::Portcullis => "portcullis-closed",
            Self::PortcullisOpen => "portcullis-open",
            Self::Barred => "barred-closed",
            Self::BarredOpen => "barred-open",
            Self::Secret => "secret",
            Self::Doorway => "doorway",
        }
    }

    /// The look with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|look| look.name() == name)
    }

    pub(super) const fn is_passable(self) -> bool {
        !matches!(self, Self::Locked | Self::Portcullis | Self::Barred | Self::Secret)
    }

    pub(super) const fn is_transparent(self) -> bool {
        !matches!(self, Self::Closed | Self::Locked | Self::Barred | Self::Secret)
    }
}

impl WallRun {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Across => "across",
            Self::Down => "down",
        }
    }
}

impl DoorPart {
    /// All parts.
    pub const ALL: [Self; 4] = [Self::Whole, Self::First, Self::Middle, Self::Last];

    /// The part that the `index`-th of `count` cells is.
    pub const fn from_index(index: usize, count: usize) -> Self {
        match index {
            _ if count <= 1 => Self::Whole,
            0 => Self::First,
            _ if index + 1 == count => Self::Last,
            _ => Self::Middle,
        }
    }

    /// Whether the door's jamb before it, to the west or north, is part of it.
    pub(super) const fn begins(self) -> bool {
        matches!(self, Self::Whole | Self::First)
    }

    /// Whether the door's jamb behind it, to the east or south, is part of it.
    pub(super) const fn ends(self) -> bool {
        matches!(self, Self::Whole | Self::Last)
    }

    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::First => "-first",
            Self::Middle => "-middle",
            Self::Last => "-last",
        }
    }
}

#[cfg(test)]
mod tests {
    use undercroft::dungeon::DoorId;
    use undercroft_grid::Dir;

    use super::*;

    #[test]
    fn a_tile_stops_what_its_door_stops() {
        for look in DoorLook::ALL {
            let (kind, state, secret) = look.door();
            let cells = Vec::new();
            let door = Door { id: DoorId(0), z: 0, room: None, cells, normal: Dir::East, kind, state, secret };
            assert_eq!(DoorLook::from_door(&door), look);
            assert_eq!(DoorLook::from_name(look.name()), Some(look));
            assert_eq!(look.is_passable(), door.is_passable() && !secret);
            assert_eq!(look.is_transparent(), door.is_transparent() && !secret);
        }
    }
}
