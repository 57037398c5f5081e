//! Odd rooms and what is in them: at the borders of the rules, just inside them or just beyond, for the list of flaws.

use undercroft_grid::{Cell, Dir, Grid, Rect};

use super::fixture::{add_door, retile};
use super::fixture_contents::{add_feature, add_spawn};
use super::mutants::{Mutant, lay, tile};
use super::odd_joints::{leaf, older};
use crate::dungeon::{
    DoorKind, DoorState, Dungeon, Ground, Hearth, LinkId, Marker, MarkerKind, Role, Room, RoomId, Run, Shape, Socket,
    SpawnKind, Story, Terrain, Window,
};

/// What a dungeon has, and the change of the sound dungeon that gives it.
pub const ODD_ROOMS: &[(&str, Mutant)] = &[
    ("a required socket that is open", |d| d.rooms[3].sockets[0].required = false),
    ("a socket in the floor", |d| d.rooms[3].sockets[1].cell = Cell::new(43, 20)),
    ("a socket of a door along the wall", |d| d.rooms[3].sockets[0].dir = Dir::East),
    ("a required socket whose tile is wall", |d| tile(d, 40, 16, Terrain::Wall)),
    ("a light in a corridor", |d| marker(d, MarkerKind::Light, (14, 12), None)),
    ("a key in a corridor", |d| marker(d, MarkerKind::Key, (14, 12), None)),
    ("a light in the wrong room", |d| marker(d, MarkerKind::Light, (22, 12), Some(0))),
    ("a key for a link that is not locked", |d| d.markers[0].link = Some(LinkId(7))),
    ("a key for nothing", |d| d.markers[0].link = None),
    ("a light with a link", |d| d.markers[1].link = Some(LinkId(0))),
    ("shared keys", |d| d.provenance.recipe.insert("keys", "shared")),
    ("two locks, and a shared key behind the first", |d| shared_locks(d, 4)),
    ("two locks, and both shared keys before them", |d| shared_locks(d, 0)),
    ("two locks, and a key in the goal", |d| shared_locks(d, 6)),
    ("two locks, and an own key behind the first", |d| {
        shared_locks(d, 4);
        d.provenance.recipe.insert("keys", "own");
    }),
    ("two locks, each with its key behind the other", |d| {
        shared_locks(d, 4);
        d.provenance.recipe.insert("keys", "own");
        (d.markers[0].cell, d.markers[0].room) = (Cell::new(25, 19), Some(RoomId(6)));
        d.markers[0].z = -1;
    }),
    ("keys of the first epoch", |d| {
        without_rule(d);
        d.provenance.epoch = 1;
    }),
    ("keys of the second epoch", without_rule),
    ("keys of a map that was not generated", |d| {
        without_rule(d);
        d.provenance.epoch = 1;
        d.provenance.recipe.clear();
    }),
    ("a bridge", |d| {
        lay(d, Rect::new(22, 24, 25, 30), Ground::Chasm);
        lay(d, Rect::new(22, 26, 25, 27), Ground::Bridge);
    }),
    ("a bridge that bends", |d| {
        lay(d, Rect::new(22, 24, 26, 30), Ground::Chasm);
        lay(d, Rect::new(22, 26, 24, 27), Ground::Bridge);
        lay(d, Rect::new(24, 26, 25, 30), Ground::Bridge);
    }),
    ("a bridge that ends in a chasm", |d| {
        lay(d, Rect::new(22, 24, 26, 30), Ground::Chasm);
        lay(d, Rect::new(22, 26, 25, 27), Ground::Bridge);
    }),
    ("a bridge over floor", |d| lay(d, Rect::new(22, 26, 25, 27), Ground::Bridge)),
    ("a chasm across a room below", |d| {
        let level = &mut d.levels[1];
        let mut ground = Grid::filled(level.size(), Ground::Bare);
        Rect::new(38, 18, 39, 24).cells().for_each(|cell| ground[cell] = Ground::Chasm);
        level.set_ground(ground);
    }),
    ("deep water across a corridor", |d| lay(d, Rect::new(24, 19, 25, 20), Ground::Deep)),
    ("deep water in a side corridor", |d| lay(d, Rect::new(32, 4, 33, 5), Ground::Deep)),
    ("deep water round a key", |d| {
        lay(d, Rect::new(4, 10, 7, 13), Ground::Deep);
        lay(d, Rect::new(5, 11, 6, 12), Ground::Grass);
    }),
    ("deep water on a key", |d| lay(d, Rect::new(5, 11, 6, 12), Ground::Deep)),
    ("deep water in a door", |d| lay(d, Rect::new(19, 12, 20, 13), Ground::Deep)),
    ("deep water round stairs", |d| {
        lay(d, Rect::new(39, 19, 42, 22), Ground::Deep);
        lay(d, Rect::new(40, 20, 41, 21), Ground::Bare);
    }),
    ("deep water on stairs", |d| lay(d, Rect::new(40, 20, 41, 21), Ground::Deep)),
    ("grass in a doorway", |d| lay(d, Rect::new(19, 12, 20, 13), Ground::Grass)),
    ("grass in rock", |d| lay(d, Rect::new(1, 1, 3, 2), Ground::Grass)),
    ("rooms that overlap in one cell", |d| extra_room(d, Rect::new(27, 29, 31, 33))),
    ("rooms with one wall between them", |d| extra_room(d, Rect::new(20, 31, 28, 35))),
    ("a room in the ring of another", |d| extra_room(d, Rect::new(28, 30, 32, 34))),
    ("a room with one row shorter", |d| {
        d.rooms[4].floor[2].length -= 2;
        retile(d);
    }),
    ("a room whose ring is the edge", |d| extra_room(d, Rect::new(50, 30, 59, 34))),
    ("a room one cell from the edge", |d| extra_room(d, Rect::new(50, 30, 58, 34))),
    ("a room in two rows that meet at a corner", |d| {
        let run = |x, y| Run { start: Cell::new(x, y), length: 4 };
        d.rooms[4].floor = vec![run(20, 24), run(24, 25)];
        retile(d);
    }),
    ("a room without a number", |d| d.rooms[3].number = None),
    ("a room that has the depth of its neighbour", |d| d.rooms[3].depth = 1),
    ("a room with two roles of others", |d| d.rooms[2].roles = vec![Role::Entrance, Role::Goal, Role::Hall]),
    ("a hall more than was asked for", |d| {
        d.provenance.recipe.insert("rooms.count", 6);
        d.rooms[2].roles = vec![Role::Hall];
    }),
    ("an epoch of zero", |d| {
        older(d);
        d.provenance.epoch = 0;
    }),
    ("another width", |d| d.provenance.recipe.insert("width", 61)),
    ("a window beside a door", |d| window(d, 25, 9, Dir::North)),
    ("a window two cells from a door", |d| window(d, 26, 9, Dir::North)),
    ("a window to a court", |d| {
        d.rooms[3].shape = Shape::Court;
        d.rooms[3].sockets.clear();
        window(d, 37, 16, Dir::South);
    }),
    ("a window at the edge of the map", |d| {
        extra_room(d, Rect::new(50, 30, 58, 39));
        window(d, 58, 33, Dir::East);
    }),
    ("a window behind a hearth", |d| {
        d.rooms[1].hearth = Some(Hearth { cell: Cell::new(22, 9), normal: Dir::South });
        window(d, 22, 9, Dir::North);
    }),
    ("a hearth in the east", |d| {
        d.rooms[1].hearth = Some(Hearth { cell: Cell::new(28, 13), normal: Dir::West });
    }),
    ("a hearth beside a door", |d| {
        d.rooms[1].hearth = Some(Hearth { cell: Cell::new(19, 14), normal: Dir::East });
    }),
    ("a crate in the wall where a torch hangs", |d| {
        d.features[2].turn = 0;
        add_feature(d, "crate", 2, (44, 11), [1, 1]);
    }),
    ("a crate where the tiles show a wall in the room", |d| {
        tile(d, 38, 12, Terrain::Wall);
        add_feature(d, "crate", 2, (38, 12), [1, 1]);
    }),
    ("a crate in the only gap of deep water", |d| {
        lay(d, Rect::new(39, 10, 40, 12), Ground::Deep);
        lay(d, Rect::new(39, 13, 40, 16), Ground::Deep);
        add_feature(d, "crate", 2, (39, 12), [1, 1]);
    }),
    ("a gap of one cell between the halves of a room", |d| {
        add_feature(d, "crate", 2, (39, 10), [1, 3]);
        add_feature(d, "crate", 2, (39, 14), [1, 2]);
    }),
    ("rooms that are all of the shape dais", |d| d.rooms.iter_mut().for_each(|room| room.shape = Shape::Dais)),
    ("a dais opposite a shared door, and a later door", |d| {
        let room = &mut d.rooms[3];
        (room.shape, room.dais) = (Shape::Dais, Some(Rect::new(36, 21, 44, 23)));
        room.sockets.clear();
        add_door(d, 3, vec![Cell::new(44, 20)], Dir::East);
        retile(d);
    }),
    ("a socket across the normal of a door in an inner corner", |d| {
        let run = |y: i32, length| Run { start: Cell::new(20, y), length };
        d.rooms[4].floor = vec![run(24, 6), run(25, 6), run(26, 6), run(27, 8), run(28, 8), run(29, 8)];
        let door = add_door(d, 4, vec![Cell::new(26, 26)], Dir::East);
        d.rooms[4].sockets = vec![Socket { cell: Cell::new(26, 26), dir: Dir::North, required: false, open: true }];
        d.doors[door.index()].state = DoorState::Closed;
        retile(d);
    }),
    ("a spawn below a feature on another level", |d| {
        add_spawn(d, SpawnKind::Npc, 5, (38, 20));
        add_feature(d, "crate", 3, (38, 20), [1, 1]);
    }),
    ("a spawn on a flat feature", |d| {
        add_spawn(d, SpawnKind::Npc, 2, (42, 11));
    }),
    ("three spawns in one cell", |d| {
        (d.spawns[1].cell, d.spawns[2].cell) = (d.spawns[0].cell, d.spawns[0].cell);
    }),
    ("markers of older files", |d| {
        older(d);
        markers_alone(d);
    }),
    ("markers of the first epoch with spawns", |d| {
        markers_alone(d);
        d.provenance.epoch = 4;
    }),
    ("markers of a map that was not generated", |d| {
        markers_alone(d);
        d.provenance.recipe.clear();
    }),
    ("a feature along a wall of its room", |d| {
        add_feature(d, "long-table", 4, (20, 29), [6, 1]);
    }),
    ("a feature that leaves a pocket", |d| {
        add_feature(d, "crate", 6, (26, 18), [1, 1]);
        add_feature(d, "crate", 6, (27, 18), [1, 1]);
    }),
    ("a goal in the entrance's room", |d| {
        d.goal = Some(RoomId(0));
        d.rooms[6].roles.clear();
        d.rooms[0].roles.push(Role::Goal);
    }),
    ("a barred entrance", |d| {
        let door = d.entrance.as_ref().expect("there is one").door.index();
        (d.doors[door].kind, d.doors[door].state) = (DoorKind::Barred, DoorState::Closed);
    }),
];

