//! Whole distance tables by words: 64 sub-cells take a step at once.
//!
//! The sub-cells of one level are bits in rows of words. The next level is what lies one step beside them and has not been
//! reached: two shifts, the row above and the row below, and for diagonal steps the same of those from which such a step is
//! open. Every level joins one of three planes, by the remainder of its distance, and the planes are woven into the two bits
//! a sub-cell of a [`DistanceTable`](super::distance::DistanceTable).
//!
//! ```text
//!   .1.     1.1     Along four directions a step is open between any two neighbours that can be left at all, so one plane
//!   1G1  →  .G.     of these tells every step. A row of zeros on each side stands for the walls round the ground; a row of
//!   .1.     1.1     more than one word ends with a zero bit, so that no step leads from its end to the next.
//! ```

use undercroft_grid::WORD_BITS;

use crate::open_moves::{ORTHOGONAL, OpenMoves, SubcellId};

/// The most words in a row for which a flood along four directions was measured to be quicker: 0.6 of the time of a queue on
/// a warehouse of 161×63. Along eight directions it took three times as long there, and 0.2 to 0.33 on grounds of 64×64.
const WIDEST: usize = 3;

/// The ground as planes of bits, and the memory of floods.
pub(super) struct Flood {
    width: usize,
    height: usize,
    /// Words in a row.
    stride: usize,
    /// Sub-cells that can be left. All planes have a row of zeros above and one below.
    open: Vec<u64>,
    /// Sub-cells from which the diagonal steps NW, NE, SW and SE are open; `None` when none is.
    diagonals: Option<[Vec<u64>; 4]>,
    unreached: Vec<u64>,
    level: Vec<u64>,
    next_level: Vec<u64>,
    /// The levels by the remainder of their distances.
    planes: [Vec<u64>; 3],
}

/// What a flood found: the words of a table, its levels, and how many sub-cells were reached.
pub(super) struct Flooded {
    pub(super) words: Vec<u64>,
    pub(super) levels: u32,
    pub(super) reached: usize,
}

impl Flood {
    /// The planes of a ground.
    pub(super) fn new(moves: &OpenMoves) -> Self {
        let (width, height) = (moves.size().width() as usize, moves.size().height() as usize);
        let stride = if width <= WORD_BITS { 1 } else { width / WORD_BITS + 1 };
        let blank = vec![0; stride * (height + 2)];
        let mut flood = Self {
            width,
            height,
            stride,
            open: blank.clone(),
            diagonals: None,
            unreached: blank.clone(),
            level: blank.clone(),
            next_level: blank.clone(),
            planes: [blank.clone(), blank.clone(), blank.clone()],
        };
        let mut diagonals = [blank.clone(), blank.clone(), blank.clone(), blank];
        let mut any_diagonal = 0;
        for spot in (0..(width * height) as u32).map(SubcellId) {
            let (mask, (word, bit)) = (moves.mask(spot), flood.place(spot));
            flood.open[word] |= u64::from(mask != 0) << bit;
            for (plane, direction) in diagonals.iter_mut().zip([0, 2, 5, 7]) {
                plane[word] |= u64::from(mask >> direction & 1) << bit;
            }
            any_diagonal |= mask & !ORTHOGONAL;
        }
        flood.diagonals = (any_diagonal != 0).then_some(diagonals);
        flood
    }

    /// Whether a flood takes less time than a queue: every level costs all words of its rows, however few sub-cells it has.
    pub(super) const fn is_quick(&self) -> bool {
        self.stride == 1 || self.diagonals.is_none() && self.stride <= WIDEST
    }

    /// The table of a goal, complete.
    pub(super) fn run(&mut self, goal: SubcellId) -> Flooded {
        let (word, bit) = self.place(goal);
        self.unreached.copy_from_slice(&self.open);
        self.level.fill(0);
        self.next_level.fill(0);
        self.planes.iter_mut().for_each(|plane| plane.fill(0));
        self.planes[0][word] = 1 << bit;
        // From a goal that cannot be left, no step leads anywhere.
        self.level[word] = self.open[word] & 1 << bit;
        self.unreached[word] &= !(1 << bit);
        let row = word / self.stride;
        let (mut rows, mut levels) = (row..row + 1, 0);
        loop {
            levels += 1;
            // The rows that the level can reach, without those of zeros.
            rows = rows.start.saturating_sub(1).max(1)..(rows.end + 1).min(self.height + 1);
            self.take_step(rows.start * self.stride..rows.end * self.stride, levels % 3);
            while !rows.is_empty() && self.is_row_empty(rows.start) {
                rows.start += 1;
            }
            while !rows.is_empty() && self.is_row_empty(rows.end - 1) {
                rows.end -= 1;
            }
            if rows.is_empty() {
                break;
            }
        }
        let [zero, one, two] = &self.planes;
        let reached = [zero, one, two].into_iter().flatten().map(|word| word.count_ones() as usize).sum();
        Flooded { words: self.woven(), levels: levels as u32, reached }
    }

