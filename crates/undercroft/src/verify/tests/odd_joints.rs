//! Odd doors, corridors, stairs and plans: at the borders of the rules, just inside them or just beyond, for the list of
//! flaws.

use undercroft_grid::{Cell, Dir};

use super::fixture::{add_door, corridor, line, retile};
use super::mutants::{Mutant, tile};
use crate::dungeon::{
    Door, DoorKind, DoorState, Dungeon, Fallback, HiddenDoor, Link, LinkId, LinkKind, Marker, RoomId, Shape, Stub,
    Terrain,
};

/// What a dungeon has, and the change of the sound dungeon that gives it.
pub const ODD_JOINTS: &[(&str, Mutant)] = &[
    ("a kitchen with a back door", |d| back_door(d, true)),
    ("a back door that the recipe does not ask for", |d| back_door(d, false)),
    ("a back door of a room that is no kitchen", |d| {
        back_door(d, true);
        d.rooms[4].purpose = Some("store".to_owned());
    }),
    ("a back door of a dungeon that is no house", |d| {
        back_door(d, true);
        d.provenance.recipe.insert("method", "bsp");
    }),
    ("a back door below ground", |d| {
        back_door(d, true);
        d.doors.pop();
        d.rooms[6].purpose = Some("kitchen".to_owned());
        add_door(d, 6, vec![Cell::new(24, 24)], Dir::South);
        retile(d);
    }),
    ("two back doors", |d| {
        back_door(d, true);
        add_door(d, 4, vec![Cell::new(26, 30)], Dir::South);
        retile(d);
    }),
    ("a back door that leads into a blind corridor", |d| {
        back_door(d, true);
        stub(d, 0, 1, line((24, 31), (24, 33)));
    }),
    ("an entrance without a runway", |d| {
        entrance_runway(d, 0);
    }),
    ("an entrance without a runway before a corridor", |d| {
        entrance_runway(d, 0);
        corridor(d, 4).roughened = vec![Cell::new(7, 17), Cell::new(6, 17)];
        retile(d);
    }),
    ("an entrance before a corridor far ahead", |d| {
        corridor(d, 4).roughened = vec![Cell::new(7, 25), Cell::new(6, 25)];
        retile(d);
    }),
    ("an entrance with a corridor beside its last cell", |d| {
        corridor(d, 4).roughened = vec![Cell::new(7, 18)];
        retile(d);
    }),
    ("a secret passage beside the entrance", |d| {
        corridor(d, 4).roughened = vec![Cell::new(7, 17)];
        retile(d);
    }),
    ("a secret passage through the entrance", |d| {
        corridor(d, 4).roughened = vec![Cell::new(7, 17), Cell::new(6, 17)];
        retile(d);
    }),
    ("an entrance two cells wide", |d| {
        let door = d.entrance.as_ref().expect("there is one").door.index();
        d.doors[door].cells = line((5, 16), (6, 16));
        retile(d);
    }),
    ("a blind corridor of a secret passage", |d| stub(d, 0, 1, line((12, 27), (12, 29)))),
    ("a blind corridor that shares a cell with a locked corridor", |d| stub(d, 0, 1, line((24, 19), (27, 19)))),
    ("a blind corridor beside a locked corridor", |d| stub(d, 0, 1, line((25, 19), (27, 19)))),
    ("a blind corridor two cells wide", |d| stub(d, 0, 2, line((28, 4), (29, 4)))),
    ("a blind corridor two cells wide that only its second row joins", |d| stub(d, 0, 2, line((36, 4), (36, 4)))),
    ("a blind corridor below", |d| stub(d, -1, 1, line((32, 19), (32, 16)))),
    ("a blind corridor below that leaves nothing", |d| stub(d, -1, 1, line((10, 10), (10, 12)))),
    ("a blind corridor that leaves another one", |d| stub(d, 0, 1, line((33, 4), (35, 4)))),
    ("a blind corridor through a room", |d| stub(d, 0, 1, line((36, 8), (36, 11)))),
    ("a blind corridor out of the map", |d| {
        d.stubs[0].width = 4;
        d.stubs[0].path = line((32, 5), (58, 5));
        retile(d);
    }),
    ("merged corridors of a plan", |d| d.provenance.recipe.insert("method", "plan")),
    ("merged corridors of growth", |d| d.provenance.recipe.insert("method", "accrete")),
    ("a locked corridor that crosses a secret passage", |d| {
        corridor(d, 4).roughened = line((18, 25), (18, 20)).into_iter().chain(line((19, 20), (24, 20))).collect();
        retile(d);
    }),
    ("a locked corridor beside another one", |d| {
        let door = d.links[0].doors()[0].index();
        d.doors[door].state = DoorState::Locked;
        let marker = Marker { link: Some(LinkId(0)), ..d.markers[0].clone() };
        d.markers.push(marker);
        corridor(d, 6).roughened = line((20, 7), (20, 8)).into_iter().chain(line((12, 7), (12, 11))).collect();
        retile(d);
    }),
    ("a runway that fills a corridor", |d| {
        (corridor(d, 0).runway, corridor(d, 0).fallback) = ([8, 1], [Fallback::None, Fallback::OneCell]);
    }),
    ("no runway where there is one", |d| {
        (corridor(d, 4).runway[0], corridor(d, 4).fallback[0]) = (0, Fallback::NoRunway);
        retile(d);
    }),
    ("a gap in a path", |d| {
        corridor(d, 6).path.remove(9);
        retile(d);
    }),
    ("runways that do not meet", |d| {
        (corridor(d, 5).path, corridor(d, 5).runway) = (line((34, 20), (33, 20)), [1, 1]);
        corridor(d, 5).fallback = [Fallback::OneCell; 2];
        retile(d);
    }),
    ("a path that begins beside its door", |d| {
        corridor(d, 4).path.remove(0);
        retile(d);
    }),
    ("a wide corridor beside its door", |d| {
        let door = d.links[1].doors()[0].index();
        d.doors[door].cells = line((28, 12), (28, 13));
        retile(d);
    }),
    ("a corridor narrower than its doors", |d| {
        corridor(d, 1).width = 1;
        retile(d);
    }),
    ("doors wider than a corridor between caves", |d| wide_mouths(d, 3, [Shape::Cave; 2])),
    ("doors too wide between caves", |d| wide_mouths(d, 4, [Shape::Cave; 2])),
    ("doors wider than a corridor into one cave", |d| wide_mouths(d, 3, [Shape::Cave, Shape::Free])),
    ("doors wider than a corridor without caves", |d| wide_mouths(d, 3, [Shape::Free; 2])),
    ("doors wider than a corridor of a map that was not generated", |d| {
        wide_mouths(d, 3, [Shape::Free; 2]);
        d.provenance.recipe.clear();
    }),
    ("doors wider than a corridor of an older natural dungeon", |d| {
        wide_mouths(d, 3, [Shape::Free; 2]);
        older(d);
        d.provenance.recipe.insert("rooms.natural", true);
        d.rooms.iter_mut().for_each(|room| room.aligned = false);
    }),
    ("doors wider than a corridor of a natural dungeon", |d| natural_mouths(d, 4)),
    ("doors wider than a corridor of a natural dungeon of epoch 3", |d| natural_mouths(d, 3)),
    ("a corridor that crosses a secret passage", |d| {
        corridor(d, 0).roughened = line((11, 13), (11, 26));
        retile(d);
    }),
    ("a corridor beside a secret passage that goes through the entrance", |d| {
        corridor(d, 0).roughened = line((11, 13), (11, 25));
        corridor(d, 4).roughened = vec![Cell::new(7, 17), Cell::new(6, 17)];
        retile(d);
    }),
    ("stairs near the steps of others on one level alone", |d| {
        more_stairs(d, Cell::new(43, 21));
        let below = vec![Cell::new(43, 21), Cell::new(42, 21), Cell::new(41, 21)];
        d.links[9].kind = LinkKind::Stairs { runs: [vec![Cell::new(43, 21)], below] };
        retile(d);
    }),
    ("a link that leads back", |d| d.links[5].rooms = [RoomId(5); 2]),
    ("a link between levels without stairs", |d| d.links[0].rooms = [RoomId(0), RoomId(5)]),
    ("a shared wall with its rooms turned", |d| d.links[2].rooms.reverse()),
    ("a door that serves the entrance and a link", |d| {
        let door = d.links[0].doors()[0];
        d.entrance.as_mut().expect("there is one").door = door;
    }),
    ("doors two cells wide that touch", |d| {
        let door = d.links[7].doors()[1].index();
        d.doors[door].cells = line((38, 9), (39, 9));
        retile(d);
    }),
    ("doors that share a cell", |d| {
        let door = d.links[7].doors()[1].index();
        d.doors[door].cells = line((39, 9), (40, 9));
        retile(d);
    }),
    ("a door in the floor", |d| {
        let door = d.links[3].doors()[1].index();
        d.doors[door].cells = vec![Cell::new(24, 25)];
        retile(d);
    }),
    ("a door in the ring of another room", |d| {
        let door = d.links[3].doors()[1].index();
        d.doors[door].cells = vec![Cell::new(24, 16)];
    }),
    ("a shared door turned to its room", |d| {
        let door = d.links[2].doors()[0].index();
        d.doors[door].normal = Dir::North;
    }),
    ("a shared door of a corridor", |d| {
        let (door, hidden) = (d.links[3].doors()[0], HiddenDoor::None);
        d.links[3].kind = LinkKind::Shared { door, hidden };
    }),
    ("an open archway", |d| leaf(d, 0, 1, DoorKind::Archway, DoorState::Open)),
    ("a shut archway", |d| leaf(d, 0, 1, DoorKind::Archway, DoorState::Closed)),
    ("a barred door at the short end", |d| leaf(d, 0, 1, DoorKind::Barred, DoorState::Closed)),
    ("an open door at both ends", |d| leaf(d, 0, 1, DoorKind::Door, DoorState::Open)),
    ("an archway at the other end of a door", |d| {
        leaf(d, 5, 1, DoorKind::Archway, DoorState::Open);
    }),
    ("a locked door at both ends", |d| {
        leaf(d, 0, 1, DoorKind::Door, DoorState::Closed);
        leaf(d, 0, 0, DoorKind::Door, DoorState::Locked);
    }),
    ("a pair of doors eight cells apart", |d| {
        let door = d.links[5].doors()[1].index();
        leaf(d, 5, 1, DoorKind::Door, DoorState::Closed);
        d.doors[door].cells = vec![Cell::new(28, 22)];
        corridor(d, 5).path = [line((34, 20), (32, 20)), line((32, 21), (32, 22)), line((31, 22), (29, 22))].concat();
        retile(d);
    }),
    ("a pair of doors nine cells apart", |d| {
        let door = d.links[5].doors()[1].index();
        leaf(d, 5, 1, DoorKind::Door, DoorState::Closed);
        d.doors[door].cells = vec![Cell::new(28, 23)];
        corridor(d, 5).path = [line((34, 20), (32, 20)), line((32, 21), (32, 23)), line((31, 23), (29, 23))].concat();
        retile(d);
    }),
    ("a pair of doors in a dungeon with one leaf for each corridor", |d| {
        leaf(d, 0, 1, DoorKind::Door, DoorState::Closed);
        d.provenance.recipe.insert("doors.per_link", 1);
    }),
    ("a pair of doors with a key", |d| {
        leaf(d, 0, 1, DoorKind::Door, DoorState::Closed);
        let key = Marker { link: Some(LinkId(0)), ..d.markers[0].clone() };
        d.markers.push(key);
    }),
    ("a straight run of three steps", |d| runs(d, &[(40, 20), (41, 20), (42, 20)], &[(40, 20)])),
    ("a run of steps on the upper level that is bent", |d| runs(d, &[(40, 20), (41, 20), (41, 21)], &[(40, 20)])),
    ("a run that goes back", |d| runs(d, &[(40, 20)], &[(40, 20), (41, 20), (40, 20)])),
    ("stairs that begin apart", |d| runs(d, &[(40, 20)], &[(41, 20)])),
    ("stairs with a cell outside their room", |d| runs(d, &[(43, 20), (44, 20)], &[(43, 20)])),
    ("stairs between rooms of one level", |d| d.links[8].rooms = [RoomId(3), RoomId(2)]),
    ("stairs from below", |d| d.links[8].rooms.reverse()),
    ("stairs whose tiles lead up instead of down", |d| tile(d, 40, 20, Terrain::StairsUp)),
    ("other stairs two cells away", |d| more_stairs(d, Cell::new(41, 21))),
    ("other stairs three cells away", |d| more_stairs(d, Cell::new(42, 21))),
    ("other stairs on the same cell", |d| more_stairs(d, Cell::new(40, 20))),
    ("stairs at the foot of a door, edited", |d| {
        d.links[8].kind = LinkKind::stairs_at(Cell::new(37, 20));
        d.set_edited();
        retile(d);
    }),
    ("stairs two cells from a door", |d| {
        d.links[8].kind = LinkKind::stairs_at(Cell::new(40, 18));
        retile(d);
    }),
    ("stairs three cells from a door", |d| {
        d.links[8].kind = LinkKind::stairs_at(Cell::new(39, 18));
        retile(d);
    }),
    ("a plan with a diagonal step", |d| d.rooms[4].plan = Some([2, 1, 0])),
    ("a plan with a long step", |d| d.rooms[4].plan = Some([3, 0, 0])),
    ("a plan with a knight's step", |d| d.rooms[4].plan = Some([2, -2, 0])),
    ("stairs aside in the plan", |d| {
        d.rooms[5].plan = Some([2, 2, -1]);
        d.rooms[6].plan = Some([1, 2, -1]);
    }),
    ("a secret passage to a room two steps away", |d| d.rooms[4].plan = Some([1, -1, 0])),
    ("a secret passage between rooms with another link", |d| {
        d.links[4].rooms = [RoomId(0), RoomId(1)];
    }),
    ("a secret passage with one plain door", |d| {
        let door = d.links[4].doors()[0].index();
        d.doors[door].secret = false;
    }),
    ("a corridor with one secret door", |d| {
        d.links[6].set_hidden(HiddenDoor::Undiscovered);
        let door = d.links[6].doors()[0].index();
        d.doors[door].secret = true;
    }),
    ("no secret passages", |d| {
        d.links.remove(4);
        d.links.iter_mut().enumerate().skip(4).for_each(|(i, link)| link.id = LinkId(i as u32));
    }),
];

