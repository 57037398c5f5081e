//! Dungeon text as it is read and written, and refused.

use super::*;

fn refuse(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn every_glyph_is_read_and_written_as_it_was() {
    let text = "#.,+'\"_LHBSW<> \n";
    assert_eq!(write(&read(text).unwrap()), text);
}

#[test]
fn short_lines_are_filled_up_with_rock() {
    let dungeon = read("####\n#.\n#,##").unwrap();
    assert_eq!(write(&dungeon), "####\n#.  \n#,##\n");
}

#[test]
fn a_row_of_rock_does_not_end_the_map() {
    let dungeon = read("##\n  \n##\n\nNot a map.\n").unwrap();
    assert_eq!(write(&dungeon), "##\n  \n##\n");
}

#[test]
fn levels_come_highest_first_and_commentary_may_stand_between_them() {
    let text = "--- level -1\n#<#\n\nThe cellar.\n--- level 0\n#>#\n";
    let dungeon = read(text).unwrap();
    assert_eq!(dungeon.levels.iter().map(|level| level.z).collect::<Vec<_>>(), [0, -1]);
    assert_eq!(write(&dungeon), "--- level 0\n#>#\n\n--- level -1\n#<#\n");
}

#[test]
fn level_headers_are_checked() {
    assert_eq!(refuse("--- level up\n#\n"), "input:1: need a level from -9999 to 9999 after `--- level`, got \"up\"");
    assert_eq!(refuse("#\n--- level 0\n#\n"), "input:2: level 0 is drawn twice");
    assert_eq!(refuse("#\n\n--- level 1\n\n"), "input:3: level 1 has no map below its header");
}

#[test]
fn the_way_windows_ends_lines_is_understood() {
    assert_eq!(read("##\r\n#,\r\n\r\nnote"), read("##\n#,\n"));
}

#[test]
fn a_plain_map_must_not_be_ragged() {
    assert_eq!(
        refuse("####\n#..#\n###\n"),
        "input:3: this line is 3 cells long, the first line of the map is 4; \
             all lines of a map without spaces must be equally long (fill up with `#`)"
    );
    assert!(refuse("###\n#..#\n").starts_with("input:2: this line is 4 cells long, the first line of the map is 3"));
}

#[test]
fn an_unknown_character_is_named_with_its_place() {
    assert_eq!(
        refuse("###\n#q#\n"),
        "input:2:2: unknown character 'q'; dungeon text is written with # . , + ' \" _ L H B S W < > and spaces"
    );
    assert!(refuse("###\n\t#,\n").starts_with("input:2:1: unknown character '\\t'; "));
    assert_eq!(refuse("\n\n"), "input: there is no map, only empty lines");
}

#[test]
fn a_map_that_is_too_long_is_refused_at_its_first_line() {
    let refusal = refuse(&"#\n".repeat(16_385));
    assert_eq!(refusal, "input:1: a map is 1 to 16384 cells wide and high, this one would be 1×16385");
    let thin = "#,".repeat(8_192) + "\n" + &",\n".repeat(16_383);
    assert!(refuse(&thin).contains("at most 67108864 cells"), "padding counts");
}

#[test]
fn a_plain_map_has_no_rooms() {
    let dungeon = read("#####\n#...#\n#####\n").unwrap();
    assert!(dungeon.rooms.is_empty() && dungeon.doors.is_empty());
}

#[test]
fn doors_know_their_room_and_lead_out_of_it() {
    let dungeon = read(
        "\
#####  ####
#...+,,'..#
#...#  #..#
##L####B###
 #........#
 ##########",
    )
    .unwrap();
    let seen = |i: usize| {
        let door = &dungeon.doors[i];
        (door.cells[0], door.room.unwrap().0, door.normal, door.kind, door.state)
    };
    assert_eq!(dungeon.rooms.len(), 3);
    assert_eq!(seen(0), (Cell::new(4, 1), 0, Dir::East, DoorKind::Door, DoorState::Closed));
    assert_eq!(seen(1), (Cell::new(7, 1), 1, Dir::West, DoorKind::Door, DoorState::Open));
    assert_eq!(seen(2), (Cell::new(2, 3), 0, Dir::South, DoorKind::Door, DoorState::Locked));
    assert_eq!(seen(3), (Cell::new(7, 3), 2, Dir::North, DoorKind::Barred, DoorState::Closed));
}

#[test]
fn door_cells_side_by_side_in_a_wall_are_one_door_of_up_to_four() {
    let widths = |text: &str| read(text).unwrap().doors.iter().map(|door| door.cells.len()).collect::<Vec<_>>();
    assert_eq!(widths("......\n#++++#\n......"), [4]);
    assert_eq!(widths("........\n#++++++#\n........"), [4, 2]);
    assert_eq!(widths(".#.\n.+.\n.+.\n.#."), [2]);
    assert_eq!(widths("....\n#+L#\n...."), [1, 1]);
    assert_eq!(widths("####\n.++.\n####"), [1, 1], "one behind the other");
}

#[test]
fn what_is_written_stops_bodies_and_sight_as_before() {
    let mut dungeon = read("#H#B#\"#\n,,,,,,,\n").unwrap();
    for door in &mut dungeon.doors {
        door.state = DoorState::Open;
    }
    let again = read(&write(&dungeon)).unwrap();
    let (before, after) = (&dungeon.levels[0], &again.levels[0]);
    assert_eq!(dungeon.solid(before), again.solid(after));
    assert_eq!(dungeon.opaque(before), again.opaque(after));
}

#[test]
fn the_legend_lists_what_occurs_and_is_commentary() {
    let dungeon = read("#+,\n").unwrap();
    assert_eq!(legend(&dungeon), "#  wall\n,  corridor\n+  closed door\n");
    let with_legend = format!("{}\n{}", write(&dungeon), legend(&dungeon));
    assert_eq!(read(&with_legend).unwrap(), dungeon);
}
