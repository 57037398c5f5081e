//! Links: the edges of the room graph, with the corridors that make them real.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::{DoorId, RoomId};

/// The number of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct LinkId(pub u32);

impl LinkId {
    /// Its position in [`Dungeon::links`](super::Dungeon::links).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for LinkId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An edge of the room graph.
///
/// A link holds what its kind has and nothing else; the questions below answer for every kind.
///
/// ```
/// use undercroft::dungeon::{DoorId, HiddenDoor, Link, LinkId, LinkKind, RoomId};
///
/// let kind = LinkKind::Shared { door: DoorId(4), hidden: HiddenDoor::None };
/// let link = Link::new(LinkId(0), [RoomId(1), RoomId(2)], kind);
/// assert_eq!(link.doors(), [DoorId(4)]);
/// assert!(link.path().is_empty() && link.touches(RoomId(2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its number, which is also its position in the list.
    pub id: LinkId,
    /// The two rooms.
    pub rooms: [RoomId; 2],
    /// How the rooms are joined.
    pub kind: LinkKind,
}

/// How two rooms are joined.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkKind {
    /// By a corridor with a door at each end.
    Corridor {
        /// The corridor.
        corridor: Corridor,
        /// Whether a door of it is secret.
        hidden: HiddenDoor,
    },
    /// By one door in a wall that both rooms have.
    Shared {
        /// The door.
        door: DoorId,
        /// Whether the door is secret.
        hidden: HiddenDoor,
    },
    /// By stairs between two levels.
    Stairs {
        /// On the level of each room, in the order of the rooms, a straight run of cells from the cell where the levels
        /// meet, which is the first of both. [Limits: 1..=[`MAX_STAIRS_RUN`] cells]
        runs: [Vec<Cell>; 2],
    },
    /// By a corridor with a secret door at each end.
    Secret {
        /// The corridor.
        corridor: Corridor,
        /// Whether the players have found it.
        discovered: bool,
    },
}

/// The longest run of stairs. [Unit: cells]
pub const MAX_STAIRS_RUN: usize = 3;

impl LinkKind {
    /// Stairs that have one cell on each level.
    pub fn stairs_at(cell: Cell) -> Self {
        Self::Stairs { runs: [vec![cell], vec![cell]] }
    }
}

/// Whether a link that is no secret passage has a secret door.
///
/// After discovery this is the only memory that the link was secret: depths are counted without it all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HiddenDoor {
    /// It never had one.
    #[default]
    None,
    /// It has one that the players have not found.
    Undiscovered,
    /// It had one, which the players have found.
    Discovered,
}

/// A corridor with a door at each end.
///
/// ```
/// use undercroft::dungeon::{Corridor, DoorId};
/// use undercroft::grid::Cell;
///
/// let path = (4..9).map(|x| Cell::new(x, 2)).collect();
/// let corridor = Corridor { runway: [1, 1], ..Corridor::new([DoorId(0), DoorId(1)], path) };
/// assert_eq!((corridor.width, corridor.brush_positions().len()), (1, 5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// Its doors, in the order of the rooms.
    pub doors: [DoorId; 2],
    /// The north-west cells of the brush from the first door's approach to the second's.
    pub path: Vec<Cell>,
    /// Its width. [Unit: cells] [Limits: 1..=4]
    pub width: u8,
    /// How many cells it runs straight out from each door.
    pub runway: [u8; 2],
    /// What was given up at each end.
    pub fallback: [Fallback; 2],
    /// Cells that were cut away beside it to make it look natural.
    pub roughened: Vec<Cell>,
}

/// What had to be done at an end of a link because the runway of the recipe did not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// Nothing: the runway is as long as the recipe asks for, or the straight corridor is itself the runway.
    #[default]
    None,
    /// A runway of one cell.
    OneCell,
    /// No runway. Dungeons are no longer made with it; other programs may.
    NoRunway,
    /// The path may cross its own runways.
    LastResort,
}

impl Corridor {
    /// A corridor one cell wide, without runways.
    pub const fn new(doors: [DoorId; 2], path: Vec<Cell>) -> Self {
        Self { doors, path, width: 1, runway: [0; 2], fallback: [Fallback::None; 2], roughened: Vec::new() }
    }

    /// The part of the path where the full brush sweeps: from the end of one runway to the end of the other.
    ///
    /// The path's first `runway[0]` and last `runway[1]` steps are runway, as wide as the door; the last cell of each is
    /// where the brush takes over. A straight corridor whose runways meet has no such part.
    pub fn brush_positions(&self) -> &[Cell] {
        let [head, tail] = self.runway.map(|runway| usize::from(runway).max(1));
        if head + tail > self.path.len() + 1 { &[] } else { &self.path[head - 1..=self.path.len() - tail] }
    }
}

impl Link {
    /// A link of any kind.
    pub const fn new(id: LinkId, rooms: [RoomId; 2], kind: LinkKind) -> Self {
        Self { id, rooms, kind }
    }

