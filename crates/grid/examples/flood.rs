//! Floods a small map from its north-west cell and prints what is reachable.

use undercroft_grid::{BitGrid, Cell, Size, flood};

const MAP: [&str; 5] = ["...#...", ".#.#.#.", ".#.#.#.", ".#.#.#.", "...#.##"];

fn main() {
    let size = Size::of(7, 5);
    let free = BitGrid::from_fn(size, |cell| MAP[cell.y as usize].as_bytes()[cell.x as usize] == b'.');
    let reached = flood(&free, Cell::new(0, 0));
    for y in 0..size.height() {
        let glyph = |x| match (free.contains(Cell::new(x, y)), reached.contains(Cell::new(x, y))) {
            (false, _) => '#',
            (true, true) => '~',
            (true, false) => '.',
        };
        println!("{}", (0..size.width()).map(glyph).collect::<String>());
    }
    assert_eq!((free.count(), reached.count()), (22, 12));
}
