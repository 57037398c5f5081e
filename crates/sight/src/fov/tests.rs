use undercroft_grid::{Size, Symmetry};

use super::notes::ViewMarks;
use super::ray::Ray;
use super::*;

fn check_view(solid: &BitGrid, from: Cell, radius: Option<Radius>) {
    let seen = exact_fov(solid, Observer::one(from), radius).unwrap();
    assert_eq!(seen, oracle::view(solid, Observer::one(from), radius), "{from} on {} with {radius:?}", solid.size());
}

#[test]
fn a_kind_of_view_has_a_name_that_parses_back() {
    assert_eq!(FovKind::ALL.map(FovKind::name), ["exact", "shadowcast"]);
    for kind in FovKind::ALL {
        assert_eq!((kind.to_string().as_str(), kind.name().parse()), (kind.name(), Ok(kind)));
    }
    let error = "Exact".parse::<FovKind>().unwrap_err();
    assert_eq!(error.to_string(), "need exact or shadowcast, not \"Exact\"");
}

#[test]
fn the_capacity_counts_cones_and_beams() {
    assert_eq!(Fov::new().capacity(), 0);
    let fov = Fov { cones: Vec::with_capacity(5), beams: Vec::with_capacity(7), part: None };
    assert_eq!(fov.capacity(), 12);
}

#[test]
fn a_radius_in_cells_is_the_root_of_its_square_rounded_down() {
    assert_eq!(Radius::cells(3), Radius::squared(9));
    assert_eq!([8, 9, 15, 16].map(|squared| Radius::squared(squared).in_cells()), [2, 3, 3, 4]);
}

#[test]
fn an_observer_may_touch_the_ends_of_the_map_and_no_more() {
    let size = Size::of(5, 4);
    for y in 0..6 {
        for x in 0..7 {
            let is_inside = x + 2 <= 5 && y + 2 <= 4;
            assert_eq!(Observer::new(Cell::new(x, y), Footprint::Block).check(size).is_ok(), is_inside, "{x},{y}");
        }
    }
}

#[test]
fn a_line_that_stays_in_its_column_is_there_in_every_row() {
    let line = Ray::upright(5);
    assert_eq!([line.floor(), line.ceil(), line.next().floor(), line.next().ceil()], [5; 4]);
}

#[test]
fn windows_about_a_word_wide_open_at_either_side() {
    for (columns, side) in (58..70).flat_map(|columns| [(columns, -1), (columns, 1)]) {
        let (west, east) = (4, 4 + columns + 1);
        let mut solid = BitGrid::new(Size::of(100, 6));
        for y in 0..6 {
            solid.insert(Cell::new(west, y));
            solid.insert(Cell::new(east, y));
        }
        for y in 2..6 {
            solid.set(Cell::new(if side < 0 { west } else { east }, y), false);
        }
        for x in [west + 1, west + columns / 2, east - 1] {
            check_view(&solid, Cell::new(x, 0), None);
        }
    }
}

#[test]
fn a_radius_bounds_the_view_on_all_sides() {
    let solid = BitGrid::new(Size::of(40, 23));
    for from in [Cell::new(10, 11), Cell::new(29, 11), Cell::new(3, 2), Cell::new(36, 20)] {
        for radius in [Radius::cells(0), Radius::cells(1), Radius::cells(5), Radius::squared(40)] {
            check_view(&solid, from, Some(radius));
        }
        check_view(&solid, from, None);
    }
}

#[test]
fn a_gap_beside_the_observer_shows_nothing_between_it_and_the_column() {
    let floor = Floor::new(&BitGrid::new(Size::of(20, 8)));
    let mut seen = BitGrid::new(floor.size());
    let (from, gap) = (Cell::new(0, 0), Cell::new(5, 1));
    exact::look_through(&floor, from, gap, &mut Vec::new(), &mut ViewMarks::new(&mut seen, 0));
    assert!(seen.contains(Cell::new(10, 2)) && seen.contains(Cell::new(10, 5)));
    let is_before = |cell: &Cell| cell.x < 2 * cell.y;
    assert_eq!(seen.iter().find(is_before), None);
}

#[test]
fn a_wall_in_a_beam_wider_than_a_word_throws_a_shadow() {
    let mut solid = BitGrid::new(Size::of(141, 70));
    let (from, wall) = (Cell::new(70, 0), Cell::new(70, 40));
    solid.insert(wall);
    let floor = Floor::new(&solid);
    let mut view = View::new(floor.size());
    Fov::new().shadowcast(&floor, from, None, &mut view).unwrap();
    assert!(view.cells().contains(wall) && view.cells().contains(Cell::new(80, 69)));
    assert_eq!((41..70).find(|&y| view.cells().contains(Cell::new(70, y))), None);
}

#[test]
fn a_survey_adds_up_what_is_seen_from_every_free_cell() {
    let mut solid = BitGrid::new(Size::of(9, 5));
    solid.insert(Cell::new(4, 2));
    solid.insert(Cell::new(7, 0));
    let found = survey(&Floor::new(&solid), Footprint::One, None);
    let views: Vec<(Cell, BitGrid)> = solid
        .size()
        .cells()
        .filter(|&cell| !solid.contains(cell))
        .map(|cell| (cell, oracle::view(&solid, Observer::one(cell), None)))
        .collect();
    let sum = views.iter().map(|(_, seen)| seen.iter().count() as u64).sum();
    assert_eq!(found.total(), (43, sum));
    for (cell, seen) in &views {
        assert_eq!(found.sizes[*cell] as usize, seen.iter().count(), "{cell}");
    }
    let longest = views.iter().flat_map(|(cell, seen)| seen.iter().map(|to| cell.distance_squared(to))).max();
    assert_eq!(found.longest.map(LineOfSight::squared), longest);
}

