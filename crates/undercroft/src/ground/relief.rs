//! The relief that water runs over: smooth noise, higher away from walls.

use undercroft_grid::{BitGrid, Cell, Rect};

use crate::value_noise::ValueNoise;

/// Distance of the lattice points of the broad noise; the fine one has half of it. [Unit: cells]
const SPACING: i32 = 12;
/// Walls farther away than this make no difference. [Unit: cells]
const FAR: i32 = 3;
/// The range of the noise, where a cell of distance from the nearest wall counts one quarter.
const NOISE_RANGE: i32 = 16;

/// Heights of cells, any of which can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct Relief<'a> {
    broad: ValueNoise,
    fine: ValueNoise,
    walkable: &'a BitGrid,
}

impl<'a> Relief<'a> {
    pub const fn new(seed: u64, walkable: &'a BitGrid) -> Self {
        let [broad, fine] = [ValueNoise::new(seed, SPACING), ValueNoise::new(!seed, SPACING / 2)];
        Self { broad, fine, walkable }
    }

    /// The height of a cell: noise of two octaves, and a quarter of the distance to the nearest wall.
    pub fn height(self, cell: Cell) -> i32 {
        let (x, y) = (i64::from(cell.x), i64::from(cell.y));
        let noise = (2 * self.broad.at(x, y) + self.fine.at(x, y)) / 3;
        noise + self.wall_distance(cell) * (ValueNoise::LIMIT / NOISE_RANGE / 4)
    }

    /// How far it is to the nearest cell that no one can walk on, as the larger of |dx| and |dy|.
    fn wall_distance(self, cell: Cell) -> i32 {
        let is_clear = |distance: &i32| {
            let ring = Rect::at(cell, 1, 1).grow(*distance);
            let sides = [
                Rect::new(ring.left, ring.top, ring.right, ring.top + 1),
                Rect::new(ring.left, ring.bottom - 1, ring.right, ring.bottom),
                Rect::new(ring.left, ring.top, ring.left + 1, ring.bottom),
                Rect::new(ring.right - 1, ring.top, ring.right, ring.bottom),
            ];
            sides.into_iter().flat_map(Rect::cells).all(|cell| self.walkable.contains(cell))
        };
        (1..FAR).take_while(is_clear).count() as i32 + 1
    }
}
