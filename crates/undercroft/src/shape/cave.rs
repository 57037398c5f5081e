//! Caves: lobed chambers by metaballs along a crooked walk.
//!
//! ```text
//!      ###         Three to six balls lie along a walk that turns at every step (J. F. Blinn, "A Generalization of Algebraic
//!    ######        Surface Drawing", 1982). A cell is floor where the sum of their fields, times value noise of two octaves,
//!    ########      is above a threshold. The scale is changed until the area is about the one that was asked for. Then the
//!      #######     edge is smoothed once, the largest part is kept, small holes are filled, arms of a single cell are
//!       #####      dropped, and straight sides get a bulge. All of it is in integers; lengths are in eighths of a cell.
//! ```

use undercroft_grid::{BitGrid, Cell, Dir, Rect, Regions, Size};

use crate::seed::Stream;
use crate::value_noise::ValueNoise;

/// Eighths of a cell.
const EIGHTHS: i32 = 8;
/// Balls of a cave, and their radii. [Unit: eighths of a cell]
const BALLS: std::ops::Range<i32> = 3..7;
const RADII: std::ops::Range<i32> = 10..27;
/// The eight headings of the walk, each about a cell long, and the cells of a step.
const HEADINGS: [[i32; 2]; 8] = [[8, 0], [6, 6], [0, 8], [-6, 6], [-8, 0], [-6, -6], [0, -8], [6, -6]];
const STEPS: std::ops::Range<i32> = 2..5;
/// By how many headings the walk turns; it seldom goes straight on.
const TURNS: [i32; 7] = [-1, -1, 0, 1, 1, 2, -2];
/// The field of a ball at its rim.
const RIM: i64 = 1024;
/// Keeps the field finite at the middle of a ball. [Unit: squared eighths]
const SOFTENING: i64 = 8;
/// Spacing of the two octaves of noise. [Unit: cells]
const OCTAVES: [i32; 2] = [11, 5];
/// What is added to the noise, of which the second octave counts half, and the product with the field that floor needs: half
/// as much again as at the rim of a ball in mean noise. Less makes round caves of all walks, twice as much breaks them.
const NOISE_BASE: i64 = 40_000;
const THRESHOLD: i64 = RIM * 132_000;
/// The unit of scales, the mean area of a cave of that scale, and how often a scale is changed.
const UNIT_SCALE: i32 = 16;
const UNIT_AREA: i32 = 64;
const CHANGES: usize = 6;
/// The largest hole that is filled. [Unit: cells]
const SMALL_HOLE: usize = 2;
/// The longest straight side, and the longest bulge in one that is longer. [Unit: cells]
const LONGEST_SIDE: i32 = 4;
const LONGEST_BULGE: i32 = 3;
/// The most bulges of a cave.
const BULGES: usize = 256;

/// A ball of the walk. [Unit: eighths of a cell]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ball {
    x: i32,
    y: i32,
    radius: i32,
}

impl Ball {
    fn scaled(self, scale: i32) -> Self {
        let scaled = |length: i32| (length * scale).div_euclid(UNIT_SCALE);
        Self { x: scaled(self.x), y: scaled(self.y), radius: scaled(self.radius) }
    }

    /// The field at a cell's corner.
    fn field(self, cell: Cell) -> i64 {
        let (dx, dy) = (i64::from(cell.x * EIGHTHS - self.x), i64::from(cell.y * EIGHTHS - self.y));
        let radius = i64::from(self.radius);
        RIM * radius * radius / (dx * dx + dy * dy + SOFTENING)
    }
}

/// What a cave is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaveDraft {
    balls: Vec<Ball>,
    noise: [ValueNoise; 2],
    /// The number of cells asked for.
    area: i32,
}

impl CaveDraft {
    /// Draws the walk and the noise of a cave of about `area` cells. [Limits: area 1..=4096]
    pub fn draw(area: i32, stream: &mut Stream) -> Self {
        let noise = OCTAVES.map(|spacing| ValueNoise::new(stream.bits(), spacing));
        let mut heading = stream.below(HEADINGS.len() as u32) as i32;
        let (mut x, mut y) = (0, 0);
        let mut balls = Vec::new();
        for _ in 0..stream.range(BALLS) {
            balls.push(Ball { x, y, radius: stream.range(RADII) });
            heading += TURNS[stream.below(TURNS.len() as u32) as usize];
            let [dx, dy] = HEADINGS[heading.rem_euclid(HEADINGS.len() as i32) as usize];
            let steps = stream.range(STEPS);
            (x, y) = (x + dx * steps, y + dy * steps);
        }
        Self { balls, noise, area }
    }

