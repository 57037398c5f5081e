//! What pinned features take of their rooms: doors, stairs and keys that are not pinned keep off them.
//!
//! ```text
//!   ##x######     x  no door: a feature lies on one of the two cells before it, or hangs in the wall there
//!   #.....t.x     t  the feature: stairs keep one cell away, no key lies on it
//!   #.......#
//!   ######x##     Where features block, no door is put where a body of 2×2 cells is cut off from the rest of its room.
//! ```

use std::collections::{BTreeMap, BTreeSet};

use undercroft_grid::{BitGrid, Cell, Dir, Rect, RegionId, Regions, Size};

use crate::dungeon::{FeaturePin, MAX_FEATURE_SIDE, Mount, Pin, RoomPin};

/// A level and a cell of it.
type Place = (i32, Cell);

/// Where pinned features leave no space.
#[derive(Debug, Default)]
pub struct PinnedContents {
    /// Cells of walls that no door may have.
    doors: BTreeSet<Place>,
    /// Those of them that a feature hangs in.
    hung: BTreeSet<Place>,
    /// Floor below features.
    covered: BTreeSet<Place>,
    /// Floor where larger bodies are cut off from the rest of the room.
    narrow: BTreeSet<Place>,
}

impl PinnedContents {
    pub fn new(pins: &[Pin]) -> Self {
        let mut contents = Self::default();
        // Pins come from files, too.
        let has_size = |pin: &&FeaturePin| pin.size.iter().all(|side| (1..=MAX_FEATURE_SIDE).contains(side));
        let features = pins.iter().filter_map(|pin| if let Pin::Feature(pin) = pin { Some(pin) } else { None });
        let features: Vec<&FeaturePin> = features.filter(has_size).collect();
        for feature in &features {
            let cells = feature.rect().cells().map(|cell| (feature.z, cell));
            match feature.mount {
                Mount::Floor => contents.covered.extend(cells),
                Mount::Wall => contents.hung.extend(cells),
            }
        }
        contents.doors.clone_from(&contents.hung);
        if !contents.covered.is_empty() {
            let doors = door_cells(pins);
            for pin in pins {
                let Pin::Room(room) = pin else { continue };
                let is_inside = |pin: &&&FeaturePin| pin.z == room.z && pin.is_on_floor() && room.contains(pin.cell);
                let inside: Vec<&FeaturePin> = features.iter().filter(is_inside).copied().collect();
                if !inside.is_empty() {
                    contents.close_room(room, &inside, &doors);
                }
            }
        }
        contents
    }

    /// Whether a door in these cells of a level would have a feature before it, or be cut off by some.
    pub fn closes_door(&self, z: i32, door: Rect) -> bool {
        !self.doors.is_empty() && door.cells().any(|cell| self.doors.contains(&(z, cell)))
    }

    /// The cells of a level that no door may have.
    pub fn closed_doors(&self, z: i32) -> BTreeSet<Cell> {
        self.doors.iter().filter(|(level, _)| *level == z).map(|(_, cell)| *cell).collect()
    }

    /// The cells of a level that features hang in.
    pub fn hung_cells(&self, z: i32) -> impl Iterator<Item = Cell> {
        self.hung.iter().filter(move |(level, _)| *level == z).map(|(_, cell)| *cell)
    }

    /// Whether no key may lie in a cell.
    pub fn closes_key(&self, z: i32, cell: Cell) -> bool {
        self.covered.contains(&(z, cell)) || self.narrow.contains(&(z, cell))
    }

    /// The cells of a level that stairs keep off: below features and where bodies are cut off, with those beside them, so
    /// that alcoves have free floor before them, and those of features in walls.
    pub fn closed_stairs(&self, z: i32) -> impl Iterator<Item = Cell> {
        let on_level = move |place: &&Place| place.0 == z;
        let floor = self.covered.iter().chain(&self.narrow).filter(on_level);
        let around = floor.flat_map(|(_, cell)| cell.neighbors4().into_iter().chain([*cell]));
        around.chain(self.hung_cells(z))
    }

