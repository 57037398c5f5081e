//! Numbers about a dungeon.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use undercroft_grid::{Cell, Dir, Rect};

use super::corridors::routed_on;
use super::owner::Owners;
use super::{RoomGraph, is_mapped};
use crate::dungeon::{Dungeon, Fallback, Level, Link, RoomId};
use crate::fraction::Fraction;

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
            /// The names of the fields, separated by commas.
            pub fn csv_header() -> String {
                [$(stringify!($field)),*].join(",")
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
    /// Corridors and secret passages whose runways are both at least two cells long, as a share.
    runway_share: Fraction,
    /// Ends of links with a runway of one cell because a longer one could not be had.
    one_cell_runways: usize,
    /// Ends of links without a runway because none could be had.
    no_runways: usize,
    /// Ends of links whose path may cross itself because no other path was found.
    last_resorts: usize,
    /// The loops that secret passages and secret doors add.
    secret_loops: usize,
}

trait CsvField {
    fn text(&self) -> String;
}

macro_rules! csv_numbers {
    ($($type:ty)*) => {$(
        impl CsvField for $type {
            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

csv_numbers!(usize u64 i64 Fraction);

impl CsvField for Option<u32> {
    fn text(&self) -> String {
        self.map(|value| value.to_string()).unwrap_or_default()
    }
}

impl Facts {
    /// The facts of a dungeon whose references hold.
    pub(super) fn new(dungeon: &Dungeon, graph: &RoomGraph, hugging: Hugging, steps_to_goal: Option<u32>) -> Self {
        debug_assert!(is_mapped(dungeon));
        let rooms = || (0..dungeon.rooms.len() as u32).map(RoomId);
        let routed = || dungeon.links.iter().filter(|link| link.corridor().is_some());
        let is_full = |link: &&Link| link.runway().iter().all(|&runway| runway >= FULL_RUNWAY);
        let loops = graph.loops(|link| !graph.is_secret(link));
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
            floor_cells: dungeon.rooms.iter().map(crate::dungeon::Room::area).sum(),
            corridor_steps: hugging.steps,
            hugging_steps: hugging.hugging,
            hugging_share: Fraction::ratio(hugging.hugging, hugging.steps),
            aligned_share: share_of(dungeon.rooms.iter().filter(|room| room.aligned).count(), dungeon.rooms.len()),
            runway_share: share_of(routed().filter(is_full).count(), routed().count()),
            one_cell_runways: ends_with(Fallback::OneCell),
            no_runways: ends_with(Fallback::NoRunway),
            last_resorts: ends_with(Fallback::LastResort),
            secret_loops: graph.loops(|_| true) - loops,
        }
    }
}

fn share_of(part: usize, whole: usize) -> Fraction {
    Fraction::ratio(part as u64, whole as u64)
}

fn critical_hops(dungeon: &Dungeon, graph: &RoomGraph) -> Option<u32> {
    let (entrance, goal) = (dungeon.entrance.as_ref()?, dungeon.goal?);
    graph.hops(entrance.room, |link| !graph.is_secret(link))[goal.index()]
}

/// Steps of corridors, and those of them beside a room.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hugging {
    steps: u64,
    hugging: u64,
}

impl AddAssign for Hugging {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        self.hugging += other.hugging;
    }
}

/// Counts the steps of a level's corridors outside their runways.
///
/// A step hugs when a cell of a room, ring included, lies beside the brush that was moved, on one of the two flanks
/// that are parallel to the step.
pub(super) fn hugging(dungeon: &Dungeon, level: &Level, owners: &Owners) -> Hugging {
    let mut sum = Hugging::default();
    for link in routed_on(dungeon, level.z) {
        let brush = link.brush_positions();
        // The last position belongs to the runway of the second door, if it has one.
        let steps = brush.len().saturating_sub(1 + usize::from(link.runway()[1] > 0));
        for pair in brush.windows(2).take(steps) {
            sum.steps += 1;
            sum.hugging += u64::from(hugs(pair[0], pair[1], dungeon.link_width(link).into(), owners));
        }
    }
    sum
}

fn hugs(from: Cell, to: Cell, width: i32, owners: &Owners) -> bool {
    let Some(dir) = Dir::from_delta(to - from) else { return false };
    let flanks = if dir.is_horizontal() {
        [Rect::at(to + Dir::North, width, 1), Rect::at(to.step(Dir::South, width), width, 1)]
    } else {
        [Rect::at(to + Dir::West, 1, width), Rect::at(to.step(Dir::East, width), 1, width)]
    };
    flanks.into_iter().flat_map(Rect::cells).any(|cell| owners.at(cell).is_room_cell())
}
