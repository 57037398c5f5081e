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

use undercroft_grid::{BitGrid, Cell, MAX_SIDE, Rect, Size};

use super::picture::{Area, CELL, Point, VectorPath};
use super::work_meter::WorkMeter;

/// Rock farther than this from the floor is bare.
pub const REACH: i32 = 1200;

/// Side of the square of patches that is laid over the map again and again. [Unit: cells]
const PERIOD: i32 = 24;
/// No two patches have their middles nearer than this.
const SPACING: i32 = 500;
/// Darts thrown at each cell: enough that hardly any place stays empty.
const DARTS: u32 = 150;
/// From one stroke of a patch to the next.
const STROKE_GAP: i32 = 165;
/// Half of the longest stroke.
const HALF_STROKE: i32 = 360;
/// What strokes keep from the border of their patch.
const BORDER: i32 = 32;

/// Twelve directions, 15 degrees apart, none of them along the grid: cosine and sine in thousandths.
const DIRECTIONS: [(i32, i32); 12] = [
    (991, 131),
    (924, 383),
    (793, 609),
    (609, 793),
    (383, 924),
    (131, 991),
    (-131, 991),
    (-383, 924),
    (-609, 793),
    (-793, 609),
    (-924, 383),
    (-991, 131),
];

/// The strokes of one patch, relative to the north-west corner of its cell.
struct Patch {
    middle: Point,
    strokes: Vec<[Point; 2]>,
    hash: u32,
}

