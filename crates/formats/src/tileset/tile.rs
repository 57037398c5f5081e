//! The tiles: which there are, what they are called, and what they mean.

use super::Blob;
use undercroft::dungeon::{Door, DoorKind, DoorState, Terrain};

/// The number of a tile in the tileset, counted along its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub u16);

/// How many textures floors and corridors have.
pub(super) const TEXTURES: u8 = 4;

/// A tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// The floor of a room.
    Floor(Ground),
    /// The floor of a corridor.
    Corridor(Ground),
    /// What lies under a door.
    Threshold,
    /// Stairs to the level above.
    StairsUp,
    /// Stairs to the level below.
    StairsDown,
    /// The wall of a room.
    Wall(Blob),
    /// Rock.
    Rock(Blob),
    /// A cell of a door.
    Door(DoorTile),
}

/// A piece of ground: one of several textures, in the shadow of what stands north and west of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// Which texture. [Limits: 0..4]
    pub texture: u8,
    /// What throws its shadow on it.
    pub shade: Shade,
}

/// Where the shadow on a piece of ground comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shade {
    /// No shadow.
    None,
    /// A wall to the north.
    North,
    /// A wall to the west.
    West,
    /// Walls to the north and to the west.
    NorthWest,
    /// Only the corner of a wall to the north-west.
    Corner,
}

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

impl Tile {
    /// All tiles, in the order of their ids.
    pub fn all() -> impl Iterator<Item = Self> {
        let grounds =
            || Shade::ALL.into_iter().flat_map(|shade| (0..TEXTURES).map(move |texture| Ground { texture, shade }));
        grounds()
            .map(Self::Floor)
            .chain(grounds().map(Self::Corridor))
            .chain([Self::Threshold, Self::StairsUp, Self::StairsDown])
            .chain(Blob::all().map(Self::Wall))
            .chain(Blob::all().map(Self::Rock))
            .chain(DoorTile::all().map(Self::Door))
    }

    /// How many tiles there are.
    pub const COUNT: u16 = DOORS + (DoorLook::ALL.len() * 2 * DoorPart::ALL.len()) as u16;

    /// The tile with this number.
    pub fn from_id(id: TileId) -> Option<Self> {
        Self::all().nth(id.0.into())
    }

    /// Its number.
    pub fn id(self) -> TileId {
        TileId(match self {
            Self::Floor(ground) => ground.index(),
            Self::Corridor(ground) => GROUNDS + ground.index(),
            Self::Threshold => THRESHOLD,
            Self::StairsUp => THRESHOLD + 1,
            Self::StairsDown => THRESHOLD + 2,
            Self::Wall(blob) => WALLS + blob.index() as u16,
            Self::Rock(blob) => WALLS + (Blob::COUNT + blob.index()) as u16,
            Self::Door(door) => DOORS + door.index(),
        })
    }

    /// Its name: a word for what it is, then what tells it from others of the kind, as in `wall-n-sw` or
    /// `door-locked-across-first`. No two tiles share a name.
    pub fn name(self) -> String {
        match self {
            Self::Floor(ground) | Self::Corridor(ground) => {
                format!("{}{}-{}", self.class(), ground.shade.suffix(), ground.texture)
            }
            Self::Wall(blob) | Self::Rock(blob) => format!("{}{}", self.class(), blob.suffix()),
            Self::Door(DoorTile { look, wall, part }) => format!("{}-{}{}", look.name(), wall.name(), part.suffix()),
            Self::Threshold | Self::StairsUp | Self::StairsDown => self.class().to_owned(),
        }
    }