    /// The floor, whose bounding box is the whole grid; `None` where what is left is too small, a rectangle, has arms of a
    /// single cell or a side that stays straight.
    pub fn mask(&self) -> Option<BitGrid> {
        let floor = largest_part(&smoothed(&self.field_floor()))?;
        let floor = with_broken_sides(without_arms(without_small_holes(floor)))?;
        let is_large = 2 * floor.count() >= self.area as usize;
        let has_arms = floor.iter().any(|cell| !is_in_block(&floor, cell));
        let mask = cropped(&floor).filter(|_| is_large && !has_arms)?;
        (mask.count() < mask.size().area()).then_some(mask)
    }

    /// The cells above the threshold at a scale that gives about the area asked for.
    fn field_floor(&self) -> BitGrid {
        let mut scale = (UNIT_SCALE * UNIT_SCALE * self.area / UNIT_AREA).isqrt().max(UNIT_SCALE / 4);
        let mut floor = self.floor_at(scale);
        for _ in 0..CHANGES {
            let area = floor.count() as i32;
            if 4 * (area - self.area).abs() <= self.area {
                break;
            }
            scale += if area < self.area { 1 } else { -1 } * (scale / 8).max(1);
            floor = self.floor_at(scale);
        }
        floor
    }

    /// The cells above the threshold at a scale, with a margin of rock.
    fn floor_at(&self, scale: i32) -> BitGrid {
        let balls: Vec<Ball> = self.balls.iter().map(|ball| ball.scaled(scale)).collect();
        let window = window(&balls);
        BitGrid::from_fn(Size::of(window.width(), window.height()), |cell| self.is_floor(&balls, cell + window.min()))
    }

    fn is_floor(&self, balls: &[Ball], cell: Cell) -> bool {
        let field: i64 = balls.iter().map(|ball| ball.field(cell)).sum();
        let limit = i64::from(ValueNoise::LIMIT);
        // Most cells need no noise: it can neither make nor spoil them.
        if field * NOISE_BASE >= THRESHOLD {
            return true;
        }
        if field * (NOISE_BASE + limit + limit / 2) < THRESHOLD {
            return false;
        }
        let [coarse, fine] = self.noise.map(|noise| i64::from(noise.at(cell.x.into(), cell.y.into())));
        field * (NOISE_BASE + coarse + fine / 2) >= THRESHOLD
    }
}

/// The cells that can be floor, and some around them. Farther from all balls than the root of 8/5 of the sum of their squared
/// radii the sum of their fields is below the threshold, whatever the noise.
fn window(balls: &[Ball]) -> Rect {
    let squares: i32 = balls.iter().map(|ball| ball.radius * ball.radius).sum();
    let reach = (squares * 8 / 5).isqrt() + 1;
    let cells = balls.iter().flat_map(|ball| {
        let at = |side: i32| Cell::new((ball.x + side).div_euclid(EIGHTHS), (ball.y + side).div_euclid(EIGHTHS));
        [at(-reach), at(reach)]
    });
    Rect::around(cells).unwrap_or(Rect::new(0, 0, 1, 1)).grow(4)
}

/// One round of majority: floor where at least five of the nine cells around are.
fn smoothed(floor: &BitGrid) -> BitGrid {
    BitGrid::from_fn(floor.size(), |cell| {
        Rect::at(cell, 1, 1).grow(1).cells().filter(|&cell| floor.contains(cell)).count() >= 5
    })
}

fn largest_part(floor: &BitGrid) -> Option<BitGrid> {
    let regions = Regions::of(floor);
    regions.largest().map(|part| regions.cells(part))
}

/// Fills enclosed rock of one or two cells; larger parts stay.
fn without_small_holes(mut floor: BitGrid) -> BitGrid {
    let mut rock = floor.clone();
    rock.complement();
    let regions = Regions::of(&rock);
    for hole in regions.ids().filter(|&hole| regions.len(hole) <= SMALL_HOLE) {
        regions.cells(hole).iter().for_each(|cell| floor.set(cell, true));
    }
    floor
}

/// Drops cells outside every block of 2×2 while the rest stays connected.
fn without_arms(mut floor: BitGrid) -> BitGrid {
    loop {
        let arms: Vec<Cell> = floor.iter().filter(|&cell| !is_in_block(&floor, cell)).collect();
        let mut dropped = false;
        for arm in arms {
            floor.set(arm, false);
            let is_whole = Regions::of(&floor).count() == 1;
            floor.set(arm, !is_whole);
            dropped |= is_whole;
        }
        if !dropped {
            return floor;
        }
    }
}

