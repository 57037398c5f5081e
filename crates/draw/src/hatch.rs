//! Hatching: the rock along the walls, as Dyson Logos inks it.
//!
//! ```text
//!   ╱╱╱ ───     Patches of three short parallel strokes, each patch turned by chance, strokes ending where the next
//!   ╱╱╱ ─── ╲╲  patch begins; dense at the wall, thinning outwards.
//!   ┌───────╲╲
//! ```
//! The middles of the patches are a Poisson disk sample (R. L. Cook, "Stochastic Sampling in Computer Graphics", 1986)
//! of a square of cells whose edges fit together, so that no grid shows; each patch is clipped to its Voronoi region.
//! Everything is hashed from the place in that square, never from the map: an edit of the map moves no stroke.

use std::sync::OnceLock;

use undercroft_grid::{BitGrid, Cell, MAX_SIDE, Size};

use super::picture::{Area, CELL, Point, VectorPath};
use super::poisson_sample::{DIRECTIONS, PERIOD, Sample, length_squared, mix, tile_index};
use super::rock_distance::{cell_of, distance_squared};
use super::work_meter::WorkMeter;

/// Rock farther than this from the floor is bare.
pub const REACH: i32 = 1200;
/// No two patches have their middles nearer than this.
const SPACING: i32 = 500;

/// From one stroke of a patch to the next.
const STROKE_GAP: i32 = 165;
/// Half of the longest stroke.
const HALF_STROKE: i32 = 360;
/// What strokes keep from the border of their patch.
const BORDER: i32 = 32;

/// The strokes of one patch, relative to the north-west corner of its cell.
struct Patch {
    middle: Point,
    strokes: Vec<[Point; 2]>,
    hash: u32,
}

/// The hatching round a set of open cells, as one path that leaves the quiet areas free.
pub fn hatch(open: &BitGrid, is_soft: bool, quiet: &[Area], meter: &WorkMeter) -> VectorPath {
    static PATCHES: OnceLock<Vec<Vec<Patch>>> = OnceLock::new();
    let patches = PATCHES.get_or_init(patches);
    let near = near(open);
    let mut path = VectorPath::default();
    for cell in near.iter().take_while(|_| meter.goes_on(STEPS_PER_CELL)) {
        // Rock beyond the edge of the map is hatched too: `near` is two cells larger on each side.
        let cell = Cell::new(cell.x - MARGIN, cell.y - MARGIN);
        let corner = Point::corner(cell);
        for patch in &patches[tile_index(cell)] {
            for stroke in &patch.strokes {
                let [a, b] = stroke.map(|end| end.shift(corner.x, corner.y));
                if is_inked(open, patch, corner, [a, b], is_soft)
                    && !quiet.iter().any(|q| q.contains(a) || q.contains(b))
                {
                    path.add_line([a, b]);
                }
            }
        }
    }
    path
}

/// What a cell of hatching costs, in steps of the meter.
const STEPS_PER_CELL: u64 = 40;

/// Cells that hatching may reach beyond the map.
pub const MARGIN: i32 = 2;

/// Whether the map and its margins are still no longer than the longest map.
pub fn can_hatch(size: Size) -> bool {
    size.width().max(size.height()) <= MAX_SIDE - 2 * MARGIN
}

/// The cells within two of an open one, on a map with a margin.
pub fn near(open: &BitGrid) -> BitGrid {
    let size = Size::of(open.size().width() + 2 * MARGIN, open.size().height() + 2 * MARGIN);
    let mut near = BitGrid::new(size);
    for y in 0..open.size().height() {
        for run in open.runs(y) {
            for row in y..=y + 2 * MARGIN {
                near.fill(row, run.start..run.end + 2 * MARGIN);
            }
        }
    }
    near
}

/// Strokes show when more than half of them lies in rock, and the farther out they lie the fewer of them.
fn is_inked(open: &BitGrid, patch: &Patch, corner: Point, ends: [Point; 2], is_soft: bool) -> bool {
    let half_way = Point::new(i32::midpoint(ends[0].x, ends[1].x), i32::midpoint(ends[0].y, ends[1].y));
    let covered = [ends[0], half_way, ends[1]].into_iter().filter(|&point| lies_in(open, point)).count();
    // Soft walls may stand inside floor cells: the floor is painted over what lies behind them.
    if covered > if is_soft { 2 } else { 1 } {
        return false;
    }
    is_within_reach(open, patch.middle.shift(corner.x, corner.y), patch.hash)
}

/// Whether a patch with this middle is inked: between 60 and 90 % of the reach, by its hash.
pub fn is_within_reach(open: &BitGrid, middle: Point, hash: u32) -> bool {
    let reach = i64::from(REACH * (60 + (hash % 31) as i32) / 100);
    distance_squared(open, middle).is_some_and(|distance| distance <= reach * reach)
}

fn lies_in(open: &BitGrid, point: Point) -> bool {
    open.contains(cell_of(point))
}

/// The hash of a patch.
pub const fn patch_hash(cell: Cell, middle: Point) -> u32 {
    mix(mix(cell.x as u32, cell.y as u32), (middle.x * CELL + middle.y) as u32)
}