    /// What it is, in a word.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Floor(_) => "floor",
            Self::Corridor(_) => "corridor",
            Self::Threshold => "threshold",
            Self::StairsUp => "stairs-up",
            Self::StairsDown => "stairs-down",
            Self::Wall(_) => "wall",
            Self::Rock(_) => "rock",
            Self::Door(_) => "door",
        }
    }

    /// The terrain that a class of tiles shows. A threshold whose door was taken away is corridor.
    pub fn terrain_of(class: &str) -> Option<Terrain> {
        match class {
            "floor" => Some(Terrain::Floor),
            "corridor" | "threshold" => Some(Terrain::Corridor),
            "stairs-up" => Some(Terrain::StairsUp),
            "stairs-down" => Some(Terrain::StairsDown),
            "wall" => Some(Terrain::Wall),
            "rock" => Some(Terrain::Rock),
            "door" => Some(Terrain::Door),
            _ => None,
        }
    }

    /// Whether a body can be where it lies.
    pub const fn is_walkable(self) -> bool {
        match self {
            Self::Wall(_) | Self::Rock(_) => false,
            Self::Door(door) => door.look.is_passable(),
            _ => true,
        }
    }

    /// Whether it blocks sight.
    pub const fn is_opaque(self) -> bool {
        match self {
            Self::Wall(_) | Self::Rock(_) => true,
            Self::Door(door) => !door.look.is_transparent(),
            _ => false,
        }
    }
}

/// Tiles of floor, and as many of corridor.
const GROUNDS: u16 = (Shade::ALL.len() * TEXTURES as usize) as u16;
const THRESHOLD: u16 = 2 * GROUNDS;
const WALLS: u16 = THRESHOLD + 3;
const DOORS: u16 = WALLS + 2 * Blob::COUNT as u16;

impl Ground {
    const fn index(self) -> u16 {
        self.shade as u16 * TEXTURES as u16 + self.texture as u16
    }
}

impl Shade {
    pub(super) const ALL: [Self; 5] = [Self::None, Self::North, Self::West, Self::NorthWest, Self::Corner];

    const fn suffix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::North => "-shade-n",
            Self::West => "-shade-w",
            Self::NorthWest => "-shade-n-w",
            Self::Corner => "-shade-nw",
        }
    }
}

impl DoorTile {
    fn all() -> impl Iterator<Item = Self> {
        let parts = |look, wall| DoorPart::ALL.into_iter().map(move |part| Self { look, wall, part });
        let walls = move |look| [WallRun::Across, WallRun::Down].into_iter().flat_map(move |wall| parts(look, wall));
        DoorLook::ALL.into_iter().flat_map(walls)
    }

    const fn index(self) -> u16 {
        let parts = DoorPart::ALL.len() as u16;
        (self.look as u16 * 2 + self.wall as u16) * parts + self.part as u16
    }
}

impl DoorLook {
    /// All looks.
    pub const ALL: [Self; 9] = [
        Self::Closed,
        Self::Open,
        Self::Locked,
        Self::Archway,
        Self::Portcullis,
        Self::PortcullisOpen,
        Self::Barred,
        Self::BarredOpen,
        Self::Secret,
    ];

    /// How a door looks to those who know of it.
    pub const fn from_door(door: &Door) -> Self {
        match (door.secret, door.kind, door.state) {
            (true, ..) => Self::Secret,
            (_, DoorKind::Archway, _) => Self::Archway,
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
        }
    }

    /// The look with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|look| look.name() == name)
    }

    const fn is_passable(self) -> bool {
        matches!(self, Self::Closed | Self::Open | Self::Archway | Self::PortcullisOpen | Self::BarredOpen)
    }

    const fn is_transparent(self) -> bool {
        matches!(self, Self::Open | Self::Archway | Self::Portcullis | Self::PortcullisOpen | Self::BarredOpen)
    }
}

impl WallRun {
    const fn name(self) -> &'static str {
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

    const fn suffix(self) -> &'static str {
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
    use std::collections::BTreeSet;

    use super::*;
    use undercroft::dungeon::DoorId;
    use undercroft_grid::Dir;

    #[test]
    fn every_tile_is_found_by_its_number_and_has_a_name_of_its_own() {
        let tiles: Vec<Tile> = Tile::all().collect();
        assert_eq!(tiles.len(), usize::from(Tile::COUNT));
        for (id, &tile) in (0..).zip(&tiles) {
            assert_eq!((tile.id(), Tile::from_id(TileId(id))), (TileId(id), Some(tile)));
        }
        let names: BTreeSet<String> = tiles.iter().map(|tile| tile.name()).collect();
        assert_eq!(names.len(), tiles.len());
        assert_eq!(Tile::from_id(TileId(Tile::COUNT)), None);
    }

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
