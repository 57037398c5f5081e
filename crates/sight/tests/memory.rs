//! Computing a view allocates nothing once the workspace is warm.

use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{Corners, Floor, Footprint, Fov, Observer, Radius, View};

#[test]
fn a_warm_workspace_keeps_its_capacity() {
    let size = Size::of(90, 90);
    let floor = Floor::new(&BitGrid::from_fn(size, |cell| (cell.x * 31 + cell.y * 17) % 11 == 0));
    let corners = Corners::new(&floor);
    let (mut fov, mut view, mut found) = (Fov::new(), View::new(size), View::new(size));
    let mut look_everywhere = |fov: &mut Fov, limit: i32| {
        for at in size.cells().filter(|cell| cell.x < limit && cell.y < limit).collect::<Vec<Cell>>() {
            for footprint in Footprint::ALL {
                fov.exact(&floor, Observer::new(at, footprint), Some(Radius::cells(60)), &mut view).unwrap();
                fov.exact(&floor, Observer::new(at, footprint), None, &mut view).unwrap();
            }
            corners.interesting(&view, &mut found);
            fov.shadowcast(&floor, at, None, &mut view).unwrap();
        }
    };
    look_everywhere(&mut fov, 89);
    let warm = fov.capacity();
    look_everywhere(&mut fov, 89);
    assert!(warm > 0);
    assert_eq!(fov.capacity(), warm);
}