    fn close_room(&mut self, room: &RoomPin, features: &[&FeaturePin], doors: &BTreeSet<Place>) {
        let walls = walls_of(room);
        let is_covered = |cell: Cell| self.covered.contains(&(room.z, cell));
        let (closed, left): (Vec<_>, Vec<_>) =
            walls.into_iter().partition(|&(_, floor, inwards)| is_covered(floor) || is_covered(floor + inwards));
        self.doors.extend(closed.into_iter().map(|(wall, ..)| (room.z, wall)));
        let narrow = narrow_floor(room, features, doors);
        let (closed, left): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, floor, _)| narrow.contains(floor));
        // A room of nothing but narrows is left to the judge.
        if !left.is_empty() {
            self.doors.extend(closed.into_iter().map(|(wall, ..)| (room.z, wall)));
            self.narrow.extend(narrow.into_iter().map(|cell| (room.z, cell)));
        }
    }
}

/// The cells of pinned doors.
fn door_cells(pins: &[Pin]) -> BTreeSet<Place> {
    let doors = |pin: &Pin| match pin {
        Pin::Link(pin) => pin.kind.doors().to_vec(),
        Pin::Door(pin) => vec![pin.door()],
        Pin::Entrance(pin) => vec![pin.door()],
        _ => Vec::new(),
    };
    pins.iter().flat_map(doors).flat_map(|door| door.cells.into_iter().map(move |cell| (door.z, cell))).collect()
}

/// The cells of a room's walls with the floor before each and the direction into the room.
fn walls_of(room: &RoomPin) -> Vec<(Cell, Cell, Dir)> {
    let beside = |floor: Cell| Dir::ALL.into_iter().map(move |dir| (floor + dir, floor, dir.opposite()));
    room.cells().flat_map(beside).filter(|(wall, ..)| !room.contains(*wall)).collect()
}

/// The floor of a room that a body of 2×2 cells reached, and with features no longer does from most of the room, or from
/// its pinned doors.
fn narrow_floor(room: &RoomPin, features: &[&FeaturePin], doors: &BTreeSet<Place>) -> BTreeSet<Cell> {
    let (bounds, corner) = (room.bounds(), room.bounds().min());
    let mut free = BitGrid::new(Size::of(bounds.width(), bounds.height()));
    room.cells().for_each(|cell| free.set(cell - corner, true));
    let before = Regions::of(&body_places(&free));
    let mut left = free.clone();
    features.iter().filter(|feature| feature.blocks).for_each(|feature| {
        left.erase_rect(feature.rect().shift(Cell::new(0, 0) - corner));
    });
    let after = Regions::of(&body_places(&left));
    let has_door = |cell: Cell| (cell + corner).neighbors4().into_iter().any(|wall| doors.contains(&(room.z, wall)));
    let entered: Vec<RegionId> =
        free.iter().filter(|&cell| has_door(cell)).flat_map(|cell| covering(&after, cell)).collect();
    // Of each part of the room the piece that most of it is, or that has a pinned door.
    let mut main: BTreeMap<RegionId, (bool, usize, RegionId)> = BTreeMap::new();
    for piece in after.ids() {
        let Some(part) = before.at(after.first(piece)) else { continue };
        let rank = (entered.contains(&piece), after.len(piece), piece);
        let best = main.entry(part).or_insert(rank);
        *best = rank.max(*best);
    }
    let is_narrow = |cell: &Cell| {
        let reached: Vec<RegionId> = covering(&after, *cell).collect();
        covering(&before, *cell).any(|part| main.get(&part).is_none_or(|(_, _, piece)| !reached.contains(piece)))
    };
    free.iter().filter(is_narrow).map(|cell| cell + corner).collect()
}

/// Where the north-west cell of a body of 2×2 cells can be.
fn body_places(free: &BitGrid) -> BitGrid {
    let mut pairs = free.shifted(Cell::new(-1, 0));
    pairs &= free;
    let mut squares = pairs.shifted(Cell::new(0, -1));
    squares &= &pairs;
    squares
}

/// The parts in which such a body covers a cell.
fn covering(parts: &Regions, Cell { x, y }: Cell) -> impl Iterator<Item = RegionId> {
    [[x - 1, y - 1], [x, y - 1], [x - 1, y], [x, y]].into_iter().filter_map(|place| parts.at(Cell::from(place)))
}
