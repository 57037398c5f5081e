//! The nearest acceptable place round a centre.

use undercroft_grid::{Cell, Size};

/// The cell nearest to `centre` (Euclid, ties: smaller y, then x) that `accept` takes, or `None` when it takes none.
///
/// Searches square rings outwards: once the ring is farther than the best cell found, no better one can follow.
pub(crate) fn nearest(size: Size, centre: Cell, mut accept: impl FnMut(Cell) -> bool) -> Option<Cell> {
    let mut best: Option<(i64, Cell)> = None;
    for radius in 0..size.width().max(size.height()) {
        if best.is_some_and(|(distance, _)| distance < i64::from(radius) * i64::from(radius)) {
            break;
        }
        let candidates = ring(centre, radius).filter(|&cell| size.contains(cell));
        for key in candidates.map(|cell| (cell.distance_squared(centre), cell)) {
            if best.is_none_or(|best| key < best) && accept(key.1) {
                best = Some(key);
            }
        }
    }
    best.map(|(_, cell)| cell)
}

fn ring(centre: Cell, radius: i32) -> impl Iterator<Item = Cell> {
    (-radius..=radius).flat_map(move |dy| {
        let step = if dy.abs() == radius { 1 } else { 2 * radius.max(1) };
        (-radius..=radius).step_by(step as usize).map(move |dx| Cell::new(centre.x + dx, centre.y + dy))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use undercroft_grid::BitGrid;

    use super::*;

    proptest! {
        #[test]
        fn rings_find_what_looking_at_every_cell_finds(
            (w, h) in (1..12, 1..12), (x, y) in (0..12, 0..12), members in proptest::collection::vec(0..6u8, 144),
        ) {
            let size = Size::of(w, h);
            let centre = Cell::new(x % w, y % h);
            let set = BitGrid::from_fn(size, |cell| members[size.id(cell)] == 0);
            let slow = set.iter().min_by_key(|&cell| (cell.distance_squared(centre), cell));
            prop_assert_eq!(nearest(size, centre, |cell| set.contains(cell)), slow);
        }
    }
}
