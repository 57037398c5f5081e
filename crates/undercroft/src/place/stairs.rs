//! Stairs: a straight run of cells in each of two rooms that lie over each other, from a cell that both runs have.
//!
//! ```text
//!   #########    a run along a wall: floor with a wall beside every cell, on one side
//!   #.>>....#    an alcove: cells of the wall, one deep, with floor before them and wall on their other sides
//!   #.......##   No cell of a run lies within two cells of a door or of another run. Where no such run is possible,
//!   #.......>#   the stairs are a single cell of floor.
//!   ##########
//! ```
//!
//! Every cell of the two rooms and their rings is tried as the first one, with every direction and length on each level.

use std::cmp::Reverse;

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Size};

use super::Placement;
use crate::dungeon::{MAX_STAIRS_RUN, STAIRS_GAP, is_stair_alcove};

/// How far from a room cells matter: an alcove, its ring, and what keeps the gap to it. [Unit: cells]
const AROUND: i32 = 4;

/// A set of cells in and round a room.
#[derive(Clone, Debug)]
struct NearCells {
    frame: Rect,
    cells: BitGrid,
}

impl NearCells {
    fn new(frame: Rect) -> Self {
        Self { frame, cells: BitGrid::new(Size::of(frame.width(), frame.height())) }
    }

    fn contains(&self, cell: Cell) -> bool {
        self.cells.contains(cell - self.frame.min())
    }

    fn fill(&mut self, rect: Rect) {
        let rect = rect.intersection(self.frame);
        if !rect.is_empty() {
            self.cells.fill_rect(rect.shift(-self.frame.min()));
        }
    }

    /// Adds all cells within a number of steps of a rectangle.
    fn fill_round(&mut self, rect: Rect, reach: i32) {
        for off in 0..=reach {
            let Rect { left, top, right, bottom } = rect;
            self.fill(Rect::new(left - (reach - off), top - off, right + reach - off, bottom + off));
        }
    }
}

/// One end of stairs: a room and what lies in and round it.
#[derive(Clone, Debug)]
pub struct StairEnd {
    bounds: Rect,
    map: Rect,
    floor: NearCells,
    /// What an alcove with its ring must not meet.
    open: NearCells,
    /// Cells of other runs.
    runs: NearCells,
    /// Cells next to a door or another run, and all within the gap.
    beside: NearCells,
    close: NearCells,
}

impl StairEnd {
    /// A room without doors on a map of nothing else.
    pub fn new(room: &Placement, map: Rect) -> Self {
        let frame = room.bounds.grow(AROUND);
        let none = NearCells::new(frame);
        let mut end = Self {
            bounds: room.bounds,
            map,
            floor: none.clone(),
            open: none.clone(),
            runs: none.clone(),
            beside: none.clone(),
            close: none,
        };
        room.floor.iter().for_each(|run| end.floor.fill(run.rect()));
        // Sockets stay where the template has them.
        room.sockets.iter().for_each(|socket| end.open.fill(Rect::at(socket.cell, 1, 1)));
        end
    }

    /// Whether anything in these cells matters to it.
    pub fn is_near(&self, rect: Rect) -> bool {
        self.floor.frame.overlaps(rect)
    }

    /// The cells that matter to it.
    pub const fn frame(&self) -> Rect {
        self.floor.frame
    }

    /// Keeps alcoves and their rings off cells that are open or are to stay closed: floor of another room, the front
    /// of the entrance.
    pub fn add_open(&mut self, rect: Rect) {
        self.open.fill(rect);
    }

    /// Has no alcoves: the walls of a house are those of other rooms, or its outline.
    pub fn keep_walls(&mut self) {
        self.open.fill(self.open.frame);
    }

    /// Keeps alcoves off a corridor, and its steps off their rings.
    pub fn add_corridor(&mut self, rect: Rect) {
        self.open.fill(rect.grow(1));
    }

    /// Keeps stairs away from a door.
    pub fn add_door(&mut self, rect: Rect) {
        self.open.fill(rect);
        self.beside.fill_round(rect, 1);
        self.close.fill_round(rect, STAIRS_GAP);
    }

    /// Keeps stairs away from other stairs of the level.
    pub fn add_run(&mut self, run: &[Cell]) {
        let Some(rect) = Rect::around(run.iter().copied()) else { return };
        self.add_door(rect);
        self.runs.fill(rect);
    }

