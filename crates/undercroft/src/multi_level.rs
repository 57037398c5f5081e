//! Shortest paths over all levels of a dungeon: straight legs on each, and stairs between them.
//!
//! On one level the corner graph of [`sight`](crate::sight) is exact. Between levels only stairs lead, the same cell above
//! and below, so a shortest path is a chain of shortest paths between stairs, and a search over these few places finds
//! it. It may leave a level and come back, if that is shorter or the only path.

use undercroft_grid::Cell;
use undercroft_sight::{
    CornerGraph, Endpoint, Floor, Footprint, LENGTH_UNITS, Observer, Path, PathError, PathSearch, inflate,
};

use crate::dungeon::{Dungeon, Level, Terrain};

/// Length of a flight of stairs. [Unit: cells]
pub const STAIR_COST: u32 = 1;

const STAIR_UNITS: u64 = STAIR_COST as u64 * LENGTH_UNITS;

/// A cell on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelCell {
    /// The level.
    pub z: i32,
    /// The cell.
    pub cell: Cell,
}

/// A part of a path that stays on one level.
#[derive(Clone, Debug, PartialEq)]
pub struct PathSegment {
    /// The level.
    pub z: i32,
    /// From where it enters the level to where it leaves it.
    pub path: Path,
}

/// A path over the levels of a dungeon.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiLevelPath {
    segments: Vec<PathSegment>,
}

impl MultiLevelPath {
    /// Its parts, in the order of walking. Each ends at stairs to the next.
    pub fn segments(&self) -> &[PathSegment] {
        &self.segments
    }

    /// The sum of all parts, and [`STAIR_COST`] for each flight of stairs. [Unit: cells]
    pub fn length(&self) -> f64 {
        let flights = (self.segments.len() - 1) as f64 * f64::from(STAIR_COST);
        self.segments.iter().map(|segment| segment.path.length()).sum::<f64>() + flights
    }

    /// The same in whole numbers, to compare paths. [Unit: 1/[`LENGTH_UNITS`] cells]
    pub fn units(&self) -> u64 {
        let flights = (self.segments.len() as u64 - 1) * STAIR_UNITS;
        self.segments.iter().map(|segment| segment.path.units()).sum::<u64>() + flights
    }
}

/// Why there is no answer: one of the ends is not a place to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MultiLevelError {
    /// An end is solid or outside its level.
    #[error("{error}")]
    Endpoint {
        /// The level.
        z: i32,
        /// What is wrong there.
        error: PathError,
    },
    /// An end is on a level that the dungeon does not have.
    #[error("there is no level {0}")]
    NoLevel(i32),
}

/// A dungeon prepared for many questions.
///
/// ```
/// use undercroft::multi_level::{LevelCell, LevelGraph};
/// use undercroft::sight::Footprint;
///
/// let tower = undercroft::generate("tower", 7)?;
/// let graph = LevelGraph::new(&tower, Footprint::default());
/// let at = |index: usize| {
///     let room = &tower.rooms[index];
///     LevelCell { z: room.z, cell: room.floor[0].start }
/// };
/// let path = graph.travel(at(0), at(0))?.expect("one is there already");
/// assert!(path.length() == 0.0 && path.segments().len() == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LevelGraph {
    floors: Vec<(i32, CornerGraph)>,
    /// Both ends of each flight of stairs, the upper one first.
    flights: Vec<[LevelCell; 2]>,
}

impl LevelGraph {
    /// Prepares all levels for a body of some shape. Doors and secrets are as they stand.
    pub fn new(dungeon: &Dungeon, body: Footprint) -> Self {
        let floor = |level: &Level| Floor::new(&inflate(&dungeon.solid(level), body));
        let floors: Vec<_> = dungeon.levels.iter().map(|level| (level.z, CornerGraph::build(&floor(level)))).collect();
        let mut graph = Self { floors, flights: Vec::new() };
        graph.flights = flights(dungeon).filter(|ends| ends.iter().all(|&end| graph.is_free(end))).collect();
        graph
    }

    /// The floor of a level, where the body is one cell.
    pub fn floor(&self, z: i32) -> Option<&Floor> {
        self.graph(z).map(CornerGraph::floor)
    }

    /// The shortest path; `None` when there is none. Of equally short ones the one with fewer flights of stairs, then the
    /// one by earlier stairs.
    ///
    /// # Errors
    /// When one of the ends is solid or lies outside.
    pub fn travel(&self, from: LevelCell, to: LevelCell) -> Result<Option<MultiLevelPath>, MultiLevelError> {
        self.travel_straddled(from, Footprint::One, to)
    }

    /// The same for a body that starts in the middle of cells, named by the north-west one. For a body of one cell, which
    /// this graph must have been made for.
    ///
    /// # Errors
    /// When the destination or a cell of the start is solid or lies outside.
    pub fn travel_straddled(
        &self,
        from: LevelCell,
        start: Footprint,
        to: LevelCell,
    ) -> Result<Option<MultiLevelPath>, MultiLevelError> {
        for cell in Observer::new(from.cell, start).cells() {
            self.check(Endpoint::Start, LevelCell { cell, ..from })?;
        }
        self.check(Endpoint::Destination, to)?;
        Ok(Trip::new(self, from, start, to).run(&mut PathSearch::new()))
    }

