//! The field of balls that a cave is cut from.
//!
//! ```text
//!     ·····        West of all balls the field falls with every cell, as it does on the other sides. So a row is looked at
//!   ··###o##··     between the balls (o), and from there outwards as long as noise could make floor; rows are looked at in
//!   ··o####···     the same way. Beyond that all is rock.
//!     ·····
//! ```

use undercroft_grid::{BitGrid, Cell, Rect, Size};

use crate::value_noise::{NoisePatch, ValueNoise};

/// Eighths of a cell.
const EIGHTHS: i32 = 8;
/// The unit of scales.
pub const UNIT_SCALE: i32 = 16;
/// The field of a ball at its rim.
const RIM: u32 = 1024;
/// Keeps the field finite at the middle of a ball. [Unit: squared eighths]
const SOFTENING: u32 = 8;
/// What is added to the noise, of which the second octave counts half, and the product with the field that floor needs: half
/// as much again as at the rim of a ball in mean noise. Less makes round caves of all walks, twice as much breaks them.
const NOISE_BASE: u32 = 40_000;
const THRESHOLD: u32 = RIM * 132_000;
/// The field that makes floor whatever the noise, and the least that can.
const SURE_FLOOR: u32 = THRESHOLD.div_ceil(NOISE_BASE);
const LEAST_FLOOR: u32 = THRESHOLD.div_ceil(NOISE_BASE + ValueNoise::LIMIT as u32 / 2 * 3);

/// A ball of the walk. [Unit: eighths of a cell]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ball {
    pub x: i32,
    pub y: i32,
    pub radius: i32,
}

impl Ball {
    fn scaled(self, scale: i32) -> Self {
        let scaled = |length: i32| (length * scale).div_euclid(UNIT_SCALE);
        Self { x: scaled(self.x), y: scaled(self.y), radius: scaled(self.radius) }
    }
}

/// The cells above the threshold at a scale. [Limits: the squared radii at that scale are less than 2^22 in all]
pub fn floor_at(balls: &[Ball], noise: [ValueNoise; 2], scale: i32) -> BitGrid {
    let balls: Vec<Ball> = balls.iter().map(|ball| ball.scaled(scale)).collect();
    let mut rows = FieldRows::new(&balls, noise);
    rows.fill_all();
    rows.floor
}

/// The cells that can be floor. Farther from all balls than the root of 11/10 of the sum of their squared radii the sum of
/// their fields is too small, whatever the noise.
fn reach(balls: &[Ball]) -> Rect {
    let squares: i32 = balls.iter().map(|ball| ball.radius * ball.radius).sum();
    let reach = (squares * 11 / 10).isqrt() + 1;
    let cells = balls.iter().flat_map(|ball| {
        let at = |side: i32| Cell::new((ball.x + side).div_euclid(EIGHTHS), (ball.y + side).div_euclid(EIGHTHS));
        [at(-reach), at(reach)]
    });
    Rect::around(cells).unwrap_or(Rect::new(0, 0, 1, 1))
}

/// The floor, row by row.
struct FieldRows {
    /// The cells between the middles of the balls.
    centers: Rect,
    /// The cells that can be floor; the first is that of the grid.
    reach: Rect,
    balls: Vec<RowBall>,
    noise: [NoisePatch; 2],
    /// The noise of the row at hand, at its lattice columns.
    lines: [Vec<u32>; 2],
    floor: BitGrid,
}

/// A ball as a row of cells meets it.
struct RowBall {
    x: i32,
    y: i32,
    /// The field is this, divided by the squared distance and the softening. It is less than 2^10 × 2^22.
    strength: u32,
    /// The squared distance of the row, and the softening. All lengths are less than 2^14, so it is below 2^29.
    away: u32,
}

impl FieldRows {
    fn new(balls: &[Ball], noise: [ValueNoise; 2]) -> Self {
        let reach = reach(balls);
        let row_ball = |&Ball { x, y, radius }: &Ball| {
            let strength = RIM * (radius * radius) as u32;
            RowBall { x, y, strength, away: 0 }
        };
        Self {
            centers: centers(balls),
            reach,
            balls: balls.iter().map(row_ball).collect(),
            noise: [noise[0].patch(reach), noise[1].patch(reach)],
            lines: [Vec::new(), Vec::new()],
            floor: BitGrid::new(Size::of(reach.width(), reach.height())),
        }
    }

    /// Decides all rows, outwards from those between the balls.
    fn fill_all(&mut self) {
        for y in self.centers.top..self.centers.bottom {
            self.fill(y);
        }
        let is_last = |rows: &mut Self, y: i32| !rows.fill(y);
        (self.reach.top..self.centers.top).rev().find(|&y| is_last(self, y));
        (self.centers.bottom..self.reach.bottom).find(|&y| is_last(self, y));
    }

    /// Decides a row; whether noise could make floor of any of its cells.
    fn fill(&mut self, y: i32) -> bool {
        for ball in &mut self.balls {
            ball.away = (y * EIGHTHS - ball.y).pow(2) as u32 + SOFTENING;
        }
        self.noise.iter().zip(&mut self.lines).for_each(|(noise, line)| noise.blend_row(y, line));
        let (centers, reach) = (self.centers, self.reach);
        let between = (centers.left..centers.right).filter(|&x| self.decide(x, y)).count();
        let west = (reach.left..centers.left).rev().take_while(|&x| self.decide(x, y)).count();
        let east = (centers.right..reach.right).take_while(|&x| self.decide(x, y)).count();
        between + west + east > 0
    }

    /// Decides a cell of the row at hand; whether noise could make floor of it.
    fn decide(&mut self, x: i32, y: i32) -> bool {
        let field = self.field(x * EIGHTHS);
        if field < LEAST_FLOOR {
            return false;
        }
        // Most cells need no noise: it can neither make nor spoil them.
        if field >= SURE_FLOOR || field * self.noise_at(x) >= THRESHOLD {
            let (column, row) = (x - self.reach.left, y - self.reach.top);
            self.floor.row_mut(row)[column as usize / 64] |= 1 << (column % 64);
        }
        true
    }

    /// The field at a cell's corner, or some value that is sure to be floor.
    fn field(&self, x: i32) -> u32 {
        let mut field = 0;
        for ball in &self.balls {
            field += ball.strength / ((x - ball.x).pow(2) as u32 + ball.away);
            if field >= SURE_FLOOR {
                break;
            }
        }
        field
    }

    fn noise_at(&self, x: i32) -> u32 {
        NOISE_BASE + self.noise[0].at(x, &self.lines[0]) + self.noise[1].at(x, &self.lines[1]) / 2
    }
}

/// The cells from the first to the last ball on each axis.
fn centers(balls: &[Ball]) -> Rect {
    let cells = balls.iter().flat_map(|ball| {
        let at = |round: i32| Cell::new((ball.x + round).div_euclid(EIGHTHS), (ball.y + round).div_euclid(EIGHTHS));
        [at(0), at(EIGHTHS - 1)]
    });
    Rect::around(cells).unwrap_or(Rect::new(0, 0, 1, 1))
}
