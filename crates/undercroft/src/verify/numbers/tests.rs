//! The order of the branches of a room.

use undercroft_grid::Rect;

use super::*;
use crate::dungeon::Run;
use crate::verify::tests::picture::picture;

/// The cells of the ring of a floor without its corners, clockwise from the north-west.
fn ring(floor: Rect) -> Vec<Cell> {
    let Rect { left, top, right, bottom } = floor;
    let north = (left..right).map(|x| Cell::new(x, top - 1));
    let east = (top..bottom).map(|y| Cell::new(right, y));
    let south = (left..right).rev().map(|x| Cell::new(x, bottom));
    let west = (top..bottom).rev().map(|y| Cell::new(left - 1, y));
    north.chain(east).chain(south).chain(west).collect()
}

#[test]
fn bearings_go_round_a_room_clockwise_from_the_cell_where_one_came_in() {
    for floor in [Rect::new(2, 3, 5, 6), Rect::new(40, 7, 44, 9), Rect::new(-9, 20, -2, 24), Rect::new(0, 0, 1, 8)] {
        let (room, ring) = (Room::bare(RoomId(0), 0, Run::of_rect(floor)), ring(floor));
        for first in 0..ring.len() {
            let from = ring[first];
            let bearings = (0..ring.len()).map(|i| Bearing::new(&room, from, ring[(first + i) % ring.len()]));
            let bearings: Vec<Bearing> = bearings.collect();
            assert!(bearings.is_sorted_by(|a, b| a < b), "{floor:?} from {from}");
            // What lies farther on in the same direction has the same bearing.
            let middle = Cell::new(floor.left + floor.right - 1, floor.top + floor.bottom - 1);
            let farther = |cell: Cell| Cell::new(3 * cell.x - middle.x, 3 * cell.y - middle.y);
            assert!((0..ring.len()).all(|i| {
                Bearing::new(&room, farther(from), farther(ring[(first + i) % ring.len()])) == bearings[i]
            }));
        }
    }
}

#[test]
fn in_the_middle_of_a_room_one_comes_in_from_the_north() {
    let floor = Rect::new(2, 3, 5, 6);
    let (room, middle) = (Room::bare(RoomId(0), 0, Run::of_rect(floor)), Cell::new(3, 4));
    let north = Cell::new(3, 2);
    for to in ring(floor) {
        assert!(Bearing::new(&room, middle, to) == Bearing::new(&room, north, to), "{to}");
    }
    assert!(Bearing::new(&room, north, middle) == Bearing::new(&room, north, north));
    assert!(Bearing::new(&room, north, middle) < Bearing::new(&room, north, Cell::new(4, 2)));
    assert!(Bearing::new(&room, north, middle) != Bearing::new(&room, north, Cell::new(4, 2)));
}

/// Room c is left for in the east and lies in the south-west, b is left for in the south and lies there.
#[test]
fn branches_come_in_the_order_of_the_doors_by_which_a_room_is_left() {
    let d = picture(
        "
            ,
          ##E##
          #aaa#
          #aaa+,,
          #aaa# ,
          ##+## ,
            ,   ,
            ,   ,
          ##+## ,
          #bbb# ,
          #bbb# ,
          ##### ,
                ,
        ####    ,
        #cc+,,,,,
        #cc#
        ####",
    );
    let entrance = d.entrance.as_ref().expect("the picture has one");
    assert_eq!(numbers(&d, entrance, &RoomGraph::new(&d)), [Some(1), Some(3), Some(2)]);
}
