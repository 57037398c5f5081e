//! The figures among the facts: each column on a picture counted by hand, and slow judges for those that search.

use undercroft_grid::{Cell, Dir};

use super::super::{Facts, verify};
use super::picture::{picture, pictures};
use crate::dungeon::{Door, Dungeon, PlacedTemplate, Role, RoomId};

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
fn doors_beside_a_ring_corner_stand_in_corners() {
    let share = |map: &str| facts(map).corner_door_share.parts();
    // The west wall of b has three cells, the east wall of a two: only b has a better place.
    assert_eq!(
        share(
            "
        ####  #####
        #aa#  #bbb#
        #aa+,,+bbb#
        ####  #bbb#
              #bbb#
              #####"
        ),
        0,
        "b has it in its middle, a nowhere else"
    );
    assert_eq!(
        share(
            "
        ####  #####
        #aa+,,+bbb#
        #aa#  #bbb#
        ####  #bbb#
              #####"
        ),
        5_000
    );
    // A wall of four cells has two better places for a door of one, and none for a door of three.
    assert_eq!(
        share(
            "
        ####  #####
        #aa#  #bbb#
        #aa#  #bbb#
        #aa+,,+bbb#
        ####  #bbb#
              #####"
        ),
        5_000
    );
}

#[test]
fn a_wide_door_needs_a_cell_more_on_both_sides() {
    let share = |map: &str| facts(map).corner_door_share.parts();
    assert_eq!(
        share(
            "
        #########
        #aaa+bbb#
        #aaa+bbb#
        #aaa#bbb#
        #########"
        ),
        0
    );
    assert_eq!(
        share(
            "
        #########
        #aaa+bbb#
        #aaa+bbb#
        #aaa#bbb#
        #aaa#bbb#
        #########"
        ),
        10_000
    );
    assert_eq!(
        share(
            "
        #########
        #aaa#bbb#
        #aaa+bbb#
        #aaa+bbb#
        #aaa#bbb#
        #########"
        ),
        0
    );
}

#[test]
fn the_run_of_a_shared_wall_is_what_both_rooms_have() {
    // Both have three cells of it; the door is beside the upper corner of b.
    assert_eq!(
        facts(
            "
        #####
        #aaa#####
        #aaa+bbb#
        #aaa#bbb#
        #aaa#bbb#
        #########"
        )
        .corner_door_share
        .parts(),
        10_000
    );
    // Both have two.
    assert_eq!(
        facts(
            "
        #####
        #aaa#####
        #aaa+bbb#
        #aaa#bbb#
        #####bbb#
            #####"
        )
        .corner_door_share
        .parts(),
        0
    );
}

#[test]
fn an_inner_angle_is_no_ring_corner() {
    // The door at the angle of the L has floor beside it, not a corner.
    assert_eq!(
        facts(
            "
        ########
        #aaa#bb#
        #aaa#bb#
        #aaa+bb#
        #aaaa#b#
        #aaaa###
        ######"
        )
        .corner_door_share
        .parts(),
        0
    );
}

const CLOSE: &str = "
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

#[test]
fn doors_with_two_wall_cells_between_are_close_and_with_three_are_not() {
    assert_eq!(facts(CLOSE).close_doors, 2, "one pair in each room");
}

#[test]
fn a_pair_in_a_shared_wall_counts_once() {
    let map = "
        #########
        #aaa+bbb#
        #aaa#bbb#
        #aaa+bbb#
        #########";
    assert_eq!(facts(map).close_doors, 1);
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
    assert_eq!(facts(map).close_doors, 1);
    assert_eq!(facts(&map.replacen('+', "S", 1)).close_doors, 0);
}

