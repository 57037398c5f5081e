//! One value for each cell of a map.

use std::ops::{Index, IndexMut};

use crate::{Cell, Size};

/// One `T` for each cell, stored row by row.
///
/// ```
/// use undercroft_grid::{Cell, Grid, Size};
///
/// let heights = Grid::from_fn(Size::of(3, 2), |cell| cell.x * 10 + cell.y);
/// assert_eq!(heights[Cell::new(2, 1)], 21);
/// assert_eq!(heights.get(Cell::new(3, 0)), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    size: Size,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// The value of every cell computed from its place.
    pub fn from_fn(size: Size, value: impl FnMut(Cell) -> T) -> Self {
        Self { size, values: size.cells().map(value).collect() }
    }

    /// Takes values in row order.
    ///
    /// # Panics
    /// When there are not exactly `size.area()` values.
    pub fn from_values(size: Size, values: Vec<T>) -> Self {
        assert_eq!(values.len(), size.area(), "one value for each cell of a {size} map");
        Self { size, values }
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The value at a cell, or `None` outside the map.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.size.contains(cell).then(|| &self.values[self.size.id(cell)])
    }

    /// The value at a cell, to change it, or `None` outside the map.
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.size.contains(cell).then(|| &mut self.values[self.size.id(cell)])
    }

    /// The values of one row, west to east.
    pub fn row(&self, y: i32) -> &[T] {
        let width = self.size.width() as usize;
        &self.values[y as usize * width..][..width]
    }

    /// The values of one row, to change them.
    pub fn row_mut(&mut self, y: i32) -> &mut [T] {
        let width = self.size.width() as usize;
        &mut self.values[y as usize * width..][..width]
    }

    /// The rows from north to south.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.values.chunks_exact(self.size.width() as usize)
    }

    /// All values in row order.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All values in row order, to change them.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Every cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.size.cells().zip(&self.values)
    }

    /// A grid of the same size with each value converted.
    pub fn map<U>(&self, convert: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { size: self.size, values: self.values.iter().map(convert).collect() }
    }
}

impl<T: Clone> Grid<T> {
    /// The same value everywhere.
    pub fn filled(size: Size, value: T) -> Self {
        Self { size, values: vec![value; size.area()] }
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;
    fn index(&self, cell: Cell) -> &T {
        assert!(self.size.contains(cell), "{cell} lies outside a {} map", self.size);
        &self.values[self.size.id(cell)]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(self.size.contains(cell), "{cell} lies outside a {} map", self.size);
        &mut self.values[self.size.id(cell)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_cells_show_the_same_values() {
        let mut grid = Grid::from_fn(Size::of(4, 3), |c| c.x + 10 * c.y);
        assert_eq!(grid.row(2), [20, 21, 22, 23]);
        assert_eq!(grid[Cell::new(3, 1)], 13);
        grid[Cell::new(0, 0)] = 7;
        *grid.get_mut(Cell::new(1, 0)).unwrap() = 8;
        assert_eq!(grid.rows().next().unwrap(), [7, 8, 2, 3]);
        assert_eq!(grid.get(Cell::new(4, 0)), None);
        assert!(grid.iter().skip(4).all(|(c, &v)| v == c.x + 10 * c.y));
    }

    #[test]
    #[should_panic(expected = "(4, 0) lies outside a 4×3 map")]
    fn indexing_outside_says_where() {
        let _ = Grid::filled(Size::of(4, 3), 0)[Cell::new(4, 0)];
    }
}
