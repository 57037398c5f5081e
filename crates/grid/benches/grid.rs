//! How fast the ground is. `cargo bench -p undercroft-grid`, or with `-- flood` only what has "flood" in its name.
//!
//! Every benchmark asserts its answer in every round against a count made once by a loop over single cells.

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use undercroft_grid::{
    BitGrid, Cell, Dir, DistanceField, Flood, Grid, Moves, Outcome, Problem, Regions, Search, Size, Symmetry,
};

const SIDES: [i32; 3] = [64, 256, 1024];

/// Floor with 90 of 256 cells made solid at random, except around the north-west corner, where all paths start.
fn rubble(side: i32) -> BitGrid {
    let size = Size::of(side, side);
    BitGrid::from_fn(size, |c| (c.x < 4 && c.y < 4) || noise(size.id(c) as u64) % 256 >= 90)
}

/// Rooms of 7×7 in walls, each with a door in the middle of every side.
fn rooms(side: i32) -> BitGrid {
    BitGrid::from_fn(Size::of(side, side), |c| {
        let (x, y) = (c.x % 8, c.y % 8);
        (x != 7 && y != 7) || (x == 7) != (y == 7) && (x == 3 || y == 3)
    })
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
fn noise(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The steps to every cell from the north-west corner, one cell at a time; `None` where there is no path.
fn walked(free: &BitGrid) -> Grid<Option<u32>> {
    let mut steps = Grid::filled(free.size(), None);
    let mut queue = VecDeque::from([Cell::new(0, 0)]);
    steps[Cell::new(0, 0)] = Some(0);
    while let Some(cell) = queue.pop_front() {
        for next in cell.neighbors4().into_iter().filter(|&next| free.contains(next)) {
            if steps[next].is_none() {
                steps[next] = steps[cell].map(|steps| steps + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

/// How many cells of a map were walked to.
fn reached(steps: &Grid<Option<u32>>) -> usize {
    steps.values().iter().flatten().count()
}

/// The maps of most benchmarks, by name.
fn maps(side: i32) -> [(&'static str, BitGrid); 3] {
    [("open", BitGrid::full(Size::of(side, side))), ("rooms", rooms(side)), ("rubble", rubble(side))]
}

fn bits(c: &mut Criterion) {
    let mut group = c.benchmark_group("bits");
    for side in SIDES {
        let (a, b) = (rubble(side), rooms(side));
        let size = a.size();
        group.throughput(Throughput::Elements(size.area() as u64));

        let count = size.cells().filter(|&c| a.contains(c)).count();
        group.bench_function(BenchmarkId::new("count", side), |bench| {
            bench.iter(|| assert_eq!(black_box(&a).count(), count));
        });
        group.bench_function(BenchmarkId::new("iterate", side), |bench| {
            bench.iter(|| assert_eq!(black_box(&a).iter().fold(0, |cells, _| cells + 1), count));
        });

        let runs = size.cells().filter(|&c| a.contains(c) && !a.contains(c + Dir::West)).count();
        group.bench_function(BenchmarkId::new("runs", side), |bench| {
            bench.iter(|| assert_eq!((0..side).map(|y| black_box(&a).runs(y).count()).sum::<usize>(), runs));
        });

        let both = size.cells().filter(|&c| a.contains(c) && b.contains(c)).count();
        let mut combined = a.clone();
        group.bench_function(BenchmarkId::new("and", side), |bench| {
            bench.iter(|| {
                combined &= black_box(&b);
                assert_eq!(combined.count(), both);
            });
        });

        let by = Cell::new(-5, 3);
        let shifted = a.iter().filter(|&c| size.contains(c + by)).count();
        group.bench_function(BenchmarkId::new("shift", side), |bench| {
            bench.iter(|| assert_eq!(black_box(&a).shifted(by).count(), shifted));
        });

        let corner = (0..side).filter(|&i| a.contains(Cell::new(i, 1))).count();
        group.bench_function(BenchmarkId::new("turn", side), |bench| {
            bench.iter(|| {
                let turned = Symmetry::TurnRight.bits(black_box(&a));
                assert_eq!((0..side).filter(|&y| turned.contains(Cell::new(side - 2, y))).count(), corner);
            });
        });
    }
    group.finish();
}

fn flood(c: &mut Criterion) {
    let mut group = c.benchmark_group("flood");
    for side in [64, 256, 1024, 4096] {
        for (name, free) in maps(side) {
            let cells = reached(&walked(&free));
            let (mut flood, mut found) = (Flood::new(), BitGrid::new(free.size()));
            group.throughput(Throughput::Elements(free.size().area() as u64));
            group.bench_function(BenchmarkId::new(name, side), |bench| {
                bench.iter(|| assert_eq!(flood.fill(black_box(&free), [Cell::new(0, 0)], &mut found), cells));
            });
        }
    }
    group.finish();
}

fn regions(c: &mut Criterion) {
    let mut group = c.benchmark_group("regions");
    for side in [64, 256, 1024, 4096] {
        for (name, free) in maps(side) {
            let cells = reached(&walked(&free));
            let mut regions = Regions::of(&free);
            group.throughput(Throughput::Elements(free.size().area() as u64));
            group.bench_function(BenchmarkId::new(name, side), |bench| {
                bench.iter(|| {
                    regions.rebuild(black_box(&free));
                    assert_eq!(regions.at(Cell::new(0, 0)).map(|region| regions.len(region)), Some(cells));
                });
            });
        }
    }
    group.finish();
}

fn distance(c: &mut Criterion) {
    let mut group = c.benchmark_group("distance");
    for side in SIDES {
        for (name, free) in maps(side) {
            let steps = walked(&free);
            let far = (reached(&steps), steps.values().iter().flatten().max().copied());
            let mut field = DistanceField::new(free.size());
            group.throughput(Throughput::Elements(free.size().area() as u64));
            group.bench_function(BenchmarkId::new(name, side), |bench| {
                bench.iter(|| {
                    field.compute(black_box(&free), [Cell::new(0, 0)], Moves::Four);
                    assert_eq!((field.reached().len(), field.greatest()), far);
                });
            });
            group.bench_function(BenchmarkId::new(format!("{name} diagonal"), side), |bench| {
                bench.iter(|| {
                    field.compute(black_box(&free), [Cell::new(0, 0)], Moves::Eight);
                    assert_eq!(field.reached().len(), far.0);
                });
            });
        }
    }
    group.finish();
}

/// From corner to corner by orthogonal steps of cost 10; turning costs `turn` more. A state is a cell and a direction.
struct Corridor<'a> {
    free: &'a BitGrid,
    goal: Cell,
    turn: u32,
}

impl Problem for Corridor<'_> {
    fn nodes(&self) -> u32 {
        self.free.size().area() as u32 * 4
    }
    fn successors(&self, node: u32, mut push: impl FnMut(u32, u32)) {
        let (cell, ahead) = (self.free.size().cell(node as usize / 4), Dir::from_index(node as usize));
        for dir in Dir::ALL {
            if self.free.contains(cell + dir) {
                let cost = if dir == ahead { 10 } else { 10 + self.turn };
                push(self.free.size().id(cell + dir) as u32 * 4 + dir.index() as u32, cost);
            }
        }
    }
    fn estimate(&self, node: u32) -> u32 {
        self.free.size().cell(node as usize / 4).manhattan(self.goal) as u32 * 10
    }
    fn is_goal(&self, node: u32) -> bool {
        self.free.size().cell(node as usize / 4) == self.goal
    }
}

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    for side in SIDES {
        for (name, free) in maps(side) {
            let walked = walked(&free);
            let goal = free.iter().filter(|&c| walked[c].is_some()).max_by_key(|c| c.x + c.y).expect("a cell is free");
            let steps = walked[goal].expect("the goal can be walked to");
            for turn in [0, 40] {
                let problem = Corridor { free: &free, goal, turn };
                let mut search = Search::new();
                group.bench_function(BenchmarkId::new(format!("{name} turn {turn}"), side), |bench| {
                    bench.iter(|| {
                        let Outcome::Found(path) = search.run(black_box(&problem), [(1, 0)], u64::MAX) else {
                            panic!("there is a path")
                        };
                        // With turns to avoid the path may be longer, never shorter.
                        let taken = path.nodes.len() as u32 - 1;
                        assert!(if turn == 0 {
                            path.cost == steps * 10
                        } else {
                            taken >= steps && path.cost >= taken * 10
                        });
                    });
                });
            }
        }
    }
    group.finish();
}

/// Short rounds: the whole table takes about two minutes.
fn brisk() -> Criterion {
    let (warm_up, measurement) = (Duration::from_millis(200), Duration::from_millis(800));
    Criterion::default().sample_size(10).warm_up_time(warm_up).measurement_time(measurement)
}

criterion_group! { name = benches; config = brisk(); targets = bits, flood, regions, distance, search }
criterion_main!(benches);
