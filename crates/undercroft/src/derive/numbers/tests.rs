use super::*;
use crate::dungeon::{Entrance, HiddenDoor, LinkId, LinkKind};
use crate::format::text;

/// A picture whose doors join the rooms on their two sides; the door with one room is the entrance. Rooms count in the
/// order of their first cells.
fn drawn(picture: &str, goal: u32) -> Dungeon {
    let mut dungeon = text::read(picture).unwrap();
    dungeon.goal = Some(RoomId(goal));
    for door in dungeon.doors.clone() {
        let is_at = |room: &&Room, cell: Cell| room.z == door.z && room.contains(cell);
        let room_at = |cell: Cell| dungeon.rooms.iter().find(|room| is_at(room, cell)).map(|room| room.id);
        let sides = [door.cells[0] - door.normal, door.cells[0] + door.normal].map(room_at);
        if let [Some(a), Some(b)] = sides {
            let id = LinkId(dungeon.links.len() as u32);
            let hidden = if door.secret { HiddenDoor::Undiscovered } else { HiddenDoor::None };
            dungeon.links.push(Link::new(id, [a, b], LinkKind::Shared { door: door.id, hidden }));
        } else if let [Some(room), None] = sides {
            dungeon.entrance = Some(Entrance { room, door: door.id, runway: 0, open_end: false });
        }
    }
    dungeon
}

fn numbers(mut dungeon: Dungeon) -> Vec<Option<u32>> {
    assign_numbers(&mut dungeon);
    dungeon.rooms.iter().map(|room| room.number).collect()
}

#[test]
fn dead_ends_come_before_the_goal_and_equal_branches_clockwise_from_the_door_one_came_in_by() {
    let hall = "
#############
#...#...#...#
#...+...+...#
#...#...#...#
######+######
#...#...#...#
#...+...+...#
#...#...#...#
######+######
";
    assert_eq!(numbers(drawn(hall.trim_start(), 2)), [5, 4, 6, 2, 1, 3].map(Some));
    assert_eq!(numbers(drawn(hall.trim_start(), 3)), [4, 3, 5, 6, 1, 2].map(Some), "the goal's branch comes last");
}

#[test]
fn smaller_branches_come_first_whatever_their_direction() {
    let chain = "
#################
#...#...#...#...#
#...+...+...+...#
#...#...#...#...#
##########+######
";
    assert_eq!(numbers(drawn(chain.trim_start(), 2)), [4, 3, 1, 2].map(Some));
}

#[test]
fn a_room_is_entered_from_the_lowest_of_the_rooms_that_are_one_link_nearer() {
    let ring = "
#########
#...#...#
#...+...#
##+###+##
#...#...#
#...+...#
##+######
";
    // Room 1 is as near by room 0 as by room 3; it hangs on room 0.
    assert_eq!(numbers(drawn(ring.trim_start(), 3)), [2, 3, 1, 4].map(Some));
}

#[test]
fn a_passage_has_no_number_and_a_narrow_dead_end_has_one() {
    let passage = "
#########
#..#.#..#
#..+.+..#
#..#.#..#
##+######
";
    assert_eq!(numbers(drawn(passage.trim_start(), 2)), [Some(1), None, Some(2)]);
    let closet = passage.replace("+..#", "#..#");
    assert_eq!(numbers(drawn(closet.trim_start(), 1)), [Some(1), Some(2), Some(3)], "the last is not reached");
    let secret = passage.replace("#..+.+..#", "#..+.S..#");
    assert_eq!(numbers(drawn(secret.trim_start(), 1)), [Some(1), Some(2), Some(3)], "one link that is not secret");
}

#[test]
fn levels_follow_each_other_in_the_order_they_are_reached() {
    let mut tower =
        drawn("--- level 1\n#####\n#...#\n#...#\n#####\n--- level 0\n#########\n#...#...#\n#...+...#\n##+######\n", 2);
    // Room 0 is above room 1, whose neighbour is room 2.
    let stairs = LinkKind::stairs_at(Cell::new(1, 1));
    tower.links.push(Link::new(LinkId(1), [RoomId(0), RoomId(1)], stairs));
    assert_eq!(tower.entrance.as_ref().unwrap().room, RoomId(1));
    assert_eq!(numbers(tower), [3, 1, 2].map(Some));
}

#[test]
fn without_an_entrance_no_room_has_a_number() {
    let dungeon = Dungeon { entrance: None, ..drawn("####\n#..#\n#..#\n#+##\n", 0) };
    assert_eq!(numbers(dungeon), [None]);
}