/// Whether the cell lies in a block of 2×2 floor cells.
fn is_in_block(floor: &BitGrid, cell: Cell) -> bool {
    let corners = [[0, 0], [-1, 0], [0, -1], [-1, -1]].map(|[x, y]| cell + Cell::new(x, y));
    corners.iter().any(|&corner| Rect::at(corner, 2, 2).cells().all(|cell| floor.contains(cell)))
}

/// Puts a bulge of some cells into each side that is too long. `None` where some stay.
fn with_broken_sides(mut floor: BitGrid) -> Option<BitGrid> {
    for bulges in 0..BULGES {
        let Some((normal, first, length)) = long_side(&floor) else { return Some(floor) };
        let bulge = LONGEST_BULGE.min(length - 2);
        // Not in the middle of every side, and not at its ends, which would only move them.
        let places = length - bulge - 1;
        let at = 1 + (first.x + 3 * first.y + bulges as i32).rem_euclid(places);
        let along = if normal.is_horizontal() { Dir::South } else { Dir::East };
        let cells: Vec<Cell> = (at..at + bulge).map(|i| first.step(along, i)).collect();
        if !cells.iter().all(|&cell| floor.size().rect().grow(-1).contains(cell)) {
            return None;
        }
        cells.into_iter().for_each(|cell| floor.set(cell, true));
    }
    None
}

/// The first straight side that is too long: its normal, its first wall cell and its length.
fn long_side(floor: &BitGrid) -> Option<(Dir, Cell, i32)> {
    let longest = floor.size().width().max(floor.size().height());
    Dir::ALL.into_iter().find_map(|normal| {
        let along = if normal.is_horizontal() { Dir::South } else { Dir::East };
        let is_wall = |cell: Cell| floor.contains(cell - normal) && !floor.contains(cell);
        floor.iter().map(|cell| cell + normal).find_map(|first| {
            let begins = is_wall(first) && !is_wall(first.step(along, -1));
            let length = (0..longest).take_while(|&i| begins && is_wall(first.step(along, i))).count() as i32;
            (length > LONGEST_SIDE).then_some((normal, first, length))
        })
    })
}

