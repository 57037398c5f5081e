//! Floors as people draw them.

use serde::{Deserialize, Serialize};
use undercroft_grid::{BitGrid, Cell, Rect, Regions, Size};

use super::EditError;
use crate::dungeon::Run;

/// The most corners of a polygon.
const MAX_CORNERS: usize = 256;
/// The most cells of a drawn floor.
const MAX_AREA: i64 = 1 << 20;

/// A floor to draw. A cell belongs to it when its centre does.
///
/// ```
/// use undercroft::edit::FloorShape;
/// use undercroft::grid::{Rect, Size};
///
/// let disc = FloorShape::Ellipse(Rect::new(2, 2, 7, 7));
/// let floor = disc.floor(Size::of(20, 20))?;
/// assert_eq!((floor[0].start.x, floor[0].length, floor.len()), (3, 3, 5));
/// # Ok::<(), undercroft::edit::EditError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum FloorShape {
    /// A full rectangle.
    Rect(Rect),
    /// The ellipse in a box.
    Ellipse(Rect),
    /// A polygon through the north-west corners of cells.
    Polygon(Vec<Cell>),
    /// Single cells, as runs.
    Cells(Vec<Run>),
}

impl FloorShape {
    /// Its floor on a map of this size, row by row.
    ///
    /// # Errors
    /// When it leaves the map with its walls, is empty, is not in one piece, or is too large.
    pub fn floor(&self, size: Size) -> Result<Vec<Run>, EditError> {
        let refuse = |problem: String| EditError::OutOfLimits { field: "shape", problem };
        let bounds = self.bounds().ok_or_else(|| refuse("it has no cells".to_owned()))?;
        if !size.rect().grow(-1).contains_rect(bounds) {
            return Err(EditError::Outside { cell: bounds.min(), size });
        }
        if bounds.area() > MAX_AREA {
            return Err(refuse(format!("at most {MAX_AREA} cells, got a box of {}", bounds.area())));
        }
        let mut cells = BitGrid::new(size);
        match self {
            Self::Rect(rect) => cells.fill_rect(*rect),
            Self::Ellipse(rect) => {
                rect.cells().filter(|&cell| is_in_ellipse(*rect, cell)).for_each(|cell| cells.set(cell, true));
            }
            Self::Polygon(corners) => {
                bounds.cells().filter(|&cell| is_in_polygon(corners, cell)).for_each(|cell| cells.set(cell, true));
            }
            Self::Cells(runs) => runs.iter().for_each(|run| cells.fill_rect(run.rect())),
        }
        match Regions::of(&cells).count() {
            0 => Err(refuse("it has no cells".to_owned())),
            1 => Ok(Run::of_cells(&cells).collect()),
            count => Err(refuse(format!("a floor is in one piece, this one would be in {count}"))),
        }
    }

    /// The smallest rectangle round it, where its numbers make sense.
    fn bounds(&self) -> Option<Rect> {
        let is_sane = |cell: &Cell| cell.x.unsigned_abs() <= 1 << 15 && cell.y.unsigned_abs() <= 1 << 15;
        let rect = match self {
            Self::Rect(rect) | Self::Ellipse(rect) => {
                let ends = [rect.min(), Cell::new(rect.right, rect.bottom)];
                (ends.iter().all(is_sane) && !rect.is_empty()).then_some(*rect)?
            }
            Self::Polygon(corners) => {
                // Sums of numbers that are too large would overflow, so they are looked at first.
                if !(3..=MAX_CORNERS).contains(&corners.len()) || !corners.iter().all(is_sane) {
                    return None;
                }
                let Rect { left, top, right, bottom } = Rect::around(corners.iter().copied())?;
                Rect::new(left, top, right - 1, bottom - 1)
            }
            Self::Cells(runs) => {
                let fits = |run: &Run| is_sane(&run.start) && (1..=1 << 15).contains(&run.length);
                runs.iter().all(fits).then(|| runs.iter().map(|run| run.rect()).reduce(Rect::hull))??
            }
        };
        (!rect.is_empty()).then_some(rect)
    }
}

/// Whether the centre of a cell lies in the ellipse of a box: (dx/w)² + (dy/h)² <= 1 without a fraction. Sides are at most
/// 2^16, so products stay below 2^66.
fn is_in_ellipse(Rect { left, top, right, bottom }: Rect, Cell { x, y }: Cell) -> bool {
    let (width, height) = (i128::from(right - left), i128::from(bottom - top));
    let (dx, dy) = (i128::from(2 * x + 1 - left - right), i128::from(2 * y + 1 - top - bottom));
    dx * dx * height * height + dy * dy * width * width <= width * width * height * height
}

/// Whether the centre of a cell lies in a polygon: a ray to the east crosses its sides an odd number of times. Corners are
/// doubled, so that centres are whole numbers and never on a corner's row.
fn is_in_polygon(corners: &[Cell], cell: Cell) -> bool {
    let (px, py) = (i64::from(2 * cell.x + 1), i64::from(2 * cell.y + 1));
    let mut is_in = false;
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let [(ax, ay), (bx, by)] = [a, &b].map(|corner| (2 * i64::from(corner.x), 2 * i64::from(corner.y)));
        if (ay > py) != (by > py) {
            // px < ax + (py − ay)·(bx − ax)/(by − ay), without dividing.
            let (left, right) = ((px - ax) * (by - ay), (py - ay) * (bx - ax));
            is_in ^= if by > ay { left < right } else { left > right };
        }
    }
    is_in
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(shape: &FloorShape) -> String {
        let floor = shape.floor(Size::of(12, 9)).unwrap();
        let row = |y: i32| {
            (0..9)
                .map(|x| if floor.iter().any(|run| run.rect().contains(Cell::new(x, y))) { '.' } else { ' ' })
                .collect::<String>()
        };
        (1..7).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    #[test]
    fn shapes_hold_the_cells_whose_centres_they_hold() {
        assert_eq!(picture(&FloorShape::Ellipse(Rect::new(1, 1, 7, 5))), "  ....\n ......\n ......\n  ....\n\n\n");
        let triangle = [(1, 1), (7, 1), (1, 7)].map(|(x, y)| Cell::new(x, y)).to_vec();
        assert_eq!(picture(&FloorShape::Polygon(triangle)), " .....\n ....\n ...\n ..\n .\n\n");
    }

    #[test]
    fn floors_that_no_room_can_have_are_refused() {
        let size = Size::of(12, 9);
        let far = |at: i32| {
            FloorShape::Cells(vec![
                Run { start: Cell::new(at, 2), length: 2 },
                Run { start: Cell::new(8, 2), length: 1 },
            ])
        };
        assert!(far(2).floor(size).unwrap_err().to_string().contains("in one piece"));
        assert!(FloorShape::Rect(Rect::new(0, 2, 3, 4)).floor(size).is_err(), "its walls leave the map");
        assert!(FloorShape::Polygon(vec![Cell::new(i32::MAX, 0); 3]).floor(size).is_err());
        assert!(FloorShape::Cells(vec![Run { start: Cell::new(2, 2), length: i32::MIN }]).floor(size).is_err());
    }
}
