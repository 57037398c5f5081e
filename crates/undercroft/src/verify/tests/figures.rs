//! The figures among the facts: each column on a picture counted by hand. Those of doors are in `door_figures`.

use undercroft_grid::Cell;

use super::super::{Facts, verify};
use super::fixture;
use super::picture::{picture, pictures};
use crate::dungeon::{DoorKind, DoorState, Dungeon, PlacedTemplate, Role};

fn facts(map: &str) -> Facts {
    verify(&picture(map)).facts
}

fn parts(part: u16, whole: u16) -> u16 {
    (u32::from(part) * 10_000 / u32::from(whole)) as u16
}

const TWO_ROOMS: &str = "
    #####  #####
    #aaa#  #bbb#
    #aaa+,,+bbb#
    #aaa#  #bbb#
    #####  #####";

#[test]
fn fill_is_walkable_cells_in_the_box_round_them() {
    // 9 + 9 floor, 2 doors, 2 corridor cells; the box is 10 by 3.
    assert_eq!(facts(TWO_ROOMS).fill.parts(), parts(22, 30));
}

#[test]
fn fill_sums_over_levels_and_counts_stairs() {
    let above = "
        #####  #####
        #aa>#  #bbb#
        #aaa+,,+bbb#
        #####  #####";
    let below = "
        #####
        #cc<#
        #ccc#
        #####";
    // 6 + 6 + 4 in 10 by 2, and 6 in 3 by 2.
    let facts = verify(&pictures(&[(0, above), (-1, below)])).facts;
    assert_eq!((facts.fill.parts(), facts.levels, facts.links), (parts(22, 26), 2, 2));
}

const SECRET_BELOW: &str = "
    #####  #####
    #aaa+,,+bbb#
    #aaa#  #bbb#
    #S###  ###S#
     ,        ,
     ,,,,,,,,,,";

#[test]
fn secret_passages_count_in_no_figure() {
    let facts = facts(SECRET_BELOW);
    assert_eq!(facts.fill.parts(), parts(6 + 6 + 4, 10 * 2));
    assert_eq!((facts.corridor_mean_tenths, facts.corridor_longest), (20, 2));
    assert_eq!((facts.dead_end_share.parts(), facts.shared_share.parts()), (10_000, 0));
    assert_eq!((facts.close_doors, facts.corner_door_share.parts()), (0, 0), "walls of two cells have no better place");
}

#[test]
fn a_corridor_that_a_secret_one_runs_into_still_counts() {
    let mut d = picture(SECRET_BELOW);
    let through = d.links[0].path()[0];
    d.links[1].corridor_mut().unwrap().path.push(through);
    assert_eq!(verify(&d).facts.fill.parts(), parts(16, 20));
}

#[test]
fn corridors_are_measured_by_the_cells_of_their_paths() {
    let facts = facts(
        "
        ####    ####   ####
        #aa+,,,,+bb#   #cc#
        #aa#    #bb+,  #cc#
        ####    ####,  #cc#
                    ,,,+cc#
                       ####",
    );
    // 4 and 5 cells.
    assert_eq!((facts.corridor_mean_tenths, facts.corridor_longest), (45, 5));
}

#[test]
fn a_mean_of_corridors_is_rounded_down_to_tenths() {
    let facts = facts(
        "
        ####    ####    ####     ####
        #aa+,,,,+bb+,,,,+cc+,,,,,+dd#
        #aa#    #bb#    #cc#     #dd#
        ####    ####    ####     ####",
    );
    // 13 cells in three corridors.
    assert_eq!((facts.corridor_mean_tenths, facts.corridor_longest), (43, 5));
}

const CHAIN: &str = "
    #########################
    #aa+bbb+cccccccccccc+ddd#
    #aa#bbb#cccccccccccc#ddd#
    #aa#bbb#########cccc#ddd#
    #aa#bbb#       #cccc#####
    #########      ######    ";

#[test]
fn the_median_room_of_an_even_number_is_the_lower_middle() {
    // 8, 12, 32 and 9 floor cells.
    assert_eq!(facts(CHAIN).median_room, 9);
}