    /// The best run from a cell.
    fn best_run(&self, first: Cell, longest: usize) -> Option<EndRun> {
        let lengths = (1..=self.longest_from(first, longest)).rev();
        let runs = lengths.flat_map(|length| Dir::ALL.into_iter().map(move |dir| (length, dir)));
        let judged = runs.filter_map(|(length, dir)| {
            // A single cell runs nowhere: one direction stands for all.
            if length == 1 && dir != Dir::ALL[0] {
                return None;
            }
            let cells: [Cell; MAX_STAIRS_RUN] = std::array::from_fn(|i| first.step(dir, i as i32));
            Some(EndRun { rank: self.rank(&cells[..length], dir)?, cells })
        });
        judged.min_by_key(|run| run.rank)
    }

    /// The longest run that a look at its first cell leaves possible: a longer one lies along a wall, away from doors, and
    /// an alcove is cut into rock that nothing else needs.
    fn longest_from(&self, first: Cell, longest: usize) -> usize {
        let walls = first.neighbors4().into_iter().filter(|&cell| !self.floor.contains(cell)).count();
        if self.floor.contains(first) {
            if walls == 0 || self.nearness(first) > 0 { 1 } else { longest }
        } else {
            if walls == 4 || self.open.contains(first) { 0 } else { longest }
        }
    }

    /// What is wrong with a run, least first; `None` where it cannot be.
    fn rank(&self, cells: &[Cell], dir: Dir) -> Option<RunRank> {
        if cells.iter().any(|&cell| self.runs.contains(cell)) {
            return None;
        }
        let is_floor = |cell: Cell| self.floor.contains(cell);
        let inside = cells.iter().filter(|&&cell| is_floor(cell)).count();
        let near = cells.iter().map(|&cell| self.nearness(cell)).max().unwrap_or(0);
        let is_in_room = inside == cells.len();
        let is_apart = is_in_room && !self.is_along_wall(cells, dir);
        // What is quick to see comes first: most runs are cut off by a wall or too near.
        if !is_in_room && inside > 0 || (!is_in_room || cells.len() > 1) && (near > 0 || is_apart) {
            return None;
        }
        let is_alcove = is_stair_alcove(cells, is_floor);
        // Readers of the finished dungeon take what looks like an alcove for one.
        let is_possible = if is_in_room { !is_alcove } else { is_alcove && self.has_space(cells) };
        is_possible.then_some(RunRank { near, is_apart, length: Reverse(cells.len()), is_alcove })
    }

    /// 0 for a cell that keeps the gap to doors and other runs, 2 for one beside them.
    fn nearness(&self, cell: Cell) -> u32 {
        u32::from(self.close.contains(cell)) + u32::from(self.beside.contains(cell))
    }

    /// Whether every cell has a wall on the same side; of a single cell any side will do.
    fn is_along_wall(&self, cells: &[Cell], dir: Dir) -> bool {
        let sides: &[Dir] = if cells.len() == 1 { &Dir::ALL } else { &[dir.left(), dir.right()] };
        sides.iter().any(|&side| cells.iter().all(|&cell| !self.floor.contains(cell + side)))
    }

    /// Whether the cells with their ring are free of everything else.
    fn has_space(&self, cells: &[Cell]) -> bool {
        let around = Rect::around(cells.iter().copied()).map(|rect| rect.grow(1));
        around.is_some_and(|around| {
            self.map.contains_rect(around) && !around.cells().any(|cell| self.open.contains(cell))
        })
    }
}

/// What is wrong with a run, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RunRank {
    near: u32,
    /// Whether it stands apart from all walls.
    is_apart: bool,
    length: Reverse<usize>,
    is_alcove: bool,
}

struct EndRun {
    rank: RunRank,
    /// The run, and cells beyond it where it is shorter than the longest.
    cells: [Cell; MAX_STAIRS_RUN],
}

impl EndRun {
    fn into_cells(self) -> Vec<Cell> {
        let Reverse(length) = self.rank.length;
        self.cells[..length].to_vec()
    }
}

/// Stairs that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundStairs {
    /// The runs, in the order of the rooms.
    pub runs: [Vec<Cell>; 2],
    /// Whether they have a door or other stairs within the gap.
    pub is_near: bool,
}

