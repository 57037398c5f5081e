//! The eight symmetries of the square.
//!
//! ```text
//!     Identity  TurnRight  HalfTurn  TurnLeft     MirrorX  AntiTranspose  MirrorY  Transpose
//!       ab         ca         dc        bd          ba          db          cd        ac
//!       cd         db         ba        ac          dc          ca          ab        bd
//! ```
//!
//! They are the dihedral group of order 8. Each is a mirroring of east and west, or not, and then 0 to 3 quarter turns
//! clockwise; with `r` for the turn and `m` for the mirroring everything follows from `m·r = r⁻¹·m`. A map of any
//! shape is carried along: the corner of the picture stays at the origin, and turning swaps width and height.

use crate::{BitGrid, Cell, Dir, Grid, Rect, Size};

/// A turn or mirroring of a map.
///
/// ```
/// use undercroft_grid::{Cell, Dir, Size, Symmetry};
///
/// let size = Size::of(5, 3);
/// assert_eq!(Symmetry::TurnRight.cell(Cell::new(4, 0), size), Cell::new(2, 4));
/// assert_eq!(Symmetry::TurnRight.size(size), Size::of(3, 5));
/// assert_eq!(Symmetry::TurnRight.dir(Dir::North), Dir::East);
/// assert_eq!(Symmetry::TurnRight.after(Symmetry::MirrorX), Symmetry::AntiTranspose);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Symmetry {
    /// Everything stays.
    #[default]
    Identity,
    /// A quarter turn clockwise: north becomes east.
    TurnRight,
    /// A half turn.
    HalfTurn,
    /// A quarter turn anticlockwise: north becomes west.
    TurnLeft,
    /// East and west change places.
    MirrorX,
    /// Mirrored at the diagonal from the north-east to the south-west.
    AntiTranspose,
    /// North and south change places.
    MirrorY,
    /// Mirrored at the diagonal from the north-west to the south-east: `x` and `y` change places.
    Transpose,
}

/// A symmetry as steps, in this order: reverse the columns, reverse the rows, swap the axes.
struct Steps {
    reverse_x: bool,
    reverse_y: bool,
    swap: bool,
}

