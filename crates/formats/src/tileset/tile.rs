//! The tiles: which there are, what they are called, and what they mean.

use super::Blob;
use super::door_tile::{DoorLook, DoorPart, DoorTile};
use undercroft::dungeon::{Ground, Terrain};

/// The number of a tile in the tileset, counted along its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub u16);

/// How many textures floors and corridors have.
pub(super) const TEXTURES: u8 = 4;

/// A tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// The floor of a room.
    Floor(FloorLook),
    /// The floor of a corridor.
    Corridor(FloorLook),
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
    /// What lies on the floor; never bare.
    Ground(Ground),
}

/// A piece of floor: one of several textures, in the shadow of what stands north and west of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloorLook {
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

impl Tile {
    /// All tiles, in the order of their ids.
    pub fn all() -> impl Iterator<Item = Self> {
        let grounds =
            || Shade::ALL.into_iter().flat_map(|shade| (0..TEXTURES).map(move |texture| FloorLook { texture, shade }));
        grounds()
            .map(Self::Floor)
            .chain(grounds().map(Self::Corridor))
            .chain([Self::Threshold, Self::StairsUp, Self::StairsDown])
            .chain(Blob::all().map(Self::Wall))
            .chain(Blob::all().map(Self::Rock))
            .chain(DoorTile::all().map(Self::Door))
            .chain(Ground::ALL.into_iter().skip(1).map(Self::Ground))
    }

    /// How many tiles there are.
    pub const COUNT: u16 = LYING + Ground::ALL.len() as u16 - 1;

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
            Self::Ground(ground) => LYING + u16::from(ground.code()) - 1,
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
            Self::Threshold | Self::StairsUp | Self::StairsDown | Self::Ground(_) => self.class().to_owned(),
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
            Self::Ground(ground) => ground.name(),
        }
    }

    /// What lies on the floor where a class of tiles shows it.
    pub fn ground_of(class: &str) -> Option<Ground> {
        Ground::ALL.into_iter().skip(1).find(|ground| ground.name() == class)
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
            Self::Ground(ground) => !ground.is_solid(),
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
const LYING: u16 = DOORS + (DoorLook::ALL.len() * 2 * DoorPart::ALL.len()) as u16;

impl FloorLook {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

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
}
