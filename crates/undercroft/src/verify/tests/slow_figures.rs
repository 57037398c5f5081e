//! Slow judges of the figures that search: sets of cells and nothing else.

use std::collections::BTreeSet;

use undercroft_grid::{Cell, Dir};

use super::super::verify;
use crate::dungeon::{Door, Dungeon, HiddenDoor, Link, LinkKind, Room, RoomId, Stub};
use crate::field::Value;

type Cells = BTreeSet<Cell>;
/// The floor of a room, the direction out of it, and the room.
type DoorSide = (Cells, Dir, RoomId);

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
fn fill(d: &Dungeon) -> (usize, i64) {
    let mut sums = (0, 0);
    for level in &d.levels {
        let here = |link: &&Link| d.room(link.rooms[0]).z == level.z && !is_secret(d, link);
        let links: Vec<&Link> = d.links.iter().filter(here).collect();
        let mut cells: Cells = d.rooms.iter().filter(|room| room.z == level.z).flat_map(Room::cells).collect();
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
fn doors(d: &Dungeon) -> Vec<(&Door, Vec<DoorSide>)> {
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
fn corner_doors(d: &Dungeon) -> (usize, usize) {
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
            let lacks = |floor: &Cells| !floor.contains(&cell) && cell.neighbors4().iter().all(|c| !floor.contains(c));
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
fn close_doors(d: &Dungeon) -> usize {
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

#[test]
fn slow_judges_agree_on_dungeons_of_every_preset() {
    let mut seen = [0; 3];
    // Without the price of doors that are close to each other partitions with many loops have some.
    let crowded = [("corridors.cost.door_gap", Value::from(0)), ("extra_links", 1.into()), ("method", "bsp".into())];
    let plain = crate::presets().iter().map(|preset| (preset.name, &[][..], 1..=4));
    for (name, settings, seeds) in plain.chain([("large-dungeon", &crowded[..], 1..=40)]) {
        for seed in seeds {
            let preset = crate::Generator::preset(name).unwrap();
            let generator =
                settings.iter().fold(preset, |generator, (key, value)| generator.set(key, value.clone()).unwrap());
            let d = generator.seed(seed).generate().unwrap();
            let facts = verify(&d).facts;
            let (cells, area) = fill(&d);
            let (doors, in_corners) = corner_doors(&d);
            assert_eq!(facts.fill, crate::Fraction::ratio(cells as u64, area as u64), "{name} {seed}");
            let share = crate::Fraction::ratio(in_corners as u64, doors as u64);
            assert_eq!(facts.corner_door_share, share, "{name} {seed}");
            assert_eq!(facts.close_doors, close_doors(&d), "{name} {seed}");
            seen = [seen[0] + in_corners, seen[1] + doors - in_corners, seen[2] + facts.close_doors];
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}
