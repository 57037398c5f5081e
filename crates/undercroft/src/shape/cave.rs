//! Caves: lobed chambers by metaballs along a crooked walk.
//!
//! ```text
//!      ###         Three to six balls lie along a crooked walk, large and small ones by turns: lobes and the necks between them
//!    ######        (J. F. Blinn, "A Generalization of Algebraic Surface Drawing", 1982). A cell is floor where the sum of their
//!    ####          fields, times value noise of two octaves, is above a threshold. The scale is changed until the area is about
//!     ####  ##     the one that was asked for. Then the edge is smoothed once, the largest part is kept, small holes are
//!      #######     filled, arms of a single cell are dropped, and straight sides get a bulge. All of it is in integers; lengths
//!       #####      are in eighths of a cell.
//! ```

use undercroft_grid::BitGrid;

use super::cave_field::{Ball, UNIT_SCALE, floor_at};
use super::cave_walls::{has_arms, largest_part, smoothed, with_broken_sides, without_arms, without_small_holes};
use crate::seed::Stream;
use crate::value_noise::ValueNoise;

/// Balls of a cave.
const BALLS: std::ops::Range<i32> = 3..7;
/// Radii of the balls by turns, a lobe and a neck: balls of all sizes melt into a single round one. [Unit: eighths of a cell]
const RADII: [std::ops::Range<i32>; 2] = [16..27, 10..15];
/// The eight headings of the walk, each about a cell long, and the cells of a step.
const HEADINGS: [[i32; 2]; 8] = [[8, 0], [6, 6], [0, 8], [-6, 6], [-8, 0], [-6, -6], [0, -8], [6, -6]];
const STEPS: std::ops::Range<i32> = 3..5;
/// By how many headings the walk turns.
const TURNS: [i32; 8] = [-2, -1, -1, 0, 0, 1, 1, 2];
/// Spacing of the two octaves of noise. [Unit: cells]
const OCTAVES: [i32; 2] = [11, 5];
/// The sum of squared radii that makes a cell, in the mean. [Unit: squared eighths]
const SQUARES_PER_CELL: i32 = 25;
/// How often a scale is changed.
const CHANGES: usize = 6;
/// Cells of rock round the floor while its walls are made: bulges need some.
const MARGIN: i32 = 3;

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
        for radii in RADII.iter().cycle().take(stream.range(BALLS) as usize) {
            balls.push(Ball { x, y, radius: stream.range(radii.clone()) });
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
        let floor = largest_part(smoothed(&self.field_floor()?))?;
        let floor = with_broken_sides(without_arms(without_small_holes(floor)))?;
        let (area, bounds) = (floor.count(), floor.bounds()?);
        let is_fit = 2 * area >= self.area as usize && (area as i64) < bounds.area() && !has_arms(&floor);
        is_fit.then(|| floor.cropped(bounds))
    }

    /// The cells above the threshold at a scale that gives about the area asked for, with a margin of rock.
    fn field_floor(&self) -> Option<BitGrid> {
        let squares: i32 = self.balls.iter().map(|ball| ball.radius * ball.radius).sum();
        let squared_scale = UNIT_SCALE * UNIT_SCALE * SQUARES_PER_CELL * self.area / squares;
        let mut scale = squared_scale.isqrt().max(UNIT_SCALE / 4);
        let mut floor = floor_at(&self.balls, self.noise, scale);
        for _ in 0..CHANGES {
            let area = floor.count() as i32;
            if 4 * (area - self.area).abs() <= self.area {
                break;
            }
            scale += if area < self.area { 1 } else { -1 } * (scale / 8).max(1);
            floor = floor_at(&self.balls, self.noise, scale);
        }
        Some(floor.cropped(floor.bounds()?.grow(MARGIN)))
    }
}

#[cfg(test)]
mod tests;