#[test]
fn rectangles_fill_their_boxes_and_long_rooms_are_over_five_to_two() {
    let facts = facts(CHAIN);
    assert_eq!(facts.rectangle_share.parts(), parts(3, 4));
    // c is 12 by 4.
    assert_eq!(facts.long_room_share.parts(), parts(1, 4));
    assert_eq!((facts.dead_end_share.parts(), facts.shared_share.parts()), (parts(2, 4), 10_000));
}

#[test]
fn five_to_two_is_not_too_long_and_halls_may_be_longer() {
    let map = |floor: &str| format!("{0}\n#{floor}+bb#\n#{floor}#bb#\n{0}", "#".repeat(floor.len() + 5));
    let share = |d: &Dungeon| verify(d).facts.long_room_share.parts();
    assert_eq!(share(&picture(&map("aaaaa"))), 0);
    let mut long = picture(&map("aaaaaa"));
    assert_eq!(share(&long), 5_000);
    long.rooms[0].roles = vec![Role::Hall];
    assert_eq!(share(&long), 0);
}

const PASSAGE: &str = "
    ###########
    #aa+bbb+cc#
    #aa#####cc#
    ###########";

#[test]
fn a_passage_has_no_number_and_counts_in_no_share() {
    let through = facts(PASSAGE);
    assert_eq!((through.rooms, through.numbered_rooms), (3, 2));
    assert_eq!((through.long_room_share.parts(), through.dead_end_share.parts(), through.median_room), (0, 10_000, 4));
    let blind = facts(
        "
        ########
        #aa+bbb#
        #aa#####
        ########",
    );
    assert_eq!((blind.numbered_rooms, blind.long_room_share.parts()), (2, 5_000), "a niche leads nowhere");
    let square = facts(
        "
        ###########
        #aa+bbb+cc#
        #aa#bb##cc#
        ###########",
    );
    assert_eq!(square.numbered_rooms, 3);
    let bent = facts(
        "
        ###########
        #aa+b###cc#
        #aa#bbb+cc#
        ###########",
    );
    assert_eq!(bent.numbered_rooms, 2);
}

#[test]
fn a_blind_end_of_a_corridor_template_is_a_passage_too() {
    let mut d = picture(
        "
        ########
        #aa+bbb#
        #aa#bbb#
        ########",
    );
    assert_eq!(verify(&d).facts.numbered_rooms, 2);
    let template = |name: &str| PlacedTemplate { name: name.to_owned(), turn: 0, mirror: false, at: Cell::new(0, 0) };
    d.rooms[1].template = Some(template("corridor"));
    assert_eq!(verify(&d).facts.numbered_rooms, 1);
    d.rooms[1].template = Some(template("gate-room"));
    assert_eq!(verify(&d).facts.numbered_rooms, 2);
}

#[test]
fn the_least_loops_are_those_of_a_level_by_itself() {
    let above = "
        ##########
        #aa>+bbbb#
        #aaa#bbbb#
        #+#####+##
        #cccccc>c#
        #cccccccc#
        ##########";
    let below = "
        ##########
        #dd<+eeee#
        #ddd#eeee#
        ########+#
        #ffffff<f#
        #ffffffff#
        ##########";
    let facts = verify(&pictures(&[(0, above), (-1, below)])).facts;
    // a, b and c are a ring; d, e and f a line; two stairs make a second ring.
    assert_eq!((facts.links, facts.loops, facts.least_loops), (7, 2, 0));
    assert_eq!(verify(&picture(above)).facts.least_loops, 1);
}

#[test]
fn the_aspect_of_sheets_is_weighted_by_floor() {
    assert_eq!(facts(TWO_ROOMS).sheet_aspect_tenths, 100 / 3);
    let above = "
        ########
        #aaaaa>#
        ########";
    let below = "
        ########
        #bbbbb<#
        #bbbbbb#
        #bbbbbb#
        #bbbbbb#
        ########";
    // 6 : 1 with 6 cells, 6 : 4 with 24: (6 × 60 + 24 × 15) ÷ 30.
    assert_eq!(verify(&pictures(&[(0, above), (-1, below)])).facts.sheet_aspect_tenths, 24);
}

