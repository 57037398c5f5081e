//! Windows: pieces of wall that stop feet and not light.

use undercroft::dungeon::{Dungeon, Level};
use undercroft_grid::{BitGrid, Cell, Dir};

use super::{Scale, WallPoint};

/// The faces of window cells towards open cells, where a wall stands.
pub(super) fn edges(dungeon: &Dungeon, level: &Level, open: &BitGrid, scale: Scale) -> Vec<[WallPoint; 2]> {
    let here = dungeon.windows.iter().filter(|window| window.z == level.z && level.size().contains(window.cell));
    let faces = here.flat_map(|window| [window.normal.opposite(), window.normal].map(|side| (window.cell, side)));
    let open_faces = faces.filter(|&(cell, side)| open.contains(cell + side) && !open.contains(cell));
    open_faces.map(|(cell, side)| face(cell, side, scale)).collect()
}

/// The side of a cell as a line, as far inside the cell as walls stand back from the floor.
fn face(cell: Cell, side: Dir, scale: Scale) -> [WallPoint; 2] {
    let (from, to) = match side {
        Dir::North => (cell, cell + Cell::new(1, 0)),
        Dir::East => (cell + Cell::new(1, 0), cell + Cell::new(1, 1)),
        Dir::South => (cell + Cell::new(0, 1), cell + Cell::new(1, 1)),
        Dir::West => (cell, cell + Cell::new(0, 1)),
    };
    [from, to].map(|corner| scale.corner(corner, side.opposite().delta()))
}

/// Takes a piece out of the wall that it lies in. Returns whether there is such a wall.
pub(super) fn cut_out(walls: &mut Vec<Vec<WallPoint>>, [from, to]: [WallPoint; 2]) -> bool {
    let holds = |pair: &[WallPoint]| is_between(pair, from) && is_between(pair, to);
    let found = walls.iter().enumerate().find_map(|(i, wall)| Some((i, wall.windows(2).position(holds)?)));
    let Some((i, segment)) = found else { return false };
    let wall = walls.swap_remove(i);
    // The end of the piece that one comes to first.
    let is_forward = distance(wall[segment], from) <= distance(wall[segment], to);
    let (enter, leave) = if is_forward { (from, to) } else { (to, from) };
    let before: Vec<WallPoint> = wall[..=segment].iter().copied().chain([enter]).collect();
    let after: Vec<WallPoint> = std::iter::once(leave).chain(wall[segment + 1..].iter().copied()).collect();
    let is_loop = wall.first() == wall.last();
    let pieces =
        if is_loop { vec![after.into_iter().chain(before.into_iter().skip(1)).collect()] } else { vec![before, after] };
    walls.extend(pieces.into_iter().map(without_repeats).filter(|piece| piece.len() >= 2));
    true
}

/// Whether a point lies on a straight line between two others.
fn is_between(pair: &[WallPoint], point: WallPoint) -> bool {
    let [a, b] = [pair[0], pair[1]];
    let within = |a: i32, b: i32, at: i32| a.min(b) <= at && at <= a.max(b);
    let is_straight = a.x == b.x || a.y == b.y;
    is_straight && within(a.x, b.x, point.x) && within(a.y, b.y, point.y)
}

fn distance(a: WallPoint, b: WallPoint) -> i32 {
    (a.x - b.x).abs() + (a.y - b.y).abs()
}

fn without_repeats(mut points: Vec<WallPoint>) -> Vec<WallPoint> {
    points.dedup();
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::{SecretDoors, WallLines, WallStyle};

    fn points(list: &[(i32, i32)]) -> Vec<WallPoint> {
        list.iter().map(|&(x, y)| WallPoint { x, y }).collect()
    }

    #[test]
    fn a_window_opens_a_closed_wall_and_splits_an_open_one() {
        let mut walls = vec![points(&[(0, 0), (5, 0), (5, 5), (0, 5), (0, 0)])];
        assert!(cut_out(&mut walls, [WallPoint { x: 2, y: 0 }, WallPoint { x: 3, y: 0 }]));
        assert_eq!(walls, [points(&[(3, 0), (5, 0), (5, 5), (0, 5), (0, 0), (2, 0)])]);
        assert!(cut_out(&mut walls, [WallPoint { x: 2, y: 5 }, WallPoint { x: 3, y: 5 }]));
        assert_eq!(walls, [points(&[(3, 0), (5, 0), (5, 5), (3, 5)]), points(&[(2, 5), (0, 5), (0, 0), (2, 0)])]);
        assert!(!cut_out(&mut walls, [WallPoint { x: 2, y: 0 }, WallPoint { x: 3, y: 0 }]), "it is open already");
    }

    #[test]
    fn every_window_of_a_house_is_a_piece_of_its_walls() {
        let cottage = undercroft::generate("castle", 3).unwrap();
        for (level, inset) in cottage.levels.iter().flat_map(|level| [0, 100].map(|inset| (level, inset))) {
            let scale = Scale { squares: 1, inset };
            let outline = WallLines::from_level(&cottage, level, scale, SecretDoors::Wall, WallStyle::Exact);
            let here = cottage.windows.iter().filter(|window| window.z == level.z).count();
            assert!(outline.windows.len() >= here && (here > 0) == (level.z >= 0), "{here}");
            let sides =
                |wall: &[WallPoint]| wall.windows(2).all(|pair| pair[0].x == pair[1].x || pair[0].y == pair[1].y);
            assert!(outline.walls.iter().all(|wall| sides(wall)));
        }
    }
}
