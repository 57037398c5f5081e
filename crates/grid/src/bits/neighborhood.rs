//! Cells by their neighbourhood: a rule for 64 cells at once, and the box round a set.

use super::{BitGrid, WORD_BITS};
use crate::{Rect, Size};

impl BitGrid {
    /// The set that a rule makes of the nine cells round each cell, 64 cells at a time: bit for bit, the words hold whether
    /// the cell in that direction is in the set. Cells outside the map never are.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Cell, Rect, Size};
    ///
    /// let mut floor = BitGrid::new(Size::of(7, 5));
    /// floor.fill_rect(Rect::new(2, 1, 5, 4));
    /// let inner = floor.map_neighborhood(|[[_, n, _], [w, c, e], [_, s, _]]| n & w & c & e & s);
    /// assert_eq!(inner.iter().collect::<Vec<_>>(), [Cell::new(3, 2)]);
    /// ```
    #[must_use]
    pub fn map_neighborhood(&self, rule: impl Fn([[u64; 3]; 3]) -> u64) -> Self {
        let mut mapped = Self::new(self.size);
        let (stride, mask) = (self.stride, self.last_word_mask());
        let word = |at: Option<usize>| at.and_then(|at| self.words.get(at)).copied().unwrap_or(0);
        if stride == 1 {
            let (mut above, mut middle) = (0, word(Some(0)));
            for (y, to) in mapped.words.iter_mut().enumerate() {
                let below = word(Some(y + 1));
                *to = rule([with_sides(0, above, 0), with_sides(0, middle, 0), with_sides(0, below, 0)]) & mask;
                (above, middle) = (middle, below);
            }
            return mapped;
        }
        for (at, to) in mapped.words.iter_mut().enumerate() {
            let (is_first, is_last) = (at % stride == 0, (at + 1) % stride == 0);
            let row = |at: Option<usize>| {
                let before = if is_first { None } else { at.and_then(|at| at.checked_sub(1)) };
                let after = if is_last { None } else { at.map(|at| at + 1) };
                with_sides(word(before), word(at), word(after))
            };
            let near = rule([row(at.checked_sub(stride)), row(Some(at)), row(Some(at + stride))]);
            *to = if is_last { near & mask } else { near };
        }
        mapped
    }

    /// The smallest rectangle round the set; `None` if it is empty.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Cell, Rect, Size};
    ///
    /// let mut set = BitGrid::new(Size::of(100, 9));
    /// assert_eq!(set.bounds(), None);
    /// set.insert(Cell::new(70, 2));
    /// set.insert(Cell::new(3, 5));
    /// assert_eq!(set.bounds(), Some(Rect::new(3, 2, 71, 6)));
    /// ```
    pub fn bounds(&self) -> Option<Rect> {
        let has_cells = |y: &i32| self.row(*y).iter().any(|&word| word != 0);
        let top = (0..self.size.height()).find(has_cells)?;
        let bottom = (top..self.size.height()).rev().find(has_cells)? + 1;
        let column = |i: usize| self.words.iter().skip(i).step_by(self.stride).fold(0, |all, word| all | word);
        let (first, last) = (0..self.stride).fold((None, None), |(first, last), i| {
            let (word, before) = (column(i), (i * WORD_BITS) as i32);
            if word == 0 {
                return (first, last);
            }
            let [lowest, highest] = [word.trailing_zeros(), word.ilog2()].map(|bit| before + bit as i32);
            (first.or(Some(lowest)), Some(highest))
        });
        Some(Rect::new(first?, top, last? + 1, bottom))
    }

    /// The part of the set in a rectangle, on a map of that size.
    ///
    /// ```
    /// use undercroft_grid::{BitGrid, Rect, Size};
    ///
    /// let mut set = BitGrid::new(Size::of(9, 9));
    /// set.fill_rect(Rect::new(2, 3, 5, 7));
    /// assert_eq!(set.cropped(Rect::new(2, 3, 5, 7)), BitGrid::full(Size::of(3, 4)));
    /// ```
    ///
    /// # Panics
    /// When the rectangle is empty.
    #[must_use]
    pub fn cropped(&self, rect: Rect) -> Self {
        let mut part = Self::new(Size::of(rect.width(), rect.height()));
        let mask = part.last_word_mask();
        for y in 0.max(-rect.top)..rect.height().min(self.size.height() - rect.top) {
            let to = part.row_mut(y);
            super::motion::shift_row(self.row(y + rect.top), to, -rect.left);
            to[to.len() - 1] &= mask;
        }
        part
    }
}

/// A word of a row seen from one cell farther east, from where it is, and from one cell farther west.
const fn with_sides(before: u64, word: u64, after: u64) -> [u64; 3] {
    [word << 1 | before >> 63, word, word >> 1 | after << 63]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Cell;
    use crate::testing::maps;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn each_of_nine_words_holds_the_neighbors_in_its_direction(set in maps(150, 6)) {
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let neighbors = set.map_neighborhood(|near| near[(dy + 1) as usize][(dx + 1) as usize]);
                let slow = BitGrid::from_fn(set.size(), |cell| set.contains(cell + Cell::new(dx, dy)));
                prop_assert_eq!(neighbors, slow);
            }
            let outside = set.map_neighborhood(|[_, [_, c, _], _]| !c);
            prop_assert_eq!(outside.count(), set.size().area() - set.count());
        }

        #[test]
        fn the_bounds_are_those_of_the_cells_and_a_part_has_the_cells_of_its_rectangle(
            set in maps(150, 9), x in -9..150i32, y in -9..9i32, width in 1..140i32, height in 1..12i32,
        ) {
            prop_assert_eq!(set.bounds(), Rect::around(set.iter()));
            let rect = Rect::at(Cell::new(x, y), width, height);
            let slow = BitGrid::from_fn(Size::of(width, height), |cell| set.contains(cell + Cell::new(x, y)));
            prop_assert_eq!(set.cropped(rect), slow);
        }
    }
}
