//! Looking allocates nothing once the workspace is warm.

use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{Corners, Floor, Observer, Radius, Shape, Sight, View};

#[test]
fn a_warm_workspace_keeps_its_capacity() {
    let size = Size::of(90, 90);
    let floor = Floor::new(&BitGrid::from_fn(size, |cell| (cell.x * 31 + cell.y * 17) % 11 == 0));
    let corners = Corners::new(&floor);
    let (mut sight, mut view, mut found) = (Sight::new(), View::new(size), View::new(size));
    let mut look_everywhere = |sight: &mut Sight, limit: i32| {
        for at in size.cells().filter(|cell| cell.x < limit && cell.y < limit).collect::<Vec<Cell>>() {
            for shape in Shape::ALL {
                sight.clear(&floor, Observer::new(at, shape), Some(Radius::cells(60)), &mut view).unwrap();
                sight.clear(&floor, Observer::new(at, shape), None, &mut view).unwrap();
            }
            corners.interesting(&view, &mut found);
            sight.glimpse(&floor, at, None, &mut view).unwrap();
        }
    };
    look_everywhere(&mut sight, 89);
    let warm = sight.capacity();
    look_everywhere(&mut sight, 89);
    assert!(warm > 0);
    assert_eq!(sight.capacity(), warm);
}