#[test]
fn doors_of_two_walls_in_one_line_are_not_close() {
    // The notch between them is no wall of the room above it.
    assert_eq!(
        facts(
            "
        ###########
        #aaaaaaaaa#
        #aa#aaa#aa#
        ##+#aaa#+##
          ,#####,
          ,,,,,,,"
        )
        .close_doors,
        0
    );
    assert_eq!(
        facts(
            "
        #######
        #aa#aa#
        #aaaaa#
        #aa#aa#
        ##+#+##
        #bb#bb#
        #bbbbb#
        #######"
        )
        .close_doors,
        0,
        "a pillar stands between them"
    );
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
fn the_model_has_no_ground_and_no_doorways_yet() {
    let facts = facts(TWO_ROOMS);
    assert_eq!((facts.ground_share.parts(), facts.doorway_width_tenths), (0, 0));
}

#[test]
fn every_column_has_a_value_in_parts() {
    let facts = facts(TWO_ROOMS);
    let (columns, parts) = (Facts::COLUMNS, facts.parts());
    assert_eq!(columns.join(","), Facts::csv_header());
    assert_eq!(columns.len(), parts.len());
    let at = |column: &str| parts[columns.iter().position(|name| *name == column).unwrap()];
    assert_eq!((at("rooms"), at("fill"), at("critical_hops")), (Some(20_000), Some(7_333), None));
}

/// Sets of cells and nothing else.
mod slow {
    use std::collections::BTreeSet;

    use super::{Cell, Dir, Door, Dungeon, RoomId};
    use crate::dungeon::{HiddenDoor, Link, LinkKind, Stub};

    type Cells = BTreeSet<Cell>;

    fn is_secret(d: &Dungeon, link: &Link) -> bool {
        link.hidden() != HiddenDoor::None || link.doors().iter().any(|&door| d.door(door).secret)
    }

    fn floor(d: &Dungeon, room: RoomId) -> Cells {
        d.room(room).cells().collect()
    }

    fn stub_cells(stub: &Stub) -> impl Iterator<Item = Cell> {
        let width = i32::from(stub.width);
        let square = move |at: Cell| (0..width * width).map(move |i| Cell::new(at.x + i % width, at.y + i / width));
        stub.path.iter().flat_map(move |&at| square(at))
    }

    /// Walkable cells and the area of their box, over all levels, from the entities alone.
    pub fn fill(d: &Dungeon) -> (usize, i64) {
        let mut sums = (0, 0);
        for level in &d.levels {
            let here = |link: &&Link| d.room(link.rooms[0]).z == level.z && !is_secret(d, link);
            let links: Vec<&Link> = d.links.iter().filter(here).collect();
            let mut cells: Cells = d.rooms.iter().filter(|room| room.z == level.z).flat_map(|r| r.cells()).collect();
            for link in links {
                cells.extend(d.corridor_cells(link).chain(link.roughened().iter().copied()));
                cells.extend(link.doors().iter().flat_map(|&door| d.door(door).cells.clone()));
            }
            cells.extend(d.stubs.iter().filter(|stub| stub.z == level.z).flat_map(stub_cells));
            if let Some(entrance) = d.entrance.as_ref().filter(|entrance| d.door(entrance.door).z == level.z) {
                let door = d.door(entrance.door);
                cells.extend(door.cells.iter().copied().chain(door.runway_rect(entrance.runway.into()).cells()));
            }
            let side = |values: Vec<i32>| i64::from(values.iter().max().unwrap() - values.iter().min().unwrap() + 1);
            sums.0 += cells.len();
            sums.1 += side(cells.iter().map(|c| c.x).collect()) * side(cells.iter().map(|c| c.y).collect());
        }
        sums
    }

    /// Doors with the floors they open to and the directions out of them.
    fn doors(d: &Dungeon) -> Vec<(&Door, Vec<(Cells, Dir, RoomId)>)> {
        let mut doors = Vec::new();
        for door in &d.doors {
            let links: Vec<&Link> =
                d.links.iter().filter(|link| !is_secret(d, link) && link.doors().contains(&door.id)).collect();
            let is_entrance = d.entrance.as_ref().is_some_and(|entrance| entrance.door == door.id);
            if links.is_empty() && !is_entrance {
                continue;
            }
            let own = door.room.unwrap();
            let mut sides = vec![(floor(d, own), door.normal, own)];
            if let Some(link) = links.iter().find(|link| matches!(link.kind, LinkKind::Shared { .. })) {
                let other = if link.rooms[0] == own { link.rooms[1] } else { link.rooms[0] };
                sides.push((floor(d, other), door.normal.opposite(), other));
            }
            doors.push((door, sides));
        }
        doors
    }

    fn is_wall((floor, out, _): &(Cells, Dir, RoomId), cell: Cell) -> bool {
        !floor.contains(&cell) && floor.contains(&(cell + out.opposite()))
    }

    /// Doors, and those of them beside a ring corner on a run that is two cells longer than they are.
    pub fn corner_doors(d: &Dungeon) -> (usize, usize) {
        let is_in_corner = |door: &Door, sides: &[(Cells, Dir, RoomId)]| {
            let in_run = |cell: Cell| sides.iter().all(|side| is_wall(side, cell));
            let mut run: Cells = door.cells.iter().copied().collect();
            for dir in [door.normal.right(), door.normal.left()] {
                let mut cell = door.cells[0];
                while in_run(cell) {
                    run.insert(cell);
                    cell = cell + dir;
                }
            }
            let is_corner = |cell: Cell| {
                let lacks =
                    |floor: &Cells| !floor.contains(&cell) && cell.neighbors4().iter().all(|c| !floor.contains(c));
                sides.iter().any(|(floor, _, _)| lacks(floor))
            };
            let beside = [door.normal.right(), door.normal.left()];
            let mut ends = door.cells.iter().flat_map(|&cell| beside.map(|dir| cell + dir));
            run.len() >= door.cells.len() + 2 && ends.any(|cell| !run.contains(&cell) && is_corner(cell))
        };
        let doors = doors(d);
        (doors.len(), doors.iter().filter(|(door, sides)| is_in_corner(door, sides)).count())
    }

    /// Pairs of doors of one room in one wall with at most two wall cells between them.
    pub fn close_doors(d: &Dungeon) -> usize {
        let doors = doors(d);
        let mut pairs = 0;
        for (i, (a, a_sides)) in doors.iter().enumerate() {
            for (b, b_sides) in &doors[i + 1..] {
                let common = a_sides.iter().filter(|(_, out, room)| {
                    a.z == b.z && b_sides.iter().any(|(_, b_out, b_room)| (b_out, b_room) == (out, room))
                });
                pairs += usize::from(common.into_iter().any(|side| are_close(side, a, b)));
            }
        }
        pairs
    }

    fn are_close(side: &(Cells, Dir, RoomId), a: &Door, b: &Door) -> bool {
        [side.1.right(), side.1.left()].into_iter().any(|dir| {
            let starts = a.cells.iter().filter(|&&cell| !a.cells.contains(&(cell + dir)));
            starts.into_iter().any(|&start| {
                (0..=2).any(|gap| {
                    let between = (1..=gap).all(|i| is_wall(side, start.step(dir, i)));
                    between && b.cells.contains(&start.step(dir, gap + 1))
                })
            })
        })
    }
}

#[test]
fn slow_judges_agree_on_dungeons_of_every_preset() {
    let mut seen = [0; 3];
    for preset in crate::presets() {
        for seed in 1..=4 {
            let d = crate::generate(preset.name, seed).unwrap();
            let facts = verify(&d).facts;
            let (cells, area) = slow::fill(&d);
            let (doors, in_corners) = slow::corner_doors(&d);
            assert_eq!(facts.fill, crate::Fraction::ratio(cells as u64, area as u64), "{} {seed}", preset.name);
            let share = crate::Fraction::ratio(in_corners as u64, doors as u64);
            assert_eq!(facts.corner_door_share, share, "{} {seed}", preset.name);
            assert_eq!(facts.close_doors, slow::close_doors(&d), "{} {seed}", preset.name);
            seen = [seen[0] + in_corners, seen[1] + doors - in_corners, seen[2] + facts.close_doors];
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}
