//! Flags of each position of the brush, one byte each.
//!
//! Everything that a step of a search reads is computed here once, for 64 positions at a time, from the rows of bits of
//! the [`Layers`]. A position is the north-west cell of the brush.

use undercroft_grid::{BitGrid, Cell, Rect};

use super::layers::Layers;

/// The brush may be here.
pub const OPEN: u8 = 1;
/// A room lies along the brush when it moves east or west.
pub const HUG_ACROSS: u8 = 1 << 1;
/// A room lies along the brush when it moves north or south.
pub const HUG_ALONG: u8 = 1 << 2;
/// The brush lies on existing corridor that may be merged with.
pub const MERGE: u8 = 1 << 3;
/// A corridor lies beside the brush when it moves east or west.
pub const BESIDE_ACROSS: u8 = 1 << 4;
/// A corridor lies beside the brush when it moves north or south.
pub const BESIDE_ALONG: u8 = 1 << 5;

/// Writes the flags of the positions from `at` on, a whole number of columns of one row.
pub fn write(layers: &Layers, at: Cell, flags: &mut [u8], width: i32) {
    // A word has the cells of so many brushes, and one on each side.
    let most = (62 - width) as usize;
    for (i, part) in flags.chunks_mut(most).enumerate() {
        let stripe = Stripe::at(layers, at + Cell::new((i * most) as i32, 0), width);
        for (j, eight) in part.chunks_mut(8).enumerate() {
            eight.copy_from_slice(&stripe.eight(8 * j)[..eight.len()]);
        }
    }
}

/// The answers for up to 64 positions of one row, one bit each.
struct Stripe {
    open: u64,
    hug_across: u64,
    hug_along: u64,
    merge: u64,
    beside_across: u64,
    beside_along: u64,
}

impl Stripe {
    fn at(layers: &Layers, Cell { x, y }: Cell, width: i32) -> Self {
        let (mut blocked, mut common, mut any_runway) = (0, u64::MAX, 0);
        let (mut rooms_aside, mut corridors_aside) = (0, 0);
        for row in y..y + width {
            // From one column west of the brush on.
            let (rooms, corridors) = (bits(&layers.rooms, row, x - 1), bits(&layers.corridors, row, x - 1));
            let outside = !inside(layers.inner, row, x);
            blocked |= swept(rooms >> 1 | outside | bits(&layers.reserved, row, x), width);
            common &= swept_all(corridors >> 1, width);
            any_runway |= swept(bits(&layers.runways, row, x), width);
            rooms_aside |= rooms | rooms >> (1 + width);
            corridors_aside |= corridors | corridors >> (1 + width);
        }
        let flanks = |set: &BitGrid| swept(bits(set, y - 1, x) | bits(set, y + width, x), width);
        Self {
            open: !blocked,
            hug_across: flanks(&layers.rooms),
            hug_along: rooms_aside,
            merge: common & !any_runway,
            beside_across: flanks(&layers.corridors) & !common,
            beside_along: corridors_aside & !common,
        }
    }
}

impl Stripe {
    /// The flags of eight positions from bit `first` on.
    fn eight(&self, first: usize) -> [u8; 8] {
        let words = [self.open, self.hug_across, self.hug_along, self.merge, self.beside_across, self.beside_along];
        let flags = words.iter().enumerate().fold(0, |flags, (i, word)| flags | spread((word >> first) as u8) << i);
        flags.to_le_bytes()
    }
}

/// Each of eight bits as the lowest bit of a byte of its own.
const fn spread(bits: u8) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Bit i stays in byte i only; any bit there carries into the top bit.
    let own = (bits as u64 * EACH) & 0x8040_2010_0804_0201;
    (own + 0x7f * EACH) >> 7 & EACH
}

/// Positions whose brush has a bit of the row.
fn swept(row: u64, width: i32) -> u64 {
    (1..width).fold(row, |acc, i| acc | row >> i)
}

/// Positions whose brush has nothing but bits of the row.
fn swept_all(row: u64, width: i32) -> u64 {
    (1..width).fold(row, |acc, i| acc & row >> i)
}

/// 64 columns of a row from `x` on; outside the map there is nothing.
fn bits(set: &BitGrid, y: i32, x: i32) -> u64 {
    if !(0..set.size().height()).contains(&y) {
        return 0;
    }
    let row = set.row(y);
    // Columns west of the map have huge numbers as words east of it have: there is no such word.
    let word = |i: i32| row.get(i as usize).copied().unwrap_or(0);
    let (first, offset) = (x.div_euclid(64), x.rem_euclid(64));
    word(first) >> offset | word(first + 1) << 1 << (63 - offset)
}

/// Which of 64 columns from `x` on lie in the rectangle.
fn inside(rect: Rect, y: i32, x: i32) -> u64 {
    if !(rect.top..rect.bottom).contains(&y) {
        return 0;
    }
    let below = |end: i32| match (end - x).clamp(0, 64) {
        64 => u64::MAX,
        bits => (1 << bits) - 1,
    };
    below(rect.right) & !below(rect.left)
}