    fn check(&self, end: Endpoint, LevelCell { z, cell }: LevelCell) -> Result<(), MultiLevelError> {
        let floor = self.floor(z).ok_or(MultiLevelError::NoLevel(z))?;
        if !floor.size().contains(cell) {
            return Err(MultiLevelError::Endpoint { z, error: PathError::Outside { end, cell, size: floor.size() } });
        }
        if floor.is_free(cell) {
            Ok(())
        } else {
            Err(MultiLevelError::Endpoint { z, error: PathError::Solid { end, cell } })
        }
    }

    fn graph(&self, z: i32) -> Option<&CornerGraph> {
        self.floors.iter().find(|(level, _)| *level == z).map(|(_, graph)| graph)
    }

    fn is_free(&self, spot: LevelCell) -> bool {
        self.floor(spot.z).is_some_and(|floor| floor.is_free(spot.cell))
    }

    /// The path on one level; `None` also between levels.
    fn path(&self, search: &mut PathSearch, from: LevelCell, start: Footprint, to: LevelCell) -> Option<Path> {
        let graph = self.graph(from.z).filter(|_| from.z == to.z)?;
        graph.straddled_path(search, Observer::new(from.cell, start), to.cell).ok().flatten()
    }
}

/// Stairs down with stairs up on the level below them, where the levels meet.
fn flights(dungeon: &Dungeon) -> impl Iterator<Item = [LevelCell; 2]> {
    dungeon.levels.iter().flat_map(move |upper| {
        let goes_down = |cell: &Cell| upper.terrain[*cell] == Terrain::StairsDown;
        let lower = move |cell: Cell| Some((cell, dungeon.stairs_lead(upper.z, cell)?));
        let ends = upper.size().cells().filter(goes_down).filter_map(lower);
        ends.map(|(cell, lower)| [upper.z, lower].map(|z| LevelCell { z, cell }))
    })
}

/// Dijkstra's search over the start, the ends of all flights and the destination.
struct Trip<'a> {
    graph: &'a LevelGraph,
    /// The cells in whose middle the body starts.
    start: Footprint,
    /// The start, two for each flight, and the destination.
    places: Vec<LevelCell>,
    /// How far each is, over how many flights, and the place before it; whether that is final.
    reached: Vec<Option<Reached>>,
    done: Vec<bool>,
}

/// Compared by what comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    units: u64,
    flights: u32,
    before: usize,
}

impl<'a> Trip<'a> {
    fn new(graph: &'a LevelGraph, from: LevelCell, start: Footprint, to: LevelCell) -> Self {
        let places: Vec<LevelCell> =
            [from].into_iter().chain(graph.flights.iter().flatten().copied()).chain([to]).collect();
        let mut reached = vec![None; places.len()];
        reached[0] = Some(Reached { units: 0, flights: 0, before: 0 });
        Self { graph, start, done: vec![false; places.len()], places, reached }
    }

    fn run(mut self, search: &mut PathSearch) -> Option<MultiLevelPath> {
        let last = self.places.len() - 1;
        while let Some(at) = self.nearest() {
            if at == last {
                return Some(self.trace(search));
            }
            self.done[at] = true;
            self.go_on(at, search);
        }
        None
    }

    /// The nearest place that is not done; of equally near ones that over fewer flights, then the first.
    fn nearest(&self) -> Option<usize> {
        let open = (0..self.places.len()).filter(|&place| !self.done[place]);
        let reached = open.filter_map(|place| Some((self.reached[place]?, place)));
        reached.min_by_key(|(reached, place)| (reached.units, reached.flights, *place)).map(|(_, place)| place)
    }

    /// Offers the next places: by stairs to its other end, and on foot to all places of its level.
    fn go_on(&mut self, at: usize, search: &mut PathSearch) {
        let Some(Reached { units, flights, .. }) = self.reached[at] else { return };
        if let Some(other) = self.other_end(at) {
            self.offer(other, Reached { units: units + STAIR_UNITS, flights: flights + 1, before: at });
        }
        for place in (0..self.places.len()).filter(|&place| place != at) {
            if !self.done[place]
                && let Some(path) = self.graph.path(search, self.places[at], self.start_at(at), self.places[place])
            {
                self.offer(place, Reached { units: units + path.units(), flights, before: at });
            }
        }
    }

    /// What the body covers at a place where a part begins: only at the start can that be more than a cell.
    const fn start_at(&self, place: usize) -> Footprint {
        if place == 0 { self.start } else { Footprint::One }
    }

    /// The other end of the flight that a place is an end of.
    fn other_end(&self, place: usize) -> Option<usize> {
        let is_flight = place > 0 && place < self.places.len() - 1;
        is_flight.then(|| if place % 2 == 1 { place + 1 } else { place - 1 })
    }

    fn offer(&mut self, place: usize, new: Reached) {
        if !self.done[place] && self.reached[place].is_none_or(|known| new < known) {
            self.reached[place] = Some(new);
        }
    }

    /// The path to the last place. Consecutive parts on one level become one.
    fn trace(&self, search: &mut PathSearch) -> MultiLevelPath {
        let mut places = vec![self.places.len() - 1];
        while let Some(&at) = places.last().filter(|&&at| at != 0) {
            places.push(self.reached[at].map_or(0, |reached| reached.before));
        }
        places.reverse();
        let levels = places.chunk_by(|&one, &next| self.places[one].z == self.places[next].z);
        let segment = |level: &[usize]| {
            let (first, last) = (level[0], level[level.len() - 1]);
            let path = self.graph.path(search, self.places[first], self.start_at(first), self.places[last]);
            PathSegment { z: self.places[first].z, path: path.expect("the search found this path") }
        };
        MultiLevelPath { segments: levels.map(segment).collect() }
    }
}
