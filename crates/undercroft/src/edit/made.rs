//! The dungeon of an edit before its pins are settled, and what is to be pinned.

use undercroft_grid::Cell;

use crate::dungeon::{CellsPin, DoorId, Dungeon, Level, LinkId, Pin, PinAuthor, PinId, PinnedCell, RoomId};

/// What to pin after an edit.
pub(super) enum PinJob {
    /// A room that replaces the one that began at a cell.
    Room(RoomId, Option<Cell>),
    /// A room with its number, name, purpose, notes or roles.
    RoomText(RoomId, RoomField),
    Link(LinkId),
    Door(DoorId),
    Cells(i32, Vec<PinnedCell>),
    Feature(u32),
    Spawn(u32),
    Name,
    Entrance,
    Stage(String),
}

/// An attribute of a room that an edit sets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RoomField {
    Name,
    Number,
    Purpose,
    Notes,
    Roles,
}

/// The dungeon of an edit before pins are settled.
pub(super) struct Made {
    pub(super) dungeon: Dungeon,
    /// Whether rooms, doors and links have the ids they had, so that changed things can be found again.
    pub(super) keeps_ids: bool,
    pub(super) pins: Vec<PinJob>,
    /// The older pins where all of them moved, so that none is looked for.
    pub(super) moved_pins: Option<Vec<Pin>>,
    pub(super) unpinned: Option<Vec<PinId>>,
    pub(super) author: PinAuthor,
    /// Whether tiles or things changed, not only pins.
    pub(super) is_edited: bool,
}

impl Made {
    /// A dungeon whose things have the ids they had.
    pub(super) const fn new(dungeon: Dungeon, pins: Vec<PinJob>) -> Self {
        Self {
            dungeon,
            keeps_ids: true,
            pins,
            moved_pins: None,
            unpinned: None,
            author: PinAuthor::Hand,
            is_edited: true,
        }
    }

    /// A dungeon that lost something.
    pub(super) fn without(dungeon: Dungeon) -> Self {
        Self { keeps_ids: false, ..Self::new(dungeon, Vec::new()) }
    }
}

/// Cells that are painted again leave older pins of single cells.
pub(super) fn without_cells(pin: &CellsPin, level: &Level, is_gone: impl Fn(Cell) -> bool) -> Option<CellsPin> {
    let left: Vec<PinnedCell> = pin.cells().filter(|cell| !is_gone(cell.cell)).collect();
    let kept = CellsPin::of_cells(pin.id, level, left)?;
    Some(CellsPin { by: pin.by, ..kept })
}
