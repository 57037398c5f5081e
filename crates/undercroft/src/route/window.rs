//! A window of the map, made ready for searching: one byte for each position of the brush.
//!
//! A search looks at a window round its two rooms, never at the whole map, so that a map of any size costs what its
//! corridors cost. All questions that a step asks are answered here once, for 64 positions at a time, from the rows of
//! bits of the [`Ground`].

use undercroft_grid::{BitGrid, Cell, Rect};

use super::ground::Ground;

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
/// A way may end here.
pub const TARGET: u8 = 1 << 6;

/// The positions of a brush in a part of the map.
#[derive(Clone, Debug)]
pub struct Window {
    /// The positions, with a rim of closed ones round them.
    rect: Rect,
    /// Binary logarithm of the positions in a row of `flags`.
    shift: u32,
    flags: Vec<u8>,
    /// Whether some position can be merged with.
    merges: bool,
}

impl Window {
    /// A window on nothing.
    pub const fn new() -> Self {
        Self { rect: Rect::new(0, 0, 0, 0), shift: 0, flags: Vec::new(), merges: false }
    }

    /// Looks at the positions of a brush of this width whose north-west cells lie in `rect`. Memory is used again.
    pub fn look(&mut self, ground: &Ground, rect: Rect, width: i32) {
        let shown = rect.intersection(ground.inner);
        let rect = if shown.is_empty() { Rect::at(rect.min(), 0, 0) } else { shown }.grow(1);
        self.rect = rect;
        self.shift = (rect.width() as u32).next_power_of_two().trailing_zeros();
        self.flags.clear();
        self.flags.resize((rect.height() as usize) << self.shift, 0);
        self.merges = false;
        for y in rect.top + 1..rect.bottom - 1 {
            let mut x = rect.left + 1;
            while x < rect.right - 1 {
                let columns = (rect.right - 1 - x).min(64 - width);
                let stripe = Stripe::at(ground, Cell::new(x, y), width);
                self.write(Cell::new(x, y), columns, &stripe);
                x += columns;
            }
        }
    }

    /// How many numbers [`index`](Self::index) can give.
    pub fn len(&self) -> u32 {
        self.flags.len() as u32
    }

    /// The number of a position.
    pub fn index(&self, at: Cell) -> u32 {
        ((at.y - self.rect.top) as u32) << self.shift | (at.x - self.rect.left) as u32
    }

    /// The position with this number.
    pub fn cell(&self, index: u32) -> Cell {
        let (x, y) = (index & ((1 << self.shift) - 1), index >> self.shift);
        self.rect.min() + Cell::new(x as i32, y as i32)
    }

    /// How far apart the numbers of a position and its southern neighbour are.
    pub const fn stride(&self) -> u32 {
        1 << self.shift
    }

    /// What is known of a position.
    pub fn flags(&self, index: u32) -> u8 {
        self.flags[index as usize]
    }

    /// Says that a way may end at this position.
    pub fn mark_target(&mut self, index: u32) {
        self.flags[index as usize] |= TARGET;
    }

    /// Whether some position can be merged with.
    pub const fn merges(&self) -> bool {
        self.merges
    }

