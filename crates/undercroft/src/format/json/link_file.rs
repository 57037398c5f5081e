//! A link as version 1 writes it: all fields for every kind, most of which follow from the kind.
//!
//! Tiled and LDtk write links from this view; they and the reader of version 1 read them into it; [`LinkFile::to_link`] refuses what
//! contradicts itself.

use serde::{Deserialize, Serialize};
use undercroft_grid::Cell;

use super::path::{Fault, Path};
use crate::dungeon::{Corridor, Door, DoorId, Dungeon, Fallback, HiddenDoor, Link, LinkId, LinkKind, Room, RoomId};
use crate::plural::count;

/// How two rooms are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LinkKind"))]
#[serde(rename_all = "snake_case")]
pub enum LinkFileKind {
    /// By a corridor with a door at each end.
    Corridor,
    /// By one door in a wall that both rooms have.
    Shared,
    /// By stairs between two levels.
    Stairs,
    /// By a corridor with a secret door at each end.
    SecretPassage,
}

/// An edge of the room graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Link"))]
pub struct LinkFile {
    /// Its number, which is also its position in the list.
    pub id: LinkId,
    /// How the rooms are joined.
    pub kind: LinkFileKind,
    /// The two rooms.
    pub rooms: [RoomId; 2],
    /// Its doors, in the order of the rooms: two for corridors and secret passages, one for a shared wall, none for stairs.
    pub doors: Vec<DoorId>,
    /// The north-west cells of the brush from the first door's approach to the second's; for stairs their run on
    /// the level of the first room; empty for a shared wall.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
    /// Width of the corridor. [Unit: cells] [Limits: 1..=4]
    pub width: u8,
    /// How many cells the corridor runs straight out from each door.
    pub runway: [u8; 2],
    /// What was given up at each end.
    pub fallback: [Fallback; 2],
    /// Cells that were cut away beside the corridor to make it look natural.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roughened: Vec<Cell>,
    /// For links with secret doors: whether the players have found them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discovered: Option<bool>,
    /// For secret passages: the first room's place in the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_coord: Option<[i32; 3]>,
    /// For secret passages: the second room's place in the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_coord: Option<[i32; 3]>,
    /// True for secret passages, so that readers need not know the kinds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_secret_passage: bool,
    /// For stairs: their run on the level of the second room, where the file has one; version 1 has none.
    #[serde(skip)]
    pub to_run: Vec<Cell>,
}

impl LinkFileKind {
    /// The word for a kind.
    pub const fn new(kind: &LinkKind) -> Self {
        match kind {
            LinkKind::Corridor { .. } => Self::Corridor,
            LinkKind::Shared { .. } => Self::Shared,
            LinkKind::Stairs { .. } => Self::Stairs,
            LinkKind::Secret { .. } => Self::SecretPassage,
        }
    }

    /// The word in a document.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corridor => "corridor",
            Self::Shared => "shared",
            Self::Stairs => "stairs",
            Self::SecretPassage => "secret_passage",
        }
    }

    /// How many doors a link of this kind has.
    pub const fn door_count(self) -> usize {
        match self {
            Self::Corridor | Self::SecretPassage => 2,
            Self::Shared => 1,
            Self::Stairs => 0,
        }
    }
}

impl LinkFile {
    /// The view of a link of a dungeon.
    pub fn new(dungeon: &Dungeon, link: &Link) -> Self {
        let kind = LinkFileKind::new(&link.kind);
        let is_secret_passage = kind == LinkFileKind::SecretPassage;
        let place = |end: usize| dungeon.rooms.get(link.rooms[end].index()).and_then(|room| room.plan);
        let coord = |end: usize| place(end).filter(|_| is_secret_passage);
        Self {
            id: link.id,
            kind,
            rooms: link.rooms,
            doors: link.doors().to_vec(),
            path: link.path().to_vec(),
            width: dungeon.link_width(link),
            runway: link.runway(),
            fallback: link.fallback(),
            roughened: link.roughened().to_vec(),
            discovered: discovered(link.hidden()),
            from_coord: coord(0),
            to_coord: coord(1),
            is_secret_passage,
            to_run: link.stairs().map(|runs| runs[1].clone()).unwrap_or_default(),
        }
    }

