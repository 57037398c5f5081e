//! In the middle, and in rows: both by the axis of the main door.

use undercroft_grid::Cell;

use super::door_axis::DoorAxis;
use super::least_items::least;
use super::placement::Placement;
use super::room_floor::RoomFloor;
use crate::contents::{FeatureKind, FurnishRule};

/// Places on the axis: nearest the middle, or for what may also stand at a wall from the far end.
pub fn places_on_axis(kind: &FeatureKind, axis: DoorAxis, (most, places): (usize, &mut Vec<Placement>)) {
    let back = axis.inward;
    let (depth, width) = axis.extent(kind, back);
    let (length, _) = axis.lengths();
    let last = length - depth;
    let is_at_end = kind.rules.contains(&FurnishRule::Wall);
    let mut along: Vec<i32> = (0..=last.max(-1)).collect();
    if !is_at_end {
        along.sort_by_key(|&along| ((2 * along - last).abs(), along));
    }
    // Even and odd widths meet a line on a cell or between two; the other parity stands half a cell aside.
    let side = (axis.across - width + 1).div_euclid(2);
    let on_axis = along.iter().map(|&along| axis.placement(kind, back, along, side));
    places.extend(on_axis.take(most));
}

/// Places off the axis: the cells nearest to the middle of the room.
pub fn places_off_axis(
    floor: &mut RoomFloor,
    kind: &FeatureKind,
    axis: DoorAxis,
    (most, places): (usize, &mut Vec<Placement>),
) {
    let back = axis.inward;
    let bounds = floor.bounds;
    let middle = Cell::new(bounds.left + bounds.right - 1, bounds.top + bounds.bottom - 1);
    let (width, height) = Placement::size(kind, back);
    let distance = |cell: Cell| Cell::new(2 * cell.x + width - 1, 2 * cell.y + height - 1).distance_squared(middle);
    let mut cells = Vec::new();
    floor.open_cells_apart(&[], |cell, _| cells.push((distance(cell), cell)));
    places.extend(least(&mut cells, most).iter().map(|&(_, cell)| Placement::new(kind, cell, back)));
}

/// Pairs on both sides of an aisle, from the far end, then in columns farther out. Benches face the far end.
pub fn row_pairs(kind: &FeatureKind, axis: DoorAxis) -> impl Iterator<Item = [Placement; 2]> {
    let axis = axis.for_rows();
    let back = axis.inward.opposite();
    let (depth, width) = axis.extent(kind, back);
    let (length, across) = axis.lengths();
    // An aisle has a middle: odd on a cell, even between two.
    let is_on_cell = axis.across.rem_euclid(2) == 0;
    let aisle = axis.door_width + i32::from((axis.door_width % 2 == 1) != is_on_cell);
    let first = (axis.across + aisle + 1).div_euclid(2);
    let sides = (0..across).map(move |column| first + column * (width + 1));
    sides.take_while(move |side| 2 * (side - first) <= across).flat_map(move |side| {
        (0..=length - depth).step_by(depth as usize + 1).map(move |along| {
            let place = axis.placement(kind, back, along, side);
            [place, axis.mirrored(place)]
        })
    })
}
