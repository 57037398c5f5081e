//! Small strokes for kinds of ground, hashed from the cell they lie in.

use undercroft_grid::{Cell, Dir};

use super::ink::Frame;
use super::outline::Outline;
use super::picture::{Area, CELL, Point, VectorPath};
use super::value_noise::hash;

/// Sine and cosine of eighths of a turn, in thousandths.
const EIGHTHS: [(i32, i32); 8] =
    [(1000, 0), (707, 707), (0, 1000), (-707, 707), (-1000, 0), (-707, -707), (0, -1000), (707, -707)];
/// Boards of a bridge for each cell.
const BOARDS: i32 = 5;
/// From one stroke of a chasm's edge to the next.
const STROKE_GAP: i32 = 260;

/// A number below `limit` from a place and a salt.
fn below(cell: Cell, salt: u64, limit: i32) -> i32 {
    (hash(cell.x, cell.y, salt) % limit as u64) as i32
}

/// Four to seven stones, 40 to 140 across.
pub fn stones(cell: Cell) -> VectorPath {
    let mut path = VectorPath::default();
    for i in 0..4 + below(cell, 900, 4) as u64 {
        let radius = 20 + below(cell, 910 + i, 51);
        let room = CELL - 2 * radius - 120;
        let at = Point::corner(cell)
            .shift(60 + radius + below(cell, 920 + i, room), 60 + radius + below(cell, 930 + i, room));
        let first = below(cell, 940 + i, 8) as usize;
        let corner = |k: usize| {
            let (x, y) = EIGHTHS[(first + k) % 8];
            let reach = radius * (70 + below(cell, 950 + 10 * i + k as u64, 31)) / 100;
            at.shift(x * reach / 1000, y * reach / 1000)
        };
        path.add_polygon([0, 1, 3, 4, 6].map(corner));
    }
    path
}

/// Two tufts of three blades.
pub fn tufts(cell: Cell) -> VectorPath {
    let mut path = VectorPath::default();
    for i in 0..=(below(cell, 800, 2) as u64) {
        let foot = Point::corner(cell).shift(150 + below(cell, 810 + i, 700), 250 + below(cell, 820 + i, 650));
        for (lean, height) in [(-70, 110), (0, 150), (70, 110)] {
            path.add_line([foot.shift(lean / 3, 0), foot.shift(lean, -height)]);
        }
    }
    path
}

/// A short wave in one of three cells.
pub fn wave(cell: Cell) -> Option<VectorPath> {
    if below(cell, 700, 3) > 0 {
        return None;
    }
    let start = Point::corner(cell).shift(120 + below(cell, 701, 250), 250 + below(cell, 702, 500));
    let mut path = VectorPath::default();
    path.move_to(start);
    for half in 0..2 {
        let crest = start.shift(half * 240 + 120, if half == 0 { -60 } else { 60 });
        path.quarter_vertical(crest);
        path.quarter_horizontal(start.shift((half + 1) * 240, 0));
    }
    Some(path)
}

/// The walking direction over a bridge: gaps lie on both sides of it.
fn heading(cell: Cell, is_gap: impl Fn(Cell) -> bool) -> Dir {
    let gaps = |dirs: [Dir; 2]| dirs.into_iter().filter(|&dir| is_gap(cell + dir)).count();
    if gaps([Dir::East, Dir::West]) > gaps([Dir::North, Dir::South]) { Dir::South } else { Dir::East }
}

/// Boards across the walking direction.
pub fn boards(cell: Cell, is_gap: impl Fn(Cell) -> bool) -> VectorPath {
    let frame = Frame { origin: Point::middle(cell), out: heading(cell, is_gap) };
    let mut path = VectorPath::default();
    for i in 0..BOARDS {
        let at = -CELL / 2 + i * CELL / BOARDS;
        let uneven = below(cell, 600 + i as u64, 60);
        path.extend(frame.rect([-470 + uneven, at + 15], [440 + uneven / 2, at + CELL / BOARDS - 15]));
    }
    path
}

/// Rails where nothing lies beside the bridge.
pub fn rails(cell: Cell, is_gap: impl Fn(Cell) -> bool) -> VectorPath {
    let out = heading(cell, &is_gap);
    let frame = Frame { origin: Point::middle(cell), out };
    let mut path = VectorPath::default();
    for (side, dir) in [(CELL / 2 - 20, out.right()), (20 - CELL / 2, out.left())] {
        if is_gap(cell + dir) {
            path.extend(frame.line([side, -CELL / 2], [side, CELL / 2]));
        }
    }
    path
}

/// Strokes from the edge of a chasm inwards, 250 to 500 long.
pub fn depth_strokes(edge: &Outline) -> VectorPath {
    let mut path = VectorPath::default();
    for (a, b) in edge.loops.iter().flat_map(super::outline::OutlineLoop::segments) {
        let (dx, dy) = (b.at.x - a.at.x, b.at.y - a.at.y);
        let length = Area::around(&[a.at, b.at]);
        let long = length.width().max(length.height()).max(1);
        let count = (long / STROKE_GAP).max(i32::from(hash(a.at.x, a.at.y, 500).is_multiple_of(2)));
        for i in 0..count {
            let foot = a.at.shift(dx * (2 * i + 1) / (2 * count), dy * (2 * i + 1) / (2 * count));
            let reach = 250 + (hash(foot.x, foot.y, 501) % 251) as i32;
            // The chasm lies on the right hand.
            path.add_line([foot, foot.shift(-dy * reach / long, dx * reach / long)]);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PathCommand;
    use crate::fixture::points;

    #[test]
    fn stones_tufts_and_waves_stay_in_their_cell() {
        for cell in (0..400).map(|i| Cell::new(i % 20 - 10, i / 20)) {
            let area = Area::new(Point::corner(cell), Point::corner(cell + Cell::new(1, 1)));
            let paths = [stones(cell), tufts(cell), wave(cell).unwrap_or_default(), boards(cell, |_| false)];
            assert!(paths.iter().flat_map(points).all(|point| area.contains(point)), "{cell}");
            let stones = stones(cell).commands.iter().filter(|command| **command == PathCommand::Close).count();
            assert!((4..=7).contains(&stones));
        }
    }

    #[test]
    fn boards_lie_across_the_walking_direction() {
        let is_gap = |cell: Cell| cell.y != 0;
        assert_eq!(heading(Cell::new(3, 0), is_gap), Dir::East);
        assert_eq!(points(&rails(Cell::new(3, 0), is_gap)).len(), 4);
        assert_eq!(heading(Cell::new(0, 3), |cell: Cell| cell.x != 0), Dir::South);
    }
}