    /// The link, given the rooms and doors that it names. References that lead nowhere are left for the check of the
    /// whole dungeon.
    ///
    /// # Errors
    /// When a field contradicts the kind, the door or the rooms; `path` is where the link stands in its document.
    pub fn to_link(&self, path: &Path, rooms: &[Room], doors: &[Door]) -> Result<Link, Fault> {
        self.check_flags(path)?;
        self.check_coordinates(path, rooms)?;
        let kind = match (self.kind, self.doors.as_slice(), self.path.as_slice()) {
            (LinkFileKind::Corridor, &[a, b], _) => {
                LinkKind::Corridor { corridor: self.corridor([a, b]), hidden: hidden(self.discovered) }
            }
            (LinkFileKind::SecretPassage, &[a, b], _) => {
                LinkKind::Secret { corridor: self.corridor([a, b]), discovered: self.discovered == Some(true) }
            }
            (LinkFileKind::Shared, &[door], []) => {
                self.check_width(path, doors.get(door.index()).map(|door| door.cells.len()))?;
                LinkKind::Shared { door, hidden: hidden(self.discovered) }
            }
            (LinkFileKind::Stairs, [], &[cell]) if self.to_run.is_empty() => {
                self.check_width(path, Some(1))?;
                LinkKind::stairs_at(cell)
            }
            (LinkFileKind::Stairs, [], [_, ..]) if !self.to_run.is_empty() => {
                self.check_width(path, Some(1))?;
                LinkKind::Stairs { runs: [self.path.clone(), self.to_run.clone()] }
            }
            _ => return Err(self.wrong_count(path)),
        };
        if matches!(kind, LinkKind::Shared { .. } | LinkKind::Stairs { .. }) {
            self.check_no_corridor(path)?;
        }
        Ok(Link::new(self.id, self.rooms, kind))
    }

    fn corridor(&self, doors: [DoorId; 2]) -> Corridor {
        let Self { path, width, runway, fallback, roughened, .. } = self.clone();
        Corridor { doors, path, width, runway, fallback, roughened }
    }

    fn check_flags(&self, path: &Path) -> Result<(), Fault> {
        let kind = self.kind.name();
        let need = self.kind == LinkFileKind::SecretPassage;
        if self.is_secret_passage != need {
            let problem = format!("need {need} for kind {kind:?}, got {}", self.is_secret_passage);
            return Err(path.clone().key("is_secret_passage").fault(problem));
        }
        match (self.kind, self.discovered) {
            (LinkFileKind::SecretPassage, None) => {
                Err(path.clone().key("discovered").fault(format!("need true or false for kind {kind:?}, got nothing")))
            }
            (LinkFileKind::Stairs, Some(discovered)) => {
                Err(path.clone().key("discovered").fault(format!("need nothing for kind {kind:?}, got {discovered}")))
            }
            _ => Ok(()),
        }
    }

    fn check_coordinates(&self, path: &Path, rooms: &[Room]) -> Result<(), Fault> {
        let ends = [("from_coord", self.from_coord), ("to_coord", self.to_coord)];
        for ((key, coord), id) in ends.into_iter().zip(self.rooms) {
            let Some(room) = rooms.get(id.index()) else { continue };
            let need = room.plan.filter(|_| self.is_secret_passage);
            if coord != need {
                let kind = self.kind.name();
                let problem = format!("need {} for kind {kind:?} at room {id}, got {}", text(need), text(coord));
                return Err(path.clone().key(key).fault(problem));
            }
        }
        Ok(())
    }

    fn check_width(&self, path: &Path, need: Option<usize>) -> Result<(), Fault> {
        match need.filter(|&need| need != usize::from(self.width)) {
            Some(need) => {
                let problem = format!("need {need} for kind {:?}, got {}", self.kind.name(), self.width);
                Err(path.clone().key("width").fault(problem))
            }
            None => Ok(()),
        }
    }

    /// The complaint about too many or too few doors or cells.
    fn wrong_count(&self, path: &Path) -> Fault {
        let (need, got) = (self.kind.door_count(), self.doors.len());
        if got != need {
            let doors = if need == 1 { "door" } else { "doors" };
            return path.clone().key("doors").fault(format!("a link of this kind has {need} {doors}, got {got}"));
        }
        let need = usize::from(self.kind == LinkFileKind::Stairs);
        let problem = format!("need {} for kind {:?}, got {}", count(need, "cell"), self.kind.name(), self.path.len());
        path.clone().key("path").fault(problem)
    }

    fn check_no_corridor(&self, path: &Path) -> Result<(), Fault> {
        let wrong = [
            ("runway", self.runway != [0; 2]),
            ("fallback", self.fallback != [Fallback::None; 2]),
            ("roughened", !self.roughened.is_empty()),
        ];
        match wrong.into_iter().find(|(_, is_wrong)| *is_wrong) {
            Some((key, _)) => {
                Err(path.clone().key(key).fault(format!("a link of kind {:?} has no corridor", self.kind.name())))
            }
            None => Ok(()),
        }
    }
}

const fn discovered(hidden: HiddenDoor) -> Option<bool> {
    match hidden {
        HiddenDoor::None => None,
        HiddenDoor::Undiscovered => Some(false),
        HiddenDoor::Discovered => Some(true),
    }
}

const fn hidden(discovered: Option<bool>) -> HiddenDoor {
    match discovered {
        None => HiddenDoor::None,
        Some(false) => HiddenDoor::Undiscovered,
        Some(true) => HiddenDoor::Discovered,
    }
}

fn text(coord: Option<[i32; 3]>) -> String {
    coord.map_or_else(|| "nothing".to_owned(), |coord| format!("{coord:?}"))
}
