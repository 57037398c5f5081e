//! Doors in corners and close to each other, on pictures.

use super::super::verify;
use super::picture::picture;

/// The share of doors in corners. [Unit: percent]
#[track_caller]
fn check_corners(map: &str, percent: u16) {
    assert_eq!(verify(&picture(map)).facts.corner_door_share.parts(), 100 * percent, "{map}");
}

#[track_caller]
fn check_close(map: &str, pairs: usize) {
    assert_eq!(verify(&picture(map)).facts.close_doors, pairs, "{map}");
}

#[test]
fn a_door_in_the_middle_of_a_wall_is_in_no_corner() {
    // The wall of a has two cells, and no better place than the corner.
    let map = "
        ####  #####
        #aa#  #bbb#
        #aa+,,+bbb#
        ####  #bbb#
              #####";
    check_corners(map, 0);
}

#[test]
fn a_door_beside_a_ring_corner_is_in_a_corner() {
    let map = "
        ####  #####
        #aa+,,+bbb#
        #aa#  #bbb#
        ####  #bbb#
              #####";
    check_corners(map, 50);
    let low = "
        ####  #####
        #aa#  #bbb#
        #aa#  #bbb#
        #aa+,,+bbb#
        ####  #bbb#
              #####";
    check_corners(low, 50);
}

#[test]
fn a_wide_door_needs_a_cell_more_on_both_sides() {
    let narrow = "
        #########
        #aaa+bbb#
        #aaa+bbb#
        #aaa#bbb#
        #########";
    check_corners(narrow, 0);
    let cornered = "
        #########
        #aaa+bbb#
        #aaa+bbb#
        #aaa#bbb#
        #aaa#bbb#
        #########";
    check_corners(cornered, 100);
    let central = "
        #########
        #aaa#bbb#
        #aaa+bbb#
        #aaa+bbb#
        #aaa#bbb#
        #########";
    check_corners(central, 0);
}

#[test]
fn the_run_of_a_shared_wall_is_what_both_rooms_have() {
    // Both have three cells of it; the door is beside the upper corner of b.
    let three = "
        #####
        #aaa#####
        #aaa+bbb#
        #aaa#bbb#
        #aaa#bbb#
        #########";
    check_corners(three, 100);
    let two = "
        #####
        #aaa#####
        #aaa+bbb#
        #aaa#bbb#
        #####bbb#
            #####";
    check_corners(two, 0);
}

#[test]
fn an_inner_angle_is_no_ring_corner() {
    // The cell below the door of a has no floor behind it, and floor of a below it.
    let inner = "
        #####  #####
        #aaa#  #bbb#
        #aaa#  #bbb#
        #aaa+,,+bbb#
        #aa##  #bbb#
        #aaaa# #####
        ######";
    check_corners(inner, 0);
    let outer = "
        #####  #####
        #aaa#  #bbb#
        #aaa#  #bbb#
        #aaa+,,+bbb#
        #####  #bbb#
               #####";
    check_corners(outer, 50);
}

#[test]
fn doors_with_two_wall_cells_between_are_close_and_with_three_are_not() {
    let map = "
        #####   #####
        #aaa+,,,+bbb#
        #aaa#   #bbb#
        #aaa#   #bbb#
        #aaa+,,,+bbb#
        #aaa#   #bbb#
        #aaa#   #bbb#
        #aaa#   #bbb#
        #aaa+,,,+bbb#
        #####   #####";
    check_close(map, 2);
}

#[test]
fn a_pair_in_a_shared_wall_counts_once() {
    let map = "
        #########
        #aaa+bbb#
        #aaa#bbb#
        #aaa+bbb#
        #########";
    check_close(map, 1);
}

#[test]
fn the_entrance_is_a_neighbour_and_a_secret_door_is_none() {
    let map = "
        #########
        #aaaaaaa#
        #aaaaaaa#
        #E##+####
         , #cccc#
         , #cccc+bb#
           #####bbb#
                ####";
    check_close(map, 1);
    check_close(&map.replacen('+', "S", 1), 0);
}

#[test]
fn doors_of_two_walls_in_one_line_are_not_close() {
    let apart = "
        ###########
        #aaaaaaaaa#
        #aa#aaa#aa#
        ##+#aaa#+##
          ,#####,
          ,,,,,,,";
    check_close(apart, 0);
    let pillars = "
        #######
        #aa#aa#
        #aaaaa#
        #aa#aa#
        ##+#+##
        #bb#bb#
        #bbbbb#
        #######";
    check_close(pillars, 0);
}
