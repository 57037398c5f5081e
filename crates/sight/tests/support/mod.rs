//! Maps for the laws of paths, and the slow truth about them.
#![allow(dead_code, reason = "each test binary uses a part")]

use proptest::prelude::*;
use undercroft_grid::{BitGrid, Cell, Rect, Size};
use undercroft_sight::oracle;

/// Steele, Lea and Flood's splitmix64.
pub struct SplitMix(pub u64);

impl SplitMix {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }
}

/// Scattered walls, or blocks of walls, of any share.
pub fn maps(side: i32) -> impl Strategy<Value = BitGrid> {
    (1..=side, 1..=side, 0..=60u64, any::<u64>(), any::<bool>()).prop_map(|(w, h, share, seed, blocks)| {
        if blocks { blocky(Size::of(w, h), share / 3, seed) } else { scattered(Size::of(w, h), share, seed) }
    })
}

pub fn scattered(size: Size, percent: u64, seed: u64) -> BitGrid {
    let mut random = SplitMix(seed);
    BitGrid::from_fn(size, |_| random.below(100) < percent)
}

/// Rectangles strewn over the map.
pub fn blocky(size: Size, blocks: u64, seed: u64) -> BitGrid {
    let mut random = SplitMix(seed);
    let mut solid = BitGrid::new(size);
    for _ in 0..blocks {
        let at = Cell::new(random.below(size.width() as u64) as i32, random.below(size.height() as u64) as i32);
        solid.fill_rect(Rect::at(at, 1 + random.below(7) as i32, 1 + random.below(7) as i32));
    }
    solid
}

/// A free cell, by any number; `None` on a solid map.
pub fn free_cell(solid: &BitGrid, pick: u64) -> Option<Cell> {
    let free: Vec<Cell> = solid.size().cells().filter(|&cell| !solid.contains(cell)).collect();
    (!free.is_empty()).then(|| free[(pick % free.len() as u64) as usize])
}

/// The map that a drawing shows: `#` is solid, `A` and `B` are the ends.
pub fn drawn(picture: &str) -> (BitGrid, Cell, Cell) {
    let rows: Vec<&str> = picture.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let size = Size::of(rows[0].len() as i32, rows.len() as i32);
    let at = |cell: Cell| rows[cell.y as usize].as_bytes()[cell.x as usize];
    let find = |letter| size.cells().find(|&cell| at(cell) == letter).expect("the drawing has both ends");
    (BitGrid::from_fn(size, |cell| at(cell) == b'#'), find(b'A'), find(b'B'))
}

/// Length of the shortest path over the full visibility graph of all corners and both ends, by Dijkstra without a queue.
pub fn slow_length(solid: &BitGrid, from: Cell, to: Cell) -> Option<f64> {
    let mut nodes: Vec<Cell> = oracle::corners(solid).iter().collect();
    nodes.extend([from, to]);
    let target = nodes.len() - 1;
    let mut best = vec![f64::INFINITY; nodes.len()];
    let mut done = vec![false; nodes.len()];
    best[target - 1] = 0.0;
    loop {
        let open = (0..nodes.len()).filter(|&i| !done[i] && best[i].is_finite());
        let at = open.min_by(|&a, &b| best[a].total_cmp(&best[b]))?;
        if at == target {
            return Some(best[at]);
        }
        done[at] = true;
        for next in (0..nodes.len()).filter(|&next| !done[next]) {
            let through = best[at] + distance(nodes[at], nodes[next]);
            if through < best[next] && oracle::sees(solid, nodes[at], nodes[next]) {
                best[next] = through;
            }
        }
    }
}

pub fn distance(a: Cell, b: Cell) -> f64 {
    (a.distance_squared(b) as f64).sqrt()
}

/// Equal but for the rounding of a few thousand additions.
pub fn same_length(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b).max(1.0)
}