    /// Takes the level, and all that it reaches in a range of words, one step further.
    fn take_step(&mut self, words: std::ops::Range<usize>, remainder: usize) {
        match (self.stride > 1, self.diagonals.is_some()) {
            (false, false) => self.spread::<false, false>(words, remainder),
            (false, true) => self.spread::<false, true>(words, remainder),
            (true, false) => self.spread::<true, false>(words, remainder),
            (true, true) => self.spread::<true, true>(words, remainder),
        }
    }

    fn spread<const CARRY: bool, const DIAGONAL: bool>(&mut self, words: std::ops::Range<usize>, remainder: usize) {
        let (stride, len) = (self.stride, words.len());
        let level = &self.level[..];
        let at = |offset: usize| &level[words.start + offset - stride..][..len];
        let (above, here, below) = (at(0), at(stride), at(2 * stride));
        let (west, east) = (at(stride - 1), at(stride + 1));
        let unreached = &mut self.unreached[words.clone()];
        let next_level = &mut self.next_level[words.clone()];
        let plane = &mut self.planes[remainder][words.clone()];
        for i in 0..len {
            let mut next = here[i] << 1 | here[i] >> 1 | above[i] | below[i];
            if CARRY {
                next |= west[i] >> 63 | east[i] << 63;
            }
            if DIAGONAL {
                next |= diagonal_steps::<CARRY>(self.diagonals.as_ref(), level, words.start + i, stride);
            }
            next &= unreached[i];
            unreached[i] ^= next;
            plane[i] |= next;
            next_level[i] = next;
        }
        self.level[words].fill(0);
        std::mem::swap(&mut self.level, &mut self.next_level);
    }

    fn is_row_empty(&self, row: usize) -> bool {
        self.level[row * self.stride..][..self.stride].iter().all(|&word| word == 0)
    }

    /// The word and bit of a sub-cell in a plane.
    fn place(&self, spot: SubcellId) -> (usize, usize) {
        let (x, y) = (spot.index() % self.width, spot.index() / self.width);
        ((y + 1) * self.stride + x / WORD_BITS, x % WORD_BITS)
    }

    /// The planes as two bits a sub-cell: the remainder, or both bits where nothing was reached.
    fn woven(&self) -> Vec<u64> {
        let area = self.width * self.height;
        let mut words = vec![0; area.div_ceil(32) + 1];
        let [zero, one, two] = &self.planes;
        for (y, x) in (0..self.height).flat_map(|y| (0..self.width).step_by(32).map(move |x| (y, x))) {
            let (word, half) = ((y + 1) * self.stride + x / WORD_BITS, x % WORD_BITS);
            let unknown = !(zero[word] | one[word] | two[word]);
            let [low, high] = [one[word] | unknown, two[word] | unknown].map(|plane| spaced((plane >> half) as u32));
            let columns = (self.width - x).min(32);
            let pairs = (low | high << 1) & u64::MAX >> (64 - 2 * columns);
            let (to, shift) = ((y * self.width + x) / 32, (y * self.width + x) % 32 * 2);
            words[to] |= pairs << shift;
            words[to + 1] |= pairs >> 1 >> (63 - shift);
        }
        words.truncate(area.div_ceil(32));
        if let Some(last) = words.last_mut().filter(|_| !area.is_multiple_of(32)) {
            *last |= u64::MAX << (area % 32 * 2);
        }
        words
    }
}

/// The sub-cells of a word that diagonal steps from a level lead to.
#[inline]
fn diagonal_steps<const CARRY: bool>(
    diagonals: Option<&[Vec<u64>; 4]>,
    level: &[u64],
    word: usize,
    stride: usize,
) -> u64 {
    let Some([north_west, north_east, south_west, south_east]) = diagonals else { return 0 };
    let (above, below) = (word - stride, word + stride);
    // Beyond the planes lies nothing.
    let leaves = |plane: &[u64], word: usize| plane.get(word).map_or(0, |open| open & level[word]);
    let mut next = leaves(south_east, above) << 1
        | leaves(south_west, above) >> 1
        | leaves(north_east, below) << 1
        | leaves(north_west, below) >> 1;
    if CARRY {
        let before = leaves(south_east, above.wrapping_sub(1)) | leaves(north_east, below - 1);
        let after = leaves(south_west, above + 1) | leaves(north_west, below + 1);
        next |= before >> 63 | after << 63;
    }
    next
}

/// The bits of a number with a zero after each.
const fn spaced(bits: u32) -> u64 {
    let mut spaced = bits as u64;
    spaced = (spaced | spaced << 16) & 0x0000_FFFF_0000_FFFF;
    spaced = (spaced | spaced << 8) & 0x00FF_00FF_00FF_00FF;
    spaced = (spaced | spaced << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    spaced = (spaced | spaced << 2) & 0x3333_3333_3333_3333;
    (spaced | spaced << 1) & 0x5555_5555_5555_5555
}