/// The best stairs between two rooms: away from doors, against walls, long on both levels, near the middle of what the
/// rooms have in common.
pub fn find_stairs(ends: [&StairEnd; 2], longest: usize) -> Option<FoundStairs> {
    let middle = ends[0].bounds.intersection(ends[1].bounds).center();
    let firsts = ends[0].bounds.grow(1).intersection(ends[1].bounds.grow(1));
    let found = firsts.cells().filter_map(|first| {
        let [a, b] = [ends[0].best_run(first, longest)?, ends[1].best_run(first, longest)?];
        Some((pair_rank(a.rank, b.rank), first.distance_squared(middle), first, [a, b]))
    });
    let ((near, ..), _, _, runs) = found.min_by_key(|&(rank, distance, first, _)| (rank, distance, first))?;
    Some(FoundStairs { runs: runs.map(EndRun::into_cells), is_near: near > 0 })
}

type PairRank = (u32, u32, Reverse<usize>, Reverse<usize>, u32);

fn pair_rank(a: RunRank, b: RunRank) -> PairRank {
    let (Reverse(first), Reverse(second)) = (a.length, b.length);
    (
        a.near + b.near,
        u32::from(a.is_apart) + u32::from(b.is_apart),
        Reverse(first.min(second)),
        Reverse(first + second),
        u32::from(a.is_alcove) + u32::from(b.is_alcove),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::dungeon::{Run, Shape};
    use crate::seed::Stream;
    use crate::shape::{ShapeChooser, ShapeWeights, SideLimits};

    type Cells = BTreeSet<Cell>;

    /// One end as plain sets.
    #[derive(Default)]
    struct SlowEnd {
        map: Cells,
        floor: Cells,
        floors: Cells,
        corridors: Cells,
        doors: Cells,
        runs: Cells,
    }

    impl SlowEnd {
        fn nearness(&self, run: &[Cell]) -> u32 {
            let others = || self.doors.iter().chain(&self.runs);
            let nearest = run.iter().flat_map(|cell| others().map(|other| cell.manhattan(*other))).min();
            nearest.map_or(0, |nearest| (3 - nearest).clamp(0, 2) as u32)
        }

        /// The kind of a run by the words of the module's header: nearness, apart, length, alcove.
        fn judge(&self, run: &[Cell]) -> Option<RunRank> {
            let (near, beyond) = (self.nearness(run), |side: Dir| -> Vec<Cell> {
                run.iter().map(|&cell| cell + side).filter(|cell| !run.contains(cell)).collect()
            });
            let is_floor = |cell: &Cell| self.floor.contains(cell);
            let open: Vec<Dir> = Dir::ALL.into_iter().filter(|&side| beyond(side).iter().any(is_floor)).collect();
            let looks_cut =
                open.len() == 1 && beyond(open[0]).len() == run.len() && beyond(open[0]).iter().all(is_floor);
            let rank = |is_apart, is_alcove| RunRank { near, is_apart, length: Reverse(run.len()), is_alcove };
            if run.iter().any(|cell| self.runs.contains(cell)) {
                return None;
            }
            if run.iter().all(is_floor) {
                let walled = Dir::ALL
                    .into_iter()
                    .any(|side| beyond(side).len() == run.len() && !beyond(side).iter().any(is_floor));
                let is_good = !looks_cut && (run.len() == 1 || (near == 0 && walled));
                return is_good.then(|| rank(!walled, false));
            }
            let around: Cells = run.iter().flat_map(|cell| cell.neighbors8()).chain(run.iter().copied()).collect();
            let touches = |cell: &Cell| self.floors.contains(cell) || self.doors.contains(cell);
            let beside_corridor = around.iter().flat_map(|cell| cell.neighbors8()).any(|c| self.corridors.contains(&c));
            let is_good = !run.iter().any(is_floor)
                && looks_cut
                && near == 0
                && around.is_subset(&self.map)
                && !around.iter().any(touches)
                && !beside_corridor
                && !around.iter().any(|cell| self.runs.contains(cell));
            is_good.then(|| rank(false, true))
        }
    }

    fn random_end(at: Cell, map: Rect, stream: &mut Stream) -> (StairEnd, SlowEnd) {
        let limits = SideLimits { min: 3, max: 9, modules: [1, 1], max_aspect: 300 };
        let draft = ShapeChooser::new(ShapeWeights([9, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]), limits).draw(stream);
        let floor: Vec<Run> = Run::of_cells(&draft.mask()).map(|run| Run { start: run.start + at, ..run }).collect();
        let bounds = draft.mask().size().rect().shift(at);
        let room = Placement { floor, shape: Shape::Free, ..Placement::rectangle(bounds, false) };
        let mut end = StairEnd::new(&room, map);
        let mut slow = SlowEnd { map: map.cells().collect(), ..SlowEnd::default() };
        slow.floor = room.floor.iter().flat_map(|run| run.cells()).collect();
        let crowd = stream.range(0..2) * 12;
        let mut rect = |side: i32| {
            let mut draw = |most: i32| stream.range(0..most);
            Rect::at(Cell::new(draw(map.right), draw(map.bottom)), 1 + draw(side), 1 + draw(side))
        };
        for _ in 0..2 {
            let (floor, corridor, door) = (rect(5), rect(3), rect(1));
            let is_own = |rect: Rect| rect.cells().any(|cell| slow.floor.contains(&cell));
            for other in [floor].into_iter().filter(|&rect| !is_own(rect.grow(1))) {
                end.add_open(other);
                slow.floors.extend(other.cells());
            }
            if !is_own(corridor) {
                end.add_corridor(corridor);
                slow.corridors.extend(corridor.cells());
            }
            for door in [door].into_iter().chain((0..crowd).map(|_| rect(2))) {
                end.add_door(door);
                slow.doors.extend(door.cells());
            }
        }
        let run: Vec<Cell> = rect(2).cells().take(1).collect();
        end.add_run(&run);
        slow.runs.extend(run);
        (end, slow)
    }

    fn straight(first: Cell, dir: Dir, length: i32) -> Vec<Cell> {
        (0..length).map(|i| first.step(dir, i)).collect()
    }

    #[test]
    fn the_best_stairs_are_those_that_trying_every_pair_of_runs_finds() {
        let (mut stream, map) = (Stream::new(7, "stairs"), Rect::new(0, 0, 18, 18));
        let mut kinds = [0; 5];
        for case in 0..600 {
            let mut at = || Cell::new(stream.range(2..7), stream.range(2..7));
            let places = [at(), at()];
            let ends = places.map(|at| random_end(at, map, &mut stream));
            let longest = 1 + case % 3;
            let found = find_stairs([&ends[0].0, &ends[1].0], longest);
            let mut best: Option<PairRank> = None;
            for first in map.cells() {
                let runs = |slow: &SlowEnd| -> Option<RunRank> {
                    let all = (1..=longest as i32).flat_map(|length| Dir::ALL.map(|dir| straight(first, dir, length)));
                    all.filter_map(|run| slow.judge(&run)).min()
                };
                let rank = runs(&ends[0].1).zip(runs(&ends[1].1)).map(|(a, b)| pair_rank(a, b));
                best = best.into_iter().chain(rank).min();
            }
            let ranks = found.as_ref().map(|found| {
                assert_eq!(found.runs[0][0], found.runs[1][0]);
                [0, 1].map(|end| ends[end].1.judge(&found.runs[end]).expect("the run is possible"))
            });
            assert_eq!(ranks.map(|[a, b]| pair_rank(a, b)), best, "case {case}");
            if let Some([a, b]) = ranks {
                kinds[a.length.0 - 1] += 1;
                kinds[3] += usize::from(a.is_alcove || b.is_alcove);
                kinds[4] += usize::from(a.near > 0);
            }
        }
        assert!(kinds.iter().all(|&count| count > 10), "{kinds:?}");
    }

    #[test]
    fn stairs_leave_a_wall_of_doors_for_an_alcove_or_shrink() {
        let room = Placement::rectangle(Rect::new(5, 5, 8, 8), false);
        let mut end = StairEnd::new(&room, Rect::new(0, 0, 20, 20));
        let plain = find_stairs([&end, &end], 2).unwrap();
        assert_eq!((plain.runs[0].len(), plain.is_near), (2, false));
        // Doors in the middle of two walls leave no floor of a room of 3×3.
        end.add_door(Rect::new(6, 4, 7, 5));
        end.add_door(Rect::new(4, 6, 5, 7));
        let cut = find_stairs([&end, &end], 2).unwrap();
        assert!(!cut.is_near && cut.runs[0].len() == 2, "{cut:?}");
        for door in [Rect::new(6, 8, 7, 9), Rect::new(8, 6, 9, 7)] {
            end.add_door(door);
        }
        let near = find_stairs([&end, &end], 2).unwrap();
        assert!(near.is_near && near.runs[0].len() == 1, "{near:?}");
    }
}
