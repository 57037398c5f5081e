//! Stairs against every pair of runs.

use std::collections::BTreeSet;

use undercroft_grid::{Dir, Rect};

use super::*;
use crate::dungeon::{Run, Shape};
use crate::place::Placement;
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
        let looks_cut = open.len() == 1 && beyond(open[0]).len() == run.len() && beyond(open[0]).iter().all(is_floor);
        let rank = |is_apart, is_alcove| RunRank { near, is_apart, length: Reverse(run.len()), is_alcove };
        if run.iter().any(|cell| self.runs.contains(cell)) {
            return None;
        }
        if run.iter().all(is_floor) {
            let walled =
                Dir::ALL.into_iter().any(|side| beyond(side).len() == run.len() && !beyond(side).iter().any(is_floor));
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
