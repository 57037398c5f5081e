//! In corners, scattered, and beside another feature.

use std::cmp::Reverse;

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

/// A cell with what was drawn for it; the greatest comes first.
pub type DrawnCell = (Reverse<u64>, Reverse<Cell>);

/// Drawn cells, at least two apart from what was scattered before, more often along walls. `drawn` is a list to work in.
pub fn scattered_places(
    floor: &mut RoomFloor,
    kind: &FeatureKind,
    before: &[Rect],
    (stream, drawn): (&mut Stream, &mut Vec<DrawnCell>),
    (most, places): (usize, &mut Vec<Placement>),
) {
    drawn.clear();
    floor.open_cells_apart(before, |cell, is_at_wall| {
        let tries = if is_at_wall { BESIDE_WALL } else { 1 };
        let best = (0..tries).map(|_| stream.bits()).max().unwrap_or(0);
        drawn.push((Reverse(best), Reverse(cell)));
    });
    let back = Dir::from_index(stream.below(4) as usize);
    places.extend(least(drawn, most).iter().map(|(_, cell)| Placement::new(kind, cell.0, back)));
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
