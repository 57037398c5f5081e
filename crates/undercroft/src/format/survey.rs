//! What a bare map shows: rooms and doors, found from the tiles alone.
//!
//! A room is a region of floor, stairs included, connected by edges; rooms are looked for only where the map has doors or
//! corridors, for without them nobody knows where a room ends. Door cells that look alike and lie side by side in one
//! straight wall are one door, up to four cells wide:
//!
//! ```text
//!  #####
//!  #...++..       two doors one cell wide each: the wall runs north to south, so they lie behind one another
//!  ##++#####
//!  #.......#      one door two cells wide
//! ```
//!
//! Regions grow by runs of cells, not by cells, with a union-find over the runs (the two-pass labelling of Rosenfeld and
//! Pfaltz, 1966): the runs are what a [`Room`] keeps.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Cell, Dir};

use crate::dungeon::{Door, DoorId, DoorKind, DoorState, Dungeon, Level, Room, RoomId, Run, Terrain};
use crate::share::Share;

/// The widest door. [Unit: cells]
const MAX_DOOR: usize = 4;

/// A door as a map shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub kind: DoorKind,
    pub state: DoorState,
    pub secret: bool,
}

/// One cell of a door.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub z: i32,
    pub cell: Cell,
    pub look: Look,
}

/// The dungeon with the rooms and doors that its tiles show.
pub(super) fn survey(mut dungeon: Dungeon, gaps: &[Gap]) -> Dungeon {
    let has_corridor = |level: &Level| level.terrain.values().contains(&Terrain::Corridor);
    let has_rooms = !gaps.is_empty() || dungeon.levels.iter().any(has_corridor);
    let levels = std::mem::take(&mut dungeon.levels);
    for level in &levels {
        let regions = if has_rooms { Regions::of(level) } else { Regions::default() };
        let first = dungeon.rooms.len() as u32;
        dungeon.rooms.extend((first..).zip(&regions.floors).map(|(id, floor)| room(RoomId(id), level.z, floor)));
        let here = gaps.iter().filter(|gap| gap.z == level.z).map(|gap| (gap.cell, gap.look)).collect();
        for (cells, look) in doors(level, here) {
            let id = DoorId(dungeon.doors.len() as u32);
            dungeon.doors.push(hang(id, level, cells, look, |cell| regions.at(cell).map(|i| RoomId(first + i))));
        }
    }
    dungeon.levels = levels;
    dungeon
}

fn room(id: RoomId, z: i32, floor: &[Run]) -> Room {
    Room {
        id,
        z,
        floor: floor.to_vec(),
        roles: Vec::new(),
        depth: 0,
        difficulty: Share::NONE,
        plan: None,
        template: None,
        sockets: Vec::new(),
        aligned: false,
    }
}

/// The gaps of a level joined to doors, in the order of their first cells.
fn doors(level: &Level, gaps: BTreeMap<Cell, Look>) -> Vec<(Vec<Cell>, Look)> {
    let mut gaps: BTreeMap<Cell, (Look, Dir)> =
        gaps.into_iter().map(|(cell, look)| (cell, (look, wall_direction(level, cell)))).collect();
    let mut doors = Vec::new();
    while let Some((first, gap)) = gaps.pop_first() {
        let mut cells = vec![first];
        while let Some(next) = cells.last().map(|&last| last + gap.1)
            && cells.len() < MAX_DOOR
            && gaps.get(&next) == Some(&gap)
        {
            gaps.remove(&next);
            cells.push(next);
        }
        doors.push((cells, gap.0));
    }
    doors
}

/// East or south, as the wall runs that the gap is in: across the way that is more open.
fn wall_direction(level: &Level, cell: Cell) -> Dir {
    let ways = |a: Dir, b: Dir| [a, b].into_iter().filter(|&dir| is_open(level, cell + dir)).count();
    if ways(Dir::North, Dir::South) >= ways(Dir::East, Dir::West) { Dir::East } else { Dir::South }
}

fn is_open(level: &Level, cell: Cell) -> bool {
    let terrain = level.at(cell);
    !terrain.is_massive() && terrain != Terrain::Door
}

/// A door with its room and its normal: outwards, from the lower to the higher of two rooms.
fn hang(id: DoorId, level: &Level, cells: Vec<Cell>, look: Look, room_at: impl Fn(Cell) -> Option<RoomId>) -> Door {
    let ahead = if wall_direction(level, cells[0]) == Dir::East { Dir::South } else { Dir::East };
    let room_on = |dir: Dir| cells.iter().filter_map(|&cell| room_at(cell + dir)).min();
    let (room, normal) = match (room_on(ahead.opposite()), room_on(ahead)) {
        (Some(behind), Some(before)) if before < behind => (Some(before), ahead.opposite()),
        (Some(behind), _) => (Some(behind), ahead),
        (None, Some(before)) => (Some(before), ahead.opposite()),
        (None, None) if is_open(level, cells[0] + ahead) => (None, ahead),
        (None, None) => (None, ahead.opposite()),
    };
    Door { id, z: level.z, room, cells, normal, kind: look.kind, state: look.state, secret: look.secret }
}

