//! In corners, scattered, and beside another feature.

use undercroft_grid::{Cell, Dir, Rect};

use super::least_items::least;
use super::placement::Placement;
use super::room_floor::RoomFloor;
use crate::contents::FeatureKind;
use crate::seed::Stream;

/// Chance of a cell beside a wall against another one.
const BESIDE_WALL: u32 = 3;

/// Places where two walls meet, in drawn order.
pub fn corner_places(
    floor: &RoomFloor,
    kind: &FeatureKind,
    stream: &mut Stream,
    (most, places): (usize, &mut Vec<Placement>),
) {
    let corners = floor.walls.corners.iter().filter(|(cell, _)| floor.is_open(*cell));
    places.extend(corners.map(|&(cell, back)| into_corner(kind, cell, back)));
    stream.shuffle(places);
    places.truncate(most);
}

/// A feature in the corner of a cell whose walls are `back` and the next one clockwise.
fn into_corner(kind: &FeatureKind, cell: Cell, back: Dir) -> Placement {
    let (width, height) = Placement::size(kind, back);
    let at = match back {
        Dir::North => Cell::new(cell.x - width + 1, cell.y),
        Dir::East => Cell::new(cell.x - width + 1, cell.y - height + 1),
        Dir::South => Cell::new(cell.x, cell.y - height + 1),
        Dir::West => cell,
    };
    Placement::new(kind, at, back)
}

/// Drawn cells, at least two apart from what was scattered before, more often along walls.
pub fn scattered_places(
    floor: &RoomFloor,
    kind: &FeatureKind,
    before: &[Rect],
    stream: &mut Stream,
    (most, places): (usize, &mut Vec<Placement>),
) {
    let is_apart = |cell: Cell| before.iter().all(|other| !other.grow(1).contains(cell));
    let mut drawn = Vec::with_capacity(floor.bounds.area() as usize);
    for cell in floor.room.cells().filter(|&cell| floor.is_open(cell) && is_apart(cell)) {
        let tries = if floor.is_at_wall(cell) { BESIDE_WALL } else { 1 };
        let best = (0..tries).map(|_| stream.bits()).max().unwrap_or(0);
        drawn.push((std::cmp::Reverse(best), std::cmp::Reverse(cell)));
    }
    let back = Dir::from_index(stream.below(4) as usize);
    places.extend(least(&mut drawn, most).iter().map(|(_, cell)| Placement::new(kind, cell.0, back)));
}

/// Places that touch one of these features, facing it, in drawn order.
pub fn places_beside(
    kind: &FeatureKind,
    hosts: &[Rect],
    stream: &mut Stream,
    (most, places): (usize, &mut Vec<Placement>),
) {
    for host in hosts {
        for side in Dir::ALL {
            let (width, height) = Placement::size(kind, side);
            let (length, own) = if side.is_horizontal() { (host.height(), height) } else { (host.width(), width) };
            for offset in 0..=(length - own).max(0) {
                let at = match side {
                    Dir::North => Cell::new(host.left + offset, host.top - height),
                    Dir::East => Cell::new(host.right, host.top + offset),
                    Dir::South => Cell::new(host.left + offset, host.bottom),
                    Dir::West => Cell::new(host.left - width, host.top + offset),
                };
                places.push(Placement::new(kind, at, side));
            }
        }
    }
    stream.shuffle(places);
    places.truncate(most);
}