/// The middles of all patches, which the halo has, too.
pub fn middles() -> &'static Sample {
    static MIDDLES: OnceLock<Sample> = OnceLock::new();
    MIDDLES.get_or_init(|| Sample::new(SPACING))
}

/// The patches of the square, by cell.
fn patches() -> Vec<Vec<Patch>> {
    let middles = middles();
    let cells = (0..PERIOD * PERIOD).map(|i| Cell::new(i % PERIOD, i / PERIOD));
    cells
        .map(|cell| {
            let own = middles.at(cell).iter();
            own.map(|&(middle, direction)| patch(middles, cell, middle, direction)).collect()
        })
        .collect()
}

fn patch(middles: &Sample, cell: Cell, middle: Point, direction: usize) -> Patch {
    let hash = patch_hash(cell, middle);
    let walls: Vec<Point> =
        middles.neighbours(cell, middle).map(|(v, _)| v).filter(|&v| v != Point::default()).collect();
    let along = DIRECTIONS[direction];
    let stroke = |i: i32| {
        let jitter = (mix(hash, i as u32) % 41) as i32 - 20;
        let off = i * STROKE_GAP + jitter;
        let base = Point::new(-along.1 * off / 1000, along.0 * off / 1000);
        let (from, to) = clip(&walls, base, along);
        (to - from > 160)
            .then(|| [from, to].map(|t| fine(middle.shift(base.x + along.0 * t / 1000, base.y + along.1 * t / 1000))))
    };
    Patch { middle, strokes: (-1..=1).filter_map(stroke).collect(), hash }
}

/// How far the line `base + t·along` stays in the Voronoi region of the origin, a border away from its neighbours.
fn clip(walls: &[Point], base: Point, along: (i32, i32)) -> (i32, i32) {
    let (mut from, mut to) = (-i64::from(HALF_STROKE), i64::from(HALF_STROKE));
    for &v in walls {
        let square = length_squared(v);
        let speed = i64::from(along.0) * i64::from(v.x) + i64::from(along.1) * i64::from(v.y);
        let room = square / 2
            - i64::from(BORDER) * square.isqrt()
            - i64::from(base.x) * i64::from(v.x)
            - i64::from(base.y) * i64::from(v.y);
        match speed.signum() {
            1 => to = to.min((room * 1000).div_euclid(speed)),
            -1 => from = from.max((room * 1000).div_euclid(speed) + 1),
            _ if room < 0 => return (0, 0),
            _ => {}
        }
    }
    (from as i32, to as i32)
}

/// Hundredths are fine enough for strokes, and make a shorter file.
const fn fine(point: Point) -> Point {
    Point::new((point.x + 5).div_euclid(10) * 10, (point.y + 5).div_euclid(10) * 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PathCommand;
    use undercroft_grid::Rect;

    fn strokes(open: &BitGrid) -> Vec<[Point; 2]> {
        let pair = |pair: &[PathCommand]| match *pair {
            [PathCommand::Move(a), PathCommand::Line(b)] => [a, b],
            _ => panic!("strokes are single lines"),
        };
        hatch(open, false, &[], &WorkMeter::unlimited()).commands.chunks(2).map(pair).collect()
    }

    fn rooms(rects: &[Rect]) -> BitGrid {
        let mut open = BitGrid::new(Size::of(60, 40));
        for &rect in rects {
            open.fill_rect(rect);
        }
        open
    }

    #[test]
    fn strokes_stay_within_reach_of_the_floor() {
        let open = rooms(&[Rect::new(5, 5, 12, 9), Rect::new(20, 7, 21, 20)]);
        let strokes = strokes(&open);
        assert!(strokes.len() > 200);
        let limit = i64::from(REACH + HALF_STROKE + STROKE_GAP);
        let near = |point: &Point| distance_squared(&open, *point).is_some_and(|square| square <= limit * limit);
        assert!(strokes.iter().flatten().all(near));
    }

    #[test]
    fn an_edit_elsewhere_moves_no_stroke() {
        let room = Rect::new(5, 5, 12, 9);
        let (before, after) = (strokes(&rooms(&[room])), strokes(&rooms(&[room, Rect::new(30, 20, 40, 30)])));
        assert!(after.len() > before.len() && before.iter().all(|stroke| after.contains(stroke)));
    }

    #[test]
    fn a_map_without_floor_has_no_hatching() {
        assert!(hatch(&rooms(&[]), false, &[], &WorkMeter::unlimited()).is_empty());
    }

    #[test]
    fn the_longest_map_is_drawn_although_its_margins_would_not_fit() {
        use crate::{DrawOptions, draw};
        use undercroft::dungeon::{Dungeon, Level, Terrain};
        let mut level = Level::solid_rock(0, Size::of(MAX_SIDE, 1));
        level.terrain[Cell::new(MAX_SIDE - 1, 0)] = Terrain::Floor;
        let svg = draw(&Dungeon::bare("Long", vec![level]), &DrawOptions::default()).to_svg();
        assert!(svg.ends_with("</svg>\n") || svg.ends_with("</svg>"));
    }
}
