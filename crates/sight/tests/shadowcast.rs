//! Glimpse sight against its definition.
//!
//! Towards a cell T whose row is at least as far away as its column (otherwise exchange the two), a ray of slope s
//! is, in the k-th row, over the cell nearest to s·k. Just beside a ray that runs exactly between two cells, it is over
//! one of them. A free cell is seen when the rays just west *or* just east of the line to its centre pass over free cells
//! only; a wall is lit when any ray towards its inside does.

use proptest::prelude::*;
use undercroft_grid::{BitGrid, Cell, Size};
use undercroft_sight::{Floor, Fov, Observer, Radius, View, exact_fov};

/// A slope p/q and the side on which a ray runs beside it.
#[derive(Clone, Copy)]
struct Slope(i64, i64);

impl Slope {
    fn nearest(self, row: i64, east: bool) -> i64 {
        let Self(p, q) = self;
        if east { (2 * p * row + q).div_euclid(2 * q) } else { -(q - 2 * p * row).div_euclid(2 * q) }
    }
}

struct Oracle<'a> {
    solid: &'a BitGrid,
    from: Cell,
}

impl Oracle<'_> {
    fn is_free(&self, cell: Cell) -> bool {
        self.solid.size().contains(cell) && !self.solid.contains(cell)
    }

    fn sees(&self, to: Cell) -> bool {
        let d = to - self.from;
        if !self.is_free(self.from) || d == Cell::new(0, 0) {
            return self.is_free(self.from);
        }
        [false, true].into_iter().any(|turned| {
            let (across, along) = if turned { (d.y, d.x) } else { (d.x, d.y) };
            across.abs() <= along.abs() && self.sees_in_quadrant(across.into(), along.into(), turned, to)
        })
    }

    fn sees_in_quadrant(&self, across: i64, along: i64, turned: bool, to: Cell) -> bool {
        let rows = along.abs();
        let passes = |slope: Slope, east: bool| {
            (1..rows).all(|row| {
                let (c, r) = (slope.nearest(row, east) as i32, (row * along.signum()) as i32);
                self.is_free(self.from + if turned { Cell::new(r, c) } else { Cell::new(c, r) })
            })
        };
        if self.is_free(to) {
            return [false, true].into_iter().any(|east| passes(Slope(across, rows), east));
        }
        // Between neighbouring critical slopes all rays pass over the same cells: try one of each kind.
        let (west, east) = ((2 * across - 1).max(-2 * rows), (2 * across + 1).min(2 * rows));
        let mut critical = vec![Slope(west, 2 * rows), Slope(east, 2 * rows)];
        for row in 1..rows {
            let halves = (-2 * row - 1..=2 * row + 1).filter(|h| h % 2 != 0).map(|half| Slope(half, 2 * row));
            critical.extend(halves.filter(|s| s.0 * 2 * rows > west * s.1 && s.0 * 2 * rows < east * s.1));
        }
        critical.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
        let mediant = |a: Slope, b: Slope| Slope(a.0 + b.0, a.1 + b.1);
        critical.windows(2).filter(|s| s[0].0 * s[1].1 != s[1].0 * s[0].1).any(|s| passes(mediant(s[0], s[1]), true))
    }
}

fn glimpse(solid: &BitGrid, from: Cell, radius: Option<Radius>) -> BitGrid {
    let mut view = View::new(solid.size());
    Fov::new().shadowcast(&Floor::new(solid), from, radius, &mut view).unwrap();
    view.into_cells()
}

fn maps(side: i32) -> impl Strategy<Value = (BitGrid, Cell)> {
    (1..=side, 1..=side, 0..=100u8, any::<(u16, u16)>()).prop_flat_map(move |(w, h, percent, (x, y))| {
        let at = Cell::new(i32::from(x) % w, i32::from(y) % h);
        prop::collection::vec(0..100u8, (w * h) as usize).prop_map(move |values| {
            let size = Size::of(w, h);
            (BitGrid::from_fn(size, |c| c != at && values[size.id(c)] < percent), at)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]
    #[test]
    fn glimpse_sight_is_what_its_definition_says((solid, from) in maps(17)) {
        let oracle = Oracle { solid: &solid, from };
        prop_assert_eq!(glimpse(&solid, from, None), BitGrid::from_fn(solid.size(), |to| oracle.sees(to)));
    }

    #[test]
    fn glimpse_sight_is_mutual_between_free_cells((mut solid, from) in maps(70), pick in any::<u16>()) {
        let to = solid.size().cell(pick as usize % solid.size().area());
        solid.remove(to);
        prop_assert_eq!(glimpse(&solid, from, None).contains(to), glimpse(&solid, to, None).contains(from));
    }

    #[test]
    fn what_is_in_clear_sight_is_in_glimpse_sight((solid, from) in maps(70)) {
        let clear = exact_fov(&solid, Observer::one(from), None).unwrap();
        prop_assert!(clear.is_subset(&glimpse(&solid, from, None)));
    }

    #[test]
    fn a_radius_clips_a_glimpse((solid, from) in maps(40), squared in 0..900u32) {
        let radius = Radius::squared(squared);
        let mut wanted = glimpse(&solid, from, None);
        wanted &= &BitGrid::from_fn(solid.size(), |to| radius.reaches(from, to));
        prop_assert_eq!(glimpse(&solid, from, Some(radius)), wanted);
    }
}

#[test]
fn nothing_is_glimpsed_from_a_wall_and_outside_is_an_error() {
    let solid = BitGrid::full(Size::of(3, 2));
    assert!(glimpse(&solid, Cell::new(1, 1), None).is_empty());
    let error = Fov::new().shadowcast(&Floor::new(&solid), Cell::new(3, 0), None, &mut View::new(solid.size()));
    let message = "the observer 1x1 at (3, 0) lies outside the 3×2 map, or a part of it does";
    assert_eq!(error.unwrap_err().to_string(), message);
}

#[test]
fn walls_that_the_view_touches_are_lit() {
    let rows = ["......", ".####.", "......", "..@...", "......"];
    let from = Cell::new(2, 3);
    let solid = BitGrid::from_fn(Size::of(6, 5), |c| rows[c.y as usize].as_bytes()[c.x as usize] == b'#');
    let seen = glimpse(&solid, from, None);
    let lit = [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 1), Cell::new(4, 1)];
    assert!(lit.into_iter().all(|wall| seen.contains(wall)));
    let hidden: Vec<Cell> = solid.size().cells().filter(|&cell| !seen.contains(cell)).collect();
    assert_eq!(hidden, (0..6).map(|x| Cell::new(x, 0)).collect::<Vec<_>>(), "the row behind the wall");
}