/// The regions of floor of a level.
#[derive(Default)]
struct Regions {
    /// For each region its runs, row by row.
    floors: Vec<Vec<Run>>,
    /// For each row its runs, west to east, with the regions they belong to.
    rows: Vec<Vec<(Run, u32)>>,
}

impl Regions {
    fn of(level: &Level) -> Self {
        let floor = BitGrid::from_fn(level.size(), |cell| level.terrain[cell].is_room());
        let mut sets = RunSets::default();
        for y in 0..level.size().height() {
            sets.add_row(floor.runs(y).map(|xs| Run { start: Cell::new(xs.start, y), length: xs.end - xs.start }));
        }
        sets.regions()
    }

    /// The region of a cell.
    fn at(&self, cell: Cell) -> Option<u32> {
        let row = self.rows.get(usize::try_from(cell.y).ok()?)?;
        let after = row.partition_point(|(run, _)| run.start.x <= cell.x);
        let (run, region) = row[..after].last()?;
        run.rect().contains(cell).then_some(*region)
    }
}

/// Runs joined to sets; each run's parent is an earlier run of its set, or itself.
#[derive(Default)]
struct RunSets {
    runs: Vec<Run>,
    parents: Vec<usize>,
    /// Where each row's runs begin.
    rows: Vec<usize>,
}

impl RunSets {
    fn add_row(&mut self, row: impl Iterator<Item = Run>) {
        let above = self.rows.last().map_or(0..0, |&start| start..self.runs.len());
        self.rows.push(self.runs.len());
        for run in row {
            let this = self.runs.len();
            self.runs.push(run);
            self.parents.push(this);
            let end = |run: &Run| run.start.x + run.length;
            let first = above.start + self.runs[above.clone()].partition_point(|other| end(other) <= run.start.x);
            for other in
                (first..above.end).take_while(|&other| self.runs[other].start.x < end(&run)).collect::<Vec<_>>()
            {
                self.join(this, other);
            }
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    fn root(&mut self, mut run: usize) -> usize {
        while self.parents[run] != run {
            self.parents[run] = self.parents[self.parents[run]];
            run = self.parents[run];
        }
        run
    }

    fn regions(mut self) -> Regions {
        let mut numbers = vec![0; self.runs.len()];
        let mut regions = Regions::default();
        for (y, &start) in self.rows.clone().iter().enumerate() {
            let end = self.rows.get(y + 1).copied().unwrap_or(self.runs.len());
            regions.rows.push(Vec::with_capacity(end - start));
            for run in start..end {
                let root = self.root(run);
                if root == run {
                    numbers[run] = regions.floors.len() as u32;
                    regions.floors.push(Vec::new());
                }
                regions.floors[numbers[root] as usize].push(self.runs[run]);
                regions.rows[y].push((self.runs[run], numbers[root]));
            }
        }
        regions
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use undercroft_grid::{Grid, Size};

    use super::*;

    /// The slow truth: flood each floor cell that no earlier flood has reached.
    fn flooded(level: &Level) -> Vec<BTreeSet<Cell>> {
        let mut left: BTreeSet<Cell> = level.size().cells().filter(|&cell| level.at(cell).is_room()).collect();
        let mut regions = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut region, mut edge) = (BTreeSet::from([first]), vec![first]);
            while let Some(cell) = edge.pop() {
                for next in cell.neighbours4().into_iter().filter(|&next| left.remove(&next)) {
                    region.insert(next);
                    edge.push(next);
                }
            }
            regions.push(region);
        }
        regions
    }

    fn levels() -> impl Strategy<Value = Level> {
        (1..40i32, 1..24i32).prop_flat_map(|(width, height)| {
            let size = Size::of(width, height);
            let terrain = prop::sample::select(vec![Terrain::Floor, Terrain::Floor, Terrain::Wall, Terrain::StairsUp]);
            prop::collection::vec(terrain, size.area())
                .prop_map(move |tiles| Level { z: 0, terrain: Grid::from_values(size, tiles) })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn regions_by_runs_are_the_regions_by_flooding(level in levels()) {
            let (fast, slow) = (Regions::of(&level), flooded(&level));
            let cells = |floor: &Vec<Run>| floor.iter().flat_map(|run| run.cells()).collect::<BTreeSet<_>>();
            prop_assert_eq!(fast.floors.iter().map(cells).collect::<Vec<_>>(), slow.clone());
            for cell in level.size().rect().grow(1).cells() {
                let truth = slow.iter().position(|region| region.contains(&cell));
                prop_assert_eq!(fast.at(cell), truth.map(|i| i as u32));
            }
        }
    }
}
