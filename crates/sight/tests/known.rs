//! Values that are known to be right, drawn by hand or agreed on before the code was written.

use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{Corners, Floor, Footprint, Fov, Observer, View};

const SEVEN: [(i32, i32); 7] = [(6, 3), (4, 5), (14, 6), (7, 11), (11, 13), (12, 13), (9, 15)];

fn map(width: i32, height: i32, solid: &[(i32, i32)]) -> BitGrid {
    let mut set = BitGrid::new(Size::of(width, height));
    for &(x, y) in solid {
        set.insert(Cell::new(x, y));
    }
    set
}

fn cells(set: &BitGrid) -> Vec<(i32, i32)> {
    set.iter().map(|cell| (cell.x, cell.y)).collect()
}

/// Number of seen cells and the interesting corners, row by row.
fn look(solid: &BitGrid, observer: Observer) -> (usize, Vec<(i32, i32)>) {
    let floor = Floor::new(solid);
    let (mut view, mut interesting) = (View::new(floor.size()), View::new(floor.size()));
    Fov::new().exact(&floor, observer, None, &mut view).unwrap();
    Corners::new(&floor).interesting(&view, &mut interesting);
    (view.count(), cells(interesting.cells()))
}

fn sorted(mut cells: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    cells.sort_by_key(|&(x, y)| (y, x));
    cells
}

const FROM_8_8: [(i32, i32); 10] =
    [(7, 2), (5, 4), (13, 5), (3, 6), (15, 7), (6, 10), (8, 12), (13, 12), (10, 14), (8, 16)];
const FROM_9_8: [(i32, i32); 10] =
    [(7, 2), (5, 4), (13, 5), (3, 6), (15, 7), (6, 10), (8, 12), (13, 12), (10, 14), (8, 14)];

#[test]
fn seven_walls_from_two_cells() {
    let solid = map(23, 20, &SEVEN);
    assert_eq!(Corners::new(&Floor::new(&solid)).all().count(), 22);
    assert_eq!(look(&solid, Observer::one(Cell::new(8, 8))), (273, sorted(FROM_8_8.to_vec())));
    assert_eq!(look(&solid, Observer::one(Cell::new(9, 8))), (271, sorted(FROM_9_8.to_vec())));
}

#[test]
fn seven_walls_from_a_wide_observer() {
    let observer = Observer::new(Cell::new(8, 8), Footprint::Wide);
    assert_eq!(look(&map(21, 20, &SEVEN), observer), (226, sorted(FROM_9_8.to_vec())));
}

#[test]
fn two_walls_from_a_wide_and_from_a_tall_observer() {
    let wide = look(&map(8, 11, &[(3, 1), (4, 7)]), Observer::new(Cell::new(3, 4), Footprint::Wide));
    assert_eq!(wide, (62, vec![(2, 2), (4, 2), (3, 6), (5, 6)]));
    let tall = look(&map(11, 8, &[(1, 3), (7, 4)]), Observer::new(Cell::new(4, 3), Footprint::Tall));
    assert_eq!(tall, (62, sorted(vec![(2, 2), (2, 4), (6, 3), (6, 5)])));
}

#[test]
fn exactly_six_corners() {
    let solid = map(9, 6, &[(6, 0), (4, 1), (5, 1), (4, 2), (2, 3), (3, 3), (4, 3)]);
    let corners = Corners::new(&Floor::new(&solid)).all();
    assert_eq!(cells(&corners), [(3, 0), (7, 1), (1, 2), (6, 2), (1, 4), (5, 4)]);
}

#[test]
fn cells_that_cone_tracers_wrongly_show() {
    let seen = |solid: &BitGrid, from: (i32, i32), to: (i32, i32)| {
        let mut view = View::new(solid.size());
        Fov::new().exact(&Floor::new(solid), Observer::one(Cell::new(from.0, from.1)), None, &mut view).unwrap();
        view.contains(Cell::new(to.0, to.1))
    };
    let first = map(16, 4, &[(4, 0), (3, 1), (1, 2), (1, 3), (2, 3), (13, 3)]);
    assert!(!seen(&first, (8, 0), (2, 2)) && !seen(&first, (8, 0), (3, 2)));
    let second = map(15, 4, &[(7, 0), (0, 1), (3, 1)]);
    assert!(!seen(&second, (1, 3), (10, 0)) && !seen(&second, (1, 3), (11, 0)));
}

#[test]
fn the_longest_row_and_the_longest_column_are_seen_end_to_end() {
    for size in [Size::of(16_384, 1), Size::of(1, 16_384)] {
        let mut solid = BitGrid::new(size);
        assert_eq!(look(&solid, Observer::one(size.cell(0))).0, 16_384);
        assert_eq!(look(&solid, Observer::one(size.cell(9_000))).0, 16_384);
        solid.insert(size.cell(16_000));
        solid.insert(size.cell(100));
        assert_eq!(look(&solid, Observer::one(size.cell(9_000))).0, 16_000 - 101);
        assert_eq!(look(&solid, Observer::one(size.cell(16_000))).0, 0);
    }
}

#[test]
fn the_largest_map_is_exact_to_its_far_corner() {
    // Past the wall in the north-west, the far corner of the map is seen from one cell and not from the next.
    let wall = Cell::new(8_000, 8_192);
    let mut solid = BitGrid::new(Size::of(16_384, 16_384));
    solid.insert(wall);
    let floor = Floor::new(&solid);
    let (mut fov, mut view) = (Fov::new(), View::new(floor.size()));
    for from in [Cell::new(0, 0), Cell::new(0, 383), Cell::new(0, 384), Cell::new(0, 385), Cell::new(16_383, 0)] {
        fov.exact(&floor, Observer::one(from), None, &mut view).unwrap();
        for to in
            [Cell::new(16_383, 16_383), Cell::new(16_000, 16_383), Cell::new(16_001, 16_383), Cell::new(0, 16_383)]
        {
            assert_eq!(view.contains(to), !undercroft_sight::oracle::hides(wall, from, to), "{from} to {to}");
        }
    }
}