/// An enemy without a group, as older files have them, and no other contents.
fn markers_alone(d: &mut Dungeon) {
    d.features.clear();
    d.spawns.clear();
    d.groups.clear();
    d.rooms.iter_mut().for_each(|room| room.notes.clear());
    d.story = Story::default();
    add_spawn(d, SpawnKind::Enemy, 3, (37, 22));
}

fn marker(d: &mut Dungeon, kind: MarkerKind, (x, y): (i32, i32), room: Option<u32>) {
    let link = (kind == MarkerKind::Key).then_some(LinkId(3));
    d.markers.push(Marker { kind, z: 0, cell: Cell::new(x, y), room: room.map(RoomId), link, label: None });
}

/// A second lock, of link 5 before the goal, whose shared key lies in a room.
fn shared_locks(d: &mut Dungeon, room: usize) {
    d.provenance.recipe.insert("keys", "shared");
    leaf(d, 5, 0, DoorKind::Door, DoorState::Locked);
    let (z, cell) = (d.rooms[room].z, d.rooms[room].floor[1].start + Dir::East);
    let room = Some(RoomId(room as u32));
    d.markers.push(Marker { kind: MarkerKind::Key, z, cell, room, link: Some(LinkId(5)), label: None });
}

/// Two locks of an older dungeon whose recipe does not say what keys open.
fn without_rule(d: &mut Dungeon) {
    shared_locks(d, 4);
    older(d);
    let mut values = d.provenance.recipe.to_map();
    values.remove("keys");
    d.provenance.recipe = values.into();
}

pub(super) fn extra_room(d: &mut Dungeon, floor: Rect) {
    let id = RoomId(d.rooms.len() as u32);
    let bare = Room::bare(id, 0, Run::of_rect(floor));
    d.rooms.push(Room { depth: 9, ..bare });
    d.provenance.recipe.insert("rooms.count", d.rooms.len());
    retile(d);
}

pub(super) fn window(d: &mut Dungeon, x: i32, y: i32, normal: Dir) {
    let id = d.windows.len() as u32;
    d.windows.push(Window { id, z: 0, cell: Cell::new(x, y), normal });
}