    fn write(&mut self, at: Cell, columns: i32, stripe: &Stripe) {
        let start = self.index(at) as usize;
        self.merges |= stripe.merge & (u64::MAX >> (64 - columns)) != 0;
        for (i, flags) in self.flags[start..start + columns as usize].iter_mut().enumerate() {
            let bit = |word: u64, flag: u8| (word >> i & 1) as u8 * flag;
            *flags = bit(stripe.open, OPEN)
                | bit(stripe.hug_across, HUG_ACROSS)
                | bit(stripe.hug_along, HUG_ALONG)
                | bit(stripe.merge, MERGE)
                | bit(stripe.beside_across, BESIDE_ACROSS)
                | bit(stripe.beside_along, BESIDE_ALONG);
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
    fn at(ground: &Ground, Cell { x, y }: Cell, width: i32) -> Self {
        let (mut blocked, mut common, mut any_runway) = (0, u64::MAX, 0);
        let (mut rooms_aside, mut corridors_aside) = (0, 0);
        for row in y..y + width {
            let (rooms, corridors) = (bits(&ground.rooms, row, x), bits(&ground.corridors, row, x));
            let outside = !inside(ground.inner, row, x);
            blocked |= swept(rooms | outside | bits(&ground.reserved, row, x), width);
            common &= swept_all(corridors, width);
            any_runway |= swept(bits(&ground.runways, row, x), width);
            rooms_aside |= bits(&ground.rooms, row, x - 1) | bits(&ground.rooms, row, x + width);
            corridors_aside |= bits(&ground.corridors, row, x - 1) | bits(&ground.corridors, row, x + width);
        }
        let flanks = |set: &BitGrid| swept(bits(set, y - 1, x) | bits(set, y + width, x), width);
        Self {
            open: !blocked,
            hug_across: flanks(&ground.rooms),
            hug_along: rooms_aside,
            merge: common & !any_runway,
            beside_across: flanks(&ground.corridors) & !common,
            beside_along: corridors_aside & !common,
        }
    }
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
    let word = |i: i32| usize::try_from(i).ok().and_then(|i| row.get(i)).copied().unwrap_or(0);
    let (first, offset) = (x.div_euclid(64), x.rem_euclid(64) as u32);
    let high = word(first + 1).checked_shl(64 - offset).unwrap_or(0);
    word(first) >> offset | high
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::Size;

    use super::*;
    use crate::place::Layout;

    /// The definitions, cell by cell.
    fn slow(ground: &Ground, at: Cell, w: i32) -> u8 {
        let brush = Rect::at(at, w, w);
        let across = Rect::new(brush.left, brush.top - 1, brush.right, brush.bottom + 1);
        let along = Rect::new(brush.left - 1, brush.top, brush.right + 1, brush.bottom);
        let beside = |rect: Rect, set: &BitGrid| rect.cells().any(|c| !brush.contains(c) && set.contains(c));
        let all_corridor = brush.cells().all(|c| ground.corridors.contains(c));
        let flag = |yes: bool, flag: u8| if yes { flag } else { 0 };
        flag(ground.is_clear(brush), OPEN)
            | flag(beside(across, &ground.rooms), HUG_ACROSS)
            | flag(beside(along, &ground.rooms), HUG_ALONG)
            | flag(all_corridor && !brush.cells().any(|c| ground.runways.contains(c)), MERGE)
            | flag(beside(across, &ground.corridors) && !all_corridor, BESIDE_ACROSS)
            | flag(beside(along, &ground.corridors) && !all_corridor, BESIDE_ALONG)
    }

    proptest! {
        #[test]
        fn a_window_tells_what_the_definitions_say(
            seed in any::<u64>(), w in 3..150i32, h in 3..12i32, width in 1..=4i32,
            left in -3..140i32, top in -3..9i32, right in 0..150i32, bottom in 0..15i32,
        ) {
            let layout = Layout { size: Size::of(w, h), rooms: vec![], lattice: [1, 1], warnings: vec![] };
            let mut ground = Ground::new(&layout);
            let mut stream = crate::seed::Stream::new(seed, "window");
            for cell in layout.size.cells() {
                match stream.below(8) {
                    0 => drop(ground.rooms.insert(cell)),
                    1 => drop(ground.reserved.insert(cell)),
                    2 | 3 => drop(ground.corridors.insert(cell)),
                    4 => { ground.corridors.insert(cell); ground.runways.insert(cell); }
                    _ => {}
                }
            }
            let rect = Rect::new(left, top, left + right, top + bottom);
            let mut window = Window::new();
            window.look(&ground, rect, width);
            let shown = rect.intersection(ground.inner);
            for cell in shown.cells() {
                let index = window.index(cell);
                prop_assert_eq!(window.cell(index), cell);
                prop_assert_eq!(window.flags(index), slow(&ground, cell, width), "{}", cell);
            }
            let any = shown.cells().any(|cell| slow(&ground, cell, width) & MERGE != 0);
            prop_assert_eq!(window.merges(), any);
        }
    }
}