#[test]
fn the_aspect_of_sheets_is_rounded_down_once() {
    let above = "
        ######
        #aaa>#
        #a####
        #aa###
        ######";
    let below = "
        #######
        #bbb<b#
        #b#####
        #b#####
        #######";
    // 4 : 3 and 5 : 3 with 7 cells each: thirds that make 15 together.
    assert_eq!(verify(&pictures(&[(0, above), (-1, below)])).facts.sheet_aspect_tenths, 15);
}

#[test]
fn rooms_have_mirrors_in_the_line_through_the_entrance() {
    let map = "
        ####   ####
        #aa#####bb#
        #aa+ccc+bb#
        ####ccc####
        #dd+ccc#
        #dd##E##
        #### ,";
    // a and b are images, c of itself; d has none.
    assert_eq!(facts(map).symmetry_share.parts(), parts(3, 4));
    assert_eq!(facts(&map.replace('E', "#")).symmetry_share.parts(), 0, "without an entrance there is no axis");
    let other = map.replace("+bb#", "+b##");
    assert_ne!(other, map);
    assert_eq!(facts(&other).symmetry_share.parts(), parts(1, 4), "b has another shape");
}

#[test]
fn a_room_of_another_level_is_no_mirror_image() {
    let above = "
        ####
        #aa#####
        #aa+ccc#
        ####ccc#
        #dd+ccc#
        #dd##E##
        #### ,";
    let below = "
        #      ####
        #      #bb#
        #      #bb#
        #      ####";
    assert_eq!(verify(&pictures(&[(0, above), (-1, below)])).facts.symmetry_share.parts(), parts(1, 4));
}

#[test]
fn a_corridor_hugs_a_room_on_either_side() {
    let north = "
             #####
             #ccc#
        #### ##### ####
        #aa+,,,,,,,+bb#
        #aa#       #bb#
        ####       ####";
    assert_eq!(facts(north).hugging_steps, 5);
    let west = "
        #########
        #aaaaaaa#
        #aaaaaaa#
        ######+##
              ,
        ######,
        #cccc#,
        #cccc#,
        ######,
              ,
        ######+##
        #bbbbbbb#
        #bbbbbbb#
        #########";
    assert_eq!(facts(west).hugging_steps, 4);
}

#[test]
fn a_line_through_an_entrance_in_the_east_lies_along_a_row() {
    let map = "
        #######
        #aa#dd#
        #aa#dd#
        ##+#+##
         #ccc#
         #cccE,
         #ccc#
        ##+####
        #bb#
        #bb#
        ####";
    assert_eq!(facts(map).symmetry_share.parts(), parts(3, 4));
}

#[test]
fn doorways_are_measured_and_the_model_has_no_ground_yet() {
    let mut d = picture(TWO_ROOMS);
    let width = |d: &Dungeon| verify(d).facts.doorway_width_tenths;
    assert_eq!((width(&d), verify(&d).facts.ground_share.parts()), (0, 0));
    (d.doors[0].kind, d.doors[0].state) = (DoorKind::Doorway, DoorState::Open);
    assert_eq!(width(&d), 10);
}

#[test]
fn every_column_has_a_value_in_parts() {
    let facts = facts(TWO_ROOMS);
    let (columns, parts) = (Facts::COLUMNS, facts.parts());
    assert_eq!(columns.join(","), Facts::csv_header());
    assert_eq!(columns.len(), parts.len());
    let at = |column: &str| parts[columns.iter().position(|name| *name == column).unwrap()];
    assert_eq!((at("rooms"), at("fill"), at("critical_hops")), (Some(20_000), Some(7_333), None));
    let facts = verify(&fixture::dungeon()).facts;
    let at = |column: &str| facts.parts()[columns.iter().position(|name| *name == column).unwrap()];
    assert_eq!((at("critical_hops"), at("critical_steps")), (Some(40_000), Some(590_000)));
}