/// The hatching round a set of open cells, as one path that leaves the quiet areas free.
pub fn hatch(open: &BitGrid, quiet: &[Area], meter: &WorkMeter) -> VectorPath {
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
                if is_inked(open, patch, corner, [a, b]) && !quiet.iter().any(|q| q.contains(a) || q.contains(b)) {
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
const MARGIN: i32 = 2;

/// Whether the map and its margins are still no longer than the longest map.
pub fn can_hatch(size: Size) -> bool {
    size.width().max(size.height()) <= MAX_SIDE - 2 * MARGIN
}

/// The cells within two of an open one, on a map with a margin.
fn near(open: &BitGrid) -> BitGrid {
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
fn is_inked(open: &BitGrid, patch: &Patch, corner: Point, ends: [Point; 2]) -> bool {
    let half_way = Point::new(i32::midpoint(ends[0].x, ends[1].x), i32::midpoint(ends[0].y, ends[1].y));
    let covered = [ends[0], half_way, ends[1]].into_iter().filter(|&point| lies_in(open, point)).count();
    if covered > 1 {
        return false;
    }
    let middle = patch.middle.shift(corner.x, corner.y);
    let Some(distance) = distance_squared(open, middle) else { return false };
    // Between 60 and 90 % of the reach, by the patch.
    let reach = REACH * (60 + (patch.hash % 31) as i32) / 100;
    distance <= i64::from(reach) * i64::from(reach)
}

const fn cell_of(point: Point) -> Cell {
    Cell::new(point.x.div_euclid(CELL), point.y.div_euclid(CELL))
}

fn lies_in(open: &BitGrid, point: Point) -> bool {
    open.contains(cell_of(point))
}

/// The squared distance from a point to the nearest open cell, if it is near enough to matter.
fn distance_squared(open: &BitGrid, point: Point) -> Option<i64> {
    let around = Rect::at(cell_of(point), 1, 1).grow(2);
    let to = |cell: Cell| {
        let Point { x, y } = Point::corner(cell);
        let dx = i64::from((x - point.x).max(point.x - x - CELL).max(0));
        let dy = i64::from((y - point.y).max(point.y - y - CELL).max(0));
        dx * dx + dy * dy
    };
    around.cells().filter(|&cell| open.contains(cell)).map(to).min()
}

fn tile_index(cell: Cell) -> usize {
    (cell.x.rem_euclid(PERIOD) + cell.y.rem_euclid(PERIOD) * PERIOD) as usize
}

/// The middles of all patches, by cell of the square.
type Middles = Vec<Vec<(Point, usize)>>;

/// The patches of the square, by cell.
fn patches() -> Vec<Vec<Patch>> {
    let middles = middles();
    let cells = (0..PERIOD * PERIOD).map(|i| Cell::new(i % PERIOD, i / PERIOD));
    cells
        .map(|cell| {
            let own = middles[tile_index(cell)].iter();
            own.map(|&(middle, direction)| patch(&middles, cell, middle, direction)).collect()
        })
        .collect()
}

/// Throws darts, the highest hash first, and keeps those that stick in free paper.
fn middles() -> Middles {
    let mut darts: Vec<(u32, Cell, Point)> = Vec::new();
    for i in 0..PERIOD * PERIOD {
        let cell = Cell::new(i % PERIOD, i / PERIOD);
        for dart in 0..DARTS {
            let hash = mix(i as u32, dart);
            let place = Point::new((hash % 1000) as i32, (hash / 1000 % 1000) as i32);
            darts.push((mix(hash, 7), cell, place));
        }
    }
    darts.sort_by_key(|&(priority, cell, place)| (std::cmp::Reverse(priority), cell.y, cell.x, place.x, place.y));
    let mut middles: Middles = vec![Vec::new(); (PERIOD * PERIOD) as usize];
    for (hash, cell, place) in darts {
        let free = |v: Point| length_squared(v) >= i64::from(SPACING) * i64::from(SPACING);
        if neighbours(&middles, cell, place).all(|(v, _)| free(v)) {
            let taken: Vec<usize> = neighbours(&middles, cell, place).map(|(_, direction)| direction).collect();
            middles[tile_index(cell)].push((place, choose_direction(hash, &taken)));
        }
    }
    middles
}

/// Of three hashed directions the one that differs most from those around, so that patches stand out from each other.
fn choose_direction(hash: u32, taken: &[usize]) -> usize {
    let count = DIRECTIONS.len();
    let apart = |a: usize, b: usize| (a + count - b).rem_euclid(count).min((b + count - a).rem_euclid(count));
    let contrast = |direction: usize| taken.iter().map(|&other| apart(direction, other)).min().unwrap_or(count);
    let choices = (0..3).map(|i| mix(hash, 100 + i) as usize % count);
    choices.max_by_key(|&direction| contrast(direction)).expect("there are three")
}

/// The middles in the cells around, as steps from `place` with their directions.
fn neighbours(middles: &Middles, cell: Cell, place: Point) -> impl Iterator<Item = (Point, usize)> {
    let around = Rect::at(cell, 1, 1).grow(1).cells();
    around.flat_map(move |other| {
        let shift = Point::corner(Cell::new(other.x - cell.x, other.y - cell.y));
        let step = move |p: Point| Point::new(p.x + shift.x - place.x, p.y + shift.y - place.y);
        middles[tile_index(other)].iter().map(move |&(p, direction)| (step(p), direction))
    })
}

fn patch(middles: &Middles, cell: Cell, middle: Point, direction: usize) -> Patch {
    let hash = mix(mix(cell.x as u32, cell.y as u32), (middle.x * CELL + middle.y) as u32);
    let walls: Vec<Point> =
        neighbours(middles, cell, middle).map(|(v, _)| v).filter(|&v| v != Point::default()).collect();
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

fn length_squared(v: Point) -> i64 {
    i64::from(v.x) * i64::from(v.x) + i64::from(v.y) * i64::from(v.y)
}

/// Two numbers to one that looks random (the finisher of `MurmurHash3`, by A. Appleby).
const fn mix(a: u32, b: u32) -> u32 {
    let mut h = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77).rotate_left(13) ^ 0x27d4_eb2f;
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PathCommand;

    fn strokes(open: &BitGrid) -> Vec<[Point; 2]> {
        let pair = |pair: &[PathCommand]| match *pair {
            [PathCommand::Move(a), PathCommand::Line(b)] => [a, b],
            _ => panic!("strokes are single lines"),
        };
        hatch(open, &[], &WorkMeter::unlimited()).commands.chunks(2).map(pair).collect()
    }

    fn rooms(rects: &[Rect]) -> BitGrid {
        let mut open = BitGrid::new(Size::of(60, 40));
        for &rect in rects {
            open.fill_rect(rect);
        }
        open
    }

    #[test]
    fn middles_of_patches_keep_their_distance_and_leave_no_hole() {
        let middles = middles();
        let count: usize = middles.iter().map(Vec::len).sum();
        // A maximal Poisson disk sample has about 0.7 points for each square of the spacing.
        let full = (PERIOD * PERIOD) as usize * 7 * 1_000_000 / (10 * (SPACING * SPACING) as usize);
        assert!(count * 10 > full * 9 && count < full * 11 / 10, "{count} of {full}");
        for i in 0..PERIOD * PERIOD {
            let cell = Cell::new(i % PERIOD, i / PERIOD);
            for &(place, _) in &middles[tile_index(cell)] {
                let near = neighbours(&middles, cell, place)
                    .filter(|(v, _)| length_squared(*v) < i64::from(SPACING * SPACING));
                assert_eq!(near.count(), 1, "only itself");
            }
        }
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
        assert!(hatch(&rooms(&[]), &[], &WorkMeter::unlimited()).is_empty());
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
