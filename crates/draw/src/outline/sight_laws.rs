//! Sight through soft walls: what is promised, and what is not.
//!
//! Sound: whatever the exact field of view shows is seen from middle to middle through the simplified outline. Bounded: a
//! ray that is not cut misses the disc of radius 180 round the middle of every cell that is not floor. Equality is not
//! claimed; the share of pairs that differ is printed.

use undercroft::sight::oracle;
use undercroft_grid::{BitGrid, Cell, mix};

use super::Outline;
use super::tests::{Segment, distance, floor_of, levels, random_cave, segments};
use crate::picture::Point;

/// Pairs of cells for each level, and how far apart they are at most.
const PAIRS: u64 = 40;
const FAR: i32 = 14;

fn pairs(open: &BitGrid, seed: u64) -> Vec<[Cell; 2]> {
    let cells: Vec<Cell> = open.iter().collect();
    let pick = |salt: u64| cells[(mix(seed.wrapping_mul(977).wrapping_add(salt)) % cells.len() as u64) as usize];
    let pairs = (0..if cells.is_empty() { 0 } else { PAIRS }).map(|i| [pick(2 * i), pick(2 * i + 1)]);
    pairs.filter(|[from, to]| from != to && from.chebyshev(*to) <= FAR).collect()
}

/// Whether a wall stands between two places. A ray through a point where two walls meet is cut by one of them, so that
/// none slips through; one that merely grazes such a point counts as cut.
fn is_cut(walls: &[Segment], from: Point, to: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| {
        let step = |a: i32, b: i32| i64::from(b) - i64::from(a);
        (step(p.x, q.x) * step(p.y, r.y) - step(p.y, q.y) * step(p.x, r.x)).signum()
    };
    let cuts = |&[c, d]: &Segment| {
        (side(from, to, c) >= 0) != (side(from, to, d) >= 0) && side(c, d, from) * side(c, d, to) < 0
    };
    walls.iter().any(cuts)
}

#[test]
fn soft_walls_hide_nothing_that_the_engine_sees_and_no_ray_comes_near_the_middle_of_rock() {
    let (mut count, mut seen, mut more, mut nearest) = (0, 0, 0, 9e9_f64);
    for seed in 0..levels() {
        let cave = random_cave(seed);
        let open = floor_of(&cave);
        let walls = segments(&Outline::trace(&cave, &cave.levels[0]).simplify());
        let solid = BitGrid::from_fn(open.size(), |cell| !open.contains(cell));
        for [a, b] in pairs(&open, seed) {
            let (from, to) = (Point::middle(a), Point::middle(b));
            let passes = !is_cut(&walls, from, to);
            let is_seen = oracle::sees(&solid, a, b);
            assert!(passes || !is_seen, "cave {seed}: {a} sees {b}, and a wall is between them");
            (count, seen, more) = (count + 1, seen + u64::from(is_seen), more + u64::from(passes && !is_seen));
            if passes {
                let near = solid.iter().map(|rock| distance(Point::middle(rock), [from, to])).fold(9e9, f64::min);
                assert!(near >= 180.0, "cave {seed}: the ray from {a} to {b} passes {near} from rock");
                nearest = nearest.min(near);
            }
        }
    }
    let share = 100.0 * more as f64 / f64::from(count);
    println!(
        "law: soft walls are sound and bounded | {} random caves, {count} pairs, {seen} seen | 0 hidden; nearest rock \
         {nearest:.0}; {share:.1} % of pairs seen past what the swept square sees",
        levels()
    );
    assert!(seen > levels() / 2 && more > 0);
}
