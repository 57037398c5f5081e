//! Room for a label: the largest free square of a floor (the pole of inaccessibility, on the grid).

use undercroft_grid::{Cell, Grid, Rect, Size};

use super::picture::{CELL, Point};

/// A free square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its middle.
    pub middle: Point,
    /// Its side. [Unit: cells]
    pub side: i32,
}

/// The free cells of a room.
#[derive(Clone, Debug)]
pub struct Free {
    bounds: Rect,
    free: Grid<bool>,
}

impl Free {
    /// The cells of a floor, all of them free; `None` of no cells.
    pub fn from_cells(cells: impl Iterator<Item = Cell>) -> Option<Self> {
        let cells: Vec<Cell> = cells.collect();
        let bounds = Rect::around(cells.iter().copied())?;
        let mut free = Grid::filled(Size::of(bounds.width(), bounds.height()), false);
        for cell in cells {
            free[Cell::new(cell.x - bounds.left, cell.y - bounds.top)] = true;
        }
        Some(Self { bounds, free })
    }

    /// Takes a cell away; one that is not there stays away.
    pub fn take(&mut self, cell: Cell) {
        if let Some(free) = self.free.get_mut(Cell::new(cell.x - self.bounds.left, cell.y - self.bounds.top)) {
            *free = false;
        }
    }

    /// Takes away the cells that a label of this width and height round `middle` would touch.
    pub fn take_label(&mut self, middle: Point, width: i32, height: i32) {
        let (min, max) = (middle.shift(-width / 2, -height / 2), middle.shift(width / 2, height / 2));
        super::picture::Area::new(min, max).cells().cells().for_each(|cell| self.take(cell));
    }

    /// The largest free square; among equals the one nearest to the middle of the room, then the north-western one.
    pub fn largest(&self) -> Option<Spot> {
        // Twice the coordinates, so that middles between cells are whole numbers.
        let heart = Cell::new(self.bounds.width(), self.bounds.height());
        let rank = |&(cell, side): &(Cell, i32)| {
            let middle = Cell::new(2 * cell.x + 2 - side, 2 * cell.y + 2 - side);
            (std::cmp::Reverse(side), middle.distance_squared(heart), cell.y, cell.x)
        };
        let (corner, side) = self.squares().into_iter().min_by_key(rank)?;
        let half = side * CELL / 2;
        let end = Point::corner(Cell::new(corner.x + 1 + self.bounds.left, corner.y + 1 + self.bounds.top));
        Some(Spot { middle: end.shift(-half, -half), side })
    }

    /// The middle of free cells that hold a box of this width and height, nearest to the middle of the room.
    pub fn nearest_box(&self, width: i32, height: i32) -> Option<Point> {
        let [across, down] = [width, height].map(|side| (side + CELL - 1) / CELL);
        let heart = Cell::new(self.bounds.width(), self.bounds.height());
        let fits = |rect: &Rect| rect.cells().all(|cell| self.free.get(cell).is_some_and(|free| *free));
        let boxes = self.free.size().cells().map(|corner| Rect::at(corner, across, down)).filter(fits);
        let middle = |rect: &Rect| Cell::new(rect.left + rect.right, rect.top + rect.bottom);
        let found = boxes.min_by_key(|rect| (middle(rect).distance_squared(heart), rect.top, rect.left))?;
        let half = middle(&found) + self.bounds.min() + self.bounds.min();
        Some(Point::new(half.x * CELL / 2, half.y * CELL / 2))
    }

    /// For each free cell, the side of the largest free square whose south-east corner it is.
    fn squares(&self) -> Vec<(Cell, i32)> {
        let mut sides: Grid<i32> = Grid::filled(self.free.size(), 0);
        let mut squares = Vec::new();
        for (cell, _) in self.free.iter().filter(|(_, free)| **free) {
            let side = |dx: i32, dy: i32| sides.get(Cell::new(cell.x - dx, cell.y - dy)).copied().unwrap_or(0);
            let own = 1 + side(1, 0).min(side(0, 1)).min(side(1, 1));
            sides[cell] = own;
            squares.push((cell, own));
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_middle_of_an_even_square_lies_between_cells() {
        let mut free = Free::from_cells(Rect::new(3, 5, 7, 9).cells()).unwrap();
        assert_eq!(free.largest(), Some(Spot { middle: Point::new(5000, 7000), side: 4 }));
        free.take(Cell::new(3, 5));
        assert_eq!(free.largest().unwrap().side, 3);
    }

    #[test]
    fn a_full_room_has_no_spot() {
        let mut free = Free::from_cells(Rect::new(0, 0, 2, 1).cells()).unwrap();
        free.take_label(Point::new(1000, 500), 400, 400);
        assert_eq!(free.largest(), None);
        assert!(Free::from_cells(Rect::new(0, 0, 0, 0).cells()).is_none());
    }

    proptest! {
        #[test]
        fn no_free_square_is_larger(bits in prop::collection::vec(prop::bool::weighted(0.8), 49)) {
            let size = Size::of(7, 7);
            let cells: Vec<Cell> = size.cells().filter(|&cell| bits[size.id(cell)]).collect();
            let is_free = |rect: Rect| rect.cells().all(|cell| size.contains(cell) && bits[size.id(cell)]);
            let best = (1..=7).rev().find(|&side| size.cells().any(|cell| is_free(Rect::at(cell, side, side))));
            let spot = Free::from_cells(cells.iter().copied()).and_then(|free| free.largest());
            prop_assert_eq!(spot.map(|spot| spot.side), best);
            if let Some(Spot { middle, side }) = spot {
                let corner = Cell::new((middle.x - side * CELL / 2) / CELL, (middle.y - side * CELL / 2) / CELL);
                prop_assert!(is_free(Rect::at(corner, side, side)));
            }
        }
    }
}