fn back_door(d: &mut Dungeon, is_asked: bool) {
    d.provenance.recipe.insert("method", "house");
    d.provenance.recipe.insert("house.back_door", is_asked);
    d.module_grid = None;
    d.rooms[4].purpose = Some("kitchen".to_owned());
    add_door(d, 4, vec![Cell::new(24, 30)], Dir::South);
    retile(d);
}

fn entrance_runway(d: &mut Dungeon, runway: u8) {
    d.entrance.as_mut().expect("there is one").runway = runway;
    retile(d);
}

fn stub(d: &mut Dungeon, z: i32, width: u8, path: Vec<Cell>) {
    d.stubs.push(Stub { z, path, width });
    retile(d);
}

/// Doors of link 5 that are wider than it, between rooms of these shapes.
fn wide_mouths(d: &mut Dungeon, width: i32, shapes: [Shape; 2]) {
    let doors: Vec<usize> = d.links[5].doors().iter().map(|door| door.index()).collect();
    for (door, x) in doors.into_iter().zip([35, 28]) {
        d.doors[door].cells = line((x, 19), (x, 18 + width));
    }
    for (room, shape) in [5, 6].into_iter().zip(shapes) {
        d.rooms[room].shape = shape;
        d.rooms[room].aligned &= shape != Shape::Cave;
    }
    retile(d);
}