    /// Its doors, in the order of the rooms: two of a corridor, one in a shared wall, none of stairs.
    pub fn doors(&self) -> &[DoorId] {
        match &self.kind {
            LinkKind::Corridor { corridor, .. } | LinkKind::Secret { corridor, .. } => &corridor.doors,
            LinkKind::Shared { door, .. } => std::slice::from_ref(door),
            LinkKind::Stairs { .. } => &[],
        }
    }

    /// Its doors, to be renumbered.
    pub fn doors_mut(&mut self) -> &mut [DoorId] {
        match &mut self.kind {
            LinkKind::Corridor { corridor, .. } | LinkKind::Secret { corridor, .. } => &mut corridor.doors,
            LinkKind::Shared { door, .. } => std::slice::from_mut(door),
            LinkKind::Stairs { .. } => &mut [],
        }
    }

    /// Its corridor, where it has one.
    pub const fn corridor(&self) -> Option<&Corridor> {
        match &self.kind {
            LinkKind::Corridor { corridor, .. } | LinkKind::Secret { corridor, .. } => Some(corridor),
            LinkKind::Shared { .. } | LinkKind::Stairs { .. } => None,
        }
    }

    /// Its corridor, to be changed.
    pub const fn corridor_mut(&mut self) -> Option<&mut Corridor> {
        match &mut self.kind {
            LinkKind::Corridor { corridor, .. } | LinkKind::Secret { corridor, .. } => Some(corridor),
            LinkKind::Shared { .. } | LinkKind::Stairs { .. } => None,
        }
    }

    /// The path of its corridor; the run of stairs on the level of the first room; nothing for a shared wall.
    pub fn path(&self) -> &[Cell] {
        match &self.kind {
            LinkKind::Corridor { corridor, .. } | LinkKind::Secret { corridor, .. } => &corridor.path,
            LinkKind::Stairs { runs } => &runs[0],
            LinkKind::Shared { .. } => &[],
        }
    }

    /// Cells that were cut away beside its corridor.
    pub fn roughened(&self) -> &[Cell] {
        self.corridor().map_or(&[], |corridor| &corridor.roughened)
    }

    /// How many cells its corridor runs straight out from each door.
    pub fn runway(&self) -> [u8; 2] {
        self.corridor().map_or([0; 2], |corridor| corridor.runway)
    }

    /// What was given up at each end of its corridor.
    pub fn fallback(&self) -> [Fallback; 2] {
        self.corridor().map_or([Fallback::None; 2], |corridor| corridor.fallback)
    }

    /// The part of its path where the full brush of its corridor sweeps.
    pub fn brush_positions(&self) -> &[Cell] {
        self.corridor().map_or(&[], Corridor::brush_positions)
    }

    /// Whether it has, or had, secret doors.
    pub const fn hidden(&self) -> HiddenDoor {
        match self.kind {
            LinkKind::Corridor { hidden, .. } | LinkKind::Shared { hidden, .. } => hidden,
            LinkKind::Secret { discovered: false, .. } => HiddenDoor::Undiscovered,
            LinkKind::Secret { discovered: true, .. } => HiddenDoor::Discovered,
            LinkKind::Stairs { .. } => HiddenDoor::None,
        }
    }

    /// Notes that a secret door was put in, found, or taken away. Stairs have none, and a secret passage cannot lose its.
    pub const fn set_hidden(&mut self, now: HiddenDoor) {
        match &mut self.kind {
            LinkKind::Corridor { hidden, .. } | LinkKind::Shared { hidden, .. } => *hidden = now,
            LinkKind::Secret { discovered, .. } => *discovered = matches!(now, HiddenDoor::Discovered),
            LinkKind::Stairs { .. } => {}
        }
    }

    /// Whether it is a secret passage, discovered or not.
    pub const fn is_secret_passage(&self) -> bool {
        matches!(self.kind, LinkKind::Secret { .. })
    }

    /// Whether it is a door in a wall that both rooms have.
    pub const fn is_shared(&self) -> bool {
        matches!(self.kind, LinkKind::Shared { .. })
    }

    /// The runs of stairs in the order of the rooms, where it is stairs.
    pub const fn stairs(&self) -> Option<&[Vec<Cell>; 2]> {
        if let LinkKind::Stairs { runs } = &self.kind { Some(runs) } else { None }
    }

    /// The run of stairs in a room; empty where it is no stairs or leads elsewhere.
    pub fn stairs_in(&self, room: RoomId) -> &[Cell] {
        let end = self.rooms.iter().position(|&end| end == room);
        end.zip(self.stairs()).map_or(&[], |(end, runs)| &runs[end])
    }

    /// Whether the link joins this room to another.
    pub fn touches(&self, room: RoomId) -> bool {
        self.rooms.contains(&room)
    }
}

/// A blind corridor that belongs to no link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stub {
    /// The level it lies on.
    pub z: i32,
    /// The north-west cells of the brush, from the corridor it leaves to its blind end.
    pub path: Vec<Cell>,
    /// Its width. [Unit: cells] [Limits: 1..=4]
    pub width: u8,
}
