//! Prints the exact field of view of an observer in a room with a pillar, and the shortest path past the pillar.

use undercroft_grid::{BitGrid, Cell, Rect, Size};
use undercroft_sight::{Floor, FovGlyphs, FovText, Observer, exact_fov, path};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut solid = BitGrid::new(Size::of(15, 7));
    solid.fill_rect(Rect::new(5, 2, 8, 5));
    let (from, to) = (Cell::new(2, 3), Cell::new(12, 3));
    let observer = Observer::one(from);

    let seen = exact_fov(&solid, observer, None)?;
    let none = BitGrid::new(solid.size());
    let text = FovText { solid: &solid, observer: Some(observer), seen: &seen, corners: &none, interesting: &none };
    print!("{}", text.draw(FovGlyphs::PLAIN));
    assert!(seen.contains(Cell::new(4, 3)) && !seen.contains(to));

    let found = path(&Floor::new(&solid), from, to)?.expect("the pillar leaves room on both sides");
    println!("{:.3} cells over {:?}", found.length(), found.waypoints());
    assert_eq!(found.waypoints().len(), 4);
    Ok(())
}