/// Some cells of a map, the same for a number.
fn scattered(size: Size, percent: u64, number: u64) -> BitGrid {
    let noise =
        |cell: Cell| (size.id(cell) as u64 + 1).wrapping_mul(2 * number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    BitGrid::from_fn(size, |cell| (noise(cell) >> 33) % 100 < percent)
}

#[test]
fn observers_of_several_cells_see_what_each_of_their_cells_sees() {
    for number in 0..40 {
        let solid = scattered(Size::of(13, 9), 15, number);
        for (footprint, cell) in
            Footprint::ALL.into_iter().flat_map(|each| solid.size().cells().map(move |at| (each, at)))
        {
            let observer = Observer::new(cell, footprint);
            for radius in [None, Some(Radius::cells(3)), Some(Radius::squared(5))] {
                let Ok(seen) = exact_fov(&solid, observer, radius) else { continue };
                assert_eq!(seen, oracle::view(&solid, observer, radius), "{observer}, map {number}, {radius:?}");
            }
        }
    }
}

#[test]
fn two_cells_see_each_other_as_the_definition_has_it() {
    for number in 0..40 {
        let solid = scattered(Size::of(9, 7), 20, number);
        let floor = Floor::new(&solid);
        let around: Vec<Cell> = (-1..8).flat_map(|y| (-1..10).map(move |x| Cell::new(x, y))).collect();
        for &a in &around {
            for &b in &around {
                assert_eq!(sees(&floor, a, b), oracle::sees(&solid, a, b), "{a} and {b} on map {number}");
            }
        }
    }
}

#[test]
fn a_turned_observer_covers_the_turned_cells() {
    let (size, at) = (Size::of(8, 11), Cell::new(3, 4));
    for (symmetry, footprint) in
        Symmetry::ALL.into_iter().flat_map(|each| Footprint::ALL.map(|footprint| (each, footprint)))
    {
        let observer = Observer::new(at, footprint);
        let mut expected: Vec<Cell> = observer.cells().map(|cell| symmetry.cell(cell, size)).collect();
        expected.sort_unstable();
        let turned = observer.transformed(symmetry, size);
        assert_eq!(turned.cells().collect::<Vec<_>>(), expected, "{footprint} {symmetry:?}");
    }
}

#[test]
fn a_survey_names_the_first_of_the_best() {
    let open = survey(&Floor::new(&BitGrid::new(Size::of(3, 3))), Footprint::One, None);
    assert_eq!((open.total(), open.largest()), ((9, 81), Some((Cell::new(0, 0), 9))));
    let line = LineOfSight { from: Cell::new(0, 0), to: Cell::new(2, 2) };
    assert_eq!(open.longest, Some(line), "of equally long lines the first");
    let mut solid = BitGrid::new(Size::of(3, 2));
    solid.insert(Cell::new(1, 0));
    let found = survey(&Floor::new(&solid), Footprint::One, None);
    assert_eq!(found.largest(), Some((Cell::new(0, 1), 4)));
    solid.size().cells().for_each(|cell| {
        solid.insert(cell);
    });
    let nowhere = survey(&Floor::new(&solid), Footprint::One, None);
    assert_eq!((nowhere.total(), nowhere.largest(), nowhere.longest), ((0, 0), None, None));
}

#[test]
fn a_view_of_another_map_begins_empty() {
    let mut view = View::new(Size::of(20, 20));
    let mut fov = Fov::new();
    for size in [Size::of(20, 20), Size::of(5, 30), Size::of(30, 5), Size::of(30, 5)] {
        for from in [Cell::new(0, 0), Cell::new(4, 4)] {
            let solid = scattered(size, 10, 3);
            fov.exact(&Floor::new(&solid), Observer::one(from), None, &mut view).unwrap();
            assert_eq!(view.cells(), &oracle::view(&solid, Observer::one(from), None), "{from} on {size}");
        }
    }
}

#[test]
fn a_view_is_drawn_with_a_letter_for_each_kind_of_cell() {
    let size = Size::of(7, 1);
    let cells = |columns: &[i32]| BitGrid::from_fn(size, |cell| columns.contains(&cell.x));
    let (solid, seen) = (cells(&[0]), cells(&[1, 2, 3, 6]));
    let (corners, interesting) = (cells(&[2, 3, 4, 6]), cells(&[3, 6]));
    let at = |x| Some(Observer::one(Cell::new(x, 0)));
    let drawn = |observer, glyphs| {
        FovText { solid: &solid, observer, seen: &seen, corners: &corners, interesting: &interesting }.draw(glyphs)
    };
    assert_eq!(drawn(at(1), FovGlyphs::PLAIN), "#sncu.c\n");
    assert_eq!(drawn(at(6), FovGlyphs::SQUARES), "■on▲u□z\n");
    assert_eq!(drawn(None, FovGlyphs::PLAIN), "#oncu.c\n");
}
