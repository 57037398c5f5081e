//! The world model: what a finished dungeon is.
//!
//! Terrain is physics only; rooms, doors, links and markers are things with ids. A dungeon holds nothing about how it
//! was made beyond its recipe and seed, and everything that `verify`, drawings and exports read.

mod corridor_rects;
mod door;
mod feature;
mod flight;
mod ground;
mod group;
mod input;
mod key_rule;
mod level;
mod link;
mod marker;
mod note;
mod passage;
mod pin;
mod provenance;
mod record;
mod reference;
mod room;
mod room_label;
mod run_length;
mod shape;
mod spawn;
mod story;
mod surround;
mod terrain;
mod window;

pub use door::{Door, DoorId, DoorKind, DoorState, Entrance};
pub use feature::{Feature, FeatureLight, MAX_FEATURE_SIDE, Mount};
pub(crate) use flight::{STAIRS_GAP, near_stairs_warning};
pub use flight::{StairAlcoves, is_stair_alcove};
pub use ground::Ground;
pub use group::Group;
pub use input::ProvenanceInput;
pub use key_rule::KeyRule;
pub use level::{Level, MAX_CELLS};
pub use link::{Corridor, Fallback, HiddenDoor, Link, LinkId, LinkKind, MAX_STAIRS_RUN, Stub};
pub use marker::{Marker, MarkerKind};
pub use note::{Note, NoteKind};
pub use pin::{
    CellsPin, DoorPin, EntrancePin, FeaturePin, LinkPin, MAX_PINS, NamePin, Pin, PinAuthor, PinId, PinnedCell,
    PinnedCorridor, PinnedDoor, PinnedLink, RoomPin, SpawnPin, StagePin,
};
pub use provenance::Provenance;
pub use record::Record;
pub use reference::{Reference, references, replace_references};
pub use room::{PlacedTemplate, Role, Room, RoomId, Run, Socket};
pub(crate) use run_length::{LEVEL as MASK_LEVEL, MAX_MASK_CELLS};
pub use shape::Shape;
pub use spawn::{Spawn, SpawnKind};
pub use story::Story;
pub use surround::Surround;
pub use terrain::Terrain;
pub use window::{Hearth, Window};

use undercroft_grid::Rect;

/// The version of the generator's results: same recipe, seed and epoch, same bytes.
pub const EPOCH: u32 = 4;

/// The length of a cell's side where a recipe or a map gives none. [Unit: feet]
pub const DEFAULT_TILE_FEET: u16 = 5;

/// A finished dungeon.
///
/// Ids are positions: room 3 is `rooms[3]`, and likewise for doors and links. A dungeon that was read from a plain map
/// has levels, and doors where the map shows them, but no links, no recipe and no seed.
///
/// ```
/// use undercroft::dungeon::{Dungeon, Level};
/// use undercroft::grid::Size;
///
/// let dungeon = Dungeon::bare("Cellar", vec![Level::solid_rock(0, Size::of(8, 6))]);
/// assert!(dungeon.level(0).is_some() && !dungeon.is_generated());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Dungeon {
    /// A name for people.
    pub name: String,
    /// The floors, sorted by `z`, highest first.
    pub levels: Vec<Level>,
    /// The rooms, by id.
    pub rooms: Vec<Room>,
    /// The doors, by id.
    pub doors: Vec<Door>,
    /// The windows, by id.
    pub windows: Vec<Window>,
    /// The edges of the room graph, by id.
    pub links: Vec<Link>,
    /// Blind corridors that belong to no link.
    pub stubs: Vec<Stub>,
    /// Places of interest: lights, keys, stairs.
    pub markers: Vec<Marker>,
    /// Furniture and other placed objects, by id.
    pub features: Vec<Feature>,
    /// Where inhabitants, visitors, loot and traps begin, by id.
    pub spawns: Vec<Spawn>,
    /// Inhabitants that belong together, by id.
    pub groups: Vec<Group>,
    /// Why people go in.
    pub story: Story,
    /// Where the visitor comes in.
    pub entrance: Option<Entrance>,
    /// The room where the visitor wants to get.
    pub goal: Option<RoomId>,
    /// The walls of the building, ring included, where the dungeon is a house. For drawing.
    pub outline: Option<Rect>,
    /// The module grid that rooms are aligned to. [Unit: cells]
    pub module_grid: Option<[i32; 2]>,
    /// The length of a cell's side. [Unit: feet]
    pub tile_feet: u16,
    /// What did not come out as the recipe asked, as sentences.
    pub warnings: Vec<String>,
    /// What it was made from.
    pub provenance: Provenance,
}

impl Dungeon {
    /// A dungeon of bare floors: no rooms, no doors, nothing known but the tiles.
    pub fn bare(name: impl Into<String>, mut levels: Vec<Level>) -> Self {
        levels.sort_by_key(|level| std::cmp::Reverse(level.z));
        Self {
            name: name.into(),
            levels,
            rooms: Vec::new(),
            doors: Vec::new(),
            windows: Vec::new(),
            links: Vec::new(),
            stubs: Vec::new(),
            markers: Vec::new(),
            features: Vec::new(),
            spawns: Vec::new(),
            groups: Vec::new(),
            story: Story::default(),
            entrance: None,
            goal: None,
            outline: None,
            module_grid: None,
            tile_feet: DEFAULT_TILE_FEET,
            warnings: Vec::new(),
            provenance: Provenance::default(),
        }
    }

    /// Whether the dungeon was generated, so that it has links and an entrance to be judged by.
    pub fn is_generated(&self) -> bool {
        !self.provenance.recipe.is_empty()
    }

    /// The level `z`, if there is one.
    pub fn level(&self, z: i32) -> Option<&Level> {
        self.levels.iter().find(|level| level.z == z)
    }

    /// The room with this id.
    pub fn room(&self, id: RoomId) -> &Room {
        &self.rooms[id.index()]
    }

    /// The door with this id.
    pub fn door(&self, id: DoorId) -> &Door {
        &self.doors[id.index()]
    }

    /// The link with this id.
    pub fn link(&self, id: LinkId) -> &Link {
        &self.links[id.index()]
    }

    /// The doors of one level.
    pub fn doors_on(&self, z: i32) -> impl Iterator<Item = &Door> {
        self.doors.iter().filter(move |door| door.z == z)
    }
}
