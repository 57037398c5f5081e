//! Numbers about a dungeon.

mod doors;
mod fact_value;
mod hugging;
mod mirror;
mod rooms;
mod share;
mod sheet;

pub use fact_value::FactValue;
pub(in crate::verify) use rooms::is_passage;
pub(crate) use sheet::open_cells;

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::owner::Owners;
use super::{RoomGraph, is_mapped};
use crate::dungeon::{Dungeon, Fallback, Ground, Level, Link, LinkId, LinkKind, Room, RoomId};
use crate::fraction::Fraction;
use doors::{WallDoors, doorway_width_tenths, wall_doors};
use hugging::{Hugging, hugging};
use mirror::Mirror;
use rooms::{NumberedRooms, is_rectangle, is_too_long};
use share::{mean_tenths, share_of};
use sheet::Sheets;

/// Both runways at least this long make a link that counts in [`Facts::runway_share`]. [Unit: cells]
const FULL_RUNWAY: u8 = 2;

macro_rules! facts {
    ($($(#[doc = $doc:literal])+ $field:ident: $type:ty,)*) => {
        /// Numbers about a dungeon that cost little to find. The order of the fields is fixed; new ones come at the end.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct Facts {
            $($(#[doc = $doc])+ pub $field: $type,)*
        }

        impl Facts {
            /// The names of the fields.
            pub const COLUMNS: &[&str] = &[$(stringify!($field)),*];

            /// A sentence about each, in the same order.
            pub const SENTENCES: &[&str] = &[$(concat!($($doc),+).trim_ascii()),*];

            /// The values in the order of [`COLUMNS`](Self::COLUMNS), in parts of 1/10,000; `None` where one is not known.
            pub fn parts(&self) -> Vec<Option<u64>> {
                vec![$(CsvField::parts(&self.$field)),*]
            }

            /// The values in the order of [`COLUMNS`](Self::COLUMNS), each with its kind. Those of
            /// [`Facts::default`] are the table of kinds.
            ///
            /// ```
            /// use undercroft::verify::{FactValue, Facts};
            ///
            /// let at = Facts::COLUMNS.iter().position(|&column| column == "fill").unwrap();
            /// assert!(matches!(Facts::default().values()[at], FactValue::Share(_)));
            /// ```
            pub fn values(&self) -> Vec<FactValue> {
                vec![$(CsvField::value(&self.$field)),*]
            }

            /// The names of the fields, separated by commas.
            pub fn csv_header() -> String {
                Self::COLUMNS.join(",")
            }

            /// The values in the order of [`csv_header`](Self::csv_header); what is not known is empty.
            ///
            /// ```
            /// use undercroft::generate;
            /// use undercroft::verify::{Facts, verify};
            ///
            /// let facts = verify(&generate("crypt", 7)?).facts;
            /// assert!(facts.critical_hops.is_some_and(|hops| hops > 0));
            /// assert_eq!(facts.csv_row().split(',').count(), Facts::csv_header().split(',').count());
            /// # Ok::<(), undercroft::Error>(())
            /// ```
            pub fn csv_row(&self) -> String {
                [$(CsvField::text(&self.$field)),*].join(",")
            }
        }
    };
}

facts! {
    /// Number of levels.
    levels: usize,
    /// Number of rooms.
    rooms: usize,
    /// Number of links.
    links: usize,
    /// Links that could be taken away without parting the rooms (the cyclomatic number of the room graph), without secrets.
    loops: usize,
    /// Rooms with exactly one link.
    dead_end_rooms: usize,
    /// Corridors that end blind. The entrance is not counted.
    blind_corridors: usize,
    /// Rooms without which the others would fall apart (articulation points of the room graph).
    choke_rooms: usize,
    /// The least number of links from the entrance to the goal, without secrets.
    critical_hops: Option<u32>,
    /// The least number of steps from inside the entrance's door to the goal's floor, without secrets, locks opened.
    critical_steps: Option<u32>,
    /// Floor cells of all rooms.
    floor_cells: i64,
    /// Steps of corridors outside the runways.
    corridor_steps: u64,
    /// Those of them that run along a room.
    hugging_steps: u64,
    /// Their share.
    hugging_share: Fraction,
    /// Rooms on the module grid, as a share.
    aligned_share: Fraction,
    /// Corridors and secret passages whose runways are both at least two cells long, as a share; without joints of one cell.
    runway_share: Fraction,
    /// Ends of links with a runway of one cell because a longer one could not be had.
    one_cell_runways: usize,
    /// Ends of links without a runway because none could be had.
    no_runways: usize,
    /// Ends of links whose path may cross itself because no other path was found.
    last_resorts: usize,
    /// The loops that secret passages and secret doors add.
    secret_loops: usize,
    /// Walkable cells among those of the boxes round them on each level, as a share; here and below without secret links.
    fill: Fraction,
    /// Cells of the path of a corridor link, on average. [Unit: tenths of a cell]
    corridor_mean_tenths: u64,
    /// Cells of the longest path of a corridor link.
    corridor_longest: usize,
    /// Floor cells of the middle room by size, of an even number the smaller one; without passages.
    median_room: i64,
    /// Rooms whose floor fills its bounding box, as a share; without passages, as in every share of rooms below.
    rectangle_share: Fraction,
    /// Rooms that have a number: all but passages, which only lead to other rooms.
    numbered_rooms: usize,
    /// Loops of the level that has the fewest, by its own links alone.
    least_loops: usize,
    /// Rooms with exactly one link, as a share.
    dead_end_share: Fraction,
    /// Doors beside a corner of their room though the wall has a cell more on both sides, as a share.
    corner_door_share: Fraction,
    /// Pairs of neighbouring doors in one wall with at most two wall cells between them.
    close_doors: usize,
    /// Rooms with sides over 5 : 2 that are no halls, as a share.
    long_room_share: Fraction,
    /// Long side ÷ short side of the box round a level's walkable cells, the mean weighted by floor. [Unit: tenths]
    sheet_aspect_tenths: u64,
    /// Doors in shared walls among the links, as a share.
    shared_share: Fraction,
    /// Rooms whose mirror image in the line through the entrance is a room, as a share.
    symmetry_share: Fraction,
    /// Floor cells with ground other than bare, as a share.
    ground_share: Fraction,
    /// Width of a doorway, on average. [Unit: tenths of a cell]
    doorway_width_tenths: u64,
}

trait CsvField {
    fn value(&self) -> FactValue;
    fn text(&self) -> String;
    /// The value in parts of 1/10,000, if it is known.
    fn parts(&self) -> Option<u64>;
}

macro_rules! csv_numbers {
    ($($type:ty => $kind:ident,)*) => {$(
        impl CsvField for $type {
            fn value(&self) -> FactValue {
                // A dungeon has at most 2^26 cells, so no count of its things leaves the kind.
                FactValue::$kind(*self as _)
            }

            fn text(&self) -> String {
                self.to_string()
            }

            fn parts(&self) -> Option<u64> {
                Some(*self as u64 * u64::from(Fraction::WHOLE))
            }
        }
    )*};
}

csv_numbers!(usize => Count, u64 => Sum, i64 => Cells,);

impl CsvField for Fraction {
    fn value(&self) -> FactValue {
        FactValue::Share(*self)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn parts(&self) -> Option<u64> {
        Some(Self::parts(*self).into())
    }
}

impl CsvField for Option<u32> {
    fn value(&self) -> FactValue {
        FactValue::Length(*self)
    }

    fn text(&self) -> String {
        self.map(|value| value.to_string()).unwrap_or_default()
    }

    fn parts(&self) -> Option<u64> {
        self.map(|value| u64::from(value) * u64::from(Fraction::WHOLE))
    }
}

/// What is counted level by level.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LevelFacts {
    hugging: Hugging,
    doors: WallDoors,
}

impl LevelFacts {
    /// The facts of a level whose cells are claimed.
    pub(super) fn new(dungeon: &Dungeon, level: &Level, graph: &RoomGraph, owners: &Owners) -> Self {
        Self { hugging: hugging(dungeon, level, owners), doors: wall_doors(dungeon, level, graph, owners) }
    }
}

impl AddAssign for LevelFacts {
    fn add_assign(&mut self, other: Self) {
        self.hugging += other.hugging;
        self.doors += other.doors;
    }
}

impl Facts {
    /// The facts of a dungeon whose references hold.
    pub(super) fn new(dungeon: &Dungeon, graph: &RoomGraph, levels: LevelFacts, steps_to_goal: Option<u32>) -> Self {
        debug_assert!(is_mapped(dungeon));
        let rooms = || (0..dungeon.rooms.len() as u32).map(RoomId);
        let routed = || dungeon.links.iter().filter(|link| link.corridor().is_some());
        let is_full = |link: &&Link| link.runway().iter().all(|&runway| runway >= FULL_RUNWAY);
        // A straight joint shorter than a runway is complete as it is.
        let has_runways =
            |link: &&Link| link.path().len() >= FULL_RUNWAY.into() || link.fallback() != [Fallback::None; 2];
        let is_open = |link: LinkId| !graph.is_secret(link);
        let open_links = || dungeon.links.iter().filter(|link| is_open(link.id));
        let corridors = || open_links().filter(|link| matches!(link.kind, LinkKind::Corridor { .. }));
        let (hugging, loops) = (levels.hugging, graph.loops(is_open));
        let (numbered, sheets, mirror) =
            (NumberedRooms::new(dungeon, graph), Sheets::new(dungeon, graph), Mirror::new(dungeon));
        let floor_cells = dungeon.rooms.iter().map(Room::area).sum();
        let ends_with = |fallback| dungeon.links.iter().flat_map(Link::fallback).filter(|&is| is == fallback).count();
        Self {
            levels: dungeon.levels.len(),
            rooms: dungeon.rooms.len(),
            links: dungeon.links.len(),
            loops,
            dead_end_rooms: rooms().filter(|&room| graph.neighbours(room).len() == 1).count(),
            blind_corridors: dungeon.stubs.len(),
            choke_rooms: graph.choke_rooms().len(),
            critical_hops: critical_hops(dungeon, graph),
            critical_steps: steps_to_goal,
            floor_cells,
            corridor_steps: hugging.steps,
            hugging_steps: hugging.hugging,
            hugging_share: Fraction::ratio(hugging.hugging, hugging.steps),
            aligned_share: share_of(dungeon.rooms.iter().filter(|room| room.aligned).count(), dungeon.rooms.len()),
            runway_share: share_of(routed().filter(is_full).count(), routed().filter(has_runways).count()),
            one_cell_runways: ends_with(Fallback::OneCell),
            no_runways: ends_with(Fallback::NoRunway),
            last_resorts: ends_with(Fallback::LastResort),
            secret_loops: graph.loops(|_| true) - loops,
            fill: sheets.fill(),
            corridor_mean_tenths: mean_tenths(corridors().map(|link| link.path().len())),
            corridor_longest: corridors().map(|link| link.path().len()).max().unwrap_or(0),
            median_room: numbered.median_area(),
            rectangle_share: numbered.share(is_rectangle),
            numbered_rooms: numbered.count(),
            least_loops: least_loops(dungeon, graph),
            dead_end_share: numbered.share(|room| rooms::open_links(room, graph) == 1),
            corner_door_share: levels.doors.corner_share(),
            close_doors: levels.doors.close_pairs(),
            long_room_share: numbered.share(is_too_long),
            sheet_aspect_tenths: sheets.aspect_tenths(),
            shared_share: share_of(open_links().filter(|link| link.is_shared()).count(), open_links().count()),
            symmetry_share: numbered.share(|room| mirror.has_image(room)),
            ground_share: Fraction::ratio(ground_cells(dungeon), floor_cells as u64),
            doorway_width_tenths: doorway_width_tenths(dungeon, graph),
        }
    }
}

/// Floor cells of rooms with ground.
fn ground_cells(dungeon: &Dungeon) -> u64 {
    let levels = dungeon.levels.iter().filter(|level| level.ground.is_some());
    let cells = |level: &Level| {
        let rooms = dungeon.rooms.iter().filter(|room| room.z == level.z);
        rooms.flat_map(Room::cells).filter(|&cell| level.ground_at(cell) != Ground::Bare).count() as u64
    };
    levels.map(cells).sum()
}

/// The loops of the level that has the fewest, among those with rooms. Rooms of other levels have no part in them.
fn least_loops(dungeon: &Dungeon, graph: &RoomGraph) -> usize {
    let has_rooms = |level: &&Level| dungeon.rooms.iter().any(|room| room.z == level.z);
    let loops = |level: &Level| {
        let is_inside = |link: LinkId| dungeon.link(link).rooms.iter().all(|&room| dungeon.room(room).z == level.z);
        graph.loops(|link| !graph.is_secret(link) && is_inside(link))
    };
    dungeon.levels.iter().filter(has_rooms).map(loops).min().unwrap_or(0)
}

fn critical_hops(dungeon: &Dungeon, graph: &RoomGraph) -> Option<u32> {
    let (entrance, goal) = (dungeon.entrance.as_ref()?, dungeon.goal?);
    graph.hops(entrance.room, |link| !graph.is_secret(link))[goal.index()]
}