fn natural_mouths(d: &mut Dungeon, epoch: u32) {
    wide_mouths(d, 3, [Shape::Free; 2]);
    d.provenance.recipe.insert("rooms.natural", true);
    d.provenance.epoch = epoch;
    d.rooms.iter_mut().for_each(|room| room.aligned = false);
}

/// A dungeon before rooms had numbers.
pub(super) fn older(d: &mut Dungeon) {
    d.provenance.epoch = 2;
    d.rooms.iter_mut().for_each(|room| room.number = None);
    super::fixture::rewrite_notes(d);
}

pub(super) fn leaf(d: &mut Dungeon, link: usize, end: usize, kind: DoorKind, state: DoorState) {
    let door = d.links[link].doors()[end].index();
    let door: &mut Door = &mut d.doors[door];
    (door.kind, door.state) = (kind, state);
}

fn runs(d: &mut Dungeon, above: &[(i32, i32)], below: &[(i32, i32)]) {
    let cells = |run: &[(i32, i32)]| run.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    d.links[8].kind = LinkKind::Stairs { runs: [cells(above), cells(below)] };
    retile(d);
}

fn more_stairs(d: &mut Dungeon, cell: Cell) {
    let id = LinkId(d.links.len() as u32);
    d.links.push(Link::new(id, [RoomId(3), RoomId(5)], LinkKind::stairs_at(cell)));
    retile(d);
}