impl Symmetry {
    /// All eight: the four turns, then the same turns after a mirroring.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::TurnRight,
        Self::HalfTurn,
        Self::TurnLeft,
        Self::MirrorX,
        Self::AntiTranspose,
        Self::MirrorY,
        Self::Transpose,
    ];

    /// East and west mirrored if asked for, *then* so many quarter turns clockwise, modulo four.
    pub const fn new(mirrored: bool, turns: u32) -> Self {
        Self::ALL[(turns % 4) as usize + 4 * mirrored as usize]
    }

    /// Whether left and right change places: the first part of [`new`](Self::new).
    pub const fn is_mirrored(self) -> bool {
        self as u32 >= 4
    }

    /// Quarter turns clockwise, 0 to 3: the second part of [`new`](Self::new).
    pub const fn turns(self) -> u32 {
        self as u32 % 4
    }

    /// Whether width and height change places.
    pub const fn swaps_axes(self) -> bool {
        self.turns() % 2 == 1
    }

    /// `first`, then this.
    pub const fn after(self, first: Self) -> Self {
        // m·r = r⁻¹·m: turns that come before a mirroring count backwards after it.
        let earlier = if self.is_mirrored() { 4 - first.turns() } else { first.turns() };
        Self::new(self.is_mirrored() != first.is_mirrored(), self.turns() + earlier)
    }

    /// The symmetry that takes this one back.
    pub const fn inverse(self) -> Self {
        if self.is_mirrored() { self } else { Self::new(false, 4 - self.turns()) }
    }

    /// The size that a map of this size gets.
    pub fn size(self, size: Size) -> Size {
        if self.swaps_axes() { Size::of(size.height(), size.width()) } else { size }
    }

    /// Where a cell of a map of this size comes to lie.
    pub const fn cell(self, cell: Cell, size: Size) -> Cell {
        let steps = self.steps();
        let x = if steps.reverse_x { size.width() - 1 - cell.x } else { cell.x };
        let y = if steps.reverse_y { size.height() - 1 - cell.y } else { cell.y };
        if steps.swap { Cell::new(y, x) } else { Cell::new(x, y) }
    }

    /// Where the difference of two cells comes to point.
    pub const fn delta(self, delta: Cell) -> Cell {
        let steps = self.steps();
        let x = if steps.reverse_x { -delta.x } else { delta.x };
        let y = if steps.reverse_y { -delta.y } else { delta.y };
        if steps.swap { Cell::new(y, x) } else { Cell::new(x, y) }
    }

    /// Where a direction comes to point.
    pub const fn dir(self, dir: Dir) -> Dir {
        let mirrored = self.is_mirrored() && dir.is_horizontal();
        let dir = if mirrored { dir.opposite() } else { dir };
        Dir::from_index(dir.index() + self.turns() as usize)
    }

    /// Where a rectangle on a map of this size comes to lie. An empty rectangle stays empty.
    pub const fn rect(self, rect: Rect, size: Size) -> Rect {
        let Rect { mut left, mut top, mut right, mut bottom } = rect;
        let steps = self.steps();
        if steps.reverse_x {
            (left, right) = (size.width() - right, size.width() - left);
        }
        if steps.reverse_y {
            (top, bottom) = (size.height() - bottom, size.height() - top);
        }
        if steps.swap { Rect::new(top, left, bottom, right) } else { Rect::new(left, top, right, bottom) }
    }

    /// The map with every value moved along.
    pub fn grid<T: Clone>(self, grid: &Grid<T>) -> Grid<T> {
        let size = self.size(grid.size());
        let back = self.inverse();
        Grid::from_fn(size, |cell| grid[back.cell(cell, size)].clone())
    }

    /// The set with every cell moved along, by whole words.
    pub fn bits(self, bits: &BitGrid) -> BitGrid {
        let steps = self.steps();
        let mut moved = bits.clone();
        if steps.reverse_x {
            moved.reverse_columns();
        }
        if steps.reverse_y {
            moved.reverse_rows();
        }
        if steps.swap { moved.transposed() } else { moved }
    }

    /// The same as steps that keep the origin at the corner of the map.
    const fn steps(self) -> Steps {
        let (reverse_x, reverse_y) = match self {
            Self::Identity | Self::Transpose => (false, false),
            Self::TurnRight | Self::MirrorY => (false, true),
            Self::HalfTurn | Self::AntiTranspose => (true, true),
            Self::TurnLeft | Self::MirrorX => (true, false),
        };
        Steps { reverse_x, reverse_y, swap: self.swaps_axes() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::maps;

    /// Every pair of symmetries.
    fn pairs() -> impl Iterator<Item = (Symmetry, Symmetry)> {
        Symmetry::ALL.into_iter().flat_map(|a| Symmetry::ALL.map(|b| (a, b)))
    }

    /// A two-by-two map of letters, as the picture in the header draws it.
    fn picture(symmetry: Symmetry) -> String {
        let square = Grid::from_values(Size::of(2, 2), vec!['a', 'b', 'c', 'd']);
        symmetry.grid(&square).values().iter().collect()
    }

    #[test]
    fn the_eight_pictures_are_those_of_the_header() {
        let pictures = Symmetry::ALL.map(picture);
        assert_eq!(pictures, ["abcd", "cadb", "dcba", "bdac", "badc", "dbca", "cdab", "acbd"]);
    }

    #[test]
    fn the_symmetries_are_a_group() {
        for (a, b) in pairs() {
            assert!(Symmetry::ALL.contains(&a.after(b)));
            for c in Symmetry::ALL {
                assert_eq!(a.after(b).after(c), a.after(b.after(c)), "{a:?} {b:?} {c:?}");
            }
            assert_eq!(a.after(b).inverse(), b.inverse().after(a.inverse()), "{a:?} {b:?}");
        }
        for a in Symmetry::ALL {
            assert_eq!((a.after(Symmetry::Identity), Symmetry::Identity.after(a)), (a, a));
            assert_eq!((a.after(a.inverse()), a.inverse().after(a)), (Symmetry::Identity, Symmetry::Identity));
            assert_eq!(Symmetry::new(a.is_mirrored(), a.turns()), a);
        }
    }

    #[test]
    fn directions_and_differences_turn_with_the_map() {
        for (a, b) in pairs() {
            for dir in Dir::ALL {
                assert_eq!(a.after(b).dir(dir), a.dir(b.dir(dir)), "{a:?} {b:?} {dir:?}");
                assert_eq!(a.dir(dir).delta(), a.delta(dir.delta()), "{a:?} {dir:?}");
            }
        }
    }

    #[test]
    fn a_quarter_turn_to_the_right_is_clockwise_with_y_to_the_south() {
        let size = Size::of(7, 4);
        for cell in size.cells() {
            assert_eq!(Symmetry::TurnRight.cell(cell, size), Cell::new(size.height() - 1 - cell.y, cell.x));
        }
        assert_eq!(Dir::ALL.map(|dir| Symmetry::TurnRight.dir(dir)), Dir::ALL.map(Dir::right));
    }

    fn rects() -> impl Strategy<Value = Rect> {
        (-4..30i32, -4..30i32, -2..20i32, -2..20i32).prop_map(|(x, y, w, h)| Rect::at(Cell::new(x, y), w, h))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn one_after_the_other_is_the_composed_symmetry(map in maps(140, 90), rect in rects()) {
            let size = map.size();
            let cell = size.cell(map.count() % size.area());
            for (a, b) in pairs() {
                let (both, between) = (a.after(b), b.size(size));
                prop_assert_eq!(both.size(size), a.size(between));
                prop_assert_eq!(both.cell(cell, size), a.cell(b.cell(cell, size), between));
                prop_assert_eq!(both.rect(rect, size), a.rect(b.rect(rect, size), between));
                prop_assert_eq!(both.delta(rect.min()), a.delta(b.delta(rect.min())));
                prop_assert_eq!(both.bits(&map), a.bits(&b.bits(&map)));
            }
        }

        #[test]
        fn sets_maps_and_rectangles_move_cell_by_cell(map in maps(140, 90), rect in rects()) {
            let size = map.size();
            let values = Grid::from_fn(size, |c| c);
            for s in Symmetry::ALL {
                let (bits, grid, moved) = (s.bits(&map), s.grid(&values), s.rect(rect, size));
                prop_assert_eq!((bits.size(), grid.size()), (s.size(size), s.size(size)));
                prop_assert_eq!(bits.count(), map.count());
                prop_assert_eq!(moved.area(), rect.area());
                prop_assert_eq!(s.inverse().bits(&bits), map.clone());
                for cell in size.cells() {
                    let there = s.cell(cell, size);
                    prop_assert_eq!(bits.contains(there), map.contains(cell));
                    prop_assert_eq!(grid[there], cell);
                    prop_assert_eq!(moved.contains(there), rect.contains(cell));
                    prop_assert_eq!(s.inverse().cell(there, s.size(size)), cell);
                }
            }
        }

        #[test]
        fn a_step_and_a_symmetry_may_change_places(x in -9..9i32, y in -9..9i32, w in 1..9i32, h in 1..9i32) {
            let (cell, size) = (Cell::new(x, y), Size::of(w, h));
            for s in Symmetry::ALL {
                for dir in Dir::ALL {
                    prop_assert_eq!(s.cell(cell + dir, size), s.cell(cell, size) + s.dir(dir));
                }
            }
        }
    }
}