/// The floor in its bounding box.
fn cropped(floor: &BitGrid) -> Option<BitGrid> {
    let bounds = Rect::around(floor.iter())?;
    Some(BitGrid::from_fn(Size::of(bounds.width(), bounds.height()), |cell| floor.contains(cell + bounds.min())))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    type Cells = BTreeSet<(i32, i32)>;

    const AREAS: [i32; 6] = [9, 20, 40, 80, 150, 400];

    fn drafts(count: u64) -> impl Iterator<Item = (CaveDraft, i32)> {
        let draft = |seed, area| CaveDraft::draw(area, &mut Stream::new(seed, "caves"));
        (0..count).flat_map(move |seed| AREAS.map(|area| (draft(seed, area), area)))
    }

    /// The formula for each cell of a square that holds every cave, all fields and noises in one product.
    fn slow_field(draft: &CaveDraft, scale: i32) -> Cells {
        let reach = 100;
        let cells = (-reach..reach).flat_map(|x| (-reach..reach).map(move |y| (x, y)));
        let is_floor = |&(x, y): &(i32, i32)| {
            let field: i128 = draft.balls.iter().fold(0, |sum, ball| {
                let [bx, by, r] = [ball.x, ball.y, ball.radius].map(|length| (length * scale).div_euclid(16));
                let d2 = i128::from(8 * x - bx).pow(2) + i128::from(8 * y - by).pow(2);
                sum + 1024 * i128::from(r * r) / (d2 + 8)
            });
            let [coarse, fine] = draft.noise.map(|noise| i128::from(noise.at(x.into(), y.into())));
            field * (40_000 + coarse + fine / 2) >= 1024 * 132_000
        };
        cells.filter(is_floor).collect()
    }

    fn around((x, y): (i32, i32)) -> [(i32, i32); 4] {
        [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
    }

    /// The cells that can be reached from one of them in straight steps.
    fn part(cells: &Cells, from: (i32, i32)) -> Cells {
        let (mut part, mut open) = (Cells::from([from]), vec![from]);
        while let Some(cell) = open.pop() {
            let next = around(cell).into_iter().filter(|cell| cells.contains(cell));
            open.extend(next.filter(|&cell| part.insert(cell)).collect::<Vec<_>>());
        }
        part
    }

    fn shifted(cells: &Cells) -> Cells {
        let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        cells.iter().map(|(x, y)| (x - left, y - top)).collect()
    }

    fn cells(floor: &BitGrid) -> Cells {
        floor.iter().map(|cell| (cell.x, cell.y)).collect()
    }

    #[test]
    fn the_field_is_the_formula_and_its_area_is_within_a_quarter_or_six_changes_were_made() {
        for (draft, area) in drafts(6) {
            let mut scale = f64::from(256 * area / 64).sqrt().floor().max(4.0) as i32;
            let mut slow = slow_field(&draft, scale);
            let mut changes = 0;
            while changes < 6 && (slow.len() as i32 * 4 < 3 * area || slow.len() as i32 * 4 > 5 * area) {
                let step = (scale / 8).max(1);
                scale = if (slow.len() as i32) < area { scale + step } else { scale - step };
                slow = slow_field(&draft, scale);
                changes += 1;
            }
            assert_eq!(shifted(&cells(&draft.field_floor())), shifted(&slow), "{draft:?}");
        }
    }

    #[test]
    fn smoothing_parts_and_holes_are_those_that_sets_of_cells_have() {
        for (draft, _) in drafts(3) {
            let field = draft.field_floor();
            let raw = cells(&field);
            let near = |x: i32, y: i32| {
                (-1..=1).flat_map(|i| (-1..=1).map(move |j| (x + i, y + j))).filter(|c| raw.contains(c)).count()
            };
            let smooth: Cells = field.size().cells().map(|c| (c.x, c.y)).filter(|&(x, y)| near(x, y) > 4).collect();
            assert_eq!(cells(&smoothed(&field)), smooth);
            let parts = smooth.iter().map(|&cell| part(&smooth, cell));
            let largest = parts.max_by_key(|part| (part.len(), std::cmp::Reverse(part.first().copied()))).unwrap();
            let Some(floor) = largest_part(&smoothed(&field)) else { panic!("{draft:?}") };
            assert_eq!(cells(&floor).len(), largest.len());
            let rock: Cells = field.size().cells().map(|c| (c.x, c.y)).filter(|c| !cells(&floor).contains(c)).collect();
            let holes = rock.iter().filter(|&&cell| part(&rock, cell).len() <= 2).copied();
            assert_eq!(cells(&without_small_holes(floor.clone())), holes.chain(cells(&floor)).collect());
        }
    }

    #[test]
    fn a_cave_is_one_piece_without_arms_and_straight_sides_and_about_as_large_as_asked_for() {
        let (mut masks, mut close) = (0, 0);
        for (draft, area) in drafts(200) {
            let Some(mask) = draft.mask() else { continue };
            masks += 1;
            let floor = cells(&mask);
            assert_eq!(Rect::around(mask.iter()), Some(mask.size().rect()));
            assert_eq!(part(&floor, *floor.first().unwrap()), floor, "{draft:?}");
            let block = |x: i32, y: i32| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            let is_in_block = |&(x, y): &(i32, i32)| {
                [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
                    .into_iter()
                    .any(|(x, y)| block(x, y).iter().all(|cell| floor.contains(cell)))
            };
            assert!(floor.iter().all(is_in_block), "{draft:?}");
            for (dx, dy) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let is_side = |x: i32, y: i32| floor.contains(&(x, y)) && !floor.contains(&(x + dx, y + dy));
                let is_long = |&(x, y): &(i32, i32)| (0..5).all(|i| is_side(x + i * dy.abs(), y + i * dx.abs()));
                assert!(!floor.iter().any(is_long), "{draft:?} {floor:?}");
            }
            assert!(2 * floor.len() >= area as usize);
            close += usize::from(floor.len() as i32 * 2 <= 3 * area);
        }
        assert!(masks > 1_000 && close > 900, "{masks} caves of 1,200, {close} of them no larger than 3/2");
    }

    #[test]
    fn small_holes_are_filled_and_large_ones_stay() {
        let picture = |rows: &[&str]| {
            let bytes: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
            BitGrid::from_fn(Size::of(rows[0].len() as i32, rows.len() as i32), |c| {
                bytes[c.y as usize][c.x as usize] == b'.'
            })
        };
        let before =
            picture(&["#########", "#.......#", "#.#..##.#", "#....#..#", "#.##....#", "#.......#", "#########"]);
        let after =
            picture(&["#########", "#.......#", "#....##.#", "#....#..#", "#.......#", "#.......#", "#########"]);
        assert_eq!(without_small_holes(before), after);
    }
}
